//! The next thing to do after a failure. What GitHub itself refuses, its own words explain best: then there is a hint only
//! where it is about the same thing.

use ghx::ErrorCode;
use ghx::envelope::ErrorBody;
use serde_json::Value;

use crate::repository::Context;

/// What to do where the outcome of a write is not known.
pub(crate) const CHECK_FIRST: &str = "check on GitHub what was done before sending it again";

/// The next thing to do after the failure of a step; `ghx run` has one step.
pub(crate) fn next_thing(step: usize, task: &str, error: &ErrorBody, context: &Context) -> Option<String> {
    if detail(error, "outcome").is_some() {
        return Some(CHECK_FIRST.to_owned());
    }
    Some(match error.code {
        ErrorCode::Validation => return after_validation(step, task, error, context),
        ErrorCode::Auth => after_auth(error).to_owned(),
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

/// Whether GitHub said so, and not ghx before anything was sent.
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
        _ => Some(format!("`ghx capabilities explain {}` shows what it takes", entry.card.id)),
    }
}

const STEP: &str = "`ghx chain --help` shows what a step looks like";

/// Whether it is not the input that is wrong, but the id of the step or what it waits for.
fn is_about_the_step(problem: &Value) -> bool {
    problem["message"].as_str().is_some_and(|message| message.starts_with("the step "))
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

    fn hint(error: &Error, details: &[(&str, &str)]) -> Option<String> {
        let mut body = ErrorBody::from(error);
        body.details.extend(details.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))));
        next_thing(0, "pr.merge", &body, &Context::NotNeeded)
    }

    #[test]
    fn a_refusal_of_github_gets_no_hint_about_something_else() {
        let draft = hint(&Error::validation("Pull Request is still a draft"), &[("type", "UNPROCESSABLE")]);
        assert_eq!(draft, None);
        let forbidden = hint(&Error::auth("Repository was archived"), &[("type", "FORBIDDEN")]).unwrap();
        assert!(forbidden.contains("archived") && !forbidden.contains("--sandbox"), "{forbidden}");
        let refused = hint(&Error::auth("Bad credentials"), &[("github_request_id", "1")]).unwrap();
        assert!(refused.contains("gh auth status") && !refused.contains("--sandbox"), "{refused}");
        let nothing = hint(&Error::auth("no token for github.com"), &[]).unwrap();
        assert!(nothing.contains("--sandbox"), "{nothing}");
    }

    #[test]
    fn steps_that_wait_for_each_other_are_not_a_matter_of_inputs() {
        assert_eq!(hint(&Error::validation("the step waits for itself: `a` → `b` → `a`"), &[]), None);
    }
}
