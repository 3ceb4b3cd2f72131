//! One scalar of an answer: its type, its translation, and when it is null.

use super::{
    Context,
    answer::{self, Found},
};
use crate::{
    bind::literal,
    card::{Located, PathTake, Property, Route, Schema as JsonSchema, Type},
    model::{BoundOutput, OutputValue, Pick, Place},
    problem::{Code, Problem},
    suggest,
    yaml::{Node, Value},
};

/// An output that takes a scalar, or a list of them.
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
        let before = context.problems.len();
        let spec = self.spec;
        if found.list.is_none() && !spec.keep.is_empty() {
            let message = "`keep` chooses among the elements of a list";
            context.refuse(Code::ListMismatch, spec.keep[0].path.span, message, "not a list", "drop `keep`");
        }
        self.check_type(context, schema, found);
        self.check_words(context, schema, found);
        self.check_without(context, schema, found);
        let present = self.present(context, schema, found);
        let nullable = self.nullable(context, schema, found);
        (context.problems.len() == before).then_some(())?;
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
            return; // GraphQL would say whether the output is an id; why it cannot is told.
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
            "the output `{}` is of type {}, but the route `{}` gives {given}",
            self.property.name.value,
            self.described(schema),
            context.route.as_str()
        );
        let help = match &schema.ty {
            Type::Array { .. } if value.can_be("array") => "write `[]` after the list",
            Type::Object(_) => "list the object's properties under `fields:`",
            _ => "take another field, translate it with `map`, or correct the output schema",
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

    /// Values that can come, values that are translated, and values that the output can have.
    fn check_words(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) {
        let before = context.problems.len();
        let booleans = vec!["true", "false"];
        let words = if found.value.is("boolean") { Some(booleans) } else { found.value.words() };
        let map = self.spec.map.as_deref().unwrap_or_default();
        for (from, to) in map {
            if let Some(words) = words.as_ref().filter(|words| !words.contains(&from.value.as_str())) {
                let help = suggest::help(&from.value, "value", words.iter().copied());
                let message = format!("`{}` never has the value `{}`", self.spec.path.value, from.value);
                context.refuse(Code::EnumMismatch, from.span, message, "not a value of this field", help);
            }
            self.check_mapped(context, schema, from, to);
        }
        self.check_doubled(context, map);
        self.check_who(context, found);
        for null in &self.spec.nulls {
            if let Some(words) = words.as_ref().filter(|words| !words.contains(&null.value.as_str())) {
                let help = suggest::help(&null.value, "value", words.iter().copied());
                let message = format!("`{}` never has the value `{}`", self.spec.path.value, null.value);
                context.refuse(Code::EnumMismatch, null.span, message, "not a value of this field", help);
            }
            if !found.value.is("string") {
                let message = format!("`{}` is not a text, so `nulls` cannot hold", self.spec.path.value);
                context.refuse(Code::OutputType, null.span, message, &found.value.describe(), "drop `nulls`");
            }
        }
        let told = context.problems.len();
        self.check_covered(context, schema, words.as_deref());
        if context.problems.len() == told && before == told {
            self.check_reached(context, schema, words.as_deref());
        }
    }

    /// An account has one login on all routes, and one that was deleted has none.
    fn check_who(&self, context: &mut Context<'_>, found: &Found<'_>) {
        let rest = context.route == Route::Rest;
        // Who owns a repository is there, and is no app.
        let login = found.list.is_none() && found.last() == "login" && !self.spec.path.value.contains("owner.login");
        let null = if rest { "ghost" } else { "" };
        let plain = found.value.is("string") && found.value.words().is_none();
        let other = self.spec.nulls.iter().find(|value| plain && (value.value != null || (rest && !login)));
        if let Some(other) = other {
            let message = format!("`{}` does not mean null here", other.value);
            let help = if rest { "only the login `ghost` does" } else { "only an empty text does" };
            context.refuse(Code::EnumMismatch, other.span, message, "another value", help);
        }
        if !login {
            return;
        }
        let extra = if rest { "[bot]" } else { "app/" };
        let trimmed = self.spec.without.as_ref().is_some_and(|without| without.value == extra);
        let deleted = !rest || self.property.schema.nullable && self.spec.nulls.iter().any(|value| value.value == null);
        if !trimmed || !deleted {
            let message = format!("`{}` is not the login that GraphQL gives", self.spec.path.value);
            let help = if rest {
                "add `without: \"[bot]\"` for apps and `nulls: [ghost]` for accounts that were deleted"
            } else {
                "add `without: app/` for apps"
            };
            context.refuse(Code::OutputType, self.spec.path.span, message, "an account", help);
        }
    }

    /// Only a plain text can have something added.
    fn check_without(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) {
        let Some(without) = &self.spec.without else { return };
        let plain = matches!(&schema.ty, Type::String { format: None, .. }) && !self.is_id(schema);
        if !plain || self.spec.map.is_some() || !found.value.is("string") || found.value.words().is_some() {
            let message = format!("nothing is added to `{}`", self.spec.path.value);
            context.refuse(Code::OutputType, without.span, message, "not a plain text", "drop `without`");
        }
    }

    /// Every value that can come is one that the output can have.
    fn check_covered(&self, context: &mut Context<'_>, schema: &JsonSchema, words: Option<&[&str]>) {
        let Type::Enum(values) = &schema.ty else { return };
        let map = self.spec.map.as_deref().unwrap_or_default();
        let translated = |word: &str| map.iter().any(|(from, _)| from.value == word);
        let is_null = |word: &str| self.spec.nulls.iter().any(|null| null.value == word);
        let known = |word: &str| values.iter().any(|value| value.value == word);
        match words {
            Some(words) => {
                let misspelt = map.iter().filter(|(from, _)| !words.contains(&from.value.as_str()));
                let meant: Vec<&str> =
                    misspelt.filter_map(|(from, _)| suggest::nearest(&from.value, words.iter().copied())).collect();
                let open = |word: &&&str| !translated(word) && !is_null(word) && !known(word) && !meant.contains(*word);
                let left: Vec<&str> = words.iter().filter(open).copied().collect();
                if !left.is_empty() {
                    let left = suggest::quoted(&left);
                    let message = format!("`{}` can be {left}, which the output cannot be", self.spec.path.value);
                    let help = "translate them with `map`, list them under `nulls`, or add them to the output's `enum`";
                    let label = "not every value is translated";
                    context.refuse(Code::EnumMismatch, self.spec.path.span, message, label, help);
                }
            }
            None if map.is_empty() => {
                let message = format!("nobody says which values `{}` can have", self.spec.path.value);
                let help = "translate them with `map`, or let the output be a plain string";
                context.refuse(Code::EnumMismatch, self.spec.path.span, message, "any text", help);
            }
            None => {}
        }
    }

    /// Every value that the output can have is one that can come.
    fn check_reached(&self, context: &mut Context<'_>, schema: &JsonSchema, words: Option<&[&str]>) {
        let Type::Enum(values) = &schema.ty else { return };
        let map = self.spec.map.as_deref().unwrap_or_default();
        let mapped = |value: &str| map.iter().any(|(_, to)| matches!(&to.value, Value::Text(text) if text == value));
        let itself = |value: &str| words.is_some_and(|words| words.contains(&value));
        let present = |value: &str| self.spec.present.iter().any(|(_, to)| to.value == value);
        let default = |value: &str| {
            self.spec.default.as_ref().is_some_and(|node| matches!(&node.value, Value::Text(text) if text == value))
        };
        let never = |value: &&str| !mapped(value) && !itself(value) && !present(value) && !default(value);
        let never: Vec<&str> = values.iter().map(|value| value.value.as_str()).filter(never).collect();
        if !never.is_empty() {
            let message = format!("`{}` never becomes {}", self.spec.path.value, suggest::quoted(&never));
            let help = "say with `map`, `present` or `default` when it does, or drop it from the output's `enum`";
            context.refuse(Code::EnumMismatch, self.spec.path.span, message, "a value of the output is missing", help);
        }
    }

    /// What a value is translated to is one that the output can have.
    fn check_mapped(&self, context: &mut Context<'_>, schema: &JsonSchema, from: &Located<String>, to: &Node) {
        if let (Type::Enum(_) | Type::String { .. }, Value::Text(text)) = (&schema.ty, &to.value) {
            let value = Located::new(text.clone(), to.span);
            if self.check_value(context, schema, &value) {
                check_namesake(context, schema, from, &value);
                self.check_truth(context, schema, from, &value);
            }
        } else if let (Type::Boolean, Value::Bool(truth)) = (&schema.ty, &to.value) {
            let namesake = from.value.eq_ignore_ascii_case(&self.property.name.value);
            if namesake && !truth {
                let message = format!("`{}` does not mean that `{}` holds", from.value, self.property.name.value);
                context.refuse(Code::EnumMismatch, to.span, message, "another meaning", "write `true`");
            }
        } else {
            let message = format!("the output `{}` cannot be this", self.property.name.value);
            let help = format!("write a value of type {}", schema.ty.describe());
            context.refuse(Code::Literal, to.span, message, to.value.kind(), help);
        }
    }

    /// `mergeable: true` means `MERGEABLE`.
    fn check_truth(
        &self,
        context: &mut Context<'_>,
        schema: &JsonSchema,
        from: &Located<String>,
        to: &Located<String>,
    ) {
        let Type::Enum(values) = &schema.ty else { return };
        let field = self.spec.path.value.rsplit('.').next().unwrap_or_default().trim_end_matches('!');
        let Some(named) = values.iter().find(|value| value.value.eq_ignore_ascii_case(field)) else { return };
        if (from.value == "true") != (to.value == named.value) && ["true", "false"].contains(&from.value.as_str()) {
            let message = format!("`{field}: {}` becomes `{}`", from.value, to.value);
            let help = format!("let `true` become `{}`", named.value);
            context.refuse(Code::EnumMismatch, to.span, message, "another meaning", help);
        }
    }

    /// A value of `map` or `present` is one that the output can have.
    fn check_value(&self, context: &mut Context<'_>, schema: &JsonSchema, value: &Located<String>) -> bool {
        if let Type::Enum(values) = &schema.ty
            && !values.iter().any(|known| known.value == value.value)
        {
            let help = suggest::help(&value.value, "value", values.iter().map(|known| known.value.as_str()));
            let message = format!("the output `{}` cannot be `{}`", self.property.name.value, value.value);
            context.refuse(Code::EnumMismatch, value.span, message, "not in its `enum`", help);
            return false;
        }
        true
    }

    fn check_doubled(&self, context: &mut Context<'_>, map: &[(Located<String>, Node)]) {
        for (index, (from, to)) in map.iter().enumerate() {
            let same = |(_, earlier): &&(Located<String>, Node)| earlier.to_json() == to.to_json();
            let Some((first, _)) = map[..index].iter().find(same) else { continue };
            let problem = Problem::error(
                Code::EnumMismatch,
                to.span,
                format!(
                    "`{}` and `{}` become the same value of `{}`",
                    first.value, from.value, self.property.name.value
                ),
            );
            let problem = problem.label("the second").related(first.span, "the first");
            context.problems.push(problem.help("give each a value of its own"));
        }
    }

    /// Values for where another field is there.
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
            let message = "`present` looks at fields beside the one that is taken";
            context.refuse(Code::UnknownKey, path.span, message, "no fields there", "take one field, without `[]`");
            return None;
        };
        let mut bound = Vec::new();
        for (path, value) in &self.spec.present {
            let other = answer::plain(context, &start, path);
            if let Some(other) = other.as_ref().filter(|other| !other.nullable) {
                let message = format!("`{}` is always there", other.last());
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
                let message = format!("`{}` is never null, so its default has no use", self.spec.path.value);
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
            let help =
                "state a `default`, mark the field with `!` if null means failure, or write `type: [T, \"null\"]`";
            let problem = Problem::error(Code::NullableOutput, self.spec.path.span, message).label("may be null");
            context.problems.push(problem.related(schema.span, "the output's type").help(help));
        }
    }
}

/// A value that the output has under the same name means that one.
fn check_namesake(context: &mut Context<'_>, schema: &JsonSchema, from: &Located<String>, to: &Located<String>) {
    let Type::Enum(values) = &schema.ty else { return };
    let namesake = values.iter().find(|value| value.value.eq_ignore_ascii_case(&from.value));
    if let Some(namesake) = namesake.filter(|namesake| namesake.value != to.value) {
        let message = format!("`{}` is translated to something else than `{}`", from.value, namesake.value);
        let help = format!("translate it to `{}`", namesake.value);
        context.refuse(Code::EnumMismatch, to.span, message, "another meaning", help);
    }
}

/// The format of a text. GitHub does not state all of them, but its names do.
fn format_of<'s>(found: &Found<'s>) -> Option<&'s str> {
    let stated = found.value.format().filter(|format| ["uri", "date-time"].contains(format));
    let named = |end: &str| found.last().ends_with(end);
    stated.or(if named("url") { Some("uri") } else { None }).or(if named("_at") { Some("date-time") } else { None })
}
