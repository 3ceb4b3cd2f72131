//! JSON Schema 2020-12 of a card's whole input and output, for tools that read schemas.

use super::{Card, Property, SubjectSpec, Type};

/// The version of JSON Schema that the schemas are written in.
const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

impl Card {
    /// JSON Schema 2020-12 of the whole input, subjects included.
    #[must_use]
    pub fn input_schema(&self) -> String {
        let mut properties = Object::default();
        let mut known: Vec<&str> = Vec::new();
        for (name, schema) in self.subjects.iter().flat_map(|subject| subject_properties(subject)) {
            if !known.contains(&name) {
                known.push(name);
                properties.put(name, schema);
            }
        }
        for input in self.inputs {
            properties.put(input.name, property(input));
        }
        let mut root = head(&properties, self.inputs);
        let forms: Vec<Vec<Vec<&str>>> = self.subjects.iter().map(|subject| forms(subject)).collect();
        match forms.as_slice() {
            [] => {}
            [one] => root.put("oneOf", required_sets(one)),
            several => {
                let rule = |one: &Vec<Vec<&str>>| format!("{{\"oneOf\":{}}}", required_sets(one));
                root.put("allOf", list(several.iter().map(rule)));
            }
        }
        let dependent = dependent(&forms);
        if !dependent.0.is_empty() {
            root.put("dependentRequired", dependent.finish());
        }
        if !self.at_least_one.is_empty() {
            root.put("anyOf", required_sets(&each_alone(self.at_least_one)));
        }
        root.finish()
    }

    /// JSON Schema 2020-12 of the output.
    #[must_use]
    pub fn output_schema(&self) -> String {
        head(&members(self.outputs), self.outputs).finish()
    }
}

