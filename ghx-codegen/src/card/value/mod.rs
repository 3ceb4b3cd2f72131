//! Where a value comes from: one form for variables, lookups, parameters, bodies, flags and arguments.

mod parse;

pub(super) use parse::{FORMS, SOURCES, inject, value, values};

use super::reader::Located;
use crate::{source::Span, yaml::Node};

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
