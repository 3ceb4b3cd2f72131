//! Which endpoints are modelled, and which parameters each of them reads. What is not listed is refused before anything
//! is executed, so that no parameter is silently ignored.

use std::sync::OnceLock;

use serde_json::Value as Json;

use crate::{http::Request, state::Refusal};

/// One line of `endpoints.txt`.
#[derive(Debug)]
struct Endpoint {
    method: &'static str,
    path: Vec<&'static str>,
    query: Vec<Parameter>,
    body: Vec<Parameter>,
}

/// A parameter and, where GitHub has a list of them, its values.
#[derive(Debug)]
struct Parameter {
    name: &'static str,
    values: Vec<&'static str>,
    /// The keys that the objects of a list may have; empty if it is not a list of objects.
    keys: Vec<&'static str>,
}

fn endpoints() -> &'static [Endpoint] {
    static ENDPOINTS: OnceLock<Vec<Endpoint>> = OnceLock::new();
    ENDPOINTS.get_or_init(|| include_str!("endpoints.txt").lines().filter_map(Endpoint::parse).collect())
}

impl Endpoint {
    fn parse(line: &'static str) -> Option<Self> {
        let (method, rest) = line.split_once(' ').filter(|(method, _)| *method != "#")?;
        let (rest, body) = rest.split_once(" ! ").unwrap_or((rest, ""));
        let (path, query) = rest.split_once(" ? ").unwrap_or((rest, ""));
        let path = if path == "." { Vec::new() } else { path.split('/').collect() };
        Some(Self { method, path, query: Parameter::all(query), body: Parameter::all(body) })
    }

    fn is(&self, method: &str, parts: &[&str]) -> bool {
        let is_method = self.method == method || (self.method == "GET" && method == "HEAD");
        is_method && fits(&self.path, parts)
    }
}

impl Parameter {
    fn all(text: &'static str) -> Vec<Self> {
        let parse = |word: &'static str| {
            let listed = |text: &'static str| text.split('|').filter(|word| !word.is_empty()).collect();
            let (word, keys) = word.trim_end_matches(']').split_once('[').unwrap_or((word, ""));
            let (name, values) = word.split_once('=').unwrap_or((word, ""));
            Self { name, values: listed(values), keys: listed(keys) }
        };
        text.split_whitespace().map(parse).collect()
    }
}

/// Whether the parts of a path match a pattern.
fn fits(pattern: &[&str], parts: &[&str]) -> bool {
    match (pattern, parts) {
        ([], []) => true,
        ([rest], [_, ..]) if rest.ends_with("...}") => true,
        (["{n}", pattern @ ..], [part, parts @ ..]) => {
            part.bytes().all(|byte| byte.is_ascii_digit()) && fits(pattern, parts)
        }
        (["{x}", pattern @ ..], [_, parts @ ..]) => fits(pattern, parts),
        ([word, pattern @ ..], [part, parts @ ..]) => word == part && fits(pattern, parts),
        _ => false,
    }
}

/// What a path is relative to.
pub(super) enum Where<'a> {
    /// A repository: the parts after its name.
    InRepo(&'a [&'a str]),
    /// The parts of the whole path.
    Elsewhere(&'a [&'a str]),
}

/// Refuses what is not modelled: the endpoint, a parameter of the query or of the body; and values that GitHub refuses.
pub(super) fn check(request: &Request, body: &Json, place: &Where<'_>) -> Result<(), Refusal> {
    let check = Check { request, body };
    let parts: Vec<&str> = match place {
        Where::InRepo(parts) => parts.to_vec(),
        // The pattern of a whole path starts with the empty part before its first slash.
        Where::Elsewhere([]) => vec!["", ""],
        Where::Elsewhere(parts) => std::iter::once("").chain(parts.iter().copied()).collect(),
    };
    let found = endpoints().iter().find(|endpoint| endpoint.is(&request.method, &parts));
    let Some(endpoint) = found else { return Err(check.not_modelled()) };
    if request.path.len() > 1 && request.path.ends_with('/') {
        return Err(Refusal::not_found("Not Found"));
    }
    let resource = resource(&parts);
    check.check_accept()?;
    check.check_query(&endpoint.query, resource)?;
    check.check_body(&endpoint.body, resource)
}

/// GitHub's name for the resource with the invalid field.
fn resource(parts: &[&str]) -> &'static str {
    match parts.iter().find(|part| !part.is_empty()) {
        Some(&"issues") => "Issue",
        Some(&"pulls") => "PullRequest",
        Some(&"labels") => "Label",
        Some(&"milestones") => "Milestone",
        Some(&"actions") => "WorkflowRun",
        _ => "Repository",
    }
}

