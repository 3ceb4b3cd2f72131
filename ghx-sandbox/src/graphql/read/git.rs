//! Branches, commits and the checks on them.

use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, Value, nodes},
    },
    state::{Branch, CheckRun, Commit, Key, Node, Repo},
};

/// The fields of a repository that return branches.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    match ctx.field() {
        // A branch that does not exist is null, without an error.
        "ref" => Ok(ctx.store.branch(repo, ctx.args.text("qualifiedName")).map(Node::Branch).into()),
        "refs" if ctx.args.text("refPrefix").starts_with("refs/heads") => {
            ctx.only(&["refPrefix", "query"])?;
            let wanted = ctx.args.str("query").unwrap_or_default();
            let all = ctx.store.branches.keys_where(|branch| branch.repo == repo && branch.name.contains(wanted));
            connection(ctx, nodes(all, Node::Branch))
        }
        _ => ctx.not_modelled("Repository"),
    }
}

pub(crate) fn branch_field(ctx: &Context<'_>, key: Key<Branch>) -> Resolved {
    let branch = ctx.store.branches.get(key)?;
    Ok(match ctx.field() {
        "name" => branch.name.as_str().into(),
        "prefix" => "refs/heads/".into(),
        "target" => Node::Commit(branch.head).into(),
        "repository" => Node::Repo(branch.repo).into(),
        "branchProtectionRule" if !ctx.store.is_protected(branch.repo, &branch.name) => Value::null(),
        _ => return ctx.not_modelled("Ref"),
    })
}

pub(crate) fn commit_field(ctx: &Context<'_>, key: Key<Commit>) -> Resolved {
    let commit = ctx.store.commits.get(key)?;
    let headline = commit.message.lines().next().unwrap_or_default();
    Ok(match ctx.field() {
        "oid" => commit.oid.as_str().into(),
        "abbreviatedOid" => commit.oid.get(..7).unwrap_or_default().into(),
        "message" => commit.message.as_str().into(),
        "messageHeadline" => headline.into(),
        "messageBody" => commit.message.get(headline.len()..).unwrap_or_default().trim().into(),
        "committedDate" | "authoredDate" => commit.committed_at.into(),
        "repository" => Node::Repo(commit.repo).into(),
        "url" => format!("{}/commit/{}", ctx.request.urls.repo(ctx.store, commit.repo), commit.oid).into(),
        "author" | "committer" => git_actor(ctx, commit),
        "authors" => return connection(ctx, vec![git_actor(ctx, commit)]),
        "statusCheckRollup" => return check_contexts(ctx, key),
        // No seed and no write sets a commit status; there are only check runs.
        "status" => Value::null(),
        _ => return ctx.not_modelled("Commit"),
    })
}

fn git_actor(ctx: &Context<'_>, commit: &Commit) -> Value {
    let account = commit.author.and_then(|key| ctx.store.accounts.get(key).ok());
    let fields = vec![
        ("name", account.map(|account| account.name.as_ref().unwrap_or(&account.login)).into()),
        ("email", commit.author.map(|key| ctx.store.commit_email(key)).into()),
        ("date", commit.committed_at.into()),
        ("user", commit.author.map(Node::Account).into()),
    ];
    Value::record("GitActor", fields)
}

/// The combined state of the checks on a commit; null where nothing has run.
pub(super) fn check_contexts(ctx: &Context<'_>, key: Key<Commit>) -> Resolved {
    let commit = ctx.store.commits.get(key)?;
    let jobs = ctx.store.checks_on(key);
    if jobs.is_empty() {
        return Ok(Value::null());
    }
    let state = rollup_state(ctx, &jobs);
    let fields = vec![
        ("id", format!("SCR_{}", commit.oid).into()),
        ("state", state.into()),
        ("commit", Node::Commit(key).into()),
        ("contexts", Value::Page(nodes(jobs, Node::CheckRun))),
    ];
    Ok(Value::record("StatusCheckRollup", fields))
}

fn rollup_state(ctx: &Context<'_>, jobs: &[Key<CheckRun>]) -> &'static str {
    let any = |test: fn(&CheckRun) -> bool| jobs.iter().any(|job| ctx.store.check_runs.get(*job).is_ok_and(test));
    if any(|job| job.progress.has_failed()) {
        "FAILURE"
    } else if any(|job| !job.progress.is_complete()) {
        "PENDING"
    } else {
        "SUCCESS"
    }
}
