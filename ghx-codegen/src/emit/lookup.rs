//! A card's own lookups: one function per variable that is filled out of one.

use super::{
    error::EmitError,
    made,
    path::{self, Bindings, Op, Place, Try},
    scope::{self, Scope, document, operation_module},
    tokens,
    types::Rust,
    variable::{Filled, Variables, wrapped},
};
use crate::{
    model::{BoundCard, BoundLookup, BoundVariable, Path, Plan, Source},
    names,
    operation::GraphqlType,
};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

/// The call that fills a variable: an `Option` of the variable's type.
pub(super) fn ask(variables: &Variables<'_>, variable: &BoundVariable) -> Result<TokenStream, EmitError> {
    let function = Function::new(variables, variable)?;
    let name = &function.name;
    let callee = if function.uses_self() { quote!(self.#name) } else { quote!(Self::#name) };
    match &variable.source {
        Source::Lookup { .. } => match &function.lookup.each {
            Some(each) => {
                let property = variables.property(each)?;
                let ask = |key: &TokenStream, rust: &Rust| {
                    let key = self::key(key, rust, each);
                    quote!(#callee(#key, lookups))
                };
                variables.per_input(property, true, &variable.ty, &ask)
            }
            None => Ok(wrapped(&quote!(#callee(lookups)?), &variable.ty)),
        },
        Source::MapArray { from_input, .. } => {
            let ask = |names: &TokenStream, _: &Rust| quote!(#callee(#names, lookups));
            variables.per_input(from_input, false, &variable.ty, &ask)
        }
        _ => Err(variables.unsupported("a lookup that is none")),
    }
}

/// The call that looks up one name.
pub(super) fn ask_one(variables: &Variables<'_>, variable: &BoundVariable) -> Result<TokenStream, EmitError> {
    let Source::Match { name, .. } = &variable.source else { return Err(variables.unsupported("not a name")) };
    let function = Function::new(variables, variable)?;
    let ident = &function.name;
    let callee = if function.uses_self() { quote!(self.#ident) } else { quote!(Self::#ident) };
    let call = wrapped(&quote!(#callee(&name, lookups)?), &variable.ty);
    Ok(match variables.fill(&searched(variable, name))? {
        Filled::LookedUp(ask) => quote!(match #ask { Some(name) => #call, None => None }),
        Filled::Known(value) => {
            let value = value.tokens;
            if name.may_be_absent() {
                quote!(match #value { Some(name) => #call, None => Some(None) })
            } else {
                quote!({ let name = #value; #call })
            }
        }
    })
}

/// The name that is searched for, as a variable of its own.
fn searched(variable: &BoundVariable, name: &Source) -> BoundVariable {
    let id = matches!(name, Source::SubjectId(_) | Source::Subject(_) | Source::Lookup { .. });
    let ty = if id { apollo_compiler::ty!(ID!) } else { apollo_compiler::ty!(String!) };
    let ty = GraphqlType(if name.may_be_absent() { ty.nullable() } else { ty });
    BoundVariable { name: format!("{}_name", names::field_name(&variable.name)), ty, source: name.clone() }
}

/// The functions behind the calls of a plan.
pub(super) fn functions(variables: &Variables<'_>, plan: &Plan) -> Result<Vec<TokenStream>, EmitError> {
    let mut looked_up = Vec::new();
    plan.variables.iter().chain(plan.kept()).for_each(|variable| inside(variables, variable, &mut looked_up));
    looked_up.iter().map(|variable| Ok(Function::new(variables, variable)?.declaration())).collect()
}

/// A variable and everything inside it that the card's lookups fill.
fn inside(variables: &Variables<'_>, variable: &BoundVariable, found: &mut Vec<BoundVariable>) {
    let members = |members: &[(String, Source)], found: &mut Vec<BoundVariable>| {
        let fields = variables.scope.schema.input_fields(variable.ty.name()).unwrap_or_default();
        for (name, source) in members {
            if let Some(field) = fields.iter().find(|field| field.name == name.as_str()) {
                inside(variables, &made::member(variable, name, &field.ty, source), found);
            }
        }
    };
    let lookup = match &variable.source {
        Source::Object(of) => return members(of, found),
        Source::Choose { on, ty, cases, .. } => {
            let ty = GraphqlType(ty.0.clone().non_null());
            inside(variables, &BoundVariable { name: made::on_name(variable), ty, source: (**on).clone() }, found);
            return cases.iter().for_each(|(_, of)| members(of, found));
        }
        Source::OrLookup { lookup, .. } => {
            return inside(variables, &BoundVariable { source: (**lookup).clone(), ..variable.clone() }, found);
        }
        Source::Match { lookup, name, .. } => {
            inside(variables, &searched(variable, name), found);
            *lookup
        }
        Source::Lookup { lookup, .. } | Source::MapArray { lookup, .. } => *lookup,
        _ => return,
    };
    if let Some(lookup) = lookup_of(variables.card, lookup) {
        lookup.variables.iter().for_each(|inner| inside(variables, &of_lookup(lookup, inner), found));
    }
    if !found.iter().any(|known| known.name == variable.name) {
        found.push(variable.clone());
    }
}

/// A variable of a lookup, with a name that no variable of the plan has.
fn of_lookup(lookup: &BoundLookup, variable: &BoundVariable) -> BoundVariable {
    BoundVariable {
        name: format!("{}_{}", names::field_name(&lookup.id), names::field_name(&variable.name)),
        ..variable.clone()
    }
}

/// A reference to a key as the parameter of a lookup: text, or a number that GraphQL can hold.
pub(super) fn key(key: &TokenStream, rust: &Rust, input: &str) -> TokenStream {
    match rust {
        Rust::Unsigned | Rust::Signed => quote!(g::to_int32(*#key, #input)?),
        Rust::Enum(..) | Rust::Id(_) => quote!(#key.as_str()),
        _ => quote!(#key),
    }
}

struct Function<'a> {
    name: Ident,
    lookup: &'a BoundLookup,
    /// The parameter that is searched for.
    parameter: Option<TokenStream>,
    /// What is looked up first.
    before: TokenStream,
    variables: Vec<TokenStream>,
    /// What is done with `data`.
    body: TokenStream,
    answer: TokenStream,
}

impl<'a> Function<'a> {
    fn new(variables: &Variables<'a>, variable: &BoundVariable) -> Result<Self, EmitError> {
        let (index, many) = match &variable.source {
            Source::Lookup { lookup, path, .. } => (*lookup, path.steps.iter().any(|step| step.each)),
            Source::MapArray { lookup, .. } => (*lookup, true),
            Source::Match { lookup, .. } => (*lookup, false),
            _ => return Err(variables.unsupported("a lookup that is none")),
        };
        let lookup = lookup_of(variables.card, index).ok_or_else(|| variables.unsupported("it has no such lookup"))?;
        let module = operation_module(&lookup.operation);
        let inner = Variables { module: &module, ..*variables };
        let mut before = TokenStream::new();
        let filled = lookup.variables.iter().map(|variable| {
            let name = scope::client_field(&variable.name);
            Ok(match inner.fill(&of_lookup(lookup, variable))? {
                Filled::Known(value) => {
                    let value = value.tokens;
                    quote!(#name: #value)
                }
                Filled::LookedUp(ask) => {
                    before.extend(quote!(let Some(#name) = #ask else { return Ok(None); };));
                    quote!(#name)
                }
            })
        });
        let filled = filled.collect::<Result<Vec<_>, EmitError>>()?;
        let (parameter, body) = body(lookup, variable, variables)?;
        let answer = leaf_type(variables.scope, &variable.ty);
        let answer = if many { quote!(Vec<#answer>) } else { answer };
        let name = names::ident(&format!("look_up_{}", names::field_name(&variable.name)));
        Ok(Function { name, lookup, parameter, before, variables: filled, body, answer })
    }

    fn uses_self(&self) -> bool {
        self.variables.iter().chain([&self.before]).any(|tokens| tokens::mentions(tokens, "self"))
    }

    fn declaration(&self) -> TokenStream {
        let Function { name, parameter, before, variables, body, answer, lookup } = self;
        let receiver = self.uses_self().then(|| quote!(&self,));
        let (module, document) = (operation_module(&lookup.operation), document(&lookup.operation));
        let doc = format!(" Asks `{}`; `None` while there is no answer.", lookup.id);
        quote! {
            #[doc = #doc]
            fn #name(#receiver #parameter lookups: &mut g::Lookups) -> ::ghx::Result<Option<#answer>> {
                #before
                let variables = #module::Variables { #(#variables),* };
                let Some(data) = lookups.ask::<#document>(&variables)? else {
                    return Ok(None);
                };
                #body
            }
        }
    }
}

fn lookup_of(card: &BoundCard, index: usize) -> Option<&BoundLookup> {
    card.graphql.as_ref()?.lookups.get(index)
}

/// The parameter and what is done with the data.
fn body(
    lookup: &BoundLookup,
    variable: &BoundVariable,
    variables: &Variables<'_>,
) -> Result<(Option<TokenStream>, TokenStream), EmitError> {
    let what = &lookup.id;
    match &variable.source {
        Source::MapArray { nodes, match_field, extract_field, .. } => {
            let body = matched(lookup, nodes, match_field, extract_field);
            Ok((Some(quote!(names: &[String],)), quote!(#body g::match_names(#what, names, nodes).map(Some))))
        }
        Source::Match { nodes, match_field, extract_field, exact, .. } => {
            let body = matched(lookup, nodes, match_field, extract_field);
            Ok((Some(quote!(name: &str,)), quote!(#body g::match_name(#what, name, #exact, nodes).map(Some))))
        }
        Source::Lookup { path, .. } => {
            let number = lookup.variables.iter().any(|v| matches!(v.source, Source::Element) && v.ty.name() == "Int");
            let parameter = lookup.each.as_ref().map(|_| if number { quote!(key: i64,) } else { quote!(key: &str,) });
            let id = &lookup.id;
            let missing = if lookup.each.is_some() {
                let text = format!("no {} `{{key}}`", tokens::format_text(id));
                quote!(format!(#text))
            } else {
                format!("no {id}").to_token_stream()
            };
            Ok((parameter, scalar(path, &missing, &variable.ty)))
        }
        _ => Err(variables.unsupported("a lookup that is none")),
    }
}

/// The value at the end of a path on which null means: not found.
fn scalar(path: &Path, missing: &TokenStream, ty: &GraphqlType) -> TokenStream {
    let ops = path::ops(path, "");
    let mut bindings = Bindings::new(&["data", "key", "lookups", "variables"]);
    let fail = |step: &Try, place: &Place| or_not_found(step, place, missing);
    let (place, rest) = bindings.lead(Place::value(quote!(data)), &ops, &fail);
    let statements = &bindings.statements;
    let value = if rest.is_empty() {
        owned(&place, ty)
    } else {
        let values = path::values(&place, rest);
        let copied = if is_copy(ty.name()) { quote!(.copied()) } else { quote!(.cloned()) };
        quote!(#values #copied.collect())
    };
    quote! {
        #(#statements)*
        Ok(Some(#value))
    }
}

fn or_not_found(step: &Try, place: &Place, missing: &TokenStream) -> TokenStream {
    let option = step.option(place).as_ref();
    quote!(#option.ok_or_else(|| g::not_found(#missing))?)
}

/// Every name, matched against the nodes.
fn matched(lookup: &BoundLookup, nodes: &Path, match_field: &Path, extract_field: &Path) -> TokenStream {
    let what = &lookup.id;
    let ops = path::ops(nodes, "");
    let mut bindings = Bindings::new(&["data", "names", "name", "lookups", "variables", "nodes"]);
    let missing = format!("no {what}");
    let fail = |step: &Try, place: &Place| or_not_found(step, place, &missing.to_token_stream());
    let (place, rest) = bindings.lead(Place::value(quote!(data)), &ops, &fail);
    let (statements, nodes) = (&bindings.statements, path::values(&place, rest));
    let (name, value) = (leaf_of(match_field), leaf_of(extract_field));
    let pair = quote!((#name.as_str(), #value.clone()));
    let pairs =
        if tokens::may_return(&pair) { quote!(filter_map(|node| Some(#pair))) } else { quote!(map(|node| #pair)) };
    quote! {
        #(#statements)*
        let nodes = #nodes.#pairs;
    }
}

/// A leaf of a node, inside a closure that gives `Option`.
fn leaf_of(path: &Path) -> TokenStream {
    let mut place = Place::reference(quote!(node));
    for op in path::ops(path, "") {
        place = match &op {
            Op::Field(name) => place.field(name),
            Op::Try(step) => {
                let option = step.option(&place).as_ref();
                Place::reference(quote!(#option?))
            }
            Op::Each { .. } => place,
        };
    }
    place.tokens
}

/// The leaf at a place, as a value of its own.
pub(super) fn owned(place: &Place, ty: &GraphqlType) -> TokenStream {
    let tokens = &place.tokens;
    if is_copy(ty.name()) { place.copied() } else { quote!(#tokens.clone()) }
}

fn is_copy(scalar: &str) -> bool {
    matches!(scalar, "Int" | "Boolean" | "Float")
}

/// The Rust type of a GraphQL leaf, in the generator's types.
pub(super) fn leaf_type(scope: &Scope<'_>, ty: &GraphqlType) -> TokenStream {
    match ty.name() {
        "Int" => quote!(i64),
        "Boolean" => quote!(bool),
        "Float" => quote!(f64),
        name if scope.is_enum(name) => {
            let (types, name) = (scope.types(), names::ident(name));
            quote!(#types::#name)
        }
        _ => quote!(String),
    }
}
