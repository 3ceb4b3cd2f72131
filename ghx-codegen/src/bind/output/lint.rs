//! What only looks wrong: names say so, not types.

use super::{Target, problems};
use crate::{
    bind::{
        reading::Reading,
        shape::{Scalar, Shape},
        swapped,
    },
    card::{Located, ObjectSchema, OutputSpec, PathOutput, Route, Type},
    source::Span,
    yaml::Value,
};
use std::collections::BTreeSet;

impl<'s> Reading<'_, 's> {
    /// Outputs of one object that are swapped, or that use the same field.
    pub(super) fn lint_entries(&mut self, schema: &ObjectSchema, entries: &[(Located<String>, OutputSpec)]) {
        let known = entries.iter().filter(|(name, _)| schema.property(&name.value).is_some());
        let plain = known.filter_map(|(name, entry)| Some((name, entry.path()?)));
        let plain: Vec<_> = plain.filter(|(_, spec)| spec.fields.is_none() && !spec.count).collect();
        let paths: Vec<_> = plain.iter().map(|(name, spec)| (*name, &spec.path)).collect();
        self.fail_all(swapped::paths(&paths));
        let source = |spec: &PathOutput| (spec.from.as_ref().map(|from| from.value.clone()), spec.path.value.clone());
        let words = |spec: &PathOutput| -> Option<BTreeSet<String>> {
            Some(spec.map.as_ref()?.iter().map(|(from, _)| from.value.clone()).collect())
        };
        for (index, (name, spec)) in plain.iter().enumerate() {
            let earlier = plain[..index].iter().filter(|(_, earlier)| source(earlier) == source(spec));
            for (first, earlier) in earlier.filter(|(_, earlier)| earlier.equals.is_none() && spec.equals.is_none()) {
                let places = (spec.path.span, earlier.path.span);
                match (words(earlier), words(spec)) {
                    (None, None) => self.fail(problems::same_field(first, name, places)),
                    (Some(one), Some(other)) if one != other => {
                        self.fail(problems::other_words(first, name, places));
                    }
                    _ => {}
                }
            }
        }
    }

    /// An account has one login on all routes, and one that was deleted has none.
    pub(super) fn lint_logins(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>) {
        if self.is_graphql() {
            return;
        }
        let (spec, rest) = (target.spec, self.route == Route::Rest);
        let login = shape.login().filter(|_| !target.found.list());
        let null = login.map_or("", |(_, deleted)| deleted);
        let plain = shape.scalar() == Scalar::Text && shape.enum_values().is_none();
        let other = spec.nulls.iter().find(|value| plain && (value.value != null || rest && login.is_none()));
        if let Some(other) = other {
            self.fail(problems::does_not_mean_null(other, rest));
        }
        let Some((app, deleted)) = login else { return };
        let trimmed = spec.without.as_ref().is_some_and(|without| without.value == app);
        let nullable = target.property.schema.nullable;
        let known = deleted.is_empty() || nullable && spec.nulls.iter().any(|value| value.value == deleted);
        if !trimmed || !known {
            self.fail(problems::other_login(target, app, deleted));
        }
    }

    /// Values that nothing lists are translated to values of the same name.
    pub(super) fn lint_unknown_words(&mut self, target: &Target<'_, 's>) {
        let same = |from: &str, to: &Value| matches!(to, Value::Text(text) if text.eq_ignore_ascii_case(from));
        let other = target.spec.map.iter().flatten().find(|(from, to)| !same(&from.value, &to.value));
        if let Some((from, to)) = other {
            self.fail(problems::unlisted_word(target, from, to.span));
        }
    }

    /// A value that the output has under the same name means that one, and `mergeable: true` means `MERGEABLE`.
    pub(super) fn lint_word(&mut self, target: &Target<'_, 's>, from: &Located<String>, to: &Located<String>) {
        let Type::Enum(values) = &target.schema.ty else { return };
        let named = |name: &str| values.iter().find(|value| value.value.eq_ignore_ascii_case(name));
        if let Some(named) = named(&from.value).filter(|named| named.value != to.value) {
            self.fail(problems::other_word(from, &named.value, to.span));
        }
        let field = target.found.path.steps.last().map_or("", |step| step.key.as_str());
        let Some(named) = named(field).filter(|_| ["true", "false"].contains(&from.value.as_str())) else { return };
        if (from.value == "true") != (to.value == named.value) {
            self.fail(problems::other_truth(field, from, to, &named.value));
        }
    }

    /// A value that is called like the output means true.
    pub(super) fn lint_truth(&mut self, target: &Target<'_, 's>, from: &Located<String>, truth: bool, at: Span) {
        if from.value.eq_ignore_ascii_case(target.name()) && !truth {
            self.fail(problems::namesake_is_false(target, from, at));
        }
    }
}
