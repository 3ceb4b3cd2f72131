//! What the harness says: on the terminal, and in `docs/mutants.md`.

use std::fmt::Write as _;

use super::{
    apply::shown,
    equivalent::{LIMITS, RULES, Rule},
    judge::{Mutant, Verdict},
    kinds::{Change, Kind},
};

/// The figures of one kind.
#[derive(Clone, Copy, Default)]
struct Figures {
    total: usize,
    caught: usize,
    equivalent: usize,
    limits: usize,
}

/// All verdicts, by kind.
pub(crate) struct Report<'a> {
    kinds: Vec<(&'static dyn Kind, Figures)>,
    rules: Vec<(&'static Rule, usize)>,
    limits: Vec<&'a Mutant<'a>>,
    survivors: Vec<(&'a Mutant<'a>, Option<String>)>,
}

impl<'a> Report<'a> {
    /// Sorts out what became of every mutant.
    pub(crate) fn new(kinds: &[&'static dyn Kind], judged: &'a [(Mutant<'a>, Verdict)]) -> Self {
        let mut report = Report {
            kinds: kinds.iter().map(|kind| (*kind, Figures::default())).collect(),
            rules: RULES.iter().chain(LIMITS).map(|rule| (rule, 0)).collect(),
            limits: Vec::new(),
            survivors: Vec::new(),
        };
        for (mutant, verdict) in judged {
            report.add(mutant, verdict);
        }
        report
    }

    fn add(&mut self, mutant: &'a Mutant<'a>, verdict: &'a Verdict) {
        let Some((_, figures)) = self.kinds.iter_mut().find(|(kind, _)| kind.name() == mutant.kind) else { return };
        figures.total += usize::from(!matches!(verdict, Verdict::NotApplicable));
        if let Verdict::Equivalent(rule) | Verdict::Limit(rule) = verdict {
            let known = self.rules.iter_mut().filter(|(known, _)| known.name == rule.name);
            known.for_each(|(_, count)| *count += 1);
        }
        match verdict {
            Verdict::NotApplicable => {}
            Verdict::Caught => figures.caught += 1,
            Verdict::Equivalent(_) => figures.equivalent += 1,
            Verdict::Limit(_) => {
                figures.limits += 1;
                self.limits.push(mutant);
            }
            Verdict::Elsewhere(error) => self.survivors.push((mutant, Some(error.clone()))),
            Verdict::Survived => self.survivors.push((mutant, None)),
        }
    }

    /// How many are left that should have been refused.
    pub(crate) fn survivors(&self) -> usize {
        self.survivors.len()
    }

    /// How many there were.
    pub(crate) fn total(&self) -> usize {
        self.kinds.iter().map(|(_, figures)| figures.total).sum()
    }

    fn sum(&self) -> Figures {
        self.kinds.iter().fold(Figures::default(), |sum, (_, one)| Figures {
            total: sum.total + one.total,
            caught: sum.caught + one.caught,
            equivalent: sum.equivalent + one.equivalent,
            limits: sum.limits + one.limits,
        })
    }

    /// The table, the equivalents and the survivors.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let rows = self.kinds.iter().map(|(kind, figures)| (kind.name(), *figures)).chain([("all", self.sum())]);
        for (name, Figures { total, caught, equivalent, limits }) in rows {
            let figures = format!("{caught}/{total}");
            let notes = [(equivalent, "equivalent"), (limits, "beyond the compiler")];
            let _ = write!(out, "{name:<30}{figures:>12}");
            for (count, what) in notes.iter().filter(|(count, _)| *count > 0) {
                let _ = write!(out, "   {count} {what}");
            }
            out.push('\n');
        }
        for (rule, count) in self.rules.iter().filter(|(_, count)| *count > 0) {
            let _ = writeln!(out, "\n{}: {count}\n  {}", rule.name, rule.reason);
        }
        for mutant in &self.limits {
            let _ = writeln!(out, "\n{}", described(mutant, "accepted: beyond the compiler"));
        }
        for (mutant, error) in &self.survivors {
            let _ = writeln!(out, "\n{}", survivor(mutant, error.as_deref()));
        }
        out
    }

    /// `docs/mutants.md`.
    pub(crate) fn page(&self) -> String {
        let sum = self.sum();
        let mut out = format!(
            "<!-- Written by `cargo xtask mutants --write`; `cargo xtask mutants --check` compares. -->\n\
             # Drift cannot pass: {} corruptions, {} survivors\n\n\
             `cargo xtask mutants` takes every card, every subject and every document of the project (and a small catalogue in \
             `xtask/fixtures/map_array/` for what no shipped card uses), corrupts them in every way it knows, at every place, one at a \
             time, and gives the result to the compiler. A mutant is *caught* if the compiler refuses it with an error that points into \
             the corrupted file; for a file that is gone, into one that names it. The command fails if one survives.\n\n\
             ```sh\ncargo xtask mutants                      # all of them\n\
             cargo xtask mutants --kind inject-source # one kind\n\
             cargo xtask mutants --file issue.create  # files whose path contains this\n\
             cargo xtask mutants --write              # this page\n```\n\n\
             | kind | what is done | mutants | caught | equivalent | beyond |\n|---|---|---:|---:|---:|---:|\n",
            sum.total,
            self.survivors.len()
        );
        for (kind, figures) in &self.kinds {
            let Figures { total, caught, equivalent, limits } = figures;
            let _ =
                writeln!(out, "| `{}` | {} | {total} | {caught} | {equivalent} | {limits} |", kind.name(), kind.what());
        }
        let _ = writeln!(out, "| all | | {} | {} | {} | {} |", sum.total, sum.caught, sum.equivalent, sum.limits);
        out.push_str(EQUIVALENT);
        let count =
            |rule: &Rule| self.rules.iter().find(|(known, _)| known.name == rule.name).map_or(0, |(_, count)| *count);
        for rule in RULES {
            let _ = writeln!(out, "- **{}** ({}): {}.", rule.name, count(rule), rule.reason);
        }
        out.push_str(BEYOND);
        for rule in LIMITS {
            let _ = writeln!(out, "- **{}** ({}): {}.", rule.name, count(rule), rule.reason);
        }
        out.push_str(NOT_MUTATED);
        out
    }
}

const EQUIVALENT: &str = "
## Equivalent mutants

They are accepted, and may be. Each is recognised by a rule, not by its place.

";

const BEYOND: &str = "
## Beyond the compiler

They are accepted, and wrong: no type, no kind of node and no name tells them from what is meant.

";

const NOT_MUTATED: &str = "
## What is not corrupted

Statements that stand alone: nothing in a card, a document or GitHub's schema could contradict them. Descriptions and titles; whether a
write is `idempotent`; lengths and other bounds that are not page sizes; which of several fitting values is a default; literals in a
document (`orderBy`, `replaceParent: true`); leaving a nested input or an enum value out that GitHub does not require. They are the
author's to know, and the sandbox tests' to try.
";

fn survivor(mutant: &Mutant<'_>, error: Option<&str>) -> String {
    match error {
        None => described(mutant, "SURVIVED"),
        Some(error) => described(mutant, &format!("refused, but not here: {error}")),
    }
}

/// The place, the edit, and what became of it.
fn described(mutant: &Mutant<'_>, outcome: &str) -> String {
    let original = mutant.original;
    let (place, what) = match &mutant.change {
        Change::Edit(edits) => {
            let first = edits.iter().map(|edit| edit.at.start).min().unwrap_or_default();
            (format!("{}:{}", original.shown, original.line_column(first)), shown(&original.text, edits))
        }
        Change::Hide => (original.shown.clone(), "gone".to_owned()),
        Change::Rename(name) => (original.shown.clone(), format!("renamed to {name}")),
    };
    format!("{place} [{}] {what}\n  {outcome}", mutant.kind)
}
