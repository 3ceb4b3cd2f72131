//! Classifies failures of `gh` by its standard error. The exit code says little; GitHub's error is in one line of the
//! output. Lines are matched by their exact form, so that the user's text is not mistaken for an error.

use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};

use super::process::Output;
use crate::display::redact::redact;
use crate::display::shorten_to;
use crate::error::Phase;
use crate::response::{Evidence, HttpStatus, Limit, is_secondary, nothing_ran, refine};
use crate::{Error, ErrorCode};

/// The maximum number of characters of a line in a message.
const MAX_LINE_LENGTH: usize = 400;

/// The exit code of `gh` without a token.
const EXIT_NO_TOKEN: i32 = 4;

/// Why `gh` failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct GhFailure {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// How far a write got.
    pub(crate) phase: Phase,
    /// Whether the request provably never reached GitHub: the host name, the connection or TLS failed.
    pub(crate) never_sent: bool,
    /// Whether it is a secondary rate limit, which applies to all requests of the user.
    is_secondary: bool,
}

impl GhFailure {
    /// Classifies the output of a failed run. The token is removed from the message.
    pub(crate) fn from_output(output: &Output, token: Option<&SecretString>) -> Self {
        let lines: Vec<&str> = output.stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let found = lines.iter().find_map(|line| parse_line(line).map(|failure| (*line, failure)));
        let first = lines.iter().find(|line| !is_notice(line)).or(lines.first());
        let (line, mut failure) = match found {
            Some((line, failure)) => (line, failure),
            None => (first.copied().unwrap_or_default(), Self::new(ErrorCode::Unknown, Phase::MayBeApplied)),
        };
        if output.code == Some(EXIT_NO_TOKEN) {
            failure = Self::new(ErrorCode::Auth, Phase::NotSent);
        }
        let code = output.code.map_or_else(|| "killed by a signal".to_owned(), |code| format!("exit code {code}"));
        let line = clean(line, token);
        failure.message = if line.is_empty() { format!("gh: {code}") } else { format!("gh: {line}") };
        if failure.code == ErrorCode::AdapterUnsupported {
            failure.message.push_str(" (this version of `gh` does not support it: update `gh`)");
        }
        failure
    }

    fn new(code: ErrorCode, phase: Phase) -> Self {
        Self { code, message: String::new(), phase, never_sent: false, is_secondary: false }
    }

    fn network(never_sent: bool) -> Self {
        Self { never_sent, ..Self::new(ErrorCode::Network, Phase::MayBeApplied) }
    }

    fn limited(is_secondary: bool, phase: Phase) -> Self {
        Self { is_secondary, ..Self::new(ErrorCode::RateLimit, phase) }
    }

    /// The error of a write or a read. A read changes nothing; its phase is `MayBeApplied` only to mark that it may be
    /// repeated.
    pub(crate) fn error(&self, writes: bool) -> Error {
        let is_transient = matches!(self.code, ErrorCode::Server | ErrorCode::Network);
        let phase = match self.phase {
            phase if writes => phase,
            Phase::MayBeApplied if is_transient => Phase::MayBeApplied,
            Phase::NotSent => Phase::NotSent,
            _ => Phase::Refused,
        };
        match self.code {
            ErrorCode::RateLimit => self.limit().error.in_phase(phase),
            code => refine(Error::new(code, self.message.clone()).in_phase(phase)),
        }
    }

    /// The secondary limit to wait for. A primary limit is not waited for: `gh` does not say how long it lasts, and another
    /// route may have budget left.
    pub(crate) fn limit_to_wait_for(&self) -> Option<Limit> {
        self.is_secondary.then(|| self.limit())
    }

    fn limit(&self) -> Limit {
        Limit::new(&self.message, &HeaderMap::new(), !self.is_secondary)
    }
}

/// Classifies a line, if its form is known.
fn parse_line(line: &str) -> Option<GhFailure> {
    parse_status(line)
        .or_else(|| parse_rerun(line))
        .or_else(|| parse_graphql(line))
        .or_else(|| parse_usage(line))
        .or_else(|| parse_network(line))
        .or_else(|| {
            // `gh` looks names up before it changes anything.
            let is_missing = line.ends_with("' not found") || line.starts_with("could not find ");
            is_missing.then(|| GhFailure::new(ErrorCode::NotFound, Phase::Refused))
        })
}

