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

/// Names and their values: the members of an object.
pub type Members = Vec<(Located<String>, ValueSpec)>;

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
        default: Option<OrElse>,
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
    /// A member of the element of `each`, `list` or `entries`.
    Element(Located<String>),
    /// Text with inputs in braces.
    Text(Located<String>),
    /// An object.
    Object(Members),
    /// An object for each element of an input.
    List {
        /// The input.
        list: Located<String>,
        /// The members of the object.
        of: Members,
    },
    /// An object with an entry for each element of an input.
    Entries {
        /// The input.
        list: Located<String>,
        /// The key of the entry.
        key: Located<String>,
        /// The members of its value.
        value: Members,
    },
    /// The first that is there.
    First(Vec<ValueSpec>),
    /// Text in base64.
    Encode(Box<ValueSpec>),
    /// A value from the response of an earlier call.
    Found {
        /// The call.
        from: Located<String>,
        /// The path in its response.
        path: Located<String>,
    },
    /// The id of the subject, or of the subject of that name; or its `owner`, `name` or `number`.
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
    /// Names matched against the elements of a list that a lookup or a call found.
    Match(Box<Match>),
    /// An object that depends on a value that is looked up.
    Choose(Box<Choose>),
}

/// What is used for an input that is absent.
#[derive(Clone, Debug)]
pub enum OrElse {
    /// A constant.
    Literal(Node),
    /// A value from a lookup of the card.
    Lookup(Box<ValueSpec>),
}

/// A search by name.
#[derive(Clone, Debug)]
pub struct Match {
    /// The name or names: an input, or what must be equal.
    pub name: ValueSpec,
    /// `match`, `from_input` or `equals`.
    pub exact: bool,
    /// Several names?
    pub many: bool,
    /// The lookup that finds the list; on REST, the call.
    pub from: Option<Located<String>>,
    /// The list.
    pub list: Located<String>,
    /// The field that holds the name.
    pub by: Located<String>,
    /// The field that is taken.
    pub take: Located<String>,
    /// Is the list found by a call of REST?
    pub call: bool,
}

/// An object whose members depend on a value that is looked up.
#[derive(Clone, Debug)]
pub struct Choose {
    /// The value.
    pub on: ValueSpec,
    /// Its values, and the object for each.
    pub cases: Vec<(Located<String>, Members)>,
    /// The message for all others.
    pub otherwise: Option<Located<String>>,
}

impl ValueSpec {
    /// The input of that name, or a member of the element.
    pub fn input(input: Located<String>) -> Self {
        let span = input.span;
        let kind = match input.value.strip_prefix("element.") {
            Some(path) => ValueKind::Element(Located::new(path.to_owned(), span)),
            None => ValueKind::Input { input, map: None, default: None },
        };
        ValueSpec { kind, span }
    }

    /// It, and every value inside it.
    pub fn walk<'v>(&'v self, visit: &mut dyn FnMut(&'v ValueSpec)) {
        visit(self);
        let mut members = |members: &'v Members| members.iter().for_each(|(_, value)| value.walk(visit));
        match &self.kind {
            ValueKind::Object(of) | ValueKind::List { of, .. } | ValueKind::Entries { value: of, .. } => members(of),
            ValueKind::First(values) => values.iter().for_each(|value| value.walk(visit)),
            ValueKind::Encode(value) | ValueKind::Input { default: Some(OrElse::Lookup(value)), .. } => {
                value.walk(visit);
            }
            ValueKind::Match(found) => found.name.walk(visit),
            ValueKind::Choose(choose) => {
                choose.cases.iter().for_each(|(_, of)| members(of));
                choose.on.walk(visit);
            }
            _ => {}
        }
    }

    /// The inputs that it names itself.
    pub fn names_inputs(&self) -> Vec<String> {
        match &self.kind {
            ValueKind::Input { input, .. }
            | ValueKind::Present(input)
            | ValueKind::Join { input, .. }
            | ValueKind::List { list: input, .. }
            | ValueKind::Entries { list: input, .. } => vec![input.value.clone()],
            ValueKind::Find { from_input, .. } => from_input.iter().map(|input| input.value.clone()).collect(),
            ValueKind::Text(text) => {
                let names = text.value.split('{').skip(1).filter_map(|part| part.split_once('}'));
                names.map(|(name, _)| name.to_owned()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The lookup of the card that it uses itself: `Some(None)` for the only one.
    pub fn names_lookup(&self) -> Option<Option<&Located<String>>> {
        match &self.kind {
            ValueKind::Lookup { lookup, .. } => Some(lookup.as_ref()),
            ValueKind::Match(found) if !found.call => Some(found.from.as_ref()),
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
pub(super) const FORMS: &[(&str, &[&str])] = &[
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
pub(super) const SOURCES: &[(&str, &[&str])] = &[
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
pub(super) fn values(reader: &Reader<'_>, name: &'static str, problems: &mut Problems) -> Members {
    reader.optional(name).map(|node| members(node, name, problems)).unwrap_or_default()
}

fn members(node: &Node, name: &'static str, problems: &mut Problems) -> Members {
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
        "element" => ValueKind::Element(reader.text("element", problems)?),
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
