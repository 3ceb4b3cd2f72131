//! What an HTTP response of the REST API means.

use std::time::SystemTime;

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode};
use serde_json::Value;
use url::Url;

use super::invalid::problems;
use super::redirect::is_safe;
use crate::Error;
use crate::card::route::{ResponseKind, RestCall, SuccessBody};
use crate::engine::routes::values::Scope;
use crate::error::Phase;
use crate::response::{ErrorText, Evidence, HttpStatus, Limit, limit_of, nothing_ran, refine, request_id};

/// The rate limit that a response reports. For a write it counts only if it proves that the write was refused.
pub(crate) fn limit(response: &Response<Bytes>, writes: bool) -> Option<Limit> {
    let (status, text) = (response.status().as_u16(), ErrorText::read(response.body()));
    let limit = limit_of(status, response.headers(), &text)?;
    let is_refused = nothing_ran(Evidence::Status { status, is_github: text.is_github });
    let error = limit.error.with_request_id(request_id(response.headers()));
    (is_refused || !writes).then_some(Limit { error, ..limit })
}

/// The call that a response belongs to, for its errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallContext<'a> {
    pub(super) call: &'static RestCall,
    pub(super) scope: &'a Scope<'a>,
    /// The subject of the capability: `acme/widgets#7`.
    pub(super) subject: &'a str,
}

impl CallContext<'_> {
    pub(super) fn writes(&self) -> bool {
        self.call.writes()
    }

    /// The redirect that the call asks for, with its target as the body; `None` if this is not it. A resource that has
    /// moved within the API is redirected with another status.
    pub(super) fn location(&self, response: &Response<Bytes>, from: &Url) -> Option<Result<Response<Bytes>, Error>> {
        if self.call.response != ResponseKind::Location || response.status() != StatusCode::FOUND {
            return None;
        }
        let target = response.headers().get(http::header::LOCATION)?.to_str().ok()?;
        let target = from.join(target).ok().filter(is_safe);
        // The target is not part of the message: whoever knows it needs no token.
        let refused =
            || Error::server("GitHub redirects to something that is not a URL with TLS").in_phase(Phase::Refused);
        Some(target.ok_or_else(refused).map(|target| Response::new(Bytes::from(String::from(target)))))
    }

    /// Checks that a 2xx response to a write is one that GitHub documents for it. A login page of a proxy is 2xx as well.
    pub(super) fn check_success(&self, response: &Response<Bytes>) -> Result<(), Error> {
        let status = response.status().as_u16();
        if self.call.response == ResponseKind::Location {
            return Err(Error::server(format!("HTTP {status} instead of a redirect")).in_phase(Phase::Refused));
        }
        if !self.writes() {
            return Ok(());
        }
        let json: Option<Value> = serde_json::from_slice(response.body()).ok();
        let has = |body: SuccessBody| match (body, &json) {
            (SuccessBody::Empty, _) => response.body().trim_ascii().is_empty(),
            (SuccessBody::EmptyObject, Some(Value::Object(members))) => members.is_empty(),
            (SuccessBody::Object, Some(Value::Object(_))) | (SuccessBody::Array, Some(Value::Array(_))) => true,
            _ => false,
        };
        if self.call.successes.iter().any(|success| success.status == status && has(success.body)) {
            return Ok(());
        }
        let message = format!("HTTP {status} with a body that GitHub does not document for this request");
        Err(Error::server(message).in_phase(Phase::MayBeApplied).with_request_id(request_id(response.headers())))
    }

    /// The error of a response that is neither a success, a redirect nor a rate limit.
    pub(super) fn refusal(&self, response: &Response<Bytes>) -> Error {
        let headers = response.headers();
        let (status, text) = (HttpStatus::of(response.status().as_u16()), ErrorText::read(response.body()));
        let error = match status.number {
            403 => Error::auth(status.describe_as(text.message(), &forbidden(headers))),
            404 => Error::not_found(self.missing()),
            422 => self.invalid(response.body(), headers),
            _ => Error::new(status.code, status.describe(text.message())),
        };
        let is_refused = if self.writes() {
            nothing_ran(Evidence::Status { status: status.number, is_github: text.is_github })
        } else {
            // Sending it again would give the same response.
            status.refuses || status.is_redirect() || status.number == 501
        };
        let phase = if is_refused { Phase::Refused } else { Phase::MayBeApplied };
        refine(error.in_phase(phase)).with_request_id(request_id(headers))
    }

    /// The message of a 404. GitHub does not say what is missing, but the card may.
    fn missing(&self) -> String {
        if let Some(text) = self.call.missing {
            let key = self.scope.element.and_then(crate::engine::routes::call_results::text).unwrap_or_default();
            return text.replace("{key}", &key);
        }
        format!("GitHub does not find {}, or the token has no access to it (HTTP 404)", self.subject)
    }

    fn invalid(&self, body: &Bytes, headers: &HeaderMap) -> Error {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        let summary = value["message"].as_str().unwrap_or("GitHub refused the input");
        let problems = problems(&value["errors"], self.call, &self.scope.inputs);
        if problems.is_empty() {
            return Error::validation(format!("{summary} (HTTP 422)"));
        }
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let message = format!("{summary} (HTTP 422): {}", texts.join("; "));
        // GitHub reports its limit on creating content as a validation error. Only the text shows the difference.
        if message.contains("submitted too quickly") {
            let wait = Limit::new(&message, headers, false).wait;
            return Error::rate_limit(message).with_retry_at(SystemTime::now() + wait);
        }
        Error::invalid_input(problems).with_message(message)
    }
}

/// Why access is forbidden, by the headers.
fn forbidden(headers: &HeaderMap) -> String {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(url) = header("x-github-sso").and_then(|sso| sso.split_once("url=")).map(|(_, url)| url) {
        return format!("authorise the token for single sign-on at {url}");
    }
    match header("x-accepted-github-permissions").filter(|permissions| !permissions.is_empty()) {
        Some(permissions) => format!("the token needs {permissions}"),
        None => "the token is not allowed to do this".to_owned(),
    }
}
