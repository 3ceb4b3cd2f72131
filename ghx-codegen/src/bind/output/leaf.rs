//! Scalars: one value, or a list of values.

use super::{Outputs, Target, problems};
use crate::{
    bind::{fit, path::Resolved},
    card::{Located, Schema as JsonSchema, Type},
    model::OutputValue,
    source::Span,
    suggest,
};
use apollo_compiler::schema::ExtendedType;

impl Outputs<'_, '_> {
    /// Whether an enum has one of its values.
    pub(super) fn equals(&mut self, target: &Target<'_>, equals: &Located<String>) -> Option<OutputValue> {
        let resolved = target.resolved;
        self.binder.usage.mark(&self.operation.name, resolved.field);
        let name = resolved.ty.name();
        let known = self.binder.schema.enum_values(name).filter(|_| !resolved.list && !resolved.ty.is_list());
        let Some(known) = known else {
            self.fail(problems::equals_needs_enum(equals, resolved));
            return None;
        };
        if !known.contains(&equals.value.as_str()) {
            self.fail(problems::equals_unknown_value(equals, resolved, &known));
            return None;
        }
        if !matches!(target.property.schema.ty, Type::Boolean) {
            self.fail(problems::equals_is_boolean(target));
            return None;
        }
        self.binder.enums.insert(name.to_owned());
        Some(OutputValue::Equals(equals.value.clone()))
    }

    pub(super) fn leaf(&mut self, target: &Target<'_>) -> Option<OutputValue> {
        let Target { property, spec, resolved } = *target;
        if resolved.field.shape.is_some() {
            self.fail(problems::leads_to_object(target));
            return None;
        }
        for field in std::iter::once(resolved.field).chain(resolved.also.iter().copied()) {
            self.binder.usage.mark(&self.operation.name, field);
        }
        if spec.keep.is_some() {
            self.fail(problems::keep_without_fields(target));
        }
        let list = resolved.list || resolved.ty.is_list();
        let schema = match (&property.schema.ty, list) {
            (Type::Array { items, .. }, true) => items,
            (Type::Array { .. }, false) | (_, true) => {
                self.fail(problems::value_or_list(target, list));
                return None;
            }
            _ => &property.schema,
        };
        self.leaf_type(target, schema)
    }

    fn leaf_type(&mut self, target: &Target<'_>, schema: &JsonSchema) -> Option<OutputValue> {
        let resolved = target.resolved;
        let name = resolved.ty.name();
        let ty = self.binder.schema.ty(name);
        let fits = match (&schema.ty, name, ty) {
            (Type::Integer { .. }, "Int", _)
            | (Type::Number, "Float", _)
            | (Type::Boolean, "Boolean", _)
            | (Type::String { format: None, node: None, .. }, "String", _) => true,
            (Type::String { format: None, node, .. }, "ID", _) => {
                self.check_kind(node.as_ref(), resolved);
                true
            }
            (Type::String { format, node: None, .. }, _, Some(ExtendedType::Scalar(scalar)))
                if !scalar.is_built_in() =>
            {
                format.as_ref().is_none_or(|f| fit::scalar_format(name) == Some(f.value.as_str()))
            }
            (Type::Enum(values), _, Some(ExtendedType::Enum(_))) => {
                self.check_enum(values, name, schema.span);
                self.binder.enums.insert(name.to_owned());
                true
            }
            _ => false,
        };
        if !fits {
            self.fail(problems::wrong_type(target, schema, self.binder.schema.enum_values(name).as_deref()));
            return None;
        }
        Some(OutputValue::Leaf { ty: name.to_owned(), kind: resolved.kind() })
    }

    fn check_kind(&mut self, node: Option<&Located<String>>, resolved: &Resolved<'_>) {
        if let (Some(node), Some(kind)) = (node, resolved.kind())
            && node.value != kind
        {
            self.fail(problems::wrong_kind(node, &kind, resolved));
        }
    }

    fn check_enum(&mut self, values: &[Located<String>], name: &str, at: Span) {
        let known = self.binder.schema.enum_values(name).unwrap_or_default();
        let mut meant = Vec::new();
        for value in values.iter().filter(|v| !known.contains(&v.value.as_str())) {
            meant.extend(suggest::nearest(&value.value, known.iter().copied()));
            self.fail(fit::enum_value(value, name, &known));
        }
        let listed = |known: &str| values.iter().any(|value| value.value == known);
        let missing: Vec<&str> = known.iter().copied().filter(|k| !meant.contains(k) && !listed(k)).collect();
        if !missing.is_empty() {
            let at = values.last().map_or(at, |value| value.span);
            self.fail(problems::missing_enum_values(at, name, &missing, &known));
        }
    }
}
