//! Validates tasks before anything is sent. Every invalid step is reported, with all of its problems.

use std::cell::Cell;
use std::collections::HashMap;

use serde_json::{Map, Value};

use super::TaskRequest;
use super::braces::unfit_id;
use super::files::file_problems;
use super::references::{misfits, wanted};
use super::template;
use super::template::{Fault, Found, Templates, What};
use crate::Error;
use crate::capability::input::{Target, check_map, hosts, output_at, targets};
use crate::capability::{Entry, ErasedStep, find};
use crate::card::{Card, Type};
use crate::client::AcceptedHosts;
use crate::client::route::RoutePolicy;
use crate::display::shorten;
use crate::display::suggest::did_you_mean;
use crate::engine::{Deadlock, StepNode, deadlock};
use crate::error::InputProblem;

/// How many unknown steps get a suggestion, since each is compared with the ids of all steps.
const SUGGESTIONS: usize = 10;

/// How many steps of a cycle are named.
const NAMED: usize = 4;

/// The steps, or the error of each.
pub(super) fn check(
    registry: &'static [Entry],
    requests: &[TaskRequest],
    routes: RoutePolicy,
    accepted: Option<&AcceptedHosts>,
) -> Result<Vec<StepNode>, Vec<Option<Error>>> {
    let chain = Validator::new(registry, requests, routes, accepted);
    let mut steps: Vec<Result<StepNode, Error>> = (0..requests.len()).map(|index| chain.step(index)).collect();
    for (step, error) in chain.stuck(&deadlock(&steps)) {
        steps[step] = Err(error);
    }
    if steps.iter().any(Result::is_err) {
        return Err(steps.into_iter().map(Result::err).collect());
    }
    Ok(steps.into_iter().filter_map(Result::ok).collect())
}

/// A task without a chain, or its error. `{{…}}` in its input is plain text.
pub(super) fn check_alone(
    registry: &'static [Entry],
    request: &TaskRequest,
    routes: RoutePolicy,
    accepted: Option<&AcceptedHosts>,
) -> Result<StepNode, Error> {
    let mut chain = Validator::new(registry, std::slice::from_ref(request), routes, accepted);
    chain.is_alone = true;
    let step = [chain.step(0)];
    let stuck = chain.stuck(&deadlock(&step)).next();
    let [step] = step;
    stuck.map_or(step, |(_, error)| Err(error))
}

struct Validator<'r> {
    requests: &'r [TaskRequest],
    entries: Vec<Result<&'static Entry, Error>>,
    /// Positions by id; `None` where two steps share it.
    ids: HashMap<&'r str, Option<usize>>,
    routes: RoutePolicy,
    /// Whether it is a single task and not a chain.
    is_alone: bool,
    /// How many suggestions are left.
    suggestions: Cell<usize>,
    /// The hosts whose URLs are accepted; `None` accepts all.
    accepted: Option<&'r AcceptedHosts>,
}

impl<'r> Validator<'r> {
    fn new(
        registry: &'static [Entry],
        requests: &'r [TaskRequest],
        routes: RoutePolicy,
        accepted: Option<&'r AcceptedHosts>,
    ) -> Self {
        let entries = requests.iter().map(|request| find(registry, &request.task)).collect();
        let mut ids = HashMap::new();
        for (index, request) in requests.iter().enumerate() {
            if let Some(id) = request.id.as_deref() {
                ids.entry(id).and_modify(|known| *known = None).or_insert(Some(index));
            }
        }
        Self { requests, entries, ids, routes, is_alone: false, suggestions: Cell::new(SUGGESTIONS), accepted }
    }

    /// A step by its id, or by its position.
    fn find(&self, name: &str) -> Found {
        match self.ids.get(name) {
            Some(Some(index)) => Found::Step(*index),
            Some(None) => Found::Several,
            None => self.at(name).map_or(Found::Nothing, Found::Step),
        }
    }

    fn at(&self, position: &str) -> Option<usize> {
        let is_number = position.bytes().all(|byte| byte.is_ascii_digit());
        position.parse().ok().filter(|index| is_number && *index < self.requests.len())
    }

