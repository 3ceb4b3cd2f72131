//! What each form of an output gives.

use proptest::prelude::*;
use serde_json::json;

use super::scalar::without;
use super::*;
use crate::card::route::{Excerpt, Lines, Literal, Pick, Source, Test};
use crate::engine::routes::tests::CARD;

const HERE: Path = Path { call: None, keys: &["a", "b"] };
const PICK: Pick = Pick::at(HERE);

fn take(take: Take, response: Value) -> Result<Value, String> {
    let mut results = CallResults::default();
    results.add("first", json!({"a": {"b": "other"}}));
    results.add("last", response);
    let input = Map::from_iter([("title".to_owned(), json!("t"))]);
    let page = json!({"hasNextPage": false});
    let source = OutputSource { inputs: Inputs::new(&CARD, &input), results: &results, page: Some(&page) };
    let output = source.output(&[Field { name: "out", take }]).map_err(|error| error.message().to_owned())?;
    Ok(output["out"].clone())
}

fn pick(pick: Pick, b: &Value) -> Result<Value, String> {
    take(Take::Value(pick), json!({"a": {"b": b, "c": null, "d": 1}}))
}

#[test]
fn the_affix_of_a_route_is_removed() {
    assert_eq!(without("dependabot[bot]", "[bot]"), Some("dependabot"));
    assert_eq!(without("app/dependabot", "app/"), Some("dependabot"));
    assert_eq!(without("mona", "[bot]"), None);
    assert_eq!(without("[bot]", "[bot]"), None);
}

#[test]
fn scalars_are_mapped_and_nulls_follow_their_rules() {
    let map = Pick {
        map: &[("true", Literal::Text("YES")), ("open", Literal::Bool(false)), ("7", Literal::Text("SEVEN"))],
        ..PICK
    };
    for (given, values) in [
        (json!(true), json!("YES")),
        (json!("open"), json!(false)),
        (json!(7), json!("SEVEN")),
        (json!("odd"), json!("odd")),
        (json!(1.5), json!(1.5)),
    ] {
        assert_eq!(pick(map, &given).unwrap(), values);
    }
    let nulls = Pick { nulls: &["ghost", ""], nullable: true, ..PICK };
    for given in [json!("ghost"), json!(""), json!(null)] {
        assert_eq!(pick(nulls, &given).unwrap(), json!(null));
        assert_eq!(pick(Pick { default: Some(Literal::Text("?")), ..nulls }, &given).unwrap(), json!("?"));
    }
    assert_eq!(pick(Pick { present: &[(&["a", "c"], "C"), (&["a", "d"], "D")], ..PICK }, &json!("x")).unwrap(), "D");
    assert_eq!(pick(Pick { present: &[(&["a", "c"], "C")], ..PICK }, &json!("x")).unwrap(), "x");
    let other = Path { call: Some("first"), keys: &["a", "b"] };
    assert_eq!(pick(Pick { path: other, ..PICK }, &json!(null)).unwrap(), "other");
}

#[test]
fn an_unexpected_value_is_located() {
    for (given, message) in [
        (json!({"a": {}}), "`a.b` is null, not a value"),
        (json!({"a": null}), "`a.b` is null, not a value"),
        (json!({"a": "x"}), "`a` is text, not an object"),
        (json!([]), "it is a list, not an object"),
        (json!({"a": {"b": []}}), "`a.b` is a list, not a value"),
    ] {
        let error = take(Take::Value(PICK), given).unwrap_err();
        assert_eq!(error, format!("unexpected response from GitHub: {message}"));
    }
    let item = Take::Object {
        at: Path { call: None, keys: &[] },
        nullable: false,
        fields: &[Field { name: "x", take: Take::Value(PICK) }],
    };
    let list = Take::List { at: Path { call: None, keys: &["l"] }, keep: &[], item: Box::leak(Box::new(item)) };
    let error = take(list, json!({"l": [{"a": {"b": 1}}, {"a": {"b": {}}}]})).unwrap_err();
    assert_eq!(error, "unexpected response from GitHub: `l[1].a.b` is an object, not a value");
    assert!(take(list, json!({})).unwrap_err().ends_with("`l` is null, not a list"));
    let text = take(Take::Text, json!({})).unwrap_err();
    assert_eq!(text, "unexpected response from GitHub: it is an object, not text");
    let elsewhere = Pick { path: Path { call: Some("first"), keys: &["a", "x"] }, ..PICK };
    assert!(pick(elsewhere, &json!(1)).unwrap_err().contains("`first:a.x` is"));
}

