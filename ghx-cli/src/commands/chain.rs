//! `ghx chain`: several capabilities together.

use ghx::TaskRequest;
use ghx::envelope::{ChainEnvelope, ErrorBody};
use ghx::plan::PlanOptions;
use ghx::task::Tasks;

use super::run::abandoned;
use crate::args::Chain;
use crate::environment::Environment;
use crate::execute::{Ended, Prepared, execute, prepare};
use crate::input::Steps;
use crate::output::{
    self, CHECK_FIRST, PlannedWork, Progress, Sent, Summary, chain_not_run, exit_of_chain, exit_of_refusal, print_plan,
    report_chain,
};
use crate::repository::Context;
use crate::{Exit, Refusal, input};

pub(crate) fn chain(args: &Chain, environment: &mut Environment<'_>) -> Exit {
    let steps = input::read("--steps", &args.steps, environment).and_then(|text| input::list(&text)).map(Steps::read);
    let mut steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return refuse(args, &[], &refusal, environment),
    };
    if let Some(envelope) = steps.refused() {
        return finish(args, &envelope, &Context::NotNeeded, Exit::Usage, environment);
    }
    match attempt(args, &mut steps.requests, environment) {
        Ok(exit) => exit,
        Err(refusal) => refuse(args, &steps.requests, &refusal, environment),
    }
}

fn attempt(args: &Chain, requests: &mut [TaskRequest], environment: &mut Environment<'_>) -> Result<Exit, Refusal> {
    let prepared = prepare(&args.connection, requests, environment)?;
    let options = prepared.plan_options(&args.connection);
    let Prepared { client, context } = prepared;
    let tasks = Tasks::new(requests);
    if let Some(format) = args.plan.format {
        let planned = client.as_ref().map_or_else(|| tasks.plan(options), |client| tasks.plan_for(client));
        return Ok(match planned {
            Ok(plan) => {
                let work = PlannedWork { plan: &plan, requests, repository: context.repository() };
                print_plan(&work, format, args.output.format(), environment)
            }
            Err(refused) => finish(args, &refused, &context, Exit::Usage, environment),
        });
    }
    let progress = environment.shows_progress().then(|| progress(&tasks, requests.len(), options));
    let (ended, _listening) = execute(environment, &args.connection, client, progress, async |client, stop| {
        tasks.execute_until(client, stop.requested()).await
    })?;
    Ok(match ended {
        Ended::Done(envelope) => finish(args, &envelope, &context, exit_of_chain(&envelope), environment),
        Ended::Interrupted(envelope) => finish(args, &envelope, &context, Exit::Interrupted, environment),
        Ended::Abandoned => abandon(args, requests, environment),
    })
}

/// The plan says how many calls to expect, which is needed only if progress is shown.
fn progress(tasks: &Tasks<'_>, steps: usize, options: PlanOptions) -> Progress {
    let calls = tasks.plan(options).map_or(0, |plan| plan.http_calls());
    Progress::new(&format!("{steps} step{}", if steps == 1 { "" } else { "s" }), calls)
}

fn finish(
    args: &Chain,
    envelope: &ChainEnvelope,
    context: &Context,
    exit: Exit,
    environment: &mut Environment<'_>,
) -> Exit {
    let result = output::chain(envelope, context.repository());
    let exit = args.output.format().print(&result, exit, &Summary::of_chain(envelope), environment);
    // Last, so that it does not scroll away above the result. If nothing was printed, the summary has said it.
    if exit != Exit::Unprinted {
        report_chain(envelope, context, environment);
    }
    exit
}

fn refuse(args: &Chain, steps: &[TaskRequest], refusal: &Refusal, environment: &mut Environment<'_>) -> Exit {
    let error = ErrorBody::from(&refusal.error);
    let result = chain_not_run(steps, &error, Sent::Nothing);
    let exit = exit_of_refusal(&refusal.error);
    let exit = args.output.format().print(&result, exit, &Summary::nothing_sent(), environment);
    environment.refusal(refusal);
    exit
}

fn abandon(args: &Chain, requests: &[TaskRequest], environment: &mut Environment<'_>) -> Exit {
    let error = ErrorBody::from(&abandoned());
    let result = chain_not_run(requests, &error, Sent::Unknown);
    let summary = Summary::of_abandoned(requests, &error);
    let exit = args.output.format().print(&result, Exit::Interrupted, &summary, environment);
    if exit != Exit::Unprinted {
        environment.error(&error.message, Some(CHECK_FIRST));
    }
    exit
}
