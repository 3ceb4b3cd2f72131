//! A variable that an input fills.

use super::{Filling, problems};
use crate::{
    bind::{fit, kinds},
    card::{Located, Property, Type},
    model::Source,
    source::Span,
    yaml::Node,
};

impl<'a> Filling<'a, '_> {
    /// The input of that name; a problem if there is none.
    pub(in crate::bind) fn property(&mut self, name: &Located<String>) -> Option<&'a Property> {
        let found = self.scope.card.input(&name.value);
        self.used.inputs.insert(name.value.clone());
        if found.is_none() {
            self.fail(problems::unknown_input(name, &self.scope.card.input));
        }
        found
    }

    /// The input, or the default if the caller does not give it.
    pub(in crate::bind) fn input(&mut self, property: &Property, at: Span, default: Option<&Node>) -> Option<Source> {
        let before = self.binder.problems.len();
        let variable = self.variable;
        self.check_presence(property, at, default.is_some());
        let mut mismatches = Vec::new();
        let what = format!("the input `{}`", property.name.value);
        fit::check(self.binder.schema, &property.schema, &variable.ty, &what, &mut mismatches);
        for problem in mismatches {
            self.fail(problems::goes_into(problem, variable));
        }
        if self.binder.problems.len() == before && variable.ty.name() == "ID" {
            self.check_id(property);
        }
        (self.binder.problems.len() == before).then(|| Source::Input {
            property: property.clone(),
            map: None,
            default: default.or(property.default.as_ref()).map(Node::to_json),
        })
    }

    /// A variable that needs a value is not filled by something that may be absent or null.
    pub(in crate::bind) fn check_presence(&mut self, property: &Property, at: Span, has_default: bool) {
        let may_be_missing = (property.may_be_unset() || property.schema.nullable) && !has_default;
        if self.variable.required() && may_be_missing {
            self.fail(problems::may_be_missing(property, at, self.variable));
        }
    }

    /// The card declares the kind of node of an id that the caller gives.
    fn check_id(&mut self, property: &Property) {
        let schema = match &property.schema.ty {
            Type::Array { items, .. } => &items.ty,
            other => other,
        };
        let Type::String { node, .. } = schema else {
            return;
        };
        let accepted = kinds::accepted(self.binder, self.variable);
        match node {
            Some(node) if self.binder.schema.is_composite(&node.value) => {
                kinds::check(self.binder, &self.operation.name, self.variable, &node.value, node.span);
                self.used.kinds.insert(property.name.value.clone(), node.value.clone());
            }
            Some(node) => self.fail(problems::unknown_kind(node, accepted.as_ref())),
            // A string may also be a name. The card says whether it is an id, and of which kind.
            None => {
                let single = accepted.as_ref().and_then(|kinds| kinds::single(self.binder.schema, kinds));
                self.fail(problems::kind_not_stated(self.scope, property, accepted.as_ref(), single.as_deref()));
            }
        }
    }
}
