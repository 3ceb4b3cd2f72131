//! An entry of `variables`.

use super::{Filling, problems};
use crate::{
    bind::fit,
    card::{Located, Property, VariableSource},
    model::Source,
    yaml::Node,
};

impl Filling<'_, '_> {
    pub(super) fn stated(&mut self, source: &VariableSource) -> Option<Source> {
        match source {
            VariableSource::Literal(node) => {
                self.check_literal(node);
                Some(Source::Literal(node.to_json()))
            }
            VariableSource::Present(name) => {
                let property = self.property(name)?;
                self.check_may_be_absent(property, name);
                if self.variable.ty.name() != "Boolean" || self.variable.ty.is_list() {
                    self.fail(problems::present_is_boolean(name, self.variable));
                }
                Some(Source::Present(name.value.clone()))
            }
            VariableSource::Input { input: name, map, default } => {
                let property = self.property(name)?;
                if let Some(default) = default {
                    self.check_may_be_absent(property, name);
                    self.check_literal(default);
                }
                match map {
                    Some(map) => self.translated(property, name, map, default.as_ref()),
                    None => self.input(property, name.span, default.as_ref()),
                }
            }
        }
    }

    fn check_may_be_absent(&mut self, property: &Property, name: &Located<String>) {
        if !property.may_be_unset() {
            self.fail(problems::never_absent(name));
        }
    }

    pub(super) fn check_literal(&mut self, node: &Node) {
        let mut refusals = Vec::new();
        fit::literal(self.binder.schema, node, &self.variable.ty, &mut refusals);
        for refusal in refusals {
            self.fail(problems::literal_does_not_fit(&refusal, self.variable));
        }
    }
}
