//! Problems as data. Rendering them is [`crate::report`]'s business.

use crate::source::Span;
use std::fmt;

/// Where the keys of cards are described, for help that is also shown in a crate that has no copy of it.
pub(crate) const CARD_GUIDE: &str = "https://github.com/ghx-rs/ghx/blob/main/cards/README.md";

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing can be generated.
    Error,
    /// Worth knowing, does not stop the build.
    Warning,
}

impl Severity {
    /// `error` or `warning`.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
        }
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal, $title:literal;)*) => {
        /// Every kind of problem. Numbers are stable: one is never given a second meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[$doc])* #[doc = $title] $name = $number,)* }

        impl Code {
            /// All codes, ascending.
            pub const ALL: &'static [Code] = &[$(Code::$name,)*];

            /// What this kind of problem is, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }
        }
    };
}

codes! {
    YamlSyntax = 1, "a file that is missing or is not well-formed YAML";
    UnknownKey = 2, "a key that cards do not have";
    DuplicateKey = 3, "a key given twice";
    MissingKey = 4, "a key that is required is missing";
    WrongValue = 5, "a value of the wrong kind";
    BadId = 6, "an id outside the grammar, or not equal to the file name";
    DuplicateId = 7, "an id or alias that another card has";
    RustName = 8, "a name that Rust cannot take, or that collides with another";
    BadVersion = 9, "a version that is not MAJOR.MINOR.PATCH";
    SchemaSubset = 10, "JSON Schema outside the supported subset";
    BadExample = 11, "an example that the card's own input schema refuses";
    MissingDocument = 12, "a GraphQL document that cannot be read";
    MissingOperation = 13, "a document that does not hold the operation";
    InvalidDocument = 14, "a document that does not validate against GitHub's schema";
    EffectMismatch = 15, "an operation or call whose kind does not fit the card's effect";
    VariableWithoutSource = 16, "an operation variable, or a part of a path, that nothing fills";
    VariableWithTwoSources = 17, "an operation variable that is filled twice";
    AbsentSource = 18, "a source that may be absent or null where a value is needed";
    TypeMismatch = 19, "a value of the wrong type";
    EnumMismatch = 20, "an enum value that the other side does not have";
    UnknownName = 21, "a name of an input, variable, lookup or call that does not exist, or is not used where it is expected";
    UnusedInput = 22, "an input that no route uses";
    DroppedInput = 23, "an input that a route ignores without declaring it";
    LookupVariable = 24, "a lookup variable that is unknown, not covered or of the wrong type";
    InjectTarget = 25, "an inject whose target is not a variable of the operation";
    PathNotSelected = 26, "a path that the document does not select";
    ListMismatch = 27, "a list where one value is needed, or the reverse";
    MatchField = 28, "`match_field` or `extract_field` is not a selected field of the nodes";
    FromInput = 29, "`from_input`, `each` or `join` does not name an input of the right shape";
    NodeKind = 30, "an id of one kind of node where another is accepted";
    OutputWithoutPath = 31, "an output property without a path, or a path without a property";
    OutputType = 32, "an output whose type does not fit what GitHub returns";
    NullableOutput = 33, "an output whose schema and GitHub disagree about null";
    UnusedSelection = 34, "a selected field that nothing uses";
    PageSize = 35, "a list without `first`, or with more than 100";
    PageInfo = 36, "paging that is not complete";
    Deprecated = 37, "a field that GitHub will remove";
    Removed = 38, "a field whose announced removal date has passed";
    Routing = 39, "a route without its block, a block without its route, or a route twice";
    Suitability = 40, "a suitability rule that cannot be read";
    Subject = 41, "a subject, form or lookup of a subject that does not exist";
    UnusedLookup = 42, "a lookup that nothing uses";
    Fragment = 43, "a fragment that cannot be shared";
    SchemaFolder = 44, "a pinned schema file that cannot be used";
    Idempotent = 45, "`idempotent` missing on a write, or given on a read";
    Constraint = 46, "a bound in the input schema that contradicts itself or GitHub's limits";
    Literal = 47, "a literal that does not fit its variable or property";
    RestRoute = 48, "a REST route that GitHub's API does not have";
    CliRoute = 49, "a `gh` command, flag or field that `gh` does not have";
    Condition = 50, "a `guard` or `keep` that cannot be evaluated, or is always or never true";
    UnusedCall = 51, "a call or a JSON field that nothing uses";
    Unsupported = 52, "`unsupported` that does not name an optional input, or names one that the route uses";
    WriteOnly = 53, "a key that only a write has, given on a read";
    SwappedOutputs = 54, "two outputs that appear to be swapped";
    SwappedVariables = 55, "an operation variable that appears to be used in the place of another";
    SwappedSources = 56, "a variable that appears to be filled with the id or lookup of another";
    SwappedInputs = 57, "an input that is sent in the place of another of that name";
    SwappedValues = 58, "a value that is translated to another than the one of its name";
    SameField = 59, "two outputs that use the same field";
    UnexpectedMethod = 60, "a method that does not match the last word of the id";
    DifferentInputs = 61, "a part of the path that two calls fill with different inputs";
    SameInput = 62, "an input that fills two parts of one path";
    UnusedAllow = 63, "`allow` for something that is not reported";
    Reference = 64, "a `$ref` that cannot be followed, or a shared part that nothing uses";
    UndeclaredFormat = 65, "an output whose format does not match the name of the field";
    UnlistedValue = 66, "a translation of a value that the schema does not list";
    RawLogin = 67, "a login as the route writes it, and not as GraphQL does";
    UnexpectedNull = 68, "a value that usually does not mean null";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GHX{:03}", *self as u16)
    }
}

