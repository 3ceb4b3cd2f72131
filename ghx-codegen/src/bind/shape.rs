//! The shape of a response at one place, whatever describes it: the selection of a GraphQL document, GitHub's OpenAPI
//! description, or `gh-json.yaml`.

use super::value::fit;
use crate::{
    operation::{self, FieldShape, GraphqlType, Operation},
    schema::{Described, Schema},
    source::Span,
};

/// What a response has at a place.
#[derive(Clone, Debug)]
pub(super) enum Shape<'s> {
    /// A part of a selection.
    Selected(Selected<'s>),
    /// A part of a JSON response.
    Json {
        /// What describes it.
        described: Described<'s>,
        /// The key that leads there; empty for the response itself.
        key: String,
    },
}

/// A part of the response to an operation.
#[derive(Clone, Debug)]
pub(super) struct Selected<'s> {
    pub(super) schema: &'s Schema,
    pub(super) operation: &'s Operation,
    /// The field; `None` for the response itself.
    pub(super) field: Option<&'s FieldShape>,
    /// Its type, or that of its elements; `None` for the response itself.
    pub(super) ty: Option<GraphqlType>,
    /// The type that the field was selected on, narrowed.
    pub(super) parent: String,
    /// For `__typename`: the kinds that the selection tells apart.
    pub(super) kinds: Option<Vec<&'s str>>,
    /// What is selected there; `None` for leaves.
    pub(super) selection: Option<&'s operation::Shape>,
    /// The number of steps to it: 0 for the response itself.
    pub(super) depth: usize,
    /// Was it reached through an anchor?
    pub(super) anchored: bool,
}

impl Selected<'_> {
    /// Where it is selected: the field or the operation, and the fragments that are spread there.
    pub(super) fn places(&self) -> Vec<Span> {
        let selections = self.selection.iter().flat_map(|selection| std::iter::once(*selection).chain(&selection.on));
        let fragments = selections.flat_map(|selection| &selection.fragments).copied();
        std::iter::once(self.field.map_or(self.operation.span, |field| field.span)).chain(fragments).collect()
    }
}

/// A value that has no parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    /// A whole number.
    Integer,
    /// A number, with a fraction or without.
    Number,
    /// True or false.
    Boolean,
    /// A string.
    Text,
    /// A node id.
    Id,
    /// Something that no output can be.
    Other,
}

impl<'s> Shape<'s> {
    /// JSON that a schema describes.
    pub(super) fn json(described: Described<'s>) -> Self {
        Shape::Json { described, key: String::new() }
    }

    /// The whole response to an operation.
    pub(super) fn response(schema: &'s Schema, operation: &'s Operation) -> Self {
        Shape::Selected(Selected {
            schema,
            operation,
            field: None,
            ty: None,
            parent: operation.shape.ty.clone(),
            kinds: None,
            selection: Some(&operation.shape),
            depth: 0,
            anchored: true,
        })
    }

    /// May it be null, or not be there at all?
    pub(super) fn nullable(&self) -> bool {
        match self {
            Shape::Selected(at) => at.ty.as_ref().is_some_and(GraphqlType::nullable),
            Shape::Json { described, .. } => described.nullable,
        }
    }

    /// The same value, never null.
    pub(super) fn never_null(self) -> Self {
        match self {
            Shape::Selected(at) => Shape::Selected(Selected { anchored: true, ..at }),
            Shape::Json { described, key } => Shape::Json { described: described.never_null(), key },
        }
    }

    /// Does it have members?
    pub(super) fn is_object(&self) -> bool {
        match self {
            Shape::Selected(at) => at.selection.is_some() && !self.is_list(),
            Shape::Json { described, .. } => described.can_be("object"),
        }
    }

    /// Is it always a list?
    pub(super) fn is_list(&self) -> bool {
        match self {
            Shape::Selected(at) => at.ty.as_ref().is_some_and(GraphqlType::is_list),
            Shape::Json { described, .. } => described.is("array"),
        }
    }

