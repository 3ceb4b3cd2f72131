//! One scalar of a response: its type, its translation, and when it is null.

use super::{
    Context,
    response::{self, Found},
};
use crate::{
    bind::literal,
    card::{PathTake, Property, Route, Schema as JsonSchema, Type},
    model::{BoundOutput, OutputValue, Pick, Place},
    problem::{Code, Problem},
};

/// An output that is a scalar, or a list of scalars.
pub(super) struct Leaf<'l> {
    pub(super) property: &'l Property,
    pub(super) spec: &'l PathTake,
    /// What GraphQL says about it.
    pub(super) expected: Option<&'l BoundOutput>,
    /// Its path in the output schema.
    pub(super) path: &'l str,
}

impl Leaf<'_> {
    /// The scalar at `place`. `schema` is the property's, or that of its elements.
    pub(super) fn pick(
        &self,
        context: &mut Context<'_>,
        schema: &JsonSchema,
        found: &Found<'_>,
        place: Place,
    ) -> Option<Pick> {
        let before = context.problems.errors();
        let spec = self.spec;
        if found.list.is_none() && !spec.keep.is_empty() {
            let message = "`keep` filters the elements of a list";
            context.refuse(Code::ListMismatch, spec.keep[0].path.span, message, "not a list", "drop `keep`");
        }
        self.check_type(context, schema, found);
        self.check_enum_values(context, schema, found);
        self.check_without(context, schema, found);
        let present = self.present(context, schema, found);
        let nullable = self.nullable(context, schema, found);
        (context.problems.errors() == before).then_some(())?;
        let pairs = spec.map.iter().flatten();
        Some(Pick {
            place,
            map: pairs.map(|(from, to)| (from.value.clone(), to.to_json())).collect(),
            present: present?,
            without: spec.without.as_ref().map(|text| text.value.clone()),
            nulls: spec.nulls.iter().map(|value| value.value.clone()).collect(),
            default: spec.default.as_ref().map(crate::yaml::Node::to_json),
            nullable,
        })
    }

    fn check_type(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) {
        let (value, mapped) = (&found.value, self.spec.map.is_some());
        let id = found.last() == "node_id" || value.format() == Some("id");
        if id && value.is("string") && context.card.graphql.is_some() && context.outputs.is_empty() {
            return; // GraphQL would say whether the output is an id; why it cannot is reported elsewhere.
        }
        let fits = match &schema.ty {
            Type::Enum(_) | Type::String { .. } if mapped => value.is("string") || value.is("boolean"),
            Type::Enum(_) => value.is("string"),
            Type::String { format, .. } if self.is_id(schema) => value.is("string") && id && format.is_none(),
            Type::String { format, .. } => {
                let stated = format.as_ref().map(|format| format.value.as_str());
                value.is("string") && !id && format_of(found) == stated
            }
            Type::Integer { .. } => value.is("integer") && !mapped,
            Type::Boolean if mapped => value.is("string"),
            Type::Boolean => value.is("boolean"),
            Type::Array { .. } | Type::Object(_) => false,
        };
        if fits {
            return;
        }
        let given = match format_of(found).filter(|_| value.is("string")) {
            _ if id => "a node id".to_owned(),
            Some(format) => format!("string of format {format}"),
            None => value.describe(),
        };
        let message = format!(
            "the output `{}` is of type {}, but the route `{}` returns {given}",
            self.property.name.value,
            self.described(schema),
            context.route.as_str()
        );
        let help = match &schema.ty {
            Type::Array { .. } if value.can_be("array") => "write `[]` after the list",
            Type::Object(_) => "list the object's properties under `fields:`",
            _ => "use another field, translate it with `map`, or fix the output schema",
        };
        let problem = Problem::error(Code::OutputType, self.spec.path.span, message).label(given);
        context.problems.push(problem.related(schema.span, "the output's type").help(help));
    }

    /// Is the property a node id?
    fn is_id(&self, schema: &JsonSchema) -> bool {
        let stated = matches!(&schema.ty, Type::String { node: Some(_), .. });
        stated
            || self.expected.is_some_and(|output| matches!(&output.value, OutputValue::Leaf { ty, .. } if ty == "ID"))
    }

    fn described(&self, schema: &JsonSchema) -> String {
        match &schema.ty {
            Type::String { .. } if self.is_id(schema) => "id".to_owned(),
            Type::String { format: Some(format), .. } => format!("string of format {}", format.value),
            other => other.describe(),
        }
    }

    /// An account has one login on all routes, and one that was deleted has none.
    pub(super) fn check_who(&self, context: &mut Context<'_>, found: &Found<'_>) {
        let rest = context.route == Route::Rest;
        // The owner of a repository exists, and is not an app.
        let login = found.list.is_none() && found.last() == "login" && !self.spec.path.value.contains("owner.login");
        let null = if rest { "ghost" } else { "" };
        let plain = found.value.is("string") && found.value.enum_values().is_none();
        let other = self.spec.nulls.iter().find(|value| plain && (value.value != null || (rest && !login)));
        if let Some(other) = other {
            let message = format!("`{}` does not mean null here", other.value);
            let help = if rest { "only the login `ghost` does" } else { "only an empty string does" };
            context.refuse(Code::EnumMismatch, other.span, message, "a different value", help);
        }
        if !login {
            return;
        }
        let extra = if rest { "[bot]" } else { "app/" };
        let trimmed = self.spec.without.as_ref().is_some_and(|without| without.value == extra);
        let deleted = !rest || self.property.schema.nullable && self.spec.nulls.iter().any(|value| value.value == null);
        if !trimmed || !deleted {
            let message = format!("`{}` is not the login that GraphQL returns", self.spec.path.value);
            let help = if rest {
                "add `without: \"[bot]\"` for apps and `nulls: [ghost]` for accounts that were deleted"
            } else {
                "add `without: app/` for apps"
            };
            context.refuse(Code::OutputType, self.spec.path.span, message, "an account", help);
        }
    }

    /// `without` is only for plain strings.
    fn check_without(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) {
        let Some(without) = &self.spec.without else { return };
        let plain = matches!(&schema.ty, Type::String { format: None, .. }) && !self.is_id(schema);
        if !plain || self.spec.map.is_some() || !found.value.is("string") || found.value.enum_values().is_some() {
            let message = format!("`without` has nothing to remove from `{}`", self.spec.path.value);
            context.refuse(Code::OutputType, without.span, message, "not a plain string", "drop `without`");
        }
    }

    /// `present`: values for when another field is not null.
    fn present(
        &self,
        context: &mut Context<'_>,
        schema: &JsonSchema,
        found: &Found<'_>,
    ) -> Option<Vec<(Vec<String>, String)>> {
        if self.spec.present.is_empty() {
            return Some(Vec::new());
        }
        let (path, _) = &self.spec.present[0];
        let Some(start) = found.beside() else {
            let message = "`present` tests sibling fields, and a list has none";
            context.refuse(
                Code::UnknownKey,
                path.span,
                message,
                "no sibling fields",
                "use a single field, without `[]`",
            );
            return None;
        };
        let mut bound = Vec::new();
        for (path, value) in &self.spec.present {
            let other = response::plain(context, &start, path);
            if let Some(other) = other.as_ref().filter(|other| !other.nullable) {
                let message = format!("`{}` is always present", other.last());
                context.refuse(Code::Condition, path.span, message, "never absent", "name a field that may be null");
            }
            self.check_value(context, schema, value);
            bound.push(other.map(|other| (other.keys, value.value.clone())));
        }
        bound.into_iter().collect()
    }

    /// May the output be null? The schema says exactly that.
    fn nullable(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) -> bool {
        let possible = if found.list.is_some() { found.item_nullable } else { found.nullable };
        let possible = possible || !self.spec.nulls.is_empty();
        if let Some(default) = &self.spec.default {
            if !possible {
                let message = format!("`{}` is never null, so its default is never used", self.spec.path.value);
                context.refuse(Code::Literal, default.span, message, "never used", "drop the default");
            }
            let mut refusals = Vec::new();
            literal::refusals(schema, default, &self.property.name.value, &mut refusals);
            for refusal in refusals {
                let message = format!("the default of the output does not fit: {}", refusal.why);
                context.refuse(
                    Code::Literal,
                    refusal.at,
                    message,
                    "this default",
                    "write a value of the property's type",
                );
            }
        }
        let nullable = possible && self.spec.default.is_none();
        self.check_null(context, schema, nullable);
        nullable
    }

    /// What may be null on this route may be null in the output.
    pub(super) fn check_null(&self, context: &mut Context<'_>, schema: &JsonSchema, nullable: bool) {
        if !nullable {
            return;
        }
        context.nulls.insert(self.path.to_owned());
        if !schema.nullable {
            let message = format!(
                "`{}` may be null on the route `{}`, but its type does not allow it",
                self.property.name.value,
                context.route.as_str()
            );
            let help = "set a `default`, mark the field with `!` if null is an error, or write `type: [T, \"null\"]`";
            let problem = Problem::error(Code::NullableOutput, self.spec.path.span, message).label("may be null");
            context.problems.push(problem.related(schema.span, "the output's type").help(help));
        }
    }
}

/// The format of a string. GitHub does not declare all formats, but its field names follow a pattern.
fn format_of<'s>(found: &Found<'s>) -> Option<&'s str> {
    let stated = found.value.format().filter(|format| ["uri", "date-time"].contains(format));
    let named = |end: &str| found.last().ends_with(end);
    stated.or(if named("url") { Some("uri") } else { None }).or(if named("_at") { Some("date-time") } else { None })
}
