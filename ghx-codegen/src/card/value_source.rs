//! Where a value that a REST or CLI route sends comes from.

use super::reader::{Located, Reader, free_map, text};
use crate::{
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    yaml::{Node, Value},
};

/// A source and its place.
#[derive(Clone, Debug)]
pub struct ValueSource {
    /// Which one.
    pub kind: SourceKind,
    /// Its place.
    pub span: Span,
}

/// Where a value comes from.
#[derive(Clone, Debug)]
pub enum SourceKind {
    /// The input of that name (including the subject's), or one of the words `element` and `repository`.
    Input {
        /// The input.
        input: Located<String>,
        /// Enum value → what is sent.
        map: Option<Vec<(Located<String>, Node)>>,
        /// Where the input is absent.
        default: Option<Node>,
    },
    /// The elements of an input as one string.
    Join {
        /// The input.
        input: Located<String>,
        /// The separator.
        separator: Located<String>,
    },
    /// A value from the response of an earlier call.
    Found {
        /// The call.
        from: Located<String>,
        /// The path in its response.
        path: Located<String>,
    },
    /// A constant.
    Literal(Node),
}

/// `{ name: source, … }`; empty if left out.
pub(super) fn sources(
    reader: &Reader<'_>,
    name: &'static str,
    problems: &mut Problems,
) -> Vec<(Located<String>, ValueSource)> {
    let Some(node) = reader.optional(name) else { return Vec::new() };
    let entries = free_map(node, name, problems).into_iter();
    entries.filter_map(|(key, node)| Some((key, source(node, problems)?))).collect()
}

/// One source.
pub(super) fn source(node: &Node, problems: &mut Problems) -> Option<ValueSource> {
    if !matches!(node.value, Value::Map(_)) {
        let input = text(node, "a source", problems)?;
        return Some(ValueSource { kind: SourceKind::Input { input, map: None, default: None }, span: node.span });
    }
    let reader = Reader::open(node, "a source", KEYS, problems)?;
    let forms: Vec<&str> = FORMS.iter().copied().filter(|key| reader.optional(key).is_some()).collect();
    let [form] = forms.as_slice() else {
        problems.push(several(reader.key_span(forms.last().copied().unwrap_or("input"))));
        return None;
    };
    check_keys(&reader, form, problems);
    let kind = kind(&reader, form, problems)?;
    Some(ValueSource { kind, span: reader.key_span(form) })
}

pub(super) const KEYS: &[&str] = &["input", "map", "default", "literal", "join", "with", "from", "path"];
const FORMS: &[&str] = &["input", "literal", "join", "from"];

fn kind(reader: &Reader<'_>, form: &str, problems: &mut Problems) -> Option<SourceKind> {
    Some(match form {
        "literal" => SourceKind::Literal(reader.required("literal", problems)?.clone()),
        "join" => {
            let (input, separator) = (reader.text("join", problems), reader.text("with", problems));
            SourceKind::Join { input: input?, separator: separator? }
        }
        "from" => {
            let (from, path) = (reader.text("from", problems), reader.text("path", problems));
            SourceKind::Found { from: from?, path: path? }
        }
        _ => {
            let map = reader.optional("map");
            let map = map.map(|n| free_map(n, "`map`", problems).into_iter().map(|(k, v)| (k, v.clone())).collect());
            SourceKind::Input {
                input: reader.text("input", problems)?,
                map,
                default: reader.optional("default").cloned(),
            }
        }
    })
}

/// Keys that belong to another form.
fn check_keys(reader: &Reader<'_>, form: &str, problems: &mut Problems) {
    let takes: &[&str] = match form {
        "input" => &["input", "map", "default"],
        "join" => &["join", "with"],
        "from" => &["from", "path"],
        _ => &["literal"],
    };
    for key in KEYS.iter().filter(|key| !takes.contains(key) && reader.optional(key).is_some()) {
        problems.push(
            Problem::error(Code::UnknownKey, reader.key_span(key), format!("`{key}` cannot be used with `{form}`"))
                .label("not allowed here")
                .help(format!("a source with `{form}` takes: {}", crate::suggest::quoted(takes))),
        );
    }
}

fn several(at: Span) -> Problem {
    Problem::error(Code::WrongValue, at, "a source needs exactly one of `input`, `literal`, `join` and `from`")
        .label("one source")
        .help(format!("see \"Sources\" in {CARD_GUIDE}"))
}
