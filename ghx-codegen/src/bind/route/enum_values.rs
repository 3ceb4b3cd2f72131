//! The values of a scalar: those that can come, those that are translated, and those that the output can have.

use super::{Context, leaf::Leaf, response::Found};
use crate::{
    card::{Located, Schema as JsonSchema, Type},
    problem::{Code, Problem},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

impl Leaf<'_> {
    /// Values that can come, values that are translated, and values that the output can have.
    pub(super) fn check_enum_values(&self, context: &mut Context<'_>, schema: &JsonSchema, found: &Found<'_>) {
        let before = context.problems.errors();
        let booleans = vec!["true", "false"];
        let words = if found.value.is("boolean") { Some(booleans) } else { found.value.enum_values() };
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
                let message = format!("`{}` is not a string, so `nulls` never applies", self.spec.path.value);
                context.refuse(Code::OutputType, null.span, message, &found.value.describe(), "drop `nulls`");
            }
        }
        let told = context.problems.errors();
        self.check_covered(context, schema, words.as_deref());
        if context.problems.errors() == told && before == told {
            self.check_reached(context, schema, words.as_deref());
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
            None if matches!(map, [_, ..]) => {
                let other = map.iter().find(
                    |(from, to)| !matches!(&to.value, Value::Text(text) if text.eq_ignore_ascii_case(&from.value)),
                );
                if let Some((from, to)) = other {
                    let message =
                        format!("the schema does not say that `{}` can be `{}`", self.spec.path.value, from.value);
                    let help = "use the output's own value, or a field whose values are listed";
                    let problem = Problem::error(Code::EnumMismatch, from.span, message).label("a different value");
                    context.problems.push(problem.related(to.span, "translated to this").help(help));
                }
            }
            None => {
                let message = format!("the possible values of `{}` are unknown", self.spec.path.value);
                let help = "translate them with `map`, or make the output a plain string";
                context.refuse(Code::EnumMismatch, self.spec.path.span, message, "any string", help);
            }
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
            let help = "produce it with `map`, `present` or `default`, or drop it from the output's `enum`";
            context.refuse(Code::EnumMismatch, self.spec.path.span, message, "a value of the output is missing", help);
        }
    }

    /// What a value is translated to is one that the output can have.
    fn check_mapped(&self, context: &mut Context<'_>, schema: &JsonSchema, from: &Located<String>, to: &Node) {
        if let (Type::Enum(_) | Type::String { .. }, Value::Text(text)) = (&schema.ty, &to.value) {
            let value = Located::new(text.clone(), to.span);
            if self.check_value(context, schema, &value) {
                check_same_name(context, schema, from, &value);
                self.check_truth(context, schema, from, &value);
            }
        } else if let (Type::Boolean, Value::Bool(truth)) = (&schema.ty, &to.value) {
            let same_name = from.value.eq_ignore_ascii_case(&self.property.name.value);
            if same_name && !truth {
                let message = format!(
                    "`{}` must map to `true`, since it is the name of the output `{}`",
                    from.value, self.property.name.value
                );
                context.problems.push(swapped(to.span, message, "write `true`"));
            }
        } else {
            let message = format!("this is not a value of the output `{}`", self.property.name.value);
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
            let help = format!("map `true` to `{}`", named.value);
            context.problems.push(swapped(to.span, message, help));
        }
    }

    /// A value of `map` or `present` is one that the output can have.
    pub(super) fn check_value(&self, context: &mut Context<'_>, schema: &JsonSchema, value: &Located<String>) -> bool {
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
            context.problems.push(problem.help("map each to its own value"));
        }
    }
}

/// A value that the output has under the same name means that one.
fn check_same_name(context: &mut Context<'_>, schema: &JsonSchema, from: &Located<String>, to: &Located<String>) {
    let Type::Enum(values) = &schema.ty else { return };
    let same_name = values.iter().find(|value| value.value.eq_ignore_ascii_case(&from.value));
    if let Some(same_name) = same_name.filter(|same_name| same_name.value != to.value) {
        let message = format!("`{}` must map to `{}`", from.value, same_name.value);
        let help = format!("map it to `{}`", same_name.value);
        context.problems.push(swapped(to.span, message, help));
    }
}

fn swapped(at: Span, message: String, help: impl Into<String>) -> Problem {
    Problem::warning(Code::SwappedValues, at, message).label("a different value").help(help)
}
