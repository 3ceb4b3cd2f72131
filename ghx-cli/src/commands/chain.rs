//! `ghx chain`: several capabilities together.

use ghx::TaskRequest;
use ghx::envelope::{ChainEnvelope, ErrorBody};
use ghx::plan::PlanOptions;
use ghx::task::Tasks;

use super::run::given_up;
use crate::account::Account;
use crate::args::Chain;
use crate::connect::{Prepared, prepare};
use crate::envelope::{Sent, chain as printed, chain_not_run};
use crate::execute::{Ended, execute};
use crate::hint::CHECK_FIRST;
use crate::progress::Progress;
use crate::repository::Context;
use crate::steps::Steps;
use crate::world::World;
use crate::{Exit, Refusal, input, json, plan, report};

pub(crate) fn chain(args: &Chain, world: &mut World<'_>) -> Exit {
    let steps = input::read("--steps", &args.steps, world).and_then(|text| input::list(&text)).map(Steps::read);
    let mut steps = match steps {
        Ok(steps) => steps,
        Err(refusal) => return refuse(args, &[], &refusal, world),
    };
    if let Some(envelope) = steps.refused() {
        return finish(args, &envelope, &Context::NotNeeded, Exit::Usage, world);
    }
    match attempt(args, &mut steps.requests, world) {
        Ok(exit) => exit,
        Err(refusal) => refuse(args, &steps.requests, &refusal, world),
    }
}

fn attempt(args: &Chain, requests: &mut [TaskRequest], world: &mut World<'_>) -> Result<Exit, Refusal> {
    let prepared = prepare(&args.connection, requests, world)?;
    let options = prepared.plan_options(&args.connection);
    let Prepared { client, context } = prepared;
    let tasks = Tasks::new(requests);
    if args.plan {
        let planned = client.as_ref().map_or_else(|| tasks.plan(options), |client| tasks.plan_for(client));
        return Ok(match planned {
            Ok(planned) => plan::print(&planned, context.repository(), args.layout, world),
            Err(refused) => finish(args, &refused, &context, Exit::Usage, world),
        });
    }
    let progress = world.is_watched().then(|| progress(&tasks, requests.len(), options));
    let (ended, _listening) = execute(world, &args.connection, client, progress, async |client, stop| {
        tasks.execute_until(client, stop.requested()).await
    })?;
    Ok(match ended {
        Ended::Done(envelope) => finish(args, &envelope, &context, report::exit_of_chain(&envelope), world),
        Ended::Interrupted(envelope) => finish(args, &envelope, &context, Exit::Interrupted, world),
        Ended::Abandoned => {
            let error = ErrorBody::from(&given_up());
            let text = json::text(&chain_not_run(requests, &error, Sent::NobodyKnows), args.layout, world.looks.stdout);
            let exit = world.deliver(&text, Exit::Interrupted, &Account::of_abandoned(requests, &error));
            if exit != Exit::Unprinted {
                world.complain(&error.message, Some(CHECK_FIRST));
            }
            exit
        }
    })
}

/// Planning tells how many calls to expect; only a person who watches needs to know.
fn progress(tasks: &Tasks<'_>, steps: usize, options: PlanOptions) -> Progress {
    let calls = tasks.plan(options).map_or(0, |plan| plan.http_calls());
    Progress::new(&format!("{steps} step{}", if steps == 1 { "" } else { "s" }), calls)
}

fn finish(args: &Chain, envelope: &ChainEnvelope, context: &Context, exit: Exit, world: &mut World<'_>) -> Exit {
    let text = json::text(&printed(envelope, context.repository()), args.layout, world.looks.stdout);
    let exit = world.deliver(&text, exit, &Account::of_chain(envelope));
    // Last, so that it does not scroll away above the result; the account has said it already.
    if exit != Exit::Unprinted {
        report::tell_chain(envelope, context, world);
    }
    exit
}

fn refuse(args: &Chain, steps: &[TaskRequest], refusal: &Refusal, world: &mut World<'_>) -> Exit {
    let error = ErrorBody::from(&refusal.error);
    let text = json::text(&chain_not_run(steps, &error, Sent::Nothing), args.layout, world.looks.stdout);
    let exit = world.deliver(&text, report::exit_of_refusal(&refusal.error), &Account::nothing_sent());
    world.refuse(refusal);
    exit
}
