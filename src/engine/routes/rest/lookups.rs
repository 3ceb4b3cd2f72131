//! GraphQL queries for values that only GraphQL finds, before the calls of a route.

use serde_json::{Map, Value};

use super::runner::unfit;
use crate::Error;
use crate::capability::data::ResponseData;
use crate::card::route::Lookup;
use crate::engine::resolve::{Query, run_queries};
use crate::engine::routes::call_results::CallResults;
use crate::engine::routes::inputs::Inputs;
use crate::engine::routes::values::Scope;
use crate::engine::send::Sender;
use crate::error::Phase;

/// Sends the lookups, one after the other, because one may need the data of another.
pub(super) async fn run(
    sender: &Sender<'_>,
    lookups: &'static [Lookup],
    inputs: Inputs<'_>,
    results: &mut CallResults,
) -> Result<(), Error> {
    for lookup in lookups {
        let scope = Scope { results: Some(results), ..Scope::before(inputs) };
        let data = match variables(lookup, &scope)? {
            Some(variables) => send(sender, lookup, &variables).await?,
            None => Value::Null,
        };
        results.add(lookup.id, data);
    }
    Ok(())
}

/// The variables; `None` if one has no value.
fn variables(lookup: &Lookup, scope: &Scope<'_>) -> Result<Option<Map<String, Value>>, Error> {
    let mut variables = Map::new();
    for (name, source) in lookup.variables {
        match scope.value(source).map_err(unfit)? {
            Some(value) if !value.is_null() => variables.insert((*name).to_owned(), value),
            _ => return Ok(None),
        };
    }
    Ok(Some(variables))
}

async fn send(sender: &Sender<'_>, lookup: &Lookup, variables: &Map<String, Value>) -> Result<Value, Error> {
    let query = Query { step: 0, operation: lookup.operation, variables, may_be_missing: true };
    let decode = |_: usize, response: &ResponseData<'_>| response.to_value();
    let mut found = run_queries(sender, &[query], &decode).await;
    // A query changes nothing, whatever happens to it.
    let not_applied = |error: Error| match error.phase() {
        Phase::NotSent => error,
        _ => error.in_phase(Phase::Refused),
    };
    found.pop().unwrap_or(Ok(Value::Null)).map_err(not_applied)
}