    /// The name of a step in messages.
    fn name(&self, step: usize) -> String {
        match &self.requests[step].id {
            Some(id) => format!("`{}`", shorten(id)),
            None => format!("step {step}"),
        }
    }

    fn card(&self, step: usize) -> Option<&'static Card> {
        Some(self.entries.get(step)?.as_ref().ok()?.card)
    }

    fn step(&self, index: usize) -> Result<StepNode, Error> {
        let request = &self.requests[index];
        let entry = self.entries[index].clone()?;
        let card = entry.card;
        self.check_route(card)?;
        let is_raw = request.raw || self.is_alone;
        let Templates { input, faults } = template::read(&request.input, is_raw, &|name| self.find(name));
        let has_references = !faults.is_empty() || !targets(&input).is_empty();
        let (step, mut problems) = parse(entry, &input, has_references)?;
        problems.extend(faults.iter().map(|fault| self.problem(fault)));
        problems.extend(self.references(card, &input));
        problems.extend(self.accepted.map(|accepted| accepted.problems(&hosts(card, &input))).unwrap_or_default());
        problems.extend(self.id_problem(request));
        problems.extend(file_problems(card, &input, request.files));
        let after = self.after(request, &mut problems);
        if problems.is_empty() {
            let node = match step {
                Some(step) => StepNode::complete(step.into(), after),
                None => StepNode::json(card, input, entry.parse, after),
            };
            return Ok(node.named(request.id.clone()));
        }
        Err(Error::invalid_input(problems).for_capability(card.id))
    }

    fn check_route(&self, card: &Card) -> Result<(), Error> {
        if self.is_alone { self.routes.check_alone(card) } else { self.routes.check(card) }
    }

    fn problem(&self, fault: &Fault) -> InputProblem {
        let pointer = fault.pointer.as_str();
        match &fault.what {
            What::Unknown { step, template } => self.unknown_step(pointer, step, template),
            What::Malformed { step, template } => self.malformed(pointer, step, template),
            What::Marker(name) => {
                let rule = format!("has a member `{name}`, which is not an input of any capability");
                InputProblem::new(pointer, "a value", format!("an object with `{name}`"), rule)
                    .hint("refer to another step with {{step.field}}")
            }
        }
    }

    fn unknown_step(&self, pointer: &str, step: &str, template: &str) -> InputProblem {
        let (step, template) = (shorten(step), shorten(template));
        let (why, hint) = match self.find(&step) {
            Found::Several => ("more than one step", "give each step an id of its own".to_owned()),
            _ => ("a step that is not in the chain", self.suggest(&step).unwrap_or_else(|| ESCAPE.to_owned())),
        };
        let rule = format!("refers to {why}: {template}");
        InputProblem::new(pointer, "the id or the position of a step", format!("`{step}`"), rule).hint(hint)
    }

    fn malformed(&self, pointer: &str, step: &str, template: &str) -> InputProblem {
        let outputs = match self.find(step) {
            Found::Step(index) => self.card(index).map(outputs).unwrap_or_default(),
            _ => String::new(),
        };
        let step = shorten(step);
        let rule = format!("begins a reference to `{step}` that is not complete: {template}");
        let hint = format!("write {{{{{step}.FIELD}}}} or {{{{{step}.LIST[0]}}}}{outputs}; {ESCAPE}");
        InputProblem::new(pointer, "a reference, or other text", template, rule).hint(hint)
    }

    fn suggest(&self, name: &str) -> Option<String> {
        let left = self.suggestions.get().checked_sub(1)?;
        self.suggestions.set(left);
        did_you_mean(name, self.requests.iter().filter_map(|request| request.id.as_deref()))
    }

    /// The problems of the references of a step: outputs that do not exist or do not fit.
    fn references(&self, card: &'static Card, input: &Map<String, Value>) -> Vec<InputProblem> {
        let mut problems = Vec::new();
        for (name, target) in targets(input) {
            if let Some(Err(reason)) = self.output(target) {
                let rule = format!("refers to {}, but {reason}", target.braced());
                let pointer = format!("/{}", crate::error::escape_segment(name));
                problems.push(InputProblem::new(pointer, "an output of the step", target.braced(), rule));
            }
        }
        for (name, value) in input {
            let Some(wanted) = wanted(card, name) else { continue };
            let pointer = format!("/{}", crate::error::escape_segment(name));
            misfits(wanted, value, &pointer, &|target| self.output(target)?.ok(), &mut problems);
        }
        problems
    }

    /// The type of the output that a reference names; `None` if its step is invalid, because that is reported already.
    fn output(&self, target: Target<'_>) -> Option<Result<&'static Type, String>> {
        let (step, path) = target.split()?;
        Some(output_at(self.card(step)?, path))
    }

    fn id_problem(&self, request: &TaskRequest) -> Option<InputProblem> {
        let id = request.id.as_deref()?;
        let given = format!("`{}`", shorten(id));
        if let Some(grammar) = unfit_id(id) {
            let rule = format!("has an id that references cannot use: {given}");
            return Some(InputProblem::of_step("an id that references can use", given, rule).hint(grammar));
        }
        let is_taken = self.ids.get(id) == Some(&None);
        let rule = format!("has the id {given}, which another step has, too");
        is_taken.then(|| InputProblem::of_step("an id of its own", given, rule))
    }

    fn after(&self, request: &TaskRequest, problems: &mut Vec<InputProblem>) -> Vec<usize> {
        let mut after = Vec::new();
        for name in &request.after {
            let given = format!("`{}`", shorten(name));
            let why = match self.find(name) {
                Found::Step(index) => {
                    after.push(index);
                    continue;
                }
                Found::Several => "which more than one step is called",
                Found::Nothing => "which is not in the chain",
            };
            let rule = format!("is to run after {given}, {why}");
            let problem = InputProblem::of_step("the id or the position of a step", given, rule);
            problems.push(match self.suggest(name) {
                Some(hint) if why.ends_with("chain") => problem.hint(hint),
                _ => problem,
            });
        }
        after
    }

    /// The errors of steps that can never run, because steps wait for each other.
    fn stuck<'d>(&'d self, found: &'d Deadlock) -> impl Iterator<Item = (usize, Error)> + 'd {
        let cycles: Vec<String> = found.cycles.iter().map(|cycle| self.cycle(cycle)).collect();
        found.stuck.iter().map(move |stuck| {
            let shown = &cycles[stuck.cycle];
            let message = if stuck.is_part {
                format!("the step waits for itself: {shown}")
            } else {
                let first = found.cycles[stuck.cycle].first().map(|step| self.name(*step)).unwrap_or_default();
                format!("the step waits for {first}, which waits for itself: {shown}")
            };
            (stuck.step, Error::validation(message))
        })
    }

    /// `a → b → a`.
    fn cycle(&self, cycle: &[usize]) -> String {
        let mut names: Vec<String> = cycle.iter().take(NAMED).map(|step| self.name(*step)).collect();
        if cycle.len() > NAMED {
            names.push(format!("… ({} more)", cycle.len() - NAMED));
        }
        names.extend(names.first().cloned());
        names.join(" → ")
    }
}

/// The capability with this input, or the problems of the input. An input with references is checked, and parsed when the
/// values are known.
fn parse(entry: &Entry, input: &Map<String, Value>, has_references: bool) -> Result<Parsed, Error> {
    if has_references {
        return Ok((None, check_map(entry.card, input)));
    }
    match (entry.parse)(input) {
        Ok(step) => Ok((Some(step), Vec::new())),
        Err(error) if error.problems().is_empty() => Err(error),
        Err(error) => Ok((None, error.problems().to_vec())),
    }
}

/// A capability, if its input has no references and no problems, and the problems of its input.
type Parsed = (Option<Box<dyn ErasedStep>>, Vec<InputProblem>);

/// How to write braces that are not a reference.
const ESCAPE: &str = "to write the braces themselves, put a backslash before them, or `\"raw\": true` on the step";

/// `; issue.view gives id, number, title`.
fn outputs(card: &'static Card) -> String {
    let names: Vec<&str> = card.outputs.iter().map(|output| output.name).collect();
    format!("; {} gives {}", card.id, names.join(", "))
}
