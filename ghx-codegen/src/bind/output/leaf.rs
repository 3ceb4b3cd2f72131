//! A scalar of a response, or a list of scalars: its type, and when it is null.

use super::{Target, problems};
use crate::{
    bind::{
        literal,
        reading::Reading,
        shape::{Scalar, Shape},
    },
    card::{Schema as JsonSchema, Type},
    model::{OutputValue, Path},
};

impl<'s> Reading<'_, 's> {
    pub(super) fn leaf(&mut self, target: &Target<'_, 's>) -> Option<OutputValue> {
        let (found, before) = (target.found, self.errors());
        if self.is_graphql() && found.shape.is_object() {
            self.fail(problems::leads_to_object(target));
            return None;
        }
        self.mark(found);
        let element = found.shape.items().filter(|_| self.is_graphql());
        let list = found.list() || element.is_some();
        let is_array = matches!(target.property.schema.ty, Type::Array { .. });
        if is_array != list && (list || !found.shape.is_list()) {
            self.fail(problems::value_or_list(target, list));
            return None;
        }
        let shape = element.as_ref().unwrap_or(&found.shape);
        self.check_type(target, shape);
        self.check_words(target, shape);
        self.check_without(target, shape);
        if self.is_graphql() {
            self.gathered.enums.extend(shape.enum_values().map(|_| shape.type_name().to_owned()));
            self.check_kind(target, shape);
        }
        let ty = shape.type_name().to_owned();
        (self.errors() == before).then(|| OutputValue::Leaf { ty, kind: shape.kind() })
    }

    fn check_type(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>) {
        let (schema, mapped, scalar) = (target.schema, target.spec.map.is_some(), shape.scalar());
        if scalar == Scalar::Id && self.is_unsure(target) {
            return; // GraphQL would say whether the output is an id; why it cannot is reported elsewhere.
        }
        let is_enum = self.is_graphql() && shape.enum_values().is_some();
        let fits = match &schema.ty {
            Type::Enum(_) | Type::String { .. } if mapped => matches!(scalar, Scalar::Text | Scalar::Boolean),
            Type::Boolean if mapped => scalar == Scalar::Text,
            Type::Integer { .. } => scalar == Scalar::Integer && !mapped,
            Type::Number => scalar == Scalar::Number && !mapped,
            Type::Boolean => scalar == Scalar::Boolean,
            Type::Enum(_) => scalar == Scalar::Text && (is_enum || !self.is_graphql()),
            Type::String { format, .. } if scalar == Scalar::Id => {
                format.is_none() && (self.is_graphql() || is_id(target, schema))
            }
            Type::String { node, format, .. } => {
                let stated = format.as_ref().map(|format| format.value.as_str());
                let plain = scalar == Scalar::Text && !is_enum && node.is_none() && !is_id(target, schema);
                plain && self.check_format(target, shape, stated)
            }
            Type::Array { .. } | Type::Object(_) | Type::Map { .. } => false,
        };
        if !fits {
            self.fail(problems::wrong_type(target, shape, is_id(target, schema), self.route));
        }
    }

    /// Is it unknown whether the output is an id?
    fn is_unsure(&self, target: &Target<'_, 's>) -> bool {
        !self.is_graphql() && self.card.graphql.is_some() && target.expected.is_none()
    }

    /// Does the format fit? Where the response does not declare one, its name is all that there is to go by.
    fn check_format(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>, stated: Option<&str>) -> bool {
        let declared = shape.format();
        if self.is_graphql() {
            return stated.is_none() || stated == declared;
        }
        if declared.is_none() && stated != problems::format_of_name(target) {
            self.fail(problems::undeclared_format(target, stated));
        }
        declared.is_none() || declared == stated
    }

    fn check_kind(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>) {
        if let (Type::String { node: Some(node), .. }, Some(kind)) = (&target.schema.ty, shape.kind())
            && node.value != kind
        {
            self.fail(problems::wrong_kind(node, &kind, target));
        }
    }

    /// `without` is only for plain strings.
    fn check_without(&mut self, target: &Target<'_, 's>, shape: &Shape<'s>) {
        let Some(without) = &target.spec.without else { return };
        let plain = matches!(&target.schema.ty, Type::String { format: None, .. }) && !is_id(target, target.schema);
        if !plain || target.spec.map.is_some() || shape.scalar() != Scalar::Text || shape.enum_values().is_some() {
            self.fail(problems::without_needs_text(target, without));
        }
    }

    /// `present`: values for when another field is not null.
    pub(super) fn present(&mut self, target: &Target<'_, 's>) -> Option<Vec<(Path, String)>> {
        let mut bound = Vec::new();
        for (path, value) in &target.spec.present {
            if target.found.list() {
                self.fail(problems::present_in_list(path));
                return None;
            }
            let other = self.plain(target.start, path);
            if let Some(other) = other.as_ref().filter(|other| !other.nullable) {
                let key = other.path.steps.last().map_or("", |step| step.key.as_str());
                self.fail(problems::present_is_always(path, key));
            }
            self.check_value(target, value);
            bound.push(other.map(|other| (other.path, value.value.clone())));
        }
        bound.into_iter().collect()
    }

    /// The output schema says exactly when a value can be null.
    pub(super) fn check_null(&mut self, target: &Target<'_, 's>) -> bool {
        let Target { property, spec, found, .. } = *target;
        let object = matches!(target.schema.ty, Type::Object(_));
        self.check_default(target);
        let nullable = found.nullable || !spec.nulls.is_empty() && !found.list();
        let (nullable, items) = (nullable && spec.default.is_none(), found.item_nullable || !spec.nulls.is_empty());
        if found.list() && nullable && !self.is_graphql() {
            self.fail(problems::list_may_be_null(target));
        } else if nullable && !property.schema.nullable {
            self.fail(problems::may_be_null(target, target.place(), self.route));
        }
        if !nullable && property.schema.nullable {
            let at = if self.is_graphql() { property.schema.span } else { target.at };
            self.fail(problems::never_null(property, at, self.route, Some(&found.shape)));
        }
        if !found.list() || object {
            return nullable;
        }
        let items = items && (spec.default.is_none() || self.is_graphql());
        if items != target.schema.nullable {
            self.fail(problems::null_elements(target, items, self.route));
        }
        items
    }

    fn check_default(&mut self, target: &Target<'_, 's>) {
        let is_scalar = !target.spec.count && target.spec.equals.is_none();
        let Some(default) = target.spec.default.as_ref().filter(|_| is_scalar) else { return };
        let found = target.found;
        let in_list = found.list() && !self.is_graphql();
        if !self.is_graphql() && found.shape.is_object() {
            return self.fail(problems::default_of_object(default));
        }
        let possible = if in_list { found.item_nullable } else { found.nullable };
        if !possible && target.spec.nulls.is_empty() {
            self.fail(problems::default_is_unused(target, default));
        }
        let schema = if in_list { target.schema } else { &target.property.schema };
        let mut refusals = Vec::new();
        literal::refusals(schema, default, target.name(), &mut refusals);
        self.fail_all(refusals.iter().map(problems::default_does_not_fit));
    }
}

/// Is the property a node id?
fn is_id(target: &Target<'_, '_>, schema: &JsonSchema) -> bool {
    let stated = matches!(&schema.ty, Type::String { node: Some(_), .. });
    let known = target.expected.map(|output| &output.value);
    stated || matches!(known, Some(OutputValue::Leaf { ty, .. }) if ty == "ID")
}
