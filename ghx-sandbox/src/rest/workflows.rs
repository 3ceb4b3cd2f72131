//! Workflows, runs, jobs and check runs.

use serde_json::{Value as Json, json};

use super::{Done, Output, Rest, Result, accounts, repos};
use crate::state::{CheckRun, Key, Node, Permission, Refusal, Repo, Rerun, Store, Workflow, WorkflowRun};

fn not_found() -> Refusal {
    Refusal::not_found("Not Found")
}

pub(super) fn read(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, parts: &[&str]) -> Result<Output> {
    match parts {
        ["actions", "workflows"] => {
            let all = store.workflows.keys_where(|row| row.repo == repo);
            rest.wrapped("workflows", all, |key| workflow_json(rest, store, key))
        }
        ["actions", "workflows", which] => {
            Ok(Output::Json(200, workflow_json(rest, store, workflow(store, repo, which)?)?))
        }
        ["actions", "workflows", which, "runs"] => {
            let key = workflow(store, repo, which)?;
            runs(rest, store, repo, Some(key))
        }
        ["actions", "runs"] => runs(rest, store, repo, None),
        ["actions", "runs", id] => Ok(Output::Json(200, run_json(rest, store, run(store, repo, id)?)?)),
        ["actions", "runs", id, "attempts", attempt] => {
            Ok(Output::Json(200, run_json(rest, store, current(rest, store, repo, id, attempt)?)?))
        }
        ["actions", "runs", id, "jobs"] => jobs(rest, store, run(store, repo, id)?),
        ["actions", "runs", id, "attempts", attempt, "jobs"] => {
            jobs(rest, store, current(rest, store, repo, id, attempt)?)
        }
        // No seed and no write creates artifacts or annotations.
        ["actions", "runs", id, "artifacts"] => {
            run(store, repo, id)?;
            rest.wrapped("artifacts", Vec::new(), Ok)
        }
        ["check-runs", id, "annotations"] => {
            job(store, repo, id)?;
            rest.list(Vec::new(), Ok)
        }
        ["actions", "jobs", id] => Ok(Output::Json(200, job_json(rest, store, job(store, repo, id)?)?)),
        ["check-runs", id] => Ok(Output::Json(200, check_run_json(rest, store, job(store, repo, id)?)?)),
        ["commits", oid, "check-runs"] => {
            let runs = store.runs.keys_where(|row| row.repo == repo && row.head_oid == *oid).into_iter();
            let jobs = runs.flat_map(|run| store.jobs_of(run)).collect();
            rest.wrapped("check_runs", jobs, |key| check_run_json(rest, store, key))
        }
        _ => Err(rest.not_modelled()),
    }
}

/// By number or by the name of its file.
fn workflow(store: &Store, repo: Key<Repo>, which: &str) -> Result<Key<Workflow>> {
    let fits = |row: &Workflow| {
        row.repo == repo && (row.id.to_string() == which || row.path.rsplit('/').next() == Some(which))
    };
    store.workflows.find(fits).map(|(key, _)| key).ok_or_else(not_found)
}

fn run(store: &Store, repo: Key<Repo>, id: &str) -> Result<Key<WorkflowRun>> {
    id.parse().ok().and_then(|id| store.run(repo, id)).ok_or_else(not_found)
}

/// A run at its current attempt; earlier ones are not kept.
fn current(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, id: &str, attempt: &str) -> Result<Key<WorkflowRun>> {
    let key = run(store, repo, id)?;
    if store.runs.get(key)?.attempt.to_string() == attempt { Ok(key) } else { Err(rest.not_modelled()) }
}

fn jobs(rest: &Rest<'_>, store: &Store, run: Key<WorkflowRun>) -> Result<Output> {
    rest.wrapped("jobs", store.jobs_of(run), |key| job_json(rest, store, key))
}

fn job(store: &Store, repo: Key<Repo>, id: &str) -> Result<Key<CheckRun>> {
    let found = store.check_runs.find(|row| row.id.to_string() == id).map(|(key, _)| key);
    found.filter(|key| Node::CheckRun(*key).repo(store) == Some(repo)).ok_or_else(not_found)
}

fn runs(rest: &Rest<'_>, store: &Store, repo: Key<Repo>, of: Option<Key<Workflow>>) -> Result<Output> {
    let param = |name| rest.request.param(name);
    let mut keys = store.runs.keys_where(|row| {
        row.repo == repo
            && of.is_none_or(|workflow| workflow == row.workflow)
            && param("branch").is_none_or(|branch| branch == row.branch)
            && param("event").is_none_or(|event| event == row.event)
            && param("head_sha").is_none_or(|oid| oid == row.head_oid)
            && param("actor").is_none_or(|login| row.actor.is_some_and(|key| store.login(key) == login))
            && param("status")
                .is_none_or(|word| word == row.progress.status || Some(&word) == row.progress.conclusion.as_ref())
    });
    keys.reverse();
    rest.wrapped("workflow_runs", keys, |key| run_json(rest, store, key))
}

fn workflow_json(rest: &Rest<'_>, store: &Store, key: Key<Workflow>) -> Result<Json> {
    let row = store.workflows.get(key)?;
    let branch = &store.repos.get(row.repo)?.default_branch;
    let api = rest.request.urls.repo_api(store, row.repo);
    Ok(json!({
        "id": row.id,
        "node_id": Node::Workflow(key).id(store),
        "name": row.name,
        "path": row.path,
        "state": row.state,
        "url": format!("{api}/actions/workflows/{}", row.id),
        "html_url": format!("{}/blob/{branch}/{}", rest.request.urls.repo(store, row.repo), row.path),
        "created_at": row.created_at.to_string(),
        "updated_at": row.created_at.to_string(),
    }))
}

