//! Which outcomes the trials had: a test that only ever sees success proves nothing.

use std::collections::BTreeMap;
use std::fmt;

use ghx_sandbox::middlebox::LoggedExchange;
use serde_json::Value;

use super::super::compare::WrongKind;
use super::Wire;

#[derive(Default)]
pub(super) struct Seen {
    runs: usize,
    requests: usize,
    /// What was done to requests, by kind.
    faults: BTreeMap<&'static str, usize>,
    /// How steps ended.
    outcomes: BTreeMap<String, usize>,
    /// What was wrong, by kind, and the first of it in full.
    wrong: BTreeMap<WrongKind, usize>,
    first_wrong: Option<String>,
}

impl Seen {
    /// Adds the envelope of a chain or of a task.
    pub(super) fn add(&mut self, envelope: &Value, log: &[LoggedExchange]) {
        self.runs += 1;
        self.requests += log.len();
        for exchange in log.iter().filter(|exchange| exchange.kind != "pass") {
            *self.faults.entry(exchange.kind).or_default() += 1;
        }
        let results = envelope["results"].as_array();
        for result in results.map_or(std::slice::from_ref(envelope), Vec::as_slice) {
            let outcome = match (result["ok"] == true, result["error"]["details"]["outcome"].as_str()) {
                (true, _) => "ok".to_owned(),
                (false, Some(outcome)) => outcome.to_owned(),
                (false, None) => format!("not done: {}", result["error"]["code"].as_str().unwrap_or_default()),
            };
            *self.outcomes.entry(outcome).or_default() += 1;
        }
    }

    /// Notes a result that is not what happened.
    pub(super) fn wrong(&mut self, kind: WrongKind, explained: String) {
        *self.wrong.entry(kind).or_default() += 1;
        self.first_wrong.get_or_insert(explained);
    }

    /// Prints the figures. Fails if anything was wrong.
    #[allow(clippy::print_stdout, reason = "the figures are for the person who runs the trials")]
    pub(super) fn check(&self) {
        println!("{self}");
        if let Some(first) = &self.first_wrong {
            panic!("{self}\nthe first of them: {first}");
        }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.runs += other.runs;
        self.requests += other.requests;
        for (kind, count) in other.faults {
            *self.faults.entry(kind).or_default() += count;
        }
        for (kind, count) in other.wrong {
            *self.wrong.entry(kind).or_default() += count;
        }
        self.first_wrong = self.first_wrong.take().or(other.first_wrong);
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
    }

    /// Every kind of fault and of outcome came up.
    pub(super) fn check_variety(&self) {
        for kind in [
            "replace",
            "refuse_unexecuted",
            "close_unexecuted",
            "cut",
            "cut_head",
            "cut_chunked",
            "chunked",
            "length",
            "reset",
            "close",
            "stall",
            "delay",
            "duplicate",
            "gzip",
            "gzip_corrupt",
            "gzip_truncated",
            "garbage",
            "cut_within_chunk",
            "trailers",
            "cut_reset",
            "stall_after",
            "drip",
            "http10",
            "http10_cut",
            "informational",
            "stray",
            "edit",
            "endless",
            "early",
        ] {
            assert!(self.faults.get(kind).is_some_and(|count| *count > 0), "no {kind}:\n{self}");
        }
        for outcome in ["ok", "unknown", "applied", "not done: NOT_FOUND", "not done: RATE_LIMIT", "not done: SKIPPED"]
        {
            assert!(self.outcomes.get(outcome).is_some_and(|count| *count > 0), "no {outcome}:\n{self}");
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: usize = self.faults.values().sum();
        let wrong = |kind| self.wrong.get(&kind).copied().unwrap_or(0);
        writeln!(f, "{} runs, {} requests, {faults} of them tampered with", self.runs, self.requests)?;
        let (doubled, lost, other) = (wrong(WrongKind::Doubled), wrong(WrongKind::Lost), wrong(WrongKind::Other));
        writeln!(f, "doubled {doubled}, lost without a word {lost}, otherwise wrong {other}")?;
        writeln!(f, "faults: {:?}", self.faults)?;
        write!(f, "steps: {:?}", self.outcomes)
    }
}

/// What went over the wire, and what the sandbox wrote.
pub(super) fn transcript(wire: &Wire) -> String {
    let writes: Vec<String> = wire.sandbox.writes().iter().map(|write| format!("{write:?}")).collect();
    let log = wire.middlebox.log();
    let exchanges: Vec<String> = log.iter().map(exchange).collect();
    format!("{}\n{}", exchanges.join("\n"), writes.join("\n"))
}

fn exchange(logged: &LoggedExchange) -> String {
    let body = |body: &[u8]| String::from_utf8_lossy(body).chars().take(600).collect::<String>();
    let truth = logged.response.as_ref().map(|response| format!("{} {}", response.status, body(&response.body)));
    let request = &logged.exchange;
    format!(
        "{} {} {} [{}] {} -> {truth:?}",
        request.number,
        request.method,
        request.path,
        logged.kind,
        body(request.body.as_bytes())
    )
}
