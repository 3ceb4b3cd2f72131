//! One GraphQL request, from its text to its result.

use std::{
    cell::RefCell,
    collections::BTreeSet,
    sync::{PoisonError, RwLock},
};

use apollo_compiler::{
    executable::Operation, request::coerce_variable_values, resolvers::Execution, response::JsonMap, validation::Valid,
};
use serde_json::{Value as Json, json};

use super::{
    bounds::{Cost, measure},
    errors::github_error,
    execute::{ExecutedWrite, Object, RequestContext, Session, State},
    field_faults::FieldFaults,
    locations::starts_by_name,
    modelled,
    prepare::{Document, prepare},
    schema, scopes,
    value::{Obj, Value},
};
use crate::{
    faults::{FaultRule, RootField},
    http::Urls,
    limits::Processing,
    state::{Actor, Store},
};

/// A request that has passed all checks before execution.
#[derive(Debug)]
pub(crate) struct Plan {
    document: Document,
    operation_name: Option<String>,
    variables: Valid<JsonMap>,
    pub(crate) cost: Cost,
    pub(crate) is_mutation: bool,
    /// The root fields in the order of the document, each response key once.
    pub(crate) root_fields: Vec<RootField>,
}

/// The result of execution.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// As JSON text, with fields in the order of the document.
    pub(crate) data: Option<String>,
    pub(crate) errors: Vec<Json>,
    pub(crate) writes: Vec<ExecutedWrite>,
    /// The ids of what was created.
    pub(crate) created: BTreeSet<String>,
}

/// Parses, validates and measures. The errors are those of a response without `data`.
pub(crate) fn plan(
    query: &str,
    operation_name: Option<&str>,
    variables: &Json,
    actor: &Actor,
    max_nodes: Option<u64>,
) -> Result<Plan, Vec<Json>> {
    let document = prepare(query)?;
    let pinned = schema::pinned().map_err(|why| vec![json!({ "message": why })])?;
    let no_operation = |_| {
        let why = operation_name.map_or_else(
            || "An operation name is required".to_owned(),
            |name| format!("No operation named \"{name}\""),
        );
        vec![json!({ "message": why })]
    };
    let operation = document.operations.get(operation_name).map_err(no_operation)?;
    let raw = json_map(variables)?;
    let variables = coerce_variable_values(&pinned.schema, operation, &raw)
        .map_err(|error| vec![variable_error(operation, &raw, &document, &error.message().to_string())])?;
    let unknown = modelled::unknown(pinned, &document, operation, &variables, query);
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let cost = measure(&document, operation, &variables, max_nodes)?;
    let lacking = scopes::missing_scopes(&document, operation, actor);
    if !lacking.is_empty() {
        return Err(lacking);
    }
    let root_fields = root_fields(&document, operation);
    let is_mutation = operation.is_mutation();
    let operation_name = operation_name.map(str::to_owned);
    Ok(Plan { operation_name, variables, cost, is_mutation, root_fields, document: document.clone() })
}

fn root_fields(document: &Document, operation: &Operation) -> Vec<RootField> {
    let mut fields: Vec<RootField> = Vec::new();
    for field in operation.root_fields(document) {
        let field = RootField { name: field.name.to_string(), key: field.response_key().to_string() };
        if fields.iter().all(|known| known.key != field.key) {
            fields.push(field);
        }
    }
    fields
}

fn json_map(variables: &Json) -> Result<JsonMap, Vec<Json>> {
    match variables {
        Json::Null => Ok(JsonMap::new()),
        Json::Object(_) => serde_json::from_value(variables.clone())
            .map_err(|error| vec![json!({ "message": format!("Variables are not valid: {error}") })]),
        _ => Err(vec![json!({ "message": "Variables must be a JSON object" })]),
    }
}

/// graphql-ruby's error for a variable with an invalid value.
fn variable_error(operation: &Operation, values: &JsonMap, document: &Document, why: &str) -> Json {
    let culprit = operation.variables.iter().find(|variable| {
        let name = variable.name.as_str();
        why.contains(&format!("variable {name} "))
            || why.contains(&format!("variable {name}:"))
            || why.contains(&format!("'{name}'"))
    });
    let Some(variable) =
        culprit.or_else(|| operation.variables.iter().find(|variable| values.contains_key(variable.name.as_str())))
    else {
        return json!({ "message": why });
    };
    let value = values.get(variable.name.as_str()).and_then(|value| serde_json::to_value(value).ok());
    let mut error = json!({
        "message": format!("Variable ${} of type {} was provided invalid value", variable.name, variable.ty),
        "extensions": { "value": value, "problems": [{ "path": [], "explanation": why }] },
    });
    if let Some(place) = variable.location().and_then(|span| span.line_column(&document.sources)) {
        error["locations"] = json!([{ "line": place.line, "column": place.column }]);
    }
    error
}

