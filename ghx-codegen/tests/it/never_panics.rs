//! Whatever a card contains, the result is problems or success, and a report that can be printed.

use crate::catalogue::Catalogue;
use ghx_codegen::report;
use proptest::{prelude::*, sample::Index, test_runner::Config};

/// One change of a file.
#[derive(Clone, Debug)]
enum Change {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index, usize),
    Truncate(Index),
    SwapLines(Index, Index),
    RepeatLine(Index),
    DropLine(Index),
}

fn change() -> impl Strategy<Value = Change> {
    let telling = proptest::sample::select(b"{}[]:,-#&*!|>'\"%@`? \n\t\r\0\xff\xc3ax0~.".to_vec());
    let byte = prop_oneof![telling, any::<u8>()];
    prop_oneof![
        (any::<Index>(), byte.clone()).prop_map(|(at, byte)| Change::Replace(at, byte)),
        (any::<Index>(), byte).prop_map(|(at, byte)| Change::Insert(at, byte)),
        (any::<Index>(), 1..20_usize).prop_map(|(at, length)| Change::Remove(at, length)),
        any::<Index>().prop_map(Change::Truncate),
        (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Change::SwapLines(a, b)),
        any::<Index>().prop_map(Change::RepeatLine),
        any::<Index>().prop_map(Change::DropLine),
    ]
}

impl Change {
    fn apply(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        if bytes.is_empty() {
            return String::new();
        }
        match self {
            Change::Replace(at, byte) => *at.get_mut(&mut bytes) = *byte,
            Change::Insert(at, byte) => bytes.insert(at.index(bytes.len()), *byte),
            Change::Remove(at, length) => {
                let start = at.index(bytes.len());
                let end = (start + length).min(bytes.len());
                bytes.drain(start..end);
            }
            Change::Truncate(at) => bytes.truncate(at.index(bytes.len())),
            Change::SwapLines(a, b) => {
                let (a, b) = (a.index(lines.len()), b.index(lines.len()));
                lines.swap(a, b);
                return lines.concat();
            }
            Change::RepeatLine(at) => {
                let at = at.index(lines.len());
                lines.insert(at, lines[at]);
                return lines.concat();
            }
            Change::DropLine(at) => {
                lines.remove(at.index(lines.len()));
                return lines.concat();
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Checks the base with one file changed, and prints what comes out in both ways.
fn survives(file: Index, changes: &[Change], readable: fn(String) -> String) -> Result<(), TestCaseError> {
    let base = Catalogue::base();
    let paths = base.card_paths();
    let path = file.get(&paths);
    let text = changes.iter().fold(base.text(path).to_owned(), |text, change| change.apply(&text));
    let checked = base.set(path, readable(text)).check();
    let shown = checked.text();
    let listed = report::json(&checked.sources, &checked.problems);
    prop_assert_eq!(listed.as_array().map(Vec::len), Some(checked.problems.iter().count()), "{}", shown);
    Ok(())
}

fn ascii(text: String) -> String {
    if text.is_ascii() { text } else { text.replace(|c: char| !c.is_ascii(), "?") }
}

/// `PROPTEST_CASES=5000 cargo test -p ghx-codegen never_panics` tries more cases.
fn config() -> Config {
    let config = Config::default();
    Config { cases: config.cases / 2, failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_mutated_card_gives_problems_or_success(file in any::<Index>(), changes in prop::collection::vec(change(), 1..5)) {
        survives(file, &changes, ascii)?;
    }

    #[test]
    fn a_mutated_card_of_any_characters_gives_problems_or_success(
        file in any::<Index>(),
        changes in prop::collection::vec(change(), 1..5),
    ) {
        survives(file, &changes, |text| text)?;
    }
}
