//! A command of `gh`: runs it, and reads its output as JSON or text.

use serde_json::{Map, Value};
use tokio::time::Instant;
use tracing::debug;

use super::arguments::arguments;
use super::list::List;
use crate::Error;
use crate::card::route::CliCommand;
use crate::card::{Card, Effect, RouteKind};
use crate::client::SendError;
use crate::client::gh::{GhRunError, Output};
use crate::client::gh::{Session, not_started};
use crate::client::transport::TransportError;
use crate::engine::routes::RouteCall;
use crate::engine::routes::call_results::CallResults;
use crate::engine::routes::condition::guard;
use crate::engine::routes::cursor::cursor_of;
use crate::engine::routes::cursor_route;
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::output::OutputSource;
use crate::engine::routes::retry::{after_call, should_retry};
use crate::engine::routes::values::Scope;
use crate::engine::send::{RequestProfile, WriteLoad};
use crate::error::Phase;
use crate::response::{Limit, as_reported};

/// Whether the command can express this input.
pub(super) fn suits(command: &CliCommand, card: &'static Card, input: &Map<String, Value>) -> Result<(), String> {
    let inputs = Inputs::new(card, input);
    inputs.check(command.unsupported)?;
    arguments(command, &Scope::before(inputs), Some(usize::MAX))?;
    let cursor = command.page.and_then(|page| Some((page.cursor, cursor_of(&inputs, page.cursor)?)));
    cursor.map_or(Ok(()), |(name, given)| cursor_route::check(name, given, RouteKind::Cli))
}

/// Runs the command: the output as JSON.
pub(super) async fn run(route_call: &RouteCall<'_>, command: &CliCommand) -> Result<Value, Error> {
    let session = Session::open(route_call.client).await?;
    let runner = CommandRunner { route_call, command, session, host: route_call.client.host().to_string() };
    let inputs = Inputs::new(route_call.card, route_call.input);
    let (value, page) = match command.page {
        Some(page) => List { runner: &runner, page, inputs }.read().await?,
        None => (runner.call(None).await?, None),
    };
    guard(command.guards, &value, &Scope::before(inputs)).map_err(|error| after_call(error, runner.writes()))?;
    let results = CallResults::only(value);
    let source = OutputSource { inputs, results: &results, page: page.as_ref() };
    source.output(command.output).map_err(|error| after_call(error, runner.writes()))
}

/// Runs one command, several times if needed.
pub(super) struct CommandRunner<'a> {
    route_call: &'a RouteCall<'a>,
    pub(super) command: &'a CliCommand,
    session: Session<'a>,
    host: String,
}

impl CommandRunner<'_> {
    fn writes(&self) -> bool {
        self.route_call.card.effect == Effect::Write
    }

    /// The output of the command; `limit` is the length of a list. Reads are repeated if GitHub fails.
    pub(super) async fn call(&self, limit: Option<usize>) -> Result<Value, Error> {
        let scope = Scope {
            inputs: Inputs::new(self.route_call.card, self.route_call.input),
            results: None,
            element: None,
            host: &self.host,
        };
        let arguments = arguments(self.command, &scope, limit).map_err(Error::adapter_unsupported)?;
        let mut attempt = 0;
        loop {
            let error = match self.once(&arguments).await {
                Ok(output) => return self.read(&output),
                Err(error) if self.writes() => return Err(as_reported(error, true)),
                Err(error) => error,
            };
            attempt += 1;
            if !should_retry(self.route_call.sender, &error, attempt).await {
                return Err(as_reported(error, false));
            }
            debug!(attempt, "running gh again");
        }
    }

    async fn once(&self, arguments: &[String]) -> Result<Output, Error> {
        let ended = |output: Output| -> Result<Result<Output, Error>, Limit> {
            if output.code == Some(0) {
                return Ok(Ok(output));
            }
            let failure = self.session.failure(&output);
            let limit = failure.limit_to_wait_for();
            // A command may have written something before the refused write, so it is not run again.
            if let Some(limit) = limit.as_ref().filter(|_| self.writes()) {
                self.route_call.client.cooldown().extend(None, Instant::now() + limit.wait);
            }
            match limit.filter(|_| !self.writes()) {
                Some(limit) => Err(limit),
                None => Ok(Err(failure.error(self.writes()))),
            }
        };
        // It is unknown which rate limits a command uses, so it waits only for those of the whole credential.
        let load = WriteLoad { creates: usize::from(self.route_call.card.creates), units: 0 };
        let profile = RequestProfile { bucket: None, writes: self.writes().then_some(load) };
        self.route_call.sender.send(profile, || self.start(arguments), ended).await?
    }

    async fn start(&self, arguments: &[String]) -> Result<Output, SendError> {
        let ended = self.session.run(arguments, None, self.route_call.sender.counter()).await;
        ended.map_err(|failed| self.failed(&failed))
    }

    fn failed(&self, failed: &GhRunError) -> SendError {
        let message = failed.to_string();
        match failed {
            GhRunError::NotStarted(_) => SendError::Stopped(not_started(failed)),
            GhRunError::TimedOut(_) => SendError::Transport(TransportError::timed_out(message)),
            GhRunError::Unreadable(_) => SendError::Transport(TransportError::no_answer(message)),
            GhRunError::OutputTooLarge => {
                let phase = if self.writes() { Phase::MayBeApplied } else { Phase::Refused };
                SendError::Stopped(Error::server(message).in_phase(phase))
            }
        }
    }

    fn read(&self, output: &Output) -> Result<Value, Error> {
        if self.command.json.is_empty() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned().into());
        }
        let unreadable = |error: serde_json::Error| {
            let message = "the output of `gh` is not valid JSON";
            after_call(Error::server(message).in_phase(Phase::Refused).with_source(error), self.writes())
        };
        serde_json::from_slice(&output.stdout).map_err(unreadable)
    }
}
