//! A REST request without a card.

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{HeaderName, HeaderValue, Method, Request, Response, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Error;
use crate::client::{Bucket, Client};
use crate::engine::routes::{API_VERSION, JSON, rest_limit};
use crate::engine::send::{Cancel, RequestProfile, Sender, WriteLoad};
use crate::error::{InputProblem, Phase};
use crate::response::{ErrorText, Evidence, HttpStatus, as_reported, nothing_ran, refine, request_id, unknown_outcome};

impl Client {
    /// Sends a REST request that no capability covers, and decodes the JSON of its response.
    ///
    /// `path` is below the root of the API, with its query: `/repos/acme/widgets/topics?per_page=100`. Encode values that
    /// come from elsewhere. Pass `()` as the body if there is none.
    ///
    /// Rate limits are waited out as for capabilities. Nothing is sent twice, redirects are not followed, and lists are
    /// not paged. `GET` and `HEAD` are reads; an error of any other method says in its [`phase`](Error::phase) whether the
    /// write may have been applied.
    ///
    /// ```no_run
    /// # async fn bot(gh: ghx::Client) -> Result<(), ghx::Error> {
    /// use ghx::http::Method;
    ///
    /// let topics: serde_json::Value = gh.rest(Method::GET, "/repos/acme/widgets/topics", ()).await?;
    /// println!("{}", topics["names"]);
    /// let names = serde_json::json!({"names": ["rust"]});
    /// let _: serde_json::Value = gh.rest(Method::PUT, "/repos/acme/widgets/topics", names).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn rest<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: impl Serialize,
    ) -> Result<T, Error> {
        let writes = method != Method::GET && method != Method::HEAD;
        let request = self.rest_request(method, path, &body)?;
        let sender = Sender::new(self, Cancel::never());
        let load = WriteLoad { creates: 1, units: 0 };
        let profile = RequestProfile { bucket: Some(Bucket::Rest), writes: writes.then_some(load) };
        let judged = |response: Response<Bytes>| match rest_limit(&response, writes) {
            Some(limit) => Err(limit),
            None => Ok(response),
        };
        let response = sender.send(profile, || Client::send(self, &request, sender.counter()), judged).await;
        let result = response.and_then(|response| decode(&response, writes));
        result
            .map_err(|error| as_reported(error, writes))
            .map_err(|error| error.map_texts(&|text: &str| self.redact(text)))
    }

    fn rest_request(&self, method: Method, path: &str, body: &impl Serialize) -> Result<Request<Bytes>, Error> {
        let root = &self.settings().rest_url;
        let uri: Uri = match path.strip_prefix('/').filter(|below| is_below_root(below)) {
            Some(below) => format!("{root}{below}").parse().map_err(|_| bad_path(path))?,
            None => return Err(bad_path(path)),
        };
        let body = serde_json::to_value(body)
            .map_err(|error| Error::validation("the body cannot be written as JSON").with_source(error))?;
        let has_body = !body.is_null();
        let bytes = if has_body { Bytes::from(body.to_string()) } else { Bytes::new() };
        let mut request = self.request(method, uri, bytes);
        let headers = request.headers_mut();
        headers.insert(ACCEPT, HeaderValue::from_static(JSON));
        headers.insert(HeaderName::from_static(API_VERSION.0), HeaderValue::from_static(API_VERSION.1));
        if !has_body {
            headers.remove(CONTENT_TYPE);
        }
        Ok(request)
    }
}

/// Whether a path stays below the root: no empty or dot segments, which a server may take for another place.
fn is_below_root(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let is_dot = |segment: &str| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "" | "." | "..");
    !path.is_empty() && !path.split('/').any(is_dot)
}

fn bad_path(path: &str) -> Error {
    let rule = "must be a path below the root of the REST API, such as `/repos/acme/widgets/topics`";
    let problem = InputProblem::new("/path", "a path that starts with `/`", format!("`{path}`"), rule);
    Error::invalid_input(vec![problem])
}

/// The JSON of a success. An empty body is null.
fn decode<T: DeserializeOwned>(response: &Response<Bytes>, writes: bool) -> Result<T, Error> {
    if !response.status().is_success() {
        return Err(refusal(response, writes));
    }
    let body = response.body().trim_ascii();
    let value = if body.is_empty() { serde_json::from_value(Value::Null) } else { serde_json::from_slice(body) };
    value.map_err(|error| {
        let message = format!("the response cannot be decoded: {error}");
        let error = Error::server(message).with_source(error).with_request_id(request_id(response.headers()));
        if writes { unknown_outcome(error) } else { error.in_phase(Phase::Refused) }
    })
}

fn refusal(response: &Response<Bytes>, writes: bool) -> Error {
    let (status, text) = (HttpStatus::of(response.status().as_u16()), ErrorText::read(response.body()));
    let error = Error::new(status.code, status.describe(text.message()));
    let is_refused = !writes || nothing_ran(Evidence::Status { status: status.number, is_github: text.is_github });
    let phase = if is_refused { Phase::Refused } else { Phase::MayBeApplied };
    refine(error.in_phase(phase)).with_request_id(request_id(response.headers()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_stays_below_the_root() {
        for path in ["user", "repos/acme/widgets/topics", "search/issues?q=a//b/../c", "repos/a/b/contents/x%2Fy"] {
            assert!(is_below_root(path), "{path}");
        }
        for path in ["", "/example.com", "../user", "a/../b", "a/%2e%2E/b", "a//b", "a/", "?q=1", "./a"] {
            assert!(!is_below_root(path), "{path}");
        }
    }
}
