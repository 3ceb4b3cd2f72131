//! The value of one variable: an expression, or a lookup that has to be answered first.

use super::{
    error::EmitError,
    expr::{self, Expr},
    input::{Presence, SubjectField, field_ident, presence},
    literal, lookup, made,
    path::{Maybe, Place},
    scope::{Holder, Scope},
    text,
    types::{self, Rust},
    value::Conversion,
};
use crate::{
    card::Property,
    model::{BoundCard, BoundVariable, Source, SubjectValue},
    names,
    operation::GraphqlType,
    yaml::Node,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value as Json;

/// How the variable is filled.
pub(super) enum Filled {
    /// By a value that is known at once.
    Known(Expr),
    /// By `Option<T>`, which is `None` while something is looked up; `T` is the type of the variable.
    LookedUp(TokenStream),
}

/// Everything that variables are made of.
#[derive(Clone, Copy)]
pub(super) struct Variables<'a> {
    pub(super) scope: &'a Scope<'a>,
    pub(super) card: &'a BoundCard,
    pub(super) subjects: &'a [SubjectField<'a>],
    pub(super) module: &'a TokenStream,
    /// The struct of the elements, in a list that is put together.
    pub(super) element: Option<&'a str>,
}

impl Variables<'_> {
    /// The value of a variable.
    pub(super) fn fill(&self, variable: &BoundVariable) -> Result<Filled, EmitError> {
        let ty = &variable.ty;
        let known = match &variable.source {
            Source::Input { property, map, default } => self.input(property, map.as_deref(), default.as_ref(), ty)?,
            Source::Element => Expr::plain(literal_element(ty)).some_if(ty.nullable()),
            Source::Subject(value) => self.subject(*value)?.some_if(ty.nullable()),
            Source::Present(name) => self.present(name)?.some_if(ty.nullable()),
            Source::Literal(value) => Expr::plain(literal::graphql(self.scope, self.module, value, ty)?),
            Source::SubjectId(index) => return self.subject_id(*index, ty).map(Filled::LookedUp),
            Source::Find { question, from_input } => {
                return self.find(question, from_input.as_ref(), ty).map(Filled::LookedUp);
            }
            Source::Lookup { .. } | Source::MapArray { .. } => {
                return lookup::ask(self, variable).map(Filled::LookedUp);
            }
            Source::Match { .. } => return lookup::ask_one(self, variable).map(Filled::LookedUp),
            Source::Choose { .. } => return made::choose(self, variable).map(Filled::LookedUp),
            Source::OrLookup { property, lookup } => return self.or_lookup(variable, property, lookup),
            Source::Object(members) => return made::object(self, variable, members),
            Source::List { list, of } => made::list(self, variable, list, of)?,
            Source::Text(words) => text::text(self, words, ty)?,
            Source::ElementAt(path) => made::element_at(self, path, ty)?,
            Source::First(sources) => made::first(self, variable, sources)?,
            Source::Base64(inner) => made::base64(self, variable, inner)?,
            Source::Joined { input, separator } => self.joined(input, separator, ty)?,
            Source::Entries { .. }
            | Source::FoundMatch { .. }
            | Source::Found { .. }
            | Source::FoundElement(_)
            | Source::Address { .. }
            | Source::Repository => {
                return Err(self.unsupported("a value that only REST and `gh` have"));
            }
        };
        Ok(Filled::Known(known))
    }

    pub(super) fn conversion<'c>(&'c self, input: &'c str) -> Conversion<'c> {
        Conversion { scope: self.scope, module: self.module, input }
    }

    pub(super) fn rust(&self, property: &Property) -> Rust {
        types::input(self.scope, self.card, &types::struct_name(self.card), property)
    }

    fn input(
        &self,
        property: &Property,
        map: Option<&[(String, Json)]>,
        default: Option<&Json>,
        ty: &GraphqlType,
    ) -> Result<Expr, EmitError> {
        let rust = self.rust(property);
        let own = property.default.as_ref().map(Node::to_json);
        let default = default.or(own.as_ref());
        let conversion = self.conversion(&property.name.value);
        let absent = match (default, map) {
            (Some(default), Some(map)) if property.default.is_some() => {
                Some(translate(map, default).unwrap_or(default))
            }
            (default, _) => default,
        };
        self.per_value(property, absent, ty, &|place, ty| match (map, &rust) {
            (Some(map), Rust::Enum(name, _)) => conversion.translated(place, name, map, ty),
            _ => conversion.value(place, &property.schema, &rust, ty),
        })
    }

    /// What `convert` makes of the value of an input; `absent` or `None` if it is absent.
    pub(super) fn per_value(
        &self,
        property: &Property,
        absent: Option<&Json>,
        ty: &GraphqlType,
        convert: &dyn Fn(&Place, &GraphqlType) -> Result<Expr, EmitError>,
    ) -> Result<Expr, EmitError> {
        let name = field_ident(property);
        let Some(option) = given(property) else {
            let value = convert(&Place::reference(quote!(self.#name.get()?)), ty)?;
            return Ok(Expr { fallible: true, ..value });
        };
        let value = if let Some(absent) = absent {
            let absent = literal::graphql(self.scope, self.module, absent, ty)?;
            expr::or(&option, &name, &convert(&Place::reference(&name), ty)?, &absent)
        } else {
            let inner = GraphqlType(ty.0.clone().non_null());
            expr::map(&option, &name, &convert(&Place::reference(&name), &inner)?)
        };
        Ok(Expr { fallible: true, ..value })
    }

    /// The elements of a list of texts as one text.
    fn joined(&self, input: &Property, separator: &str, ty: &GraphqlType) -> Result<Expr, EmitError> {
        let name = &input.name.value;
        self.per_value(input, None, ty, &|place, ty| {
            let list = place.borrowed();
            let joined = quote!(g::join_texts(#list.iter().map(|item| item.as_str()), #separator, #name)?);
            Ok(Expr::fallible(joined).some_if(ty.nullable()))
        })
    }

    /// An input, or what a lookup finds.
    fn or_lookup(&self, variable: &BoundVariable, property: &Property, lookup: &Source) -> Result<Filled, EmitError> {
        let (name, rust) = (field_ident(property), self.rust(property));
        let option = given(property).ok_or_else(|| self.unsupported("an input that is never absent"))?.scrutinee();
        let conversion = self.conversion(&property.name.value);
        let value = conversion.value(&Place::reference(&name), &property.schema, &rust, &variable.ty)?.tokens;
        let ask = match self.fill(&BoundVariable { source: lookup.clone(), ..variable.clone() })? {
            Filled::LookedUp(ask) => ask,
            Filled::Known(known) => {
                let known = known.tokens;
                quote!(Some(#known))
            }
        };
        Ok(Filled::LookedUp(quote!(match #option { Some(#name) => Some(#value), None => #ask })))
    }

    fn present(&self, input: &str) -> Result<Expr, EmitError> {
        let property = self.property(input)?;
        let name = field_ident(property);
        Ok(Expr::plain(match presence(property) {
            Presence::Required => quote!(true),
            Presence::Optional => quote!(self.#name.is_some()),
            Presence::Nullable => quote!(!self.#name.is_absent()),
        }))
    }

    /// The card's input of that name.
    pub(super) fn property(&self, name: &str) -> Result<&Property, EmitError> {
        let found = self.card.card.input(name);
        found.ok_or_else(|| self.unsupported(format!("there is no input `{name}`")))
    }

    /// A value of the main subject, in the form of the plan.
    pub(super) fn subject(&self, value: SubjectValue) -> Result<Expr, EmitError> {
        let main = self.subjects.first().ok_or_else(|| self.unsupported("it has no subject"))?;
        let name = &main.name;
        let repo = if main.holder == Holder::Repo { quote!(self.#name) } else { quote!(numbered.repo) };
        Ok(match value {
            SubjectValue::Owner => Expr::plain(quote!(#repo.owner().to_owned())),
            SubjectValue::Name => Expr::plain(quote!(#repo.name().to_owned())),
            SubjectValue::Number => {
                let input = main.subject.subject.inputs.number.as_ref().map_or("number", |n| n.value.as_str());
                Expr::fallible(quote!(g::to_int32(*numbered.number.get()?, #input)?))
            }
            SubjectValue::Id => Expr::fallible(quote!(id.get()?.as_str().to_owned())),
            SubjectValue::Anchor | SubjectValue::Key | SubjectValue::App => {
                return Err(self.unsupported("a subject offers `anchor` and `key` to its lookups only"));
            }
        })
    }

    fn subject_id(&self, index: usize, ty: &GraphqlType) -> Result<TokenStream, EmitError> {
        let field = self.subjects.get(index).ok_or_else(|| self.unsupported("it has no such subject"))?;
        let function = question_function(&field.subject.subject.name.value, "id");
        let arguments = self.arguments(field)?;
        Ok(wrapped(&quote!(#function(#arguments lookups)?), ty))
    }

    /// `&self.parent, &self.issue,`.
    fn arguments(&self, field: &SubjectField<'_>) -> Result<TokenStream, EmitError> {
        let name = &field.name;
        if field.holder != Holder::Related {
            return Ok(quote!(&self.#name,));
        }
        match self.subjects.first() {
            Some(main) if main.holder == Holder::Subject => {
                let main = &main.name;
                Ok(quote!(&self.#name, &self.#main,))
            }
            _ => Err(self.unsupported("a subject within another needs that one as the main subject")),
        }
    }

    fn find(
        &self,
        question: &str,
        from_input: Option<&(Property, bool)>,
        ty: &GraphqlType,
    ) -> Result<TokenStream, EmitError> {
        let main = self.subjects.first().ok_or_else(|| self.unsupported("it has no subject"))?;
        let function = question_function(&main.subject.subject.name.value, question);
        let subject = self.arguments(main)?;
        let Some((property, many)) = from_input else {
            return Ok(wrapped(&quote!(#function(#subject lookups)?), ty));
        };
        let ask = |key: &TokenStream, rust: &Rust| {
            let key = lookup::key(key, rust, &property.name.value);
            quote!(#function(#subject #key, lookups))
        };
        self.per_input(property, *many, ty, &ask)
    }

    /// Asks for the value of an input, or for each of its elements; an absent input asks nothing. `ask` is given a reference.
    pub(super) fn per_input(
        &self,
        property: &Property,
        many: bool,
        ty: &GraphqlType,
        ask: &dyn Fn(&TokenStream, &Rust) -> TokenStream,
    ) -> Result<TokenStream, EmitError> {
        let (name, rust) = (field_ident(property), self.rust(property));
        let asked = |input: &TokenStream| match (many, &rust) {
            (true, Rust::List(item)) => {
                let one = ask(&quote!(key), item);
                Ok(quote!(g::look_up_all(#input, |key| #one)?))
            }
            (false, rust) => {
                let one = ask(input, rust);
                Ok(quote!(#one?))
            }
            (true, _) => Err(self.unsupported(format!("`{}` is not a list", property.name.value))),
        };
        let Some(option) = given(property) else {
            return Ok(wrapped(&asked(&quote!(self.#name.get()?))?, ty));
        };
        let asked = asked(&quote!(#name))?;
        if !ty.nullable() {
            return Err(self.unsupported(format!("`{}` may be absent", property.name.value)));
        }
        let option = option.scrutinee();
        Ok(quote!(match #option { Some(#name) => #asked.map(Some), None => Some(None) }))
    }

    pub(super) fn unsupported(&self, what: impl Into<String>) -> EmitError {
        EmitError::unsupported(&self.card.card.id.value, what)
    }
}

/// `Option<T>` as the `Option` of a nullable variable's type.
pub(super) fn wrapped(asked: &TokenStream, ty: &GraphqlType) -> TokenStream {
    if ty.nullable() { quote!(#asked.map(Some)) } else { asked.clone() }
}

/// `Option<&T>` for an input that may be absent; `None` for one that is always there.
pub(super) fn given(property: &Property) -> Option<Maybe> {
    let name = field_ident(property);
    match presence(property) {
        Presence::Required => None,
        Presence::Optional => Some(Maybe::borrowed(quote!(g::optional_value(self.#name.as_ref())?))),
        Presence::Nullable => Some(Maybe::borrowed(quote!(g::optional_value(self.#name.value())?))),
    }
}

/// `super::subjects::find_issue_label`.
pub(super) fn question_function(subject: &str, question: &str) -> TokenStream {
    let name = question_name(subject, question);
    quote!(super::subjects::#name)
}

/// `find_issue_label`.
pub(super) fn question_name(subject: &str, question: &str) -> Ident {
    names::ident(&format!("find_{}_{}", names::field_name(subject), names::field_name(question)))
}

fn translate<'j>(map: &'j [(String, Json)], key: &Json) -> Option<&'j Json> {
    let key = key.as_str()?;
    map.iter().find(|(from, _)| from == key).map(|(_, to)| to)
}

/// In a lookup that is asked per element, the element is the parameter `key`.
fn literal_element(ty: &GraphqlType) -> TokenStream {
    if ty.name() == "Int" { quote!(key) } else { quote!(key.to_owned()) }
}