/// The text after a prefix at the start of the line, or after `: `.
fn text_after<'l>(line: &'l str, prefix: &str) -> Option<&'l str> {
    let within = || line.split_once(&format!(": {prefix}")).map(|(_, rest)| rest);
    line.strip_prefix(prefix).or_else(within)
}

/// `HTTP 404: Not Found (https://api.github.com/…)`. If the body is not an error of GitHub, `gh` prints no message.
fn parse_status(line: &str) -> Option<GhFailure> {
    let rest = text_after(line, "HTTP ")?;
    let (status, rest) = rest.split_at_checked(3)?;
    let status: u16 = status.parse().ok()?;
    // The end of the line may be missing if the URL is long.
    let (message, _) = rest.split_once(" (http")?;
    let message = message.strip_prefix(": ").map(str::trim).filter(|message| !message.is_empty());
    let is_refused = nothing_ran(Evidence::Status { status, is_github: message.is_some() });
    let phase = if is_refused { Phase::Refused } else { Phase::MayBeApplied };
    let text = message.unwrap_or_default();
    Some(match status {
        429 if !text.contains("API rate limit") => GhFailure::limited(true, phase),
        403 | 429 => GhFailure { phase, ..forbidden(text) },
        422 if text.contains("submitted too quickly") => GhFailure::limited(true, phase),
        _ => GhFailure::new(HttpStatus::of(status).code, phase),
    })
}

/// `run 1001 cannot be rerun; This workflow is already running`, which `gh` prints for a 403.
fn parse_rerun(line: &str) -> Option<GhFailure> {
    let (what, why) = line.split_once(" cannot be rerun")?;
    let number = what.strip_prefix("run ").or_else(|| what.strip_prefix("job "))?;
    let message = if why.is_empty() { line } else { why };
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| forbidden(message))
}

/// Classifies the message of a 403.
fn forbidden(text: &str) -> GhFailure {
    match () {
        () if is_secondary(text) => GhFailure::limited(true, Phase::Refused),
        () if text.contains("API rate limit") => GhFailure::limited(false, Phase::Refused),
        () => {
            // Some refusals are about the state of a run, not about permissions.
            let code = refine(Error::auth(text)).code();
            GhFailure::new(code, Phase::Refused)
        }
    }
}

/// `GraphQL: Could not resolve to a Repository with the name 'acme/nope'. (repository)`
///
/// `gh` drops the type of the error, so that only its text can be used.
fn parse_graphql(line: &str) -> Option<GhFailure> {
    let text = text_after(line, "GraphQL: ")?;
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let phase = if is_query_error(text) { Phase::Refused } else { Phase::MayBeApplied };
    if is_secondary(text) {
        return Some(GhFailure::limited(true, Phase::Refused));
    }
    if has(&["API rate limit"]) {
        return Some(GhFailure::limited(false, Phase::Refused));
    }
    Some(match () {
        () if has(&["submitted too quickly"]) => GhFailure::limited(true, phase),
        () if has(&[
            "Something went wrong while executing your query",
            "Timeout on validation",
            "Resource limits for",
        ]) =>
        {
            GhFailure::new(ErrorCode::Server, Phase::MayBeApplied)
        }
        () if text.starts_with("Could not resolve to ") => GhFailure::new(ErrorCode::NotFound, phase),
        () if has(&FORBIDDEN_MESSAGES) => GhFailure::new(ErrorCode::Auth, phase),
        () if has(&["doesn't exist on type", "isn't a defined input type", "doesn't accept argument"]) => {
            GhFailure::new(ErrorCode::AdapterUnsupported, Phase::Refused)
        }
        () => GhFailure::new(ErrorCode::Validation, phase),
    })
}

const FORBIDDEN_MESSAGES: [&str; 9] = [
    "Resource not accessible by",
    "organization SAML enforcement",
    "not been granted the required scopes",
    "does not have permission",
    "does not have the correct permissions",
    "not authorized to",
    "must have push access",
    "Must have admin rights",
    "requires you to be authenticated",
];

/// Whether the path at the end of an error is that of a query, so that nothing was changed.
fn is_query_error(text: &str) -> bool {
    let path = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).map(|(_, path)| path);
    let root = path.and_then(|path| path.split('.').next());
    matches!(root, Some("repository" | "repositoryOwner" | "organization" | "user" | "viewer" | "node" | "search"))
}

