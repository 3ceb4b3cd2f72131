//! Extra fields, unknown values and nulls in a response do not break decoding.

use ghx::capability::find;
use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::replay::{Exchange, record, replay};
use super::schema::{Place, places};
use super::table::{Row, rows};

const NEW_WORD: &str = "BRAND_NEW_WORD";

async fn all_rows() -> Vec<Row> {
    rows(&Sandbox::start().await.unwrap())
}

/// Changes each place of each response that fits; how many did.
fn change(exchanges: &mut [Exchange], fits: impl Fn(&Place) -> bool, value: &Value) -> usize {
    let mut changed = 0;
    for exchange in exchanges {
        let data = &mut exchange.answer["data"];
        for (pointer, _) in places(&exchange.document, data).iter().filter(|(_, place)| fits(place)) {
            let place = data.pointer_mut(pointer).unwrap();
            if !place.is_null() {
                *place = value.clone();
                changed += 1;
            }
        }
    }
    changed
}

/// Adds a field to every object.
fn extend(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.values_mut().for_each(extend);
            members.insert("brandNewField".to_owned(), json!({"deep": [1, null]}));
        }
        Value::Array(items) => items.iter_mut().for_each(extend),
        _ => {}
    }
}

#[tokio::test]
async fn a_replayed_recording_gives_the_same_data() {
    for row in all_rows().await {
        let (envelope, exchanges) = record(row.step()).await;
        assert_eq!(exchanges.len(), row.calls, "{row:?}");
        assert_eq!(replay(&row.step(), exchanges).await["data"], envelope["data"], "{row:?}");
    }
}

#[tokio::test]
async fn an_unknown_enum_value_is_kept() {
    let mut changed = 0;
    for row in all_rows().await {
        let (before, mut exchanges) = record(row.step()).await;
        let words = change(&mut exchanges, |place| place.is_enum, &json!(NEW_WORD));
        let envelope = replay(&row.step(), exchanges).await;
        assert_eq!(envelope["ok"], true, "{row:?}: {envelope:#}");
        let data = envelope["data"].to_string();
        // Whether a comment is pending is compared, not shown.
        let compared = if data.contains("\"pending\":") { words } else { 0 };
        assert_eq!(
            data.matches(NEW_WORD).count() + compared,
            words,
            "{row:?}: {} became {}",
            before["data"],
            envelope["data"]
        );
        changed += words;
    }
    assert!(changed > 30, "only {changed} words were changed");
}

#[tokio::test]
async fn extra_fields_are_ignored() {
    for row in all_rows().await {
        let (before, mut exchanges) = record(row.step()).await;
        for exchange in &mut exchanges {
            extend(&mut exchange.answer);
        }
        let envelope = replay(&row.step(), exchanges).await;
        assert_eq!(envelope["data"], before["data"], "{row:?}: {envelope:#}");
    }
}

/// The responses with null at one place.
fn nulled(exchanges: &[Exchange], number: usize, pointer: &str) -> Vec<Exchange> {
    let mut exchanges = exchanges.to_vec();
    *exchanges[number].answer["data"].pointer_mut(pointer).unwrap() = Value::Null;
    exchanges
}

/// What may be missing: an account that was deleted, a branch that was never created.
const MAY_BE_MISSING: [&str; 3] = ["author", "defaultBranchRef", "mergeCommit"];

/// Null is accepted for every leaf, for every item of a list, and for what may be missing. Where the node is null that
/// an output is read from, the step fails, and for a write reports what is known.
fn judge(row: &Row, pointer: &str, place: &Place, envelope: &Value) -> Result<(), String> {
    if envelope["ok"] == true {
        let card = find(ghx::ALL, row.task).unwrap().card;
        let schema: Value = serde_json::from_str(&card.output_schema()).unwrap();
        let fits = jsonschema::is_valid(&schema, &envelope["data"]);
        return if fits { Ok(()) } else { Err(format!("{} does not fit", envelope["data"])) };
    }
    let (error, last) = (&envelope["error"], pointer.rsplit('/').next().unwrap());
    let is_item = last.bytes().all(|byte| byte.is_ascii_digit());
    let must_do = place.is_leaf || is_item || MAY_BE_MISSING.contains(&last);
    let is_told = match error["details"]["outcome"].as_str() {
        Some(outcome) => row.writes() && matches!(outcome, "unknown" | "applied"),
        None => matches!(error["code"].as_str(), Some("NOT_FOUND" | "SERVER")),
    };
    if !must_do && is_told { Ok(()) } else { Err(format!("{error}")) }
}

#[tokio::test]
async fn null_is_accepted_wherever_github_allows_it() {
    let (mut tried, mut wrong) = (0, Vec::new());
    for row in all_rows().await {
        let (_, exchanges) = record(row.step()).await;
        for (number, exchange) in exchanges.iter().enumerate() {
            for (pointer, place) in places(&exchange.document, &exchange.answer["data"]) {
                if !place.nullable {
                    continue;
                }
                tried += 1;
                let envelope = replay(&row.step(), nulled(&exchanges, number, &pointer)).await;
                if let Err(problem) = judge(&row, &pointer, &place, &envelope) {
                    wrong.push(format!("{} {} {pointer}: {problem}", row.task, row.input));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(tried > 300, "only {tried} places");
}
