//! Values of a card as JSON text, and the inputs of subjects that belong together.

use crate::{
    card::Subject,
    yaml::{Node, Value},
};

/// A value of a card as JSON text, in the order of the file.
pub(crate) fn text(node: &Node) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    match &node.value {
        Value::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(",")),
        Value::Map(entries) => {
            let members = entries.iter().map(|(key, value)| format!("{}:{}", quoted(&key.name), text(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        _ => node.to_json().to_string(),
    }
}

/// The inputs that belong together, per form of a subject.
pub(crate) fn forms(subject: &Subject) -> Vec<Vec<&str>> {
    let inputs = &subject.inputs;
    let spelled = [&inputs.owner, &inputs.name, &inputs.number].into_iter().flatten().map(|name| name.value.as_str());
    let spelled: Vec<&str> = spelled.collect();
    let single = [&inputs.id, &inputs.text].into_iter().flatten().map(|name| vec![name.value.as_str()]);
    std::iter::once(spelled).chain(single).filter(|form| !form.is_empty()).collect()
}
