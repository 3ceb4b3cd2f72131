//! The GraphQL endpoint.

use std::ops::ControlFlow;

use serde_json::{Value as Json, json};

use super::{Engine, RecordedWrite, RequestMeta, responses};
use crate::{
    faults::{Fault, Target},
    graphql::{self, Environment, Outcome, Plan, something_went_wrong_text},
    http::{Dropped, Request, Response},
    limits::{Processing, Rate},
};

/// The body of a GraphQL request.
struct Body {
    query: String,
    operation_name: Option<String>,
    variables: Json,
}

impl Body {
    fn parse(request: &Request) -> Result<Self, Response> {
        let Some(mut body) = request.json() else {
            return Err(Response::error(400, "Problems parsing JSON"));
        };
        let mut part = |name| body.get_mut(name).map(Json::take).unwrap_or_default();
        let (query, operation_name, variables) = (part("query"), part("operationName"), part("variables"));
        let Json::String(query) = query else {
            let message = "A query attribute must be specified and must be a string.";
            return Err(responses::errors(&json!([{ "message": message }])));
        };
        Ok(Self { query, operation_name: operation_name.as_str().map(str::to_owned), variables })
    }
}

impl Engine {
    /// Responds to a GraphQL request.
    pub(super) async fn graphql(&self, request: &Request, mut meta: RequestMeta) -> Result<Response, Dropped> {
        if meta.caller.login.is_none() {
            return Ok(Response::error(401, "This endpoint requires you to be authenticated."));
        }
        let Body { query, operation_name, variables } = match Body::parse(request) {
            Ok(body) => body,
            Err(response) => return Ok(response),
        };
        self.record().amend(meta.number, |request| {
            request.document = Some(query.clone());
            request.variables = Some(variables.clone());
        });
        let max_nodes = self.request_limits().max_nodes;
        let plan = graphql::plan(&query, operation_name.as_deref(), &variables, &meta.caller.actor, max_nodes);
        let target = target(plan.as_ref().ok());
        let points = plan.as_ref().map_or(1, |plan| plan.cost.points);
        let rate = match self.admit(&mut meta, &target, points).await {
            ControlFlow::Continue(rate) => rate,
            ControlFlow::Break(response) => return response,
        };
        let response = match plan {
            Err(errors) => responses::errors(&Json::Array(errors)),
            Ok(plan) => match lacking_scopes(&meta, &plan) {
                Some(errors) => responses::errors(&Json::Array(errors)),
                None => Operation { engine: self, request, meta: &meta, plan: &plan, rate: &rate }.respond().await,
            },
        };
        self.complete(&meta, &target, response, &rate)
    }
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

/// The errors of [`Fault::InsufficientScopes`].
fn lacking_scopes(meta: &RequestMeta, plan: &Plan) -> Option<Vec<Json>> {
    let (rule, scope) = meta.faults.iter().find_map(|rule| match &rule.fault {
        Fault::InsufficientScopes { scope } => Some((rule, scope)),
        _ => None,
    })?;
    Some(plan.insufficient_scopes(rule, scope, &meta.caller.actor))
}

/// A request that is executed.
struct Operation<'a> {
    engine: &'a Engine,
    request: &'a Request,
    meta: &'a RequestMeta,
    plan: &'a Plan,
    rate: &'a Rate,
}

impl Operation<'_> {
    async fn respond(&self) -> Response {
        let time = Processing::start(*self.engine.request_limits());
        let outcome = self.execute(&time);
        self.engine.took(self.meta, time.took()).await;
        if time.is_over() { responses::out_of_time() } else { body(self.meta, outcome) }
    }

    fn execute(&self, time: &Processing) -> Outcome {
        let mut outcome = self.plan.execute(
            &self.engine.store,
            Environment {
                actor: &self.meta.caller.actor,
                urls: &self.request.urls,
                hidden: self.engine.hidden(),
                faults: self.meta.faults.clone(),
                rate: rate_limit(self.plan, self.rate),
                time,
                may_create: &|| self.engine.create(self.meta).is_ok(),
            },
        );
        let writes = outcome.writes.iter().map(|write| RecordedWrite {
            request: self.meta.number,
            name: write.name.clone(),
            response_key: Some(write.response_key.clone()),
            subject: write.subject.clone(),
        });
        self.engine.record_writes(self.meta, writes.collect(), std::mem::take(&mut outcome.created));
        outcome
    }
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

fn body(meta: &RequestMeta, outcome: Outcome) -> Response {
    let Outcome { mut data, mut errors, .. } = outcome;
    let unexplained = meta.fault(|fault| match fault {
        Fault::Unexplained { keeps_data } => Some(*keeps_data),
        _ => None,
    });
    if let Some(keeps_data) = unexplained {
        errors.push(json!({ "message": something_went_wrong_text(&meta.request_id) }));
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
    Response::text(200, "application/json; charset=utf-8", text)
}
