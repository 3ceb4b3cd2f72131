//! What `graphql_client`'s generator is given: the operation with its fragments merged in, and the part of the schema that it touches.
//!
//! The generator wants `__typename` wherever an abstract type is selected and writes a variant for every kind of it. Given only
//! the kinds that a document names, and interfaces without conditions as plain types, it writes just what is read.

use super::{Operation, pieces, shape::Shape};
use crate::schema::Schema;
use apollo_compiler::schema::ExtendedType;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

/// The document for the generator.
pub fn client_document(operation: &Operation) -> String {
    pieces::document(operation)
}

/// The schema for the generator, as SDL.
pub fn client_schema(schema: &Schema, operation: &Operation) -> String {
    let mut pruned = Pruned { schema, types: BTreeMap::new(), members: BTreeMap::new(), named: BTreeSet::new() };
    pruned.shape(&operation.shape);
    for variable in &operation.variables {
        pruned.input(variable.ty.name());
    }
    pruned.print(operation)
}

struct Pruned<'a> {
    schema: &'a Schema,
    /// Composite type → field → type.
    types: BTreeMap<String, BTreeMap<String, String>>,
    /// Abstract type → kinds that the document names.
    members: BTreeMap<String, BTreeSet<String>>,
    /// Scalars, enums and inputs.
    named: BTreeSet<String>,
}

impl Pruned<'_> {
    fn shape(&mut self, shape: &Shape) {
        self.types.entry(shape.ty.clone()).or_default();
        for field in &shape.fields {
            self.types.entry(shape.ty.clone()).or_default().insert(field.name.clone(), field.ty.to_string());
            match &field.shape {
                Some(below) => self.shape(below),
                None => self.input(field.ty.name()),
            }
        }
        for conditioned in &shape.on {
            self.members.entry(shape.ty.clone()).or_default().insert(conditioned.ty.clone());
            self.shape(conditioned);
        }
    }

    fn input(&mut self, name: &str) {
        if !self.named.insert(name.to_owned()) {
            return;
        }
        let below: Vec<String> = self
            .schema
            .input_fields(name)
            .unwrap_or_default()
            .iter()
            .map(|f| f.ty.inner_named_type().to_string())
            .collect();
        for name in below {
            self.input(&name);
        }
    }

    fn print(&self, operation: &Operation) -> String {
        let root = &operation.shape.ty;
        // The generator insists on a query type, also for mutations.
        let mut out = match operation.kind {
            super::OperationKind::Query => format!("schema {{ query: {root} }}\n"),
            super::OperationKind::Mutation => {
                format!("schema {{ query: NoQuery mutation: {root} }}\ntype NoQuery {{ none: Int }}\n")
            }
        };
        for (name, fields) in &self.types {
            self.print_composite(name, fields, &mut out);
        }
        for name in &self.named {
            self.print_named(name, &mut out);
        }
        out
    }

    fn print_composite(&self, name: &str, fields: &BTreeMap<String, String>, out: &mut String) {
        let members = self.members.get(name);
        if let (Some(members), Some(ExtendedType::Union(_))) = (members, self.schema.ty(name)) {
            let list: Vec<&str> = members.iter().map(String::as_str).collect();
            let _ = writeln!(out, "union {name} = {}", list.join(" | "));
            return;
        }
        let implemented: Vec<&str> =
            self.members.iter().filter(|(_, kinds)| kinds.contains(name)).map(|(i, _)| i.as_str()).collect();
        let interfaces: Vec<&str> =
            implemented.into_iter().filter(|i| matches!(self.schema.ty(i), Some(ExtendedType::Interface(_)))).collect();
        let clause =
            if interfaces.is_empty() { String::new() } else { format!(" implements {}", interfaces.join(" & ")) };
        let keyword = if members.is_some() { "interface" } else { "type" };
        let _ = writeln!(out, "{keyword} {name}{clause} {{");
        if fields.is_empty() {
            let _ = writeln!(out, "  nothingSelected: Int");
        }
        for (field, ty) in fields {
            let _ = writeln!(out, "  {field}: {ty}");
        }
        let _ = writeln!(out, "}}");
    }

    fn print_named(&self, name: &str, out: &mut String) {
        match self.schema.ty(name) {
            Some(ExtendedType::Scalar(scalar)) if !scalar.is_built_in() => {
                let _ = writeln!(out, "scalar {name}");
            }
            Some(ExtendedType::Enum(e)) => {
                let values: Vec<&str> = e.values.keys().map(apollo_compiler::Name::as_str).collect();
                let _ = writeln!(out, "enum {name} {{ {} }}", values.join(" "));
            }
            Some(ExtendedType::InputObject(input)) => {
                let _ = writeln!(out, "input {name} {{");
                for field in input.fields.values() {
                    let _ = writeln!(out, "  {}: {}", field.name, field.ty);
                }
                let _ = writeln!(out, "}}");
            }
            _ => {}
        }
    }
}
