//! The GraphQL endpoint.

use serde_json::{Value as Json, json};

use crate::{
    engine::{Engine, Visit},
    faults::{Fault, Spelling, Target},
    graphql::{self, Circumstances, Outcome, Plan, something_went_wrong_text},
    http::{Call, Dropped, Reply},
    limits::Rate,
    processing::Processing,
    record::RecordedWrite,
    wire,
};

/// Answers a GraphQL request.
pub(crate) async fn graphql(engine: &Engine, call: &Call, mut visit: Visit) -> Result<Reply, Dropped> {
    if visit.caller.login.is_none() {
        return Ok(Reply::error(401, "This endpoint requires you to be authenticated."));
    }
    let Some(mut body) = call.json() else {
        return Ok(Reply::error(400, "Problems parsing JSON"));
    };
    let mut part = |name| body.get_mut(name).map(Json::take).unwrap_or_default();
    let (query, operation_name, variables) = (part("query"), part("operationName"), part("variables"));
    let Json::String(query) = query else {
        return Ok(wire::errors(&json!([{ "message": "A query attribute must be specified and must be a string." }])));
    };
    engine.record().amend(visit.number, |request| {
        request.document = Some(query.clone());
        request.variables = Some(variables.clone());
    });
    let plan = graphql::plan(
        &query,
        operation_name.as_str(),
        &variables,
        &visit.caller.actor,
        engine.request_limits().max_nodes,
    );
    let target = target(plan.as_ref().ok());
    engine.meet_faults(&mut visit, &target).await;
    if let Some(reply) = wire::refused_before(&visit, true) {
        return reply;
    }
    if let Err(wait) = engine.begin(&visit, target.writes) {
        return Ok(wire::too_fast(wait));
    }
    let points = plan.as_ref().map_or(1, |plan| plan.cost.points);
    let rate = match engine.limits().charge(&visit.caller.token, "graphql", points) {
        Ok(rate) => rate,
        Err(rate) => return Ok(wire::with_rate(wire::graphql_primary_limit(Spelling::Classic), &rate)),
    };
    let reply = match plan {
        Err(errors) => wire::errors(&Json::Array(errors)),
        Ok(plan) => match lacking_scopes(&visit, &plan) {
            Some(errors) => wire::errors(&Json::Array(errors)),
            None => executed(engine, call, &visit, &plan, &rate).await,
        },
    };
    engine.end(&visit, target.writes);
    wire::sent(&visit, wire::with_caller(wire::with_rate(reply, &rate), &visit.caller))
}

fn target(plan: Option<&Plan>) -> Target {
    let mutation = plan.is_some_and(|plan| plan.is_mutation);
    Target {
        graphql: true,
        mutation,
        writes: mutation,
        root_fields: plan.map(|plan| plan.root_fields.clone()).unwrap_or_default(),
        path: "/graphql".to_owned(),
    }
}

/// The errors of the fault that says that a scope is missing.
fn lacking_scopes(visit: &Visit, plan: &Plan) -> Option<Vec<Json>> {
    let (rule, scope) = visit.faults.iter().find_map(|rule| match &rule.fault {
        Fault::InsufficientScopes { scope } => Some((rule, scope)),
        _ => None,
    })?;
    Some(plan.insufficient_scopes(rule, scope, &visit.caller.actor))
}

async fn executed(engine: &Engine, call: &Call, visit: &Visit, plan: &Plan, rate: &Rate) -> Reply {
    let time = Processing::start(*engine.request_limits());
    let outcome = execute(engine, call, visit, plan, rate, &time);
    engine.took(visit, time.took()).await;
    if time.is_over() { wire::out_of_time() } else { body(visit, outcome) }
}

fn execute(engine: &Engine, call: &Call, visit: &Visit, plan: &Plan, rate: &Rate, time: &Processing) -> Outcome {
    let mut outcome = plan.execute(
        &engine.store,
        Circumstances {
            actor: &visit.caller.actor,
            urls: &call.urls,
            hidden: engine.hidden(),
            faults: visit.faults.clone(),
            rate: rate_limit(plan, rate),
            time,
            may_create: &|| engine.create(visit).is_ok(),
        },
    );
    let writes = outcome.writes.iter().map(|write| RecordedWrite {
        request: visit.number,
        name: write.name.clone(),
        response_key: Some(write.response_key.clone()),
        subject: write.subject.clone(),
    });
    engine.wrote(visit, writes.collect(), std::mem::take(&mut outcome.newborn));
    outcome
}

/// The fields of `rateLimit`.
fn rate_limit(plan: &Plan, rate: &Rate) -> Vec<(&'static str, Json)> {
    vec![
        ("cost", plan.cost.points.into()),
        ("limit", rate.limit.into()),
        ("nodeCount", plan.cost.nodes.into()),
        ("remaining", rate.remaining().into()),
        ("resetAt", rate.reset_at().to_string().into()),
        ("used", rate.used.into()),
    ]
}

fn body(visit: &Visit, outcome: Outcome) -> Reply {
    let Outcome { mut data, mut errors, .. } = outcome;
    let unexplained = visit.fault(|fault| match fault {
        Fault::Unexplained { keeps_data } => Some(*keeps_data),
        _ => None,
    });
    if let Some(keeps_data) = unexplained {
        errors.push(json!({ "message": something_went_wrong_text(&visit.request_id) }));
        if !keeps_data {
            data = Some("null".to_owned());
        }
    }
    let mut text = String::from("{");
    if let Some(data) = data {
        text.push_str("\"data\":");
        text.push_str(&data);
    }
    if !errors.is_empty() {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str("\"errors\":");
        text.push_str(&Json::Array(errors).to_string());
    }
    text.push('}');
    Reply::text(200, "application/json; charset=utf-8", text)
}
