use std::cell::Cell;

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn find(name: &str) -> Found {
    match name {
        "new" | "né" => Found::Step(0),
        "1" => Found::Step(1),
        "twice" => Found::Several,
        _ => Found::Nothing,
    }
}

fn read_all(input: &Value, is_raw: bool) -> (Value, Vec<Fault>) {
    let Templates { input, faults } = read(input.as_object().unwrap(), is_raw, &find);
    (Value::Object(input), faults)
}

/// The value of a text, and how much is wrong with it.
fn one(text: &str) -> (Value, usize) {
    let (input, faults) = read_all(&json!({"body": text}), false);
    (input["body"].clone(), faults.len())
}

fn whats(text: &str) -> Vec<What> {
    read_all(&json!({"body": text}), false).1.into_iter().map(|fault| fault.what).collect()
}

fn reference(address: &str, shown: &str) -> Value {
    json!({"$ref": address, "$as": shown})
}

#[test]
fn alone_it_is_the_value_and_inside_text_it_is_interpolated() {
    assert_eq!(one("{{new.id}}"), (reference("0.id", "new.id"), 0));
    assert_eq!(one("{{ new.parent.id }}"), (reference("0.parent.id", "new.parent.id"), 0));
    let (url, number) = (reference("0.url", "new.url"), reference("1.number", "1.number"));
    assert_eq!(one("See {{new.url}} ({{1.number}})"), (json!({"$text": ["See ", url, " (", number, ")"]}), 0));
    let id = reference("0.id", "new.id");
    assert_eq!(one("{{new.id}}{{new.id}}"), (json!({"$text": [id, id]}), 0));
}

/// Such braces were once posted as text.
#[test]
fn an_element_of_a_list_is_a_reference() {
    assert_eq!(one("{{new.labels[0]}}"), (reference("0.labels.0", "new.labels[0]"), 0));
    assert_eq!(one("{{new.items[2].id}}"), (reference("0.items.2.id", "new.items[2].id"), 0));
}

#[test]
fn braces_that_begin_with_a_step_and_are_no_reference_are_reported() {
    for text in
        ["{{new}}", "{{new .url}}", "{{né.url}}", "{{new.id}", "{{new.id", "{{new | count}}", "${{ new }}", "{{1}}"]
    {
        let step = if text.contains('é') {
            "né"
        } else if text.contains('1') {
            "1"
        } else {
            "new"
        };
        let expected = What::Malformed { step: step.to_owned(), template: text.trim_start_matches('$').to_owned() };
        assert_eq!(whats(text), [expected], "{text}");
    }
    assert_eq!(whats("{{twice}}").len(), 1, "an id that two steps share counts as well");
}

#[test]
fn other_braces_are_text() {
    for text in ["{{}}", "{{other}}", "{{#if x}}", "{{ .Values.x }}", "a {{ b", "}}", "{{a b.c}}", "${{ github.sha }}"]
    {
        assert_eq!(one(text), (json!(text), 0), "{text}");
    }
}

#[test]
fn a_backslash_writes_the_braces() {
    assert_eq!(one("\\{{new.id}}"), (json!("{{new.id}}"), 0));
    assert_eq!(one("\\{{new}} \\{{{new.id}}}"), (json!("{{new}} {{{new.id}}}"), 0));
}

#[test]
fn of_three_braces_the_inner_two_count() {
    let id = reference("0.id", "new.id");
    assert_eq!(one("{{{new.id}}}"), (json!({"$text": ["{", id, "}"]}), 0));
    assert_eq!(one("{{{{new.id}}}}"), (json!({"$text": ["{{", id, "}}"]}), 0));
}

#[test]
fn an_unknown_step_is_reported_where_it_stands() {
    let (_, faults) = read_all(&json!({"labels": ["{{nwe.id}}"]}), false);
    let what = What::Unknown { step: "nwe".into(), template: "{{nwe.id}}".into() };
    assert_eq!(faults, [Fault { pointer: "/labels/0".into(), what }]);
}

/// This was once refused only after other writes had run.
#[test]
fn references_cannot_be_written_by_hand() {
    let input = json!({"a": {"$ref": "0.id"}, "b": [{"$text": []}], "c": {"d": {"$ref": 1, "more": 2}}});
    for is_raw in [false, true] {
        let (read, faults) = read_all(&input, is_raw);
        let faults: Vec<_> = faults.iter().map(|fault| (fault.pointer.as_str(), &fault.what)).collect();
        let (reference, text) = (What::Marker("$ref"), What::Marker("$text"));
        assert_eq!(faults, [("/a", &reference), ("/b/0", &text), ("/c/d", &reference)]);
        assert_eq!(read["a"], placeholder());
    }
}

/// A single task once refused such text, or dropped its backslash.
#[test]
fn a_raw_input_stays_as_it_is() {
    let input = json!({"a": "{{new.id}} {{new}} {{ user.name }} \\{{", "b": ["{{1.id}}"]});
    assert_eq!(read_all(&input, true), (input, Vec::new()));
}

/// Each name is looked up once, however many braces there are.
#[test]
fn a_text_is_read_once() {
    let looked_up = Cell::new(0);
    let count = |name: &str| {
        looked_up.set(looked_up.get() + 1);
        find(name)
    };
    for (text, expected) in
        [("{{".repeat(128_000), 0), ("{{ x ".repeat(10_000), 10_000), ("{{x.y}}".repeat(10_000), 10_000)]
    {
        looked_up.set(0);
        let templates = read(json!({"body": format!("{text}}}}}")}).as_object().unwrap(), false, &count);
        assert_eq!(looked_up.get(), expected);
        assert!(templates.faults.len() <= expected);
    }
}

proptest! {
    #[test]
    fn text_without_templates_stays_as_it_is(text in "[^\\\\{]*[{]?[^\\\\{]*") {
        prop_assert_eq!(one(&text), (json!(text), 0));
    }

    #[test]
    fn never_panics(text in any::<String>()) {
        let _ = one(&text);
    }

    #[test]
    fn braces_never_panic(text in "(\\\\|\\$|\\{|\\{\\{|\\}\\}|new|né|\\.id|\\[0\\]| ){0,12}") {
        let _ = one(&text);
    }
}
