//! Corner cases of YAML: none of them gives a card a meaning that a reader would not expect.

use crate::catalogue::{Catalogue, Checked};
use ghx_codegen::{problem::Code, source::LineColumn};
use std::fmt::Write as _;

const CARD: &str = "cards/issue.labels.add.yaml";

/// The base with this text as a card.
fn check(text: impl Into<String>) -> Checked {
    Catalogue::base().set(CARD, text).check()
}

fn edited(from: &str, to: &str) -> Checked {
    Catalogue::base().edit(CARD, from, to).check()
}

fn good() -> String {
    Catalogue::base().text(CARD).to_owned()
}

#[track_caller]
fn assert_only(checked: &Checked, code: Code, line: usize, column: usize) {
    assert_eq!(checked.places(), [(code, CARD, LineColumn { line, column })], "{}", checked.text());
}

#[track_caller]
fn assert_good(checked: &Checked) {
    assert!(checked.problems.is_empty(), "{}", checked.text());
}

#[test]
fn a_duplicate_key_is_reported_at_every_depth() {
    assert_only(&edited("effect: write\n", "effect: write\neffect: read\n"), Code::DuplicateKey, 6, 1);
    assert_only(&edited("maxItems: 100,", "maxItems: 100, maxItems: 99,"), Code::DuplicateKey, 12, 56);
    assert_only(&edited("    id: id\n", "    id: id\n    id: number\n"), Code::DuplicateKey, 30, 5);
    assert_only(&edited("source: subject }", "source: subject, target: labelIds }"), Code::DuplicateKey, 25, 45);
}

#[test]
fn a_duplicate_key_in_an_example_is_reported() {
    assert_only(&edited("issueNumber: 42,", "issueNumber: 42, issueNumber: 43,"), Code::DuplicateKey, 33, 59);
}

#[test]
fn anchors_and_aliases_are_resolved() {
    assert_good(&edited("items: { type: string, minLength: 1 } }", "items: &text { type: string, minLength: 1 } }"));
    let text = good()
        .replace("    id: { type: string }\n", "    id: &text { type: string }\n")
        .replace("items: { type: string } }", "items: *text }");
    assert_good(&check(text));
}

#[test]
fn a_problem_behind_an_alias_is_reported() {
    let text = good()
        .replace("    id: { type: string }\n", "    id: &text { type: strin }\n")
        .replace("items: { type: string } }", "items: *text }");
    let checked = check(text);
    assert!(
        checked.places().iter().any(|(code, _, at)| *code == Code::SchemaSubset && at.line == 17),
        "{}",
        checked.text()
    );
}

#[test]
fn an_unknown_alias_is_a_syntax_error_at_its_place() {
    assert_only(
        &edited("description: Add labels to an issue, keeping those it has.", "description: *nowhere"),
        Code::YamlSyntax,
        3,
        14,
    );
}

#[test]
fn a_tab_as_indentation_is_a_syntax_error_on_its_line() {
    let checked = edited("  operationName: IssueLabelsAdd\n", "\toperationName: IssueLabelsAdd\n");
    let places = checked.places();
    assert!(
        matches!(places.as_slice(), [(Code::YamlSyntax, CARD, LineColumn { line: 20 | 21, .. })]),
        "{}",
        checked.text()
    );
}

#[test]
fn windows_line_ends_change_nothing() {
    assert_good(&check(good().replace('\n', "\r\n")));
    assert_only(
        &check(good().replace("effect: write", "effect: writes").replace('\n', "\r\n")),
        Code::WrongValue,
        5,
        9,
    );
}

#[test]
fn windows_line_ends_do_not_get_into_the_text_that_is_shown() {
    let shown = check(good().replace("effect: write", "effect: writes").replace('\n', "\r\n")).text();
    assert!(!shown.contains('\r'), "{shown:?}");
}

#[test]
fn a_byte_order_mark_changes_nothing() {
    assert_good(&check(format!("\u{feff}{}", good())));
    assert_only(
        &check(format!("\u{feff}{}", good().replace("effect: write", "effect: writes"))),
        Code::WrongValue,
        5,
        9,
    );
}

#[test]
fn columns_count_characters() {
    let checked =
        edited("title: Mark an issue as a bug\n    input: {", "title: Fehler für 🦀\n    input: { \"größe\": 1,");
    assert_only(&checked, Code::BadExample, 33, 14);
    let checked = edited("maxItems: 100,", "description: \"für 🦀\", maxItem: 100,");
    assert_only(&checked, Code::UnknownKey, 12, 63);
    let checked = edited("keeping those it has.", "für 🦀: *");
    assert!(
        checked.places().iter().all(|(code, file, at)| (*code, *file, at.line) == (Code::YamlSyntax, CARD, 3)),
        "{}",
        checked.text()
    );
}

#[test]
fn a_syntax_error_at_a_character_of_several_bytes_is_shown() {
    let checked = edited("    id: { type: string }\n", "    id: { type: string }é\n");
    assert_only(&checked, Code::YamlSyntax, 17, 25);
    assert!(checked.text().contains("the parser stopped here"));
}

#[test]
fn an_empty_file_is_not_a_card() {
    for text in ["", "\n\n", "# only a comment\n", "---\n"] {
        let checked = check(text);
        assert_eq!(checked.places().first().map(|p| p.1), Some(CARD), "{text:?}: {}", checked.text());
        assert_eq!(checked.problems.iter().count(), 1, "{text:?}: {}", checked.text());
    }
}

#[test]
fn a_card_must_be_a_mapping() {
    assert_only(&check("- capability_id: issue.labels.add\n"), Code::WrongValue, 1, 1);
    assert_only(&check("issue.labels.add\n"), Code::WrongValue, 1, 1);
}

#[test]
fn two_documents_in_a_file_are_an_error() {
    let checked = check(format!("{}---\n{}", good(), good()));
    assert_eq!(checked.problems.iter().count(), 1, "{}", checked.text());
    assert_eq!(checked.places()[0].0, Code::YamlSyntax);
}

#[test]
fn a_huge_number_is_reported_at_its_place() {
    for number in ["99999999999999999999999999", "18446744073709551615", "1.5"] {
        assert_only(&edited("maxItems: 100,", &format!("maxItems: {number},")), Code::WrongValue, 12, 51);
    }
    assert_only(&edited("maxItems: 100,", "maxItems: 1e400,"), Code::YamlSyntax, 12, 51);
}

#[test]
fn yes_and_no_are_strings() {
    assert_only(&edited("idempotent: true", "idempotent: yes"), Code::WrongValue, 6, 13);
}

#[test]
fn a_key_that_is_not_text_is_an_error() {
    for key in ["1", "true", "null", "[a, b]", "{ a: b }"] {
        let checked = edited("effect: write\n", &format!("effect: write\n? {key}\n: x\n"));
        assert!(
            !checked.problems.is_empty() && checked.places().iter().all(|p| p.1 == CARD),
            "{key}: {}",
            checked.text()
        );
    }
}

#[test]
fn a_thousand_nested_aliases_do_not_hang() {
    let mut text = String::from("a: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..9 {
        let before = format!("*a{}, ", level - 1).repeat(10);
        let _ = writeln!(text, "b{level}: &a{level} [{}]", before.trim_end_matches(", "));
    }
    let checked = check(text);
    assert!(!checked.problems.is_empty());
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let checked = check(format!("capability_id: {}{}\n", "[".repeat(5000), "]".repeat(5000)));
    assert!(!checked.problems.is_empty());
}
