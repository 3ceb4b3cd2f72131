//! Conditions: `guard`, `keep`, and the predicates of `suitability`.

use super::reader::{Located, Reader, free_map};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// A test of a value.
#[derive(Clone, Debug)]
pub struct ConditionSpec {
    /// It applies only if this input has this value.
    pub when: Option<(Located<String>, Node)>,
    /// What is tested.
    pub operand: OperandSpec,
    /// The test.
    pub test: TestSpec,
    /// The place of the test.
    pub span: Span,
}

/// What is tested.
#[derive(Clone, Debug)]
pub enum OperandSpec {
    /// A path in the response, or in an element of it.
    Path(Located<String>),
    /// A property of the output's elements.
    Field(Located<String>),
}

impl OperandSpec {
    /// As written.
    pub fn text(&self) -> &Located<String> {
        let (OperandSpec::Path(text) | OperandSpec::Field(text)) = self;
        text
    }
}

/// A test of a value.
#[derive(Clone, Debug)]
pub enum TestSpec {
    /// `is: absent`.
    Absent,
    /// `is: present`.
    Present,
    /// `equals: …`.
    Equals(Node),
    /// `contains: …`.
    Contains(Located<String>),
}

/// A condition, and the error if it is false.
#[derive(Clone, Debug)]
pub struct GuardSpec {
    /// The condition.
    pub condition: ConditionSpec,
    /// The code of the error otherwise.
    pub otherwise: Located<String>,
    /// Its message.
    pub message: Located<String>,
}

/// The codes that a guard can give.
const OTHERWISE: &[&str] = &["NOT_FOUND", "VALIDATION", "ADAPTER_UNSUPPORTED"];

/// The keys that name a test; a condition has one of them.
/// The keys of a condition besides its test.
pub(super) const KEYS: &[&str] = &["when", "path"];
/// The keys of a guard besides its test.
pub(super) const GUARD: &[&str] = &["when", "path", "otherwise", "message"];
/// The keys of the short form of `keep`.
pub(super) const KEEP: &[&str] = &["when", "field", "equals"];
pub(super) const TESTS: &[&str] = &["is", "equals", "contains"];

/// `guard: [ … ]`; empty if left out.
pub(super) fn guards(reader: &Reader<'_>, problems: &mut Problems) -> Vec<GuardSpec> {
    reader.list("guard", problems).iter().filter_map(|node| guard(node, problems)).collect()
}

/// `keep: [ … ]`, or `keep: { when: unresolvedOnly, field: isResolved, equals: false }`; empty if left out.
pub(super) fn keep(reader: &Reader<'_>, problems: &mut Problems) -> Vec<ConditionSpec> {
    match reader.optional("keep") {
        Some(node @ Node { value: Value::Map(_), .. }) => field(node, problems).into_iter().collect(),
        _ => reader
            .list("keep", problems)
            .iter()
            .filter_map(|node| {
                let reader = Reader::open(node, "a condition", &[KEYS, TESTS].concat(), problems)?;
                condition(&reader, problems)
            })
            .collect(),
    }
}

/// The short form: a boolean input, and the value that a boolean property of the elements has then.
fn field(node: &Node, problems: &mut Problems) -> Option<ConditionSpec> {
    let reader = Reader::open(node, "`keep`", KEEP, problems)?;
    let (when, field) = (reader.text("when", problems), reader.text("field", problems));
    let equals = reader.required("equals", problems)?;
    let _ = reader.flag("equals", problems)?;
    let when = when?;
    let is_true = Node { value: Value::Bool(true), span: when.span };
    let (when, operand) = (Some((when, is_true)), OperandSpec::Field(field?));
    Some(ConditionSpec { when, operand, test: TestSpec::Equals(equals.clone()), span: reader.key_span("equals") })
}

fn guard(node: &Node, problems: &mut Problems) -> Option<GuardSpec> {
    let keys = [GUARD, TESTS].concat();
    let reader = Reader::open(node, "a guard", &keys, problems)?;
    let condition = condition(&reader, problems);
    let (otherwise, message) = (reader.text("otherwise", problems), reader.text("message", problems));
    if let Some(code) = otherwise.as_ref().filter(|code| !OTHERWISE.contains(&code.value.as_str())) {
        problems.push(
            Problem::error(Code::WrongValue, code.span, format!("a guard cannot report `{}`", code.value))
                .label("not one of its codes")
                .help(suggest::help(&code.value, "code", OTHERWISE.iter().copied())),
        );
    }
    Some(GuardSpec { condition: condition?, otherwise: otherwise?, message: message? })
}

fn condition(reader: &Reader<'_>, problems: &mut Problems) -> Option<ConditionSpec> {
    let when = reader.optional("when").map(|node| when(node, problems));
    let path = reader.text("path", problems);
    let tests: Vec<&str> = TESTS.iter().copied().filter(|key| reader.optional(key).is_some()).collect();
    let [test] = tests.as_slice() else {
        let at = reader.key_span(tests.last().copied().unwrap_or("path"));
        problems.push(
            Problem::error(Code::WrongValue, at, "a condition needs exactly one of `is`, `equals` and `contains`")
                .label("one test")
                .help("write `is: absent`, `is: present`, `equals: …` or `contains: …`"),
        );
        return None;
    };
    let span = reader.key_span(test);
    let test = match *test {
        "equals" => TestSpec::Equals(reader.required("equals", problems)?.clone()),
        "contains" => TestSpec::Contains(reader.text("contains", problems)?),
        _ => presence(&reader.text("is", problems)?, problems)?,
    };
    let when = match when {
        None => None,
        Some(when) => Some(when?),
    };
    Some(ConditionSpec { when, operand: OperandSpec::Path(path?), test, span })
}

fn presence(word: &Located<String>, problems: &mut Problems) -> Option<TestSpec> {
    match word.value.as_str() {
        "absent" => Some(TestSpec::Absent),
        "present" => Some(TestSpec::Present),
        other => {
            problems.push(
                Problem::error(Code::WrongValue, word.span, format!("`is` cannot be `{other}`"))
                    .label("`absent` or `present`")
                    .help(suggest::help(other, "word", ["absent", "present"])),
            );
            None
        }
    }
}

/// `when: { state: merged }`.
fn when(node: &Node, problems: &mut Problems) -> Option<(Located<String>, Node)> {
    let mut entries = free_map(node, "`when`", problems).into_iter();
    if let (Some((input, value)), None) = (entries.next(), entries.next()) {
        return Some((input, value.clone()));
    }
    problems.push(
        Problem::error(Code::WrongValue, node.span, "`when` must name one input and its value")
            .label("one entry")
            .help("write `when: { input: value }`"),
    );
    None
}
