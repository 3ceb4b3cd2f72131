//! Every value of an output comes from the response.

use ghx_sandbox::Sandbox;
use serde_json::{Value, json};

use super::replay::{record, replay};
use super::table::rows;

/// Another value of the same type.
fn other(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.iter_mut().filter(|(key, _)| *key != "__typename").for_each(|(_, member)| other(member));
        }
        Value::Array(items) => items.iter_mut().for_each(other),
        Value::String(text) => text.push('x'),
        Value::Number(number) => *value = json!(number.as_u64().unwrap() + 1000),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => {}
    }
}

/// The places of an output that stayed the same although all of the response changed.
fn unchanged(before: &Value, after: &Value, pointer: &str, found: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            before.iter().for_each(|(key, value)| unchanged(value, &after[key], &format!("{pointer}/{key}"), found));
        }
        (Value::Array(before), Value::Array(after)) => {
            before.iter().zip(after).for_each(|(value, after)| unchanged(value, after, &format!("{pointer}/-"), found));
        }
        (Value::Null, _) => {}
        _ if before == after => found.push(pointer.to_owned()),
        _ => {}
    }
}

/// Fields that were not selected had made-up values, such as `number: 0`.
#[tokio::test]
async fn no_output_is_made_up() {
    // With a filter, another response means other items.
    for row in
        rows(&Sandbox::start().await.unwrap()).into_iter().filter(|row| row.input.get("unresolvedOnly").is_none())
    {
        let (before, mut exchanges) = record(row.step()).await;
        other(&mut exchanges.last_mut().unwrap().answer["data"]);
        let after = replay(&row.step(), exchanges).await;
        assert_eq!(after["ok"], true, "{row:?}: {after:#}");
        let mut same = Vec::new();
        unchanged(&before["data"], &after["data"], "", &mut same);
        // How many threads a page looked at is counted, and whether a comment is pending is compared: neither is read.
        same.retain(|pointer| pointer != "/scanned" && !pointer.ends_with("/pending"));
        assert!(same.is_empty(), "{row:?}: {same:?} of {}", before["data"]);
    }
}