#[test]
fn every_kind_of_field_has_its_value() {
    const FIELDS: &[Field] =
        &[Field { name: "x", take: Take::Value(Pick { path: Path { call: None, keys: &["b"] }, ..PICK }) }];
    let at = Path { call: None, keys: &["a"] };
    let object = |nullable| Take::Object { at, nullable, fields: FIELDS };
    assert_eq!(take(object(false), json!({"a": {"b": 1}})).unwrap(), json!({"x": 1}));
    assert_eq!(take(object(true), json!({})).unwrap(), json!(null));
    assert!(take(object(false), json!({})).is_err());
    assert_eq!(take(Take::Input("title"), json!(null)).unwrap(), "t");
    assert_eq!(take(Take::Input("state"), json!(null)).unwrap(), "open");
    assert_eq!(take(Take::Literal(Literal::Bool(true)), json!(null)).unwrap(), true);
    assert_eq!(take(Take::Text, json!("diff")).unwrap(), "diff");
    assert_eq!(take(Take::PageInfo, json!(null)).unwrap(), json!({"hasNextPage": false}));
}

#[test]
fn only_elements_that_meet_the_conditions_are_kept() {
    const fn condition(test: Test) -> Condition {
        Condition::new(&["k"], test)
    }
    const fn state(is: &'static str) -> Condition {
        Condition::input("state", Test::Equals(Literal::Text(is)))
    }
    const NUMBER: Take = Take::Value(Pick { path: Path { call: None, keys: &["n"] }, ..PICK });
    let all = json!([{"n": 1}, {"n": 2, "k": null}, {"n": 3, "k": "a/b"}, {"n": 4, "k": false}]);
    let kept = |keep: &'static [Condition]| {
        take(Take::List { at: Path { call: None, keys: &[] }, keep, item: &NUMBER }, all.clone()).unwrap()
    };
    assert_eq!(kept(const { &[condition(Test::Absent)] }), json!([1, 2]));
    assert_eq!(kept(const { &[condition(Test::Present)] }), json!([3, 4]));
    assert_eq!(
        kept(const { &[Condition::When(&state("open"), &condition(Test::Equals(Literal::Bool(false))))] }),
        json!([4])
    );
    assert_eq!(kept(const { &[Condition::When(&state("closed"), &condition(Test::Absent))] }), json!([1, 2, 3, 4]));
    assert_eq!(kept(const { &[condition(Test::Contains("/")), condition(Test::Present)] }), json!([3]));
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-c]{0,3}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[abl]", inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    /// Any response gives a scalar, or an error with a location.
    #[test]
    fn any_response_gives_a_scalar_or_an_error(response in json_value()) {
        match take(Take::Value(PICK), response) {
            Ok(value) => prop_assert!(!value.is_null() && !value.is_array() && !value.is_object()),
            Err(error) => prop_assert!(error.starts_with("unexpected response from GitHub: ")),
        }
    }

    #[test]
    fn a_list_keeps_its_length(response in json_value()) {
        const ITEM: Take = Take::Value(Pick { path: Path { call: None, keys: &["b"] }, nullable: true, ..PICK });
        let list = Take::List { at: Path { call: None, keys: &["l"] }, keep: &[], item: &ITEM };
        if let Ok(values) = take(list, response.clone()) {
            prop_assert_eq!(values.as_array().map(Vec::len), response["l"].as_array().map(Vec::len));
        }
    }
}

const ROOT: Path = Path::new(&[]);

