//! Values that are put together from others: objects, lists, the first of several, base64.

use super::{
    enums,
    error::EmitError,
    expr::{self, Expr},
    input::{Presence, field_ident, presence},
    path::{Maybe, Place},
    scope::client_field,
    text,
    types::{self, Rust},
    variable::{Filled, Variables},
};
use crate::{
    card::Property,
    model::{BoundVariable, Source},
    names,
    operation::GraphqlType,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// An input object, member by member.
pub(super) fn object(
    variables: &Variables<'_>,
    variable: &BoundVariable,
    members: &[(String, Source)],
) -> Result<Filled, EmitError> {
    let (mut fields, mut asked, mut fallible) = (Vec::new(), Asked::default(), false);
    let mut optional: Option<Vec<Ident>> = Some(Vec::new());
    for field in variables.scope.schema.input_fields(variable.ty.name()).unwrap_or_default() {
        let name = client_field(&field.name);
        let Some((_, source)) = members.iter().find(|(member, _)| member == field.name.as_str()) else {
            fields.push(quote!(#name: None));
            continue;
        };
        optional = optional.filter(|_| source.may_be_absent()).map(|mut names| {
            names.push(name.clone());
            names
        });
        match variables.fill(&member(variable, &field.name, &field.ty, source))? {
            Filled::Known(value) => {
                fallible |= value.fallible;
                let value = value.tokens;
                fields.push(quote!(#name: #value));
            }
            Filled::LookedUp(ask) => {
                asked.names.push(name.clone());
                asked.asks.push(ask);
                fields.push(quote!(#name));
            }
        }
    }
    let (module, ty) = (variables.module, names::ident(variable.ty.name()));
    let made = quote!(#module::#ty { #(#fields),* });
    let value = match optional {
        Some(names) if variable.ty.nullable() => quote!({
            let made = #made;
            (#(made.#names.is_some())||*).then_some(made)
        }),
        _ if variable.ty.nullable() => quote!(Some(#made)),
        _ => made,
    };
    Ok(match asked.names.is_empty() {
        true if fallible => Filled::Known(Expr::fallible(value)),
        true => Filled::Known(Expr::plain(value)),
        false => Filled::LookedUp(asked.then(&value)),
    })
}

/// A member of an object as a variable of its own.
pub(super) fn member(
    variable: &BoundVariable,
    field: &str,
    ty: &apollo_compiler::ast::Type,
    source: &Source,
) -> BoundVariable {
    let name = format!("{}_{}", names::field_name(&variable.name), names::field_name(field));
    BoundVariable { name, ty: GraphqlType(ty.clone()), source: source.clone() }
}

/// Values that are looked up before another is made of them.
#[derive(Default)]
struct Asked {
    names: Vec<Ident>,
    asks: Vec<TokenStream>,
}

impl Asked {
    /// `Some(value)` once everything is there.
    fn then(&self, value: &TokenStream) -> TokenStream {
        let Asked { names, asks } = self;
        match (names.as_slice(), asks.as_slice()) {
            ([name], [ask]) => quote!(match #ask { Some(#name) => Some(#value), None => None }),
            (names, asks) => quote!(match (#(#asks),*) { (#(Some(#names)),*) => Some(#value), _ => None }),
        }
    }
}

/// A list with one object for each element of an input.
pub(super) fn list(
    variables: &Variables<'_>,
    variable: &BoundVariable,
    list: &Property,
    of: &Source,
) -> Result<Expr, EmitError> {
    let Rust::List(item) = variables.rust(list) else { return Err(variables.unsupported("not a list")) };
    let parent = if let Rust::Object(name) = *item { name } else { String::new() };
    let inner = Variables { element: Some(&parent), ..*variables };
    let ty = variable.ty.item().ok_or_else(|| variables.unsupported("not a list"))?;
    let element = BoundVariable { name: variable.name.clone(), ty, source: of.clone() };
    let Filled::Known(value) = inner.fill(&element)? else {
        return Err(variables.unsupported("a lookup for each element of a list"));
    };
    let name = names::ident("element");
    variables.per_value(list, None, &variable.ty, &|place, ty| {
        Ok(expr::collect(place, false, &name, &value, false).some_if(ty.nullable()))
    })
}

/// A member of the element, through these properties.
pub(super) fn element_at(variables: &Variables<'_>, path: &[Property], ty: &GraphqlType) -> Result<Expr, EmitError> {
    let parent = variables.element.ok_or_else(|| variables.unsupported("there is no element"))?;
    step(variables, &Place::reference(quote!(element)), parent, path, ty)
}

fn step(
    variables: &Variables<'_>,
    place: &Place,
    parent: &str,
    path: &[Property],
    ty: &GraphqlType,
) -> Result<Expr, EmitError> {
    let Some((property, below)) = path.split_first() else { return Err(variables.unsupported("an empty path")) };
    let rust = types::member(variables.scope, parent, property);
    let (name, conversion) = (field_ident(property), variables.conversion(&property.name.value));
    let further = |place: &Place, ty: &GraphqlType| match (&rust, below) {
        (Rust::Object(parent), [_, ..]) => step(variables, place, parent, below, ty),
        _ => conversion.value(place, &property.schema, &rust, ty),
    };
    let field = place.field(&name);
    let option = &field.tokens;
    let option = match presence(property) {
        Presence::Required => return further(&field, ty),
        Presence::Optional => Maybe::held(quote!(#option)),
        Presence::Nullable => Maybe::borrowed(quote!(#option.value())),
    };
    let is_optional = below.iter().any(|property| presence(property) != Presence::Required);
    let inner = Place::reference(&name);
    if is_optional {
        return Ok(expr::and_then(&option, &name, &further(&inner, ty)?));
    }
    Ok(expr::map(&option, &name, &further(&inner, &GraphqlType(ty.0.clone().non_null()))?))
}

/// The first that has a value.
pub(super) fn first(
    variables: &Variables<'_>,
    variable: &BoundVariable,
    sources: &[Source],
) -> Result<Expr, EmitError> {
    let mut tokens: Option<TokenStream> = None;
    for source in sources.iter().rev() {
        let absent = source.may_be_absent();
        let ty = if absent { variable.ty.0.clone().nullable() } else { variable.ty.0.clone() };
        let one = BoundVariable { name: variable.name.clone(), ty: GraphqlType(ty), source: source.clone() };
        let Filled::Known(value) = variables.fill(&one)? else {
            return Err(variables.unsupported("a lookup in `first`"));
        };
        let value = value.tokens;
        tokens = Some(match tokens {
            None => value,
            Some(otherwise) if variable.ty.nullable() => {
                quote!(match #value { Some(value) => Some(value), None => #otherwise })
            }
            Some(otherwise) => quote!(match #value { Some(value) => value, None => #otherwise }),
        });
    }
    tokens.map(Expr::fallible).ok_or_else(|| variables.unsupported("`first` without values"))
}

/// Text in base64.
pub(super) fn base64(variables: &Variables<'_>, variable: &BoundVariable, inner: &Source) -> Result<Expr, EmitError> {
    let text = GraphqlType(if variable.ty.nullable() && inner.may_be_absent() {
        apollo_compiler::ty!(String)
    } else {
        apollo_compiler::ty!(String!)
    });
    let optional = text.nullable();
    let one = BoundVariable { name: variable.name.clone(), ty: text, source: inner.clone() };
    let Filled::Known(value) = variables.fill(&one)? else {
        return Err(variables.unsupported("a lookup in `encode`"));
    };
    let value = value.tokens;
    if optional {
        return Ok(Expr::fallible(quote!(#value.map(|text: String| g::to_base64(&text)))));
    }
    Ok(Expr::fallible(quote!(g::to_base64(&#value))).some_if(variable.ty.nullable()))
}

/// An object that depends on a value that is looked up.
pub(super) fn choose(variables: &Variables<'_>, variable: &BoundVariable) -> Result<TokenStream, EmitError> {
    let Source::Choose { on, ty, cases, otherwise } = &variable.source else {
        return Err(variables.unsupported("not a choice"));
    };
    let value =
        BoundVariable { name: on_name(variable), ty: GraphqlType(ty.0.clone().non_null()), source: (**on).clone() };
    let Filled::LookedUp(ask) = variables.fill(&value)? else {
        return Err(variables.unsupported("`choose` without a lookup"));
    };
    let (types, name) = (variables.scope.types(), names::ident(ty.name()));
    let arms = cases.iter().map(|(case, members)| {
        let (pattern, source) = (enums::variant(case), Source::Object(members.clone()));
        let inputs: Vec<&str> = inputs(&source);
        let absent = source.may_be_absent();
        let ty = if absent { variable.ty.0.clone().nullable() } else { variable.ty.0.clone() };
        let one = BoundVariable { name: variable.name.clone(), ty: GraphqlType(ty), source: source.clone() };
        let made = match variables.fill(&one)? {
            Filled::Known(value) => {
                let value = value.tokens;
                quote!(Some(#value))
            }
            Filled::LookedUp(ask) => ask,
        };
        let wrap = variable.ty.nullable().then(|| quote!(.map(Some)));
        let made = if absent { quote!(g::case_given(#made, &[#(#inputs),*], #case)? #wrap) } else { made };
        Ok(quote!(Some(#types::#name::#pattern) => #made))
    });
    let arms = arms.collect::<Result<Vec<_>, EmitError>>()?;
    let message = if let Some(Source::Text(words)) = otherwise.as_deref() {
        text::text(variables, words, &GraphqlType(apollo_compiler::ty!(String!)))?.tokens
    } else {
        quote!(String::new())
    };
    Ok(quote!(match #ask { None => None, #(#arms,)* Some(_) => return Err(g::no_case(#message)) }))
}

/// The name of the function that looks the value up.
pub(super) fn on_name(variable: &BoundVariable) -> String {
    format!("{}_kind", names::field_name(&variable.name))
}

/// The inputs that a value is made of.
fn inputs(source: &Source) -> Vec<&str> {
    let mut names = Vec::new();
    source.walk(&mut |source| {
        if let Source::Input { property, .. } = source {
            names.push(property.name.value.as_str());
        }
    });
    names
}
