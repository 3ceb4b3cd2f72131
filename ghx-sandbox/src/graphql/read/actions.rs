//! Workflows, runs and check runs.

use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, nodes},
    },
    state::{CheckRun, Key, Node, Workflow, WorkflowRun},
};

/// REST writes these words in lower case, GraphQL in upper case.
pub(super) fn upper(word: &str) -> String {
    word.to_uppercase()
}

pub(crate) fn workflow_field(ask: &Ask<'_>, key: Key<Workflow>) -> Answer {
    let workflow = ask.store.workflows.get(key)?;
    Ok(match ask.field() {
        "name" => workflow.name.as_str().into(),
        "databaseId" => workflow.id.into(),
        "state" => upper(&workflow.state).into(),
        "createdAt" | "updatedAt" => workflow.created_at.into(),
        "url" => {
            let file = workflow.path.rsplit('/').next().unwrap_or_default();
            format!("{}/actions/workflows/{file}", ask.cx.urls.repo(ask.store, workflow.repo)).into()
        }
        "runs" => return connection(ask, nodes(ask.store.runs.keys_where(|run| run.workflow == key), Node::Run)),
        _ => return ask.not_modelled("Workflow"),
    })
}

pub(crate) fn run_field(ask: &Ask<'_>, key: Key<WorkflowRun>) -> Answer {
    let run = ask.store.runs.get(key)?;
    Ok(match ask.field() {
        "databaseId" => run.id.into(),
        "event" => run.event.as_str().into(),
        "runNumber" => run.number.into(),
        "workflow" => Node::Workflow(run.workflow).into(),
        "checkSuite" => Node::CheckSuite(key).into(),
        "createdAt" => run.created_at.into(),
        "updatedAt" => run.updated_at.into(),
        "url" => run_url(ask, run).into(),
        _ => return ask.not_modelled("WorkflowRun"),
    })
}

fn run_url(ask: &Ask<'_>, run: &WorkflowRun) -> String {
    format!("{}/actions/runs/{}", ask.cx.urls.repo(ask.store, run.repo), run.id)
}

pub(crate) fn suite_field(ask: &Ask<'_>, key: Key<WorkflowRun>) -> Answer {
    let run = ask.store.runs.get(key)?;
    Ok(match ask.field() {
        "status" => upper(&run.progress.status).into(),
        "conclusion" => run.progress.conclusion.as_deref().map(upper).into(),
        "workflowRun" => Node::Run(key).into(),
        "commit" => ask.store.commit_by_oid(run.repo, &run.head_oid).map(Node::Commit).into(),
        "branch" => ask.store.branch(run.repo, &run.branch).map(Node::Branch).into(),
        "createdAt" => run.created_at.into(),
        "updatedAt" => run.updated_at.into(),
        "repository" => Node::Repo(run.repo).into(),
        "checkRuns" => return connection(ask, nodes(ask.store.jobs_of(key), Node::CheckRun)),
        _ => return ask.not_modelled("CheckSuite"),
    })
}

pub(crate) fn check_run_field(ask: &Ask<'_>, key: Key<CheckRun>) -> Answer {
    let job = ask.store.check_runs.get(key)?;
    let run = ask.store.runs.get(job.run)?;
    let url = || format!("{}/job/{}", run_url(ask, run), job.id);
    Ok(match ask.field() {
        "name" => job.name.as_str().into(),
        "databaseId" => job.id.into(),
        "status" => upper(&job.progress.status).into(),
        "conclusion" => job.progress.conclusion.as_deref().map(upper).into(),
        "startedAt" => job.started_at.into(),
        "completedAt" => job.progress.is_complete().then_some(job.completed_at).into(),
        "detailsUrl" | "url" | "permalink" => url().into(),
        "checkSuite" => Node::CheckSuite(job.run).into(),
        "repository" => Node::Repo(run.repo).into(),
        // A protected branch requires a review, and no checks.
        "isRequired" => false.into(),
        _ => return ask.not_modelled("CheckRun"),
    })
}
