//! The example of a capability: the card's first one, as Rust that compiles.

use super::{
    enums,
    input::{Presence, field_ident, presence},
    scope::{Scope, Target},
    types::{self, Rust},
};
use crate::{
    card::{Property, Schema, Subject, Type},
    model::BoundCard,
    names,
    yaml::{Node, Value},
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// The lines of the example, with their fences; none if it cannot be written.
pub(super) fn lines(scope: &Scope<'_>, card: &BoundCard) -> Vec<String> {
    let Some(statements) =
        card.card.examples.first().and_then(|example| Writer::new(scope, card).statements(&example.input))
    else {
        return Vec::new();
    };
    let Ok(file) = syn::parse2::<syn::File>(quote!(async fn main() { #statements })) else { return Vec::new() };
    let text = prettyplease::unparse(&file);
    let inner = text.lines().filter(|line| line.starts_with("    ")).map(|line| line[4..].to_owned());
    // A user's card has no path that is known here.
    let fence = if scope.target == Target::Library { "```no_run" } else { "```ignore" };
    let start = [fence, "# async fn example(gh: ghx::Client) -> Result<(), ghx::Error> {"];
    let end = ["# Ok(())", "# }", "```"];
    start.map(ToOwned::to_owned).into_iter().chain(inner).chain(end.map(ToOwned::to_owned)).collect()
}

struct Writer<'a> {
    scope: &'a Scope<'a>,
    card: &'a BoundCard,
    /// `let … = …;`
    lets: Vec<TokenStream>,
    /// Is there a variable `repo`?
    has_repo: bool,
}

impl<'a> Writer<'a> {
    fn new(scope: &'a Scope<'a>, card: &'a BoundCard) -> Self {
        Writer { scope, card, lets: Vec::new(), has_repo: false }
    }

    fn statements(mut self, input: &Node) -> Option<TokenStream> {
        let mut arguments = Vec::new();
        for subject in self.scope.subjects(self.card) {
            arguments.push(self.subject(&subject.subject, input)?);
        }
        let mut setters = Vec::new();
        let name = types::struct_name(self.card);
        for property in &self.card.card.input.properties {
            let Some(given) = member(input, &property.name.value) else { continue };
            let rust = types::input(self.scope, self.card, &name, property);
            let value = self.value(given, &property.schema, &rust)?;
            if presence(property) == Presence::Required {
                arguments.push(value);
            } else {
                let setter = field_ident(property);
                setters.push(quote!(.#setter(#value)));
            }
        }
        let (lets, function) = (&self.lets, self.function());
        Some(quote! {
            #(#lets)*
            let output = #function(#(#arguments),*) #(#setters)* .send(&gh).await?;
        })
    }

    fn function(&self) -> TokenStream {
        let segments: Vec<Ident> = self.card.card.id.value.split('.').map(names::ident).collect();
        if let (Target::User, Some(last)) = (self.scope.target, segments.last()) {
            return quote!(#last);
        }
        quote!(ghx::#(#segments)::*)
    }

    /// The subject in the form that the example uses.
    fn subject(&mut self, subject: &Subject, input: &Node) -> Option<TokenStream> {
        let given =
            |name: &Option<crate::card::Located<String>>| name.as_ref().and_then(|name| member(input, &name.value));
        let inputs = &subject.inputs;
        let kind = names::ident(&subject.node.value);
        if let Some(id) = given(&inputs.id).and_then(string) {
            return Some(quote!(ghx::NodeId::<ghx::node::#kind>::new(#id)));
        }
        if let Some(text) = given(&inputs.text).and_then(string) {
            return Some(self.parsed(subject, text));
        }
        if let (Some(owner), Some(name)) = (given(&inputs.owner).and_then(string), given(&inputs.name).and_then(string))
        {
            self.repo(&format!("{owner}/{name}"));
        }
        match given(&inputs.number) {
            None => self.has_repo.then(|| quote!(&repo)),
            Some(number) => {
                let number = integer(number)?;
                if !self.has_repo {
                    return Some(quote!(ghx::value::Related::Sibling(#number.into())));
                }
                let method = self.method(subject)?;
                Some(quote!(repo.#method(#number)))
            }
        }
    }

    fn repo(&mut self, text: &str) {
        self.has_repo = true;
        self.lets.push(quote!(let repo: ghx::Repo = #text.parse()?;));
    }

    fn parsed(&mut self, subject: &Subject, text: &str) -> TokenStream {
        if subject.inputs.number.is_none() {
            self.repo(text);
            return quote!(&repo);
        }
        let name = names::ident(&names::field_name(&subject.name.value));
        let kind = names::ident(&subject.node.value);
        self.lets.push(quote!(let #name: ghx::value::Numbered<ghx::node::#kind> = #text.parse()?;));
        quote!(#name)
    }

    /// `issue` of `repo.issue(40)`: the method of the subject with that kind of node.
    fn method(&self, subject: &Subject) -> Option<Ident> {
        let mut own = self.scope.model.subjects.iter().map(|bound| &bound.subject);
        let own =
            own.find(|s| s.node.value == subject.node.value && s.within.is_none() && s.inputs.number.is_some())?;
        Some(names::ident(&names::field_name(&own.name.value)))
    }

    fn value(&self, node: &Node, schema: &Schema, rust: &Rust) -> Option<TokenStream> {
        match (&node.value, rust, &schema.ty) {
            (Value::Null, ..) => {
                let ty = self.ty(rust);
                Some(quote!(None::<#ty>))
            }
            (Value::Text(text), Rust::Enum(name, _), _) => {
                let (path, variant) = (self.declared(name), enums::closed_variant(text));
                Some(quote!(#path::#variant))
            }
            (Value::Text(text), Rust::Id(kind), _) => {
                let kind = names::ident(kind);
                Some(quote!(ghx::NodeId::<ghx::node::#kind>::new(#text)))
            }
            (Value::Text(text), ..) => Some(quote!(#text)),
            (Value::Bool(truth), ..) => Some(quote!(#truth)),
            (Value::Float(_) | Value::Int(_), Rust::Float, _) => {
                let number = Literal::f64_unsuffixed(node.to_json().as_f64()?);
                Some(quote!(#number))
            }
            (Value::Map(entries), Rust::Map(Some(rust)), Type::Map { values: Some(schema), .. }) => {
                let values = entries.iter().map(|(key, value)| {
                    let (key, value) = (&key.name, self.value(value, schema, rust)?);
                    Some(quote!((#key.to_owned(), #value.into())))
                });
                let values = values.collect::<Option<Vec<_>>>()?;
                Some(quote!(std::collections::BTreeMap::from([#(#values),*])))
            }
            (Value::Int(_), ..) => integer(node),
            (Value::List(items), Rust::List(rust), Type::Array { items: schema, .. }) => {
                let items = items.iter().map(|item| self.value(item, schema, rust)).collect::<Option<Vec<_>>>()?;
                if items.is_empty() {
                    let ty = self.ty(rust);
                    return Some(quote!(Vec::<#ty>::new()));
                }
                Some(quote!([#(#items),*]))
            }
            (Value::Map(_), Rust::Object(name), Type::Object(object)) => self.object(node, name, &object.properties),
            _ => None,
        }
    }

    fn object(&self, node: &Node, name: &str, properties: &[Property]) -> Option<TokenStream> {
        let (mut arguments, mut setters) = (Vec::new(), Vec::new());
        for property in properties {
            let Some(given) = member(node, &property.name.value) else { continue };
            let value = self.value(given, &property.schema, &types::member(self.scope, name, property))?;
            if presence(property) == Presence::Required {
                arguments.push(value);
            } else {
                let setter = field_ident(property);
                setters.push(quote!(.#setter(#value)));
            }
        }
        let path = self.declared(name);
        Some(quote!(#path::new(#(#arguments),*) #(#setters)*))
    }

    /// A type as a reader of the example names it.
    fn ty(&self, rust: &Rust) -> TokenStream {
        match rust {
            Rust::String | Rust::Timestamp | Rust::GraphqlEnum(_) => quote!(String),
            Rust::Id(kind) => {
                let kind = names::ident(kind);
                quote!(ghx::NodeId<ghx::node::#kind>)
            }
            Rust::Unsigned => quote!(u64),
            Rust::Signed => quote!(i64),
            Rust::Float => quote!(f64),
            Rust::Boolean => quote!(bool),
            Rust::Map(None) => quote!(std::collections::BTreeMap<String, serde_json::Value>),
            Rust::Map(Some(values)) => {
                let values = self.ty(values);
                quote!(std::collections::BTreeMap<String, #values>)
            }
            Rust::Enum(name, _) | Rust::OpenEnum(name, _) | Rust::Object(name) => self.declared(name),
            Rust::List(item) => {
                let item = self.ty(item);
                quote!(Vec<#item>)
            }
        }
    }

    fn declared(&self, name: &str) -> TokenStream {
        let name = names::ident(name);
        match self.scope.target {
            Target::Library => {
                let domain = names::ident(types::domain(self.card));
                quote!(ghx::#domain::#name)
            }
            Target::User => quote!(#name),
        }
    }
}

fn member<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
    let Value::Map(entries) = &node.value else { return None };
    entries.iter().find(|(key, _)| key.name == name).map(|(_, value)| value)
}

fn string(node: &Node) -> Option<&str> {
    if let Value::Text(text) = &node.value { Some(text) } else { None }
}

fn integer(node: &Node) -> Option<TokenStream> {
    let Value::Int(number) = &node.value else { return None };
    let number = Literal::i64_unsuffixed(*number);
    Some(quote!(#number))
}
