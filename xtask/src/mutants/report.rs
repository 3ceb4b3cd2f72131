//! The result of a run, as it is printed.

use std::fmt::Write as _;

use super::{
    apply::shown,
    equivalent::{RULES, Rule},
    judge::{Killer, Mutant, Verdict},
    kinds::{Change, Kind},
};

/// The counts of one kind.
#[derive(Clone, Copy, Default)]
struct Figures {
    total: usize,
    error: usize,
    lint: usize,
    contract: usize,
    equivalent: usize,
    survived: usize,
}

impl Figures {
    fn add(self, other: Figures) -> Figures {
        Figures {
            total: self.total + other.total,
            error: self.error + other.error,
            lint: self.lint + other.lint,
            contract: self.contract + other.contract,
            equivalent: self.equivalent + other.equivalent,
            survived: self.survived + other.survived,
        }
    }

    /// One verdict.
    fn of(verdict: &Verdict) -> Figures {
        let mut figures = Figures { total: 1, ..Figures::default() };
        let counted = match verdict {
            Verdict::NotApplicable => &mut figures.total,
            Verdict::Killed(Killer::Error) => &mut figures.error,
            Verdict::Killed(Killer::Lint) => &mut figures.lint,
            Verdict::Killed(Killer::Contract) => &mut figures.contract,
            Verdict::Equivalent(_) => &mut figures.equivalent,
            Verdict::Elsewhere(_) | Verdict::Accepted(_) | Verdict::Survived => &mut figures.survived,
        };
        *counted = usize::from(!matches!(verdict, Verdict::NotApplicable));
        figures
    }
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
        *figures = figures.add(Figures::of(verdict));
        match verdict {
            Verdict::Equivalent(rule) => {
                let known = self.rules.iter_mut().filter(|(known, _)| known.name == rule.name);
                known.for_each(|(_, count)| *count += 1);
            }
            Verdict::Elsewhere(error) => self.survivors.push((mutant, Some(error.clone()))),
            Verdict::Accepted(_) | Verdict::Survived => self.survivors.push((mutant, None)),
            Verdict::NotApplicable | Verdict::Killed(_) => {}
        }
    }

    /// How many mutants nobody noticed.
    pub(crate) fn survivors(&self) -> usize {
        self.survivors.len()
    }

    fn sum(&self) -> Figures {
        self.kinds.iter().fold(Figures::default(), |sum, (_, one)| sum.add(*one))
    }

    /// The totals in one line.
    pub(crate) fn summary(&self) -> String {
        let Figures { total, error, lint, contract, equivalent, survived } = self.sum();
        format!(
            "{total} mutants: killed by error {error}, by lint {lint}, by contract {contract}; {equivalent} equivalent, {survived} \
             survivors"
        )
    }

    /// The table, the equivalents and the survivors.
    pub(crate) fn text(&self) -> String {
        let mut out = String::new();
        let row = |out: &mut String, name: &str, cells: [&str; 6]| {
            let _ = write!(out, "{name:<28}");
            for cell in cells {
                let _ = write!(out, "{cell:>11}");
            }
            out.push('\n');
        };
        row(&mut out, "kind", ["mutants", "error", "lint", "contract", "equivalent", "survived"]);
        let rows = self.kinds.iter().map(|(kind, figures)| (kind.name(), *figures)).chain([("all", self.sum())]);
        for (name, one) in rows.filter(|(_, one)| one.total > 0) {
            let counts = [one.total, one.error, one.lint, one.contract, one.equivalent, one.survived];
            let counts = counts.map(|count| if count == 0 { "-".to_owned() } else { count.to_string() });
            row(&mut out, name, counts.each_ref().map(String::as_str));
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