#[test]
fn lists_of_lists_are_one_list_and_nulls_are_dropped() {
    const LOGIN: Take = Take::Value(Pick::new(&["login"]));
    const NAME: Take = Take::Value(Pick::new(&["name"]));
    let response = json!({"nodes": [
        {"who": {"login": "mona"}, "labels": [{"name": "a"}, {"name": "b"}]},
        {"who": null, "labels": []},
        {"who": {"login": "hubot"}, "labels": [{"name": "c"}]},
    ]});
    let people = Take::list(Path::new(&["nodes!", "[]", "who?"]), &[], &LOGIN);
    assert_eq!(take(people, response.clone()).unwrap(), json!(["mona", "hubot"]));
    let names = Take::list(Path::new(&["nodes", "[]", "labels", "[]"]), &[], &NAME);
    assert_eq!(take(names, response.clone()).unwrap(), json!(["a", "b", "c"]));
    assert_eq!(take(Take::count(Path::new(&["nodes", "[]", "labels", "[]"]), &[]), response.clone()).unwrap(), 3);
    let first = Take::Value(Pick::new(&["nodes", "[0]", "who", "login"]));
    assert_eq!(take(first, response.clone()).unwrap(), "mona");
    let strict = Take::list(Path::new(&["nodes", "[]", "who!"]), &[], &LOGIN);
    let error = take(strict, response).unwrap_err();
    assert_eq!(error, "unexpected response from GitHub: `nodes[].who` is null, not a value");
}

#[test]
fn maps_are_lists_with_keys_or_maps() {
    const FILE: Take =
        Take::object(ROOT, &[Field::value("name", Pick::new(&["$key"])), Field::value("size", Pick::new(&["size"]))]);
    const SIZE: Take = Take::Value(Pick::new(&["size"]));
    let response = json!({"files": {"a.txt": {"size": 1}, "b.txt": {"size": 2}}});
    let list = Take::list(Path::new(&["files", "{}"]), &[], &FILE);
    let files = json!([{"name": "a.txt", "size": 1}, {"name": "b.txt", "size": 2}]);
    assert_eq!(take(list, response.clone()).unwrap(), files);
    let map = Take::map(Path::new(&["files"]), &SIZE);
    assert_eq!(take(map, response.clone()).unwrap(), json!({"a.txt": 1, "b.txt": 2}));
    assert_eq!(take(Take::nullable_map(Path::new(&["none"]), &SIZE), response.clone()).unwrap(), json!(null));
    assert!(take(Take::map(Path::new(&["none"]), &SIZE), response.clone()).is_err());
    assert_eq!(take(Take::Json(Path::new(&["files", "a.txt"])), response.clone()).unwrap(), json!({"size": 1}));
    assert_eq!(take(Take::Json(Path::new(&["none"])), response).unwrap(), json!(null));
}

#[test]
fn conditions_choices_and_sent_values_are_outputs() {
    const C: Take = Take::Value(Pick::new(&["a", "c"]).nullable());
    const B: Take = Take::Value(Pick::new(&["a", "b"]));
    let response = json!({"a": {"b": "x", "c": null}, "l": [1]});
    let holds = |condition| take(Take::Holds(condition), response.clone());
    assert_eq!(holds(Condition::new(&["a", "b"], Test::Equals(Literal::Text("x")))).unwrap(), true);
    assert_eq!(holds(Condition::new(&["a", "c"], Test::Present)).unwrap(), false);
    assert_eq!(holds(Condition::found("first", &["a", "b"], Test::Present)).unwrap(), true);
    assert_eq!(holds(Condition::new(&["a", "b"], Test::EqualsInput("title"))).unwrap(), false);
    assert!(holds(Condition::new(&["l", "b"], Test::Present)).is_err(), "an unexpected response is not `false`");
    let first = |takes| take(Take::First(takes), response.clone());
    assert_eq!(first(const { &[C, B] }).unwrap(), "x");
    assert_eq!(first(const { &[C, C] }).unwrap(), json!(null));
    assert!(first(const { &[C, Take::Value(Pick::new(&["a", "c"]))] }).is_err());
    assert_eq!(take(Take::Sent(Source::Input("title")), json!(null)).unwrap(), "t");
    assert_eq!(take(Take::Sent(Source::Input("body")), json!(null)).unwrap(), json!(null));
}

