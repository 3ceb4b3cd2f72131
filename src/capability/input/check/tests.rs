use serde_json::json;

use super::*;
use crate::capabilities::IssueUpdate;
use crate::capability::Capability;
use crate::card::route::Literal;
use crate::card::{Requirement, Type};

const fn input(name: &'static str, ty: Type) -> Property {
    Property { name, description: "", required: false, nullable: false, default: None, ty }
}

const FIELD: &[Property] =
    &[Property::new("name", "", Type::text()), input("text", Type::text()), input("number", Type::Number)];

/// The card of `issue.update`, with inputs of every type.
static CARD: Card = Card {
    inputs: &[
        input("title", Type::String { min_length: 1, max_length: Some(3), format: None }),
        input("first", Type::Integer { minimum: Some(1), maximum: Some(100) }),
        input("locked", Type::Boolean),
        Property { nullable: true, ..input("after", Type::Id { kind: "Issue" }) },
        input("since", Type::String { min_length: 0, max_length: None, format: Some("date-time") }),
        input("url", Type::String { min_length: 1, max_length: None, format: Some("uri") }),
        input("big", Type::Integer { minimum: None, maximum: None }),
    ],
    at_least_one: &["title", "first", "locked", "after", "since", "url", "big"],
    ..*IssueUpdate::CARD
};

/// A card with inputs of the richer types, and rules about several inputs.
static RICH: Card = Card {
    inputs: &[
        input("locked", Type::Boolean),
        input("since", Type::text()),
        input("url", Type::text()),
        input("ratio", Type::Number),
        input("due", Type::text().formatted("date")),
        input("content", Type::text().formatted("base64")),
        input("inputs", Type::map(&Property::item(Type::text())).at_most(2)),
        input("payload", Type::Json),
        input("fields", Type::list(&Property::item(Type::choice(FIELD, &["text", "number"])))),
    ],
    at_least_one: &[],
    requires: &[Requirement::new("locked", Literal::Bool(true), &["since", "url"])],
    ..*IssueUpdate::CARD
};

/// The problems of an input of that card.
fn rich(mut input: Value) -> Vec<String> {
    input["issueId"] = json!("I_1");
    check(&RICH, &input).iter().map(InputProblem::message).collect()
}

/// The problems of an input with a valid subject.
fn problems(mut input: Value) -> Vec<String> {
    input["issueId"] = json!("I_1");
    messages(&input)
}

fn messages(input: &Value) -> Vec<String> {
    check(&CARD, input).iter().map(InputProblem::message).collect()
}

#[test]
fn accepts_valid_values() {
    for input in [
        json!({"title": "abc"}),
        json!({"title": "äöü"}),
        json!({"first": 100}),
        json!({"after": null}),
        json!({"big": i64::MIN}),
        json!({"since": "2026-11-16T09:00:00Z"}),
        json!({"url": "https://example.com/a"}),
        json!({"title": {"$text": ["a", {"$ref": "0.title"}]}}),
        json!({"first": {"$ref": "0.number"}}),
        json!({"title": "${{ github.sha }}".get(..3)}),
    ] {
        assert!(problems(input.clone()).is_empty(), "{input}");
    }
}

#[test]
fn refuses_values_of_another_type_with_a_hint() {
    for (input, message) in [
        (json!({"first": "42"}), "`first` must be an integer, not the string \"42\" (write 42 without quotes)"),
        (json!({"first": true}), "`first` must be an integer, not true"),
        (json!({"first": 4.5}), "`first` must be an integer, not the number 4.5"),
        (json!({"first": 4.0}), "`first` must be an integer, not the number 4.0"),
        (json!({"first": null}), "`first` must be an integer, not null (leave the field out)"),
        (json!({"first": [1]}), "`first` must be an integer, not an array"),
        (json!({"first": {"$text": ["1"]}}), "`first` must be an integer, not text"),
        (json!({"first": {"$ref": 1}}), "`first` must be an integer, not an object"),
        (json!({"locked": 1}), "`locked` must be true or false, not the number 1"),
        (
            json!({"locked": "true"}),
            "`locked` must be true or false, not the string \"true\" (write true without quotes)",
        ),
        (json!({"title": 7}), "`title` must be a string, not the number 7 (write \"7\" with quotes)"),
        (json!({"after": ""}), "`after` must be the node id of an Issue, not the string \"\""),
    ] {
        assert_eq!(problems(input), [message]);
    }
}

