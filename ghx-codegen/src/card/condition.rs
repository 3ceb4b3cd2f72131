//! `guard` and `keep`: conditions on a response, or on an element of it.

use super::reader::{Located, Reader, free_map};
use crate::{
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::Node,
};

/// A condition on a response, or on an element of it.
#[derive(Clone, Debug)]
pub struct ConditionSpec {
    /// It applies only if this input has this value.
    pub when: Option<(Located<String>, Node)>,
    /// The path of the value that is tested.
    pub path: Located<String>,
    /// The test.
    pub test: TestSpec,
    /// The place of the test.
    pub span: Span,
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

const TESTS: &[&str] = &["is", "equals", "contains"];

/// `guard: [ … ]`; empty if left out.
pub(super) fn guards(reader: &Reader<'_>, problems: &mut Problems) -> Vec<GuardSpec> {
    reader.list("guard", problems).iter().filter_map(|node| guard(node, problems)).collect()
}

pub(super) const KEYS: &[&str] = &["when", "path", "is", "equals", "contains"];
pub(super) const GUARD: &[&str] = &["when", "path", "is", "equals", "contains", "otherwise", "message"];

/// `keep: [ … ]`; empty if left out.
pub(super) fn keep(reader: &Reader<'_>, problems: &mut Problems) -> Vec<ConditionSpec> {
    let conditions = reader.list("keep", problems).iter();
    let open = |node, problems: &mut Problems| Reader::open(node, "a condition", KEYS, problems);
    conditions.filter_map(|node| condition(&open(node, problems)?, problems)).collect()
}

fn guard(node: &Node, problems: &mut Problems) -> Option<GuardSpec> {
    let reader = Reader::open(node, "a guard", GUARD, problems)?;
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
    Some(ConditionSpec { when, path: path?, test, span })
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
