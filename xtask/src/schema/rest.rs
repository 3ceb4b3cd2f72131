//! GitHub's `OpenAPI` description, reduced to the operations that cards use.
//!
//! It keeps what the compiler can check: parameters, request bodies and responses with their schemas.
//! Prose, examples, links and extensions are removed, and so are unused components.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::rest_operations::Operation;
use crate::error::{Error, Result};

/// The keywords of a schema object that state a fact about values.
const SCHEMA_FACTS: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "deprecated",
    "enum",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maximum",
    "minItems",
    "minLength",
    "minimum",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "type",
];

/// The pruned description as text, one line per operation and per component.
pub(crate) fn prune(text: &str, operations: &[Operation], version: &str) -> Result<String> {
    let source: Value =
        serde_json::from_str(text).map_err(|problem| Error::invalid("the OpenAPI description", problem))?;
    let paths = paths(&source, operations)?;
    let components = components(&source, &paths)?;
    let mut document = json!({
        "openapi": source["openapi"],
        "info": { "title": "GitHub REST API, pruned", "version": version, "license": { "name": "MIT" } },
        "paths": paths,
        "components": components,
    });
    document.sort_all_objects();
    Ok(lines(&document, 3) + "\n")
}

/// The wanted operations, grouped by path.
fn paths(source: &Value, operations: &[Operation]) -> Result<Value> {
    let mut paths = Map::new();
    for Operation { method, path } in operations {
        let found = source["paths"][path].get(method).ok_or_else(|| {
            Error::invalid(
                format!("rest-operations.txt names {} {path}", method.to_ascii_uppercase()),
                "the package does not have this operation; correct or remove the line",
            )
        })?;
        let item = paths.entry(path.as_str()).or_insert_with(|| json!({}));
        item[method] = operation(found);
    }
    Ok(Value::Object(paths))
}

/// The components that `paths` refers to, directly or through one another.
fn components(source: &Value, paths: &Value) -> Result<Value> {
    let mut components = json!({});
    let mut seen = BTreeSet::new();
    let mut open = references(paths);
    while let Some(reference) = open.pop() {
        if !seen.insert(reference.clone()) {
            continue;
        }
        let (kind, name) = reference
            .strip_prefix("#/components/")
            .and_then(|rest| rest.split_once('/'))
            .ok_or_else(|| Error::invalid(reference.as_str(), "not a reference to a component"))?;
        let found = source["components"][kind]
            .get(name)
            .ok_or_else(|| Error::invalid(reference.as_str(), "the package does not have this component"))?;
        let kept = match kind {
            "parameters" => parameter(found),
            "responses" => response(found),
            "requestBodies" => body(found),
            _ => schema(found),
        };
        open.extend(references(&kept));
        components[kind][name] = kept;
    }
    Ok(components)
}

/// Every `$ref` in a value.
fn references(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(references).collect(),
        Value::Object(members) => members
            .iter()
            .flat_map(|(key, member)| match member {
                Value::String(target) if key == "$ref" => vec![target.clone()],
                _ => references(member),
            })
            .collect(),
        _ => Vec::new(),
    }
}

fn operation(source: &Value) -> Value {
    let mut kept = pick(source, &["operationId", "deprecated"]);
    if let Some(parameters) = source["parameters"].as_array() {
        kept["parameters"] = parameters.iter().map(parameter).collect();
    }
    if let Some(found) = source.get("requestBody") {
        kept["requestBody"] = body(found);
    }
    kept["responses"] = each(&source["responses"], response);
    kept
}

fn parameter(source: &Value) -> Value {
    or_reference(source, |source| {
        // The one extension that is needed: the value spans several segments of the path.
        let facts = ["name", "in", "required", "deprecated", "x-multi-segment"];
        let mut kept = pick(source, &facts);
        kept["schema"] = schema(&source["schema"]);
        kept
    })
}

fn body(source: &Value) -> Value {
    or_reference(source, |source| {
        let mut kept = pick(source, &["required"]);
        kept["content"] = each(&source["content"], media);
        kept
    })
}

fn response(source: &Value) -> Value {
    or_reference(source, |source| match source.get("content") {
        Some(content) => json!({ "content": each(content, media) }),
        None => json!({}),
    })
}

fn media(source: &Value) -> Value {
    match source.get("schema") {
        Some(found) => json!({ "schema": schema(found) }),
        None => json!({}),
    }
}

fn schema(source: &Value) -> Value {
    or_reference(source, |source| {
        let mut kept = pick(source, SCHEMA_FACTS);
        if let Some(members) = kept.as_object_mut() {
            for (key, value) in members {
                *value = match key.as_str() {
                    "properties" => each(value, schema),
                    "items" | "not" | "additionalProperties" if value.is_object() => schema(value),
                    "allOf" | "anyOf" | "oneOf" => value.as_array().into_iter().flatten().map(schema).collect(),
                    _ => value.take(),
                };
            }
        }
        kept
    })
}

