//! Branches, commits and the checks on them.

use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Value, nodes},
    },
    state::{Branch, CheckRun, Commit, Key, Node, Repo},
};

/// The fields of a repository that give branches.
pub(crate) fn of_repo(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    match ask.field() {
        // A branch that is not there is null, without an error.
        "ref" => Ok(ask.store.branch(repo, ask.args.text("qualifiedName")).map(Node::Branch).into()),
        "refs" if ask.args.text("refPrefix").starts_with("refs/heads") => {
            ask.only(&["refPrefix", "query"])?;
            let wanted = ask.args.str("query").unwrap_or_default();
            let all = ask.store.branches.keys_where(|branch| branch.repo == repo && branch.name.contains(wanted));
            connection(ask, nodes(all, Node::Branch))
        }
        _ => ask.not_modelled("Repository"),
    }
}

pub(crate) fn branch_field(ask: &Ask<'_>, key: Key<Branch>) -> Answer {
    let branch = ask.store.branches.get(key)?;
    Ok(match ask.field() {
        "name" => branch.name.as_str().into(),
        "prefix" => "refs/heads/".into(),
        "target" => Node::Commit(branch.head).into(),
        "repository" => Node::Repo(branch.repo).into(),
        "branchProtectionRule" if !ask.store.is_protected(branch.repo, &branch.name) => Value::null(),
        _ => return ask.not_modelled("Ref"),
    })
}

pub(crate) fn commit_field(ask: &Ask<'_>, key: Key<Commit>) -> Answer {
    let commit = ask.store.commits.get(key)?;
    let headline = commit.message.lines().next().unwrap_or_default();
    Ok(match ask.field() {
        "oid" => commit.oid.as_str().into(),
        "abbreviatedOid" => commit.oid.get(..7).unwrap_or_default().into(),
        "message" => commit.message.as_str().into(),
        "messageHeadline" => headline.into(),
        "messageBody" => commit.message.get(headline.len()..).unwrap_or_default().trim().into(),
        "committedDate" | "authoredDate" => commit.committed_at.into(),
        "repository" => Node::Repo(commit.repo).into(),
        "url" => format!("{}/commit/{}", ask.cx.urls.repo(ask.store, commit.repo), commit.oid).into(),
        "author" | "committer" => git_actor(ask, commit),
        "authors" => return connection(ask, vec![git_actor(ask, commit)]),
        "statusCheckRollup" => return check_contexts(ask, key),
        // No seed and no write sets a commit status; what there is are check runs.
        "status" => Value::null(),
        _ => return ask.not_modelled("Commit"),
    })
}

fn git_actor(ask: &Ask<'_>, commit: &Commit) -> Value {
    let account = commit.author.and_then(|key| ask.store.accounts.get(key).ok());
    let fields = vec![
        ("name", account.map(|account| account.name.as_ref().unwrap_or(&account.login)).into()),
        ("email", commit.author.map(|key| ask.store.commit_email(key)).into()),
        ("date", commit.committed_at.into()),
        ("user", commit.author.map(Node::Account).into()),
    ];
    Value::record("GitActor", fields)
}

/// The combined state of the checks on a commit; null where nothing has run.
pub(super) fn check_contexts(ask: &Ask<'_>, key: Key<Commit>) -> Answer {
    let commit = ask.store.commits.get(key)?;
    let jobs = ask.store.checks_on(key);
    if jobs.is_empty() {
        return Ok(Value::null());
    }
    let state = rollup_state(ask, &jobs);
    let fields = vec![
        ("id", format!("SCR_{}", commit.oid).into()),
        ("state", state.into()),
        ("commit", Node::Commit(key).into()),
        ("contexts", Value::Page(nodes(jobs, Node::CheckRun))),
    ];
    Ok(Value::record("StatusCheckRollup", fields))
}

fn rollup_state(ask: &Ask<'_>, jobs: &[Key<CheckRun>]) -> &'static str {
    let any = |test: fn(&CheckRun) -> bool| jobs.iter().any(|job| ask.store.check_runs.get(*job).is_ok_and(test));
    if any(|job| job.progress.has_failed()) {
        "FAILURE"
    } else if any(|job| !job.progress.is_complete()) {
        "PENDING"
    } else {
        "SUCCESS"
    }
}
