//! What it means when `gh` fails. Its exit code says little; what GitHub said stands in one line of its errors, in a form of
//! its own. Only that form counts: a title that reads like an error is no error.

use http::HeaderMap;
use secrecy::{ExposeSecret, SecretString};

use super::process::Output;
use crate::display::redact::redact;
use crate::error::Phase;
use crate::response::{Evidence, Limit, Status, is_secondary, nothing_ran, refine};
use crate::{Error, ErrorCode};

/// The longest line that is passed on.
const LONGEST: usize = 400;

/// The exit code of `gh` where it has no token.
const NO_TOKEN: i32 = 4;

/// Why `gh` failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) code: ErrorCode,
    pub(crate) message: String,
    /// How far a write came.
    pub(crate) phase: Phase,
    /// Whether it surely reached nobody: no name, no connection, no TLS.
    pub(crate) unsent: bool,
    /// Whether it is a limit on everything that the user does.
    is_secondary: bool,
}

impl Trouble {
    /// What a run that failed says. The token is not in it, whatever `gh` wrote.
    pub(crate) fn of(output: &Output, token: Option<&SecretString>) -> Self {
        let lines: Vec<&str> = output.stderr.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let found = lines.iter().find_map(|line| said(line).map(|trouble| (*line, trouble)));
        let first = lines.iter().find(|line| !is_remark(line)).or(lines.first());
        let (line, mut trouble) = match found {
            Some((line, trouble)) => (line, trouble),
            None => (first.copied().unwrap_or_default(), Self::new(ErrorCode::Unknown, Phase::MayBeApplied)),
        };
        if output.code == Some(NO_TOKEN) {
            trouble = Self::new(ErrorCode::Auth, Phase::NotSent);
        }
        let code = output.code.map_or_else(|| "killed by a signal".to_owned(), |code| format!("exit code {code}"));
        let line = clean(line, token);
        trouble.message = if line.is_empty() { format!("gh: {code}") } else { format!("gh: {line}") };
        if trouble.code == ErrorCode::AdapterUnsupported {
            trouble.message.push_str(" (this version of `gh` does not support it: update `gh`)");
        }
        trouble
    }

    fn new(code: ErrorCode, phase: Phase) -> Self {
        Self { code, message: String::new(), phase, unsent: false, is_secondary: false }
    }

    fn network(unsent: bool) -> Self {
        Self { unsent, ..Self::new(ErrorCode::Network, Phase::MayBeApplied) }
    }

    fn limited(is_secondary: bool, phase: Phase) -> Self {
        Self { is_secondary, ..Self::new(ErrorCode::RateLimit, phase) }
    }

    /// The error of a write, or of a read, which changes nothing. A read that may be asked again is in the phase that says
    /// so.
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

    /// The limit to wait for. A budget that is used up is not waited for: `gh` does not say for how long, and another route
    /// may have one left.
    pub(crate) fn to_wait_for(&self) -> Option<Limit> {
        self.is_secondary.then(|| self.limit())
    }

    fn limit(&self) -> Limit {
        Limit::new(&self.message, &HeaderMap::new(), !self.is_secondary)
    }
}

/// What one line says, if it is of a form that is known.
fn said(line: &str) -> Option<Trouble> {
    of_status(line)
        .or_else(|| of_rerun(line))
        .or_else(|| of_graphql(line))
        .or_else(|| of_usage(line))
        .or_else(|| of_network(line))
        .or_else(|| {
            // `gh` looks names up before it changes anything.
            let is_missing = line.ends_with("' not found") || line.starts_with("could not find ");
            is_missing.then(|| Trouble::new(ErrorCode::NotFound, Phase::Refused))
        })
}

/// What follows a mark at the start of a line or of a part of it.
fn after<'l>(line: &'l str, mark: &str) -> Option<&'l str> {
    let within = || line.split_once(&format!(": {mark}")).map(|(_, rest)| rest);
    line.strip_prefix(mark).or_else(within)
}