/// What execution needs besides the plan.
pub(crate) struct Environment<'a> {
    pub(crate) actor: &'a Actor,
    pub(crate) urls: &'a Urls,
    pub(crate) hidden: BTreeSet<String>,
    pub(crate) faults: Vec<FaultRule>,
    pub(crate) rate: Vec<(&'static str, Json)>,
    pub(crate) time: &'a Processing,
    /// Whether one more thing may be created in this minute.
    pub(crate) may_create: &'a dyn Fn() -> bool,
}

impl Plan {
    /// A query without variables that was only validated.
    #[cfg(test)]
    pub(crate) fn unchecked(query: &str) -> Result<Self, Vec<Json>> {
        let document = prepare(query)?;
        let operation = document.operations.get(None).map_err(|_| Vec::new())?;
        let pinned = schema::pinned().map_err(|why| vec![json!({ "message": why })])?;
        let variables = coerce_variable_values(&pinned.schema, operation, &JsonMap::new()).map_err(|_| Vec::new())?;
        let root_fields = root_fields(&document, operation);
        let cost = Cost { points: 1, nodes: 0 };
        Ok(Self { operation_name: None, variables, cost, is_mutation: false, root_fields, document: document.clone() })
    }

    /// The errors of a missing scope for the root fields that a rule names, or for the first one.
    pub(crate) fn insufficient_scopes(&self, rule: &FaultRule, wanted: &str, actor: &Actor) -> Vec<Json> {
        let Ok(operation) = self.document.operations.get(self.operation_name.as_deref()) else { return Vec::new() };
        let concerned = operation.root_fields(&self.document).filter(|field| {
            let key = field.response_key();
            let position = self.root_fields.iter().position(|root| root.key == key.as_str());
            position.is_some_and(|position| rule.affects(position, key))
        });
        let most = if rule.root.is_empty() { 1 } else { usize::MAX };
        concerned.take(most).map(|field| scopes::insufficient(&self.document, field, wanted, actor)).collect()
    }

    /// Executes the request. Queries run concurrently, a mutation runs alone.
    pub(crate) fn execute(&self, store: &RwLock<Store>, environment: Environment<'_>) -> Outcome {
        if self.is_mutation {
            let mut guard = store.write().unwrap_or_else(PoisonError::into_inner);
            let outcome = self.run(State::Own(RefCell::new(&mut guard)), environment);
            Outcome { created: guard.take_created(), ..outcome }
        } else {
            let guard = store.read().unwrap_or_else(PoisonError::into_inner);
            self.run(State::Shared(&guard), environment)
        }
    }

    fn run(&self, state: State<'_>, environment: Environment<'_>) -> Outcome {
        let Environment { actor, urls, hidden, faults, rate, time, may_create } = environment;
        let rate = rate.into_iter().map(|(name, value)| (name, Value::Leaf(value.into()))).collect();
        let request = RequestContext {
            actor,
            urls,
            variables: &self.variables,
            rate,
            hidden,
            field_faults: FieldFaults { rules: faults, roots: &self.root_fields },
            writes: RefCell::default(),
            time,
            may_create,
        };
        let session = Session { state, request };
        let root = Object::new(&session, if self.is_mutation { Obj::Mutation } else { Obj::Query });
        let (data, errors) = self.execute_with(&root);
        Outcome { data, errors, writes: session.request.writes.take(), created: BTreeSet::new() }
    }

    fn execute_with(&self, root: &Object<'_, '_, '_>) -> (Option<String>, Vec<Json>) {
        let failed = |message: String| (None, vec![json!({ "message": message })]);
        let pinned = match schema::pinned() {
            Ok(pinned) => pinned,
            Err(why) => return failed(why.to_owned()),
        };
        let execution = Execution::new(&pinned.schema, &self.document)
            .implementers_map(&pinned.implementers)
            .enable_schema_introspection(true)
            .coerced_variable_values(&self.variables)
            .operation_name(self.operation_name.as_deref())
            .and_then(|execution| execution.execute_sync(root));
        match execution {
            Ok(response) => {
                let errors = if response.errors.is_empty() {
                    Vec::new()
                } else {
                    let starts = starts_by_name(&self.document);
                    response.errors.iter().map(|error| github_error(error, &starts)).collect()
                };
                (serde_json::to_string(&response.data).ok(), errors)
            }
            Err(error) => failed(error.message().to_string()),
        }
    }
}