/// One mistake, with everything that is needed to fix it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Its kind.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// Where.
    pub at: Span,
    /// The text next to the underline.
    pub label: String,
    /// How to fix it.
    pub help: String,
    /// Other places that belong to it, each with a label.
    pub related: Vec<(Span, String)>,
}

impl Problem {
    /// A new error without label and help.
    pub fn error(code: Code, at: Span, message: impl Into<String>) -> Self {
        Problem {
            code,
            severity: Severity::Error,
            message: message.into(),
            at,
            label: String::new(),
            help: String::new(),
            related: Vec::new(),
        }
    }

    /// A new warning without label and help.
    pub fn warning(code: Code, at: Span, message: impl Into<String>) -> Self {
        Problem { severity: Severity::Warning, ..Problem::error(code, at, message) }
    }

    /// The text next to the underline.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// How to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }

    /// Another place that belongs to it.
    #[must_use]
    pub fn related(mut self, at: Span, label: impl Into<String>) -> Self {
        self.related.push((at, label.into()));
        self
    }
}

/// The problems of a compilation; collected, never thrown.
#[derive(Clone, Debug, Default)]
pub struct Problems(Vec<Problem>);

impl Problems {
    /// Adds one; the same problem at the same place is kept once.
    pub fn push(&mut self, problem: Problem) {
        let known = |p: &Problem| p.at == problem.at && p.code == problem.code && p.message == problem.message;
        if !self.0.iter().any(known) {
            self.0.push(problem);
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }

    /// Those of which `keep` is true.
    pub(crate) fn retain(&mut self, keep: impl FnMut(&Problem) -> bool) {
        self.0.retain(keep);
    }

    /// To change them in place.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Problem> {
        self.0.iter_mut()
    }

    /// How many errors: what rules compare to see whether something failed. Binding goes on after a warning.
    pub fn errors(&self) -> usize {
        self.0.iter().filter(|problem| problem.severity == Severity::Error).count()
    }

    /// How many problems there are so far, for [`Problems::refer`].
    pub(crate) fn reported(&self) -> usize {
        self.0.len()
    }

    /// Adds the place of the reference to the problems from `start` on that are in a shared part.
    pub(crate) fn refer(&mut self, start: usize, references: &[(Span, Span)]) {
        for problem in self.0.iter_mut().skip(start) {
            let before = |part: &Span| part.file == problem.at.file && part.start <= problem.at.start;
            let nearest = references.iter().filter(|(_, part)| before(part)).max_by_key(|(_, part)| part.start);
            if let Some((at, _)) = nearest {
                problem.related.push((*at, "used here".to_owned()));
            }
        }
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Is there one that stops the build?
    pub fn has_errors(&self) -> bool {
        self.errors() > 0
    }

    /// Sorted by place, for printing.
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.0.sort_by_key(|p| (p.at, p.code));
        self
    }
}

impl Extend<Problem> for Problems {
    fn extend<T: IntoIterator<Item = Problem>>(&mut self, iter: T) {
        for problem in iter {
            self.push(problem);
        }
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
