//! `Capability::read`: from the typed response to the output.

use super::{
    error::EmitError,
    expr::{self, Expr},
    input::spec_name,
    path::{self, Bindings, Op, Place, Try},
    scope::{Scope, client_field, document},
    tokens,
    types::{self, Rust},
};
use crate::{
    card::{Effect, Type},
    model::{BoundCard, BoundCondition, BoundOutput, Operand, OutputSource, OutputValue, Plan, Test},
    names,
    operation::Operation,
};
use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Value as Json;

/// The body of a function that reads the response to one plan.
pub(super) struct ReadBody {
    pub(super) tokens: TokenStream,
    /// Does it look at the inputs?
    pub(super) uses_self: bool,
}

/// Reads the response to one plan.
pub(super) fn body(scope: &Scope<'_>, card: &BoundCard, plan: &Plan) -> Result<ReadBody, EmitError> {
    let reader = Reader { scope, card, write: card.card.effect.value == Effect::Write };
    let mut bindings = Bindings::new(&["data", "response", "list", "at"]);
    let name = types::struct_name(card);
    let data = Base { parent: &name, place: &Place::value(quote!(data)), at: "" };
    let fields = reader.fields(data, &plan.output, Some(&mut bindings))?;
    let (document, statements) = (document(&plan.operation), &bindings.statements);
    let payloads = if reader.write { payloads(scope.operation(&plan.operation)?, plan) } else { Vec::new() };
    let output = names::ident(&format!("{name}Output"));
    let tokens = quote! {
        let data = response.decode::<#document>()?;
        #(#payloads)*
        #(#statements)*
        Ok(#output { #(#fields),* })
    };
    Ok(ReadBody { tokens, uses_self: plan.output.iter().any(keeps) })
}

/// A write of which no output is in the response has succeeded if its payload is not null.
fn payloads(operation: &Operation, plan: &Plan) -> Vec<TokenStream> {
    let is_read = |key: &str| plan.output.iter().any(|output| output.path.steps.first().is_some_and(|s| s.key == key));
    let unread = operation.shape.fields.iter().filter(|field| field.ty.nullable() && !is_read(&field.key));
    unread
        .map(|field| {
            let (name, key) = (client_field(&field.key), &field.key);
            quote!(g::require_written(data.#name.as_ref(), #key)?;)
        })
        .collect()
}

fn keeps(output: &BoundOutput) -> bool {
    !output.keep.is_empty()
        || matches!(output.source, OutputSource::Input(_))
        || matches!(&output.value, OutputValue::Object { fields } if fields.iter().any(keeps))
}

struct Reader<'a> {
    scope: &'a Scope<'a>,
    card: &'a BoundCard,
    write: bool,
}

/// An object of the response, whose fields are read.
#[derive(Clone, Copy)]
struct Base<'a> {
    /// The name that types inside it start with.
    parent: &'a str,
    place: &'a Place,
    /// Its path in the response.
    at: &'a str,
}

impl Reader<'_> {
    /// `name: value` for each output of an object.
    fn fields(
        &self,
        base: Base<'_>,
        outputs: &[BoundOutput],
        mut bindings: Option<&mut Bindings>,
    ) -> Result<Vec<TokenStream>, EmitError> {
        outputs
            .iter()
            .map(|output| {
                let name = names::ident(&names::field_name(&output.property.name.value));
                let value = self.property(base, output, bindings.as_deref_mut())?;
                let value = value.tokens;
                Ok(quote!(#name: #value))
            })
            .collect()
    }

    fn property(
        &self,
        base: Base<'_>,
        output: &BoundOutput,
        bindings: Option<&mut Bindings>,
    ) -> Result<Expr, EmitError> {
        let Base { parent, place, at } = base;
        match &output.source {
            OutputSource::Input(input) => return Ok(Expr::fallible(quote!(g::given(self, #input)?))),
            OutputSource::Kept(kept) => {
                let name = &kept.name;
                return Ok(Expr::fallible(quote!(response.kept(#name)?)));
            }
            OutputSource::Literal(value) => return self.literal(parent, output, value),
            _ => {}
        }
        let ops = path::ops(&output.path, at);
        // `count` ends at the list itself.
        let ops = if matches!(output.value, OutputValue::Count) { &ops[..ops.len().saturating_sub(1)] } else { &ops };
        let (place, rest) = match bindings {
            Some(bindings) => bindings.lead(place.clone(), ops, &|step, place| self.fail(step, place)),
            None => (place.clone(), ops),
        };
        let optional = output.property.schema.nullable || !output.property.required;
        let value = Value { reader: self, parent, output, at: path::text(&output.path, at), optional };
        value.follow(&place, rest)
    }

    /// A constant.
    fn literal(&self, parent: &str, output: &BoundOutput, value: &Json) -> Result<Expr, EmitError> {
        if value.is_null() {
            return Ok(Expr::plain(quote!(None)));
        }
        let rust = types::output(self.scope, parent, output);
        let unsupported = || {
            let name = &output.property.name.value;
            EmitError::unsupported(&self.card.card.id.value, format!("the output `{name}` has the constant {value}"))
        };
        let value = default_value(self.scope, value, &rust).ok_or_else(unsupported)?;
        Ok(Expr::plain(value).some_if(output.property.schema.nullable || !output.property.required))
    }

    fn fail(&self, step: &Try, place: &Place) -> TokenStream {
        let (at, option) = (&step.at, step.option(place).as_ref());
        let main = self.scope.subjects(self.card).first().map(|main| &main.subject);
        let kind = main.and_then(|main| Some((main, step.found_kind(place, &main.node.value)?)));
        if let Some((main, kind)) = kind {
            let spec = spec_name(&main.name.value);
            let function = if self.write { quote!(require_written_kind) } else { quote!(require_read_kind) };
            return quote!(g::#function(#option, &super::subjects::#spec, #kind)?);
        }
        if self.write { quote!(g::require_written(#option, #at)?) } else { quote!(g::require_read(#option, #at)?) }
    }
}

/// One output on its way.
struct Value<'a> {
    reader: &'a Reader<'a>,
    parent: &'a str,
    output: &'a BoundOutput,
    at: String,
    optional: bool,
}

impl Value<'_> {
    /// The whole value: `T`, or `Option<T>` where the property may be null or absent.
    fn follow(&self, place: &Place, ops: &[Op]) -> Result<Expr, EmitError> {
        if self.output.change.default.is_none() && self.optional && expr::is_optional(ops) {
            return self.steps(place, ops);
        }
        let value = match &self.output.change.default {
            Some(default) if expr::is_optional(ops) => self.or_default(place, ops, &self.default(default)?)?,
            _ => self.steps(place, ops)?,
        };
        Ok(value.some_if(self.optional))
    }

    fn or_default(&self, place: &Place, ops: &[Op], default: &TokenStream) -> Result<Expr, EmitError> {
        match ops.split_first() {
            Some((Op::Try(step), rest)) if !step.anchor => {
                let inner = Place::reference(&step.name);
                let inner = if expr::is_optional(rest) {
                    self.or_default(&inner, rest, default)?
                } else {
                    self.steps(&inner, rest)?
                };
                Ok(expr::or(&step.option(place), &step.name, &inner, default))
            }
            Some((Op::Try(step), rest)) => {
                let found = self.reader.fail(step, place);
                let inner = self.or_default(&Place::reference(found), rest, default)?;
                Ok(Expr::fallible(inner.tokens))
            }
            Some((Op::Field(name), rest)) => self.or_default(&place.field(name), rest, default),
            _ => self.steps(place, ops),
        }
    }

    fn steps(&self, place: &Place, ops: &[Op]) -> Result<Expr, EmitError> {
        match ops.split_first() {
            None => self.end(place),
            Some((Op::Field(name), rest)) => self.steps(&place.field(name), rest),
            Some((Op::Try(step), rest)) if step.anchor => {
                let found = self.reader.fail(step, place);
                let inner = self.steps(&Place::reference(found), rest)?;
                Ok(Expr::fallible(inner.tokens))
            }
            Some((Op::Try(step), rest)) => {
                let inner = self.steps(&Place::reference(&step.name), rest)?;
                let option = step.option(place);
                Ok(if expr::is_optional(rest) {
                    expr::and_then(&option, &step.name, &inner)
                } else {
                    expr::map(&option, &step.name, &inner)
                })
            }
            Some((Op::Each { nullable, name }, rest)) => self.each(place, *nullable, name, rest),
        }
    }

    fn each(&self, place: &Place, nullable: bool, name: &proc_macro2::Ident, rest: &[Op]) -> Result<Expr, EmitError> {
        if rest.iter().any(|op| matches!(op, Op::Each { .. })) {
            return Err(self.unsupported("a list inside a list"));
        }
        let inner = self.steps(&Place::reference(name), rest)?;
        let null_items = matches!(&self.output.property.schema.ty, Type::Array { items, .. } if items.nullable);
        let optional = expr::is_optional(rest);
        let inner = inner.some_if(null_items && !optional);
        let list = expr::collect(place, nullable, name, &inner, optional && !null_items);
        self.output.keep.iter().try_fold(list, |list, keep| self.kept(&list, keep))
    }

    /// `keep`: only some of the elements, if an input says so.
    fn kept(&self, list: &Expr, keep: &BoundCondition) -> Result<Expr, EmitError> {
        let (Operand::Field(field), Test::Equals(Json::Bool(equals))) = (&keep.operand, &keep.test) else {
            return Err(self.unsupported("a `keep` that is not about a property"));
        };
        let when = keep.when.as_ref().and_then(|(when, _)| self.reader.card.card.input(when));
        let Some(when) = when else { return Err(self.unsupported("`keep` without `when`")) };
        let field = names::ident(&names::field_name(field));
        let input = names::ident(&names::field_name(&when.name.value));
        let asked = match (&when.default, when.required) {
            (_, true) => quote!(*self.#input.get()?),
            (Some(default), false) => match default.to_json() {
                Json::Bool(default) => {
                    quote!(g::optional_value(self.#input.as_ref())?.copied().unwrap_or(#default))
                }
                _ => return Err(self.unsupported("`keep.when` without a boolean default")),
            },
            (None, false) => return Err(self.unsupported("`keep.when` without a default")),
        };
        let stays = if *equals { quote!(element.#field) } else { quote!(!element.#field) };
        let list = &list.tokens;
        Ok(Expr::fallible(quote!({
            let mut elements: Vec<_> = #list;
            if #asked {
                elements.retain(|element| #stays);
            }
            elements
        })))
    }

    /// What is taken at the end of the path.
    fn end(&self, place: &Place) -> Result<Expr, EmitError> {
        let rust = types::output(self.reader.scope, self.parent, self.output);
        match &self.output.value {
            OutputValue::Count => {
                let list = place.borrowed();
                Ok(Expr::plain(quote!(g::list_length(#list))))
            }
            OutputValue::Equals(value) => {
                let place = &place.tokens;
                Ok(Expr::plain(quote!(#place.as_str() == #value)))
            }
            OutputValue::Object { fields, .. } => {
                let name = match &rust {
                    Rust::Object(name) => name,
                    Rust::List(item) => match &**item {
                        Rust::Object(name) => name,
                        _ => return Err(self.unsupported("an object that is none")),
                    },
                    _ => return Err(self.unsupported("an object that is none")),
                };
                let ident = names::ident(name);
                let values = self.reader.fields(Base { parent: name, place, at: &self.at }, fields, None)?;
                let tokens = quote!(#ident { #(#values),* });
                let fallible = tokens::may_return(&tokens);
                Ok(if fallible { Expr::fallible(tokens) } else { Expr::plain(tokens) })
            }
            OutputValue::Leaf { .. } => Ok(self.leaf(place, &rust)),
        }
    }

    fn leaf(&self, place: &Place, rust: &Rust) -> Expr {
        match rust {
            Rust::List(item) => self.leaf(place, item),
            Rust::String
            | Rust::GraphqlEnum(_)
            | Rust::Enum(..)
            | Rust::OpenEnum(..)
            | Rust::Object(_)
            | Rust::Map(_) => Expr::cloned(place),
            Rust::Boolean | Rust::Signed | Rust::Float => Expr::copied(place),
            Rust::Unsigned => {
                let (value, at) = (place.copied(), &self.at);
                Expr::fallible(quote!(g::to_unsigned(#value, #at)?))
            }
            Rust::Timestamp => {
                let text = place.borrowed();
                Expr::plain(quote!(::ghx::value::Timestamp::new(#text)))
            }
            Rust::Id(_) => {
                let text = place.borrowed();
                Expr::plain(quote!(::ghx::NodeId::new(#text)))
            }
        }
    }

    fn default(&self, default: &Json) -> Result<TokenStream, EmitError> {
        let rust = types::output(self.reader.scope, self.parent, self.output);
        default_value(self.reader.scope, default, &rust)
            .ok_or_else(|| self.unsupported(&format!("the default {default}")))
    }

    fn unsupported(&self, what: &str) -> EmitError {
        let name = &self.output.property.name.value;
        EmitError::unsupported(&self.reader.card.card.id.value, format!("the output `{name}` has {what}"))
    }
}

/// A default as the Rust type of the output.
fn default_value(scope: &Scope<'_>, default: &Json, rust: &Rust) -> Option<TokenStream> {
    Some(match (default, rust) {
        (Json::String(text), Rust::String) => super::literal::string(text),
        (Json::String(text), Rust::GraphqlEnum(name)) => {
            let (types, name, variant) = (scope.types(), names::ident(name), super::enums::variant(text));
            quote!(#types::#name::#variant)
        }
        (Json::String(text), Rust::OpenEnum(name, _)) => {
            let (name, variant) = (names::ident(name), super::enums::variant(text));
            quote!(#name::#variant)
        }
        (Json::Bool(truth), Rust::Boolean) => quote!(#truth),
        (Json::Number(number), Rust::Unsigned) => {
            let number = proc_macro2::Literal::u64_unsuffixed(number.as_u64()?);
            quote!(#number)
        }
        (Json::Number(number), Rust::Signed) => {
            let number = proc_macro2::Literal::i64_unsuffixed(number.as_i64()?);
            quote!(#number)
        }
        (Json::Array(items), Rust::List(_)) if items.is_empty() => quote!(Vec::new()),
        _ => return None,
    })
}
