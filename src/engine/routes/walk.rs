//! Follows the steps of a path through JSON: see [`Keys`](crate::card::route::Keys).

use std::borrow::Cow;

use serde_json::Value;

/// A value in a response.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'v> {
    pub(crate) value: Cow<'v, Value>,
    /// The key of the entry of a map that it is in.
    pub(crate) key: Option<&'v str>,
}

impl<'v> Spot<'v> {
    pub(crate) fn new(value: &'v Value) -> Self {
        Self { value: Cow::Borrowed(value), key: None }
    }
}

/// Where a path leads.
#[derive(Clone, Debug)]
pub(crate) struct Places<'v> {
    pub(crate) spots: Vec<Spot<'v>>,
    /// Whether the path goes through a list or a map. Otherwise there is one place, or none after `?`.
    pub(crate) is_list: bool,
}

impl<'v> Places<'v> {
    /// The value there, and a list as JSON.
    pub(crate) fn into_value(self) -> Cow<'v, Value> {
        if self.is_list {
            return Cow::Owned(self.spots.into_iter().map(|spot| spot.value.into_owned()).collect());
        }
        self.spots.into_iter().next().map_or(Cow::Owned(Value::Null), |spot| spot.value)
    }
}

/// A value that a path cannot go through.
#[derive(Clone, Debug)]
pub(crate) struct Misfit<'v> {
    /// How many steps lead to it.
    pub(crate) depth: usize,
    pub(crate) expected: &'static str,
    pub(crate) found: Cow<'v, Value>,
}

/// What is done if a step leads to null.
#[derive(Clone, Copy)]
enum OnNull {
    Keep,
    Fail,
    Drop,
}

/// Follows a path. A missing member is null, and so is everything below null, unless a step says otherwise.
pub(crate) fn walk<'v>(start: Spot<'v>, keys: &[&str]) -> Result<Places<'v>, Misfit<'v>> {
    let mut places = Places { spots: vec![start], is_list: false };
    for (depth, step) in keys.iter().enumerate() {
        let (step, on_null) = match (step.strip_suffix('!'), step.strip_suffix('?')) {
            (Some(step), _) => (step, OnNull::Fail),
            (_, Some(step)) => (step, OnNull::Drop),
            _ => (*step, OnNull::Keep),
        };
        let mut next = Vec::with_capacity(places.spots.len());
        for spot in places.spots {
            for spot in below(spot, step, depth)? {
                match (on_null, spot.value.is_null()) {
                    (OnNull::Fail, true) => {
                        return Err(Misfit { depth: depth + 1, expected: "a value", found: spot.value });
                    }
                    (OnNull::Drop, true) => {}
                    _ => next.push(spot),
                }
            }
        }
        places.spots = next;
        places.is_list |= matches!(step, "[]" | "{}");
    }
    Ok(places)
}

/// The value at a path; null if the path leads nowhere.
pub(crate) fn look<'v>(root: &'v Value, keys: &[&str]) -> Cow<'v, Value> {
    walk(Spot::new(root), keys).map_or(Cow::Owned(Value::Null), Places::into_value)
}

/// One step.
fn below<'v>(spot: Spot<'v>, step: &str, depth: usize) -> Result<Vec<Spot<'v>>, Misfit<'v>> {
    let Spot { value, key } = spot;
    if step == "$key" {
        return Ok(vec![Spot { value: Cow::Owned(key.map_or(Value::Null, Value::from)), key }]);
    }
    let Cow::Borrowed(value) = value else {
        return Err(Misfit { depth, expected: "an object", found: value });
    };
    let misfit = |expected| Misfit { depth, expected, found: Cow::Borrowed(value) };
    let spot = |value: &'v Value| Spot { value: Cow::Borrowed(value), key };
    match (step, value) {
        ("[]", Value::Array(elements)) => Ok(elements.iter().map(spot).collect()),
        ("[]", _) => Err(misfit("a list")),
        ("{}", Value::Object(members)) => {
            Ok(members.iter().map(|(key, value)| Spot { value: Cow::Borrowed(value), key: Some(key) }).collect())
        }
        ("{}", _) => Err(misfit("an object")),
        (_, Value::Null) => Ok(vec![spot(value)]),
        _ => match (position(step), value) {
            (Some(position), Value::Array(elements)) => Ok(vec![spot(elements.get(position).unwrap_or(&Value::Null))]),
            (Some(_), _) => Err(misfit("a list")),
            (None, Value::Object(members)) => Ok(vec![spot(members.get(step).unwrap_or(&Value::Null))]),
            (None, _) => Err(misfit("an object")),
        },
    }
}