/// A reference is kept; anything else is reduced by `keep`.
fn or_reference(source: &Value, keep: impl Fn(&Value) -> Value) -> Value {
    match source.get("$ref") {
        Some(Value::String(target)) => json!({ "$ref": target }),
        _ => keep(source),
    }
}

/// The named members of an object.
fn pick(source: &Value, keys: &[&str]) -> Value {
    keys.iter().filter_map(|key| Some(((*key).to_owned(), source.get(key)?.clone()))).collect()
}

/// An object with `keep` applied to each member.
fn each(source: &Value, keep: impl Fn(&Value) -> Value) -> Value {
    source.as_object().into_iter().flatten().map(|(key, value)| (key.clone(), keep(value))).collect()
}

/// JSON with each member of the outer `levels` of objects on its own line.
fn lines(value: &Value, levels: usize) -> String {
    match value {
        Value::Object(members) if levels > 0 => {
            let members: Vec<String> =
                members.iter().map(|(key, value)| format!("{}:{}", json!(key), lines(value, levels - 1))).collect();
            format!("{{\n{}\n}}", members.join(",\n"))
        }
        _ => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source() -> String {
        json!({
            "openapi": "3.0.3",
            "paths": {
                "/a/{id}": {
                    "get": {
                        "summary": "prose", "operationId": "a/get", "x-github": {},
                        "parameters": [{ "$ref": "#/components/parameters/id" }],
                        "responses": { "200": { "description": "prose", "headers": {}, "content": {
                            "application/json": { "schema": { "$ref": "#/components/schemas/a" }, "examples": {} }
                        } } }
                    },
                    "put": { "responses": {} }
                },
                "/b": { "get": { "responses": {} } }
            },
            "components": {
                "parameters": { "id": {
                    "name": "id", "in": "path", "required": true, "description": "prose",
                    "schema": { "type": "integer", "example": 1 }
                } },
                "schemas": {
                    "a": { "type": "object", "description": "prose", "properties": {
                        "description": { "type": "string", "nullable": true, "title": "prose" },
                        "b": { "type": "array", "items": { "$ref": "#/components/schemas/b" } }
                    } },
                    "b": { "oneOf": [{ "$ref": "#/components/schemas/a" }, { "enum": ["x"], "example": "x" }] },
                    "unused": { "type": "string" }
                }
            }
        })
        .to_string()
    }

    fn pruned(list: &str) -> Result<Value> {
        let text = prune(&source(), &Operation::list(list)?, "1")?;
        serde_json::from_str(&text).map_err(|problem| Error::invalid("test", problem))
    }

    #[test]
    fn only_listed_operations_are_kept() -> Result<()> {
        let operations = &pruned("GET /a/{id}\n")?["paths"];
        assert_eq!(operations.as_object().map(Map::len), Some(1));
        assert!(operations["/a/{id}"].get("put").is_none());
        Ok(())
    }

    #[test]
    fn facts_are_kept_and_prose_is_removed() -> Result<()> {
        let expected = json!({
            "operationId": "a/get",
            "parameters": [{ "$ref": "#/components/parameters/id" }],
            "responses": { "200": { "content": {
                "application/json": { "schema": { "$ref": "#/components/schemas/a" } }
            } } }
        });
        assert_eq!(pruned("GET /a/{id}\n")?["paths"]["/a/{id}"]["get"], expected);
        Ok(())
    }

    #[test]
    fn referenced_components_are_kept_even_in_a_cycle() -> Result<()> {
        let expected = json!({
            "parameters": { "id": {
                "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }
            } },
            "schemas": {
                "a": { "type": "object", "properties": {
                    "description": { "type": "string", "nullable": true },
                    "b": { "type": "array", "items": { "$ref": "#/components/schemas/b" } }
                } },
                "b": { "oneOf": [{ "$ref": "#/components/schemas/a" }, { "enum": ["x"] }] }
            }
        });
        assert_eq!(pruned("GET /a/{id}\n")?["components"], expected);
        Ok(())
    }

    #[test]
    fn each_operation_is_on_its_own_line() -> Result<()> {
        let text = prune(&source(), &Operation::list("GET /b\n")?, "1")?;
        assert!(text.contains("\n\"/b\":{\n\"get\":{\"responses\":{}}\n}\n"), "{text}");
        Ok(())
    }

    #[test]
    fn unknown_operation_is_refused() {
        let error = pruned("GET /nowhere\n").map_or_else(|error| error.to_string(), |_| String::new());
        assert!(error.starts_with("rest-operations.txt names GET /nowhere"), "{error}");
    }
}
