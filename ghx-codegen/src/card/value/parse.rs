//! Reading values.

use super::{Choose, Inject, Match, Members, OrElse, ValueKind, ValueSpec};
use crate::{
    card::reader::{Located, Reader, free_map, text},
    problem::{CARD_GUIDE, Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// The forms of a value, and the keys that each takes.
pub(in crate::card) const FORMS: &[(&str, &[&str])] = &[
    ("input", &["map", "default", "encode"]),
    ("present", &[]),
    ("literal", &[]),
    ("join", &["with"]),
    ("text", &[]),
    ("object", &[]),
    ("list", &["of"]),
    ("entries", &["key", "value"]),
    ("first", &[]),
    ("encode", &[]),
    ("element", &[]),
    ("match", &["lookup", "nodes_path", "match_field", "extract_field", "from", "list", "by", "take"]),
    ("from", &["path"]),
    ("lookup", &["path"]),
    ("subject", &[]),
];

/// The sources of `inject`, and the keys that each takes.
pub(in crate::card) const SOURCES: &[(&str, &[&str])] = &[
    ("subject", &["subject"]),
    ("find", &["find", "from_input"]),
    ("scalar", &["path", "lookup"]),
    ("map_array", &["from_input", "nodes_path", "match_field", "extract_field", "lookup"]),
    ("match", &["from_input", "equals", "nodes_path", "match_field", "extract_field", "lookup"]),
    ("choose", &["on", "cases", "otherwise"]),
    ("input", &["from_input", "default"]),
    ("null_literal", &[]),
];

/// `{ name: value, … }`; empty if left out.
pub(in crate::card) fn values(reader: &Reader<'_>, name: &'static str, problems: &mut Problems) -> Members {
    reader.optional(name).map(|node| members(node, name, problems)).unwrap_or_default()
}

fn members(node: &Node, name: &'static str, problems: &mut Problems) -> Members {
    let entries = free_map(node, name, problems).into_iter();
    entries.filter_map(|(key, node)| Some((key, value(node, problems)?))).collect()
}

/// One value.
pub(in crate::card) fn value(node: &Node, problems: &mut Problems) -> Option<ValueSpec> {
    if !matches!(node.value, Value::Map(_)) {
        return text(node, "a value", problems).map(ValueSpec::input);
    }
    let known: Vec<&str> = FORMS.iter().flat_map(|(form, keys)| std::iter::once(form).chain(*keys)).copied().collect();
    let reader = Reader::open(node, "a value", &known, problems)?;
    let given: Vec<_> = FORMS.iter().filter(|(form, _)| reader.optional(form).is_some()).collect();
    // `list` is a form, and also a key of `match`.
    let is_key = |form: &str| given.iter().any(|(other, keys)| *other != form && keys.contains(&form));
    let forms: Vec<_> = given.iter().filter(|(form, _)| !is_key(form)).collect();
    let [(form, keys)] = forms.as_slice() else {
        problems.push(several(reader.key_span(forms.last().map_or("input", |(form, _)| form))));
        return None;
    };
    for key in known.iter().filter(|key| *key != form && !keys.contains(key) && reader.optional(key).is_some()) {
        problems.push(not_taken(&reader, key, &format!("`{key}` cannot be used with `{form}`"), form, keys));
    }
    let span = reader.key_span(form);
    let value = ValueSpec { kind: kind(&reader, form, problems)?, span };
    match reader.optional_text("encode", problems).filter(|_| *form == "input") {
        Some(encoding) => {
            base64(&encoding, problems);
            Some(ValueSpec { kind: ValueKind::Encode(Box::new(value)), span })
        }
        None => Some(value),
    }
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
        "text" => ValueKind::Text(reader.text("text", problems)?),
        "object" => ValueKind::Object(values(reader, "object", problems)),
        "list" => {
            let of = reader.required("of", problems).map(|node| members(node, "`of`", problems));
            ValueKind::List { list: reader.text("list", problems)?, of: of? }
        }
        "entries" => {
            let value = reader.required("value", problems).map(|node| members(node, "`value`", problems));
            let (list, key) = (reader.text("entries", problems), reader.text("key", problems));
            ValueKind::Entries { list: list?, key: key?, value: value? }
        }
        "first" => {
            ValueKind::First(reader.list("first", problems).iter().filter_map(|node| value(node, problems)).collect())
        }
        "encode" => ValueKind::Encode(Box::new(value(reader.required("encode", problems)?, problems)?)),
        "match" => ValueKind::Match(Box::new(matched(reader, problems)?)),
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
            ValueKind::Input { input: reader.text("input", problems)?, map, default: default(reader, problems) }
        }
    })
}

/// `default: 30`, or `default: { lookup: head, path: … }`.
fn default(reader: &Reader<'_>, problems: &mut Problems) -> Option<OrElse> {
    let node = reader.optional("default")?;
    match &node.value {
        Value::Map(_) => value(node, problems).map(|value| OrElse::Lookup(Box::new(value))),
        _ => Some(OrElse::Literal(node.clone())),
    }
}

/// `{ match: option, lookup: …, nodes_path: … }`, or on REST `{ match: option, from: …, list: … }`.
fn matched(reader: &Reader<'_>, problems: &mut Problems) -> Option<Match> {
    let call = reader.optional("from").is_some();
    let [from, list, by, take] =
        if call { ["from", "list", "by", "take"] } else { ["lookup", "nodes_path", "match_field", "extract_field"] };
    let name = value(reader.required("match", problems)?, problems);
    let [list, by, take] = [list, by, take].map(|key| reader.text(key, problems));
    Some(Match {
        name: name?,
        exact: false,
        many: false,
        from: reader.optional_text(from, problems),
        list: list?,
        by: by?,
        take: take?,
        call,
    })
}

fn base64(encoding: &Located<String>, problems: &mut Problems) {
    if encoding.value != "base64" {
        let message = format!("there is no encoding `{}`", encoding.value);
        let problem = Problem::error(Code::WrongValue, encoding.span, message).label("only `base64`");
        problems.push(problem.help("write `encode: base64`"));
    }
}

/// An entry of `inject`.
pub(in crate::card) fn inject(node: &Node, problems: &mut Problems) -> Option<Inject> {
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
        "map_array" | "match" => {
            let equals = reader.optional("equals");
            let name = match equals {
                Some(node) => value(node, problems),
                None => reader.text("from_input", problems).map(ValueSpec::input),
            };
            let [list, by, take] = ["nodes_path", "match_field", "extract_field"].map(|key| reader.text(key, problems));
            let (many, exact) = (source == "map_array", equals.is_some());
            let (name, list, by, take) = (name?, list?, by?, take?);
            ValueKind::Match(Box::new(Match { name, exact, many, from: lookup, list, by, take, call: false }))
        }
        "choose" => {
            let on = value(reader.required("on", problems)?, problems);
            let cases = free_map(reader.required("cases", problems)?, "`cases`", problems).into_iter();
            let cases = cases.map(|(case, node)| (case, members(node, "a case", problems))).collect();
            let otherwise = reader.optional_text("otherwise", problems);
            ValueKind::Choose(Box::new(Choose { on: on?, cases, otherwise }))
        }
        "input" => {
            let (input, default) = (reader.text("from_input", problems), default(reader, problems));
            ValueKind::Input { input: input?, map: None, default }
        }
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
