//! Output structs, and their fields as inputs of later steps.

use super::{
    enums,
    error::EmitError,
    prose,
    scope::Scope,
    types::{self, Rust},
};
use crate::{
    model::{BoundCard, BoundOutput, OutputValue},
    names,
};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::parse_quote;

/// The output struct of a card and the structs inside it, each as one piece.
pub(super) fn structs(scope: &Scope<'_>, card: &BoundCard) -> Result<Vec<TokenStream>, EmitError> {
    let name = types::struct_name(card);
    let output = format!("{name}Output");
    let mut out = vec![declare(scope, &output, &name, &format!(" What [`{name}`] returns."), outputs(card))];
    nested(scope, &output, &name, outputs(card), &mut out)?;
    Ok(out)
}

/// The outputs of a card. They are the same in every plan; only the paths differ.
pub(super) fn outputs(card: &BoundCard) -> &[BoundOutput] {
    let plan = card.graphql.as_ref().and_then(|route| route.plans.first());
    plan.map_or(&card.stated, |plan| &plan.output)
}

/// The structs for objects among `outputs`, which are fields of `owner`, and the enums; their names start with `parent`.
fn nested(
    scope: &Scope<'_>,
    owner: &str,
    parent: &str,
    outputs: &[BoundOutput],
    out: &mut Vec<TokenStream>,
) -> Result<(), EmitError> {
    for output in outputs {
        let field = names::field_name(&output.property.name.value);
        let doc = format!(" See [`{field}`]({owner}::{field}) of [`{owner}`].");
        let rust = types::output(scope, parent, output);
        if let Some((name, values)) = enum_name(&rust) {
            out.push(enums::open_enum(name, &doc, values)?);
        }
        let OutputValue::Object { fields, .. } = &output.value else { continue };
        let Some(name) = object_name(rust) else { continue };
        out.push(declare(scope, &name, &name, &doc, fields));
        nested(scope, &name, &name, fields, out)?;
    }
    Ok(())
}

fn enum_name(rust: &Rust) -> Option<(&str, &[String])> {
    match rust {
        Rust::OpenEnum(name, values) => Some((name, values)),
        Rust::List(item) => enum_name(item),
        _ => None,
    }
}

fn object_name(rust: Rust) -> Option<String> {
    match rust {
        Rust::Object(name) => Some(name),
        Rust::List(item) => object_name(*item),
        _ => None,
    }
}

fn declare(scope: &Scope<'_>, name: &str, parent: &str, doc: &str, outputs: &[BoundOutput]) -> TokenStream {
    let ident = names::ident(name);
    let fields = outputs.iter().map(|output| field(scope, parent, output));
    let serde = scope.serde();
    let derives = [parse_quote!(Serialize), parse_quote!(Deserialize)].map(|name| serde.derive(&name));
    let attribute = serde.attribute();
    quote! {
        #[doc = #doc]
        #[derive(Clone, Debug, PartialEq, #(#derives),*)]
        #attribute
        #[non_exhaustive]
        pub struct #ident {
            #(#fields,)*
        }
    }
}

fn field(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> TokenStream {
    let property = &output.property;
    let json = property.name.value.as_str();
    let name = names::ident(&names::field_name(json));
    let ty = field_type(scope, parent, output);
    let doc = format!(" {}", prose::rustdoc(&description(output)));
    let rename = (name != json).then(|| quote!(#[serde(rename = #json)]));
    // Absent is left out; null is written.
    let left_out = (!property.required && !property.schema.nullable)
        .then(|| quote!(#[serde(skip_serializing_if = "Option::is_none")]));
    quote! {
        #[doc = #doc]
        #rename
        #left_out
        pub #name: #ty
    }
}

fn field_type(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> TokenStream {
    use crate::card::Type;
    let property = &output.property;
    let mut rust = types::output(scope, parent, output).tokens(scope);
    if let (Type::Array { items, .. }, Rust::List(item)) = (&property.schema.ty, types::output(scope, parent, output))
        && items.nullable
    {
        let item = item.tokens(scope);
        rust = quote!(Vec<Option<#item>>);
    }
    if property.schema.nullable || !property.required { quote!(Option<#rust>) } else { rust }
}

/// What an output is, in the words of the card.
pub(super) fn description(output: &BoundOutput) -> String {
    let stated = output.property.schema.description.as_ref().map(|d| d.value.clone());
    stated.unwrap_or_else(|| format!("`{}`.", output.property.name.value))
}

/// The struct that hands the outputs to later steps.
pub(super) fn step_outputs(scope: &Scope<'_>, card: &BoundCard) -> TokenStream {
    let name = types::struct_name(card);
    let (step, output) = (names::ident(&name), format_ident!("{name}Output"));
    let (ident, fields) = (format_ident!("{name}StepOutputs"), outputs(card).iter());
    let fields = fields.filter_map(|output| accessor(scope, &name, output));
    quote!(g::step_outputs! { struct #ident of #step -> #output { #(#fields),* } })
}

/// `id: NodeId<Issue>`, for an output that is always there and fits an input.
fn accessor(scope: &Scope<'_>, parent: &str, output: &BoundOutput) -> Option<TokenStream> {
    let property = &output.property;
    let rust = types::output(scope, parent, output);
    let fits = match &rust {
        Rust::Object(_) => false,
        Rust::List(item) => **item == Rust::String,
        _ => true,
    };
    if !fits || property.schema.nullable || !property.required {
        return None;
    }
    // An input takes a time as text.
    let rust = if rust == Rust::Timestamp { Rust::String } else { rust };
    let (json, ty) = (&property.name.value, rust.tokens(scope));
    let name = names::ident(&names::field_name(json));
    let renamed = (name != json).then(|| quote!(= #json));
    Some(quote!(#name #renamed: #ty))
}
