//! Scopes of classic tokens: a document that needs one more is refused as a whole, with `locations` and no `path`.

use apollo_compiler::{
    ExecutableDocument, Node,
    executable::{Field, Operation},
};
use serde_json::{Value as Json, json};

use super::locations;
use crate::state::Actor;

/// The errors for fields that need scopes which the actor does not have.
pub(crate) fn missing_scopes(document: &ExecutableDocument, operation: &Operation, actor: &Actor) -> Vec<Json> {
    let mut errors = Vec::new();
    for field in operation.all_fields(document) {
        let wanted = if operation.is_mutation() && is_root(operation, document, field) {
            Some("public_repo")
        } else {
            needed_to_read(&field.name)
        };
        if let Some(wanted) = wanted.filter(|wanted| !actor.has_scope(wanted)) {
            errors.push(insufficient(document, field, wanted, actor));
        }
    }
    errors
}

fn is_root(operation: &Operation, document: &ExecutableDocument, field: &Node<Field>) -> bool {
    operation.root_fields(document).any(|root| root.ptr_eq(field))
}

fn needed_to_read(field: &str) -> Option<&'static str> {
    match field {
        "projectItems" | "projectsV2" | "projectV2" => Some("read:project"),
        "teams" | "team" => Some("read:org"),
        _ => None,
    }
}

/// The error for one field; also used by the fault of that name.
pub(crate) fn insufficient(document: &ExecutableDocument, field: &Field, wanted: &str, actor: &Actor) -> Json {
    let has = actor.scopes.join("', '");
    let message = format!(
        "Your token has not been granted the required scopes to execute this query. The '{}' field requires one of the \
         following scopes: ['{wanted}'], but your token has only been granted the: ['{has}'] scopes. Please modify your \
         token's scopes at: https://github.com/settings/tokens.",
        field.name
    );
    let mut error = json!({ "type": "INSUFFICIENT_SCOPES", "message": message });
    error["locations"] = locations::locations(document, field);
    error
}
