//! The result of a run, as it is printed.

use std::fmt::Write as _;

use super::{
    apply::shown,
    equivalent::{RULES, Rule},
    judge::{Mutant, Verdict},
    kinds::{Change, Kind},
};

/// The counts of one kind.
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
    /// Counts the verdicts.
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

    /// How many mutants were accepted that should have been refused.
    pub(crate) fn survivors(&self) -> usize {
        self.survivors.len()
    }

    /// How many mutants there were.
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
}

/// The place, the edit, and the outcome.
fn survivor(mutant: &Mutant<'_>, error: Option<&str>) -> String {
    let original = mutant.original;
    let (place, what) = match &mutant.change {
        Change::Edit(edits) => {
            let first = edits.iter().map(|edit| edit.at.start).min().unwrap_or_default();
            (format!("{}:{}", original.shown, original.line_column(first)), shown(&original.text, edits))
        }
        Change::Hide => (original.shown.clone(), "removed".to_owned()),
        Change::Rename(name) => (original.shown.clone(), format!("renamed to {name}")),
    };
    let outcome = error
        .map_or_else(|| "SURVIVED".to_owned(), |error| format!("refused, but the error is not in this file: {error}"));
    format!("{place} [{}] {what}\n  {outcome}", mutant.kind)
}