fn run_json(rest: &Rest<'_>, store: &Store, key: Key<WorkflowRun>) -> Result<Json> {
    let row = store.runs.get(key)?;
    let workflow = store.workflows.get(row.workflow)?;
    let urls = &rest.request.urls;
    let api = format!("{}/actions/runs/{}", urls.repo_api(store, row.repo), row.id);
    let message = store.commit_by_oid(row.repo, &row.head_oid).and_then(|key| store.commits.get(key).ok());
    Ok(json!({
        "id": row.id,
        "node_id": Node::Run(key).id(store),
        "name": workflow.name,
        "display_title": row.title,
        "path": workflow.path,
        "workflow_id": workflow.id,
        "run_number": row.number,
        "run_attempt": row.attempt,
        "event": row.event,
        "status": row.progress.status,
        "conclusion": row.progress.conclusion,
        "head_branch": row.branch,
        "head_sha": row.head_oid,
        "head_commit": { "id": row.head_oid, "message": message.map(|commit| commit.message.as_str()) },
        "actor": accounts::optional_json(store, urls, row.actor)?,
        "triggering_actor": accounts::optional_json(store, urls, row.actor)?,
        "repository": repos::json(store, urls, row.repo, None)?,
        "head_repository": repos::json(store, urls, row.repo, None)?,
        "pull_requests": pull_requests(rest, store, row),
        "url": api,
        "html_url": format!("{}/actions/runs/{}", urls.repo(store, row.repo), row.id),
        "jobs_url": format!("{api}/jobs"),
        "artifacts_url": format!("{api}/artifacts"),
        "rerun_url": format!("{api}/rerun"),
        "created_at": row.created_at.to_string(),
        "run_started_at": row.started_at.to_string(),
        "updated_at": row.updated_at.to_string(),
    }))
}

/// The open pull requests with the branch of the run.
fn pull_requests(rest: &Rest<'_>, store: &Store, run: &WorkflowRun) -> Vec<Json> {
    if rest.request.param("exclude_pull_requests").as_deref() == Some("true") {
        return Vec::new();
    }
    let keys = store.issues_of(run.repo, |issue| {
        issue.is_open() && issue.pull.as_ref().is_some_and(|pull| pull.head == run.branch)
    });
    let api = rest.request.urls.repo_api(store, run.repo);
    let shown = keys.into_iter().filter_map(|key| {
        let (row, pull) = (store.issues.get(key).ok()?, store.pull(key).ok()?);
        Some(json!({
            "id": Node::Issue(key).database_id(store),
            "number": row.number,
            "url": format!("{api}/pulls/{}", row.number),
            "head": { "ref": pull.head, "sha": run.head_oid },
            "base": { "ref": pull.base, "sha": pull.base_oid },
        }))
    });
    shown.collect()
}

fn job_json(rest: &Rest<'_>, store: &Store, key: Key<CheckRun>) -> Result<Json> {
    let row = store.check_runs.get(key)?;
    let run = store.runs.get(row.run)?;
    let urls = &rest.request.urls;
    let steps = row.steps.iter().zip(1..).map(|((name, progress), number): (_, u32)| {
        json!({ "number": number, "name": name, "status": progress.status, "conclusion": progress.conclusion })
    });
    Ok(json!({
        "id": row.id,
        "node_id": Node::CheckRun(key).id(store),
        "run_id": run.id,
        "run_attempt": run.attempt,
        "name": row.name,
        "workflow_name": store.workflows.get(run.workflow)?.name,
        "head_branch": run.branch,
        "head_sha": run.head_oid,
        "status": row.progress.status,
        "conclusion": row.progress.conclusion,
        "steps": steps.collect::<Vec<_>>(),
        "url": format!("{}/actions/jobs/{}", urls.repo_api(store, run.repo), row.id),
        "html_url": format!("{}/actions/runs/{}/job/{}", urls.repo(store, run.repo), run.id, row.id),
        "check_run_url": format!("{}/check-runs/{}", urls.repo_api(store, run.repo), row.id),
        "created_at": row.started_at.to_string(),
        "started_at": row.started_at.to_string(),
        "completed_at": row.progress.is_complete().then(|| row.completed_at.to_string()),
    }))
}

fn check_run_json(rest: &Rest<'_>, store: &Store, key: Key<CheckRun>) -> Result<Json> {
    let mut json = job_json(rest, store, key)?;
    json["details_url"] = json["html_url"].clone();
    Ok(json)
}

pub(super) fn write(rest: &Rest<'_>, store: &mut Store, repo: Key<Repo>, parts: &[&str]) -> Result<Done> {
    let (key, which, route) = match (rest.request.method.as_str(), parts) {
        ("POST", ["actions", "runs", id, "rerun"]) => {
            (run(store, repo, id)?, Some(Rerun::All), "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun")
        }
        ("POST", ["actions", "runs", id, "rerun-failed-jobs"]) => {
            let route = "POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs";
            (run(store, repo, id)?, Some(Rerun::Failed), route)
        }
        ("POST", ["actions", "jobs", id, "rerun"]) => {
            let job = job(store, repo, id)?;
            let route = "POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun";
            (store.check_runs.get(job)?.run, Some(Rerun::One(job)), route)
        }
        ("POST", ["actions", "runs", id, "cancel"]) => {
            (run(store, repo, id)?, None, "POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel")
        }
        _ => return Err(rest.not_modelled()),
    };
    store.permit(rest.actor, repo, Permission::Write)?;
    let status = match which {
        Some(which) => store.rerun(key, which).map(|()| 201)?,
        None => store.cancel_run(key).map(|()| 202)?,
    };
    Ok(Done { output: Output::Json(status, json!({})), route, subject: Some(Node::Run(key)) })
}
