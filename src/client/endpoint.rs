//! The two URLs that requests go to.

use http::Uri;
use http::uri::Scheme;

use super::host::{Host, is_name};
use crate::Error;
use crate::transport::is_local;

/// A value that was given, and the name of the setting or variable it came from.
#[derive(Clone)]
pub(super) struct Given {
    pub(super) name: &'static str,
    pub(super) text: String,
}

impl Given {
    pub(super) fn wrong(&self, why: &str) -> Error {
        Error::validation(format!("`{}` {why}", self.name))
    }
}

pub(super) struct Endpoints {
    pub(super) graphql: Uri,
    pub(super) rest: Uri,
}

/// The endpoints of a host, moved by what was given. One URL alone moves both: GitHub's two APIs stand side by side, and a
/// token is for one host.
pub(super) fn endpoints(host: &Host, graphql: Option<&Given>, rest: Option<&Given>) -> Result<Endpoints, Error> {
    let graphql = graphql.map(parse).transpose()?;
    let rest = rest.map(parse).transpose()?;
    let graphql_url = match (&graphql, &rest) {
        (Some(graphql), _) => graphql.clone(),
        (None, Some(rest)) => beside_rest(rest)?,
        (None, None) => uri(&host.graphql_url())?,
    };
    let rest_url = match (rest, graphql) {
        (Some(rest), _) => with_slash(&rest)?,
        (None, Some(graphql)) => beside_graphql(&graphql)?.map_or_else(|| uri(&host.rest_url()), Ok)?,
        (None, None) => uri(&host.rest_url())?,
    };
    Ok(Endpoints { graphql: graphql_url, rest: rest_url })
}

/// Refuses a URL on another host than the one that was named: the token is for one of them. This machine is always fine.
pub(super) fn check_host(host: &Given, parsed: &Host, given: Option<&Given>) -> Result<(), Error> {
    let Some(given) = given else { return Ok(()) };
    let name = parse(given)?.host().unwrap_or_default().to_owned();
    if parsed.owns(&name) || is_local(&name) {
        return Ok(());
    }
    Err(given.wrong(&format!(
        "leads to `{name}`, but `{}` is `{parsed}`, and a token goes only to its own host (unset one of the two)",
        host.name
    )))
}

fn parse(given: &Given) -> Result<Uri, Error> {
    let text = given.text.trim();
    // Before anything shows the text: it may hold a password.
    if text.contains('@') {
        return Err(given.wrong("holds a user or password: leave it out, the token is given separately"));
    }
    let unreadable = || given.wrong(&format!("is `{text}`, which is not a URL (write `https://HOST/PATH`)"));
    let uri: Uri = text.parse().map_err(|_| unreadable())?;
    let (Some(scheme), Some(host)) = (uri.scheme(), uri.host()) else { return Err(unreadable()) };
    if uri.query().is_some() || text.contains('#') || !(is_name(host) || host.starts_with('[')) {
        return Err(unreadable());
    }
    if scheme == &Scheme::HTTPS || scheme == &Scheme::HTTP && is_local(host) {
        return Ok(uri);
    }
    Err(given.wrong(&format!("is `{text}`, which would send the token without TLS (write `https://`)")))
}

/// `…/api/graphql` stands beside `…/api/v3/`, and `…/graphql` beside `…/`. Of another path nothing is known.
fn beside_graphql(graphql: &Uri) -> Result<Option<Uri>, Error> {
    let path = graphql.path().trim_end_matches('/');
    let Some(base) = path.strip_suffix("/graphql") else { return Ok(None) };
    let path = if base.ends_with("/api") { format!("{base}/v3/") } else { format!("{base}/") };
    with_path(graphql, &path).map(Some)
}

fn beside_rest(rest: &Uri) -> Result<Uri, Error> {
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
