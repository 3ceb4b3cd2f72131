//! JSON Schemas of cards and subjects, for editors: `cards/card.schema.json` and `cards/subject.schema.json`.
//!
//! The keys are those that the readers accept; only the kind of value of each is stated here.

use super::{
    ROUTES, already, cli, condition, graphql, json_schema::parse as schema, output, parse, rest, routing, subject,
    value,
};
use serde_json::{Map, Value as Json, json};

/// The schema of `cards/*.yaml`.
pub fn card() -> Json {
    let mut root = object(
        parse::KEYS,
        &[
            ("effect", json!({ "enum": ["read", "write"] })),
            ("weight", json!({ "enum": ["light", "heavy"] })),
            ("aliases", list(&text())),
            ("subject", either(&[text(), list(&text())])),
            ("idempotent", flag()),
            ("creates", flag()),
            ("partial", flag()),
            ("input_schema", def("object")),
            ("output_schema", def("object")),
            ("routing", def("routing")),
            ("graphql", def("graphql")),
            ("rest", def("rest")),
            ("cli", def("cli")),
            ("examples", list(&def("example"))),
            ("allow", map(&text())),
        ],
    );
    root["required"] = json!([
        "capability_id",
        "version",
        "description",
        "effect",
        "input_schema",
        "output_schema",
        "routing",
        "examples"
    ]);
    document("A card: one capability of ghx.", root, [schemas(), outputs(), routes(), graphql()].concat())
}

/// The schema of `cards/subjects/*.yaml`.
pub fn subject() -> Json {
    let given = json!({ "const": "given" });
    let lookup = object(subject::LOOKUP, &[("vars", map(&text()))]);
    let forms = subject::FORMS.iter().map(|form| (*form, either(&[given.clone(), def("lookup")])));
    let find: Vec<_> = [("describe", text()), ("missing", text())].into_iter().chain(forms).collect();
    let keys: Vec<&str> = find.iter().map(|(key, _)| *key).collect();
    let mut root = object(
        subject::KEYS,
        &[("inputs", object(subject::INPUTS, &[])), ("find", map(&object(&keys, &find))), ("allow", map(&text()))],
    );
    root["required"] = json!(["subject", "description", "node", "inputs", "find"]);
    document("A subject: how something is addressed.", root, vec![("lookup", lookup)])
}

/// The parts of `input_schema` and `output_schema`.
fn schemas() -> Vec<(&'static str, Json)> {
    let names = list(&object(&["required"], &[("required", list(&text()))]));
    let parts = [
        ("type", either(&[text(), list(&text())])),
        ("allOf", list(&def("object"))),
        ("properties", map(&def("property"))),
        ("required", list(&text())),
        ("additionalProperties", any()),
        ("anyOf", names),
        ("default", any()),
        ("enum", list(&text())),
        ("items", def("property")),
        ("minLength", integer()),
        ("maxLength", integer()),
        ("minimum", integer()),
        ("maximum", integer()),
        ("minItems", integer()),
        ("maxItems", integer()),
    ];
    vec![("object", object(schema::OBJECT, &parts)), ("property", object(schema::ALL, &parts))]
}

/// Values, conditions and outputs.
fn outputs() -> Vec<(&'static str, Json)> {
    let condition = [("when", map(&any())), ("equals", any())];
    let common = [("fields", map(&def("output"))), ("default", any()), ("literal", any()), ("map", map(&any()))];
    let of_routes = [("present", map(&text())), ("nulls", list(&any()))];
    let flags = [("text", flag()), ("page", flag())];
    let keep = either(&[list(&def("condition")), object(condition::KEEP, &[("equals", flag())])]);
    let of_output = [&common[..], &of_routes, &flags, &[("keep", keep)]].concat();
    let output_keys = [output::FORMS, output::WITH_PATH].concat();
    let members = map(&def("value"));
    let kinds = [
        ("map", map(&any())),
        ("default", any()),
        ("literal", any()),
        ("object", members.clone()),
        ("of", members.clone()),
        ("value", members),
        ("first", list(&def("value"))),
        ("encode", def("value")),
        ("match", def("value")),
    ];
    let forms: Vec<&str> = value::FORMS.iter().flat_map(|(form, keys)| [&[*form], *keys].concat()).collect();
    vec![
        ("value", either(&[text(), object(&forms, &kinds)])),
        ("condition", object(&[condition::KEYS, condition::TESTS].concat(), &condition)),
        ("guard", object(&[condition::GUARD, condition::TESTS].concat(), &condition)),
        ("output", either(&[text(), object(&output_keys, &of_output)])),
    ]
}

