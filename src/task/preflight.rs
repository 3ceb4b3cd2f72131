//! Every check of a chain of tasks before anything is sent. Every bad step is reported, with all that is wrong with it.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::TaskRequest;
use super::fit::{misfits, output_at, wanted};
use super::template::{self, Unknown};
use crate::Error;
use crate::capability::{Entry, find};
use crate::card::Type;
use crate::error::InputProblem;
use crate::input::{addresses, check_map};
use crate::route::RoutePolicy;
use crate::run::{Node, split, stuck};
use crate::suggest::did_you_mean;

/// The steps, or what is wrong with each.
pub(super) fn check(
    registry: &'static [Entry],
    requests: &[TaskRequest],
    routes: RoutePolicy,
) -> Result<Vec<Node>, Vec<Option<Error>>> {
    let chain = Chain::new(registry, requests, routes);
    let mut steps: Vec<Result<Node, Error>> = (0..requests.len()).map(|index| chain.step(index)).collect();
    let stuck = stuck(&steps);
    let message = format!("steps {} wait for each other, so none of them can run", numbers(&stuck));
    for step in stuck {
        steps[step] = Err(Error::validation(message.clone()));
    }
    if steps.iter().any(Result::is_err) {
        return Err(steps.into_iter().map(Result::err).collect());
    }
    Ok(steps.into_iter().filter_map(Result::ok).collect())
}

struct Chain<'r> {
    requests: &'r [TaskRequest],
    entries: Vec<Result<&'static Entry, Error>>,
    /// Positions by id; `None` where two steps share it.
    ids: HashMap<&'r str, Option<usize>>,
    routes: RoutePolicy,
}

impl<'r> Chain<'r> {
    fn new(registry: &'static [Entry], requests: &'r [TaskRequest], routes: RoutePolicy) -> Self {
        let entries = requests.iter().map(|request| find(registry, &request.task)).collect();
        let mut ids = HashMap::new();
        for (index, request) in requests.iter().enumerate() {
            if let Some(id) = request.id.as_deref() {
                ids.entry(id).and_modify(|known| *known = None).or_insert(Some(index));
            }
        }
        Self { requests, entries, ids, routes }
    }

    /// A step by its id, or by its position.
    fn find(&self, name: &str) -> Option<usize> {
        match self.ids.get(name) {
            Some(known) => *known,
            None => name.parse().ok().filter(|index| *index < self.requests.len()),
        }
    }

    fn step(&self, index: usize) -> Result<Node, Error> {
        let request = &self.requests[index];
        let entry = self.entries[index].clone()?;
        let card = entry.card;
        self.routes.check(card)?;
        let (input, unknown) = template::read(&request.input, &|name| self.find(name));
        let mut problems = check_map(card, &input);
        problems.extend(unknown.iter().map(|unknown| self.unknown_step(unknown)));
        problems.extend(self.references(entry, &input));
        problems.extend(self.id_problem(request));
        let after = self.after(request, &mut problems);
        if problems.is_empty() {
            return Ok(Node::json(card, input, entry.parse, after));
        }
        Err(Error::invalid_input(problems).for_capability(card.id))
    }

    fn unknown_step(&self, unknown: &Unknown) -> InputProblem {
        let Unknown { pointer, step, template } = unknown;
        let rule = format!("refers to a step that is not in the chain: {template}");
        let problem = InputProblem::new(pointer, "the id or the position of a step", format!("`{step}`"), rule);
        let hint = did_you_mean(step, self.ids.keys().copied());
        problem.hint(hint.unwrap_or_else(|| "to write the braces themselves, put a backslash before them".to_owned()))
    }

    /// What is wrong with the references of a step: an output that is not there, or one that does not fit.
    fn references(&self, entry: &Entry, input: &Map<String, Value>) -> Vec<InputProblem> {
        let mut problems = Vec::new();
        for (name, address) in addresses(input) {
            if let Some(Err(reason)) = self.output(address) {
                let rule = format!("refers to {{{{{address}}}}}, but {reason}");
                let pointer = format!("/{}", crate::error::escape(name));
                problems.push(InputProblem::new(pointer, "an output of the step", format!("`{address}`"), rule));
            }
        }
        let mut misfitting = Vec::new();
        for (name, value) in input {
            let Some(wanted) = wanted(entry.card, name) else { continue };
            let pointer = format!("/{}", crate::error::escape(name));
            misfits(wanted, value, &pointer, &|address| self.output(address)?.ok(), &mut misfitting);
        }
        problems.extend(misfitting.into_iter().map(|(pointer, reason)| {
            InputProblem::new(pointer, "an output that fits", reason.clone(), format!("does not fit: {reason}"))
        }));
        problems
    }

    /// The type that a reference leads to. Nothing if its step is bad itself: then that is what is reported.
    fn output(&self, address: &str) -> Option<Result<&'static Type, String>> {
        let (step, path) = split(address)?;
        let entry = self.entries.get(step)?.as_ref().ok()?;
        Some(output_at(entry.card, path))
    }

    fn id_problem(&self, request: &TaskRequest) -> Option<InputProblem> {
        let id = request.id.as_deref()?;
        let is_taken = self.ids.get(id) == Some(&None);
        let rule = format!("has the id `{id}`, which another step has, too");
        is_taken.then(|| InputProblem::new("", "an id of its own", format!("`{id}`"), rule))
    }

    fn after(&self, request: &TaskRequest, problems: &mut Vec<InputProblem>) -> Vec<usize> {
        let mut after = Vec::new();
        for name in &request.after {
            if let Some(index) = self.find(name) {
                after.push(index);
                continue;
            }
            let rule = format!("is to run after `{name}`, which is not in the chain");
            problems.push(InputProblem::new("", "the id or the position of a step", format!("`{name}`"), rule));
        }
        after
    }
}

fn numbers(list: &[usize]) -> String {
    let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}
