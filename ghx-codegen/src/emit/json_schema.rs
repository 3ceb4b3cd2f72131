//! JSON Schema 2020-12 of a card's whole input and output, as text: for tools that read schemas.

use super::scope::Scope;
use crate::{
    card::{Located, ObjectSchema, Property, Requires, Schema, Subject, Type},
    model::BoundCard,
    yaml::{Node, Value},
};

/// JSON whose members keep the order in which they were added.
#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn put(&mut self, name: &str, value: impl AsRef<str>) -> &mut Self {
        self.0.push(format!("{}:{}", quoted(name), value.as_ref()));
        self
    }

    fn put_text(&mut self, name: &str, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.put(name, quoted(text)),
            None => self,
        }
    }

    fn put_number(&mut self, name: &str, number: Option<&Located<i64>>) -> &mut Self {
        match number {
            Some(number) => self.put(name, number.value.to_string()),
            None => self,
        }
    }

    fn finish(&self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A value of a card as JSON text, in the order of the file.
pub(crate) fn text(node: &Node) -> String {
    match &node.value {
        Value::List(items) => list(items.iter().map(text)),
        Value::Map(entries) => {
            let mut object = Object::default();
            for (key, value) in entries {
                object.put(&key.name, text(value));
            }
            object.finish()
        }
        _ => node.to_json().to_string(),
    }
}

/// The schema of the whole input: the subjects' inputs first, and which of them belong together.
pub(super) fn input(scope: &Scope<'_>, card: &BoundCard) -> String {
    let subjects: Vec<&Subject> = scope.subjects(card).into_iter().map(|bound| &bound.subject).collect();
    let mut properties = Object::default();
    let mut known: Vec<&str> = Vec::new();
    for (name, schema) in subjects.iter().flat_map(|subject| subject_properties(subject)) {
        if !known.contains(&name) {
            known.push(name);
            properties.put(name, schema);
        }
    }
    for property in &card.card.input.properties {
        properties.put(&property.name.value, self::property(property));
    }
    let mut root = head(&properties, &card.card.input.properties);
    let forms: Vec<Vec<Vec<&str>>> = subjects.iter().map(|subject| forms(subject)).collect();
    let stated = &card.card.input;
    let mut choices: Vec<String> = forms.iter().map(|one| required_sets(one)).collect();
    choices.extend((!stated.exactly_one.is_empty()).then(|| names_sets(&stated.exactly_one)));
    match (choices.as_slice(), stated.requires.as_slice()) {
        ([], []) => {}
        ([one], []) => {
            root.put("oneOf", one);
        }
        (several, requires) => {
            let rules = several.iter().map(|one| Object::default().put("oneOf", one).finish());
            root.put("allOf", list(rules.chain(requires.iter().map(requirement))));
        }
    }
    if let Some(partial) = dependent(&forms) {
        root.put("dependentRequired", partial);
    }
    if let Some(rule) = &card.card.input.at_least_one {
        root.put("anyOf", names_sets(&rule.names));
    }
    root.finish()
}

/// If an input has a value, others are needed.
fn requirement(rule: &Requires) -> String {
    let (input, value) = (quoted(&rule.input.value), text(&rule.value));
    let inputs = list(rule.inputs.iter().map(|name| quoted(&name.value)));
    let condition = format!("{{\"properties\":{{{input}:{{\"const\":{value}}}}},\"required\":[{input}]}}");
    Object::default().put("if", condition).put("then", format!("{{\"required\":{inputs}}}")).finish()
}

/// The schema of the output.
pub(super) fn output(card: &BoundCard) -> String {
    let properties = &card.card.output.properties;
    let mut members = Object::default();
    for property in properties {
        members.put(&property.name.value, self::property(property));
    }
    head(&members, properties).finish()
}

fn head(properties: &Object, required: &[Property]) -> Object {
    let mut root = Object::default();
    root.put("$schema", quoted(DRAFT));
    root.put("type", quoted("object")).put("properties", properties.finish());
    put_required(&mut root, required);
    root.put("additionalProperties", "false");
    root
}

fn put_required(object: &mut Object, properties: &[Property]) {
    let required: Vec<String> = properties.iter().filter(|p| p.required).map(|p| quoted(&p.name.value)).collect();
    if !required.is_empty() {
        object.put("required", list(required));
    }
}

fn property(property: &Property) -> String {
    let mut object = schema(&property.schema);
    if let Some(default) = &property.default {
        object.put("default", text(default));
    }
    object.finish()
}

fn schema(schema: &Schema) -> Object {
    let mut object = Object::default();
    let name = match &schema.ty {
        Type::String { .. } | Type::Enum(_) => "string",
        Type::Integer { .. } => "integer",
        Type::Number => "number",
        Type::Boolean => "boolean",
        Type::Map { .. } => "object",
        Type::Array { .. } => "array",
        Type::Object(_) => "object",
    };
    let ty = if schema.nullable { list([quoted(name), quoted("null")]) } else { quoted(name) };
    object.put("type", ty).put_text("description", schema.description.as_ref().map(|d| d.value.as_str()));
    match &schema.ty {
        Type::String { min_length, max_length, format, .. } => {
            object.put_number("minLength", min_length.as_ref()).put_number("maxLength", max_length.as_ref());
            object.put_text("format", format.as_ref().map(|f| f.value.as_str()));
        }
        Type::Enum(values) => {
            let null = schema.nullable.then(|| "null".to_owned());
            object.put("enum", list(values.iter().map(|v| quoted(&v.value)).chain(null)));
        }
        Type::Integer { minimum, maximum } => {
            object.put_number("minimum", minimum.as_ref()).put_number("maximum", maximum.as_ref());
        }
        Type::Number | Type::Boolean => {}
        Type::Map { values, max } => {
            let values = values.as_ref().map_or_else(|| "true".to_owned(), |values| self::schema(values).finish());
            object.put("additionalProperties", values).put_number("maxProperties", max.as_ref());
        }
        Type::Array { items, min_items, max_items } => {
            object.put("items", self::schema(items).finish());
            object.put_number("minItems", min_items.as_ref()).put_number("maxItems", max_items.as_ref());
        }
        Type::Object(below) => put_object(&mut object, below),
    }
    object
}

fn put_object(object: &mut Object, below: &ObjectSchema) {
    let mut members = Object::default();
    for property in &below.properties {
        members.put(&property.name.value, self::property(property));
    }
    object.put("properties", members.finish());
    put_required(object, &below.properties);
    object.put("additionalProperties", "false");
    if !below.exactly_one.is_empty() {
        object.put("oneOf", names_sets(&below.exactly_one));
    }
}

fn names_sets(names: &[Located<String>]) -> String {
    required_sets(&names.iter().map(|name| vec![name.value.as_str()]).collect::<Vec<_>>())
}

/// The inputs that a subject adds, with their schemas.
pub(crate) fn subject_properties(subject: &Subject) -> Vec<(&str, String)> {
    let (inputs, noun) = (&subject.inputs, super::scope::noun(subject));
    let text = |description: String| {
        format!("{{\"type\":\"string\",\"description\":{},\"minLength\":1}}", quoted(&description))
    };
    let number = |description: String| {
        let description = quoted(&description);
        // Lookups take it as GraphQL's `Int`.
        format!("{{\"type\":\"integer\",\"description\":{description},\"minimum\":1,\"maximum\":{}}}", i32::MAX)
    };
    let described = [
        (&inputs.owner, text("Owner of the repository.".to_owned())),
        (&inputs.name, text("Name of the repository, without the owner.".to_owned())),
        (&inputs.number, number(number_description(subject, &noun))),
        (&inputs.id, text(format!("Node id of the {noun}."))),
        (&inputs.text, text(text_description(subject, &noun))),
    ];
    described.into_iter().filter_map(|(name, schema)| Some((name.as_ref()?.value.as_str(), schema))).collect()
}

/// What a subject's number is.
pub(crate) fn number_description(subject: &Subject, noun: &str) -> String {
    match &subject.within {
        Some(_) => format!("Number of the {noun} in the same repository."),
        None => format!("Number of the {noun} in its repository."),
    }
}

/// What a subject's one string is.
pub(crate) fn text_description(subject: &Subject, noun: &str) -> String {
    match &subject.url {
        Some(url) => format!(
            "The {noun} as one string: `acme/widgets#42` or `https://github.com/acme/widgets/{}/42`.",
            url.value
        ),
        None => format!("The {noun} as one string: `acme/widgets` or `https://github.com/acme/widgets`."),
    }
}

/// The inputs that belong together, per form of a subject.
pub(crate) fn forms(subject: &Subject) -> Vec<Vec<&str>> {
    let inputs = &subject.inputs;
    let spelled = [&inputs.owner, &inputs.name, &inputs.number].into_iter().flatten().map(|name| name.value.as_str());
    let spelled: Vec<&str> = spelled.collect();
    let single = [&inputs.id, &inputs.text].into_iter().flatten().map(|name| vec![name.value.as_str()]);
    std::iter::once(spelled).chain(single).filter(|form| !form.is_empty()).collect()
}

fn required_sets(sets: &[Vec<&str>]) -> String {
    list(sets.iter().map(|set| {
        let mut object = Object::default();
        object.put("required", list(set.iter().map(|name| quoted(name)))).finish()
    }))
}

/// A part of a form alone is refused: each of its inputs needs the others.
fn dependent(forms: &[Vec<Vec<&str>>]) -> Option<String> {
    let mut object = Object::default();
    for form in forms.iter().flatten().filter(|form| form.len() > 1) {
        for name in form {
            let others = form.iter().filter(|other| *other != name).map(|other| quoted(other));
            object.put(name, list(others));
        }
    }
    (!object.0.is_empty()).then(|| object.finish())
}

/// The version of JSON Schema that input and output schemas are written in.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