fn routes() -> Vec<(&'static str, Json)> {
    let route = json!({ "enum": ROUTES.iter().map(|(name, _)| *name).collect::<Vec<_>>() });
    let methods: Vec<&str> = rest::METHODS.iter().map(|(name, _)| *name).collect();
    let output = [("output", map(&def("output"))), ("unsupported", map(&text())), ("guard", list(&def("guard")))];
    let endpoint = [
        ("method", json!({ "enum": methods })),
        ("parameters", map(&def("value"))),
        ("body", either(&[json!({ "const": "none" }), map(&def("value"))])),
        ("bytes", def("value")),
        ("type", def("value")),
        ("host", def("value")),
        ("when", either(&[text(), object(&[condition::WHEN, condition::TESTS].concat(), &[("equals", any())])])),
        ("each", either(&[text(), object(rest::EACH, &[("keep", list(&def("condition")))])])),
        ("reads", flag()),
        ("may_be_empty", flag()),
        ("page", object(rest::PAGE, &[])),
        ("guard", list(&def("guard"))),
        ("optional", flag()),
    ];
    let command = [
        ("args", list(&def("value"))),
        ("flags", map(&def("value"))),
        ("jsonFields", list(&text())),
        ("limits", object(cli::LIMITS, &[("maxItemsPerCall", integer())])),
        ("page", object(cli::PAGE, &[])),
    ];
    let of_routing = [
        ("preferred", route.clone()),
        ("fallbacks", list(&route)),
        ("suitability", list(&object(routing::RULE, &[("route", route)]))),
        ("notes", list(&text())),
    ];
    vec![
        ("routing", object(routing::KEYS, &of_routing)),
        (
            "rest",
            object(
                rest::BLOCK,
                &[
                    &[("resolution", def("resolution")), ("endpoints", list(&object(rest::KEYS, &endpoint)))],
                    &output[..],
                ]
                .concat(),
            ),
        ),
        ("cli", object(cli::KEYS, &[&command[..], &output[..]].concat())),
        ("example", object(parse::EXAMPLE, &[("input", map(&any()))])),
    ]
}

fn graphql() -> Vec<(&'static str, Json)> {
    let sources: Vec<&str> = value::SOURCES.iter().map(|(name, _)| *name).collect();
    let others = value::SOURCES.iter().flat_map(|(_, keys)| keys.iter().copied());
    let inject: Vec<&str> = ["target", "source"].into_iter().chain(others).collect();
    let lookup = object(graphql::LOOKUP, &[("vars", map(&def("value")))]);
    let injected = [
        ("source", json!({ "enum": sources })),
        ("equals", def("value")),
        ("on", def("value")),
        ("cases", map(&map(&def("value")))),
        ("default", any()),
    ];
    let resolution =
        [("lookup", lookup.clone()), ("lookups", list(&lookup)), ("inject", list(&object(&inject, &injected)))];
    let (output, holds) = (("output", map(&def("output"))), ("holds", map(&text())));
    let block = [
        ("variables", map(&def("value"))),
        ("limits", object(graphql::LIMITS, &[("maxPageSize", integer())])),
        ("resolution", def("resolution")),
        ("variants", map(&object(graphql::VARIANT, &[]))),
        ("unsupported", map(&text())),
        output.clone(),
        ("already", object(already::KEYS, &[("messages", list(&text())), output, holds])),
    ];
    vec![("graphql", object(graphql::KEYS, &block)), ("resolution", object(graphql::RESOLUTION, &resolution))]
}

