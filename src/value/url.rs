//! The little of a URL that names a thing on GitHub.

use std::net::Ipv6Addr;

use crate::Error;
use crate::display::with_article;

/// The host and the path of a web URL.
#[derive(Debug)]
pub(super) struct WebUrl<'t> {
    /// The host in one spelling: lower case, without the final dot, without the port that the scheme has anyway.
    pub(super) host: String,
    /// The path segments, without query, fragment and trailing slash.
    pub(super) path: Vec<&'t str>,
}

/// Reads a web URL; `None` for other text. A host that cannot be read is an error, so that no spelling of another host is
/// taken for this one.
pub(super) fn read(text: &str) -> Option<Result<WebUrl<'_>, Error>> {
    let (authority, rest, port) = split(text)?;
    Some(host(authority, port).ok_or_else(|| unreadable(text, authority)).map(|host| {
        let path = rest.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        WebUrl { host, path: path.split('/').skip(1).collect() }
    }))
}

/// The host of a text that starts with a web URL up to its path; the rest may still be missing.
#[cfg(feature = "json")]
pub(crate) fn host_of(text: &str) -> Option<String> {
    let (authority, rest, port) = split(text)?;
    host(authority, port).filter(|_| !rest.is_empty())
}

/// The authority, what follows it, and the port of the scheme.
fn split(text: &str) -> Option<(&str, &str, u16)> {
    let (scheme, rest) = text.split_once("://")?;
    let port = match scheme {
        _ if scheme.eq_ignore_ascii_case("https") => 443,
        _ if scheme.eq_ignore_ascii_case("http") => 80,
        _ => return None,
    };
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    Some((authority, rest, port))
}

/// The host in one spelling. There is no user, no escape and no other alphabet in it: `github.com@evil.example` is refused,
/// and so is everything that two readers could read in two ways.
fn host(authority: &str, usual_port: u16) -> Option<String> {
    let (name, port) = if let Some(rest) = authority.strip_prefix('[') {
        let (address, rest) = rest.split_once(']')?;
        (format!("[{}]", address.parse::<Ipv6Addr>().ok()?), rest)
    } else {
        let (name, rest) = authority.split_at(authority.find(':').unwrap_or(authority.len()));
        (plain_name(name)?, rest)
    };
    if port.is_empty() {
        return Some(name);
    }
    let port = read_port(port.strip_prefix(':')?)?;
    Some(if port == usual_port { name } else { format!("{name}:{port}") })
}

fn plain_name(name: &str) -> Option<String> {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    };
    let is_name = name.len() <= 253 && name.split('.').all(is_label);
    // The web pages of github.com have two names.
    is_name.then(|| if name == "www.github.com" { "github.com".to_owned() } else { name })
}

fn read_port(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|port| digits && *port != 0)
}

/// Says why the host cannot be read. The text before an `@` may be a password, and is not repeated.
fn unreadable(text: &str, authority: &str) -> Error {
    Error::validation(if authority.contains('@') {
        "the URL has a user or password before its host (leave it out: `https://github.com/acme/widgets`)".to_owned()
    } else {
        format!("`{text}` has no host that can be read (write it as in `https://github.com/acme/widgets`)")
    })
}

/// What the URLs with this segment after `OWNER/NAME/` show: `a pull request`.
pub(super) fn describe(segment: &str) -> String {
    let noun = match segment {
        "issues" => "issue",
        "pull" => "pull request",
        "discussions" => "discussion",
        "milestone" => "milestone",
        "commit" | "commits" => "commit",
        "releases" => "release",
        "actions" => "workflow run",
        "tree" | "blob" => "file or folder",
        _ => return "the URL of something else".to_owned(),
    };
    with_article(noun)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn host_in(text: &str) -> Option<String> {
        read(text).and_then(Result::ok).map(|url| url.host)
    }

    /// The host of a URL was once ignored: a write went to the repository of the same name on github.com.
    #[test]
    fn one_host_has_one_spelling() {
        for (text, expected) in [
            ("https://github.com/acme/widgets", "github.com"),
            ("HTTPS://GitHub.COM/acme/widgets", "github.com"),
            ("http://github.com./acme/widgets", "github.com"),
            ("https://www.github.com/acme/widgets", "github.com"),
            ("https://github.com:443/acme/widgets", "github.com"),
            ("http://github.com:80/acme/widgets", "github.com"),
            ("https://github.com:80/acme/widgets", "github.com:80"),
            ("https://www.ghe.example.com/acme/widgets", "www.ghe.example.com"),
            ("https://ghe.example.com:8443/acme/widgets", "ghe.example.com:8443"),
            ("http://127.0.0.1:8080/acme/widgets", "127.0.0.1:8080"),
            ("https://[0:0::1]/acme/widgets", "[::1]"),
            ("https://[::1]:8443/acme/widgets", "[::1]:8443"),
            ("https://xn--github-xyz.com/acme/widgets", "xn--github-xyz.com"),
            ("https://evil.example#@github.com/acme/widgets", "evil.example"),
            ("https://evil.example?@github.com/acme/widgets", "evil.example"),
        ] {
            assert_eq!(host_in(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_refused() {
        for text in [
            "https://github.com@evil.example/acme/widgets",
            "https://github.com:pass@evil.example/acme/widgets",
            "https://evil.example\\@github.com/acme/widgets",
            "https://github.com\\.evil.example/acme/widgets",
            "https://github%2ecom/acme/widgets",
            "https://g\u{456}thub.com/acme/widgets",
            "https://github\u{3002}com/acme/widgets",
            "https://git\thub.com/acme/widgets",
            "https://github.com../acme/widgets",
            "https://.github.com/acme/widgets",
            "https://github.com:/acme/widgets",
            "https://github.com:+443/acme/widgets",
            "https://github.com:443:443/acme/widgets",
            "https://github.com:0/acme/widgets",
            "https://[::1]x/acme/widgets",
            "https://[::1/acme/widgets",
            "https://[github.com]/acme/widgets",
            "https:///acme/widgets",
            "https://",
        ] {
            assert!(read(text).unwrap().is_err(), "{text}");
        }
        let error = read("https://me:secret@ghe.example.com/acme/widgets").unwrap().unwrap_err();
        assert!(!error.message().contains("secret"), "{error}");
    }

    #[test]
    fn the_host_of_a_text_that_goes_on_is_known_once_it_is_complete() {
        assert_eq!(host_of("https://ghe.example.com/acme/widgets/issues/").as_deref(), Some("ghe.example.com"));
        for text in ["https://ghe.example", "acme/widgets#", "https://a@b/"] {
            assert_eq!(host_of(text), None, "{text}");
        }
    }

    proptest! {
        /// Where a strict reader of URLs finds a host, this one finds the same or none.
        #[test]
        fn no_other_host_is_read_than_a_browser_reads(authority in "[a-zA-Z0-9.:@\\[\\]\\\\%_ \u{456}-]{1,24}") {
            let text = format!("https://{authority}/acme/widgets");
            if let Some(found) = host_in(&text) {
                let url = url::Url::parse(&text);
                prop_assume!(url.is_ok());
                let url = url.unwrap();
                let name = url.host_str().unwrap().trim_end_matches('.');
                let expected = url.port().map_or_else(|| name.to_owned(), |port| format!("{name}:{port}"));
                let is_number = url.host().is_some_and(|host| matches!(host, url::Host::Ipv4(_)));
                prop_assert!(found == expected || is_number || name.starts_with("www."), "{found} {expected}");
            }
        }
    }
}
