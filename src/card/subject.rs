//! How a subject is addressed.

use super::const_setters;

/// How a subject is addressed in JSON.
#[derive(Debug)]
#[non_exhaustive]
pub struct SubjectSpec {
    /// The subject's own name: `issue`.
    pub name: &'static str,
    /// What it is.
    pub description: &'static str,
    /// The GraphQL type of its node.
    pub kind: &'static str,
    /// What a reader calls it: `pull request`.
    pub noun: &'static str,
    /// The segment of its URLs: `issues`. Empty for a repository.
    pub url_segment: &'static str,
    /// The input for the repository's owner. Not an input of its own where `within` is set.
    pub owner: &'static str,
    /// The input for the repository's name. Not an input of its own where `within` is set.
    pub repo_name: &'static str,
    /// The input for its number.
    pub number: Option<&'static str>,
    /// The input for its node id.
    pub id: Option<&'static str>,
    /// The input for one string that says it all: `acme/widgets#7` or a URL.
    pub text: Option<&'static str>,
    /// The subject whose repository a bare number belongs to.
    pub within: Option<&'static str>,
}

impl SubjectSpec {
    /// A subject without inputs: its name, what it is, the GraphQL type of its node and what a reader calls it.
    #[must_use]
    pub const fn new(name: &'static str, description: &'static str, kind: &'static str, noun: &'static str) -> Self {
        Self {
            name,
            description,
            kind,
            noun,
            url_segment: "",
            owner: "owner",
            repo_name: "name",
            number: None,
            id: None,
            text: None,
            within: None,
        }
    }

    const_setters! {
        set url_segment: &'static str;
        set owner: &'static str;
        set repo_name: &'static str;
        some number: &'static str;
        some id: &'static str;
        some text: &'static str;
        some within: &'static str;
    }

    /// The inputs that together make the form by number (or by name): `owner`, `name`, `issueNumber`.
    pub fn numbered(&self) -> impl Iterator<Item = &'static str> + use<> {
        let repo = self.within.is_none().then_some([self.owner, self.repo_name]);
        repo.into_iter().flatten().chain(self.number)
    }

    /// All inputs of the subject.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.numbered().chain(self.id).chain(self.text)
    }
}
