//! Two rules of the specification that apollo-compiler does not check inside lists and input objects: fields are unique, and
//! nullable variables are not used where null is not allowed.

use apollo_compiler::{
    ExecutableDocument, Name, Node, Schema,
    ast::{Type, Value},
    executable::Operation,
    schema::ExtendedType,
};
use serde_json::{Value as Json, json};

use super::{
    locations::Places,
    static_errors::{coded, offset},
};

/// The errors for violations of these rules.
pub(crate) fn problems(schema: &Schema, document: &ExecutableDocument, text: &str) -> Vec<Json> {
    let mut walk = Walk { schema, document, text, places: None, errors: Vec::new() };
    for operation in document.operations.iter() {
        for field in operation.all_fields(document) {
            for argument in &field.arguments {
                if let Some(definition) = field.definition.argument_by_name(&argument.name) {
                    walk.value(operation, &argument.value, &definition.ty, None);
                }
            }
        }
    }
    walk.errors
}

struct Walk<'a> {
    schema: &'a Schema,
    document: &'a ExecutableDocument,
    text: &'a str,
    /// Computed for the first problem; few documents have one.
    places: Option<Places>,
    errors: Vec<Json>,
}

impl Walk<'_> {
    /// `inside`: the input field or list that has the value; `None` for an argument, which apollo-compiler checks.
    fn value(&mut self, operation: &Operation, value: &Node<Value>, expected: &Type, inside: Option<&str>) {
        match value.as_ref() {
            Value::Variable(name) => {
                if let Some(inside) = inside {
                    self.variable(operation, name, expected, inside);
                }
            }
            Value::List(items) => {
                let item = expected.item_type();
                for value in items {
                    self.value(operation, value, item, Some(inside.unwrap_or("list")));
                }
            }
            Value::Object(fields) => self.object(operation, fields, expected),
            _ => {}
        }
    }

    fn object(&mut self, operation: &Operation, fields: &[(Name, Node<Value>)], expected: &Type) {
        let schema = self.schema;
        let Some(ExtendedType::InputObject(object)) = schema.types.get(expected.inner_named_type()) else { return };
        for (index, (name, value)) in fields.iter().enumerate() {
            if fields.iter().take(index).any(|(other, _)| other == name) {
                let message = format!("There can be only one input field named \"{name}\"");
                self.refuse(name, coded("inputFieldNotUnique", message, json!({ "name": name.as_str() })));
            }
            if let Some(field) = object.fields.get(name) {
                // A default replaces an absent variable.
                let ty = if field.default_value.is_some() {
                    field.ty.as_ref().clone().nullable()
                } else {
                    (*field.ty).clone()
                };
                self.value(operation, value, &ty, Some(name));
            }
        }
    }

    fn variable(&mut self, operation: &Operation, name: &Name, expected: &Type, inside: &str) {
        let Some(variable) = operation.variables.iter().find(|variable| variable.name == *name) else { return };
        let has_default = variable.default_value.as_ref().is_some_and(|value| !value.is_null());
        if !expected.is_non_null() || variable.ty.is_non_null() || has_default {
            return;
        }
        let message =
            format!("Nullability mismatch on variable ${name} and argument {inside} ({} / {expected})", variable.ty);
        let extra = json!({
            "variableName": name.as_str(),
            "typeName": variable.ty.to_string(),
            "argumentName": inside,
            "errorMessage": "Nullability mismatch",
        });
        self.refuse(name, coded("variableMismatch", message, extra));
    }

    fn refuse(&mut self, at: &Name, mut error: Json) {
        if let Some(at) = at.location().and_then(|span| span.line_column(&self.document.sources)) {
            let places = self.places.get_or_insert_with(|| Places::of(self.text));
            error["locations"] = json!([{ "line": at.line, "column": at.column }]);
            error["path"] = places.at(offset(self.text, at.line, at.column)).path.into();
        }
        self.errors.push(error);
    }
}
