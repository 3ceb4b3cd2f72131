//! The URLs of the GraphQL and REST APIs.

use http::Uri;
use http::uri::Scheme;

use super::host::{Host, is_name};
use crate::Error;
use crate::client::transport::is_local;

/// The text of a setting or an environment variable, and its name.
#[derive(Clone)]
pub(super) struct SettingValue {
    pub(super) name: &'static str,
    pub(super) text: String,
}

impl SettingValue {
    pub(super) fn error(&self, why: &str) -> Error {
        Error::validation(format!("`{}` {why}", self.name))
    }
}

pub(super) struct Endpoints {
    pub(super) graphql: Uri,
    pub(super) rest: Uri,
}

/// The endpoints of a host, or those that were set. If only one URL was set, the other is derived from it. Both must be on
/// the same host, because a token is for one host.
pub(super) fn endpoints(
    host: &Host,
    graphql: Option<&SettingValue>,
    rest: Option<&SettingValue>,
) -> Result<Endpoints, Error> {
    let urls = Endpoints { graphql: graphql_url(host, graphql, rest)?, rest: rest_url(host, graphql, rest)? };
    let (first, second) = (host_of(&urls.graphql), host_of(&urls.rest));
    let is_same_host = first.eq_ignore_ascii_case(second)
        || host.owns(first) && host.owns(second)
        || is_local(first) && is_local(second);
    match (graphql, rest) {
        _ if is_same_host => Ok(urls),
        (Some(graphql), Some(rest)) => Err(graphql.error(&format!(
            "is on `{first}`, but `{}` is on `{second}`, and a token is only sent to its own host (use one host for both, or \
             one client for each)",
            rest.name
        ))),
        (Some(given), None) | (None, Some(given)) => Err(given.error(&format!(
            "is on `{first}`, and the URL of its REST API cannot be derived from it (set the URL of the REST API as \
             well)"
        ))),
        (None, None) => Ok(urls),
    }
}

fn graphql_url(host: &Host, graphql: Option<&SettingValue>, rest: Option<&SettingValue>) -> Result<Uri, Error> {
    match (graphql, rest) {
        (Some(graphql), _) => parse(graphql),
        (None, Some(rest)) => derive_graphql_url(&parse(rest)?),
        (None, None) => uri(&host.graphql_url()),
    }
}

fn rest_url(host: &Host, graphql: Option<&SettingValue>, rest: Option<&SettingValue>) -> Result<Uri, Error> {
    match (graphql, rest) {
        (_, Some(rest)) => with_slash(&parse(rest)?),
        (Some(graphql), None) => derive_rest_url(&parse(graphql)?)?.map_or_else(|| uri(&host.rest_url()), Ok),
        (None, None) => uri(&host.rest_url()),
    }
}

fn host_of(url: &Uri) -> &str {
    url.host().unwrap_or_default()
}

/// Refuses a `gh` that would send the token to another host than that of the URLs. A URL on this machine is always allowed:
/// `gh` may be configured to reach it.
#[cfg(feature = "gh")]
pub(super) fn check_gh(host: &Host, graphql: &Uri) -> Result<(), Error> {
    let name = host_of(graphql);
    if host.owns(name) || is_local(name) {
        return Ok(());
    }
    Err(Error::validation(format!(
        "`gh` would call `{host}`, but the API URL is on `{name}`, and a token is only sent to its own host (set `host`)"
    )))
}

/// Refuses a URL on another host than the one that was set, because the token is for one of them. A URL on this machine is
/// always allowed.
pub(super) fn check_host(host: &SettingValue, parsed: &Host, given: Option<&SettingValue>) -> Result<(), Error> {
    let Some(given) = given else { return Ok(()) };
    let name = parse(given)?.host().unwrap_or_default().to_owned();
    if parsed.owns(&name) || is_local(&name) {
        return Ok(());
    }
    Err(given.error(&format!(
        "is on `{name}`, but `{}` is `{parsed}`, and a token is only sent to its own host (unset one of the two)",
        host.name
    )))
}

fn parse(given: &SettingValue) -> Result<Uri, Error> {
    let text = given.text.trim();
    // Checked first, because other messages show the text, and it may contain a password.
    if text.contains('@') {
        return Err(given.error("contains a user or password (remove it: the token is set separately)"));
    }
    let unreadable = || given.error(&format!("is `{text}`, which is not a URL (write `https://HOST/PATH`)"));
    let uri: Uri = text.parse().map_err(|_| unreadable())?;
    let (Some(scheme), Some(host)) = (uri.scheme(), uri.host()) else { return Err(unreadable()) };
    if uri.query().is_some() || text.contains('#') || !(is_name(host) || host.starts_with('[')) {
        return Err(unreadable());
    }
    if scheme == &Scheme::HTTPS || scheme == &Scheme::HTTP && is_local(host) {
        return Ok(uri);
    }
    Err(given.error(&format!("is `{text}`, which would send the token without TLS (write `https://`)")))
}

/// The REST URL for a GraphQL URL: `…/api/v3/` for `…/api/graphql`, `…/` for `…/graphql`, `None` for other paths.
fn derive_rest_url(graphql: &Uri) -> Result<Option<Uri>, Error> {
    let path = graphql.path().trim_end_matches('/');
    let Some(base) = path.strip_suffix("/graphql") else { return Ok(None) };
    let path = if base.ends_with("/api") { format!("{base}/v3/") } else { format!("{base}/") };
    with_path(graphql, &path).map(Some)
}

/// The GraphQL URL for a REST URL.
fn derive_graphql_url(rest: &Uri) -> Result<Uri, Error> {
    let path = rest.path().trim_end_matches('/');
    let base = path.strip_suffix("/v3").filter(|base| base.ends_with("/api")).unwrap_or(path);
    with_path(rest, &format!("{base}/graphql"))
}

fn with_slash(rest: &Uri) -> Result<Uri, Error> {
    with_path(rest, &format!("{}/", rest.path().trim_end_matches('/')))
}

fn with_path(base: &Uri, path: &str) -> Result<Uri, Error> {
    let authority = base.authority().map(http::uri::Authority::as_str).unwrap_or_default();
    uri(&format!("{}://{authority}{path}", base.scheme_str().unwrap_or("https")))
}

fn uri(text: &str) -> Result<Uri, Error> {
    text.parse().map_err(|_| Error::validation(format!("`{text}` is not a URL")))
}
