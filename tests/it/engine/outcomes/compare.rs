//! Compares what a result says with what was written.

use std::collections::{BTreeMap, HashMap};

use ghx::capability::find;
use ghx::card::{Card, Effect};
use ghx::task::TaskRequest;
use ghx_sandbox::{RecordedWrite, Sandbox};
use serde_json::Value;

use super::chains::REST_ONLY;

/// How often each root field of each step was executed, by the position of the step.
type Executed = HashMap<usize, BTreeMap<usize, usize>>;

/// A false statement of an envelope.
#[derive(Debug)]
pub(super) struct Wrong {
    pub(super) kind: WrongKind,
    pub(super) what: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WrongKind {
    /// A write was executed more than once.
    Doubled,
    /// A write was executed or not, and the result says the opposite.
    Lost,
    Other,
}

impl Wrong {
    fn at(self, step: usize, request: &TaskRequest) -> Self {
        Self { what: format!("step {step} ({}): {}", request.task, self.what), ..self }
    }
}

/// Compares an envelope with the record of its chain, where no middlebox changed the responses.
pub(super) fn account(
    requests: &[TaskRequest],
    envelope: &Value,
    sandbox: &Sandbox,
    ledger: &mut Ledger,
) -> Result<(), Wrong> {
    account_of_writes(requests, envelope, sandbox, ledger)?;
    for (index, result) in envelope["results"].as_array().unwrap().iter().enumerate() {
        ensure(is_not_our_fault(&result["error"]), &format!("step {index} was sent as GitHub wants it"))?;
    }
    ensure(envelope["meta"]["http_calls"] == sandbox.requests().len(), "every call is counted")
}

/// Compares what an envelope says about each step with what was executed.
pub(super) fn account_of_writes(
    requests: &[TaskRequest],
    envelope: &Value,
    sandbox: &Sandbox,
    ledger: &mut Ledger,
) -> Result<(), Wrong> {
    let writes = sandbox.writes();
    let executed = executed(requests, &writes)?;
    in_place(requests, &writes)?;
    let results = envelope["results"].as_array().unwrap();
    ensure(results.len() == requests.len(), "every step has a result")?;
    for (index, (request, result)) in requests.iter().zip(results).enumerate() {
        let counts = executed.get(&index).cloned().unwrap_or_default();
        step(request, result, &counts).map_err(|wrong| wrong.at(index, request))?;
        skipped(requests, results, index)?;
        ledger.note(request, result);
    }
    Ok(())
}

pub(super) fn ensure(holds: bool, what: &str) -> Result<(), Wrong> {
    ensure_that(holds, WrongKind::Other, what)
}

pub(super) fn ensure_that(holds: bool, kind: WrongKind, what: &str) -> Result<(), Wrong> {
    if holds { Ok(()) } else { Err(Wrong { kind, what: format!("does not hold: {what}") }) }
}

pub(super) fn card(request: &TaskRequest) -> &'static Card {
    find(ghx::ALL, &request.task).unwrap().card
}

/// Inputs are valid, so GitHub refuses them for reasons of its own, which have a type; a document that is not valid has none.
fn is_not_our_fault(error: &Value) -> bool {
    error["code"] != "UNKNOWN" && (error["code"] != "VALIDATION" || error["details"]["type"].is_string())
}

/// Sorts the writes by step; a write that no step asked for, or that is out of order, is an error.
fn executed(requests: &[TaskRequest], writes: &[RecordedWrite]) -> Result<Executed, Wrong> {
    let mut executed = Executed::new();
    let mut last = (0, 0, 0);
    for write in writes {
        let (step, root) = asked_by(requests, write).ok_or_else(|| unasked(write))?;
        let this = (write.request, step, root);
        ensure(write.request != last.0 || last < this, &format!("writes are in the order of the chain: {write:?}"))?;
        last = this;
        *executed.entry(step).or_default().entry(root).or_default() += 1;
    }
    Ok(executed)
}

/// The step and the root field that a write belongs to: by its alias, and for a REST call by the only step that makes one.
fn asked_by(requests: &[TaskRequest], write: &RecordedWrite) -> Option<(usize, usize)> {
    let Some(key) = &write.response_key else {
        return Some((requests.iter().position(|request| request.task == REST_ONLY)?, 0));
    };
    let key = key.strip_prefix('s')?;
    let (step, root) = key.split_once('_').unwrap_or((key, "0"));
    let (step, root): (usize, usize) = (step.parse().ok()?, root.parse().ok()?);
    let asked = card(requests.get(step)?).operations.first()?.roots.get(root)?.key;
    (asked == write.name).then_some((step, root))
}

fn unasked(write: &RecordedWrite) -> Wrong {
    Wrong { kind: WrongKind::Other, what: format!("no step asked for {write:?}") }
}