/// JSON whose members keep the order in which they were added.
#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn put(&mut self, name: &str, value: impl AsRef<str>) {
        self.0.push(format!("{}:{}", quoted(name), value.as_ref()));
    }

    fn put_number(&mut self, name: &str, number: Option<i64>) {
        if let Some(number) = number {
            self.put(name, number.to_string());
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

fn head(properties: &Object, required: &[Property]) -> Object {
    let mut root = Object::default();
    root.put("$schema", quoted(DRAFT));
    root.put("type", quoted("object"));
    put_members(&mut root, properties, required);
    root
}

fn put_members(object: &mut Object, properties: &Object, required: &[Property]) {
    object.put("properties", properties.finish());
    let required: Vec<String> = required.iter().filter(|p| p.required).map(|p| quoted(p.name)).collect();
    if !required.is_empty() {
        object.put("required", list(required));
    }
    object.put("additionalProperties", "false");
}

fn members(properties: &[Property]) -> Object {
    let mut members = Object::default();
    for one in properties {
        members.put(one.name, property(one));
    }
    members
}

fn property(property: &Property) -> String {
    let name = match property.ty {
        Type::String { .. } | Type::Id { .. } | Type::Enum(_) => Some("string"),
        Type::Integer { .. } => Some("integer"),
        Type::Number => Some("number"),
        Type::Boolean => Some("boolean"),
        Type::Array { .. } => Some("array"),
        Type::Object { .. } | Type::Map { .. } => Some("object"),
        Type::Json => None,
    };
    let mut object = Object::default();
    if let Some(name) = name {
        object.put("type", if property.nullable { list([quoted(name), quoted("null")]) } else { quoted(name) });
    }
    if !property.description.is_empty() {
        object.put("description", quoted(property.description));
    }
    put_type(&mut object, &property.ty, property.nullable);
    if let Some(default) = property.default {
        object.put("default", default);
    }
    object.finish()
}

fn put_type(object: &mut Object, ty: &Type, nullable: bool) {
    let least = |number: u32| (number > 0).then_some(i64::from(number));
    match ty {
        Type::String { min_length, max_length, format } => {
            object.put_number("minLength", least(*min_length));
            object.put_number("maxLength", max_length.map(i64::from));
            if let Some(format) = format {
                object.put("format", quoted(format));
            }
        }
        Type::Id { min_length, .. } => object.put_number("minLength", least(*min_length)),
        Type::Enum(values) => {
            let null = nullable.then(|| "null".to_owned());
            object.put("enum", list(values.iter().map(|value| quoted(value)).chain(null)));
        }
        Type::Integer { minimum, maximum } => {
            object.put_number("minimum", *minimum);
            object.put_number("maximum", *maximum);
        }
        Type::Number | Type::Boolean | Type::Json => {}
        Type::Array { items, min_items, max_items } => {
            object.put("items", property(items));
            object.put_number("minItems", least(*min_items));
            object.put_number("maxItems", max_items.map(i64::from));
        }
        Type::Object { properties, exactly_one } => {
            put_members(object, &members(properties), properties);
            if !exactly_one.is_empty() {
                object.put("oneOf", required_sets(&each_alone(exactly_one)));
            }
        }
        Type::Map { values, max_properties } => {
            object.put("additionalProperties", property(values));
            object.put_number("maxProperties", max_properties.map(i64::from));
        }
    }
}

/// The inputs that a subject adds, with their schemas.
fn subject_properties(spec: &SubjectSpec) -> Vec<(&'static str, String)> {
    let noun = spec.noun;
    let text =
        |description: &str| format!("{{\"type\":\"string\",\"description\":{},\"minLength\":1}}", quoted(description));
    let own = spec.within.is_none();
    let number = format!("Number of the {noun} in {} repository.", if own { "its" } else { "the same" });
    // Lookups take it as GraphQL's `Int`.
    let number =
        format!("{{\"type\":\"integer\",\"description\":{},\"minimum\":1,\"maximum\":{}}}", quoted(&number), i32::MAX);
    let repo = "https://github.com/acme/widgets";
    let one = match spec.url_segment {
        "" => format!("The {noun} as one string: `acme/widgets` or `{repo}`."),
        url => format!("The {noun} as one string: `acme/widgets#42` or `{repo}/{url}/42`."),
    };
    let described = [
        (own.then_some(spec.owner), text("Owner of the repository.")),
        (own.then_some(spec.repo_name), text("Name of the repository, without the owner.")),
        (spec.number, number),
        (spec.id, text(&format!("Node id of the {noun}."))),
        (spec.text, text(&one)),
    ];
    described.into_iter().filter_map(|(name, schema)| Some((name?, schema))).collect()
}

/// The inputs that belong together, per form of a subject.
fn forms(spec: &SubjectSpec) -> Vec<Vec<&'static str>> {
    let single = spec.id.into_iter().chain(spec.text).map(|name| vec![name]);
    std::iter::once(spec.numbered().collect()).chain(single).filter(|form: &Vec<_>| !form.is_empty()).collect()
}

fn each_alone<'a>(names: &[&'a str]) -> Vec<Vec<&'a str>> {
    names.iter().map(|name| vec![*name]).collect()
}

fn required_sets(sets: &[Vec<&str>]) -> String {
    list(sets.iter().map(|set| format!("{{\"required\":{}}}", list(set.iter().map(|name| quoted(name))))))
}

/// A part of a form alone is refused: each of its inputs needs the others.
fn dependent(forms: &[Vec<Vec<&str>>]) -> Object {
    let mut object = Object::default();
    for form in forms.iter().flatten().filter(|form| form.len() > 1) {
        for name in form {
            object.put(name, list(form.iter().filter(|other| *other != name).map(|other| quoted(other))));
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::Effect;

    #[test]
    fn maps_numbers_and_any_json_have_schemas() {
        static CARD: Card = Card::new("a.b", "1.0.0", "", Effect::Read).outputs(&[
            Property::new("files", "", Type::map(&Property::item(Type::text())).at_most(3)),
            Property::new("score", "How much.", Type::Number).nullable(),
            Property::new("any", "", Type::Json).optional(),
        ]);
        let expected = r#""properties":{"files":{"type":"object","additionalProperties":{"type":"string"},"maxProperties":3},"score":{"type":["number","null"],"description":"How much."},"any":{}},"required":["files","score"]"#;
        assert!(CARD.output_schema().contains(expected), "{}", CARD.output_schema());
    }
}
