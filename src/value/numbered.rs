//! An issue, pull request, … by repository and number.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;

use super::{Arg, IntoArg, Kind, Repo, url};
use crate::Error;
use crate::display::with_article;

/// A kind of node that a repository numbers.
pub trait NumberedKind: Kind {
    /// The segment of its URLs: `issues`.
    const URL_SEGMENT: &'static str;
    /// What a reader calls it: `issue`.
    const NOUN: &'static str;
}

/// A `K` by repository and number: `acme/widgets#42`.
///
/// `repo.issue(42)` makes one; so does parsing the short form or a URL. A URL of another kind is refused; one of another
/// host is refused by the client, before anything is sent.
///
/// ```
/// use ghx::value::{Kind, Numbered, NumberedKind};
///
/// enum Issue {}
/// impl Kind for Issue {
///     const NAME: &'static str = "Issue";
/// }
/// impl NumberedKind for Issue {
///     const URL_SEGMENT: &'static str = "issues";
///     const NOUN: &'static str = "issue";
/// }
///
/// let issue: Numbered<Issue> = "https://github.com/acme/widgets/issues/42".parse()?;
/// assert_eq!(issue.to_string(), "acme/widgets#42");
/// assert!("https://github.com/acme/widgets/pull/7".parse::<Numbered<Issue>>().is_err());
/// # Ok::<(), ghx::Error>(())
/// ```
pub struct Numbered<K: Kind> {
    /// The repository that it is in.
    pub repo: Repo,
    /// Its number there.
    pub number: Arg<u64>,
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> Numbered<K> {
    /// The `K` with this number in `repo`.
    pub fn new(repo: impl Into<Repo>, number: impl IntoArg<u64>) -> Self {
        Self { repo: repo.into(), number: number.into_arg(), kind: PhantomData }
    }
}

impl<K: NumberedKind> FromStr for Numbered<K> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (repo, number) = parse_numbered(text, K::URL_SEGMENT, K::NOUN)?;
        Ok(Self::new(repo, number))
    }
}

/// Reads `acme/widgets#42` or a URL whose third segment is `segment`.
pub(crate) fn parse_numbered(text: &str, segment: &str, noun: &str) -> Result<(Repo, u64), Error> {
    let unreadable = || unreadable(text, segment, noun);
    if let Some(url) = url::read(text) {
        let url = url?;
        return match url.path[..] {
            [owner, name, found, number, ..] if found == segment => {
                let number = parse_number(number).ok_or_else(unreadable)?;
                Ok((Repo::new(owner, name)?.on(url.host), number))
            }
            [_, _, found, ..] if found != segment => {
                Err(Error::validation(format!("`{text}` is {}, not {}", url::describe(found), with_article(noun))))
            }
            _ => Err(unreadable()),
        };
    }
    let (repo, number) = text.split_once('#').ok_or_else(unreadable)?;
    let number = parse_number(number).ok_or_else(unreadable)?;
    Ok((repo.parse()?, number))
}

fn parse_number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number > 0)
}

fn unreadable(text: &str, segment: &str, noun: &str) -> Error {
    Error::validation(format!(
        "`{text}` is not {} (write `acme/widgets#42` or `https://github.com/acme/widgets/{segment}/42`)",
        with_article(noun)
    ))
}

impl<K: Kind> Clone for Numbered<K> {
    fn clone(&self) -> Self {
        Self::new(&self.repo, self.number.clone())
    }
}

impl<K: Kind> fmt::Debug for Numbered<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Numbered<{}>({self})", K::NAME)
    }
}

impl<K: Kind> fmt::Display for Numbered<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.repo, self.number)
    }
}

impl<K: Kind> PartialEq for Numbered<K> {
    fn eq(&self, other: &Self) -> bool {
        self.repo == other.repo && self.number == other.number
    }
}

impl<K: Kind> Eq for Numbered<K> {}

impl<K: Kind> Hash for Numbered<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.repo.hash(state);
        self.number.hash(state);
    }
}

impl<K: Kind> From<&Numbered<K>> for Numbered<K> {
    fn from(numbered: &Numbered<K>) -> Self {
        numbered.clone()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parse(text: &str) -> Result<(Repo, u64), Error> {
        parse_numbered(text, "issues", "issue")
    }

    #[test]
    fn ignores_query_fragment_and_trailing_slash() {
        for text in [
            "acme/widgets#42",
            "https://github.com/acme/widgets/issues/42",
            "https://ghe.example.com/acme/widgets/issues/42/?x=1#issuecomment-3",
        ] {
            let (repo, number) = parse(text).unwrap();
            assert_eq!((repo.to_string().as_str(), number), ("acme/widgets", 42));
        }
    }

    /// The host of a URL was once ignored: a write went to the repository of the same name on github.com.
    #[test]
    fn keeps_the_host_of_a_url() {
        let host = |text: &str| parse(text).unwrap().0.host().map(ToOwned::to_owned);
        assert_eq!(host("acme/widgets#42"), None);
        assert_eq!(host("https://GHE.example.com:443/acme/widgets/issues/42").as_deref(), Some("ghe.example.com"));
    }

    #[test]
    fn says_what_a_url_of_another_kind_is() {
        let error = parse("https://github.com/acme/widgets/pull/7").unwrap_err();
        let message = "`https://github.com/acme/widgets/pull/7` is a pull request, not an issue";
        assert_eq!(error.message(), message);
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in [
            "acme/widgets",
            "acme/widgets#",
            "acme/widgets#0",
            "acme/widgets#+4",
            "acme/widgets#{{0.number}}",
            "acme/widgets#99999999999999999999",
            "https://github.com/acme/widgets/issues",
            "https://github.com/acme/widgets/issues/new",
            "https://github.com/acme",
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.message().contains("is not an issue"), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in any::<String>()) {
            let _ = parse(&text);
        }

        #[test]
        fn display_and_parse_agree(owner in "[a-z0-9]{1,9}", name in "[a-zA-Z0-9_-]{1,9}", number in 1..u64::MAX) {
            let repo = Repo::new(owner, name).unwrap();
            prop_assert_eq!(parse(&format!("{repo}#{number}")).unwrap(), (repo.clone(), number));
            let url = format!("https://github.com/{repo}/issues/{number}");
            prop_assert_eq!(parse(&url).unwrap(), (repo, number));
        }
    }
}