/// Of two writes on the same node, the later one in the chain is executed last, however often they were sent.
fn in_place(requests: &[TaskRequest], writes: &[RecordedWrite]) -> Result<(), Wrong> {
    let is_free = |step: usize| {
        let request = &requests[step];
        request.after.is_empty() && !Value::Object(request.input.clone()).to_string().contains("{{")
    };
    let mut last: HashMap<&str, (usize, &RecordedWrite)> = HashMap::new();
    for write in writes.iter().rev() {
        let (Some(key), Some(subject)) = (&write.response_key, &write.subject) else { continue };
        let step: usize = key.trim_start_matches('s').split('_').next().unwrap().parse().unwrap();
        if !is_free(step) {
            continue;
        }
        let (later, seen) = *last.entry(subject.as_str()).or_insert((step, write));
        ensure(step <= later, &format!("{seen:?} does not overturn {write:?}"))?;
    }
    Ok(())
}

/// The root fields that a write of this input must execute.
pub(super) fn wanted(request: &TaskRequest) -> Vec<usize> {
    match request.task.as_str() {
        "pr.close" if request.input.contains_key("comment") => vec![0, 1],
        "pr.close" => vec![1],
        _ => vec![0],
    }
}

fn step(request: &TaskRequest, result: &Value, counts: &BTreeMap<usize, usize>) -> Result<(), Wrong> {
    let card = card(request);
    let total: usize = counts.values().sum();
    if card.effect == Effect::Read {
        return ensure(total == 0, "a read writes nothing");
    }
    let count = |root: &usize| counts.get(root).copied().unwrap_or(0);
    let all_done = wanted(request).iter().all(|root| count(root) > 0);
    let is_once = card.idempotent || counts.values().all(|count| *count <= 1);
    ensure_that(is_once, WrongKind::Doubled, "what is not idempotent is done once at most")?;
    if result["ok"] == true {
        return ensure_that(all_done, WrongKind::Lost, "what is reported as done was done");
    }
    match result["error"]["details"]["outcome"].as_str() {
        None => ensure_that(total == 0, WrongKind::Lost, "what is reported as not done was not done"),
        Some("unknown") => ensure(result["error"]["retryable"] == false, "what is unknown is not retryable"),
        Some("applied") => ensure_that(all_done, WrongKind::Lost, "what is reported as applied was done"),
        Some("partial") => ensure(total > 0 && wanted(request).len() > 1, "what is reported as partial was begun"),
        Some(other) => ensure(false, &format!("`{other}` is a known outcome")),
    }
}

/// A step is skipped if, and only if, one that it needs failed.
fn skipped(requests: &[TaskRequest], results: &[Value], index: usize) -> Result<(), Wrong> {
    let input = Value::Object(requests[index].input.clone()).to_string();
    let uses =
        |other: &usize| input.contains(&format!("{{{{{other}.")) || requests[index].after.contains(&other.to_string());
    let needs_failed = (0..results.len()).filter(uses).any(|other| results[other]["ok"] == false);
    let is_skipped = results[index]["error"]["code"] == "SKIPPED";
    // A write after another one on the same node that was never found is skipped as well.
    let message = results[index]["error"]["message"].as_str().unwrap_or_default();
    let is_held_back = is_skipped && message.contains("an earlier write on the same node");
    ensure(
        is_held_back || needs_failed == is_skipped,
        &format!("step {index} is skipped only if one that it needs failed"),
    )
}

/// How often each unique text must be found in the end.
#[derive(Default)]
pub(super) struct Ledger(Vec<(String, usize, usize)>);

impl Ledger {
    fn note(&mut self, request: &TaskRequest, result: &Value) {
        let text = request.input.get("body").or(request.input.get("comment")).and_then(Value::as_str);
        let Some((unique, _)) = text.and_then(|text| text.split_once(';')) else { return };
        let (least, most) = match (result["ok"] == true, result["error"]["details"]["outcome"].as_str()) {
            (true, _) | (false, Some("applied")) => (1, 1),
            (false, None) => (0, 0),
            (false, Some(_)) => (0, 1),
        };
        self.0.push((format!("{unique};"), least, most));
    }

    /// Compares with the texts that the sandbox has.
    pub(super) fn check(&self, sandbox: &Sandbox) -> Result<(), Wrong> {
        let issues = sandbox.issues("acme/widgets");
        let comments = issues.iter().flat_map(|issue| issue.comments.iter().map(|comment| comment.body.as_str()));
        let threads = sandbox.pull("acme/widgets", 7).unwrap().threads;
        let replies = threads.iter().flat_map(|thread| thread.comments.iter().map(|comment| comment.body.as_str()));
        let mut found: HashMap<&str, usize> = HashMap::new();
        for text in issues.iter().map(|issue| issue.body.as_str()).chain(comments).chain(replies) {
            let unique = text.split_inclusive(';').next().unwrap_or_default();
            *found.entry(unique).or_default() += 1;
        }
        for (unique, least, most) in &self.0 {
            let count = found.get(unique.as_str()).copied().unwrap_or(0);
            let kind = if count > *most { WrongKind::Doubled } else { WrongKind::Lost };
            ensure_that(
                (*least..=*most).contains(&count),
                kind,
                &format!("{unique} is there {least} to {most} times, not {count}"),
            )?;
        }
        Ok(())
    }
}
