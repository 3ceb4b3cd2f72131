//! What an HTTP answer of the REST API means.

use std::time::SystemTime;

use bytes::Bytes;
use http::{HeaderMap, Response, StatusCode};
use serde_json::Value;

use super::invalid::problems;
use crate::Error;
use crate::error::Phase;
use crate::failure::{Limit, UNSAID, is_secondary, is_used_up, request_id};
use crate::route::source::Scope;
use crate::route::spec::{Method, RestCall};

/// The rate limit that an answer tells of, if it does.
pub(super) fn limit(response: &Response<Bytes>) -> Option<Limit> {
    let (status, headers) = (response.status().as_u16(), response.headers());
    if !matches!(status, 403 | 429) {
        return None;
    }
    let said = said(response.body());
    let message = said.as_deref().unwrap_or_default();
    let is_primary = if is_secondary(message) {
        false
    } else if is_used_up(headers) || message.contains("API rate limit") {
        true
    } else if status == 429 || headers.contains_key("retry-after") {
        false
    } else {
        return None;
    };
    let limit = Limit::new(message, headers, is_primary);
    Some(Limit { error: limit.error.with_request_id(request_id(headers)), ..limit })
}

/// The call that an answer is for, to be named in its error.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked<'a> {
    pub(super) call: &'static RestCall,
    pub(super) scope: &'a Scope<'a>,
    /// What is asked about: `acme/widgets#7`.
    pub(super) subject: &'a str,
}

impl Asked<'_> {
    pub(super) fn writes(&self) -> bool {
        self.call.method != Method::Get
    }

    /// The error of an answer that is no success, no redirect and no rate limit.
    pub(super) fn refusal(&self, response: &Response<Bytes>) -> Error {
        let (status, headers) = (response.status().as_u16(), response.headers());
        let said = said(response.body());
        let told = |meaning: &str| match &said {
            Some(said) => format!("{said} (HTTP {status}: {meaning})"),
            None => format!("HTTP {status}: {meaning}"),
        };
        let error = match status {
            401 => Error::auth(told("the token is missing, wrong or expired")),
            403 => Error::auth(told(&forbidden(headers))),
            404 => Error::not_found(self.missing()),
            410 => Error::not_found(told("it is gone")),
            408 => Error::server(told("GitHub gave up waiting")),
            409 => Error::validation(told("it conflicts with what GitHub has")),
            422 => self.invalid(response.body()),
            400..=499 => Error::validation(told("GitHub refused the request")),
            500..=599 => Error::server(told("GitHub failed")),
            _ => Error::server(told("an answer of no use")),
        };
        let phase = match status {
            // What does not exist at all will not answer the next time either.
            501 => Phase::Refused,
            408 | 500..=599 => Phase::MayBeApplied,
            _ if response.status().is_client_error() || response.status().is_redirection() => Phase::Refused,
            _ => Phase::MayBeApplied,
        };
        error.in_phase(phase).with_request_id(request_id(headers))
    }

    /// GitHub says only that something is not there; the card may know what.
    fn missing(&self) -> String {
        if let Some(text) = self.call.missing {
            let key = self.scope.element.and_then(crate::route::answers::text).unwrap_or_default();
            return text.replace("{key}", &key);
        }
        format!("GitHub does not find {}, or the token may not see it (HTTP 404)", self.subject)
    }

    fn invalid(&self, body: &Bytes) -> Error {
        let value: Value = serde_json::from_slice(body).unwrap_or_default();
        let said = value["message"].as_str().unwrap_or("GitHub refused the input");
        let problems = problems(&value["errors"], self.call, &self.scope.inputs);
        if problems.is_empty() {
            return Error::validation(format!("{said} (HTTP 422)"));
        }
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let message = format!("{said} (HTTP 422): {}", texts.join("; "));
        // GitHub's throttle on creating content looks like a wrong input; only the text tells.
        if message.contains("submitted too quickly") {
            return Error::rate_limit(message).with_retry_at(SystemTime::now() + UNSAID);
        }
        Error::invalid_input(problems).with_message(message)
    }
}

/// What is in the way, by the headers.
fn forbidden(headers: &HeaderMap) -> String {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(url) = header("x-github-sso").and_then(|sso| sso.split_once("url=")).map(|(_, url)| url) {
        return format!("authorise the token for single sign-on at {url}");
    }
    match header("x-accepted-github-permissions").filter(|permissions| !permissions.is_empty()) {
        Some(permissions) => format!("the token needs {permissions}"),
        None => "the token may not do this".to_owned(),
    }
}

/// What a body says; nothing for a page of HTML.
pub(super) fn said(body: &Bytes) -> Option<String> {
    let value: Value = serde_json::from_slice(body).ok()?;
    value["message"].as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// Whether an answer leads somewhere else, and where to.
pub(super) fn moved(response: &Response<Bytes>) -> Option<&str> {
    let is_moved = matches!(
        response.status(),
        StatusCode::MOVED_PERMANENTLY
            | StatusCode::FOUND
            | StatusCode::TEMPORARY_REDIRECT
            | StatusCode::PERMANENT_REDIRECT
    );
    let location = response.headers().get(http::header::LOCATION).filter(|_| is_moved)?;
    location.to_str().ok()
}
