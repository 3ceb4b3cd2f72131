//! `docs/diagnostics.md` is made out of the codes and the fixtures, so that it cannot be stale.

use crate::{
    catalogue::{self, Catalogue},
    expect, fixtures,
};
use ghx_codegen::{problem::Code, report};
use std::{fmt::Write as _, fs};

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

/// The folder that explains a code: the one with `fix.md`.
fn explaining(code: Code) -> Option<String> {
    let has_fix = |name: &String| catalogue::fixtures().join(name).join("fix.md").is_file();
    let mut found = fixtures::names().into_iter().filter(|name| fixtures::code_of(name) == code).filter(has_fix);
    let first = found.next();
    assert_eq!(found.next(), None, "{code} is explained twice");
    first
}

fn section(page: &mut String, code: Code) {
    let _ = writeln!(page, "\n## {code}: {}\n", code.title());
    let Some(name) = explaining(code) else {
        assert!(fixtures::RESERVED.contains(&code), "no fixture of {code} has fix.md");
        let _ = writeln!(page, "Reserved; nothing reports it yet.");
        return;
    };
    let text = |file: &str| {
        let path = catalogue::fixtures().join(&name).join(file);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).trim().to_owned()
    };
    let checked = Catalogue::base().with_fixture(&name).check();
    let problem =
        checked.problems.iter().find(|p| p.code == code).unwrap_or_else(|| panic!("{name} does not show {code}"));
    let shown = report::render(&checked.sources, problem, false);
    let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
    let _ =
        writeln!(page, "{}\n\n```text\n{}\n```\n\n**Fix.** {}", text("meaning.md"), shown.join("\n"), text("fix.md"));
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
