//! Builds the output of a capability from the responses of its calls.

use serde_json::{Map, Value};

use super::call_results::{CallResults, at, text};
use super::location::{Location, Start};
use super::values::{Inputs, Scope};
use crate::Error;
use crate::card::route::{Condition, Field, Path, Pick, Take};
use crate::error::Phase;

/// The values that an output is built from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutputSource<'a> {
    pub(crate) inputs: Inputs<'a>,
    pub(crate) results: &'a CallResults,
    /// `hasNextPage` and `endCursor`.
    pub(crate) page: Option<&'a Value>,
}

impl OutputSource<'_> {
    /// The output, property by property. An error names the location of the unexpected value.
    pub(crate) fn output(&self, fields: &[Field]) -> Result<Value, Error> {
        let values = self.fields(fields, self.results.last(), &Location::root());
        values.map_err(|message| Error::server(message).in_phase(Phase::Refused))
    }

    fn fields(&self, fields: &[Field], root: &Value, location: &Location<'_>) -> Result<Value, String> {
        let values = fields.iter().map(|field| Ok((field.name.to_owned(), self.value(&field.take, root, location)?)));
        values.collect::<Result<Map<_, _>, String>>().map(Value::Object)
    }

    fn value(&self, take: &Take, root: &Value, location: &Location<'_>) -> Result<Value, String> {
        match take {
            Take::Value(pick) => self.pick(pick, root, location),
            Take::Object { at, nullable, fields } => {
                let (value, location) = self.find(at, root, location)?;
                match value {
                    Value::Null if *nullable => Ok(Value::Null),
                    Value::Object(_) => self.fields(fields, value, &location),
                    other => Err(location.unexpected("an object", other)),
                }
            }
            Take::List { at, keep, item } => {
                let (value, location) = self.find(at, root, location)?;
                let Value::Array(elements) = value else { return Err(location.unexpected("a list", value)) };
                let kept = elements.iter().enumerate().filter(|(_, element)| self.keeps(keep, element));
                kept.map(|(index, element)| self.value(item, element, &location.element(index))).collect()
            }
            Take::Input(name) => {
                let value = self.inputs.get(name).map(std::borrow::Cow::into_owned);
                Ok(value.unwrap_or_default())
            }
            Take::Literal(literal) => Ok(literal.to_json()),
            Take::Text => match self.results.last() {
                text @ Value::String(_) => Ok(text.clone()),
                other => Err(location.unexpected("text", other)),
            },
            Take::Map { .. }
            | Take::Json(_)
            | Take::Count { .. }
            | Take::Holds(_)
            | Take::First(_)
            | Take::Sent(_)
            | Take::Excerpt(_)
            | Take::Truncated(_)
            | Take::Lines(_)
            | Take::Location => Err("this version does not read such outputs".to_owned()),
            Take::PageInfo => self.page.cloned().ok_or_else(|| "the response is not a page".to_owned()),
        }
    }

    fn scope(&self) -> Scope<'_> {
        Scope { inputs: self.inputs, results: Some(self.results), element: None, host: "" }
    }

    fn keeps(&self, keep: &[Condition], element: &Value) -> bool {
        keep.iter().all(|condition| condition.holds(element, &self.scope()))
    }

    fn pick(&self, pick: &Pick, root: &Value, location: &Location<'_>) -> Result<Value, String> {
        let base = self.base(&pick.path, root);
        if let Some((_, value)) = pick.present.iter().find(|(keys, _)| !at(base, keys).is_null()) {
            return Ok(Value::from(*value));
        }
        let (value, location) = self.find(&pick.path, root, location)?;
        let written = text(value);
        let is_null = value.is_null() || written.as_deref().is_some_and(|text| pick.nulls.contains(&text));
        match (written, pick.default) {
            (_, Some(default)) if is_null => Ok(default.to_json()),
            _ if is_null && pick.nullable => Ok(Value::Null),
            (Some(written), _) if !is_null => {
                let mapped = pick.map.iter().find(|(from, _)| *from == written).map(|(_, to)| to.to_json());
                let trimmed = || pick.without.and_then(|extra| without(&written, extra)).map(Value::from);
                Ok(mapped.or_else(trimmed).unwrap_or_else(|| value.clone()))
            }
            _ => Err(location.unexpected("a value", value)),
        }
    }

    fn base<'v>(&'v self, path: &Path, root: &'v Value) -> &'v Value {
        match path.call {
            Some(call) => self.results.of(call).unwrap_or(&Value::Null),
            None => root,
        }
    }

    /// The value at a path. A path through anything but an object is an error.
    fn find<'v, 'p>(
        &'v self,
        path: &Path,
        root: &'v Value,
        location: &'p Location<'p>,
    ) -> Result<(&'v Value, Location<'p>), String> {
        let start = path.call.map_or(Start::At(location), Start::Call);
        let mut value = self.base(path, root);
        for (depth, key) in path.keys.iter().enumerate() {
            value = match value {
                Value::Object(members) => members.get(*key).unwrap_or(&Value::Null),
                Value::Null => &Value::Null,
                other => {
                    return Err(Location { start, keys: path.keys.get(..depth).unwrap_or_default() }
                        .unexpected("an object", other));
                }
            };
        }
        Ok((value, Location { start, keys: path.keys }))
    }
}

/// The text without the affix that the route adds.
fn without<'t>(text: &'t str, extra: &str) -> Option<&'t str> {
    text.strip_suffix(extra).or_else(|| text.strip_prefix(extra)).filter(|rest| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::card::route::{Literal, Test};
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
        assert_eq!(
            pick(Pick { present: &[(&["a", "c"], "C"), (&["a", "d"], "D")], ..PICK }, &json!("x")).unwrap(),
            "D"
        );
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
                prop::collection::btree_map("[abl]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
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
}