/// An option, field or command that this version of `gh` does not know.
fn parse_usage(line: &str) -> Option<GhFailure> {
    let starts = ["unknown flag: ", "unknown shorthand flag", "Unknown JSON field: ", "unknown command "];
    let is_usage = starts.iter().any(|start| line.starts_with(start));
    is_usage.then(|| GhFailure::new(ErrorCode::AdapterUnsupported, Phase::NotSent))
}

/// A request that failed on the network.
fn parse_network(line: &str) -> Option<GhFailure> {
    if line.starts_with("error connecting to ") {
        return Some(GhFailure::network(true));
    }
    // Go writes `Get "https://…": what went wrong`.
    let is_request = ["Get ", "Post ", "Put ", "Patch ", "Delete ", "Head "]
        .iter()
        .any(|verb| text_after(line, verb).is_some_and(|rest| rest.starts_with('"')));
    let before_sending =
        ["dial tcp", "no such host", "connection refused", "proxyconnect", "x509: ", "tls: ", "network is unreachable"];
    if is_request {
        return Some(GhFailure::network(before_sending.iter().any(|part| line.contains(part))));
    }
    let is_lost = ["unexpected EOF", "EOF"].contains(&line)
        || line.ends_with("connection reset by peer")
        || line.ends_with("i/o timeout");
    is_lost.then(|| GhFailure::network(false))
}

/// Whether a line is a notice, not an error.
fn is_notice(line: &str) -> bool {
    ["Warning:", "warning:", "!", "✓", "- "].iter().any(|start| line.starts_with(start))
}

