//! Where a value comes from: one form for variables, lookups, parameters, bodies, flags and arguments.

use super::reader::{Located, Reader, free_map, text};
use crate::{
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// A value and its place.
#[derive(Clone, Debug)]
pub struct ValueSpec {
    /// Where it comes from.
    pub kind: ValueKind,
    /// Its place.
    pub span: Span,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
pub enum ValueKind {
    /// The input of that name (including the subject's), or a word such as `element` or `repository`.
    Input {
        /// The input.
        input: Located<String>,
        /// Enum value → what is sent.
        map: Option<Vec<(Located<String>, Node)>>,
        /// Where the input is absent.
        default: Option<Node>,
    },
    /// Was the input given?
    Present(Located<String>),
    /// The elements of an input as one string.
    Join {
        /// The input.
        input: Located<String>,
        /// The separator.
        separator: Located<String>,
    },
    /// A constant.
    Literal(Node),
    /// A member of the element of `each`.
    Element(Located<String>),
    /// A value from the response of an earlier call.
    Found {
        /// The call.
        from: Located<String>,
        /// The path in its response.
        path: Located<String>,
    },
    /// The id of the subject, or of the subject of that name.
    Subject(Option<Located<String>>),
    /// A lookup of the subject.
    Find {
        /// Its name under `find`.
        find: Located<String>,
        /// The input that is searched for.
        from_input: Option<Located<String>>,
    },
    /// One value from a lookup of the card.
    Lookup {
        /// Path in the lookup's response.
        path: Located<String>,
        /// Which lookup.
        lookup: Option<Located<String>>,
    },
    /// Names matched against the nodes of a lookup of the card.
    MapArray {
        /// The names.
        from_input: Located<String>,
        /// The list of nodes.
        nodes_path: Located<String>,
        /// The field that holds the name.
        match_field: Located<String>,
        /// The field that is taken.
        extract_field: Located<String>,
        /// Which lookup.
        lookup: Option<Located<String>>,
    },
}

impl ValueSpec {
    /// The input of that name.
    pub fn input(input: Located<String>) -> Self {
        let span = input.span;
        ValueSpec { kind: ValueKind::Input { input, map: None, default: None }, span }
    }

    /// The input that it names.
    pub fn names_input(&self) -> Option<&Located<String>> {
        match &self.kind {
            ValueKind::Input { input, .. } | ValueKind::Present(input) | ValueKind::Join { input, .. } => Some(input),
            ValueKind::Find { from_input, .. } => from_input.as_ref(),
            ValueKind::MapArray { from_input, .. } => Some(from_input),
            _ => None,
        }
    }

    /// The lookup of the card that it uses: `Some(None)` for the only one.
    pub fn names_lookup(&self) -> Option<Option<&Located<String>>> {
        match &self.kind {
            ValueKind::Lookup { lookup, .. } | ValueKind::MapArray { lookup, .. } => Some(lookup.as_ref()),
            _ => None,
        }
    }
}

/// An entry of `inject`: a variable, and the value that fills it.
#[derive(Clone, Debug)]
pub struct Inject {
    /// The variable.
    pub target: Located<String>,
    /// Its value.
    pub value: ValueSpec,
}

/// The forms of a value, and the keys that each takes.
const FORMS: &[(&str, &[&str])] = &[
    ("input", &["map", "default"]),
    ("present", &[]),
    ("literal", &[]),
    ("join", &["with"]),
    ("element", &[]),
    ("from", &["path"]),
    ("lookup", &["path"]),
    ("subject", &[]),
];

/// The sources of `inject`, and the keys that each takes.
const SOURCES: &[(&str, &[&str])] = &[
    ("subject", &["subject"]),
    ("find", &["find", "from_input"]),
    ("scalar", &["path", "lookup"]),
    ("map_array", &["from_input", "nodes_path", "match_field", "extract_field", "lookup"]),
    ("input", &["from_input"]),
    ("null_literal", &[]),
];

/// `{ name: value, … }`; empty if left out.
pub(super) fn values(
    reader: &Reader<'_>,
    name: &'static str,
    problems: &mut Problems,
) -> Vec<(Located<String>, ValueSpec)> {
    let Some(node) = reader.optional(name) else { return Vec::new() };
    let entries = free_map(node, name, problems).into_iter();
    entries.filter_map(|(key, node)| Some((key, value(node, problems)?))).collect()
}

/// One value.
pub(super) fn value(node: &Node, problems: &mut Problems) -> Option<ValueSpec> {
    if !matches!(node.value, Value::Map(_)) {
        return text(node, "a value", problems).map(ValueSpec::input);
    }
    let known: Vec<&str> = FORMS.iter().flat_map(|(form, keys)| std::iter::once(form).chain(*keys)).copied().collect();
    let reader = Reader::open(node, "a value", &known, problems)?;
    let forms: Vec<_> = FORMS.iter().filter(|(form, _)| reader.optional(form).is_some()).collect();
    let [(form, keys)] = forms.as_slice() else {
        problems.push(several(reader.key_span(forms.last().map_or("input", |(form, _)| form))));
        return None;
    };
    for key in known.iter().filter(|key| *key != form && !keys.contains(key) && reader.optional(key).is_some()) {
        problems.push(not_taken(&reader, key, &format!("`{key}` cannot be used with `{form}`"), form, keys));
    }
    Some(ValueSpec { kind: kind(&reader, form, problems)?, span: reader.key_span(form) })
}

fn kind(reader: &Reader<'_>, form: &str, problems: &mut Problems) -> Option<ValueKind> {
    Some(match form {
        "element" => ValueKind::Element(reader.text("element", problems)?),
        "present" => ValueKind::Present(reader.text("present", problems)?),
        "literal" => ValueKind::Literal(reader.required("literal", problems)?.clone()),
        "join" => {
            let (input, separator) = (reader.text("join", problems), reader.text("with", problems));
            ValueKind::Join { input: input?, separator: separator? }
        }
        "from" => {
            let (from, path) = (reader.text("from", problems), reader.text("path", problems));
            ValueKind::Found { from: from?, path: path? }
        }
        "lookup" => {
            let (lookup, path) = (reader.text("lookup", problems), reader.text("path", problems));
            ValueKind::Lookup { lookup: Some(lookup?), path: path? }
        }
        "subject" => ValueKind::Subject(Some(reader.text("subject", problems)?)),
        _ => {
            let map = reader.optional("map").map(|node| free_map(node, "`map`", problems).into_iter());
            let map = map.map(|entries| entries.map(|(from, to)| (from, to.clone())).collect());
            let default = reader.optional("default").cloned();
            ValueKind::Input { input: reader.text("input", problems)?, map, default }
        }
    })
}

/// An entry of `inject`.
pub(super) fn inject(node: &Node, problems: &mut Problems) -> Option<Inject> {
    let mut known = vec!["target", "source"];
    known.extend(SOURCES.iter().flat_map(|(_, keys)| keys.iter().copied()));
    let reader = Reader::open(node, "an inject", &known, problems)?;
    let target = reader.text("target", problems);
    let source = reader.text("source", problems)?;
    let Some((form, keys)) = SOURCES.iter().find(|(name, _)| *name == source.value) else {
        problems.push(
            Problem::error(Code::WrongValue, source.span, format!("there is no inject source `{}`", source.value))
                .label("unknown source")
                .help(suggest::help(&source.value, "source", SOURCES.iter().map(|(name, _)| *name))),
        );
        return None;
    };
    for key in known.iter().skip(2).filter(|key| !keys.contains(key) && reader.optional(key).is_some()) {
        problems.push(not_taken(&reader, key, &format!("source `{form}` does not take `{key}`"), form, keys));
    }
    let span = target.as_ref().map_or(node.span, |target| target.span);
    let kind = injected(&reader, form, source.span, problems)?;
    Some(Inject { target: target?, value: ValueSpec { kind, span } })
}

fn injected(reader: &Reader<'_>, source: &str, at: Span, problems: &mut Problems) -> Option<ValueKind> {
    let lookup = reader.optional_text("lookup", problems);
    Some(match source {
        "subject" => ValueKind::Subject(reader.optional_text("subject", problems)),
        "find" => ValueKind::Find {
            find: reader.text("find", problems)?,
            from_input: reader.optional_text("from_input", problems),
        },
        "scalar" => ValueKind::Lookup { path: reader.text("path", problems)?, lookup },
        "map_array" => {
            let texts =
                ["from_input", "nodes_path", "match_field", "extract_field"].map(|key| reader.text(key, problems));
            let [Some(from_input), Some(nodes_path), Some(match_field), Some(extract_field)] = texts else {
                return None;
            };
            ValueKind::MapArray { from_input, nodes_path, match_field, extract_field, lookup }
        }
        "input" => ValueKind::Input { input: reader.text("from_input", problems)?, map: None, default: None },
        _ => ValueKind::Literal(Node { value: Value::Null, span: at }),
    })
}

fn not_taken(reader: &Reader<'_>, key: &str, message: &str, form: &str, keys: &[&str]) -> Problem {
    let problem = Problem::error(Code::UnknownKey, reader.key_span(key), message).label("not allowed here");
    problem.help(match keys {
        [] => format!("drop it: `{form}` takes no other keys"),
        _ => format!("`{form}` takes: {}", suggest::quoted(keys)),
    })
}

fn several(at: Span) -> Problem {
    let forms: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
    Problem::error(Code::WrongValue, at, format!("a value needs exactly one of {}", suggest::quoted(&forms)))
        .label("one source")
        .help(format!("see \"Values\" in {CARD_GUIDE}"))
}
