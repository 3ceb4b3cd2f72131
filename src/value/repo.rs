//! A repository by owner and name.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::url;
use super::url::WebUrl;
use crate::Error;

/// A repository by owner and name.
///
/// One that was read from a URL knows the [`host`](Self::host) in it, and a client of another host refuses it before anything
/// is sent. `acme/widgets` is on whatever host the client works with. Owner and name alone decide whether two are equal.
///
/// ```
/// use ghx::Repo;
///
/// let repo: Repo = "acme/widgets".parse()?;
/// assert_eq!(repo.owner(), "acme");
/// assert_eq!(repo, "https://github.com/acme/widgets.git".parse()?);
/// assert_eq!(repo.to_string(), "acme/widgets");
/// # Ok::<(), ghx::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Repo {
    owner: String,
    name: String,
    host: Option<String>,
}

impl Repo {
    /// The repository `owner/name`; refused if either cannot be a name on GitHub.
    pub fn new(owner: impl Into<String>, name: impl Into<String>) -> Result<Self, Error> {
        let (owner, name) = (owner.into(), name.into());
        check_owner(&owner)?;
        check_name(&name)?;
        Ok(Self { owner, name, host: None })
    }

    /// The user or organisation that owns it.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// Its name, without the owner.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The host of the URL that it was read from, in lower case and without the usual port; `None` for `acme/widgets`.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// The same repository, known to be on this host.
    pub(super) fn on(self, host: String) -> Self {
        Self { host: Some(host), ..self }
    }

    fn key(&self) -> (&str, &str) {
        (&self.owner, &self.name)
    }
}

fn check_owner(owner: &str) -> Result<(), Error> {
    if is_name(owner) {
        return Ok(());
    }
    Err(Error::validation(format!("`{owner}` is not the name of an owner")))
}

fn check_name(name: &str) -> Result<(), Error> {
    if let Some(stem) = name.strip_suffix(".git") {
        return Err(Error::validation(format!("`{name}` is not the name of a repository (did you mean `{stem}`?)")));
    }
    if is_name(name) {
        return Ok(());
    }
    Err(Error::validation(format!("`{name}` is not the name of a repository")))
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !matches!(name, "" | "." | "..") && name.bytes().all(allowed)
}

impl FromStr for Repo {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match url::read(text) {
            Some(url) => from_url(text, url?),
            None => from_short(text),
        }
    }
}

fn from_url(text: &str, url: WebUrl<'_>) -> Result<Repo, Error> {
    match url.path[..] {
        [owner, name] => Ok(Repo::new(owner, name.strip_suffix(".git").unwrap_or(name))?.on(url.host)),
        [_, _, segment, ..] => {
            Err(Error::validation(format!("`{text}` is {}, not a repository", url::describe(segment))))
        }
        _ => Err(unreadable(text)),
    }
}

fn from_short(text: &str) -> Result<Repo, Error> {
    match text.split_once('/') {
        Some((owner, name)) if !name.contains('/') => Repo::new(owner, name),
        _ => Err(unreadable(text)),
    }
}

fn unreadable(text: &str) -> Error {
    Error::validation(format!(
        "`{text}` is not a repository (write `acme/widgets` or `https://github.com/acme/widgets`)"
    ))
}

impl fmt::Display for Repo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

impl PartialEq for Repo {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Repo {}

impl PartialOrd for Repo {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Repo {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Repo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl From<&Repo> for Repo {
    fn from(repo: &Repo) -> Self {
        repo.clone()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The host of a URL was once ignored: a write went to the repository of the same name on github.com.
    #[test]
    fn keeps_the_host_of_a_url() {
        for (text, host) in [
            ("acme/widgets", None),
            ("https://github.com/acme/widgets", Some("github.com")),
            ("https://github.com/acme/widgets/", Some("github.com")),
            ("https://ghe.example.com/acme/widgets.git", Some("ghe.example.com")),
            ("http://github.localhost:8080/acme/widgets?tab=readme#top", Some("github.localhost:8080")),
        ] {
            let repo = text.parse::<Repo>().unwrap();
            assert_eq!((repo.to_string().as_str(), repo.host()), ("acme/widgets", host));
            assert_eq!(repo, Repo::new("acme", "widgets").unwrap());
        }
        let error = "https://github.com@evil.example/acme/widgets".parse::<Repo>().unwrap_err();
        assert!(error.message().starts_with("the URL has a user or password before its host"), "{error}");
    }

    #[test]
    fn refuses_what_is_no_repository() {
        for text in ["", "acme", "/", "acme/", "/widgets", "a/b/c", "a b/c", "acme/..", "acme/x.git"] {
            let error = text.parse::<Repo>().unwrap_err();
            assert!(error.message().contains("is not"), "{text}: {error}");
        }
    }

    #[test]
    fn says_what_a_url_of_another_kind_is() {
        let error = "https://github.com/acme/widgets/issues/7".parse::<Repo>().unwrap_err();
        let message = "`https://github.com/acme/widgets/issues/7` is an issue, not a repository";
        assert_eq!(error.message(), message);
    }

    proptest! {
        #[test]
        fn parsing_never_panics(text in any::<String>()) {
            let _ = text.parse::<Repo>();
        }

        #[test]
        fn display_and_parse_agree(owner in "[A-Za-z0-9][A-Za-z0-9-]{0,38}", name in "[A-Za-z0-9_][A-Za-z0-9._-]{0,30}[a-z0-9]") {
            prop_assume!(name.strip_suffix(".git").is_none());
            let repo = Repo::new(owner, name).unwrap();
            prop_assert_eq!(repo.to_string().parse::<Repo>().unwrap(), repo.clone());
            let url = format!("https://github.com/{repo}.git");
            prop_assert_eq!(url.parse::<Repo>().unwrap(), repo);
        }
    }
}
