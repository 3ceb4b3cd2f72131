//! Pull requests, beyond what they share with issues.

use super::{git::check_contexts, issues, repos::no_such_number};
use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Value},
    },
    state::{Issue, Key, Mergeable, Node, Pull, Repo},
};

/// The fields of a repository that give pull requests.
pub(crate) fn of_repo(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    if ask.field() == "pullRequests" {
        return connection(ask, issues::filtered(ask, ask.store.issues_of(repo, |issue| issue.pull.is_some())));
    }
    let number = ask.args.int("number").unwrap_or_default();
    let found = ask.args.number("number").and_then(|number| ask.store.numbered(repo, number));
    let found = found.filter(|key| ask.store.is_pull(*key)).map(Node::Issue);
    Ok(found.filter(|node| ask.can_see(*node)).ok_or_else(|| no_such_number("a PullRequest", number))?.into())
}

pub(crate) fn field(ask: &Ask<'_>, key: Key<Issue>) -> Answer {
    let issue = ask.store.issues.get(key)?;
    let pull = ask.store.pull(key)?;
    if let Some(answer) = branch_field(ask, key, issue, pull).or_else(|| review_field(ask, key, pull)) {
        return answer;
    }
    if let Some(answer) = issues::shared_field(ask, key, issue) {
        return answer;
    }
    let files = pull.files();
    Ok(match ask.field() {
        "isDraft" => pull.draft.into(),
        "permalink" => ask.cx.urls.issue(ask.store, key).into(),
        "mergeable" => mergeable(issue, pull).into(),
        "mergeStateStatus" => ask.store.merge_state(key)?.into(),
        "merged" => issue.is_merged().into(),
        "mergedAt" => pull.merge.as_ref().map(|merge| merge.at).into(),
        "mergedBy" => pull.merge.as_ref().map(|merge| Node::Account(merge.by)).into(),
        "mergeCommit" => pull.merge.as_ref().map(|merge| Node::Commit(merge.commit)).into(),
        "additions" => files.iter().map(|file| file.additions).sum::<usize>().into(),
        "deletions" => files.iter().map(|file| file.deletions).sum::<usize>().into(),
        "changedFiles" => files.len().into(),
        "files" => return connection(ask, changed_files(pull)),
        "commits" => return connection(ask, commits(pull)),
        "statusCheckRollup" => rollup(ask, pull)?,
        "totalCommentsCount" => issue.comments.len().into(),
        // No seed and no write makes a merge queue or asks for an automatic merge.
        "isInMergeQueue" | "isMergeQueueEnabled" => false.into(),
        "mergeQueueEntry" | "autoMergeRequest" => Value::null(),
        _ => return ask.not_modelled("PullRequest"),
    })
}

fn branch_field(ask: &Ask<'_>, key: Key<Issue>, issue: &Issue, pull: &Pull) -> Option<Answer> {
    Some(Ok(match ask.field() {
        "baseRefName" => pull.base.as_str().into(),
        "headRefName" => pull.head.as_str().into(),
        "baseRefOid" => pull.base_oid.as_str().into(),
        "headRefOid" => pull.head_commit().map_or("", |commit| ask.store.oid(commit)).into(),
        "baseRef" => ask.store.branch(issue.repo, &pull.base).map(Node::Branch).into(),
        "headRef" => ask.store.head_branch(key).map(Node::Branch).into(),
        "headRepository" | "baseRepository" => Node::Repo(issue.repo).into(),
        "headRepositoryOwner" => ask.store.repos.get(issue.repo).ok().map(|repo| Node::Account(repo.owner)).into(),
        // There are no forks: a pull request comes from a branch of its own repository.
        "isCrossRepository" => false.into(),
        "maintainerCanModify" => pull.maintainer_can_modify.into(),
        _ => return None,
    }))
}

fn review_field(ask: &Ask<'_>, key: Key<Issue>, pull: &Pull) -> Option<Answer> {
    Some(match ask.field() {
        "reviewDecision" => Ok(ask.store.review_decision(key).into()),
        "reviews" => connection(ask, reviews(ask, key)),
        "latestReviews" => connection(ask, latest_reviews(ask, key)),
        "reviewThreads" => connection(ask, ask.visible(ask.store.threads_of(key), Node::Thread)),
        "reviewRequests" => {
            let requests = pull.requested_reviewers.iter().map(|reviewer| {
                // Nobody owns code here.
                let reviewer = ("requestedReviewer", Node::Account(*reviewer).into());
                Value::record("ReviewRequest", vec![reviewer, ("asCodeOwner", false.into())])
            });
            connection(ask, requests.collect())
        }
        _ => return None,
    })
}

fn reviews(ask: &Ask<'_>, pull: Key<Issue>) -> Vec<Value> {
    let states = ask.args.strings("states");
    let author = ask.args.str("author");
    let keys = ask.store.reviews.keys_where(|review| {
        review.pull == pull
            && states.as_ref().is_none_or(|states| states.contains(&review.state))
            && author.is_none_or(|login| review.author.is_some_and(|key| ask.store.login(key) == login))
    });
    ask.visible(keys, Node::Review)
}

fn latest_reviews(ask: &Ask<'_>, pull: Key<Issue>) -> Vec<Value> {
    let mut latest: Vec<Key<crate::state::Review>> = Vec::new();
    let submitted = |key: &Key<_>| ask.store.reviews.get(*key).is_ok_and(|review| !review.is_pending());
    for key in ask.store.reviews_of(pull).into_iter().filter(submitted) {
        let author = |key: &Key<_>| ask.store.reviews.get(*key).ok().map(|review: &crate::state::Review| review.author);
        latest.retain(|other| author(other) != author(&key));
        latest.push(key);
    }
    ask.visible(latest, Node::Review)
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

fn rollup(ask: &Ask<'_>, pull: &Pull) -> Answer {
    match pull.head_commit() {
        Some(commit) => check_contexts(ask, commit),
        None => Ok(Value::null()),
    }
}
