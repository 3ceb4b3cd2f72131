//! `docs/mutants.md`: the method, the kinds of corruption and the rules. It has no figures, so that it only changes when a
//! kind or a rule does.

use std::fmt::Write as _;

use super::{equivalent::RULES, kinds};

/// Where the page is, below the workspace.
pub(super) const PATH: &str = "docs/mutants.md";

/// The text of the page.
pub(super) fn text() -> String {
    let mut out = INTRODUCTION.to_owned();
    for kind in kinds::all() {
        let _ = writeln!(out, "| `{}` | {} |", kind.name(), kind.what());
    }
    out.push_str(EQUIVALENT);
    for rule in RULES {
        let _ = writeln!(out, "- **{}**: {}.", rule.name, rule.reason);
    }
    out.push_str(NOT_MUTATED);
    out
}

const INTRODUCTION: &str = "\
<!-- Written by `cargo xtask mutants --write`; `cargo xtask mutants --check` compares. -->
# Mistakes in cards are noticed

`cargo xtask mutants` checks that mistakes in cards and documents are noticed. It takes every card, subject and document of the
project, and a small catalogue in `xtask/fixtures/map_array/` for features that no shipped card uses. It corrupts them in every way listed
below, at every place, one at a time.

Each mutant is killed by the first of these that notices it, and the table that is printed counts them for each kind:

- **error**: the compiler refuses it, with an error that points into the corrupted file. If the corruption removes a file, the error must point
  into a file that refers to it.
- **lint**: the compiler reports a warning in that file that it does not report without the corruption. `ghx-codegen check --deny-warnings`
  refuses it.
- **contract**: the corrupted cards are compiled and run on the sandbox, over every route and with every example, and something differs from the
  original card: the result, the writes, or the state afterwards. `xtask/contract/inputs.json` has more inputs where examples are not enough.

A mutant that nobody notices is *equivalent* if one of the rules below says so. Otherwise it *survives*; it is listed, and with `--check` the
command fails.

```sh
cargo xtask mutants                      # all mutants, with figures for each kind
cargo xtask mutants --sample 1000        # so many: the same each time, spread over kinds and files
cargo xtask mutants --auto --check       # as CI does: a sample if the same files have passed in full
cargo xtask mutants --no-contract        # only the compiler
cargo xtask mutants --kind inject-source # one kind
cargo xtask mutants --file issue.create  # files whose path contains this text
cargo xtask mutants --list               # how many mutants each kind has
cargo xtask mutants --write              # rewrite this page
```

## Kinds

| kind | corruption |
|---|---|
";

const EQUIVALENT: &str = "
## Equivalent mutants

These mutants are not noticed, and that is correct. A rule looks at what a mutant means, never at its place.

";

const NOT_MUTATED: &str = "
## What is not corrupted

Some statements cannot be checked, because nothing in a card, a document or GitHub's schema could contradict them. The author is responsible
for them, and the sandbox tests exercise them:

- descriptions and titles;
- whether a write is `idempotent` or `heavy`, and whether it creates something;
- lengths and other bounds that are not page sizes;
- which of several valid values is the default;
- what an input value means that GitHub does not have (`all: [OPEN, CLOSED]`);
- which of two booleans `keep` reads;
- the names and the `url` of a subject's inputs;
- literals in a document (`orderBy`, `replaceParent: true`) or in a request (`sort: created`);
- whether a guard requires true or false, and its message;
- the order of fallbacks, and which of two valid routes a suitability rule names;
- an optional card, nested input or enum value that is left out.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;

    #[test]
    fn the_committed_page_is_up_to_date() {
        let committed = std::fs::read_to_string(workspace::root().join(PATH)).unwrap_or_default();
        assert_eq!(committed.replace("\r\n", "\n"), text(), "run `cargo xtask mutants --write`");
    }
}