/// `HTTP 404: Not Found (https://api.github.com/…)`. Where the body was not one of GitHub's, `gh` prints no message.
fn of_status(line: &str) -> Option<Trouble> {
    let rest = after(line, "HTTP ")?;
    let (status, rest) = rest.split_at_checked(3)?;
    let status: u16 = status.parse().ok()?;
    // The URL may be so long that the end of the line was not kept.
    let (message, _) = rest.split_once(" (http")?;
    let message = message.strip_prefix(": ").map(str::trim).filter(|message| !message.is_empty());
    let is_refused = nothing_ran(Evidence::Status { status, is_github: message.is_some() });
    let phase = if is_refused { Phase::Refused } else { Phase::MayBeApplied };
    let text = message.unwrap_or_default();
    Some(match status {
        429 if !text.contains("API rate limit") => Trouble::limited(true, phase),
        403 | 429 => Trouble { phase, ..forbidden(text) },
        422 if text.contains("submitted too quickly") => Trouble::limited(true, phase),
        _ => Trouble::new(Status::of(status).code, phase),
    })
}

/// `run 1001 cannot be rerun; This workflow is already running`, which is what it makes of a 403.
fn of_rerun(line: &str) -> Option<Trouble> {
    let (what, why) = line.split_once(" cannot be rerun")?;
    let number = what.strip_prefix("run ").or_else(|| what.strip_prefix("job "))?;
    let said = if why.is_empty() { line } else { why };
    number.bytes().all(|byte| byte.is_ascii_digit()).then(|| forbidden(said))
}

/// What a 403 says.
fn forbidden(text: &str) -> Trouble {
    match () {
        () if is_secondary(text) => Trouble::limited(true, Phase::Refused),
        () if text.contains("API rate limit") => Trouble::limited(false, Phase::Refused),
        () => {
            // Some refusals are about the state of a run, not about permissions.
            let code = refine(Error::auth(text)).code();
            Trouble::new(code, Phase::Refused)
        }
    }
}

/// `GraphQL: Could not resolve to a Repository with the name 'acme/nope'. (repository)`
///
/// `gh` drops the type of the error, so that only its text is left to go by.
fn of_graphql(line: &str) -> Option<Trouble> {
    let text = after(line, "GraphQL: ")?;
    let has = |parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let phase = if is_of_query(text) { Phase::Refused } else { Phase::MayBeApplied };
    if is_secondary(text) {
        return Some(Trouble::limited(true, Phase::Refused));
    }
    if has(&["API rate limit"]) {
        return Some(Trouble::limited(false, Phase::Refused));
    }
    Some(match () {
        () if has(&["submitted too quickly"]) => Trouble::limited(true, phase),
        () if has(&[
            "Something went wrong while executing your query",
            "Timeout on validation",
            "Resource limits for",
        ]) =>
        {
            Trouble::new(ErrorCode::Server, Phase::MayBeApplied)
        }
        () if text.starts_with("Could not resolve to ") => Trouble::new(ErrorCode::NotFound, phase),
        () if has(&FORBIDDEN) => Trouble::new(ErrorCode::Auth, phase),
        () if has(&["doesn't exist on type", "isn't a defined input type", "doesn't accept argument"]) => {
            Trouble::new(ErrorCode::AdapterUnsupported, Phase::Refused)
        }
        () => Trouble::new(ErrorCode::Validation, phase),
    })
}

