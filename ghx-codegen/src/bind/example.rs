//! Examples: each is an input that the card itself accepts.

use super::literal;
use crate::{
    card::{Card, Property},
    model::{BoundSubject, Form},
    problem::{Code, Problem, Problems},
    source::Span,
    suggest,
    yaml::{Key, Node, Value},
};

pub(super) fn check(card: &Card, subjects: &[&BoundSubject], problems: &mut Problems) {
    for example in &card.examples {
        let mut check = Check { card, subjects, title: &example.title.value, at: example.title.span, problems };
        check.input(&example.input);
    }
}

struct Check<'a> {
    card: &'a Card,
    subjects: &'a [&'a BoundSubject],
    title: &'a str,
    at: Span,
    problems: &'a mut Problems,
}

impl Check<'_> {
    fn refusal(&self, at: Span, why: &str) -> Problem {
        Problem::error(
            Code::BadExample,
            at,
            format!("the example \"{}\" does not match the card's inputs: {why}", self.title),
        )
        .label("here")
        .help("fix the example or the input schema")
    }

    fn refuse(&mut self, at: Span, why: &str) {
        let problem = self.refusal(at, why);
        self.problems.push(problem);
    }

    fn input(&mut self, node: &Node) {
        let Value::Map(entries) = &node.value else {
            return self.refuse(node.span, "an input must be a mapping");
        };
        for (key, value) in entries {
            self.entry(key, value);
        }
        let given = |name: &str| entries.iter().any(|(key, _)| key.name == name);
        let missing = |p: &&Property| p.required && !given(&p.name.value);
        for property in self.card.input.properties.iter().filter(missing) {
            self.refuse(self.at, &format!("`{}` is missing", property.name.value));
        }
        if let Some(rule) = &self.card.input.at_least_one
            && !rule.names.iter().any(|name| given(&name.value))
        {
            self.refuse(self.at, "at least one of the inputs in `anyOf` must be given");
        }
        let chosen = self.card.input.exactly_one.iter().filter(|name| given(&name.value)).count();
        if !self.card.input.exactly_one.is_empty() && chosen != 1 {
            self.refuse(self.at, "exactly one of the inputs in `oneOf` must be given");
        }
        for rule in &self.card.input.requires {
            let value = entries.iter().find(|(key, _)| key.name == rule.input.value).map(|(_, value)| value);
            let value = value.or_else(|| self.card.input(&rule.input.value)?.default.as_ref());
            if value.is_some_and(|value| value.to_json() == rule.value.to_json()) {
                for name in rule.inputs.iter().filter(|name| !given(&name.value)) {
                    self.refuse(self.at, &format!("`{}` is missing: `requires` needs it here", name.value));
                }
            }
        }
        for subject in self.subjects {
            if let Err(why) = one_form(subject, &given) {
                let problem = self.refusal(self.at, &why);
                self.problems.push(problem.related(subject.subject.inputs.span, "its inputs are named here"));
            }
        }
    }

    fn entry(&mut self, key: &Key, value: &Node) {
        let at = value.span;
        if let Some(property) = self.card.input(&key.name) {
            let mut refusals = Vec::new();
            literal::refusals(&property.schema, value, &key.name, &mut refusals);
            for refusal in refusals {
                self.refuse(refusal.at, &refusal.why);
            }
            return;
        }
        let role = self.subjects.iter().find(|s| s.subject.inputs.all().any(|name| name.value == key.name));
        match (role, &value.value) {
            (None, _) => {
                let subjects = self.subjects.iter().flat_map(|s| s.subject.inputs.all().map(|n| n.value.as_str()));
                let known: Vec<&str> = self.card.input.names().chain(subjects).collect();
                let hint = suggest::nearest(&key.name, known)
                    .map(|near| format!(" (did you mean `{near}`?)"))
                    .unwrap_or_default();
                self.refuse(key.span, &format!("there is no input `{}`{hint}", key.name));
            }
            (Some(subject), value) => {
                let number = subject.subject.inputs.number.as_ref().is_some_and(|n| n.value == key.name);
                let fits = matches!((number, value), (true, Value::Int(1..)) | (false, Value::Text(_)));
                if !fits {
                    let wanted = if number { "a positive number" } else { "text" };
                    self.refuse(at, &format!("`{}` must be {wanted}, not {}", key.name, value.kind()));
                }
            }
        }
    }
}

/// Exactly one of the subject's forms is given, and completely.
fn one_form(subject: &BoundSubject, given: &dyn Fn(&str) -> bool) -> Result<(), String> {
    let inputs = &subject.subject.inputs;
    let has = |name: &Option<crate::card::Located<String>>| name.as_ref().is_some_and(|n| given(&n.value));
    let sibling = subject.forms.contains(&Form::Sibling);
    let spelled = has(&inputs.owner) || has(&inputs.name) || has(&inputs.number);
    let complete =
        (sibling || (has(&inputs.owner) && has(&inputs.name))) && (inputs.number.is_none() || has(&inputs.number));
    let forms = usize::from(spelled) + usize::from(has(&inputs.id)) + usize::from(has(&inputs.text));
    let name = &subject.subject.name.value;
    match forms {
        1 if spelled && !complete => Err(format!("the {name} is only partly given")),
        1 => Ok(()),
        0 => Err(format!("no {name} is given")),
        _ => Err(format!("the {name} is given in two ways")),
    }
}