#[test]
fn refuses_values_out_of_range() {
    for (input, message) in [
        (json!({"first": 0}), "`first` must be at least 1, not 0"),
        (json!({"first": 101}), "`first` must be at most 100, not 101"),
        (json!({"big": u64::MAX}), "`big` must be at most 9223372036854775807, not 18446744073709551615"),
        (json!({"title": ""}), "`title` must have at least 1 character, not 0"),
        (json!({"title": "äöüß"}), "`title` must have at most 3 characters, not 4"),
        (
            json!({"since": "today"}),
            "`since` must be a date and time, not the string \"today\" (write it like 2026-11-16T09:00:00Z)",
        ),
        (
            json!({"url": "example.com"}),
            "`url` must be a URI, not the string \"example.com\" (write it in full, such as https://example.com/a)",
        ),
    ] {
        assert_eq!(problems(input), [message]);
    }
}

#[test]
fn refuses_unknown_and_too_few_inputs() {
    assert_eq!(
        problems(json!({"fist": 1})),
        [
            "`fist` is not an input of issue.update (did you mean `first`?)",
            "the input must have at least one of `title`, `first`, `locked`, `after`, `since`, `url`, `big`",
        ]
    );
    assert_eq!(messages(&json!([])), ["the input must be an object, not an array"]);
}

#[test]
fn a_subject_is_given_in_exactly_one_form() {
    let forms = "`owner` + `name` + `issueNumber`, or `issueId`, or `issue`";
    for (input, message) in [
        (json!({}), format!("the input does not identify the issue (give {forms})")),
        (
            json!({"issueId": "I_1", "owner": "acme"}),
            format!("the input identifies the issue in 2 ways: `owner`, `issueId` (give only {forms})"),
        ),
        (
            json!({"owner": "acme", "issueNumber": 3}),
            "`name` is missing (`owner` + `name` + `issueNumber` must be given together)".to_owned(),
        ),
        (
            json!({"issue": "https://github.com/acme/widgets/pull/7"}),
            "`issue` is invalid: `https://github.com/acme/widgets/pull/7` is a pull request, not an issue".to_owned(),
        ),
        (
            json!({"issueId": 7}),
            "`issueId` must be the node id of an Issue, not the number 7 (use the `id` from an output)".to_owned(),
        ),
        (
            json!({"issueNumber": 3}),
            "`issueNumber` needs a repository: add `owner` and `name`, or write \"issue\": \"OWNER/NAME#3\" instead"
                .to_owned(),
        ),
        (
            json!({"owner": "a b", "name": "widgets", "issueNumber": 1}),
            "`owner` is invalid: `a b` is not the name of an owner".to_owned(),
        ),
    ] {
        let mut input = input;
        input["first"] = json!(1);
        assert_eq!(messages(&input), [message]);
    }
}

/// The hint for `42` was once to write `"42"`, which was refused as well.
#[test]
fn a_bare_number_gets_a_hint() {
    for (given, shown) in
        [(json!(7), "the number 7"), (json!("7"), "the string \"7\""), (json!("#7"), "the string \"#7\"")]
    {
        let message = format!(
            "`issue` must be `OWNER/NAME#7` or a URL, not {shown} (or use `issueNumber` with `owner` and `name`)"
        );
        assert_eq!(messages(&json!({"issue": given, "first": 1})), [message]);
    }
}

/// Larger numbers were once refused only after other writes of the chain had run.
#[test]
fn the_number_of_a_subject_has_32_bits_in_every_form() {
    let largest = i64::from(i32::MAX);
    let by_number = |number: i64| json!({"owner": "acme", "name": "widgets", "issueNumber": number, "first": 1});
    let by_text = |text: String| json!({"issue": text, "first": 1});
    let url = |number: i64| format!("https://github.com/acme/widgets/issues/{number}");
    for good in [by_number(largest), by_text(format!("acme/widgets#{largest}")), by_text(url(largest))] {
        assert!(messages(&good).is_empty(), "{good}");
    }
    for bad in [by_number(largest + 1), by_text(format!("acme/widgets#{}", largest + 1)), by_text(url(largest + 1))] {
        let found = messages(&bad);
        assert!(found.len() == 1 && found[0].contains("2147483647") && found[0].contains("2147483648"), "{found:?}");
    }
}

