//! The inputs that a card is run with: its examples, and those of `inputs.json` where they are not enough.

use ghx::card::Card;
use ghx_sandbox::Sandbox;
use serde_json::{Map, Value};

/// More inputs, by the id of the card.
const MORE: &str = include_str!("../inputs.json");

/// The inputs of a card.
pub(crate) fn of(card: &Card) -> Vec<Value> {
    let more: Map<String, Value> = serde_json::from_str(MORE).unwrap();
    let examples = card.examples.iter().map(|example| serde_json::from_str(example.input).unwrap());
    let more = more.get(card.id).and_then(Value::as_array).cloned().unwrap_or_default();
    examples.chain(more).collect()
}

/// The input with the ids of the sandbox in place of `I_kwDOAcme0042`, `PR_kwDOAcme0007` or `PRRT_kwDOAcme0001`.
pub(crate) fn with_real_ids(input: &Value, sandbox: &Sandbox) -> Value {
    let mut input = input.clone();
    for value in input.as_object_mut().into_iter().flat_map(|members| members.values_mut()) {
        if let Some(id) = value.as_str().and_then(|text| real_id(text, sandbox)) {
            *value = Value::String(id);
        }
    }
    input
}

fn real_id(text: &str, sandbox: &Sandbox) -> Option<String> {
    let (kind, number) = text.split_once("_kwDOAcme")?;
    let number: u32 = number.parse().ok()?;
    match kind {
        "PRRT" => {
            let threads = sandbox.pull("acme/widgets", 7)?.threads;
            threads.get(usize::try_from(number).ok()?.checked_sub(1)?).map(|thread| thread.id.clone())
        }
        _ => sandbox.issue("acme/widgets", number).map(|issue| issue.id),
    }
}
