//! `ghx run`: one capability.

use ghx::card::RouteKind;
use ghx::envelope::{ErrorBody, TaskEnvelope};
use ghx::error::Phase;
use ghx::route::RoutePolicy;
use ghx::task::{Task, Tasks};
use ghx::{Error, TaskRequest};
use serde_json::Value;

use crate::account::Account;
use crate::args::Run;
use crate::connect::{Prepared, prepare};
use crate::envelope::{Sent, task, task_not_run};
use crate::execute::{Ended, execute};
use crate::progress::Progress;
use crate::repository::Context;
use crate::world::World;
use crate::{Exit, Refusal, input, json, plan, report};

pub(crate) fn run(args: &Run, world: &mut World<'_>) -> Exit {
    match attempt(args, world) {
        Ok(exit) => exit,
        Err(refusal) => {
            let exit =
                deliver_unsent(args, &ErrorBody::from(&refusal.error), report::exit_of_refusal(&refusal.error), world);
            world.refuse(&refusal);
            exit
        }
    }
}

fn attempt(args: &Run, world: &mut World<'_>) -> Result<Exit, Refusal> {
    let mut request = request(args, world)?;
    let prepared = prepare(&args.connection, std::slice::from_mut(&mut request), world)?;
    if args.plan {
        return Ok(show(args, &request, &prepared, world));
    }
    let Prepared { client, context } = prepared;
    let progress = world.is_watched().then(|| Progress::new(&args.id, 1));
    let policy = policy(args);
    let (ended, _listening) = execute(world, &args.connection, client, progress, async |client, stop| {
        Task::new(&request).routes(policy).trace(args.trace).execute_until(client, stop.requested()).await
    })?;
    Ok(match ended {
        Ended::Done(envelope) => finish(args, &envelope, &context, report::exit_of_task(&envelope), world),
        Ended::Interrupted(envelope) => finish(args, &envelope, &context, Exit::Interrupted, world),
        Ended::Abandoned => abandon(args, &request, world),
    })
}

fn request(args: &Run, world: &mut World<'_>) -> Result<TaskRequest, Refusal> {
    let text = input::read("--input", &args.input, world)?;
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
fn show(args: &Run, request: &TaskRequest, prepared: &Prepared, world: &mut World<'_>) -> Exit {
    let tasks = Tasks::new(std::slice::from_ref(request)).routes(policy(args));
    let (client, context) = (prepared.client.as_ref(), &prepared.context);
    let options = prepared.plan_options(&args.connection);
    match client.map_or_else(|| tasks.plan(options), |client| tasks.plan_for(client)) {
        Ok(planned) => plan::print(&planned, context.repository(), args.layout, world),
        Err(refused) => {
            let unknown = || ErrorBody::from(&Error::unknown("the task was not checked"));
            let error = refused.results.into_iter().next().and_then(|result| result.error).unwrap_or_else(unknown);
            let exit = deliver_unsent(args, &error, Exit::Usage, world);
            report::tell_task(&args.id, &error, context, world);
            exit
        }
    }
}

fn finish(args: &Run, envelope: &TaskEnvelope, context: &Context, exit: Exit, world: &mut World<'_>) -> Exit {
    let text = json::text(&task(envelope, context.repository()), args.layout, world.looks.stdout);
    let exit = world.deliver(&text, exit, &Account::of_task(&args.id, envelope));
    // Last, so that it does not scroll away above the result; the account has said it already.
    if let Some(error) = envelope.error.as_ref().filter(|_| exit != Exit::Unprinted) {
        report::tell_task(&args.id, error, context, world);
    }
    exit
}

/// Prints the result of a task of which nothing was sent.
fn deliver_unsent(args: &Run, error: &ErrorBody, exit: Exit, world: &mut World<'_>) -> Exit {
    let text = json::text(&task_not_run(&args.id, error, Sent::Nothing), args.layout, world.looks.stdout);
    world.deliver(&text, exit, &Account::nothing_sent())
}

fn abandon(args: &Run, request: &TaskRequest, world: &mut World<'_>) -> Exit {
    let error = ErrorBody::from(&given_up());
    let text = json::text(&task_not_run(&args.id, &error, Sent::NobodyKnows), args.layout, world.looks.stdout);
    let account = Account::of_abandoned(std::slice::from_ref(request), &error);
    let exit = world.deliver(&text, Exit::Interrupted, &account);
    if exit != Exit::Unprinted {
        report::tell_task(&args.id, &error, &Context::NotNeeded, world);
    }
    exit
}

/// What can be said of work that was left alone.
pub(super) fn given_up() -> Error {
    Error::network("interrupted twice: the outcome of what was in flight is unknown").in_phase(Phase::MayBeApplied)
}
