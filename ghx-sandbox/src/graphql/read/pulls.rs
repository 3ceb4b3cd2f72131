//! Pull requests, beyond what they share with issues.

use super::{git::check_contexts, issues, repos::no_such_number};
use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, Value},
    },
    state::{Issue, Key, Mergeable, Node, Pull, Repo},
};

/// The fields of a repository that return pull requests.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    if ctx.field() == "pullRequests" {
        return connection(ctx, issues::filtered(ctx, ctx.store.issues_of(repo, |issue| issue.pull.is_some())));
    }
    let number = ctx.args.int("number").unwrap_or_default();
    let found = ctx.args.number("number").and_then(|number| ctx.store.numbered(repo, number));
    let found = found.filter(|key| ctx.store.is_pull(*key)).map(Node::Issue);
    Ok(found.filter(|node| ctx.can_see(*node)).ok_or_else(|| no_such_number("a PullRequest", number))?.into())
}

pub(crate) fn field(ctx: &Context<'_>, key: Key<Issue>) -> Resolved {
    let issue = ctx.store.issues.get(key)?;
    let pull = ctx.store.pull(key)?;
    if let Some(answer) = branch_field(ctx, key, issue, pull).or_else(|| review_field(ctx, key, pull)) {
        return answer;
    }
    if let Some(answer) = issues::shared_field(ctx, key, issue) {
        return answer;
    }
    let files = pull.files();
    Ok(match ctx.field() {
        "isDraft" => pull.draft.into(),
        "permalink" => ctx.request.urls.issue(ctx.store, key).into(),
        "mergeable" => mergeable(issue, pull).into(),
        "mergeStateStatus" => ctx.store.merge_state(key)?.into(),
        "merged" => issue.is_merged().into(),
        "mergedAt" => pull.merge.as_ref().map(|merge| merge.at).into(),
        "mergedBy" => pull.merge.as_ref().map(|merge| Node::Account(merge.by)).into(),
        "mergeCommit" => pull.merge.as_ref().map(|merge| Node::Commit(merge.commit)).into(),
        "additions" => files.iter().map(|file| file.additions).sum::<usize>().into(),
        "deletions" => files.iter().map(|file| file.deletions).sum::<usize>().into(),
        "changedFiles" => files.len().into(),
        "files" => return connection(ctx, changed_files(pull)),
        "commits" => return connection(ctx, commits(pull)),
        "statusCheckRollup" => rollup(ctx, pull)?,
        "totalCommentsCount" => issue.comments.len().into(),
        // No seed and no write creates a merge queue or requests an automatic merge.
        "isInMergeQueue" | "isMergeQueueEnabled" => false.into(),
        "mergeQueueEntry" | "autoMergeRequest" => Value::null(),
        _ => return ctx.not_modelled("PullRequest"),
    })
}

fn branch_field(ctx: &Context<'_>, key: Key<Issue>, issue: &Issue, pull: &Pull) -> Option<Resolved> {
    Some(Ok(match ctx.field() {
        "baseRefName" => pull.base.as_str().into(),
        "headRefName" => pull.head.as_str().into(),
        "baseRefOid" => pull.base_oid.as_str().into(),
        "headRefOid" => pull.head_commit().map_or("", |commit| ctx.store.oid(commit)).into(),
        "baseRef" => ctx.store.branch(issue.repo, &pull.base).map(Node::Branch).into(),
        "headRef" => ctx.store.head_branch(key).map(Node::Branch).into(),
        "headRepository" | "baseRepository" => Node::Repo(issue.repo).into(),
        "headRepositoryOwner" => ctx.store.repos.get(issue.repo).ok().map(|repo| Node::Account(repo.owner)).into(),
        // There are no forks: the head branch is in the same repository.
        "isCrossRepository" => false.into(),
        "maintainerCanModify" => pull.maintainer_can_modify.into(),
        _ => return None,
    }))
}

fn review_field(ctx: &Context<'_>, key: Key<Issue>, pull: &Pull) -> Option<Resolved> {
    Some(match ctx.field() {
        "reviewDecision" => Ok(ctx.store.review_decision(key).into()),
        "reviews" => connection(ctx, reviews(ctx, key)),
        "latestReviews" => connection(ctx, latest_reviews(ctx, key)),
        "reviewThreads" => connection(ctx, ctx.visible(ctx.store.threads_of(key), Node::Thread)),
        "reviewRequests" => {
            let requests = pull.requested_reviewers.iter().map(|reviewer| {
                // There are no code owners.
                let reviewer = ("requestedReviewer", Node::Account(*reviewer).into());
                Value::record("ReviewRequest", vec![reviewer, ("asCodeOwner", false.into())])
            });
            connection(ctx, requests.collect())
        }
        _ => return None,
    })
}

fn reviews(ctx: &Context<'_>, pull: Key<Issue>) -> Vec<Value> {
    let states = ctx.args.strings("states");
    let author = ctx.args.str("author");
    let keys = ctx.store.reviews.keys_where(|review| {
        review.pull == pull
            && states.as_ref().is_none_or(|states| states.contains(&review.state))
            && author.is_none_or(|login| review.author.is_some_and(|key| ctx.store.login(key) == login))
    });
    ctx.visible(keys, Node::Review)
}

fn latest_reviews(ctx: &Context<'_>, pull: Key<Issue>) -> Vec<Value> {
    let mut latest: Vec<Key<crate::state::Review>> = Vec::new();
    let submitted = |key: &Key<_>| ctx.store.reviews.get(*key).is_ok_and(|review| !review.is_pending());
    for key in ctx.store.reviews_of(pull).into_iter().filter(submitted) {
        let author = |key: &Key<_>| ctx.store.reviews.get(*key).ok().map(|review: &crate::state::Review| review.author);
        latest.retain(|other| author(other) != author(&key));
        latest.push(key);
    }
    ctx.visible(latest, Node::Review)
}

fn mergeable(issue: &Issue, pull: &Pull) -> &'static str {
    match pull.mergeable {
        _ if issue.is_merged() => "UNKNOWN",
        Mergeable::Clean => "MERGEABLE",
        Mergeable::Conflicting => "CONFLICTING",
        Mergeable::Unknown => "UNKNOWN",
    }
}

fn changed_files(pull: &Pull) -> Vec<Value> {
    let files = pull.files().into_iter().map(|file| {
        let change = match file.status {
            "added" => "ADDED",
            "removed" => "DELETED",
            _ => "MODIFIED",
        };
        let fields = vec![
            ("path", file.path.into()),
            ("additions", file.additions.into()),
            ("deletions", file.deletions.into()),
            ("changeType", change.into()),
        ];
        Value::record("PullRequestChangedFile", fields)
    });
    files.collect()
}

fn commits(pull: &Pull) -> Vec<Value> {
    let commit = |key: &Key<_>| Value::record("PullRequestCommit", vec![("commit", Node::Commit(*key).into())]);
    pull.commits.iter().map(commit).collect()
}

fn rollup(ctx: &Context<'_>, pull: &Pull) -> Resolved {
    match pull.head_commit() {
        Some(commit) => check_contexts(ctx, commit),
        None => Ok(Value::null()),
    }
}
