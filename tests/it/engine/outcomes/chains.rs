//! Random chains: of any length, with references, order and mistakes.

use ghx::task::TaskRequest;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::super::table::threads;
use super::random::Random;

const ISSUES: [u32; 8] = [1, 2, 3, 6, 40, 41, 42, 999];
const LABELS: [&str; 6] = ["bug", "docs", "TRIAGE", "enhancement", "bug", "bgu"];

/// Which routes the steps of a chain may need.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Routes {
    Graphql,
    /// One step at most has no GraphQL route.
    GraphqlAndRest,
}

/// The capability that has no GraphQL route.
pub(super) const REST_ONLY: &str = "workflow.run.rerun.failed";

pub(super) fn chain(chance: &mut Random, sandbox: &Sandbox, seed: u64, routes: Routes) -> Vec<TaskRequest> {
    let length = 1 + chance.below(12);
    let backwards = chance.one_in(4);
    let mut maker = Maker { chance, sandbox, seed, last: backwards.then_some(length - 1), creates: Vec::new() };
    let mut steps: Vec<Value> = (0..length).map(|index| maker.step(index)).collect();
    if routes == Routes::GraphqlAndRest && length > 1 && chance.one_in(4) {
        // No other step refers to the last one that was made.
        let run = chance.pick(&[1001, 1002, 9]);
        steps[length - 1] = json!({"task": REST_ONLY, "input": {"repo": "acme/widgets", "runId": run}});
    }
    if backwards {
        steps.reverse();
    }
    TaskRequest::list_from_json(&Value::Array(steps)).unwrap()
}

struct Maker<'m> {
    chance: &'m mut Random,
    sandbox: &'m Sandbox,
    seed: u64,
    /// The last position, where the chain is written backwards, so that all references go forward.
    last: Option<usize>,
    /// The steps that make an issue.
    creates: Vec<usize>,
}

impl Maker<'_> {
    fn step(&mut self, index: usize) -> Value {
        let (task, input) = self.task(index);
        let mut step = json!({"task": task, "input": input});
        if index > 0 && self.chance.one_in(8) {
            let before = self.chance.below(index);
            step["after"] = json!([self.position(before).to_string()]);
        }
        if task == "issue.create" {
            self.creates.push(self.position(index));
        }
        step
    }

    /// The position of a step in the chain.
    fn position(&self, index: usize) -> usize {
        self.last.map_or(index, |last| last - index)
    }

    /// Text that no other step of any chain writes.
    fn unique(&mut self, index: usize) -> String {
        let text = format!("u{}-{index};", self.seed);
        match self.creates.last() {
            Some(create) if self.chance.one_in(4) => format!("{text} see {{{{{create}.url}}}}"),
            _ => text,
        }
    }

    fn task(&mut self, index: usize) -> (&'static str, Value) {
        match self.chance.below(22) {
            0..=3 => ("issue.create", self.create(index)),
            4..=7 => ("issue.comments.create", self.comment(index)),
            8 => ("issue.labels.add", self.labels(1)),
            9 => ("issue.labels.remove", self.labels(1)),
            10 => ("issue.labels.set", self.labels(0)),
            11 => ("issue.assignees.add", self.on_issue(json!({"assignees": ["mona"]}))),
            12 => ("issue.assignees.remove", self.on_issue(json!({"assignees": ["mona", "hubot"]}))),
            13 => ("issue.close", self.on_issue(json!({}))),
            14 => ("issue.reopen", self.on_issue(json!({}))),
            15 => ("issue.update", self.on_issue(json!({"title": format!("title {index}")}))),
            16 => ("issue.milestone.set", self.milestone()),
            17 => self.on_pull(index),
            18 => self.on_thread(index),
            19 => ("issue.view", self.on_issue(json!({}))),
            20 => ("issue.comments.list", self.on_issue(json!({"first": 5}))),
            _ => ("issue.list", json!({"repo": "acme/widgets", "first": 5})),
        }
    }

    fn create(&mut self, index: usize) -> Value {
        let mut input = json!({"repo": "acme/widgets", "title": "New", "body": self.unique(index)});
        if self.chance.one_in(3) {
            input["labels"] = json!([self.chance.pick(&LABELS)]);
        }
        if self.chance.one_in(4) {
            input["assignees"] = json!(["mona"]);
        }
        input
    }

    fn comment(&mut self, index: usize) -> Value {
        let body = self.unique(index);
        self.on_issue(json!({ "body": body }))
    }

    fn milestone(&mut self) -> Value {
        let number = self.chance.pick(&[2, 3, 77]);
        self.on_issue(json!({ "milestoneNumber": number }))
    }

    fn labels(&mut self, least: usize) -> Value {
        let count = least + self.chance.below(3);
        let labels: Vec<&str> = (0..count).map(|_| self.chance.pick(&LABELS)).collect();
        self.on_issue(json!({ "labels": labels }))
    }

    /// The input with an issue: by number, by id, or one that this chain makes.
    fn on_issue(&mut self, mut input: Value) -> Value {
        let number = self.chance.pick(&ISSUES);
        let known = self.sandbox.issue("acme/widgets", number).map(|issue| issue.id);
        match (self.creates.last(), known) {
            (Some(create), _) if self.chance.one_in(2) => input["issueId"] = json!(format!("{{{{{create}.id}}}}")),
            (_, Some(id)) if self.chance.one_in(2) => input["issueId"] = json!(id),
            _ => input["issue"] = json!(format!("acme/widgets#{number}")),
        }
        input
    }

    fn on_pull(&mut self, index: usize) -> (&'static str, Value) {
        let text = self.unique(index);
        match self.chance.below(4) {
            0 => ("pr.comments.create", json!({"pr": "acme/widgets#7", "body": text})),
            1 => ("pr.close", json!({"pr": "acme/widgets#10"})),
            _ => ("pr.close", json!({"pr": "acme/widgets#8", "comment": text})),
        }
    }

    fn on_thread(&mut self, index: usize) -> (&'static str, Value) {
        let thread = self.chance.pick(&threads(self.sandbox));
        match self.chance.below(4) {
            0 => ("pr.threads.resolve", json!({ "threadId": thread })),
            1 => ("pr.threads.unresolve", json!({ "threadId": thread })),
            _ => ("pr.threads.reply", json!({"threadId": thread, "body": self.unique(index)})),
        }
    }
}
