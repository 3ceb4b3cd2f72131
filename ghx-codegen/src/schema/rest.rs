//! `rest.json`: the operations of GitHub's REST API.

use super::{
    described::{Described, with_login},
    facts::Logins,
};
use crate::card::{METHODS, Method};
use serde_json::Value as Json;

/// GitHub's REST API, as far as it is pinned.
#[derive(Debug)]
pub struct RestApi(Json);

/// One operation.
#[derive(Clone, Copy, Debug)]
pub struct RestOperation<'s> {
    root: &'s Json,
    value: &'s Json,
}

/// A parameter of a path or query.
#[derive(Clone, Debug)]
pub struct RestParameter<'s> {
    /// Its name.
    pub name: &'s str,
    /// In the path, or in the query?
    pub in_path: bool,
    /// Must it be given?
    pub required: bool,
    /// What it accepts.
    pub value: Described<'s>,
}

/// The response of an operation that succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Success {
    /// The status.
    pub status: u16,
    /// What the body is.
    pub body: SuccessBody,
}

/// What the body of a success is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuccessBody {
    /// There is none.
    Empty,
    /// A JSON object.
    Object,
    /// A JSON object without members.
    EmptyObject,
    /// A JSON array.
    Array,
}

impl RestApi {
    /// Reads the file's text.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text).map(RestApi)
    }

    /// The operation of that method and path.
    pub fn operation(&self, method: Method, path: &str) -> Option<RestOperation<'_>> {
        let value = self.0["paths"].get(path)?.get(method.as_str().to_ascii_lowercase())?;
        Some(RestOperation { root: &self.0, value })
    }

    /// The schema of that name in `components`.
    pub fn component(&self, name: &str) -> Option<Described<'_>> {
        Some(Described::new(&self.0, self.0["components"]["schemas"].get(name)?))
    }

    /// Marks the logins of accounts.
    pub(super) fn mark(&mut self, logins: &Logins) {
        for (component, member) in logins.members.iter().filter_map(|name| name.split_once('.')) {
            let account = &mut self.0["components"]["schemas"][component]["properties"][member];
            *account = with_login(account, &logins.app, &logins.deleted);
        }
    }

    /// The methods of a path.
    pub fn methods(&self, path: &str) -> Vec<&'static str> {
        let known = |(_, method): &&(&'static str, Method)| self.operation(*method, path).is_some();
        METHODS.iter().filter(known).map(|(name, _)| *name).collect()
    }

    /// All paths that have an operation of that method.
    pub fn paths(&self, method: Method) -> Vec<&str> {
        let paths = self.0["paths"].as_object().into_iter().flatten().map(|(path, _)| path.as_str());
        paths.filter(|path| self.operation(method, path).is_some()).collect()
    }
}

impl<'s> RestOperation<'s> {
    /// Its parameters of path and query.
    pub fn parameters(&self) -> Vec<RestParameter<'s>> {
        let all = self.value["parameters"].as_array().into_iter().flatten();
        all.map(|parameter| self.target(parameter))
            .filter_map(|parameter| {
                let place = parameter["in"].as_str()?;
                ["path", "query"].contains(&place).then_some(())?;
                Some(RestParameter {
                    name: parameter["name"].as_str()?,
                    in_path: place == "path",
                    required: parameter["required"] == true,
                    value: Described::new(self.root, &parameter["schema"]),
                })
            })
            .collect()
    }

    /// What its body holds.
    pub fn body(&self) -> Option<Described<'s>> {
        let body = self.target(self.value.get("requestBody")?);
        let schema = body["content"].get("application/json")?.get("schema")?;
        Some(Described::new(self.root, schema))
    }

    /// Does it take bytes instead of JSON?
    pub fn takes_bytes(&self) -> bool {
        let body = self.value.get("requestBody").map(|body| self.target(body));
        let types = body.and_then(|body| body["content"].as_object());
        types.is_some_and(|types| !types.is_empty() && !types.contains_key("application/json"))
    }

    /// The JSON that it returns when it succeeds, if any.
    pub fn response(&self) -> Option<Described<'s>> {
        let responses = self.value["responses"].as_object().into_iter().flatten();
        let successes = responses.filter(|(status, _)| status.starts_with('2')).map(|(_, response)| response);
        let schemas: Vec<&Json> = successes
            .filter_map(|response| self.target(response)["content"].get("application/json")?.get("schema"))
            .collect();
        (!schemas.is_empty()).then(|| Described::any(self.root, schemas.into_iter()))
    }

    /// The responses that mean success, by status.
    pub fn successes(&self) -> Vec<Success> {
        let responses = self.value["responses"].as_object().into_iter().flatten();
        let successes = responses.filter_map(|(status, response)| {
            let status = status.parse().ok().filter(|status| (200..300).contains(status))?;
            let schema = self.target(response)["content"].get("application/json").and_then(|media| media.get("schema"));
            let body = match schema.map(|schema| Described::new(self.root, schema)) {
                None => SuccessBody::Empty,
                Some(schema) if schema.is("array") => SuccessBody::Array,
                Some(schema) if schema.is("object") && schema.members().is_empty() => SuccessBody::EmptyObject,
                Some(_) => SuccessBody::Object,
            };
            Some(Success { status, body })
        });
        successes.collect()
    }

    /// Does it redirect to what it returns?
    pub fn redirects(&self) -> bool {
        self.value["responses"].get("302").is_some()
    }

    /// Will GitHub remove it?
    pub fn deprecated(&self) -> bool {
        self.value["deprecated"] == true
    }

    fn target(&self, value: &'s Json) -> &'s Json {
        let target = value["$ref"].as_str().and_then(|reference| self.root.pointer(reference.strip_prefix('#')?));
        target.unwrap_or(value)
    }
}
