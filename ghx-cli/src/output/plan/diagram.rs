//! A plan as text: waves with their lookups, calls and steps. Long lists are folded.

use std::fmt::{self, Write};

use ghx::TaskRequest;
use ghx::plan::{Plan, PlannedLookup, PlannedStep, Wave};
use serde_json::Value;

use crate::output::style::{Palette, visible};

/// The longest list that is shown in full.
const LONGEST: usize = 12;

/// How much of a longer list is shown.
const SHOWN: usize = 10;

/// Draws a plan.
pub(super) struct Diagram<'a> {
    requests: &'a [TaskRequest],
    palette: Palette,
    out: String,
}

impl<'a> Diagram<'a> {
    /// A diagram with the step ids of these requests.
    pub(super) fn new(requests: &'a [TaskRequest], palette: Palette) -> Self {
        Self { requests, palette, out: String::new() }
    }

    pub(super) fn draw(mut self, plan: &Plan) -> String {
        // Writing to a string cannot fail.
        let _ = self.plan(plan);
        self.out
    }

    fn plan(&mut self, plan: &Plan) -> fmt::Result {
        let Palette { heading, write, .. } = self.palette;
        let waves = plan.waves();
        for (number, wave) in waves.iter().enumerate() {
            writeln!(self.out, "{heading}wave {} of {}{heading:#}", number + 1, waves.len())?;
            self.wave(wave)?;
        }
        let writes = waves.iter().flat_map(|wave| &wave.steps).filter(|step| step.writes).count();
        let (calls, writes) = (counted(plan.http_calls(), "HTTP call"), counted(writes, "write"));
        let duration = least_duration(plan);
        writeln!(self.out, "{heading}{calls}{heading:#}, {write}{writes}{write:#}{duration}; nothing was sent")
    }

    fn wave(&mut self, wave: &Wave) -> fmt::Result {
        let is_batched = |step: &&PlannedStep| wave.unbatched.iter().all(|outside| outside.step != step.index);
        let (writes, reads): (Vec<_>, Vec<_>) = wave.steps.iter().filter(is_batched).partition(|step| step.writes);
        if !wave.queries.is_empty() {
            writeln!(self.out, "  resolve, {}", counted(wave.queries.len(), "call"))?;
        }
        let lookups: Vec<String> = wave.lookups.iter().map(|lookup| self.lookup(lookup)).collect();
        self.folded(&lookups, "lookups")?;
        self.steps(&reads, "reads")?;
        if !wave.mutations.is_empty() {
            writeln!(self.out, "  execute, {}", counted(wave.mutations.len(), "call"))?;
        }
        self.steps(&writes, "writes")?;
        for outside in &wave.unbatched {
            let calls = counted(outside.calls.len(), "call");
            writeln!(self.out, "  outside the batch, {calls} over {}", outside.routes.join(", else "))?;
            let steps: Vec<&PlannedStep> = wave.steps.iter().filter(|step| step.index == outside.step).collect();
            self.steps(&steps, "steps")?;
            let faint = self.palette.faint;
            let calls: Vec<String> =
                outside.calls.iter().map(|call| format!("         {faint}{}{faint:#}", visible(call))).collect();
            self.folded(&calls, "calls")?;
        }
        Ok(())
    }

    fn steps(&mut self, steps: &[&PlannedStep], what: &str) -> fmt::Result {
        let lines: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        self.folded(&lines, what)
    }

    /// `write    step 0 "new" issue.create acme/widgets`.
    fn step(&self, step: &PlannedStep) -> String {
        let (style, word) = if step.writes { (self.palette.write, "write") } else { (self.palette.read, "read") };
        let id = self.id(step.index).map(|id| format!(" {id:?}")).unwrap_or_default();
        let after = if step.after.is_empty() { String::new() } else { format!(" (after {})", self.names(&step.after)) };
        let line = visible(&format!("step {}{id} {}{after}", step.index, step.line));
        format!("{style}{word:<7}{style:#}  {line}")
    }

    /// `look up  IssueId(owner: "acme", name: "widgets", number: 42) for step 0`.
    fn lookup(&self, lookup: &PlannedLookup) -> String {
        let faint = self.palette.faint;
        let mut variables: Vec<(&String, &Value)> = lookup.variables.iter().collect();
        variables.sort_by_key(|(name, _)| ["owner", "name"].iter().position(|first| first == name).unwrap_or(2));
        let arguments: Vec<String> = variables.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        let text = format!("{}({}) for {}", lookup.operation, arguments.join(", "), self.names(&lookup.steps));
        format!("{faint}look up{faint:#}  {}", visible(&text))
    }

    fn id(&self, step: usize) -> Option<&'a str> {
        self.requests.get(step)?.id.as_deref()
    }

    /// Steps by their ids, or by their numbers: `"new"`, `step 3`, `steps 3-40`.
    fn names(&self, steps: &[usize]) -> String {
        let ids: Option<Vec<&str>> = steps.iter().map(|step| self.id(*step)).collect();
        match ids.filter(|ids| ids.len() <= LONGEST) {
            Some(ids) => ids.iter().map(|id| format!("{id:?}")).collect::<Vec<_>>().join(", "),
            None => format!("step{} {}", if steps.len() == 1 { "" } else { "s" }, ranges(steps)),
        }
    }

    fn folded(&mut self, lines: &[String], what: &str) -> fmt::Result {
        let shown = if lines.len() > LONGEST { SHOWN } else { lines.len() };
        for line in &lines[..shown] {
            writeln!(self.out, "    {line}")?;
        }
        if shown < lines.len() {
            let faint = self.palette.faint;
            writeln!(self.out, "    {faint}… {} more {what}{faint:#}", lines.len() - shown)?;
        }
        Ok(())
    }
}

/// `0, 2-5, 9`.
fn ranges(steps: &[usize]) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for step in steps {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *step => *last = *step,
            _ => ranges.push((*step, *step)),
        }
    }
    let text = |(first, last): &(usize, usize)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}-{last}"),
    };
    let mut texts: Vec<String> = ranges.iter().map(text).collect();
    if texts.len() > LONGEST {
        let more = texts.len() - SHOWN;
        texts.truncate(SHOWN);
        texts.push(format!("… ({more} more)"));
    }
    texts.join(", ")
}

/// How long the plan takes at least.
fn least_duration(plan: &Plan) -> String {
    match plan.min_duration().as_secs() {
        0 => String::new(),
        seconds => format!(", at least {seconds}s, because writes are spaced out"),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_steps_are_ranges() {
        for (steps, expected) in
            [(&[0][..], "0"), (&[0, 1], "0, 1"), (&[0, 2, 3, 4, 9], "0, 2-4, 9"), (&[3, 1], "3, 1")]
        {
            assert_eq!(ranges(steps), expected);
        }
        let even: Vec<usize> = (0..50).map(|number| number * 2).collect();
        assert!(ranges(&even).ends_with("18, … (40 more)"));
    }
}
