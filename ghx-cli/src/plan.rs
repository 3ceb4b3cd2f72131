//! A plan: drawn for a person, as JSON for everybody else.

use std::fmt::{self, Write};

use ghx::plan::{Plan, PlannedStep, Wave};
use serde::Serialize;

use crate::account::Account;
use crate::args::Layout;
use crate::repository::Repository;
use crate::style::{Palette, visible};
use crate::world::World;
use crate::{Exit, json};

/// A plan and the repository that was filled in.
#[derive(Serialize)]
struct Printed<'a> {
    #[serde(flatten)]
    plan: &'a Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a Repository>,
}

/// Prints a plan. On a terminal it is drawn, unless a layout asks for JSON.
pub(crate) fn print(plan: &Plan, repository: Option<&Repository>, layout: Layout, world: &mut World<'_>) -> Exit {
    let look = world.looks.stdout;
    let is_drawn = look.is_terminal() && !layout.compact && !layout.pretty;
    let text = if is_drawn {
        let from = repository.map(|Repository { owner, name, remote }| {
            visible(&format!("in {owner}/{name} (git remote {remote})")) + "\n"
        });
        from.unwrap_or_default() + &draw(plan, Palette::of(look))
    } else {
        json::text(&Printed { plan, repository }, layout, look)
    };
    world.deliver(&text, Exit::Success, &Account::nothing_sent())
}

/// Waves, lookups, calls and what will be written.
fn draw(plan: &Plan, palette: Palette) -> String {
    let mut text = String::new();
    // A string takes everything.
    let _ = Drawing { out: &mut text, palette }.plan(plan);
    text
}

struct Drawing<'d> {
    out: &'d mut String,
    palette: Palette,
}

impl Drawing<'_> {
    fn plan(&mut self, plan: &Plan) -> fmt::Result {
        let Palette { heading, write, .. } = self.palette;
        let waves = plan.waves();
        for (number, wave) in waves.iter().enumerate() {
            writeln!(self.out, "{heading}wave {} of {}{heading:#}", number + 1, waves.len())?;
            self.wave(wave)?;
        }
        let writes = waves.iter().flat_map(|wave| &wave.steps).filter(|step| step.writes).count();
        let calls = counted(plan.http_calls(), "HTTP call");
        writeln!(
            self.out,
            "{heading}{calls}{heading:#}, {write}{}{write:#}{}; nothing was sent",
            counted(writes, "write"),
            at_least(plan)
        )
    }

    fn wave(&mut self, wave: &Wave) -> fmt::Result {
        let is_batched = |step: &&PlannedStep| wave.unbatched.iter().all(|unbatched| unbatched.step != step.index);
        let batched: Vec<&PlannedStep> = wave.steps.iter().filter(is_batched).collect();
        if !wave.queries.is_empty() {
            writeln!(self.out, "  resolve, {}", counted(wave.queries.len(), "call"))?;
        }
        for lookup in &wave.lookups {
            let faint = self.palette.faint;
            writeln!(
                self.out,
                "    {faint}look up{faint:#}  {}",
                visible(&lookup.to_string()).replacen("look up ", "", 1)
            )?;
        }
        self.steps(batched.iter().copied().filter(|step| !step.writes))?;
        if !wave.mutations.is_empty() {
            writeln!(self.out, "  execute, {}", counted(wave.mutations.len(), "call"))?;
        }
        self.steps(batched.iter().copied().filter(|step| step.writes))?;
        for unbatched in &wave.unbatched {
            let calls = counted(unbatched.calls.len(), "call");
            writeln!(self.out, "  outside the batch, {calls} over {}", unbatched.routes.join(", else "))?;
            self.steps(wave.steps.iter().filter(|step| step.index == unbatched.step))?;
            for call in &unbatched.calls {
                let faint = self.palette.faint;
                writeln!(self.out, "             {faint}{}{faint:#}", visible(call))?;
            }
        }
        Ok(())
    }

    fn steps<'s>(&mut self, steps: impl Iterator<Item = &'s PlannedStep>) -> fmt::Result {
        for step in steps {
            let (style, word) = if step.writes { (self.palette.write, "write") } else { (self.palette.read, "read") };
            writeln!(self.out, "    {style}{word:<7}{style:#}  {}", visible(&step.to_string()))?;
        }
        Ok(())
    }
}

/// How long it takes at least.
fn at_least(plan: &Plan) -> String {
    match plan.min_duration().as_secs() {
        0 => String::new(),
        seconds => format!(", at least {seconds}s, because writes are spaced out"),
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
