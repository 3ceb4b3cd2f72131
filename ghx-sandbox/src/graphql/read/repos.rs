//! Repositories and releases.

use super::{accounts::is_assignable, issues, labels, pulls};
use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Value, nodes},
    },
    refusal::Refusal,
    state::{Key, Node, Permission, Release, Repo},
};

pub(crate) fn field(ask: &Ask<'_>, key: Key<Repo>) -> Answer {
    let repo = ask.store.repos.get(key)?;
    Ok(match ask.field() {
        "name" => repo.name.as_str().into(),
        "nameWithOwner" => ask.store.full_name(key).into(),
        "owner" => Node::Account(repo.owner).into(),
        "databaseId" => Node::Repo(key).database_id(ask.store).into(),
        "description" => repo.description.as_ref().into(),
        "homepageUrl" => repo.homepage.as_ref().into(),
        "url" => ask.cx.urls.repo(ask.store, key).into(),
        "resourcePath" => format!("/{}", ask.store.full_name(key)).into(),
        "sshUrl" => format!("git@github.com:{}.git", ask.store.full_name(key)).into(),
        "stargazerCount" => repo.stars.into(),
        "forkCount" => repo.forks.into(),
        "createdAt" => repo.created_at.into(),
        "updatedAt" | "pushedAt" => repo.updated_at.into(),
        "visibility" => if repo.private { "PRIVATE" } else { "PUBLIC" }.into(),
        "defaultBranchRef" => ask.store.branch(key, &repo.default_branch).map(Node::Branch).into(),
        "assignableUsers" | "mentionableUsers" => return people(ask, key),
        "suggestedActors" => return suggested_actors(ask, key),
        "issue" | "issueOrPullRequest" | "issues" => return issues::of_repo(ask, key),
        "pullRequest" | "pullRequests" => return pulls::of_repo(ask, key),
        "label" | "labels" | "milestone" | "milestones" | "issueType" | "issueTypes" => {
            return labels::of_repo(ask, key);
        }
        "ref" | "refs" | "object" => return super::git::of_repo(ask, key),
        "release" | "releases" | "latestRelease" => return releases(ask, key),
        // The sandbox has no projects, no forks and no stars of its own.
        "projectsV2" => return connection(ask, Vec::new()),
        "parent" | "templateRepository" | "licenseInfo" | "mirrorUrl" | "codeOfConduct" | "primaryLanguage" => {
            Value::null()
        }
        _ => match flag(ask, key, repo) {
            Some(value) => value,
            None => return ask.not_modelled("Repository"),
        },
    })
}

/// The fields that are true or false, and the viewer's permission.
fn flag(ask: &Ask<'_>, key: Key<Repo>, repo: &Repo) -> Option<Value> {
    let permission = ask.store.permission(ask.cx.actor, key);
    let permission = permission.map(|granted| if ask.cx.actor.read_only { Permission::Read } else { granted });
    Some(match ask.field() {
        "isPrivate" => repo.private.into(),
        "isArchived" => repo.archived.into(),
        "hasIssuesEnabled" => repo.issues_enabled.into(),
        "isFork"
        | "isDisabled"
        | "isLocked"
        | "isMirror"
        | "isTemplate"
        | "isEmpty"
        | "hasDiscussionsEnabled"
        | "hasWikiEnabled"
        | "hasProjectsEnabled"
        | "deleteBranchOnMerge"
        | "autoMergeAllowed"
        | "viewerHasStarred"
        | "isBlankIssuesEnabled" => false.into(),
        "mergeCommitAllowed" | "squashMergeAllowed" | "rebaseMergeAllowed" | "forkingAllowed" => true.into(),
        "viewerPermission" => permission.map(Permission::graphql).into(),
        "viewerCanAdminister" => (permission == Some(Permission::Admin)).into(),
        "isInOrganization" => {
            let owner = ask.store.accounts.get(repo.owner).ok()?;
            (owner.kind == crate::state::AccountKind::Organization).into()
        }
        _ => return None,
    })
}

fn people(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let wanted = ask.args.str("query").unwrap_or_default().to_lowercase();
    let people = ask
        .store
        .accounts
        .iter()
        .filter(|(key, account)| is_assignable(ask, *key, repo) && account.login.to_lowercase().contains(&wanted));
    let people: Vec<Value> = people.map(|(key, _)| Node::Account(key).into()).collect();
    connection(ask, people)
}

fn suggested_actors(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let exact: Option<Vec<&str>> = ask.args.str("loginNames").map(|names| names.split(',').collect());
    match exact {
        None => people(ask, repo),
        Some(names) => {
            let people = ask.store.accounts.iter().filter(|(key, account)| {
                is_assignable(ask, *key, repo) && names.iter().any(|name| name.eq_ignore_ascii_case(&account.login))
            });
            connection(ask, people.map(|(key, _)| Node::Account(key).into()).collect())
        }
    }
}

fn releases(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let mut all = ask.store.releases.keys_where(|release| release.repo == repo);
    all.reverse();
    match ask.field() {
        "releases" => connection(ask, nodes(all, Node::Release)),
        "release" => {
            let tag = ask.args.text("tagName");
            let found = all.into_iter().find(|key| ask.store.releases.get(*key).is_ok_and(|row| row.tag == tag));
            Ok(found.map(Node::Release).into())
        }
        _ => {
            let full = |key: &Key<Release>| ask.store.releases.get(*key).is_ok_and(|row| !row.draft && !row.prerelease);
            Ok(all.into_iter().find(full).map(Node::Release).into())
        }
    }
}

pub(crate) fn release_field(ask: &Ask<'_>, key: Key<Release>) -> Answer {
    let release = ask.store.releases.get(key)?;
    Ok(match ask.field() {
        "name" => release.name.as_str().into(),
        "tagName" => release.tag.as_str().into(),
        "description" => release.body.as_str().into(),
        "isDraft" => release.draft.into(),
        "isPrerelease" => release.prerelease.into(),
        "isLatest" => {
            let newer = ask.store.releases.keys_where(|other| other.repo == release.repo && !other.draft);
            (newer.last() == Some(&key)).into()
        }
        "immutable" => false.into(),
        "author" => release.author.map(Node::Account).into(),
        "createdAt" | "updatedAt" | "publishedAt" => release.created_at.into(),
        "databaseId" => Node::Release(key).database_id(ask.store).into(),
        "repository" => Node::Repo(release.repo).into(),
        "url" => format!("{}/releases/tag/{}", ask.cx.urls.repo(ask.store, release.repo), release.tag).into(),
        _ => return ask.not_modelled("Release"),
    })
}

/// The refusal for a number that names nothing of the wanted kind.
pub(super) fn no_such_number(kind: &str, number: i64) -> Refusal {
    Refusal::not_found(format!("Could not resolve to {kind} with the number of {number}."))
}