#[test]
fn base64_is_decoded_to_text() {
    let decoded = |pick: Pick, given: Value| take(Take::Value(pick.decode()), json!({"a": {"b": given}}));
    assert_eq!(decoded(PICK, json!("aGkg\n8J+Ygg==\n")).unwrap(), "hi \u{1f602}");
    assert_eq!(decoded(PICK, json!("")).unwrap(), "");
    assert_eq!(decoded(PICK.nullable(), json!("/+8=")).unwrap(), json!(null), "bytes that are not text");
    assert!(decoded(PICK, json!("/+8=")).is_err());
    assert!(decoded(PICK.nullable(), json!("no base64!")).unwrap_err().ends_with("`a.b` is text, not text in base64"));
}

#[test]
fn texts_are_cut_and_counted() {
    let log = json!("\u{feff}one\n\u{1b}[31m##[error]two\u{1b}[0m\nthree\n##[error]four\n");
    let text = |wanted: Take| take(wanted, log.clone()).unwrap();
    let tail = Excerpt::new(ROOT).tail(Source::Literal(Literal::Integer(2)));
    assert_eq!(text(Take::Excerpt(tail)), "three\n##[error]four");
    assert_eq!(text(Take::Truncated(tail)), true);
    let grep = Excerpt::new(ROOT).grep(Source::literal("error"));
    assert_eq!(text(Take::Excerpt(grep)), "##[error]two\n##[error]four");
    assert_eq!(text(Take::Truncated(grep)), false);
    let max = Excerpt::new(ROOT).max(Source::Literal(Literal::Integer(5)));
    assert_eq!((text(Take::Excerpt(max)), text(Take::Truncated(max))), (json!("four\n"), json!(true)));
    assert_eq!(text(Take::Lines(Lines::new(ROOT))), 4);
    let errors = Lines::new(ROOT).containing("##[error]");
    assert_eq!(text(Take::Lines(errors)), 2);
    assert_eq!(text(Take::Lines(errors.first(1))), json!(["##[error]two"]));
    let absent = |wanted| take(wanted, json!(null));
    assert_eq!(absent(Take::Excerpt(tail.nullable())).unwrap(), json!(null));
    assert_eq!(absent(Take::Lines(errors)).unwrap(), 0);
    assert!(absent(Take::Excerpt(tail)).is_err());
}

#[test]
fn an_element_has_the_response_that_was_requested_for_it() {
    const LOG: Take = Take::Excerpt(Excerpt::new(Path::of("log", &[])).nullable());
    const JOB: Take = Take::object(ROOT, &[Field::value("id", Pick::new(&["id"])), Field::new("log", LOG)]);
    let mut results = CallResults::default();
    results.add("jobs", json!({"jobs": [{"id": 1}, {"id": 2}, {"id": 3}], "others": [{"id": 9}]}));
    let logs = vec![Some(json!("first")), None, Some(Value::Null)];
    results.add_each("log", Source::found("jobs", &["jobs", "[]"]), logs);
    let input = Map::new();
    let source = OutputSource { inputs: Inputs::new(&CARD, &input), results: &results, page: None };
    let jobs = |at: Path| source.output(&[Field::new("jobs", Take::list(at, &[], &JOB))]).unwrap()["jobs"].clone();
    let expected = json!([{"id": 1, "log": "first"}, {"id": 2, "log": null}, {"id": 3, "log": null}]);
    assert_eq!(jobs(Path::of("jobs", &["jobs"])), expected);
    assert_eq!(jobs(Path::new(&["jobs"])), expected, "the last call with one response");
    assert_eq!(jobs(Path::of("jobs", &["others"])), json!([{"id": 9, "log": null}]), "another list");
}
