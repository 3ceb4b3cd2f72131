//! `variables`: sources of variables that are not the input of the same name.

use crate::{
    card::reader::{Located, Reader, free_map, text},
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    yaml::{Node, Value},
};

/// An entry of `variables`.
#[derive(Clone, Debug)]
pub enum VariableSource {
    /// The input of that name, optionally translated, and with an optional default.
    Input {
        /// The input.
        input: Located<String>,
        /// Enum value → GraphQL value.
        map: Option<Vec<(Located<String>, Node)>>,
        /// Where the input is absent.
        default: Option<Node>,
    },
    /// Was the input given?
    Present(Located<String>),
    /// A constant.
    Literal(Node),
}

pub(super) fn parse(node: &Node, problems: &mut Problems) -> Vec<(Located<String>, VariableSource)> {
    free_map(node, "`variables`", problems)
        .into_iter()
        .filter_map(|(name, node)| {
            let source = variable_source(node, problems)?;
            Some((name, source))
        })
        .collect()
}

pub(in crate::card) const KEYS: &[&str] = &["input", "map", "default", "present", "literal"];

fn variable_source(node: &Node, problems: &mut Problems) -> Option<VariableSource> {
    if !matches!(node.value, Value::Map(_)) {
        let input = text(node, "a variable's source", problems)?;
        return Some(VariableSource::Input { input, map: None, default: None });
    }
    let reader = Reader::open(node, "a variable's source", KEYS, problems)?;
    let forms = ["input", "present", "literal"].iter().filter(|key| reader.optional(key).is_some()).count();
    if forms != 1 {
        problems.push(wrong_source(node.span, reader.key_span("input")));
        return None;
    }
    if let Some(literal) = reader.optional("literal") {
        return Some(VariableSource::Literal(literal.clone()));
    }
    if reader.optional("present").is_some() {
        return reader.text("present", problems).map(VariableSource::Present);
    }
    let map = reader
        .optional("map")
        .map(|n| free_map(n, "`map`", problems).into_iter().map(|(k, v)| (k, v.clone())).collect());
    Some(VariableSource::Input {
        input: reader.text("input", problems)?,
        map,
        default: reader.optional("default").cloned(),
    })
}

fn wrong_source(node: Span, key: Span) -> Problem {
    let at = if node.end > node.start { node } else { key };
    Problem::error(Code::WrongValue, at, "a variable needs exactly one of `input`, `present` and `literal`")
        .label("one source")
        .help(format!("see `variables` in {CARD_GUIDE}"))
}
