//! Writing: one file per domain, one function per mutation. Each checks what it is given and who asks, changes the
//! state through the writes in `state/`, and answers with the fields of its payload.

mod comments;
mod issues;
mod labels;
mod people;
mod pulls;
mod relations;
mod reviews;

use super::{
    execute::Cx,
    value::{Args, Value},
};
use crate::{
    refusal::Refusal,
    state::{Account, Issue, Key, Label, Milestone, Node, Permission, Repo, Store},
};

/// The fields of a payload.
pub(crate) type Payload = Result<Vec<(&'static str, Value)>, Refusal>;

/// One mutation field at work.
pub(crate) struct Change<'a> {
    pub(crate) store: &'a mut Store,
    pub(crate) cx: &'a Cx<'a>,
    pub(crate) args: Args<'a>,
}

/// Whether a mutation makes content, and so falls under GitHub's creation throttle.
pub(crate) fn creates(mutation: &str) -> bool {
    matches!(
        mutation,
        "createIssue"
            | "addComment"
            | "createPullRequest"
            | "addPullRequestReview"
            | "addPullRequestReviewThreadReply"
            | "createLabel"
    )
}

/// Does what a mutation field says.
pub(crate) fn mutation(change: &mut Change<'_>, name: &str) -> Payload {
    match name {
        "createIssue" => issues::create(change),
        "updateIssue" => issues::update(change),
        "closeIssue" => issues::close(change),
        "reopenIssue" => issues::reopen(change),
        "deleteIssue" => issues::delete(change),
        "updateIssueIssueType" => issues::set_type(change),
        "lockLockable" => issues::lock(change, true),
        "unlockLockable" => issues::lock(change, false),
        "addComment" => comments::add(change),
        "updateIssueComment" => comments::update(change),
        "deleteIssueComment" => comments::delete(change),
        "addLabelsToLabelable" => labels::add(change),
        "removeLabelsFromLabelable" => labels::remove(change),
        "clearLabelsFromLabelable" => labels::clear(change),
        "createLabel" => labels::create(change),
        "updateLabel" => labels::update(change),
        "deleteLabel" => labels::delete(change),
        "addAssigneesToAssignable" => people::add_assignees(change),
        "removeAssigneesFromAssignable" => people::remove_assignees(change),
        "replaceActorsForAssignable" => people::replace_assignees(change),
        "requestReviews" => people::request_reviews(change),
        "requestReviewsByLogin" => people::request_reviews_by_login(change),
        "addSubIssue" => relations::add_sub_issue(change),
        "removeSubIssue" => relations::remove_sub_issue(change),
        "addBlockedBy" => relations::blocked_by(change, Store::add_blocked_by),
        "removeBlockedBy" => relations::blocked_by(change, Store::remove_blocked_by),
        "createPullRequest" => pulls::create(change),
        "updatePullRequest" => pulls::update(change),
        "closePullRequest" => pulls::close(change),
        "reopenPullRequest" => pulls::reopen(change),
        "mergePullRequest" => pulls::merge(change),
        "convertPullRequestToDraft" => pulls::set_draft(change, true),
        "markPullRequestReadyForReview" => pulls::set_draft(change, false),
        "deleteRef" => pulls::delete_ref(change),
        "addPullRequestReview" => reviews::add(change),
        "addPullRequestReviewThreadReply" => reviews::reply(change),
        "resolveReviewThread" => reviews::resolve(change, true),
        "unresolveReviewThread" => reviews::resolve(change, false),
        other => Err(Refusal::not_modelled(format_args!("the mutation `{other}`"))),
    }
}

impl Change<'_> {
    /// The node of an id that the actor may see.
    fn node(&self, id: &str) -> Result<Node, Refusal> {
        let node = Node::from_id(self.store, id)?;
        if self.can_see(node) { Ok(node) } else { Err(Refusal::unknown_id(id)) }
    }

    fn can_see(&self, node: Node) -> bool {
        self.cx.can_see(self.store, node)
    }

    /// The key of one kind behind an id; an id of another kind is refused as GitHub does.
    fn key<T>(&self, id: &str, kind: &str, pick: impl Fn(Node) -> Option<Key<T>>) -> Result<Key<T>, Refusal> {
        pick(self.node(id)?).ok_or_else(|| Refusal::wrong_kind(kind, id))
    }

    fn repo(&self, name: &str) -> Result<Key<Repo>, Refusal> {
        self.key(self.args.text(name), "Repository", |node| match node {
            Node::Repo(key) => Some(key),
            _ => None,
        })
    }

    /// An issue that is no pull request.
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

    /// An issue or a pull request; `kind` is the interface in GitHub's words.
    fn issue_or_pull(&self, name: &str, kind: &str) -> Result<Key<Issue>, Refusal> {
        self.key(self.args.text(name), kind, |node| match node {
            Node::Issue(key) => Some(key),
            _ => None,
        })
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

    /// A milestone of a repository, where one is given.
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
        self.cx.actor.account.ok_or_else(|| Refusal::forbidden("This endpoint requires you to be authenticated."))
    }

    fn actor_value(&self) -> Value {
        self.cx.actor.account.map(Node::Account).into()
    }

    fn permit(&self, repo: Key<Repo>, needed: Permission) -> Result<(), Refusal> {
        self.store.permit(self.cx.actor, repo, needed)
    }

    /// Lets those change an issue who may triage, and its author where GitHub lets the author.
    fn permit_issue(&self, key: Key<Issue>, needed: Permission, author_may: bool) -> Result<(), Refusal> {
        let issue = self.store.issues.get(key)?;
        let author = issue.author.filter(|_| author_may);
        self.store.permit_author(self.cx.actor, issue.repo, author, needed)
    }
}
