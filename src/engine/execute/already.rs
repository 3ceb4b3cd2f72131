//! Writes that GitHub refuses because there is nothing to do. The current state is read. If it is the wanted one, it is
//! the result; otherwise the step fails with the refusal.

use serde_json::{Map, Value};

use crate::Error;
use crate::capability::ErasedOutput;
use crate::capability::data::ResponseData;
use crate::card::Already;
use crate::engine::Outcome;
use crate::engine::resolve::{Query, run_queries};
use crate::engine::send::Sender;
use crate::engine::wave::OpenStep;

/// A refused write that may have had nothing to do.
struct Refused<'a> {
    /// Its position among the writes.
    place: usize,
    already: &'static Already,
    step: &'a OpenStep<'a>,
    /// The variables of the mutation.
    sent: &'a Map<String, Value>,
    /// The variables of the query.
    variables: Map<String, Value>,
}

/// Replaces refusals by results if the state is the wanted one already.
pub(super) async fn settle(sender: &Sender<'_>, steps: &[&OpenStep<'_>], results: &mut [Outcome]) {
    let refused: Vec<Refused<'_>> = results.iter().enumerate().filter_map(|(at, it)| refused(steps, at, it)).collect();
    if refused.is_empty() || sender.is_cancelled() {
        return;
    }
    let queries: Vec<Query<'_>> = refused
        .iter()
        .map(|it| {
            let (step, operation) = (it.step.index, it.already.operation);
            Query { step, operation, variables: &it.variables, may_be_missing: true }
        })
        .collect();
    let decode = |index: usize, response: &ResponseData<'_>| refused[index].output(response);
    for (it, output) in refused.iter().zip(run_queries(sender, &queries, &decode).await) {
        if let Ok(output) = output {
            results[it.place] = Ok(output);
        }
    }
}

fn refused<'a>(steps: &[&'a OpenStep<'a>], place: usize, result: &Outcome) -> Option<Refused<'a>> {
    let error = result.as_ref().err()?;
    let step: &'a OpenStep<'a> = steps.get(place)?;
    let already = step.bound.step().card().already.as_ref().filter(|already| already.says(error.message()))?;
    let sent = &step.request.as_ref()?.variables;
    let names = already.operation.variables.iter().map(|variable| variable.name);
    let variables = names.filter_map(|name| Some((name.to_owned(), sent.get(name)?.clone()))).collect();
    Some(Refused { place, already, step, sent, variables })
}

impl Refused<'_> {
    /// The output, if it is what was wanted.
    fn output(&self, response: &ResponseData<'_>) -> Result<Box<dyn ErasedOutput>, Error> {
        let output = self.step.bound.step().read_already(response)?;
        let shown = output.to_json()?;
        let holds = |(keys, variable): &(&[&str], &str)| {
            let value = keys.iter().try_fold(&shown, |value, key| value.get(key));
            value.is_some() && value == self.sent.get(*variable)
        };
        if self.already.holds.iter().all(holds) {
            Ok(output)
        } else {
            Err(Error::validation("the state is not the wanted one"))
        }
    }
}
