//! Rule 8: an inject fills a variable with a value of the right shape and kind.

mod lookup;
mod map_array;
mod problems;
mod subject;

use super::variable::Filling;
use crate::{
    card::{Inject, InjectSource},
    model::{Path, Source},
    operation::GraphqlType,
    source::Span,
};

impl Filling<'_, '_> {
    /// The value that an inject gives to the variable.
    pub(super) fn inject(&mut self, inject: &Inject) -> Option<Source> {
        match &inject.source {
            InjectSource::Subject(name) => self.subject_id(inject, name.as_ref()),
            InjectSource::Find { find, from_input } => self.find(find, from_input.as_ref()),
            InjectSource::Scalar { path, lookup } => self.scalar(path, lookup.as_ref()),
            InjectSource::MapArray { .. } => self.map_array(&inject.source),
            InjectSource::Input(name) => {
                let property = self.property(name)?;
                self.input(property, name.span, None)
            }
            InjectSource::NullLiteral => {
                if self.variable.required() {
                    self.fail(problems::null_for_required(inject, self.variable));
                }
                Some(Source::Literal(serde_json::Value::Null))
            }
        }
    }

    /// List or one value, and the named type: what is injected fits the variable. `many` is whether `given` is injected several times.
    fn check_shape(&mut self, given: &GraphqlType, many: bool, at: Span) -> Option<()> {
        let list = many || given.is_list();
        if list != self.variable.ty.is_list() {
            self.fail(problems::list_or_one(self.variable, list, at));
            return None;
        }
        if given.name() != self.variable.ty.name() {
            self.fail(problems::wrong_type(self.variable, given, at));
            return None;
        }
        Some(())
    }
}

/// Null anywhere on a lookup's path means not found.
pub(super) fn anchored(mut path: Path) -> Path {
    for step in &mut path.steps {
        step.anchor = true;
        if let Some(narrow) = &mut step.narrow {
            narrow.anchor = true;
        }
    }
    path
}