struct Check<'a> {
    request: &'a Request,
    body: &'a Json,
}

impl Check<'_> {
    fn check_query(&self, known: &[Parameter], resource: &'static str) -> Result<(), Refusal> {
        let names =
            self.request.query.split('&').filter_map(|pair| pair.split('=').next()).filter(|name| !name.is_empty());
        for name in names.filter(|name| !matches!(*name, "page" | "per_page")) {
            let parameter = known.iter().find(|parameter| parameter.name == name);
            let parameter = parameter.ok_or_else(|| self.not_modelled_part(name))?;
            if let Some(value) = self.request.param(name) {
                self.check_value(parameter, &Json::String(value), resource)?;
            }
        }
        Ok(())
    }

    fn check_body(&self, known: &[Parameter], resource: &'static str) -> Result<(), Refusal> {
        let is_empty = |value: &Json| {
            value.is_null() || *value == Json::Bool(false) || value.as_array().is_some_and(Vec::is_empty)
        };
        for (name, value) in self.body.as_object().into_iter().flatten() {
            match known.iter().find(|parameter| parameter.name == name) {
                Some(_) if value.is_null() => {}
                Some(parameter) => {
                    self.check_keys(parameter, value)?;
                    self.check_value(parameter, value, resource)?;
                }
                None if is_empty(value) => {}
                None => return Err(self.not_modelled_part(name)),
            }
        }
        Ok(())
    }

    fn check_keys(&self, parameter: &Parameter, value: &Json) -> Result<(), Refusal> {
        let objects = value.as_array().into_iter().flatten().filter_map(Json::as_object);
        let mut keys = objects.flat_map(serde_json::Map::keys);
        match keys.find(|key| !parameter.keys.is_empty() && !parameter.keys.contains(&key.as_str())) {
            Some(key) => Err(self.not_modelled_part(&format!("{}.{key}", parameter.name))),
            None => Ok(()),
        }
    }

    /// Refuses media types with rendered bodies.
    fn check_accept(&self) -> Result<(), Refusal> {
        let accept = self.request.header("accept").unwrap_or_default();
        let mut wanted = accept.split(',').map(str::trim).filter(|kind| kind.starts_with("application/vnd.github"));
        match wanted.find(|kind| [".html", ".text", ".full"].iter().any(|form| kind.contains(form))) {
            Some(kind) => Err(Refusal::not_modelled(format_args!("the media type `{kind}`"))),
            None => Ok(()),
        }
    }

    fn check_value(&self, parameter: &Parameter, value: &Json, resource: &'static str) -> Result<(), Refusal> {
        if parameter.values.is_empty() {
            return Ok(());
        }
        let text = value.as_str().unwrap_or_default().replace(' ', "+");
        let has = |wanted: &str| parameter.values.contains(&wanted);
        if has(&text) {
            Ok(())
        } else if has(&format!("-{text}")) {
            Err(self.not_modelled_part(&format!("{}={text}", parameter.name)))
        } else {
            let message = format!("{value} is not a value of `{}`", parameter.name);
            Err(Refusal::invalid(resource, parameter.name, "invalid", message))
        }
    }

    fn not_modelled(&self) -> Refusal {
        Refusal::not_modelled(format_args!("`{} {}`", self.request.method, self.request.path))
    }

    fn not_modelled_part(&self, name: &str) -> Refusal {
        Refusal::not_modelled(format_args!("`{name}` of `{} {}`", self.request.method, self.request.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_numbers_words_and_rests() {
        let fits = |pattern: &str, path: &str| {
            super::fits(&pattern.split('/').collect::<Vec<_>>(), &path.split('/').collect::<Vec<_>>())
        };
        assert!(fits("issues/{n}", "issues/42") && !fits("issues/{n}", "issues/events"));
        assert!(fits("labels/{x}", "labels/bug") && !fits("labels/{x}", "labels/bug/more"));
        assert!(fits("contents/{x...}", "contents/a/b.md") && !fits("contents/{x...}", "contents"));
    }

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("endpoints.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(endpoints().len(), lines.count());
        let issues = endpoints().iter().find(|endpoint| endpoint.is("GET", &["issues"])).unwrap();
        assert_eq!((issues.query[0].name, &issues.query[0].values), ("state", &vec!["open", "closed", "all"]));
    }
}
