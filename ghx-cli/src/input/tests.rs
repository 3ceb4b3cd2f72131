use serde_json::{Value, json};

use super::*;

fn text(content: &str) -> Text {
    Text { name: "--steps".to_owned(), content: content.to_owned() }
}

fn refused(content: &str) -> String {
    let refusal = list(&text(content)).expect_err(content);
    refusal.error.message().to_owned()
}

#[test]
fn the_format_is_detected_by_content() {
    for (content, format) in [
        ("", None),
        (" \n\t", None),
        ("{}", Some(Format::Json)),
        ("\n [1]", Some(Format::Json)),
        ("\"x\"", Some(Format::Json)),
        ("{\n}", Some(Format::Json)),
        ("{}\n{}", Some(Format::Lines)),
        ("{}\n\n", Some(Format::Json)),
        ("- a", Some(Format::Yaml)),
        ("a: 1", Some(Format::Yaml)),
    ] {
        assert_eq!(Format::of(content), format, "{content:?}");
    }
}

#[test]
fn the_three_formats_give_the_same_value() {
    let expected = json!([{"task": "a.b", "input": {"n": 1, "s": "x", "t": true, "z": null}}, {"task": "c.d"}]);
    let lines = "{\"task\":\"a.b\",\"input\":{\"n\":1,\"s\":\"x\",\"t\":true,\"z\":null}}\r\n\n{\"task\":\"c.d\"}\n";
    let yaml = "# a comment\n- task: a.b\n  input:\n    n: 1\n    s: x\n    t: true\n    z: null\n- { task: c.d }\n";
    for content in [&expected.to_string(), lines, yaml] {
        assert_eq!(list(&text(content)).unwrap(), expected, "{content}");
    }
}

#[test]
fn yaml_does_not_guess() {
    let value: Value = value(&text("a: no\nb: 0x10\nc: \"1\"\nd: 2026-11-16\ne: on")).unwrap();
    assert_eq!(value, json!({"a": "no", "b": 16, "c": "1", "d": "2026-11-16", "e": "on"}));
}

#[test]
fn errors_have_a_line_and_a_column() {
    for (content, message) in [
        ("{\"a\": 1, \"a\": 2}", "--steps, line 1, column 12: `a` is given twice"),
        ("[{\"a\": {\"b\": 1,\n\"b\": 2}}]", "--steps, line 2, column 3: `b` is given twice"),
        ("{\"a\": 1", "--steps, line 1, column 7: it ends too early (EOF while parsing an object)"),
        ("{\"a\": 1e999}", "--steps, line 1, column 11: the number is too large"),
        ("{\"a\": 99999999999999999999}", "--steps, line 1, column 26: the number is too large, or not a number"),
        ("{\"a\": NaN}", "--steps, line 1, column 7: expected value"),
        ("{\"a\": \"\\ud800\"}", "--steps, line 1, column 14: this escape is only half of a pair of surrogates"),
        ("{\"a\": \"\\ud800\\ud800\"}", "--steps, line 1, column 19: this escape is only half of a pair of surrogates"),
        ("{} x", "--steps, line 1, column 4: there is more text after the value"),
        ("{'a': 1}", "--steps, line 1, column 2: key must be a string"),
        ("{\"a\": 1}\n{\"a\" 1}", "--steps, line 2, column 6: expected `:`"),
        ("a: 1\na: 2", "--steps, line 2, column 1: this is not valid YAML: `a` is given twice"),
        ("a: .inf", "--steps, line 1, column 4: this is not valid YAML: the number .inf is too large, or not a number"),
        ("a: 1\n---\nb: 1", "--steps, line 3, column 1: this is not valid YAML: there is more than one document"),
        ("", "--steps is empty"),
    ] {
        assert_eq!(refused(content), message);
    }
    for content in ["a: [1", "a: \"x", "a: \"\\ud800\"", "a: !x y", "<<: {a: 1}", "a: *b", "a: 1e400", "x\0: 1"] {
        let message = refused(content);
        assert!(message.starts_with("--steps, line 1, column "), "{content:?}: {message}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert!(value(&text(&deep(64))).is_ok());
    for depth in [65, 127, 128, 100_000] {
        assert!(refused(&deep(depth)).contains("nested deeper than 64 levels"), "{depth}");
        let objects = format!("{}1{}", "{\"a\":".repeat(depth), "}".repeat(depth));
        assert!(refused(&objects).contains("nested deeper than 64 levels"), "{depth}");
        let yaml = refused(&format!("a: {}", deep(depth)));
        assert!(yaml.starts_with("--steps, line 1, column "), "{depth}: {yaml}");
    }
}

#[test]
fn yaml_cannot_grow_out_of_bounds() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..12 {
        let item = format!("*a{}, ", level - 1);
        bomb.extend([format!("a{level}: &a{level} [{}]\n", item.repeat(8))]);
    }
    let message = refused(&bomb);
    assert!(message.starts_with("--steps, line "), "{message}");
}
