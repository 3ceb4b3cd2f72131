//! `inject`: values that go from the subject or a lookup into variables.

use crate::{
    card::reader::{Located, Reader},
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::Node,
};

/// One rule that fills a variable.
#[derive(Clone, Debug)]
pub struct Inject {
    /// The variable.
    pub target: Located<String>,
    /// Where its value comes from.
    pub source: InjectSource,
    /// Its place.
    pub span: Span,
}

/// Where an injected value comes from.
#[derive(Clone, Debug)]
pub enum InjectSource {
    /// The subject's id.
    Subject(Option<Located<String>>),
    /// A lookup of the subject.
    Find {
        /// Its name under `find`.
        find: Located<String>,
        /// The input that is searched for.
        from_input: Option<Located<String>>,
    },
    /// One value from a lookup.
    Scalar {
        /// Path in the lookup's response.
        path: Located<String>,
        /// Which lookup.
        lookup: Option<Located<String>>,
    },
    /// Names matched against nodes.
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
    /// The input, unchanged.
    Input(Located<String>),
    /// Null.
    NullLiteral,
}

pub(in crate::card) const SOURCES: &[(&str, &[&str])] = &[
    ("subject", &["subject"]),
    ("find", &["find", "from_input"]),
    ("scalar", &["path", "lookup"]),
    ("map_array", &["from_input", "nodes_path", "match_field", "extract_field", "lookup"]),
    ("input", &["from_input"]),
    ("null_literal", &[]),
];

pub(in crate::card) fn keys() -> Vec<&'static str> {
    ["target", "source"].into_iter().chain(SOURCES.iter().flat_map(|(_, keys)| keys.iter().copied())).collect()
}

pub(super) fn parse(node: &Node, problems: &mut Problems) -> Option<Inject> {
    let known = keys();
    let reader = Reader::open(node, "an inject", &known, problems)?;
    let target = reader.text("target", problems);
    let source = reader.text("source", problems)?;
    let Some((_, keys)) = SOURCES.iter().find(|(name, _)| *name == source.value) else {
        problems.push(
            Problem::error(Code::WrongValue, source.span, format!("there is no inject source `{}`", source.value))
                .label("unknown source")
                .help(suggest::help(&source.value, "source", SOURCES.iter().map(|(name, _)| *name))),
        );
        return None;
    };
    for key in known.iter().skip(2).filter(|key| !keys.contains(key)) {
        if reader.optional(key).is_some() {
            problems.push(
                Problem::error(
                    Code::UnknownKey,
                    reader.key_span(key),
                    format!("source `{}` does not take `{key}`", source.value),
                )
                .label("not used by this source")
                .help(if keys.is_empty() {
                    "drop it: this source takes nothing".to_owned()
                } else {
                    format!("`{}` takes: {}", source.value, suggest::quoted(keys))
                }),
            );
        }
    }
    let source = inject_source(&reader, &source.value, problems)?;
    Some(Inject { target: target?, source, span: node.span })
}

fn inject_source(reader: &Reader<'_>, source: &str, problems: &mut Problems) -> Option<InjectSource> {
    Some(match source {
        "subject" => InjectSource::Subject(reader.optional_text("subject", problems)),
        "find" => InjectSource::Find {
            find: reader.text("find", problems)?,
            from_input: reader.optional_text("from_input", problems),
        },
        "scalar" => InjectSource::Scalar {
            path: reader.text("path", problems)?,
            lookup: reader.optional_text("lookup", problems),
        },
        "map_array" => {
            let texts =
                ["from_input", "nodes_path", "match_field", "extract_field"].map(|key| reader.text(key, problems));
            let [Some(from_input), Some(nodes_path), Some(match_field), Some(extract_field)] = texts else {
                return None;
            };
            InjectSource::MapArray {
                from_input,
                nodes_path,
                match_field,
                extract_field,
                lookup: reader.optional_text("lookup", problems),
            }
        }
        "input" => InjectSource::Input(reader.text("from_input", problems)?),
        _ => InjectSource::NullLiteral,
    })
}