/// Long values once made messages of many megabytes.
#[test]
fn a_long_value_is_shortened() {
    let long = "a".repeat(100_000);
    for input in [
        json!({"issue": long}),
        json!({"owner": long, "name": long, "issueNumber": 1}),
        json!({"issue": "7".repeat(100_000)}),
    ] {
        let mut input = input;
        input["first"] = json!(1);
        let length: usize = messages(&input).iter().map(String::len).sum();
        assert!(length < 500, "{length}");
    }
}

#[test]
fn references_are_allowed_in_a_subject() {
    for subject in [
        json!({"issueId": {"$ref": "0.id"}}),
        json!({"issue": {"$ref": "0.url"}}),
        json!({"issue": {"$text": ["acme/widgets#", {"$ref": "0.number"}]}}),
        json!({"owner": "acme", "name": "widgets", "issueNumber": {"$ref": "0.number"}}),
    ] {
        let mut input = subject;
        input["first"] = json!(1);
        assert!(messages(&input).is_empty(), "{input}");
    }
}

#[test]
fn numbers_maps_json_and_formats_are_checked() {
    for input in [
        json!({"ratio": 1.5}),
        json!({"ratio": -2}),
        json!({"due": "2026-11-18"}),
        json!({"content": "aGk="}),
        json!({"inputs": {"a": "b", "any key": ""}}),
        json!({"inputs": {"a": {"$ref": "0.title"}}}),
        json!({"payload": {"a": [1, null, {}]}}),
        json!({"payload": [true]}),
    ] {
        assert!(rich(input.clone()).is_empty(), "{input}: {:?}", rich(input.clone()));
    }
    for (input, message) in [
        (json!({"ratio": "1.5"}), "`ratio` must be a number, not the string \"1.5\""),
        (
            json!({"due": "18.11.2026"}),
            "`due` must be a date, not the string \"18.11.2026\" (write it like 2026-11-16)",
        ),
        (json!({"inputs": {"a": 1}}), "`inputs.a` must be a string, not the number 1 (write \"1\" with quotes)"),
        (json!({"inputs": []}), "`inputs` must be an object whose values are strings, not an array"),
        (json!({"inputs": {"a": "", "b": "", "c": ""}}), "`inputs` must have at most 2 keys, not 3"),
    ] {
        assert_eq!(rich(input), [message]);
    }
    assert!(rich(json!({"content": "a"}))[0].starts_with("`content` must be text in base64"));
    let deep = (0..70).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(rich(json!({ "payload": deep })), ["`payload` must be JSON of at most 64 levels"]);
}

#[test]
fn exactly_one_of_several_members_is_required() {
    let field = |field: Value| rich(json!({ "fields": [field] }));
    assert!(field(json!({"name": "a", "text": "x"})).is_empty());
    assert!(field(json!({"name": "a", "number": 1.5, "text": null})).iter().all(|text| !text.contains("exactly")));
    let none = "`fields[0]` must have exactly one of `text`, `number`, not none of them";
    assert_eq!(field(json!({"name": "a"})), [none]);
    let both = "`fields[0]` must have exactly one of `text`, `number`, not `text`, `number`";
    assert_eq!(field(json!({"name": "a", "text": "x", "number": 1})), [both]);
}

#[test]
fn a_value_may_require_other_inputs() {
    assert!(rich(json!({"locked": false})).is_empty());
    let since = "2026-11-16T09:00:00Z";
    assert!(rich(json!({"locked": true, "since": since, "url": "https://example.com"})).is_empty());
    let url = "`url` is missing: it must be given if `locked` is true";
    assert_eq!(rich(json!({"locked": true, "since": since})), [url]);
}
