//! Lists and objects: `count`, `fields` and `keep`.

use super::{Entries, Outputs, Target, problems};
use crate::{
    bind::path::{Resolved, Start},
    card::{Keep, Located, ObjectSchema, OutputSpec, Property, Type},
    model::{BoundKeep, OutputValue, Path},
};

impl Outputs<'_, '_> {
    pub(super) fn count(&mut self, target: &Target<'_>) -> Option<OutputValue> {
        let list = target.resolved.ty.is_list() && !target.resolved.list;
        let integer = matches!(target.property.schema.ty, Type::Integer { .. });
        if !list {
            self.fail(problems::count_without_list(target));
        }
        if !integer {
            self.fail(problems::count_is_integer(target));
        }
        (list && integer).then_some(OutputValue::Count)
    }

    pub(super) fn nested(
        &mut self,
        target: &Target<'_>,
        fields: &[(Located<String>, OutputSpec)],
    ) -> Option<OutputValue> {
        let Target { spec, resolved, .. } = *target;
        let Some(object) = object_of(target) else {
            self.fail(problems::object_or_list(target));
            return None;
        };
        if resolved.list && resolved.ty.is_list() {
            self.fail(problems::list_of_lists(target));
            return None;
        }
        let start = self.below(self.operation, resolved, spec.path.span)?;
        let start = Start { anchored: true, ..start };
        let entries = Entries { list: fields, at: spec.span };
        let bound = self.object(object, &entries, &start, &Path::default())?;
        let keep = match &spec.keep {
            None => None,
            Some(keep) => Some(self.keep(keep, object, resolved)?),
        };
        Some(OutputValue::Object { fields: bound, keep })
    }

    fn keep(&mut self, keep: &Keep, object: &ObjectSchema, resolved: &Resolved<'_>) -> Option<BoundKeep> {
        let input = &self.scope.card.input;
        self.used.inputs.insert(keep.when.value.clone());
        let when = input.property(&keep.when.value).filter(|p| is_boolean(p) && !p.may_be_unset());
        if when.is_none() {
            self.fail(problems::keep_when(keep, input, resolved));
        }
        let field = object.property(&keep.field.value).filter(|p| is_boolean(p));
        if field.is_none() {
            self.fail(problems::keep_field(keep, object, resolved));
        }
        if !resolved.list {
            self.fail(problems::keep_without_list(keep, resolved));
            return None;
        }
        Some(BoundKeep { when: when?.clone(), field: field?.name.value.clone(), equals: keep.equals.value })
    }
}

/// The schema of the object, or of the objects in the list, at the end of the path.
pub(super) fn object_of<'a>(target: &Target<'a>) -> Option<&'a ObjectSchema> {
    match (&target.property.schema.ty, target.resolved.list) {
        (Type::Object(object), false) => Some(object),
        (Type::Array { items, .. }, true) if !items.nullable => match &items.ty {
            Type::Object(object) => Some(object),
            _ => None,
        },
        _ => None,
    }
}

fn is_boolean(property: &Property) -> bool {
    matches!(property.schema.ty, Type::Boolean) && !property.schema.nullable
}
