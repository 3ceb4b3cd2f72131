//! What to do after a failure. If GitHub refused a request, its own message explains it best, so there is a hint only where
//! it is about the same problem.

use ghx::ErrorCode;
use ghx::envelope::ErrorBody;
use serde_json::Value;

use crate::repository::Context;

/// What to do if the outcome of a write is unknown.
pub(crate) const CHECK_FIRST: &str = "check on GitHub what was done before sending it again";

/// What to do after the failure of a step; `ghx run` has one step.
pub(super) fn hint(step: usize, task: &str, error: &ErrorBody, context: &Context) -> Option<String> {
    if detail(error, "outcome").is_some() {
        return Some(CHECK_FIRST.to_owned());
    }
    Some(match error.code {
        ErrorCode::Validation => return after_validation(step, task, error, context),
        ErrorCode::Auth => after_auth(error).to_owned(),
        ErrorCode::NotFound if says_what_to_do(&error.message) => return None,
        ErrorCode::NotFound => "check the names, and that this token can read them".to_owned(),
        ErrorCode::RateLimit => match detail(error, "retry_at") {
            Some(at) => format!("try again after {at}, or allow a longer wait with --max-wait 15m"),
            None => "try again later, or allow a longer wait with --max-wait 15m".to_owned(),
        },
        ErrorCode::AdapterUnsupported => format!("`ghx capabilities explain {task}` shows its routes"),
        ErrorCode::Network => "check the connection and try again".to_owned(),
        ErrorCode::Server if error.retryable => "try again".to_owned(),
        _ => return None,
    })
}

fn detail<'e>(error: &'e ErrorBody, name: &str) -> Option<&'e str> {
    error.details.get(name).and_then(Value::as_str)
}

/// Whether the message names what to use instead: `… is a pull request, not an issue: use pr.view`, `… (did you mean …?)`.
fn says_what_to_do(message: &str) -> bool {
    ["did you mean", ", not a"].iter().any(|part| message.contains(part))
}

/// Whether the error is from GitHub, and not from ghx before anything was sent.
fn is_from_github(error: &ErrorBody) -> bool {
    ["type", "github_request_id"].iter().any(|name| error.details.contains_key(*name))
}

fn after_validation(step: usize, task: &str, error: &ErrorBody, context: &Context) -> Option<String> {
    let entry = match ghx::capability::find(ghx::ALL, task) {
        _ if task.is_empty() => return Some(STEP.to_owned()),
        Err(_) => return Some("`ghx capabilities list` shows all capabilities".to_owned()),
        Ok(entry) => entry,
    };
    let problems = error.details.get("problems").and_then(Value::as_array).filter(|_| !is_from_github(error))?;
    match context {
        Context::Missing { why, steps } if steps.contains(&step) => Some(why.clone()),
        _ if problems.iter().all(is_about_the_step) => Some(STEP.to_owned()),
        _ => Some(format!("`ghx capabilities explain {}` shows its inputs", entry.card.id)),
    }
}

/// What to do if a step itself is not valid.
const STEP: &str = "`ghx chain --help` shows what a step looks like";

/// Whether the problem is not an input, but the id of the step or the steps that it refers to.
fn is_about_the_step(problem: &Value) -> bool {
    let message = problem["message"].as_str().unwrap_or_default();
    message.starts_with("the step ") || message.contains(" refers to a step ")
}

fn after_auth(error: &ErrorBody) -> &'static str {
    match detail(error, "type") {
        Some("INSUFFICIENT_SCOPES") => "`gh auth refresh --scopes SCOPE` adds a scope to the token of `gh`",
        Some("FORBIDDEN") => {
            "GitHub knows the token, but does not allow this: usual reasons are missing permissions, an archived repository and a block"
        }
        _ if is_from_github(error) => "`gh auth status` shows which token is used, and what it may do",
        _ => "`gh auth status` shows who you are; `--sandbox` needs no token",
    }
}

#[cfg(test)]
mod tests {
    use ghx::Error;

    use super::*;

    fn hint_for(error: &Error, details: &[(&str, &str)]) -> Option<String> {
        let mut body = ErrorBody::from(error);
        body.details.extend(details.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))));
        hint(0, "pr.merge", &body, &Context::NotNeeded)
    }

    #[test]
    fn after_a_refusal_of_github_the_hint_fits_or_there_is_none() {
        let draft = hint_for(&Error::validation("Pull Request is still a draft"), &[("type", "UNPROCESSABLE")]);
        assert_eq!(draft, None);
        let forbidden = hint_for(&Error::auth("Repository was archived"), &[("type", "FORBIDDEN")]).unwrap();
        assert!(forbidden.contains("archived") && !forbidden.contains("--sandbox"), "{forbidden}");
        let refused = hint_for(&Error::auth("Bad credentials"), &[("github_request_id", "1")]).unwrap();
        assert!(refused.contains("gh auth status") && !refused.contains("--sandbox"), "{refused}");
        let missing = hint_for(&Error::auth("no token for github.com"), &[]).unwrap();
        assert!(missing.contains("--sandbox"), "{missing}");
    }

    #[test]
    fn a_message_that_names_the_capability_to_use_gets_no_hint() {
        for message in
            ["acme/widgets#7 is a pull request, not an issue: use pr.view", "no label `bgu` (did you mean `bug`?)"]
        {
            assert_eq!(hint_for(&Error::not_found(message), &[]), None);
        }
        assert!(hint_for(&Error::not_found("issue acme/widgets#999 was not found"), &[]).is_some());
    }

    #[test]
    fn a_cycle_of_steps_gets_no_hint_about_inputs() {
        assert_eq!(hint_for(&Error::validation("the step waits for itself: `a` → `b` → `a`"), &[]), None);
    }
}
