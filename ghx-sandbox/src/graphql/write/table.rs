//! The mutations that are modelled, each with the input fields that it supports.

use super::{Change, Payload, assignees, comments, git, issues, labels, pulls, relations, reviews};
use crate::state::Store;

/// One mutation.
pub(super) struct Mutation {
    name: &'static str,
    pub(super) run: fn(&mut Change<'_>) -> Payload,
    /// The fields of its input, besides `clientMutationId`.
    pub(super) inputs: &'static [&'static str],
}

pub(super) fn find(name: &str) -> Option<&'static Mutation> {
    MUTATIONS.iter().find(|mutation| mutation.name == name)
}

/// The input fields that a mutation supports; `None` if the mutation is not modelled.
pub(crate) fn inputs_of(name: &str) -> Option<&'static [&'static str]> {
    find(name).map(|mutation| mutation.inputs)
}

/// Whether a mutation creates content, which GitHub limits.
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

const fn row(name: &'static str, run: fn(&mut Change<'_>) -> Payload, inputs: &'static [&'static str]) -> Mutation {
    Mutation { name, run, inputs }
}

const MUTATIONS: &[Mutation] = &[
    row(
        "createIssue",
        issues::create,
        &["repositoryId", "title", "body", "labelIds", "assigneeIds", "milestoneId", "issueTypeId", "parentIssueId"],
    ),
    row(
        "updateIssue",
        issues::update,
        &["id", "title", "body", "labelIds", "assigneeIds", "milestoneId", "state", "issueTypeId"],
    ),
    row("closeIssue", issues::close, &["issueId", "stateReason", "duplicateIssueId"]),
    row("reopenIssue", issues::reopen, &["issueId"]),
    row("deleteIssue", issues::delete, &["issueId"]),
    row("updateIssueIssueType", issues::set_type, &["issueId", "issueTypeId"]),
    row("pinIssue", |change| issues::pin(change, true), &["issueId"]),
    row("unpinIssue", |change| issues::pin(change, false), &["issueId"]),
    row("lockLockable", |change| issues::lock(change, true), &["lockableId", "lockReason"]),
    row("unlockLockable", |change| issues::lock(change, false), &["lockableId"]),
    row("addComment", comments::add, &["subjectId", "body"]),
    row("updateIssueComment", comments::update, &["id", "body"]),
    row("deleteIssueComment", comments::delete, &["id"]),
    row("addLabelsToLabelable", |change| labels::change(change, Store::add_labels), &["labelableId", "labelIds"]),
    row(
        "removeLabelsFromLabelable",
        |change| labels::change(change, Store::remove_labels),
        &["labelableId", "labelIds"],
    ),
    row("clearLabelsFromLabelable", labels::clear, &["labelableId"]),
    row("createLabel", labels::create, &["repositoryId", "name", "color", "description"]),
    row("updateLabel", labels::update, &["id", "name", "color", "description"]),
    row("deleteLabel", labels::delete, &["id"]),
    row(
        "addAssigneesToAssignable",
        |change| assignees::change(change, Store::add_assignees),
        &["assignableId", "assigneeIds"],
    ),
    row(
        "removeAssigneesFromAssignable",
        |change| assignees::change(change, Store::remove_assignees),
        &["assignableId", "assigneeIds"],
    ),
    row("replaceActorsForAssignable", assignees::replace, &["assignableId", "actorIds", "actorLogins"]),
    row("requestReviews", reviews::request, &["pullRequestId", "userIds", "botIds", "union"]),
    row("requestReviewsByLogin", reviews::request_by_login, &["pullRequestId", "userLogins", "botLogins", "union"]),
    row("addSubIssue", relations::add_sub_issue, &["issueId", "subIssueId", "subIssueUrl", "replaceParent"]),
    row("removeSubIssue", relations::remove_sub_issue, &["issueId", "subIssueId"]),
    row("addBlockedBy", |change| relations::blocked_by(change, Store::add_blocked_by), &["issueId", "blockingIssueId"]),
    row(
        "removeBlockedBy",
        |change| relations::blocked_by(change, Store::remove_blocked_by),
        &["issueId", "blockingIssueId"],
    ),
    row(
        "createPullRequest",
        pulls::create,
        &["repositoryId", "baseRefName", "headRefName", "title", "body", "draft", "maintainerCanModify"],
    ),
    row(
        "updatePullRequest",
        pulls::update,
        &[
            "pullRequestId",
            "title",
            "body",
            "labelIds",
            "assigneeIds",
            "milestoneId",
            "baseRefName",
            "state",
            "maintainerCanModify",
        ],
    ),
    row("closePullRequest", pulls::close, &["pullRequestId"]),
    row("reopenPullRequest", pulls::reopen, &["pullRequestId"]),
    row(
        "mergePullRequest",
        pulls::merge,
        &["pullRequestId", "mergeMethod", "expectedHeadOid", "commitHeadline", "commitBody"],
    ),
    row("convertPullRequestToDraft", |change| pulls::set_draft(change, true), &["pullRequestId"]),
    row("markPullRequestReadyForReview", |change| pulls::set_draft(change, false), &["pullRequestId"]),
    row("deleteRef", git::delete_ref, &["refId"]),
    row("addPullRequestReview", reviews::add, &["pullRequestId", "event", "body", "threads"]),
    row("submitPullRequestReview", reviews::submit, &["pullRequestReviewId", "pullRequestId", "event", "body"]),
    row("addPullRequestReviewThreadReply", reviews::reply, &["pullRequestReviewThreadId", "body"]),
    row("resolveReviewThread", |change| reviews::resolve(change, true), &["threadId"]),
    row("unresolveReviewThread", |change| reviews::resolve(change, false), &["threadId"]),
];
