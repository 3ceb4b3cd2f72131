//! `{{step.field}}` in the strings of an input.
//!
//! Alone it takes the value with its type; inside text it is interpolated. Only `{{name.path}}` is a template: other
//! braces are text. `\{{` writes two braces, and `${{ github.sha }}` of a workflow stays as it is unless a step has that name.

use serde_json::{Map, Value, json};

/// Finds the position of a step by its id or its number.
pub(super) type Find<'f> = &'f dyn Fn(&str) -> Option<usize>;

/// The input with references in the place of templates, and the names of steps that are not there.
pub(super) fn read(input: &Map<String, Value>, find: Find<'_>) -> (Map<String, Value>, Vec<Unknown>) {
    let mut unknown = Vec::new();
    let read = input.iter().map(|(name, value)| {
        let pointer = format!("/{}", crate::error::escape(name));
        (name.clone(), read_value(value, find, &pointer, &mut unknown))
    });
    (read.collect(), unknown)
}

/// A template that names no step.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unknown {
    pub(super) pointer: String,
    pub(super) step: String,
    pub(super) template: String,
}

fn read_value(value: &Value, find: Find<'_>, pointer: &str, unknown: &mut Vec<Unknown>) -> Value {
    match value {
        Value::String(text) if text.contains("{{") => read_text(text, find, pointer, unknown),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(index, item)| read_value(item, find, &format!("{pointer}/{index}"), unknown)).collect()
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| {
                let pointer = format!("{pointer}/{}", crate::error::escape(name));
                (name.clone(), read_value(member, find, &pointer, unknown))
            });
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

fn read_text(text: &str, find: Find<'_>, pointer: &str, unknown: &mut Vec<Unknown>) -> Value {
    let mut pieces = Pieces::default();
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        let (before, braces) = rest.split_at(at);
        let template = template(braces).filter(|_| !before.ends_with('\\'));
        pieces.plain.push_str(before.strip_suffix('\\').unwrap_or(before));
        let Some((whole, step, path)) = template else {
            pieces.plain.push_str("{{");
            rest = &braces[2..];
            continue;
        };
        rest = &braces[whole.len()..];
        if let Some(index) = find(step) {
            pieces.refer(index, path);
            continue;
        }
        pieces.plain.push_str(whole);
        if !before.ends_with('$') {
            let (pointer, step, template) = (pointer.to_owned(), step.to_owned(), whole.to_owned());
            unknown.push(Unknown { pointer, step, template });
        }
    }
    pieces.plain.push_str(rest);
    pieces.finish()
}

/// Text in the making.
#[derive(Default)]
struct Pieces {
    pieces: Vec<Value>,
    plain: String,
}

impl Pieces {
    fn refer(&mut self, step: usize, path: &str) {
        self.end_plain();
        self.pieces.push(json!({ "$ref": format!("{step}.{path}") }));
    }

    fn end_plain(&mut self) {
        if !self.plain.is_empty() {
            self.pieces.push(Value::from(std::mem::take(&mut self.plain)));
        }
    }

    /// A string without references, a lone reference, or both together.
    fn finish(mut self) -> Value {
        if self.pieces.is_empty() {
            return Value::from(self.plain);
        }
        self.end_plain();
        match self.pieces.len() {
            1 => self.pieces.swap_remove(0),
            _ => json!({ "$text": self.pieces }),
        }
    }
}

/// The template that a text starts with: all of it, the step and the path.
fn template(text: &str) -> Option<(&str, &str, &str)> {
    let end = text.find("}}")?;
    let (step, path) = text[2..end].trim().split_once('.')?;
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
    (is_name(step) && path.split('.').all(is_name)).then(|| (&text[..end + 2], step, path))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn find(name: &str) -> Option<usize> {
        match name {
            "new" => Some(0),
            "1" => Some(1),
            _ => None,
        }
    }

    fn one(text: &str) -> (Value, usize) {
        let mut unknown = Vec::new();
        (read_text(text, &find, "/body", &mut unknown), unknown.len())
    }

    #[test]
    fn alone_it_is_the_value_and_inside_text_it_is_interpolated() {
        assert_eq!(one("{{new.id}}"), (json!({"$ref": "0.id"}), 0));
        assert_eq!(one("{{ new.parent.id }}"), (json!({"$ref": "0.parent.id"}), 0));
        let text = json!({"$text": ["See ", {"$ref": "0.url"}, " (", {"$ref": "1.number"}, ")"]});
        assert_eq!(one("See {{new.url}} ({{1.number}})"), (text, 0));
        assert_eq!(one("{{new.id}}{{new.id}}"), (json!({"$text": [{"$ref": "0.id"}, {"$ref": "0.id"}]}), 0));
    }

    #[test]
    fn other_braces_are_text() {
        for text in ["{{}}", "{{new}}", "{{#if x}}", "{{ .Values.x }}", "a {{ b", "}}", "{{new.id", "{{a b.c}}"] {
            assert_eq!(one(text), (json!(text), 0), "{text}");
        }
        assert_eq!(one("${{ github.sha }}"), (json!("${{ github.sha }}"), 0));
        assert_eq!(one("\\{{new.id}}"), (json!("{{new.id}}"), 0));
        assert_eq!(one("{{{{new.id}}}}").1, 0);
    }

    #[test]
    fn an_unknown_step_is_reported_where_it_stands() {
        let input = json!({"labels": ["{{nwe.id}}"]});
        let (_, unknown) = read(input.as_object().unwrap(), &find);
        let expected = Unknown { pointer: "/labels/0".into(), step: "nwe".into(), template: "{{nwe.id}}".into() };
        assert_eq!(unknown, [expected]);
    }

    proptest! {
        #[test]
        fn text_without_templates_stays_as_it_is(text in "[^\\\\{]*[{]?[^\\\\{]*") {
            prop_assert_eq!(one(&text), (json!(text), 0));
        }

        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = one(&text);
        }
    }
}
