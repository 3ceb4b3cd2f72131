//! Names of inputs and outputs that become names in Rust: none collides with another.

use crate::{
    card::{Card, Located, Property, Type},
    model::BoundSubject,
    names,
    problem::{Code, Problem, Problems},
    source::Span,
};

/// Names of methods that every capability has; an optional input of that name would hide one.
const METHODS: &[&str] =
    &["new", "to_json", "from_json", "request", "read", "validate", "send", "pages", "all_items", "clone", "fmt", "eq"];

pub(super) fn check(card: &Card, subjects: &[&BoundSubject], problems: &mut Problems) {
    let mut fields: Vec<(String, Span)> =
        subjects.iter().map(|s| (names::field_name(&s.subject.name.value), s.subject.name.span)).collect();
    for (index, property) in card.input.properties.iter().enumerate() {
        let json = &property.name.value;
        if card.input.properties[..index].iter().any(|earlier| earlier.name.value == *json) {
            continue; // A doubled key, and told as one.
        }
        let field = names::field_name(json);
        let taken_json =
            subjects.iter().flat_map(|s| s.subject.inputs.all()).find(|name| name.value == *json).map(|name| name.span);
        let taken = fields.iter().find(|(name, _)| *name == field).map(|(_, span)| *span).or(taken_json);
        if let Some(other) = taken {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{json}` collides with another input in Rust: `{field}`"),
                )
                .label("the second")
                .related(other, "the first")
                .help("give it another name"),
            );
        }
        if METHODS.contains(&field.as_str()) && property.may_be_absent() {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{json}` would become a setter that hides the method `{field}`"),
                )
                .label("reserved")
                .help("give it another name"),
            );
        }
        fields.push((field, property.name.span));
    }
    check_siblings(&card.output.properties, problems);
    for property in card.input.properties.iter().chain(&card.output.properties) {
        check_nested(property, problems);
    }
}

fn check_nested(property: &Property, problems: &mut Problems) {
    let ty = match &property.schema.ty {
        Type::Array { items, .. } => &items.ty,
        other => other,
    };
    match ty {
        Type::Object(object) => {
            check_siblings(&object.properties, problems);
            object.properties.iter().for_each(|p| check_nested(p, problems));
        }
        Type::Enum(values) => check_variants(values, problems),
        _ => {}
    }
}

fn check_siblings(properties: &[Property], problems: &mut Problems) {
    for (index, property) in properties.iter().enumerate() {
        let field = names::field_name(&property.name.value);
        if let Some(first) = properties[..index]
            .iter()
            .find(|p| p.name.value != property.name.value && names::field_name(&p.name.value) == field)
        {
            problems.push(
                Problem::error(
                    Code::RustName,
                    property.name.span,
                    format!("`{}` and `{}` both become `{field}` in Rust", first.name.value, property.name.value),
                )
                .label("the second")
                .related(first.name.span, "the first")
                .help("give one of them another name"),
            );
        }
    }
}

fn check_variants(values: &[Located<String>], problems: &mut Problems) {
    for (index, value) in values.iter().enumerate() {
        let variant = names::variant_name(&value.value);
        if let Some(first) =
            values[..index].iter().find(|v| v.value != value.value && names::variant_name(&v.value) == variant)
        {
            problems.push(
                Problem::error(
                    Code::RustName,
                    value.span,
                    format!("`{}` and `{}` both become `{variant}` in Rust", first.value, value.value),
                )
                .label("the second")
                .related(first.span, "the first")
                .help("drop one of them"),
            );
        }
    }
}
