//! Who sends a request, and what they may see and do.

use super::{Account, Key, Node, Permission, Refusal, Repo, Store};

/// The account of a request, with the permissions of its token.
#[derive(Clone, Debug)]
pub(crate) struct Actor {
    /// `None`: no token was sent.
    pub(crate) account: Option<Key<Account>>,
    pub(crate) read_only: bool,
    pub(crate) scopes: Vec<String>,
}

impl Actor {
    /// Whether the token has a scope, or one that includes it.
    pub(crate) fn has_scope(&self, wanted: &str) -> bool {
        self.scopes.iter().any(|scope| {
            scope == wanted
                || (wanted == "public_repo" && scope == "repo")
                || wanted.strip_prefix("read:").is_some_and(|rest| {
                    scope == rest
                        || scope.strip_prefix("write:") == Some(rest)
                        || scope.strip_prefix("admin:") == Some(rest)
                })
        })
    }
}

impl Store {
    /// What an actor may do in a repository; `None` if it is invisible to them.
    pub(crate) fn permission(&self, actor: &Actor, repo: Key<Repo>) -> Option<Permission> {
        let row = self.repos.get(repo).ok()?;
        let granted = actor.account.and_then(|account| {
            if account == row.owner { Some(Permission::Admin) } else { row.collaborators.get(&account).copied() }
        });
        let seen = granted.or((!row.private).then_some(Permission::Read))?;
        (!row.private || actor.has_scope("repo")).then_some(seen)
    }

    pub(crate) fn can_see(&self, actor: &Actor, node: Node) -> bool {
        node.repo(self).is_none_or(|repo| self.permission(actor, repo).is_some())
            && !self.is_anothers_draft(actor.account, node)
    }

    /// Refuses a write with GitHub's message, unless the actor may do it.
    pub(crate) fn permit(&self, actor: &Actor, repo: Key<Repo>, needed: Permission) -> Result<(), Refusal> {
        let Some(permission) = self.permission(actor, repo) else {
            return Err(Refusal::not_found("Could not resolve to a Repository."));
        };
        if actor.read_only {
            return Err(Refusal::forbidden("Resource not accessible by personal access token"));
        }
        if self.repos.get(repo)?.archived {
            return Err(Refusal::forbidden("Repository was archived so is read-only."));
        }
        if permission < needed {
            let login = actor.account.map_or("anonymous", |account| self.login(account));
            return Err(Refusal::forbidden(format!("{login} does not have the correct permissions to execute this")));
        }
        Ok(())
    }

    /// Like [`Store::permit`], but the author needs no further permission.
    pub(crate) fn permit_author(
        &self,
        actor: &Actor,
        repo: Key<Repo>,
        author: Option<Key<Account>>,
        needed: Permission,
    ) -> Result<(), Refusal> {
        let is_author = actor.account.is_some() && actor.account == author;
        self.permit(actor, repo, if is_author { Permission::Read } else { needed })
    }
}
