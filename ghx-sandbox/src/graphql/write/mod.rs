//! Mutations: one file per domain, one function per mutation. Each checks its input and the permissions, changes the
//! state through the writes in `state/`, and returns the fields of its payload.

mod assignees;
mod comments;
mod git;
mod issues;
mod labels;
mod pulls;
mod relations;
mod reviews;
mod table;

pub(crate) use self::table::{creates, inputs_of};
use super::{
    execute::RequestContext,
    value::{Args, Value},
};
use crate::state::{Account, Issue, Key, Label, Milestone, Node, Permission, Refusal, Repo, Store};

/// The fields of a payload.
pub(crate) type Payload = Result<Vec<(&'static str, Value)>, Refusal>;

/// A mutation field that is being executed.
pub(crate) struct Change<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) request: &'a RequestContext<'a>,
    pub(crate) args: Args<'a>,
}

/// Executes a mutation field. Input fields that it does not support are refused, not ignored.
pub(crate) fn mutation(change: &mut Change<'_>, name: &str) -> Payload {
    let Some(mutation) = table::find(name) else {
        return Err(Refusal::not_modelled(format_args!("the mutation `{name}`")));
    };
    let is_known = |input: &str| input == "clientMutationId" || mutation.inputs.contains(&input);
    match change.args.names().find(|input| !is_known(input) && change.args.has(input)) {
        Some(input) => Err(Refusal::not_modelled(format_args!("`{input}` of the mutation `{name}`"))),
        None => (mutation.run)(change),
    }
}

impl Change<'_> {
    /// The node of an id, if the actor may see it.
    fn node(&self, id: &str) -> Result<Node, Refusal> {
        let node = Node::from_id(self.store, id)?;
        if self.can_see(node) { Ok(node) } else { Err(Refusal::unknown_id(id)) }
    }

    fn can_see(&self, node: Node) -> bool {
        self.request.can_see(self.store, node)
    }

    /// The key of an id of one kind; an id of another kind is refused, as on GitHub.
    fn key<T>(&self, id: &str, kind: &str, pick: impl Fn(Node) -> Option<Key<T>>) -> Result<Key<T>, Refusal> {
        pick(self.node(id)?).ok_or_else(|| Refusal::wrong_kind(kind, id))
    }

    fn repo(&self, name: &str) -> Result<Key<Repo>, Refusal> {
        self.key(self.args.text(name), "Repository", |node| match node {
            Node::Repo(key) => Some(key),
            _ => None,
        })
    }

    /// An issue that is not a pull request.
    fn issue(&self, name: &str) -> Result<Key<Issue>, Refusal> {
        self.issue_of(self.args.text(name))
    }

    fn issue_of(&self, id: &str) -> Result<Key<Issue>, Refusal> {
        self.key(id, "Issue", |node| match node {
            Node::Issue(key) if !self.store.is_pull(key) => Some(key),
            _ => None,
        })
    }

    fn pull(&self, name: &str) -> Result<Key<Issue>, Refusal> {
        self.key(self.args.text(name), "PullRequest", |node| match node {
            Node::Issue(key) if self.store.is_pull(key) => Some(key),
            _ => None,
        })
    }

    /// An issue or a pull request; `kind` is the interface that GitHub names in its error.
    fn issue_or_pull(&self, name: &str, kind: &str) -> Result<Key<Issue>, Refusal> {
        self.key(self.args.text(name), kind, |node| match node {
            Node::Issue(key) => Some(key),
            _ => None,
        })
    }

    /// An issue or a pull request that the actor may triage.
    fn triaged(&self, name: &str, kind: &str) -> Result<Key<Issue>, Refusal> {
        let key = self.issue_or_pull(name, kind)?;
        self.permit_issue(key, Permission::Triage, false)?;
        Ok(key)
    }

    fn label_keys(&self, name: &str) -> Result<Vec<Key<Label>>, Refusal> {
        self.keys(name, "Label", |node| match node {
            Node::Label(key) => Some(key),
            _ => None,
        })
    }

    fn account_keys(&self, name: &str) -> Result<Vec<Key<Account>>, Refusal> {
        self.keys(name, "User", |node| match node {
            Node::Account(key) => Some(key),
            _ => None,
        })
    }

    fn keys<T>(&self, name: &str, kind: &str, pick: fn(Node) -> Option<Key<T>>) -> Result<Vec<Key<T>>, Refusal> {
        let ids = self.args.strings(name).unwrap_or_default();
        ids.into_iter().map(|id| self.key(id, kind, pick)).collect()
    }

    /// A milestone of a repository, if one is given.
    fn milestone(&self, repo: Key<Repo>) -> Result<Option<Key<Milestone>>, Refusal> {
        let Some(id) = self.args.str("milestoneId") else { return Ok(None) };
        let key = self.key(id, "Milestone", |node| match node {
            Node::Milestone(key) => Some(key),
            _ => None,
        })?;
        if self.store.milestones.get(key)?.repo == repo {
            Ok(Some(key))
        } else {
            Err(Refusal::unprocessable("Milestone does not belong to the repository"))
        }
    }

    fn actor(&self) -> Result<Key<Account>, Refusal> {
        self.request.actor.account.ok_or_else(|| Refusal::forbidden("This endpoint requires you to be authenticated."))
    }

    fn actor_value(&self) -> Value {
        self.request.actor.account.map(Node::Account).into()
    }

    fn permit(&self, repo: Key<Repo>, needed: Permission) -> Result<(), Refusal> {
        self.store.permit(self.request.actor, repo, needed)
    }

    /// Refuses a change of an issue without the needed permission; with `author_may`, its author needs none.
    fn permit_issue(&self, key: Key<Issue>, needed: Permission, author_may: bool) -> Result<(), Refusal> {
        let issue = self.store.issues.get(key)?;
        let author = issue.author.filter(|_| author_may);
        self.store.permit_author(self.request.actor, issue.repo, author, needed)
    }
}