/// A mapping with these keys. A key without a kind of its own is text. Every mapping may be, or use, a shared part.
fn object(keys: &[&str], kinds: &[(&str, Json)]) -> Json {
    let kind = |key: &str| kinds.iter().find(|(known, _)| *known == key).map_or_else(text, |(_, kind)| kind.clone());
    let keys = keys.iter().filter(|key| !key.starts_with('$')).map(|key| ((*key).to_owned(), kind(key)));
    let properties: Map<String, Json> = keys.chain([("$ref".to_owned(), text())]).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

fn map(of: &Json) -> Json {
    json!({ "type": "object", "properties": { "$ref": text() }, "additionalProperties": of })
}

fn list(of: &Json) -> Json {
    let part = json!({ "type": "object", "properties": { "$ref": text() }, "required": ["$ref"] });
    either(&[json!({ "type": "array", "items": of }), part])
}

fn either(of: &[Json]) -> Json {
    json!({ "anyOf": of })
}

fn def(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn text() -> Json {
    json!({ "type": "string" })
}

fn flag() -> Json {
    json!({ "type": "boolean" })
}

fn integer() -> Json {
    json!({ "type": "integer" })
}

fn any() -> Json {
    json!(true)
}

fn document(description: &str, mut root: Json, parts: Vec<(&'static str, Json)>) -> Json {
    let parts: Map<String, Json> = parts.into_iter().map(|(name, part)| (name.to_owned(), part)).collect();
    root["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    root["description"] = json!(description);
    root["$defs"] = json!(parts);
    root
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{card, files::Files, problem::Problems, source::Sources};
    use std::{collections::BTreeSet, path::Path};

    /// Reads every card, subject and shared part below a folder.
    fn read(root: &Path) {
        let files = Files::below(root);
        let (mut sources, mut problems, mut shared) =
            (Sources::default(), Problems::default(), card::Shared::default());
        let add = |sources: &mut Sources, path: &Path| {
            let name = path.to_string_lossy().into_owned();
            sources.add(name.clone(), name, files.read(path).expect("the file is there"))
        };
        for path in files.shared_files() {
            let id = add(&mut sources, &path);
            shared.add(&sources, id, false, &mut problems);
        }
        for path in files.card_files() {
            let id = add(&mut sources, &path);
            card::parse(&sources, id, &shared, &mut problems);
        }
        for path in files.subject_files() {
            let id = add(&mut sources, &path);
            card::parse_subject(&sources, id, &shared, false, &mut problems);
        }
    }

    /// The keys of every object in a schema.
    fn objects(schema: &Json, found: &mut BTreeSet<BTreeSet<String>>) {
        match schema {
            Json::Object(members) => {
                if let Some(properties) = members.get("properties").and_then(Json::as_object) {
                    found.insert(properties.keys().filter(|key| !key.starts_with('$')).cloned().collect());
                }
                members.values().for_each(|member| objects(member, found));
            }
            Json::Array(items) => items.iter().for_each(|item| objects(item, found)),
            _ => {}
        }
    }

    /// A key that a reader accepts and the schema does not have would be marked as a mistake in editors.
    #[test]
    fn the_schemas_have_the_keys_that_the_readers_accept() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        read(here.parent().expect("the crate is in the project"));
        read(&here.join("tests/it/fixtures/base"));
        let mut known = BTreeSet::new();
        for schema in [card(), subject()] {
            objects(&schema, &mut known);
        }
        let opened = crate::card::reader::opened::take();
        assert!(opened.len() > 20, "only {} kinds of mapping were read", opened.len());
        for list in opened {
            let keys: BTreeSet<String> = list.iter().filter(|key| !key.starts_with('$')).cloned().collect();
            assert!(known.contains(&keys), "the schema has no object with exactly these keys: {list:?}");
        }
    }
}
