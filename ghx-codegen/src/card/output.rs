//! `output` of a route: where each property of the result comes from.

use super::{
    condition::{self, ConditionSpec},
    reader::{Located, Reader, free_map, text, wrong},
};
use crate::{
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    yaml::{Node, Value},
};

/// The entries of `output` or `fields`, by property.
pub type OutputEntries = Vec<(Located<String>, OutputSpec)>;

/// One entry.
#[derive(Clone, Debug)]
pub struct OutputSpec {
    /// Where the property comes from.
    pub kind: OutputKind,
    /// The place of the entry's key.
    pub span: Span,
}

/// Where a property comes from.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "a few hundred of them, once per build")]
pub enum OutputKind {
    /// A part of a response.
    Path(PathOutput),
    /// An input.
    Input(Located<String>),
    /// A constant.
    Literal(Node),
    /// A value of the subject: `id`, `owner`, `name` or `number`.
    Subject(Located<String>),
    /// The first of these paths that is not null.
    First(Vec<Located<String>>),
    /// Whether a path is not null.
    Present(Located<String>),
    /// The whole response as text.
    Text(Span),
    /// Whether there is a next page, and where it starts.
    Page(Span),
}

/// A part of a response, and how it becomes the output.
#[derive(Clone, Debug)]
pub struct PathOutput {
    /// Another call than the last.
    pub from: Option<Located<String>>,
    /// A lookup of the card.
    pub lookup: Option<Located<String>>,
    /// The path; for `count` that of the list whose elements are counted.
    pub path: Located<String>,
    /// Is the number of elements meant, not the elements?
    pub count: bool,
    /// Is meant whether the value is this one?
    pub equals: Option<Located<String>>,
    /// For objects and lists of objects: paths from there.
    pub fields: Option<OutputEntries>,
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

impl OutputSpec {
    /// The value at a path, as it is.
    pub fn at(path: Located<String>, span: Span) -> Self {
        let output = PathOutput {
            from: None,
            lookup: None,
            path,
            count: false,
            equals: None,
            fields: None,
            keep: Vec::new(),
            map: None,
            present: Vec::new(),
            without: None,
            nulls: Vec::new(),
            default: None,
        };
        OutputSpec { kind: OutputKind::Path(output), span }
    }

    /// The path, if there is one.
    pub fn path(&self) -> Option<&PathOutput> {
        match &self.kind {
            OutputKind::Path(path) => Some(path),
            _ => None,
        }
    }
}

/// The keys that name a source; an entry has one of them.
pub(super) const FORMS: &[&str] = &["path", "count", "input", "literal", "subject", "first", "text", "page"];

/// The keys that go with `path`.
pub(super) const WITH_PATH: &[&str] =
    &["from", "lookup", "equals", "fields", "keep", "map", "present", "without", "nulls", "default"];

/// `output:` and `fields:`.
pub(super) fn entries(node: &Node, problems: &mut Problems) -> OutputEntries {
    let entries = free_map(node, "`output`", problems).into_iter();
    entries.filter_map(|(name, node)| Some((name.clone(), entry(name.span, node, problems)?))).collect()
}

fn entry(span: Span, node: &Node, problems: &mut Problems) -> Option<OutputSpec> {
    if !matches!(node.value, Value::Map(_)) {
        return Some(OutputSpec::at(text(node, "an output path", problems)?, span));
    }
    let reader = Reader::open(node, "an output entry", &[FORMS, WITH_PATH].concat(), problems)?;
    if let (Some(Node { value: Value::Text(_), .. }), None) = (reader.optional("present"), reader.optional("path")) {
        check_alone(&reader, "present", problems);
        return Some(OutputSpec { kind: OutputKind::Present(reader.text("present", problems)?), span });
    }
    let forms: Vec<&str> = FORMS.iter().copied().filter(|key| reader.optional(key).is_some()).collect();
    let form = match forms.as_slice() {
        [form] => *form,
        [_, .., "count"] | ["path", "count", ..] => "count",
        _ => {
            problems.push(
                Problem::error(
                    Code::WrongValue,
                    reader.key_span(forms.last().copied().unwrap_or("path")),
                    "an output needs exactly one of `path`, `count`, `input`, `literal`, `subject`, `first`, `text` and `page`",
                )
                .label("one source")
                .help(format!("the forms of an output entry are listed in {CARD_GUIDE}")),
            );
            return None;
        }
    };
    check_alone(&reader, form, problems);
    let kind = match form {
        "input" => OutputKind::Input(reader.text("input", problems)?),
        "subject" => OutputKind::Subject(reader.text("subject", problems)?),
        "literal" => OutputKind::Literal(reader.required("literal", problems)?.clone()),
        "first" => OutputKind::First(reader.texts("first", problems)),
        "text" => OutputKind::Text(truth(&reader, "text", problems)?),
        "page" => OutputKind::Page(truth(&reader, "page", problems)?),
        _ => OutputKind::Path(path(&reader, form, problems)?),
    };
    Some(OutputSpec { kind, span })
}

fn path(reader: &Reader<'_>, form: &str, problems: &mut Problems) -> Option<PathOutput> {
    let path = reader.text(form, problems);
    let map = reader.optional("map").map(|node| free_map(node, "`map`", problems).into_iter());
    let map = map.map(|entries| entries.map(|(from, to)| (from, to.clone())).collect());
    Some(PathOutput {
        from: reader.optional_text("from", problems),
        lookup: reader.optional_text("lookup", problems),
        count: form == "count",
        equals: reader.optional_text("equals", problems),
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

/// Keys that cannot be used together.
fn check_alone(reader: &Reader<'_>, form: &str, problems: &mut Problems) {
    let has = |key: &str| reader.optional(key).is_some();
    let (own, allowed): (&str, &[&str]) = match form {
        "path" if has("lookup") => ("lookup", &["path"]),
        "path" if has("equals") => ("equals", &["path", "from"]),
        "path" if has("fields") => ("fields", &["path", "from", "keep", "default"]),
        "path" => return,
        "count" => ("count", &["from"]),
        other => (other, &[]),
    };
    let others = FORMS.iter().chain(WITH_PATH).filter(|key| **key != own && has(key) && !allowed.contains(key));
    for key in others {
        problems.push(
            Problem::error(Code::UnknownKey, reader.key_span(key), format!("`{key}` cannot be used with `{own}`"))
                .label("not allowed here")
                .help(match own {
                    "fields" => "set it on one of the fields".to_owned(),
                    _ => format!("drop `{key}`, or `{own}`"),
                }),
        );
    }
}
