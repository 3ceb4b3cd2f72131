//! Redirects. The token is sent only to the API that it is for.

use bytes::Bytes;
use http::{Response, StatusCode};
use url::Url;

use super::moved::former_name;
use crate::Error;
use crate::client::transport::is_local;
use crate::error::Phase;
use crate::response::ErrorText;

/// Where a request is sent.
pub(super) struct Destination {
    pub(super) url: Url,
    /// Whether it is outside the API, so that it must not get the token.
    pub(super) is_external: bool,
}

/// A response that redirects to another URL.
pub(super) struct Redirect<'r> {
    response: &'r Response<Bytes>,
    location: &'r str,
    /// The root of the API.
    root: &'r Url,
}

impl<'r> Redirect<'r> {
    /// `None` if the response is not a redirect.
    pub(super) fn new(response: &'r Response<Bytes>, root: &'r Url) -> Option<Self> {
        let is_redirect = matches!(
            response.status(),
            StatusCode::MOVED_PERMANENTLY
                | StatusCode::FOUND
                | StatusCode::TEMPORARY_REDIRECT
                | StatusCode::PERMANENT_REDIRECT
        );
        let location = response.headers().get(http::header::LOCATION).filter(|_| is_redirect)?;
        Some(Self { response, location: location.to_str().ok()?, root })
    }

    /// The next destination. A write is followed only within the API, and only if the redirect proves that it did not run.
    pub(super) fn follow(&self, from: &Destination, writes: bool) -> Result<Destination, Error> {
        let refuse = |reason: &str| {
            let status = self.response.status().as_u16();
            let phase = if writes { Phase::MayBeApplied } else { Phase::Refused };
            Err(Error::server(format!("HTTP {status}: {reason}")).in_phase(phase))
        };
        let Ok(mut url) = from.url.join(self.location) else { return refuse("the redirect target is not a valid URL") };
        url.set_fragment(None);
        let is_api = url.origin() == self.root.origin() && !from.is_external;
        if writes {
            if is_api && self.proves_nothing_ran() {
                return Ok(Destination { url, is_external: false });
            }
            return refuse("the redirect of a write is not followed");
        }
        if is_api || is_safe(&url) {
            return Ok(Destination { is_external: !is_api, url });
        }
        refuse("the redirect target does not use TLS")
    }

    /// Whether a write was not executed because its target has moved: the redirect keeps the method and has GitHub's own
    /// wording.
    fn proves_nothing_ran(&self) -> bool {
        let status = self.response.status();
        let keeps_method = matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT);
        keeps_method && ErrorText::read(self.response.body()).is_github
    }

    /// The former name of the repository, if the redirect means that it was renamed: the rest of the path is the same. Any
    /// other redirect within the API means that a single resource has moved.
    pub(super) fn renamed_repository(&self, from: &Destination, to: &Destination) -> Option<String> {
        if to.is_external || self.response.status() == StatusCode::FOUND {
            return None;
        }
        let below = |url: &Url| url.path().strip_prefix(self.root.path()).map(ToOwned::to_owned);
        former_name(&below(&from.url)?, &below(&to.url)?)
    }
}

/// Whether nobody else can read what is sent to a URL.
pub(super) fn is_safe(url: &Url) -> bool {
    url.scheme() == "https" || url.scheme() == "http" && url.host_str().is_some_and(is_local)
}

/// The error of a host outside the API.
pub(super) fn external_error(response: &Response<Bytes>) -> Error {
    let status = response.status().as_u16();
    let message = format!("HTTP {status} from the URL that GitHub redirects to");
    match status {
        404 | 410 => Error::not_found(message),
        400..=499 => Error::server(message).in_phase(Phase::Refused),
        _ => Error::server(message),
    }
}
