//! A repository by owner and name.

use std::fmt;
use std::str::FromStr;

use super::url;
use crate::Error;

/// A repository by owner and name.
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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repo {
    owner: String,
    name: String,
}

impl Repo {
    /// The repository `owner/name`; refused if either cannot be a name on GitHub.
    pub fn new(owner: impl Into<String>, name: impl Into<String>) -> Result<Self, Error> {
        let (owner, name) = (owner.into(), name.into());
        check_owner(&owner)?;
        check_name(&name)?;
        Ok(Self { owner, name })
    }

    /// The user or organisation that owns it.
    pub fn owner(&self) -> &str {
        &self.owner
    }

    /// Its name, without the owner.
    pub fn name(&self) -> &str {
        &self.name
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
        match url::path(text) {
            Some(path) => from_url(text, &path),
            None => from_short(text),
        }
    }
}

fn from_url(text: &str, path: &[&str]) -> Result<Repo, Error> {
    match path {
        [owner, name] => Repo::new(*owner, name.strip_suffix(".git").unwrap_or(name)),
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

impl From<&Repo> for Repo {
    fn from(repo: &Repo) -> Self {
        repo.clone()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_urls_of_any_host() {
        for text in [
            "https://github.com/acme/widgets",
            "https://github.com/acme/widgets/",
            "https://ghe.example.com/acme/widgets.git",
            "http://github.localhost:8080/acme/widgets?tab=readme#top",
        ] {
            assert_eq!(text.parse::<Repo>().unwrap().to_string(), "acme/widgets");
        }
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
