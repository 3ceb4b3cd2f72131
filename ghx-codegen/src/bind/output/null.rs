//! The output schema says exactly when a value can be null.

use super::{Outputs, Target, problems};
use crate::{
    bind::literal,
    card::{OutputSpec, Property, Type},
};

impl Outputs<'_, '_> {
    pub(super) fn check_null(&mut self, target: &Target<'_>) {
        let Target { property, spec, resolved } = *target;
        let nullable = resolved.nullable && spec.default.is_none();
        if nullable && !property.schema.nullable {
            self.fail(problems::may_be_null(target));
        }
        if !nullable && property.schema.nullable {
            self.fail(problems::never_null(target));
        }
        if !property.required {
            self.fail(problems::not_required(target));
        }
        if let (Type::Array { items, .. }, true) = (&property.schema.ty, resolved.list && spec.fields.is_none())
            && items.nullable != resolved.item_nullable
        {
            self.fail(problems::null_elements(target, items.span));
        }
    }

    pub(super) fn check_default(&mut self, property: &Property, spec: &OutputSpec) {
        let Some(default) = &spec.default else { return };
        let mut refusals = Vec::new();
        literal::refusals(&property.schema, default, &property.name.value, &mut refusals);
        for refusal in refusals {
            self.fail(problems::default_does_not_fit(&refusal));
        }
    }
}
