//! Repositories and releases.

use super::{
    accounts::{is_assignable, is_assignable_actor},
    issues, labels, pulls,
};
use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Value, nodes},
    },
    state::{Key, MergeMethod, Node, Permission, Refusal, Release, Repo},
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
        "sshUrl" => ask.cx.urls.ssh(ask.store, key).into(),
        "stargazerCount" => repo.stars.into(),
        "forkCount" => repo.forks.into(),
        "createdAt" => repo.created_at.into(),
        "updatedAt" => repo.updated_at.into(),
        "pushedAt" => repo.pushed_at.into(),
        "visibility" => if repo.private { "PRIVATE" } else { "PUBLIC" }.into(),
        "defaultBranchRef" => ask.store.branch(key, &repo.default_branch).map(Node::Branch).into(),
        "assignableUsers" | "mentionableUsers" => return people(ask, key, is_assignable),
        "suggestedActors" => return suggested_actors(ask, key),
        "issue" | "issueOrPullRequest" | "issues" => return issues::of_repo(ask, key),
        "pullRequest" | "pullRequests" => return pulls::of_repo(ask, key),
        "label" | "labels" | "milestone" | "milestones" | "issueType" | "issueTypes" => {
            return labels::of_repo(ask, key);
        }
        "ref" | "refs" | "object" => return super::git::of_repo(ask, key),
        "release" | "releases" | "latestRelease" => return releases(ask, key),
        // No seed and no write makes a project, a fork, a mirror or a copy of a template.
        "projectsV2" => return connection(ask, Vec::new()),
        "parent" | "templateRepository" | "mirrorUrl" => Value::null(),
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
        // Nothing here forks, mirrors, locks or disables a repository, nor stars it for the viewer, and its default
        // branch has a commit from the start.
        "isFork" | "isMirror" | "isLocked" | "isDisabled" | "viewerHasStarred" | "isEmpty" => false.into(),
        "deleteBranchOnMerge" => repo.delete_branch_on_merge.into(),
        "mergeCommitAllowed" => repo.merge_methods.contains(&MergeMethod::Merge).into(),
        "squashMergeAllowed" => repo.merge_methods.contains(&MergeMethod::Squash).into(),
        "rebaseMergeAllowed" => repo.merge_methods.contains(&MergeMethod::Rebase).into(),
        "viewerPermission" => permission.map(Permission::graphql).into(),
        "viewerCanAdminister" => (permission == Some(Permission::Admin)).into(),
        "isInOrganization" => {
            let owner = ask.store.accounts.get(repo.owner).ok()?;
            (owner.kind == crate::state::AccountKind::Organization).into()
        }
        _ => return None,
    })
}

fn people(
    ask: &Ask<'_>,
    repo: Key<Repo>,
    is_one: fn(&Ask<'_>, Key<crate::state::Account>, Key<Repo>) -> bool,
) -> Answer {
    let wanted = ask.args.str("query").unwrap_or_default().to_lowercase();
    let people = ask
        .store
        .accounts
        .iter()
        .filter(|(key, account)| is_one(ask, *key, repo) && account.login.to_lowercase().contains(&wanted));
    let people: Vec<Value> = people.map(|(key, _)| Node::Account(key).into()).collect();
    connection(ask, people)
}

fn suggested_actors(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let exact: Option<Vec<&str>> = ask.args.str("loginNames").map(|names| names.split(',').collect());
    match exact {
        None => people(ask, repo, is_assignable_actor),
        Some(names) => {
            let people = ask.store.accounts.iter().filter(|(key, account)| {
                is_assignable_actor(ask, *key, repo)
                    && names.iter().any(|name| name.eq_ignore_ascii_case(&account.login))
            });
            connection(ask, people.map(|(key, _)| Node::Account(key).into()).collect())
        }
    }
}

fn releases(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    let mut all = ask.store.releases.keys_where(|release| release.repo == repo);
    all.reverse();
    match ask.field() {
        "releases" => {
            if let Some(order) = ask.args.object("orderBy") {
                if order.text("field") == "NAME" {
                    all.sort_by_key(|key| ask.store.releases.get(*key).ok().map(|row| row.name.clone()));
                } else {
                    all.reverse();
                }
                if order.text("direction") == "DESC" {
                    all.reverse();
                }
            }
            connection(ask, nodes(all, Node::Release))
        }
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
            let full = |row: &Release| row.repo == release.repo && !row.draft && !row.prerelease;
            (ask.store.releases.keys_where(full).last() == Some(&key)).into()
        }
        "immutable" => release.immutable.into(),
        "author" => release.author.map(Node::Account).into(),
        "createdAt" | "updatedAt" => release.created_at.into(),
        "publishedAt" => (!release.draft).then_some(release.created_at).into(),
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
