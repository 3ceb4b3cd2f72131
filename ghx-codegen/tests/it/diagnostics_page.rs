//! `docs/diagnostics.md` is made out of the codes and the fixtures, so that it cannot be stale.

use crate::{
    catalogue::{self, Catalogue},
    expect, fixtures,
};
use ghx_codegen::{problem::Code, report};
use std::fmt::Write as _;

const INTRO: &str = "\
<!-- Made by `UPDATE_EXPECT=1 cargo test -p ghx-codegen` out of ghx-codegen/tests/it/fixtures; edit those. -->

# Diagnostics

What the compiler says of cards, GraphQL documents and subjects, and what to do about it. The same problems come from

- `cargo run -p ghx-codegen -- check`, which is what to run while writing a card: it takes a second and needs no build of the library.
  `--cards DIR`, `--operations DIR` and `--schema DIR` name other folders, `--format json` prints an array for tools. It ends with 0 if
  there is no error, 1 if there is one, 2 if it was started wrongly;
- `cargo build`, from the build script of `ghx`;
- the macro for cards in a crate of your own, as a compile error there.

Every problem is reported in one run, at its place. An **error** stops the build: nothing is generated from a catalogue that has one. A
**warning** does not.

Codes are stable: a number is never given a second meaning, and one that is no longer reported stays reserved.
";

fn section(page: &mut String, code: Code) {
    let broken = fixtures::read(&code.to_string());
    let checked = Catalogue::base().with_edits(&broken.cases[0].edits()).check();
    let problem = checked.problems.iter().find(|problem| problem.code == code);
    let problem = problem.unwrap_or_else(|| panic!("the first case of {code} does not show it"));
    let shown = report::render(&checked.sources, problem, false);
    let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let (meaning, fix) = (broken.meaning.trim(), broken.fix.trim());
    let _ = writeln!(page, "\n## {code}: {}\n", code.title());
    let _ = writeln!(page, "{meaning}\n\n```text\n{}\n```\n\n**Fix.** {fix}", shown.join("\n"));
}

#[test]
fn the_page_of_diagnostics_is_what_the_compiler_says() {
    let mut page = INTRO.to_owned();
    let _ = writeln!(page, "\n| code | |\n|---|---|");
    for code in Code::ALL {
        let anchor = anchor(&format!("{code}: {}", code.title()));
        let _ = writeln!(page, "| [{code}](#{anchor}) | {} |", code.title());
    }
    for code in Code::ALL {
        section(&mut page, *code);
    }
    if let Err(difference) = expect::same(&catalogue::project().join("docs/diagnostics.md"), &page) {
        panic!("{difference}");
    }
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}
