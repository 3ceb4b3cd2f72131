//! Checks that a subject is given in exactly one of its forms.

use serde_json::{Map, Value};

use super::pointer::Pointer;
use super::{describe, types};
use crate::Error;
use crate::card::{SubjectSpec, Type};
use crate::display::redact::redact;
use crate::display::shorten;
use crate::error::InputProblem;
use crate::value::{Repo, parse_numbered};

const NAME: Type = Type::String { min_length: 1, max_length: None, format: None };
/// The numbers of issues and pull requests are `Int` in GitHub's schema, which has 32 bits.
const MAX_NUMBER: i64 = i32::MAX as i64;
const NUMBER: Type = Type::Integer { minimum: Some(1), maximum: Some(MAX_NUMBER) };
/// The maximum length of a name, short form or URL in bytes. GitHub's are shorter.
const MAX_TEXT_LENGTH: usize = 1000;

type Problems = Vec<InputProblem>;
type Input = Map<String, Value>;

pub(super) fn check(spec: &SubjectSpec, input: &Input, problems: &mut Problems) {
    let forms: Vec<Vec<&str>> = forms(spec);
    let is_given = |form: &&Vec<&str>| form.iter().any(|name| input.contains_key(*name));
    let given: Vec<&Vec<&str>> = forms.iter().filter(is_given).collect();
    match given[..] {
        [form] => check_complete(spec, form, input, problems),
        [] => problems.push(none_given(spec, &forms)),
        _ => problems.push(many_given(spec, &forms, &given, input)),
    }
    check_values(spec, input, problems);
}

/// The inputs of each form: `[[owner, name, issueNumber], [issueId], [issue]]`.
fn forms(spec: &SubjectSpec) -> Vec<Vec<&'static str>> {
    let numbered: Vec<_> = spec.numbered().collect();
    let single = spec.id.into_iter().chain(spec.text).map(|name| vec![name]);
    let numbered = (!numbered.is_empty()).then_some(numbered);
    numbered.into_iter().chain(single).collect()
}

fn describe_forms(forms: &[Vec<&str>]) -> String {
    let forms: Vec<String> = forms.iter().map(|form| describe_form(form)).collect();
    forms.join(", or ")
}

fn describe_form(form: &[&str]) -> String {
    describe::quoted(form).replace(", ", " + ")
}

fn none_given(spec: &SubjectSpec, forms: &[Vec<&str>]) -> InputProblem {
    let forms = describe_forms(forms);
    let rule = format!("does not identify the {}", spec.noun);
    InputProblem::new("", forms.clone(), "none of them", rule).hint(format!("give {forms}"))
}

fn many_given(spec: &SubjectSpec, forms: &[Vec<&str>], given: &[&Vec<&str>], input: &Input) -> InputProblem {
    let names = given.iter().flat_map(|form| form.iter().copied());
    let names: Vec<&str> = names.filter(|name| input.contains_key(*name)).collect();
    let names = describe::quoted(&names);
    let noun = spec.noun;
    let rule = format!("identifies the {noun} in {} ways: {names}", given.len());
    let forms = describe_forms(forms);
    InputProblem::new("", format!("one of {forms}"), names, rule).hint(format!("give only {forms}"))
}

fn check_complete(spec: &SubjectSpec, form: &[&str], input: &Input, problems: &mut Problems) {
    let missing: Vec<&str> = form.iter().copied().filter(|name| !input.contains_key(*name)).collect();
    if missing == [spec.owner, spec.repo_name] {
        problems.extend(no_repository(spec, input));
        return;
    }
    for name in missing {
        let expected = describe::expected(if Some(name) == spec.number { &NUMBER } else { &NAME });
        let at = Pointer::Root.member(name).to_string();
        let problem = InputProblem::new(at, expected, "nothing", "is missing");
        problems.push(problem.hint(format!("{} must be given together", describe_form(form))));
    }
}

