//! Cursors of REST and `gh`: where a list continues, as opaque text.

use base64::Engine;
use base64::engine::GeneralPurpose;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

#[cfg(feature = "gh")]
use super::cursor_route::CLI;
use super::cursor_route::REST;
use super::inputs::Inputs;
use crate::Error;
use crate::error::InputProblem;

/// Longer than any cursor that is encoded here.
const MAX_CURSOR_LENGTH: usize = 16 * 1024;

/// Without padding, which a URL would have to escape.
const BASE64: GeneralPurpose = base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The largest page that GitHub returns.
pub(crate) const MAX_PAGE_SIZE: usize = 100;

/// How many elements a page should have, by the input of that name or its default.
pub(crate) fn size_of(inputs: &Inputs<'_>, name: &str) -> usize {
    let size = inputs.get(name).and_then(|size| size.as_u64());
    size.and_then(|size| usize::try_from(size).ok()).unwrap_or(30).clamp(1, MAX_PAGE_SIZE)
}

/// The cursor in the input of that name; `None` for the first page.
pub(crate) fn cursor_of<'i>(inputs: &Inputs<'i>, name: &str) -> Option<&'i str> {
    inputs.input.get(name)?.as_str()
}

/// Where a list with `Link` headers continues. It has neither host nor path, so it cannot redirect a request.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RestCursor {
    /// The query parameters of the page.
    pub(crate) query: String,
    /// How many of its elements the caller has already.
    pub(crate) skip: usize,
    /// The id of the last element that the caller has. New elements may have moved it into the page.
    pub(crate) last: Value,
}

impl RestCursor {
    pub(crate) fn encode(&self) -> String {
        encode(REST, &(&self.query, self.skip, &self.last))
    }

    /// Reads the cursor in the input `name`.
    pub(crate) fn decode(name: &str, cursor: &str) -> Result<Self, Error> {
        let (query, skip, last) = decode(REST, cursor).ok_or_else(|| broken(name, cursor))?;
        Ok(Self { query, skip, last })
    }
}

/// Where a list of `gh` continues.
#[cfg(feature = "gh")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CliCursor {
    /// The key of the last element that the caller has.
    pub(crate) key: Value,
    /// The position after that element.
    pub(crate) seen: usize,
}

#[cfg(feature = "gh")]
impl CliCursor {
    pub(crate) fn encode(&self) -> String {
        encode(CLI, &(&self.key, self.seen))
    }

    /// Reads the cursor in the input `name`.
    pub(crate) fn decode(name: &str, cursor: &str) -> Result<Self, Error> {
        let (key, seen) = decode(CLI, cursor).ok_or_else(|| broken(name, cursor))?;
        Ok(Self { key, seen })
    }
}

fn encode(prefix: &str, value: &impl Serialize) -> String {
    // Strings and numbers can always be serialized.
    let json = serde_json::to_vec(value).unwrap_or_default();
    format!("{prefix}{}", BASE64.encode(json))
}

fn decode<T: DeserializeOwned>(prefix: &str, cursor: &str) -> Option<T> {
    let packed = cursor.trim().strip_prefix(prefix).filter(|packed| packed.len() <= MAX_CURSOR_LENGTH)?;
    serde_json::from_slice(&BASE64.decode(packed.trim_end_matches('=')).ok()?).ok()
}

fn broken(name: &str, cursor: &str) -> Error {
    let given: String = cursor.chars().take(40).collect();
    let problem = InputProblem::new(
        format!("/{name}"),
        "an `endCursor` of the same list",
        format!("the string {}", Value::from(given)),
        "is not a cursor",
    );
    Error::invalid_input(vec![
        problem.hint("pass the `endCursor` of the previous page unchanged, or leave it out for the first page"),
    ])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::ErrorCode;
    use crate::card::RouteKind;
    use crate::engine::routes::cursor_route::{check, route_of};

    #[test]
    fn a_cursor_names_its_route() {
        let rest = RestCursor { query: "page=2&per_page=30".to_owned(), skip: 4, last: json!(7) }.encode();
        let cli = CliCursor { key: json!("I_1"), seen: 30 }.encode();
        assert_eq!(route_of(&rest), RouteKind::Rest);
        assert_eq!(route_of(&cli), RouteKind::Cli);
        for theirs in ["Y3Vyc29yOnYyOpHOAAAAAQ==", "MQ", "", "restless", "12"] {
            assert_eq!(route_of(theirs), RouteKind::Graphql, "{theirs}");
        }
        assert!(check("after", &rest, RouteKind::Rest).is_ok());
        assert_eq!(check("after", &cli, RouteKind::Rest).unwrap_err(), "`after` is a cursor for the cli route");
    }

    #[test]
    fn white_space_and_padding_are_ignored() {
        let cursor = RestCursor { query: "page=2".to_owned(), skip: 0, last: json!(null) };
        let text = cursor.encode();
        assert_eq!(RestCursor::decode("after", &format!(" {text}\n")).unwrap(), cursor);
        assert_eq!(RestCursor::decode("after", &format!("{text}==")).unwrap(), cursor);
    }

    #[test]
    fn a_broken_cursor_is_an_input_problem() {
        for text in ["rest:", "rest:!!", "rest:bm8", "cli:bm8", "rest:WzEsMl0"] {
            let error = RestCursor::decode("after", text).unwrap_err();
            assert_eq!((error.code(), error.problems()[0].pointer()), (ErrorCode::Validation, "/after"), "{text}");
        }
        let long = format!("rest:{}", "A".repeat(MAX_CURSOR_LENGTH + 1));
        assert!(RestCursor::decode("after", &long).is_err());
    }

    proptest! {
        #[test]
        fn rest_cursors_round_trip(query in any::<String>(), skip in any::<usize>(), last in any::<u64>()) {
            let cursor = RestCursor { query, skip, last: last.into() };
            let text = cursor.encode();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":-_".contains(&byte)));
            prop_assert_eq!(RestCursor::decode("after", &text).unwrap(), cursor);
        }

        #[test]
        fn cli_cursors_round_trip(key in prop_oneof![any::<String>().prop_map(Value::from), any::<u64>().prop_map(Value::from)], seen in any::<usize>()) {
            let cursor = CliCursor { key, seen };
            prop_assert_eq!(CliCursor::decode("after", &cursor.encode()).unwrap(), cursor);
        }

        #[test]
        fn nothing_panics(text in any::<String>()) {
            let _ = RestCursor::decode("after", &format!("rest:{text}"));
            let _ = CliCursor::decode("after", &format!("cli:{text}"));
            let _ = route_of(&text);
        }
    }
}
