//! `output` of a REST or CLI route: where each property of the result comes from.

use super::{
    condition::{self, ConditionSpec},
    reader::{Located, Reader, free_map, text, wrong},
};
use crate::{
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    yaml::{Node, Value},
};

/// One entry.
#[derive(Clone, Debug)]
pub struct TakeSpec {
    /// What is taken.
    pub kind: TakeKind,
    /// The place of the entry's key.
    pub span: Span,
}

/// Where an output comes from.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum TakeKind {
    /// A part of a response.
    Path(PathTake),
    /// An input.
    Input(Located<String>),
    /// A constant.
    Literal(Node),
    /// The whole response as text.
    Text(Span),
    /// Whether there is a next page, and where it starts.
    Page(Span),
}

/// A part of a response, and how it becomes the output.
#[derive(Clone, Debug)]
pub struct PathTake {
    /// Another call than the last.
    pub from: Option<Located<String>>,
    /// The path.
    pub path: Located<String>,
    /// For objects and lists of objects: paths from there.
    pub fields: Option<Vec<(Located<String>, TakeSpec)>>,
    /// Only the elements of which all of these hold.
    pub keep: Vec<ConditionSpec>,
    /// Values to translate.
    pub map: Option<Vec<(Located<String>, Node)>>,
    /// The value if another path is not null.
    pub present: Vec<(Located<String>, Located<String>)>,
    /// A prefix or suffix that is removed.
    pub without: Option<Located<String>>,
    /// Values that mean null.
    pub nulls: Vec<Located<String>>,
    /// The value to use for null.
    pub default: Option<Node>,
}

pub(super) const KEYS: &[&str] = &[
    "from", "path", "fields", "keep", "map", "present", "without", "nulls", "default", "input", "literal", "text",
    "page",
];
const FORMS: &[&str] = &["path", "input", "literal", "text", "page"];

/// `output:` and `fields:`.
pub(super) fn entries(node: &Node, problems: &mut Problems) -> Vec<(Located<String>, TakeSpec)> {
    let entries = free_map(node, "`output`", problems).into_iter();
    entries.filter_map(|(name, node)| Some((name.clone(), entry(name.span, node, problems)?))).collect()
}

fn entry(span: Span, node: &Node, problems: &mut Problems) -> Option<TakeSpec> {
    if !matches!(node.value, Value::Map(_)) {
        let path = text(node, "an output path", problems)?;
        return Some(TakeSpec { kind: TakeKind::Path(at(path)), span });
    }
    let reader = Reader::open(node, "an output entry", KEYS, problems)?;
    let forms: Vec<&str> = FORMS.iter().copied().filter(|key| reader.optional(key).is_some()).collect();
    let [form] = forms.as_slice() else {
        let at = reader.key_span(forms.last().copied().unwrap_or("path"));
        problems.push(
            Problem::error(
                Code::WrongValue,
                at,
                "an output needs exactly one of `path`, `input`, `literal`, `text` and `page`",
            )
            .label("one source")
            .help(format!("the forms of an output entry are listed in {CARD_GUIDE}")),
        );
        return None;
    };
    if *form != "path" {
        check_alone(&reader, form, problems);
    }
    let kind = match *form {
        "input" => TakeKind::Input(reader.text("input", problems)?),
        "literal" => TakeKind::Literal(reader.required("literal", problems)?.clone()),
        "text" => TakeKind::Text(truth(&reader, "text", problems)?),
        "page" => TakeKind::Page(truth(&reader, "page", problems)?),
        _ => TakeKind::Path(path(&reader, problems)?),
    };
    Some(TakeSpec { kind, span })
}

/// The value at a path, as it is.
pub fn at(path: Located<String>) -> PathTake {
    PathTake {
        from: None,
        path,
        fields: None,
        keep: Vec::new(),
        map: None,
        present: Vec::new(),
        without: None,
        nulls: Vec::new(),
        default: None,
    }
}

fn path(reader: &Reader<'_>, problems: &mut Problems) -> Option<PathTake> {
    let path = reader.text("path", problems);
    let map = reader.optional("map").map(|node| free_map(node, "`map`", problems).into_iter());
    let map = map.map(|entries| entries.map(|(from, to)| (from, to.clone())).collect());
    Some(PathTake {
        from: reader.optional_text("from", problems),
        fields: reader.optional("fields").map(|node| entries(node, problems)),
        keep: condition::keep(reader, problems),
        map,
        present: reader.text_map("present", problems),
        without: reader.optional_text("without", problems),
        nulls: reader.list("nulls", problems).iter().filter_map(|node| word(node, problems)).collect(),
        default: reader.optional("default").cloned(),
        path: path?,
    })
}

/// Text that may be empty: `gh` prints an empty string for null.
fn word(node: &Node, problems: &mut Problems) -> Option<Located<String>> {
    if let Value::Text(text) = &node.value {
        return Some(Located::new(text.clone(), node.span));
    }
    problems.push(wrong(node, "a value in `nulls` must be text"));
    None
}

/// `text: true`.
fn truth(reader: &Reader<'_>, key: &'static str, problems: &mut Problems) -> Option<Span> {
    let flag = reader.flag(key, problems)?;
    if !flag.value {
        problems.push(
            Problem::error(Code::WrongValue, flag.span, format!("`{key}: false` has no effect"))
                .label("only `true`")
                .help(format!("write `{key}: true`, or a path")),
        );
    }
    Some(reader.key_span(key))
}

fn check_alone(reader: &Reader<'_>, form: &str, problems: &mut Problems) {
    for key in KEYS.iter().filter(|key| **key != form && reader.optional(key).is_some()) {
        problems.push(
            Problem::error(Code::UnknownKey, reader.key_span(key), format!("`{key}` cannot be used with `{form}`"))
                .label("not allowed here")
                .help(format!("`{form}` takes no other keys")),
        );
    }
}