/// The position that a step names: 0 of `[0]`.
fn position(step: &str) -> Option<usize> {
    step.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn at(root: &Value, keys: &[&str]) -> Result<Value, String> {
        let places = walk(Spot::new(root), keys).map_err(|misfit| format!("{}: {}", misfit.depth, misfit.expected))?;
        Ok(places.into_value().into_owned())
    }

    #[test]
    fn every_step_has_its_meaning() {
        let root = json!({
            "a": {"b": 1, "c": null},
            "l": [{"n": 1, "r": {"x": "p"}, "m": [1, 2]}, {"n": null, "r": null, "m": []}, {"n": 3, "m": [3]}],
            "files": {"a.txt": {"size": 1}, "b.txt": {"size": 2}},
        });
        for (keys, expected) in [
            (&[][..], Ok(root.clone())),
            (&["a", "b"], Ok(json!(1))),
            (&["a", "b!"], Ok(json!(1))),
            (&["a", "c", "d"], Ok(json!(null))),
            (&["a", "c!"], Err("2: a value")),
            (&["a", "c?"], Ok(json!(null))),
            (&["a", "b", "c"], Err("2: an object")),
            (&["l", "[0]", "n"], Ok(json!(1))),
            (&["l", "[7]", "n"], Ok(json!(null))),
            (&["l", "[7]!", "n"], Err("2: a value")),
            (&["a", "[0]"], Err("1: a list")),
            (&["l", "[]", "n"], Ok(json!([1, null, 3]))),
            (&["l", "[]", "n?"], Ok(json!([1, 3]))),
            (&["l", "[]", "n!"], Err("3: a value")),
            (&["l", "[]", "r?", "x"], Ok(json!(["p"]))),
            (&["l", "[]", "m", "[]"], Ok(json!([1, 2, 3]))),
            (&["a", "[]"], Err("1: a list")),
            (&["a", "c", "[]"], Err("2: a list")),
            (&["a", "c?", "[]"], Ok(json!([]))),
            (&["files", "{}", "size"], Ok(json!([1, 2]))),
            (&["files", "{}", "$key"], Ok(json!(["a.txt", "b.txt"]))),
            (&["files", "{}", "$key", "x"], Err("3: an object")),
            (&["l", "{}"], Err("1: an object")),
            (&["$key"], Ok(json!(null))),
        ] {
            assert_eq!(at(&root, keys), expected.map_err(ToOwned::to_owned), "{keys:?}");
        }
        assert_eq!(*look(&root, &["a", "b", "c"]), json!(null));
    }

    proptest! {
        /// Two lists in a path are one list with all elements, in order.
        #[test]
        fn lists_are_flattened(lists in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..5), 0..5)) {
            let root = json!({"l": lists.iter().map(|list| json!({"m": list})).collect::<Vec<_>>()});
            let all: Vec<u8> = lists.concat();
            prop_assert_eq!(at(&root, &["l", "[]", "m", "[]"]), Ok(json!(all)));
        }

        #[test]
        fn no_path_panics(keys in prop::collection::vec("[a\\[\\]{}!?$0-9]{0,5}", 0..4)) {
            let root = json!({"a": [{"a": {"0": 1}}, null], "": {}});
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            let _ = at(&root, &keys);
        }
    }
}
