//! `output`: where each property of the result comes from.

use super::reader::{Located, Reader, free_map, text};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    yaml::{Node, Value},
};

/// One entry.
#[derive(Clone, Debug)]
pub struct OutputSpec {
    /// The path; for `count` the list that is counted.
    pub path: Located<String>,
    /// Is the number of elements meant, not the elements?
    pub count: bool,
    /// Is meant whether the value is this one of an enum?
    pub equals: Option<Located<String>>,
    /// For objects and lists of objects: paths from there.
    pub fields: Option<Vec<(Located<String>, OutputSpec)>>,
    /// The value to use if the path is null.
    pub default: Option<Node>,
    /// Only some elements.
    pub keep: Option<Keep>,
    /// The place of the entry's key.
    pub span: Span,
}

/// `keep: { when: unresolvedOnly, field: isResolved, equals: false }`.
#[derive(Clone, Debug)]
pub struct Keep {
    /// A boolean input.
    pub when: Located<String>,
    /// A boolean among the entry's `fields`.
    pub field: Located<String>,
    /// The value that stays.
    pub equals: Located<bool>,
}

/// `output:` and `fields:`.
pub(super) fn entries(node: &Node, problems: &mut Problems) -> Vec<(Located<String>, OutputSpec)> {
    free_map(node, "`output`", problems)
        .into_iter()
        .filter_map(|(name, node)| {
            let spec = entry(name.span, node, problems)?;
            Some((name, spec))
        })
        .collect()
}

pub(super) const KEYS: &[&str] = &["path", "count", "equals", "fields", "default", "keep"];

fn entry(span: Span, node: &Node, problems: &mut Problems) -> Option<OutputSpec> {
    if !matches!(node.value, Value::Map(_)) {
        return Some(at(text(node, "an output path", problems)?, span));
    }
    let reader = Reader::open(node, "an output entry", KEYS, problems)?;
    let count = reader.optional("count").is_some();
    if count {
        let help = "`count` names the list whose elements are counted, and takes no other keys";
        refuse_beside(&reader, "count", &["path", "equals", "fields", "default", "keep"], help, problems);
    } else if reader.optional("equals").is_some() {
        let help = "`equals` compares the value at `path`, and takes no other keys";
        refuse_beside(&reader, "equals", &["fields", "default", "keep"], help, problems);
    }
    let path = reader.text(if count { "count" } else { "path" }, problems)?;
    let fields = reader.optional("fields").map(|n| entries(n, problems));
    let keep = reader.optional("keep").and_then(|n| keep(n, problems));
    let equals = reader.optional_text("equals", problems);
    Some(OutputSpec { path, count, equals, fields, default: reader.optional("default").cloned(), keep, span })
}

/// The value at a path, as it is.
pub fn at(path: Located<String>, span: Span) -> OutputSpec {
    OutputSpec { path, count: false, equals: None, fields: None, default: None, keep: None, span }
}

fn refuse_beside(reader: &Reader<'_>, own: &str, others: &[&str], help: &str, problems: &mut Problems) {
    for key in others.iter().filter(|key| reader.optional(key).is_some()) {
        problems.push(
            Problem::error(Code::UnknownKey, reader.key_span(key), format!("`{key}` cannot be used with `{own}`"))
                .label("not allowed here")
                .help(help),
        );
    }
}

pub(super) const KEEP: &[&str] = &["when", "field", "equals"];

fn keep(node: &Node, problems: &mut Problems) -> Option<Keep> {
    let reader = Reader::open(node, "`keep`", KEEP, problems)?;
    let (when, field) = (reader.text("when", problems), reader.text("field", problems));
    let _ = reader.required("equals", problems)?;
    Some(Keep { when: when?, field: field?, equals: reader.flag("equals", problems)? })
}
