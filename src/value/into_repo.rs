//! What may be passed where a repository is expected.

use super::Repo;

/// What may be passed where a repository is expected: a [`Repo`], or a borrowed one.
///
/// Our own trait instead of `Into`, so that a mistake is explained in one line.
#[diagnostic::on_unimplemented(
    message = "expected a `Repo`, found `{Self}`",
    label = "not a `Repo`",
    note = "parse it first: `let repo: ghx::Repo = \"acme/widgets\".parse()?;`"
)]
pub trait IntoRepo {
    /// The repository.
    fn into_repo(self) -> Repo;
}

#[diagnostic::do_not_recommend]
impl IntoRepo for Repo {
    fn into_repo(self) -> Repo {
        self
    }
}

#[diagnostic::do_not_recommend]
impl IntoRepo for &Repo {
    fn into_repo(self) -> Repo {
        self.clone()
    }
}