    /// The elements of a list.
    pub(super) fn items(&self) -> Option<Shape<'s>> {
        match self {
            Shape::Selected(at) => {
                let ty = at.ty.as_ref()?.item()?;
                Some(Shape::Selected(Selected { ty: Some(ty), ..at.clone() }))
            }
            Shape::Json { described, .. } => {
                let items = described.items().filter(|_| described.is("array"))?;
                Some(Shape::Json { described: items, key: String::new() })
            }
        }
    }

    /// The kind of scalar that it is.
    pub(super) fn scalar(&self) -> Scalar {
        match self {
            Shape::Selected(at) => match at.ty.as_ref().map_or("", GraphqlType::name) {
                "Int" => Scalar::Integer,
                "Boolean" => Scalar::Boolean,
                "ID" => Scalar::Id,
                _ if at.selection.is_some() => Scalar::Other,
                "Float" => Scalar::Number,
                _ => Scalar::Text,
            },
            Shape::Json { described, .. } if described.is("integer") => Scalar::Integer,
            Shape::Json { described, .. } if described.is("number") => Scalar::Number,
            Shape::Json { described, .. } if described.is("boolean") => Scalar::Boolean,
            Shape::Json { described, key } if described.is("string") => {
                if key == "node_id" || described.format() == Some("id") { Scalar::Id } else { Scalar::Text }
            }
            Shape::Json { .. } => Scalar::Other,
        }
    }

    /// The strings that it can be, if they are listed.
    pub(super) fn enum_values(&self) -> Option<Vec<&'s str>> {
        match self {
            Shape::Selected(Selected { kinds: Some(kinds), .. }) => Some(kinds.clone()),
            Shape::Selected(at) => at.schema.enum_values(at.ty.as_ref()?.name()),
            Shape::Json { described, .. } => described.enum_values(),
        }
    }

    /// The format of a string: `uri` or `date-time`.
    pub(super) fn format(&self) -> Option<&'s str> {
        match self {
            Shape::Selected(at) => fit::scalar_format(at.ty.as_ref()?.name()),
            Shape::Json { described, .. } => described.format().filter(|format| ["uri", "date-time"].contains(format)),
        }
    }

    /// How the login of an account is written, if it is one: what is added for an app, and what means a deleted account.
    pub(super) fn login(&self) -> Option<(&'s str, &'s str)> {
        match self {
            Shape::Selected(_) => None,
            Shape::Json { described, .. } => described.login(),
        }
    }

    /// The kind of node that this is the id of.
    pub(super) fn kind(&self) -> Option<String> {
        match self {
            Shape::Selected(at) => {
                let is_id = at.ty.as_ref()?.name() == "ID" && at.field?.name == "id";
                is_id.then(|| at.parent.clone())
            }
            Shape::Json { .. } => None,
        }
    }

    /// The name of its GraphQL type inside lists and non-nulls; empty for JSON.
    pub(super) fn type_name(&self) -> &str {
        match self {
            Shape::Selected(at) => at.ty.as_ref().map_or("", GraphqlType::name),
            Shape::Json { .. } => "",
        }
    }

    /// The field of a selection.
    pub(super) fn field(&self) -> Option<&'s FieldShape> {
        match self {
            Shape::Selected(at) => at.field,
            Shape::Json { .. } => None,
        }
    }

    /// Where a document selects it.
    pub(super) fn selected(&self) -> Option<Span> {
        match self {
            Shape::Selected(at) => Some(at.field.map_or(at.operation.span, |field| field.span)),
            Shape::Json { .. } => None,
        }
    }

    /// For messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Shape::Selected(at) => at.ty.as_ref().map_or_else(String::new, |ty| format!("`{ty}`")),
            Shape::Json { .. } if self.scalar() == Scalar::Id => "a node id".to_owned(),
            Shape::Json { described, .. } => match self.format() {
                Some(format) => format!("string of format {format}"),
                None => described.describe(),
            },
        }
    }
}
