//! What the harness says: on the terminal, and in `docs/mutants.md`.

use std::fmt::Write as _;

use super::{
    apply::shown,
    equivalent::{RULES, Rule},
    judge::{Mutant, Verdict},
    kinds::{Change, Kind},
};

/// The figures of one kind.
#[derive(Clone, Copy, Default)]
struct Figures {
    total: usize,
    caught: usize,
    equivalent: usize,
}

/// All verdicts, by kind.
pub(crate) struct Report<'a> {
    kinds: Vec<(&'static dyn Kind, Figures)>,
    rules: Vec<(&'static Rule, usize)>,
    survivors: Vec<(&'a Mutant<'a>, Option<String>)>,
}

impl<'a> Report<'a> {
    /// Sorts out what became of every mutant.
    pub(crate) fn new(kinds: &[&'static dyn Kind], judged: &'a [(Mutant<'a>, Verdict)]) -> Self {
        let mut report = Report {
            kinds: kinds.iter().map(|kind| (*kind, Figures::default())).collect(),
            rules: RULES.iter().map(|rule| (rule, 0)).collect(),
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
        match verdict {
            Verdict::NotApplicable => {}
            Verdict::Caught => figures.caught += 1,
            Verdict::Equivalent(rule) => {
                figures.equivalent += 1;
                let known = self.rules.iter_mut().filter(|(known, _)| known.name == rule.name);
                known.for_each(|(_, count)| *count += 1);
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
        })
    }

    /// The table, the equivalents and the survivors.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let rows = self.kinds.iter().map(|(kind, figures)| (kind.name(), *figures)).chain([("all", self.sum())]);
        for (name, Figures { total, caught, equivalent }) in rows {
            let figures = format!("{caught}/{total}");
            let note = if equivalent == 0 { String::new() } else { format!("   {equivalent} equivalent") };
            let _ = writeln!(out, "{name:<30}{figures:>12}{note}");
        }
        for (rule, count) in self.rules.iter().filter(|(_, count)| *count > 0) {
            let _ = writeln!(out, "\nequivalent, {}: {count}\n  {}", rule.name, rule.reason);
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
             # Drift cannot pass\n\n\
             {} corruptions: {} refused, {} equivalent, {} survivors.\n\n\
             `cargo xtask mutants` takes every card, every subject and every document of the project (and a small catalogue in \
             `xtask/fixtures/map_array/` for what no shipped card uses), corrupts them in every way it knows, at every place, one at a \
             time, and gives the result to the compiler. A mutant is *caught* if the compiler refuses it with an error that points into \
             the corrupted file; for a file that is gone, into one that names it. The command fails if one survives.\n\n\
             ```sh\ncargo xtask mutants                      # all of them\n\
             cargo xtask mutants --kind inject-source # one kind\n\
             cargo xtask mutants --file issue.create  # files whose path contains this\n\
             cargo xtask mutants --write              # this page\n```\n\n\
             | kind | what is done | mutants | caught | equivalent |\n|---|---|---:|---:|---:|\n",
            sum.total,
            sum.caught,
            sum.equivalent,
            self.survivors.len()
        );
        for (kind, figures) in &self.kinds {
            let Figures { total, caught, equivalent } = figures;
            let _ = writeln!(out, "| `{}` | {} | {total} | {caught} | {equivalent} |", kind.name(), kind.what());
        }
        let _ = writeln!(out, "| all | | {} | {} | {} |", sum.total, sum.caught, sum.equivalent);
        out.push_str(EQUIVALENT);
        for (rule, count) in &self.rules {
            let _ = writeln!(out, "- **{}** ({count}): {}.", rule.name, rule.reason);
        }
        out.push_str(NOT_MUTATED);
        out
    }
}

const EQUIVALENT: &str = "
## Equivalent mutants

They are accepted, and may be. Each is recognised by a rule, not by its place.

";

const NOT_MUTATED: &str = "
## What is not corrupted

Statements that stand alone: nothing in a card, a document or GitHub's schema could contradict them. Descriptions and titles; whether a
write is `idempotent`, `heavy` or creates; lengths and other bounds that are not page sizes; which of several fitting values is a default; what a word that
GitHub does not have stands for (`all: [OPEN, CLOSED]`); which of two booleans `keep` looks at; the names and the `url` of a subject's
inputs; literals in a document (`orderBy`, `replaceParent: true`) or in what a route sends (`sort: created`); whether a guard wants true
or false, and what it says; which fallback comes first, and for which of two routes that fit a suitability rule is; a card, a nested
input or an enum value that is left out and that nothing requires. They are the author's to know, and the sandbox tests' to try.
";

/// The place, the edit, and what became of it.
fn survivor(mutant: &Mutant<'_>, error: Option<&str>) -> String {
    let original = mutant.original;
    let (place, what) = match &mutant.change {
        Change::Edit(edits) => {
            let first = edits.iter().map(|edit| edit.at.start).min().unwrap_or_default();
            (format!("{}:{}", original.shown, original.line_column(first)), shown(&original.text, edits))
        }
        Change::Hide => (original.shown.clone(), "gone".to_owned()),
        Change::Rename(name) => (original.shown.clone(), format!("renamed to {name}")),
    };
    let outcome = error.map_or_else(|| "SURVIVED".to_owned(), |error| format!("refused, but not here: {error}"));
    format!("{place} [{}] {what}\n  {outcome}", mutant.kind)
}
