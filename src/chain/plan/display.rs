//! A plan for people.

use std::collections::HashSet;
use std::fmt;

use serde_json::{Map, Value};

use super::{Plan, PlannedLookup, PlannedRequest, PlannedStep, UnbatchedStep, Wave};
use crate::display::terminal::escape;

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, wave) in self.waves.iter().enumerate() {
            writeln!(f, "wave {}", number + 1)?;
            wave.fmt(f)?;
        }
        write!(f, "{}", counted(self.http_calls, "HTTP call"))?;
        match self.min_duration.as_secs() {
            0 => Ok(()),
            seconds => write!(f, ", at least {seconds} s, because writes are paced"),
        }
    }
}

impl fmt::Display for Wave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unbatched: HashSet<usize> = self.unbatched.iter().map(|step| step.step).collect();
        let is_batched = |step: &&PlannedStep| !unbatched.contains(&step.index);
        let (writes, reads): (Vec<&PlannedStep>, Vec<&PlannedStep>) =
            self.steps.iter().filter(is_batched).partition(|step| step.writes);
        if !self.queries.is_empty() {
            writeln!(f, "  resolve, {}", counted(self.queries.len(), "call"))?;
        }
        for lookup in &self.lookups {
            writeln!(f, "    {lookup}")?;
        }
        for step in reads {
            writeln!(f, "    {step}")?;
        }
        documents(f, &self.queries)?;
        if !writes.is_empty() {
            writeln!(f, "  execute, {}", counted(self.mutations.len(), "call"))?;
        }
        for step in writes {
            writeln!(f, "    {step}")?;
        }
        documents(f, &self.mutations)?;
        for unbatched in &self.unbatched {
            unbatched.fmt(f)?;
            // The steps are in chain order.
            if let Ok(at) = self.steps.binary_search_by_key(&unbatched.step, |step| step.index) {
                writeln!(f, "    {}", self.steps[at])?;
            }
            for call in &unbatched.calls {
                writeln!(f, "      {}", escape(call))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for UnbatchedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  outside the batch, {} over {}", counted(self.calls.len(), "call"), self.routes.join(", else "))
    }
}

/// Documents are long: only `{:#}` shows them.
fn documents(f: &mut fmt::Formatter<'_>, requests: &[PlannedRequest]) -> fmt::Result {
    if !f.alternate() {
        return Ok(());
    }
    for request in requests {
        for line in request.document.lines() {
            writeln!(f, "      | {line}")?;
        }
        writeln!(f, "      | {}", escape(&Value::Object(request.variables.clone()).to_string()))?;
    }
    Ok(())
}

impl fmt::Display for PlannedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {} {}", self.index, escape(&self.line))?;
        if !self.after.is_empty() {
            write!(f, " (after {})", steps(&self.after))?;
        }
        Ok(())
    }
}

impl fmt::Display for PlannedLookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arguments = arguments(&self.variables);
        write!(f, "look up {}({}) for {}", self.operation, escape(&arguments), steps(&self.steps))
    }
}

fn arguments(variables: &Map<String, Value>) -> String {
    let shown: Vec<String> = variables.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    shown.join(", ")
}

fn steps(list: &[usize]) -> String {
    let numbers: Vec<String> = list.iter().map(ToString::to_string).collect();
    format!("step{} {}", if list.len() == 1 { "" } else { "s" }, numbers.join(", "))
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
