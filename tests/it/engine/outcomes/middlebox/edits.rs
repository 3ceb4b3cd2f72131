//! GraphQL responses that do not say what happened.

use ghx_sandbox::middlebox::Response;
use serde_json::{Map, Value, json};

use super::super::random::Random;

/// Types by which GitHub refuses a field, and types that it does not, or not yet, have.
const KNOWN: [&str; 7] =
    ["NOT_FOUND", "FORBIDDEN", "UNPROCESSABLE", "STALE_DATA", "INSUFFICIENT_SCOPES", "RATE_LIMITED", "RATE_LIMIT"];
const UNKNOWN: [&str; 8] = [
    "INTERNAL",
    "SERVICE_UNAVAILABLE",
    "RESOURCE_LIMITS_EXCEEDED",
    "TIMEOUT",
    "LOCKED",
    "not_found",
    "",
    "MAX_NODE_LIMIT_EXCEEDED",
];
const MESSAGES: [&str; 6] = [
    "Something went wrong while executing your query.",
    "Could not resolve to a node with the global id of 'I_1'",
    "was submitted too quickly",
    "Resource not accessible by integration",
    "not found",
    "",
];

/// The true body with one to three changes; `None` if that would be a forged refusal or a forged result, which no client can
/// tell from a true one.
pub(super) fn edited(chance: &mut Random, truth: &Response) -> Option<Value> {
    let before = truth.as_json()?;
    let mut body = before.clone();
    for _ in 0..=chance.below(3) {
        edit(chance, &mut body);
    }
    (!forges(&before, &body)).then_some(body)
}

fn edit(chance: &mut Random, body: &mut Value) {
    let aliases = aliases(body);
    let alias = (!aliases.is_empty()).then(|| chance.pick(&aliases));
    match (chance.below(13), alias) {
        (0, _) => drop(body.as_object_mut().map(|body| body.remove("data"))),
        (1, _) => body["data"] = Value::Null,
        (2 | 3, Some(alias)) => body["data"][alias] = Value::Null,
        (4, Some(alias)) => drop(body["data"].as_object_mut().map(|data| data.remove(&alias))),
        (5, Some(alias)) => {
            body["data"][alias] = chance.pick(&[json!(true), json!([]), json!({}), json!("x"), json!({"id": 1})]);
        }
        (6, _) => drop(body.as_object_mut().map(|body| body.remove("errors"))),
        (7, _) => strip(chance, body),
        (8, _) => {
            body["errors"] = chance.pick(&[json!([]), json!(null), json!({}), json!("no"), json!([null]), json!([{}])]);
        }
        (9, _) => body["data"] = chance.pick(&[json!({}), json!([]), json!("x"), json!({"s0": null})]),
        (_, alias) => add_error(chance, body, alias.as_deref()),
    }
}

fn aliases(body: &Value) -> Vec<String> {
    body["data"].as_object().map(|data| data.keys().cloned().collect()).unwrap_or_default()
}

/// Takes one member off every error.
fn strip(chance: &mut Random, body: &mut Value) {
    let member = chance.pick(&["path", "type", "locations", "message", "extensions"]);
    for error in body["errors"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        error.remove(member);
    }
}

fn add_error(chance: &mut Random, body: &mut Value, alias: Option<&str>) {
    let mut error = Map::new();
    error.insert("message".to_owned(), json!(chance.pick(&MESSAGES)));
    match chance.below(4) {
        0 => {}
        1 | 2 => drop(error.insert("type".to_owned(), json!(chance.pick(&UNKNOWN)))),
        _ => drop(error.insert("type".to_owned(), json!(chance.pick(&KNOWN)))),
    }
    let path = match (chance.below(6), alias) {
        (0 | 1, Some(alias)) => Some(json!([alias])),
        (2, Some(alias)) => Some(json!([alias, "issue", 0, "title"])),
        (3, _) => Some(json!(["nobody"])),
        (4, _) => Some(json!([])),
        _ => None,
    };
    error.extend(path.map(|path| ("path".to_owned(), path)));
    if chance.one_in(3) {
        // The first line is the operation's: a line of a field would name that field.
        error.insert("locations".to_owned(), json!([{"line": 1, "column": 1}]));
    }
    if chance.one_in(4) {
        error.insert(
            "extensions".to_owned(),
            json!({"code": chance.pick(&["newCode", "INTERNAL_SERVER_ERROR"]), "saml_failure": false}),
        );
    }
    if !body["errors"].is_array() {
        body["errors"] = json!([]);
    }
    let errors = body["errors"].as_array_mut().unwrap();
    let at = chance.below(errors.len() + 1);
    errors.insert(at, Value::Object(error));
}

/// Whether a response says that something was refused that was executed, or the other way round, in GitHub's own words.
fn forges(truth: &Value, body: &Value) -> bool {
    let errors: Vec<&Value> = body["errors"].as_array().into_iter().flatten().collect();
    let kind = |error: &Value| error["type"].as_str().map(ToOwned::to_owned);
    let refuses_all = body.get("data").is_none()
        && !errors.is_empty()
        && errors.iter().all(|error| {
            let is_pathless = error["path"].as_array().is_none_or(Vec::is_empty);
            is_pathless
                && kind(error)
                    .is_some_and(|kind| ["INSUFFICIENT_SCOPES", "RATE_LIMITED", "RATE_LIMIT"].contains(&kind.as_str()))
        });
    refuses_all || aliases(truth).iter().any(|alias| forges_alias(truth, body, &errors, alias))
}

fn forges_alias(truth: &Value, body: &Value, errors: &[&Value], alias: &str) -> bool {
    let was_executed = !truth["data"][alias].is_null();
    let own: Vec<&&Value> = errors.iter().filter(|error| error["path"][0] == alias).collect();
    let is_known = |error: &&&Value| error["type"].as_str().is_some_and(|kind| KNOWN.contains(&kind));
    let is_at_field = |error: &&&Value| error["path"].as_array().is_some_and(|path| path.len() == 1);
    let is_refused = !own.is_empty() && own.iter().all(|error| is_at_field(error) && is_known(error));
    let is_applied = !own.is_empty() && own.iter().all(|error| !is_at_field(error)) && body["data"].is_object();
    if was_executed { is_refused && body["data"][alias].is_null() } else { is_applied }
}
