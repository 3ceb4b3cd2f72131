//! Workflows, runs and check runs.

use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Resolved, nodes},
    },
    state::{CheckRun, Key, Node, Workflow, WorkflowRun},
};

/// REST has these values in lower case, GraphQL in upper case.
pub(super) fn upper(word: &str) -> String {
    word.to_uppercase()
}

pub(crate) fn workflow_field(ctx: &Context<'_>, key: Key<Workflow>) -> Resolved {
    let workflow = ctx.store.workflows.get(key)?;
    Ok(match ctx.field() {
        "name" => workflow.name.as_str().into(),
        "databaseId" => workflow.id.into(),
        "state" => upper(&workflow.state).into(),
        "createdAt" | "updatedAt" => workflow.created_at.into(),
        "url" => {
            let file = workflow.path.rsplit('/').next().unwrap_or_default();
            format!("{}/actions/workflows/{file}", ctx.request.urls.repo(ctx.store, workflow.repo)).into()
        }
        "runs" => return connection(ctx, nodes(ctx.store.runs.keys_where(|run| run.workflow == key), Node::Run)),
        _ => return ctx.not_modelled("Workflow"),
    })
}

pub(crate) fn run_field(ctx: &Context<'_>, key: Key<WorkflowRun>) -> Resolved {
    let run = ctx.store.runs.get(key)?;
    Ok(match ctx.field() {
        "databaseId" => run.id.into(),
        "event" => run.event.as_str().into(),
        "runNumber" => run.number.into(),
        "workflow" => Node::Workflow(run.workflow).into(),
        "checkSuite" => Node::CheckSuite(key).into(),
        "createdAt" => run.created_at.into(),
        "updatedAt" => run.updated_at.into(),
        "url" => run_url(ctx, run).into(),
        _ => return ctx.not_modelled("WorkflowRun"),
    })
}

fn run_url(ctx: &Context<'_>, run: &WorkflowRun) -> String {
    format!("{}/actions/runs/{}", ctx.request.urls.repo(ctx.store, run.repo), run.id)
}

pub(crate) fn suite_field(ctx: &Context<'_>, key: Key<WorkflowRun>) -> Resolved {
    let run = ctx.store.runs.get(key)?;
    Ok(match ctx.field() {
        "status" => upper(&run.progress.status).into(),
        "conclusion" => run.progress.conclusion.as_deref().map(upper).into(),
        "workflowRun" => Node::Run(key).into(),
        "commit" => ctx.store.commit_by_oid(run.repo, &run.head_oid).map(Node::Commit).into(),
        "branch" => ctx.store.branch(run.repo, &run.branch).map(Node::Branch).into(),
        "createdAt" => run.created_at.into(),
        "updatedAt" => run.updated_at.into(),
        "repository" => Node::Repo(run.repo).into(),
        "checkRuns" => return connection(ctx, nodes(ctx.store.jobs_of(key), Node::CheckRun)),
        _ => return ctx.not_modelled("CheckSuite"),
    })
}

pub(crate) fn check_run_field(ctx: &Context<'_>, key: Key<CheckRun>) -> Resolved {
    let job = ctx.store.check_runs.get(key)?;
    let run = ctx.store.runs.get(job.run)?;
    let url = || format!("{}/job/{}", run_url(ctx, run), job.id);
    Ok(match ctx.field() {
        "name" => job.name.as_str().into(),
        "databaseId" => job.id.into(),
        "status" => upper(&job.progress.status).into(),
        "conclusion" => job.progress.conclusion.as_deref().map(upper).into(),
        "startedAt" => job.started_at.into(),
        "completedAt" => job.progress.is_complete().then_some(job.completed_at).into(),
        "detailsUrl" | "url" | "permalink" => url().into(),
        "checkSuite" => Node::CheckSuite(job.run).into(),
        "repository" => Node::Repo(run.repo).into(),
        // A protected branch requires a review, not checks.
        "isRequired" => false.into(),
        _ => return ctx.not_modelled("CheckRun"),
    })
}