const FORBIDDEN: [&str; 9] = [
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

/// Whether the path of an error, which stands at its end, is that of a query: then nothing was changed yet.
fn is_of_query(text: &str) -> bool {
    let path = text.strip_suffix(')').and_then(|text| text.rsplit_once('(')).map(|(_, path)| path);
    let root = path.and_then(|path| path.split('.').next());
    matches!(root, Some("repository" | "repositoryOwner" | "organization" | "user" | "viewer" | "node" | "search"))
}

fn of_usage(line: &str) -> Option<Trouble> {
    let starts = ["unknown flag: ", "unknown shorthand flag", "Unknown JSON field: ", "unknown command "];
    let is_usage = starts.iter().any(|start| line.starts_with(start));
    is_usage.then(|| Trouble::new(ErrorCode::AdapterUnsupported, Phase::NotSent))
}

fn of_network(line: &str) -> Option<Trouble> {
    if line.starts_with("error connecting to ") {
        return Some(Trouble::network(true));
    }
    // Go writes `Get "https://…": what went wrong`.
    let is_request = ["Get ", "Post ", "Put ", "Patch ", "Delete ", "Head "]
        .iter()
        .any(|verb| after(line, verb).is_some_and(|rest| rest.starts_with('"')));
    let unsent =
        ["dial tcp", "no such host", "connection refused", "proxyconnect", "x509: ", "tls: ", "network is unreachable"];
    if is_request {
        return Some(Trouble::network(unsent.iter().any(|part| line.contains(part))));
    }
    let is_lost = ["unexpected EOF", "EOF"].contains(&line)
        || line.ends_with("connection reset by peer")
        || line.ends_with("i/o timeout");
    is_lost.then(|| Trouble::network(false))
}

/// What `gh` says beside the error.
fn is_remark(line: &str) -> bool {
    ["Warning:", "warning:", "!", "✓", "- "].iter().any(|start| line.starts_with(start))
}

/// One line without secrets and control characters, of a length that fits a message.
pub(crate) fn clean(line: &str, token: Option<&SecretString>) -> String {
    let mut line = line.to_owned();
    if let Some(token) = token.map(ExposeSecret::expose_secret).filter(|token| !token.is_empty()) {
        line = line.replace(token, "***");
    }
    let line: String = redact(&line).chars().filter(|character| !character.is_control()).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn trouble(code: i32, stderr: &str) -> Trouble {
        Trouble::of(&Output { code: Some(code), stdout: Vec::new(), stderr: stderr.to_owned() }, None)
    }

    #[test]
    fn the_lines_of_a_real_gh_are_understood() {
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
            // Text of somebody's that reads like an error.
            ("cannot parse 'HTTP 404: author (x)'".to_owned(), Unknown, MayBeApplied),
            ("no author, #502 and HTTP 401 here".to_owned(), Unknown, MayBeApplied),
            (String::new(), Unknown, MayBeApplied),
        ] {
            let trouble = trouble(1, &stderr);
            assert_eq!((trouble.code, trouble.phase), (code, phase), "{stderr}");
        }
        let login = "To get started with GitHub CLI, please run:  gh auth login";
        assert_eq!((trouble(4, login).code, trouble(4, login).phase), (Auth, NotSent));
    }

    #[test]
    fn only_a_secondary_limit_is_waited_for() {
        assert!(trouble(1, "GraphQL: You have exceeded a secondary rate limit.").to_wait_for().is_some());
        assert!(trouble(1, "GraphQL: API rate limit exceeded for user ID 1.").to_wait_for().is_none());
        assert!(trouble(1, "x").to_wait_for().is_none());
        assert!(trouble(1, "GraphQL: API rate limit exceeded").error(false).retry_at().is_some());
    }

    #[test]
    fn what_is_not_understood_may_have_been_applied_by_a_write_only() {
        let odd = trouble(1, "odd");
        assert_eq!((odd.error(true).phase(), odd.error(false).phase()), (Phase::MayBeApplied, Phase::Refused));
    }

    #[test]
    fn secrets_are_taken_out() {
        let token = SecretString::from("s3cret");
        let line = "oops s3cret ghp_abc, gho_x:github_pat_11A_b.c-d https://me:pw@h/x \u{7}ghs_1_eyJ.x-y";
        assert_eq!(clean(line, Some(&token)), "oops *** ***, ***:*** https://***@h/x ***");
        assert_eq!(clean(&"x".repeat(1000), None).chars().count(), LONGEST + 1);
    }

    proptest! {
        #[test]
        fn nothing_panics(stderr in any::<String>(), code in any::<i32>()) {
            let _ = trouble(code, &stderr).error(true);
        }
    }
}
