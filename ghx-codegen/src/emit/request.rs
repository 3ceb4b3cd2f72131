//! `Capability::request`: from the inputs to the operation and its variables, lookups first.

use super::{
    error::EmitError,
    input::{Presence, SubjectField, field_ident, presence},
    lookup,
    scope::{Holder, Scope, client_field, document, operation_module},
    tokens,
    variable::{Filled, Variables},
};
use crate::{
    model::{BoundCard, BoundVariable, Form, Plan, Source},
    names,
    operation::Operation,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The body of a function that makes the request of one plan.
pub(super) struct RequestBody {
    pub(super) tokens: TokenStream,
    /// The functions that ask the card's own lookups.
    pub(super) functions: Vec<TokenStream>,
    /// Does it look anything up?
    pub(super) looks_up: bool,
}

/// The request of one plan.
pub(super) fn body(
    scope: &Scope<'_>,
    card: &BoundCard,
    subjects: &[SubjectField<'_>],
    plan: &Plan,
) -> Result<RequestBody, EmitError> {
    let (module, operation) = (operation_module(&plan.operation), scope.operation(&plan.operation)?);
    let variables = Variables { scope, card, subjects, module: &module, element: None };
    let mut asked = Asked::default();
    let fields = fields(&variables, plan, operation, &mut asked)?;
    let kept = kept(&variables, plan, &mut asked)?;
    let document = document(&plan.operation);
    let waiting = asked.waiting();
    let nulls = nulls(plan);
    let made = if operation.variables.is_empty() {
        quote!(#module::Variables)
    } else {
        quote!(#module::Variables { #(#fields),* })
    };
    let sent = if nulls.is_empty() && kept.is_empty() {
        quote!(g::Request::new::<#document>(&variables).map(Some))
    } else {
        quote! {
            let mut request = g::Request::new::<#document>(&variables)?;
            #(#nulls)*
            #(#kept)*
            Ok(Some(request))
        }
    };
    let tokens = quote! {
        #waiting
        let variables = #made;
        #sent
    };
    let tokens = with_form(tokens, subjects, plan);
    Ok(RequestBody { tokens, functions: lookup::functions(&variables, plan)?, looks_up: !asked.names.is_empty() })
}

/// What has to be answered before the request can be made.
#[derive(Default)]
struct Asked {
    names: Vec<Ident>,
    /// An `Option` each.
    asks: Vec<TokenStream>,
}

impl Asked {
    /// Asks everything, and only then waits: so one round of lookups is enough.
    fn waiting(&self) -> TokenStream {
        let Asked { names, asks } = self;
        match (names.as_slice(), asks.as_slice()) {
            ([name], [ask]) => quote!(let Some(#name) = #ask else { return Ok(None); };),
            ([], _) => TokenStream::new(),
            (names, asks) => quote! {
                #(let #names = #asks;)*
                let (#(Some(#names)),*) = (#(#names),*) else { return Ok(None); };
            },
        }
    }
}

/// `name: value` for each variable of the operation.
fn fields(
    variables: &Variables<'_>,
    plan: &Plan,
    operation: &Operation,
    asked: &mut Asked,
) -> Result<Vec<TokenStream>, EmitError> {
    operation
        .variables
        .iter()
        .map(|declared| {
            let name = client_field(&declared.name);
            let Some(bound) = plan.variables.iter().find(|v| v.name == declared.name) else {
                let default = declared.ty.nullable().then(|| quote!(#name: None));
                return default.ok_or_else(|| variables.unsupported(format!("nothing fills `${}`", declared.name)));
            };
            match variables.fill(bound)? {
                Filled::Known(value) => {
                    let value = value.tokens;
                    Ok(quote!(#name: #value))
                }
                Filled::LookedUp(ask) => {
                    asked.asks.push(ask);
                    asked.names.push(name.clone());
                    Ok(quote!(#name))
                }
            }
        })
        .collect()
}

/// What outputs need of what is known before the request is sent.
fn kept(variables: &Variables<'_>, plan: &Plan, asked: &mut Asked) -> Result<Vec<TokenStream>, EmitError> {
    plan.kept()
        .map(|kept| {
            let (key, name) = (&kept.name, names::ident(&kept.name));
            let value = match variables.fill(kept)? {
                Filled::Known(value) => value.tokens,
                Filled::LookedUp(ask) => {
                    asked.asks.push(ask);
                    asked.names.push(name.clone());
                    quote!(#name)
                }
            };
            Ok(quote!(request = request.keep(#key, #value);))
        })
        .collect()
}

/// Null is sent where an input is null, and where the card says so.
fn nulls(plan: &Plan) -> Vec<TokenStream> {
    plan.variables.iter().filter_map(null).collect()
}

fn null(variable: &BoundVariable) -> Option<TokenStream> {
    let name = &variable.name;
    let property = match &variable.source {
        Source::Literal(value) if value.is_null() => return Some(quote!(request = request.with_null(#name);)),
        Source::Input { property, .. }
        | Source::Find { from_input: Some((property, _)), .. }
        | Source::MapArray { from_input: property, .. } => property,
        _ => return None,
    };
    if presence(property) != Presence::Nullable || !variable.ty.nullable() {
        return None;
    }
    let input = field_ident(property);
    Some(quote! {
        if self.#input.is_null() {
            request = request.with_null(#name);
        }
    })
}

/// Where the plan serves every form, a value of one form is taken with an error for the others.
fn with_form(tokens: TokenStream, subjects: &[SubjectField<'_>], plan: &Plan) -> TokenStream {
    let Some(main) = subjects.first().filter(|main| main.holder == Holder::Subject && plan.form.is_none()) else {
        return tokens;
    };
    let (name, spec) = (&main.name, &main.spec);
    let numbered = tokens::mentions(&tokens, "numbered")
        .then(|| quote!(let numbered = g::require_numbered(&#spec, &self.#name)?;));
    quote!(#numbered #tokens)
}

/// The parameter that the function for one form takes, and the pattern of the form.
pub(super) fn form_pattern(form: Form) -> Option<(TokenStream, TokenStream)> {
    match form {
        Form::Numbered => Some((quote!(g::Subject::Numbered(numbered)), quote!(numbered))),
        Form::Id => Some((quote!(g::Subject::Id(id)), quote!(id))),
        Form::Named | Form::Sibling => None,
    }
}
