//! Inputs that name files of this machine.

use serde_json::{Map, Value};

use crate::card::{Card, Type};
use crate::error::InputProblem;

/// The problems of inputs that name files: they must be allowed, and the output of a step cannot choose the file.
pub(super) fn file_problems(card: &Card, input: &Map<String, Value>, allowed: bool) -> Vec<InputProblem> {
    let is_path = |ty: &Type| matches!(ty, Type::String { format: Some("path"), .. });
    let mut problems = Vec::new();
    for property in card.inputs.iter().filter(|property| is_path(&property.ty)) {
        let rule = match input.get(property.name) {
            None | Some(Value::Null) => continue,
            Some(Value::String(_)) if allowed => continue,
            Some(_) if allowed => "must be written out: the output of a step cannot name a file",
            Some(_) => "names a file of this machine, which is not allowed here",
        };
        problems.push(InputProblem::new(format!("/{}", property.name), "no path of a file", "a path", rule));
    }
    problems
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::Capability;
    use crate::card::Property;
    use crate::issue::IssueView;

    static CARD: Card = Card {
        inputs: &[
            Property::new("file", "", Type::text().formatted("path")).optional(),
            Property::new("text", "", Type::text()).optional(),
        ],
        ..*IssueView::CARD
    };

    fn problems(input: Value, allowed: bool) -> Vec<String> {
        let Value::Object(input) = input else { panic!() };
        file_problems(&CARD, &input, allowed).iter().map(InputProblem::message).collect()
    }

    #[test]
    fn a_file_is_read_only_if_that_is_allowed() {
        assert_eq!(problems(json!({"file": "/etc/passwd"}), true), [""; 0]);
        let refused = "`file` names a file of this machine, which is not allowed here";
        assert_eq!(problems(json!({"file": "/etc/passwd"}), false), [refused]);
        assert_eq!(problems(json!({"file": {"$ref": "0.title"}}), false), [refused]);
        assert_eq!(problems(json!({"file": null, "text": "/etc/passwd"}), false), [""; 0]);
    }

    #[test]
    fn the_output_of_a_step_cannot_name_a_file() {
        let refused = "`file` must be written out: the output of a step cannot name a file";
        assert_eq!(problems(json!({"file": {"$ref": "0.title"}}), true), [refused]);
        assert_eq!(problems(json!({"file": {"$text": ["/tmp/", {"$ref": "0.title"}]}}), true), [refused]);
    }
}
