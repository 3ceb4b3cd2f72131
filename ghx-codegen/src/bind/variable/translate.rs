//! `map`: the values of an enum, translated for GitHub.

use super::{Filling, problems};
use crate::{
    card::{Located, Property, Type},
    model::Source,
    yaml::{Node, Value},
};

type Map = [(Located<String>, Node)];

impl Filling<'_, '_> {
    pub(super) fn translated(
        &mut self,
        property: &Property,
        at: &Located<String>,
        map: &Map,
        default: Option<&Node>,
    ) -> Option<Source> {
        let before = self.binder.problems.len();
        self.check_presence(property, at.span, default.is_some());
        let Type::Enum(values) = &property.schema.ty else {
            self.fail(problems::map_needs_enum(at, property));
            return None;
        };
        self.check_values(values, at, map);
        self.check_distinct(map);
        (self.binder.problems.len() == before).then(|| Source::Input {
            property: property.clone(),
            map: Some(map.iter().map(|(from, to)| (from.value.clone(), to.to_json())).collect()),
            default: property.default.as_ref().or(default).map(Node::to_json),
        })
    }

    /// Every value of the enum is translated, and nothing else.
    fn check_values(&mut self, values: &[Located<String>], at: &Located<String>, map: &Map) {
        for value in values.iter().filter(|v| !map.iter().any(|(from, _)| from.value == v.value)) {
            self.fail(problems::not_translated(value, at));
        }
        for (from, to) in map {
            if !values.iter().any(|v| v.value == from.value) {
                self.fail(problems::not_an_enum_value(from, at, values));
            }
            let before = self.binder.problems.len();
            self.check_literal(to);
            if self.binder.problems.len() == before {
                self.check_same_name(from, to);
            }
        }
    }

    /// No two values are translated to the same one.
    fn check_distinct(&mut self, map: &Map) {
        for (index, (from, to)) in map.iter().enumerate() {
            let same = map[..index].iter().find(|(_, earlier)| earlier.to_json() == to.to_json());
            if let Some((earlier, _)) = same {
                self.fail(problems::translated_alike(earlier, from));
            }
        }
    }

    /// If GitHub has a value of the same name, it must map to that one.
    fn check_same_name(&mut self, from: &Located<String>, to: &Node) {
        let known = self.binder.schema.enum_values(self.variable.ty.name()).unwrap_or_default();
        let Some(same_name) = known.into_iter().find(|value| value.eq_ignore_ascii_case(&from.value)) else { return };
        let is_it = |node: &Node| matches!(&node.value, Value::Text(text) if text == same_name);
        let fits = match &to.value {
            Value::List(items) => matches!(items.as_slice(), [only] if is_it(only)),
            _ => is_it(to),
        };
        if !fits {
            self.fail(problems::other_meaning(from, to, same_name));
        }
    }
}