/// A number without its repository.
fn no_repository(spec: &SubjectSpec, input: &Input) -> Option<InputProblem> {
    let (number, value) = given(spec.number, input)?;
    let value = if value.is_number() { value.to_string() } else { "42".to_owned() };
    let instead = spec.text.map(|text| format!(", or write \"{text}\": \"OWNER/NAME#{value}\" instead"));
    let rule = format!("needs a repository: add {}{}", with_repository(spec), instead.unwrap_or_default());
    let at = Pointer::Root.member(number).to_string();
    Some(InputProblem::new(at, with_repository(spec), "neither of them", rule))
}

fn with_repository(spec: &SubjectSpec) -> String {
    format!("`{}` and `{}`", spec.owner, spec.repo_name)
}

fn check_values(spec: &SubjectSpec, input: &Input, problems: &mut Problems) {
    let owner = spec.within.is_none().then_some(spec.owner);
    let name = spec.within.is_none().then_some(spec.repo_name);
    let id = Type::id(spec.kind);
    check_text(owner, input, problems, |text| Repo::new(text, "x").map(drop));
    check_text(name, input, problems, |text| Repo::new("x", text).map(drop));
    check_type(spec.number, &NUMBER, input, problems);
    check_type(spec.id, &id, input, problems);
    match given(spec.text, input).and_then(|(_, value)| bare_number(spec, value)) {
        Some(problem) => problems.push(problem),
        None => check_text(spec.text, input, problems, |text| parse_text(spec, text)),
    }
}

fn parse_text(spec: &SubjectSpec, text: &str) -> Result<(), Error> {
    if spec.number.is_none() {
        return text.parse::<Repo>().map(drop);
    }
    let (_, number) = parse_numbered(text, spec.url_segment, spec.noun)?;
    match i64::try_from(number) {
        Ok(number) if number <= MAX_NUMBER => Ok(()),
        _ => Err(Error::validation(format!("{number} is too large: the maximum is {MAX_NUMBER}"))),
    }
}

/// The problem of a number without a repository in the text form: `42`, `"42"` and `"#42"`.
fn bare_number(spec: &SubjectSpec, value: &Value) -> Option<InputProblem> {
    let (text, number) = spec.text.zip(spec.number)?;
    let digits = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.strip_prefix('#').unwrap_or(text).to_owned(),
        _ => return None,
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let expected = format!("`OWNER/NAME#{}` or a URL", shorten(&digits));
    let given = describe::given(value);
    let rule = format!("must be {expected}, not {given}");
    let repository = spec.within.is_none().then(|| format!(" with {}", with_repository(spec)));
    let at = Pointer::Root.member(text).to_string();
    let problem = InputProblem::new(at, expected, given, rule);
    Some(problem.hint(format!("or use `{number}`{}", repository.unwrap_or_default())))
}

fn check_type(name: Option<&str>, ty: &Type, input: &Input, problems: &mut Problems) {
    if let Some((name, value)) = given(name, input) {
        types::check(&Pointer::Root.member(name), ty, value, problems);
    }
}

fn check_text(name: Option<&str>, input: &Input, problems: &mut Problems, parse: impl Fn(&str) -> Result<(), Error>) {
    let Some((name, Value::String(text))) = given(name, input) else {
        return check_type(name, &NAME, input, problems);
    };
    let result = match text.len() {
        0..=MAX_TEXT_LENGTH => parse(text),
        length => Err(Error::validation(format!("it has {length} bytes, which is more than any name on GitHub"))),
    };
    if let Err(error) = result {
        let at = Pointer::Root.member(name).to_string();
        let rule = format!("is invalid: {}", error.message());
        // A URL may contain a password.
        let given = describe::given(&Value::from(redact(text)));
        problems.push(InputProblem::new(at, "a valid name", given, rule));
    }
}

fn given<'a>(name: Option<&'a str>, input: &'a Input) -> Option<(&'a str, &'a Value)> {
    let name = name?;
    input.get(name).map(|value| (name, value))
}
