//! Repositories.

use super::{
    accounts::{is_assignable, is_assignable_actor},
    git, issues, labels, milestones, pulls, releases,
};
use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, Value},
    },
    state::{Key, MergeMethod, Node, Permission, Refusal, Repo},
};

pub(crate) fn field(ctx: &Context<'_>, key: Key<Repo>) -> Resolved {
    let repo = ctx.store.repos.get(key)?;
    Ok(match ctx.field() {
        "name" => repo.name.as_str().into(),
        "nameWithOwner" => ctx.store.full_name(key).into(),
        "owner" => Node::Account(repo.owner).into(),
        "databaseId" => Node::Repo(key).database_id(ctx.store).into(),
        "description" => repo.description.as_ref().into(),
        "homepageUrl" => repo.homepage.as_ref().into(),
        "url" => ctx.request.urls.repo(ctx.store, key).into(),
        "resourcePath" => format!("/{}", ctx.store.full_name(key)).into(),
        "sshUrl" => ctx.request.urls.ssh(ctx.store, key).into(),
        "stargazerCount" => repo.stars.into(),
        "forkCount" => repo.forks.into(),
        "createdAt" => repo.created_at.into(),
        "updatedAt" => repo.updated_at.into(),
        "pushedAt" => repo.pushed_at.into(),
        "visibility" => if repo.private { "PRIVATE" } else { "PUBLIC" }.into(),
        "defaultBranchRef" => ctx.store.branch(key, &repo.default_branch).map(Node::Branch).into(),
        "assignableUsers" | "mentionableUsers" => return people(ctx, key, is_assignable),
        "suggestedActors" => return suggested_actors(ctx, key),
        "issue" | "issueOrPullRequest" | "issues" => return issues::of_repo(ctx, key),
        "pullRequest" | "pullRequests" => return pulls::of_repo(ctx, key),
        "label" | "labels" | "issueType" | "issueTypes" => return labels::of_repo(ctx, key),
        "milestone" | "milestones" => return milestones::of_repo(ctx, key),
        "ref" | "refs" | "object" => return git::of_repo(ctx, key),
        "release" | "releases" | "latestRelease" => return releases::of_repo(ctx, key),
        // No seed and no write creates a project, a fork, a mirror or a copy of a template.
        "projectsV2" => return connection(ctx, Vec::new()),
        "parent" | "templateRepository" | "mirrorUrl" => Value::null(),
        _ => match flag(ctx, key, repo) {
            Some(value) => value,
            None => return ctx.not_modelled("Repository"),
        },
    })
}

/// The fields that are true or false, and the viewer's permission.
fn flag(ctx: &Context<'_>, key: Key<Repo>, repo: &Repo) -> Option<Value> {
    let permission = ctx.store.permission(ctx.request.actor, key);
    let permission = permission.map(|granted| if ctx.request.actor.read_only { Permission::Read } else { granted });
    Some(match ctx.field() {
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
            let owner = ctx.store.accounts.get(repo.owner).ok()?;
            (owner.kind == crate::state::AccountKind::Organization).into()
        }
        _ => return None,
    })
}

fn people(
    ctx: &Context<'_>,
    repo: Key<Repo>,
    is_one: fn(&Context<'_>, Key<crate::state::Account>, Key<Repo>) -> bool,
) -> Resolved {
    let wanted = ctx.args.str("query").unwrap_or_default().to_lowercase();
    let people = ctx
        .store
        .accounts
        .iter()
        .filter(|(key, account)| is_one(ctx, *key, repo) && account.login.to_lowercase().contains(&wanted));
    let people: Vec<Value> = people.map(|(key, _)| Node::Account(key).into()).collect();
    connection(ctx, people)
}

fn suggested_actors(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    let exact: Option<Vec<&str>> = ctx.args.str("loginNames").map(|names| names.split(',').collect());
    match exact {
        None => people(ctx, repo, is_assignable_actor),
        Some(names) => {
            let people = ctx.store.accounts.iter().filter(|(key, account)| {
                is_assignable_actor(ctx, *key, repo)
                    && names.iter().any(|name| name.eq_ignore_ascii_case(&account.login))
            });
            connection(ctx, people.map(|(key, _)| Node::Account(key).into()).collect())
        }
    }
}

/// The refusal for a number that does not exist.
pub(super) fn no_such_number(kind: &str, number: i64) -> Refusal {
    Refusal::not_found(format!("Could not resolve to {kind} with the number of {number}."))
}
