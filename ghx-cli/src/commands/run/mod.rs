//! `ghx run`: one capability.

mod members;
mod pages;

use ghx::card::RouteKind;
use ghx::envelope::{ErrorBody, TaskEnvelope};
use ghx::error::Phase;
use ghx::route::RoutePolicy;
use ghx::task::{Task, Tasks};
use ghx::{Error, TaskRequest};
use serde_json::Value;

use self::pages::Pages;
use crate::args::Run;
use crate::environment::Environment;
use crate::execute::{Ended, Prepared, execute, prepare};
use crate::output::{
    PlanFormat, PlannedWork, Progress, Sent, Summary, exit_of_refusal, exit_of_task, print_plan, report_task, task,
    task_not_run,
};
use crate::repository::Context;
use crate::{Exit, Refusal, input};

pub(crate) fn run(args: &Run, environment: &mut Environment<'_>) -> Exit {
    match attempt(args, environment) {
        Ok(exit) => exit,
        Err(refusal) => {
            let exit = exit_of_refusal(&refusal.error);
            let exit = print_unsent(args, &ErrorBody::from(&refusal.error), exit, environment);
            environment.refusal(&refusal);
            exit
        }
    }
}

fn attempt(args: &Run, environment: &mut Environment<'_>) -> Result<Exit, Refusal> {
    let mut request = request(args, environment)?;
    if args.all {
        pages::check(&mut request)?;
    }
    let prepared = prepare(&args.connection, std::slice::from_mut(&mut request), environment)?;
    if let Some(format) = args.plan.format {
        return Ok(plan(args, format, &request, &prepared, environment));
    }
    let Prepared { client, context } = prepared;
    let progress = environment.shows_progress().then(|| Progress::new(&args.id, 1));
    let status = progress.as_ref().map(Progress::status);
    let policy = policy(args);
    let (ended, _listening) = execute(environment, &args.connection, client, progress, async |client, stop| {
        if args.all {
            return Pages::new(&request, policy, args.trace, status).execute(client, stop).await;
        }
        Task::new(&request).routes(policy).trace(args.trace).execute_until(client, stop.requested()).await
    })?;
    Ok(match ended {
        Ended::Done(envelope) => finish(args, &envelope, &context, exit_of_task(&envelope), environment),
        Ended::Interrupted(envelope) => finish(args, &envelope, &context, Exit::Interrupted, environment),
        Ended::Abandoned => abandon(args, &request, environment),
    })
}

fn request(args: &Run, environment: &mut Environment<'_>) -> Result<TaskRequest, Refusal> {
    let text = input::read("--input", &args.input, environment)?;
    let Value::Object(input) = input::value(&text)? else {
        let refusal = Refusal::invalid(format!("{} must be an object with the inputs of {}", text.name, args.id));
        return Err(refusal.help(format!("`ghx capabilities explain {}` has an example", args.id)));
    };
    Ok(TaskRequest::new(args.id.as_str(), input).with_raw(true))
}

fn policy(args: &Run) -> RoutePolicy {
    args.route.map_or(RoutePolicy::Card, |route| RoutePolicy::Only(RouteKind::from(route)))
}

/// Prints what would be done.
fn plan(
    args: &Run,
    format: PlanFormat,
    request: &TaskRequest,
    prepared: &Prepared,
    environment: &mut Environment<'_>,
) -> Exit {
    let requests = std::slice::from_ref(request);
    let tasks = Tasks::new(requests).routes(policy(args));
    let (client, context) = (prepared.client.as_ref(), &prepared.context);
    let options = prepared.plan_options(&args.connection);
    match client.map_or_else(|| tasks.plan(options), |client| tasks.plan_for(client)) {
        Ok(plan) => {
            let work = PlannedWork { plan: &plan, requests, repository: context.repository() };
            print_plan(&work, format, args.output.format(), environment)
        }
        Err(refused) => {
            let unknown = || ErrorBody::from(&Error::unknown("the task was not checked"));
            let error = refused.results.into_iter().next().and_then(|result| result.error).unwrap_or_else(unknown);
            let exit = print_unsent(args, &error, Exit::Usage, environment);
            report_task(&args.id, &error, context, environment);
            exit
        }
    }
}

fn finish(
    args: &Run,
    envelope: &TaskEnvelope,
    context: &Context,
    exit: Exit,
    environment: &mut Environment<'_>,
) -> Exit {
    let result = task(envelope, context.repository());
    let exit = args.output.format().print(&result, exit, &Summary::of_task(&args.id, envelope), environment);
    // Last, so that it does not scroll away above the result. If nothing was printed, the summary has said it.
    if let Some(error) = envelope.error.as_ref().filter(|_| exit != Exit::Unprinted) {
        report_task(&args.id, error, context, environment);
        if envelope.data.is_some() {
            environment
                .note("`data` has the pages before the error; to continue, pass `data.pageInfo.endCursor` as `after`");
        }
    }
    exit
}

/// Prints the result of a task that was not sent.
fn print_unsent(args: &Run, error: &ErrorBody, exit: Exit, environment: &mut Environment<'_>) -> Exit {
    let result = task_not_run(&args.id, error, Sent::Nothing);
    args.output.format().print(&result, exit, &Summary::nothing_sent(), environment)
}

fn abandon(args: &Run, request: &TaskRequest, environment: &mut Environment<'_>) -> Exit {
    let error = ErrorBody::from(&abandoned());
    let result = task_not_run(&args.id, &error, Sent::Unknown);
    let summary = Summary::of_abandoned(std::slice::from_ref(request), &error);
    let exit = args.output.format().print(&result, Exit::Interrupted, &summary, environment);
    if exit != Exit::Unprinted {
        report_task(&args.id, &error, &Context::NotNeeded, environment);
    }
    exit
}

/// The error of work that was interrupted twice.
pub(super) fn abandoned() -> Error {
    Error::network("interrupted twice: the outcome of the last request is unknown").in_phase(Phase::MayBeApplied)
}
