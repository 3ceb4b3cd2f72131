//! The values of a scalar: those that can come, those that are translated, and those that the output can have.

use super::{Target, problems};
use crate::{
    bind::{
        reading::Reading,
        shape::{Scalar, Shape},
    },
    card::{Located, Type},
    suggest,
    yaml::{Node, Value},
};

impl<'s> Reading<'_, 's> {
    /// Values that can come, values that are translated, and values that the output can have.
    pub(super) fn check_words(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>) {
        let before = self.errors();
        let is_boolean = shape.scalar() == Scalar::Boolean;
        let words = if is_boolean { Some(vec!["true", "false"]) } else { shape.enum_values() };
        let map = target.spec.map.as_deref().unwrap_or_default();
        for from in map.iter().map(|(from, _)| from).chain(&target.spec.nulls) {
            if let Some(words) = words.as_ref().filter(|words| !words.contains(&from.value.as_str())) {
                self.fail(problems::never_comes(target, from, words));
            }
        }
        for (from, to) in map {
            self.check_mapped(target, from, to);
        }
        for (index, (from, to)) in map.iter().enumerate() {
            let same = |(_, earlier): &&(Located<String>, Node)| earlier.to_json() == to.to_json();
            if let Some((first, _)) = map[..index].iter().find(same) {
                self.fail(problems::mapped_to_the_same(target, first, from, to.span));
            }
        }
        if let Some(null) = target.spec.nulls.first().filter(|_| shape.scalar() != Scalar::Text) {
            self.fail(problems::nulls_need_text(target, null, shape));
        }
        self.lint_logins(target, shape);
        let told = self.errors();
        self.check_covered(target, words.as_deref());
        if self.errors() == told && before == told && target.is_one {
            self.check_reached(target, words.as_deref());
        }
    }

    /// Every value that can come is one that the output can have.
    fn check_covered(&mut self, target: &Target<'_, 's>, words: Option<&[&str]>) {
        let Type::Enum(values) = &target.schema.ty else { return };
        let map = target.spec.map.as_deref().unwrap_or_default();
        let Some(words) = words else {
            if map.is_empty() && !self.is_graphql() {
                self.fail(problems::words_are_unknown(target));
            }
            return self.lint_unknown_words(target);
        };
        let misspelt =
            map.iter().map(|(from, _)| from).chain(values.iter().filter(|_| self.is_graphql() && map.is_empty()));
        let misspelt = misspelt.filter(|word| !words.contains(&word.value.as_str()));
        let meant: Vec<&str> =
            misspelt.filter_map(|word| suggest::nearest(&word.value, words.iter().copied())).collect();
        let is_open = |word: &&str| {
            let translated = map.iter().any(|(from, _)| from.value == *word);
            let null = target.spec.nulls.iter().any(|null| null.value == *word);
            !translated && !null && !values.iter().any(|value| value.value == *word) && !meant.contains(word)
        };
        let left: Vec<&str> = words.iter().copied().filter(is_open).collect();
        if !left.is_empty() {
            self.fail(problems::not_covered(target, &left, words, values.last().map(|value| value.span)));
        }
    }

    /// Every value that the output can have is one that can come.
    fn check_reached(&mut self, target: &Target<'_, 's>, words: Option<&[&str]>) {
        let Type::Enum(values) = &target.schema.ty else { return };
        let spec = target.spec;
        let is = |node: &Node, value: &str| matches!(&node.value, Value::Text(text) if text == value);
        let comes = |value: &str| {
            words.is_some_and(|words| words.contains(&value))
                || spec.map.iter().flatten().any(|(_, to)| is(to, value))
                || spec.present.iter().any(|(_, to)| to.value == value)
                || spec.default.as_ref().is_some_and(|default| is(default, value))
        };
        let never: Vec<&Located<String>> = values.iter().filter(|value| !comes(&value.value)).collect();
        match (never.as_slice(), words) {
            ([], _) => {}
            (never, Some(words)) if self.is_graphql() => {
                self.fail_all(never.iter().map(|value| problems::never_comes(target, value, words)));
            }
            (never, _) => self.fail(problems::not_reached(target.path(), never)),
        }
    }

    /// What a value is translated to is one that the output can have.
    fn check_mapped(&mut self, target: &Target<'_, 's>, from: &Located<String>, to: &Node) {
        match (&target.schema.ty, &to.value) {
            (Type::Enum(_) | Type::String { .. }, Value::Text(text)) => {
                let value = Located::new(text.clone(), to.span);
                if self.check_value(target, &value) {
                    self.lint_word(target, from, &value);
                }
            }
            (Type::Boolean, Value::Bool(truth)) => self.lint_truth(target, from, *truth, to.span),
            _ => self.fail(problems::mapped_to_other_type(target, to)),
        }
    }

    /// A value of `map` or `present` is one that the output can have.
    pub(super) fn check_value(&mut self, target: &Target<'_, 's>, value: &Located<String>) -> bool {
        if let Type::Enum(values) = &target.schema.ty
            && !values.iter().any(|known| known.value == value.value)
        {
            self.fail(problems::not_in_enum(target, value, values));
            return false;
        }
        true
    }
}
