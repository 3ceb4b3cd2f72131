//! What a place accepts: a GraphQL type, or what an `OpenAPI` schema or a flag of `gh` describes.

use crate::{
    operation::GraphqlType,
    schema::{Described, Schema},
};
use apollo_compiler::schema::ExtendedType;

/// What a place accepts.
#[derive(Clone)]
pub(in crate::bind) enum Accepts<'t> {
    /// A GraphQL type.
    Graphql(&'t Schema, GraphqlType),
    /// JSON.
    Json(Described<'t>),
}

impl<'t> Accepts<'t> {
    pub(super) fn is_graphql(&self) -> bool {
        matches!(self, Accepts::Graphql(..))
    }

    /// May null be sent?
    pub(super) fn nullable(&self) -> bool {
        match self {
            Accepts::Graphql(_, ty) => ty.nullable(),
            Accepts::Json(json) => json.nullable,
        }
    }

    /// Can a value of this JSON type be sent?
    pub(in crate::bind) fn can_be(&self, json: &str) -> bool {
        let (schema, ty) = match self {
            Accepts::Json(described) => return described.can_be(json) || described.types().is_empty(),
            Accepts::Graphql(schema, ty) => (schema, ty),
        };
        if ty.is_list() {
            return json == "array";
        }
        match (json, ty.name()) {
            ("string", "String" | "ID") | ("integer", "Int") | ("number", "Float") | ("boolean", "Boolean") => true,
            ("string", "Int" | "Float" | "Boolean") => false,
            ("string", name) => matches!(schema.ty(name), Some(ExtendedType::Scalar(_) | ExtendedType::Enum(_))),
            ("object", name) => schema.input_fields(name).is_some(),
            _ => false,
        }
    }

    /// Are only strings accepted?
    pub(super) fn is_text(&self) -> bool {
        match self {
            Accepts::Graphql(..) => self.can_be("string"),
            Accepts::Json(json) => json.is("string"),
        }
    }

    /// The elements of a list.
    pub(in crate::bind) fn item(&self) -> Option<Accepts<'t>> {
        match self {
            Accepts::Graphql(schema, ty) => ty.item().map(|item| Accepts::Graphql(schema, item)),
            Accepts::Json(json) => json.items().map(Accepts::Json),
        }
    }

    /// The strings that are accepted, if they are listed.
    pub(super) fn enum_values(&self) -> Option<Vec<&'t str>> {
        match self {
            Accepts::Graphql(schema, ty) => schema.enum_values(ty.name()),
            Accepts::Json(json) => json.enum_values(),
        }
    }

    /// The member of an object.
    pub(super) fn member(&self, name: &str) -> Option<Accepts<'t>> {
        match self {
            Accepts::Graphql(schema, ty) => {
                let fields = schema.input_fields(ty.name())?;
                let field = fields.into_iter().find(|field| field.name == name)?;
                Some(Accepts::Graphql(schema, GraphqlType((*field.ty).clone())))
            }
            Accepts::Json(json) => {
                let free = || json.entries().filter(|_| json.members().is_empty());
                let any = || Some(json.clone()).filter(|json| json.types().is_empty());
                let member = json.member(name).map(Described::if_there).or_else(free).or_else(any);
                member.map(Accepts::Json)
            }
        }
    }

    /// The members of an object, and whether each must be there.
    pub(super) fn members(&self) -> Vec<(&'t str, bool)> {
        match self {
            Accepts::Graphql(schema, ty) => {
                let fields = schema.input_fields(ty.name()).unwrap_or_default();
                fields.into_iter().map(|field| (field.name.as_str(), field.is_required())).collect()
            }
            Accepts::Json(json) => json.members().into_iter().map(|name| (name, json.requires(name))).collect(),
        }
    }

    /// The values of an object with any keys.
    pub(super) fn entries(&self) -> Option<Accepts<'t>> {
        match self {
            Accepts::Graphql(..) => None,
            Accepts::Json(json) => json.entries().map(Accepts::Json),
        }
    }

    /// Is any JSON accepted?
    pub(super) fn is_anything(&self) -> bool {
        matches!(self, Accepts::Json(json) if json.types().is_empty())
    }

    /// Can the values of an enum be sent?
    pub(super) fn takes_words(&self) -> bool {
        match self {
            Accepts::Graphql(schema, ty) => ty.name() == "String" || schema.enum_values(ty.name()).is_some(),
            Accepts::Json(_) => true,
        }
    }

    /// Does a string of this format fit? Formats of REST and `gh` are not compared.
    pub(super) fn takes_format(&self, format: Option<&str>, is_id: bool) -> bool {
        match self {
            Accepts::Json(_) => true,
            Accepts::Graphql(_, ty) => match ty.name() {
                "String" => true,
                "ID" => format.is_none(),
                scalar => !is_id && format.is_none_or(|format| super::fit::scalar_format(scalar) == Some(format)),
            },
        }
    }

    /// For messages.
    pub(in crate::bind) fn describe(&self) -> String {
        match self {
            Accepts::Graphql(_, ty) => format!("`{ty}`"),
            Accepts::Json(json) => json.describe(),
        }
    }

    /// The place in messages: the type of a variable or of a part of it, or the name of a parameter.
    pub(super) fn place(&self, target: &str) -> String {
        if self.is_graphql() { self.describe() } else { target.to_owned() }
    }
}