/// The line without secrets and control characters, shortened for a message.
pub(crate) fn clean(line: &str, token: Option<&SecretString>) -> String {
    let mut line = line.to_owned();
    if let Some(token) = token.map(ExposeSecret::expose_secret).filter(|token| !token.is_empty()) {
        line = line.replace(token, "***");
    }
    let line: String = redact(&line).chars().filter(|character| !character.is_control()).collect();
    shorten_to(&line, MAX_LINE_LENGTH)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn failure(code: i32, stderr: &str) -> GhFailure {
        GhFailure::from_output(&Output { code: Some(code), stdout: Vec::new(), stderr: stderr.to_owned() }, None)
    }

    #[test]
    fn lines_of_a_real_gh_are_classified() {
        use ErrorCode::{AdapterUnsupported, Auth, Network, NotFound, RateLimit, Server, Unknown, Validation};
        use Phase::{MayBeApplied, NotSent, Refused};
        let api = "(http://api.github.localhost/graphql)";
        for (stderr, code, phase) in [
            ("GraphQL: Could not resolve to an issue or pull request with the number of 999. (repository.issue)".to_owned(), NotFound, Refused),
            ("GraphQL: Could not resolve to a Repository with the name 'acme/nope'. (repository)".to_owned(), NotFound, Refused),
            ("failed to update http://h/acme/widgets/issues/1: GraphQL: Could not resolve to a User with the login of 'x'. (replaceActorsForAssignable)\nfailed to update 1 issue".to_owned(), NotFound, MayBeApplied),
            ("failed to update http://h/acme/widgets/issues/1: 'nope' not found\nfailed to update 1 issue".to_owned(), NotFound, Refused),
            ("could not add label: 'nope' not found".to_owned(), NotFound, Refused),
            ("failed to get run: HTTP 404: Not Found (http://api.github.localhost/repos/a/b/actions/runs/4)".to_owned(), NotFound, Refused),
            (format!("HTTP 401: Bad credentials {api}\nTry authenticating with:  gh auth login -h h"), Auth, Refused),
            (format!("HTTP 403: Resource not accessible by integration {api}"), Auth, Refused),
            (format!("HTTP 403: You have exceeded a secondary rate limit. {api}"), RateLimit, Refused),
            (format!("HTTP 403: API rate limit exceeded for user ID 1. {api}"), RateLimit, Refused),
            (format!("HTTP 422: Validation Failed {api}\nIssue.title is missing"), Validation, Refused),
            (format!("HTTP 502: 502 Bad Gateway {api}"), Server, MayBeApplied),
            ("run 1001 cannot be rerun; This workflow is already running".to_owned(), Validation, Refused),
            (format!("HTTP 403 {api}"), Auth, MayBeApplied),
            (format!("HTTP 302: Found {api}"), Server, MayBeApplied),
            (format!("HTTP 501: Not Implemented {api}"), Server, MayBeApplied),
            ("run 1001 cannot be rerun; You have exceeded a secondary rate limit.".to_owned(), RateLimit, Refused),
            ("failed to rerun: HTTP 409: Conflict (http://h/repos/a/b/actions/runs/1/rerun)".to_owned(), Validation, Refused),
            ("GraphQL: API rate limit exceeded for user ID 583231.".to_owned(), RateLimit, Refused),
            ("GraphQL: You have exceeded a secondary rate limit. Please wait.".to_owned(), RateLimit, Refused),
            ("GraphQL: was submitted too quickly (createIssue)".to_owned(), RateLimit, MayBeApplied),
            ("GraphQL: Resource protected by organization SAML enforcement. You must grant.".to_owned(), Auth, MayBeApplied),
            ("GraphQL: Resource not accessible by integration (repository)".to_owned(), Auth, Refused),
            ("GraphQL: Your token has not been granted the required scopes to execute this query.".to_owned(), Auth, MayBeApplied),
            ("GraphQL: Something went wrong while executing your query. `5A4D`".to_owned(), Server, MayBeApplied),
            ("GraphQL: Title can't be blank (createIssue)".to_owned(), Validation, MayBeApplied),
            ("GraphQL: Field 'x' doesn't exist on type 'Issue'".to_owned(), AdapterUnsupported, Refused),
            ("Unknown JSON field: \"foo\"\nAvailable fields:\n  id".to_owned(), AdapterUnsupported, NotSent),
            ("unknown flag: --foo\n\nUsage:  gh issue view".to_owned(), AdapterUnsupported, NotSent),
            ("unknown command \"frob\" for \"gh\"".to_owned(), AdapterUnsupported, NotSent),
            ("Post \"http://h/graphql\": proxyconnect tcp: dial tcp 127.0.0.1:1: connect: connection refused".to_owned(), Network, MayBeApplied),
            ("error connecting to ghe.nowhere.invalid\ncheck your internet connection".to_owned(), Network, MayBeApplied),
            ("Post \"http://h/graphql\": EOF".to_owned(), Network, MayBeApplied),
            ("unexpected EOF".to_owned(), Network, MayBeApplied),
            ("title can't be blank".to_owned(), Unknown, MayBeApplied),
            // Text of users that looks like an error.
            ("cannot parse 'HTTP 404: author (x)'".to_owned(), Unknown, MayBeApplied),
            ("no author, #502 and HTTP 401 here".to_owned(), Unknown, MayBeApplied),
            (String::new(), Unknown, MayBeApplied),
        ] {
            let failure = failure(1, &stderr);
            assert_eq!((failure.code, failure.phase), (code, phase), "{stderr}");
        }
        let login = "To get started with GitHub CLI, please run:  gh auth login";
        assert_eq!((failure(4, login).code, failure(4, login).phase), (Auth, NotSent));
    }

    #[test]
    fn only_a_secondary_limit_is_waited_for() {
        assert!(failure(1, "GraphQL: You have exceeded a secondary rate limit.").limit_to_wait_for().is_some());
        assert!(failure(1, "GraphQL: API rate limit exceeded for user ID 1.").limit_to_wait_for().is_none());
        assert!(failure(1, "x").limit_to_wait_for().is_none());
        assert!(failure(1, "GraphQL: API rate limit exceeded").error(false).retry_at().is_some());
    }

    #[test]
    fn unrecognised_gh_error_is_unknown_outcome_for_writes() {
        let unrecognised = failure(1, "odd");
        assert_eq!(
            (unrecognised.error(true).phase(), unrecognised.error(false).phase()),
            (Phase::MayBeApplied, Phase::Refused)
        );
    }

    #[test]
    fn secrets_are_removed() {
        let token = SecretString::from("s3cret");
        let line = "oops s3cret ghp_abc, gho_x:github_pat_11A_b.c-d https://me:pw@h/x \u{7}ghs_1_eyJ.x-y";
        assert_eq!(clean(line, Some(&token)), "oops *** ***, ***:*** https://***@h/x ***");
        assert_eq!(clean(&"x".repeat(1000), None).chars().count(), MAX_LINE_LENGTH + 1);
    }

    proptest! {
        #[test]
        fn never_panics(stderr in any::<String>(), code in any::<i32>()) {
            let _ = failure(code, &stderr).error(true);
        }
    }
}
