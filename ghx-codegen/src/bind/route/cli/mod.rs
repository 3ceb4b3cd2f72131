//! The CLI route: a command of `gh`, against `gh-cli.json` and `gh-json.yaml`.

mod flags;
mod json_fields;

use super::{Call, Context, Response, page, sent};
use crate::{
    bind::value::{Accepts, Target},
    card::{CliCommand, CliRoute, Located, ValueSpec},
    model::{BoundCli, BoundCommand, Source},
    problem::Code,
    schema::{Described, GhCommand, Schema},
    suggest,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// The type of what the command prints, with the fields that the card requests; `None` if it is not declared.
pub(super) fn shape(schema: &Schema, route: &CliRoute) -> Option<Json> {
    let CliRoute::Command(command) = route else { return None };
    let mut shape = schema.gh_json.shape(&command.command.value)?.clone();
    let list = shape["type"] == "array";
    let record = if list { &mut shape["items"] } else { &mut shape };
    if let Some(properties) = record["properties"].as_object_mut() {
        let known: Vec<String> = properties.keys().cloned().collect();
        let known = || known.iter().map(String::as_str);
        let asked: BTreeSet<String> = command.json_fields.iter().map(|field| field.value.clone()).collect();
        // A misspelt field is reported in `jsonFields`, and not again where it is used.
        let misspelt = asked.iter().filter(|field| !known().any(|name| name == field.as_str()));
        let meant: BTreeSet<&str> = misspelt.filter_map(|field| suggest::nearest(field, known())).collect();
        properties.retain(|name, _| asked.contains(name) || meant.contains(name.as_str()));
    }
    Some(shape)
}

pub(super) fn bind<'a>(context: &mut Context<'a>, route: &'a CliRoute, shape: Option<&'a Json>) -> Option<BoundCli> {
    match route {
        CliRoute::Command(command) => Some(BoundCli::Command(Box::new(self::command(context, command, shape)?))),
        CliRoute::Api(at) => {
            if context.card.rest.is_none() {
                let help = "add `rest:`, or name another command";
                context.refuse(
                    Code::CliRoute,
                    *at,
                    "`api` makes the calls of `rest`, which this card does not have",
                    "no `rest:`",
                    help,
                );
                return None;
            }
            Some(BoundCli::Api)
        }
    }
}

fn command<'a>(context: &mut Context<'a>, command: &'a CliCommand, shape: Option<&'a Json>) -> Option<BoundCommand> {
    let before = context.problems.errors();
    let known = known(context, &command.command);
    let Some(known) = known else {
        let sources = command.arguments.iter().chain(command.flags.iter().map(|(_, source)| source));
        sources.for_each(|source| sent::mention(context, source));
        context.incomplete = true;
        return None;
    };
    let arguments = arguments(context, command, known);
    let flags = flags::bind(context, command, known);
    json_fields::check(context, command, known);
    context.unasked = json_fields::unasked(context.schema, command);
    let response = match shape {
        _ if command.json_fields.is_empty() => Response::Text,
        Some(shape) => Response::Json(Described::new(shape, shape)),
        None => Response::Unknown,
    };
    let most = command.max_items.as_ref().map(|most| most.value);
    let page = command.page.as_ref().and_then(|page| page::cli(context, page, most, &response));
    let guards = context.guards(&command.guards, &response);
    context.calls.push(Call { id: command.command.value.clone(), response });
    let output = context.output(&command.output, command.output_span);
    json_fields::check_asked(context, command);
    let unsupported = command.unsupported.iter().map(|(input, why)| (input.value.clone(), why.value.clone()));
    let bound = BoundCommand {
        command: command.command.value.split(' ').map(str::to_owned).collect(),
        arguments: arguments?,
        flags: flags?,
        json: command.json_fields.iter().map(|field| field.value.clone()).collect(),
        page,
        guards: guards?,
        output: output?,
        unsupported: unsupported.collect(),
    };
    if context.problems.errors() == before {
        json_fields::check_used(context, command, &bound);
    }
    (context.problems.errors() == before).then_some(bound)
}

fn known<'a>(context: &mut Context<'a>, command: &Located<String>) -> Option<&'a GhCommand> {
    let Some(gh) = &context.schema.gh else {
        let help = "run `cargo xtask schema`, or name the folder with --schema";
        context.refuse(
            Code::SchemaFolder,
            command.span,
            "there is no gh-cli.json to check this with",
            "a command of `gh`",
            help,
        );
        return None;
    };
    let found = gh.command(&command.value);
    if found.is_none() {
        let help = suggest::help(&command.value, "command", gh.commands());
        let message = format!("`gh` has no command `{}`", command.value);
        context.refuse(Code::CliRoute, command.span, message, "not in gh-cli.json", help);
    }
    found
}

fn arguments(context: &mut Context<'_>, command: &CliCommand, known: &GhCommand) -> Option<Vec<Source>> {
    let accepted = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    let given = command.arguments.len();
    if let Some(wanted) = known.arguments().filter(|wanted| *wanted != given) {
        let at = command.arguments.get(wanted).map_or(command.command.span, |source| source.span);
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("`gh {}` takes {wanted} argument{plural}, not {given}", command.command.value);
        let help = format!("its usage is `{}`; `gh` takes missing arguments from the current folder", known.usage);
        context.refuse(Code::CliRoute, at, message, "wrong number of arguments", help);
    }
    let argument = |(index, source): (usize, &ValueSpec)| {
        let target = Target {
            what: format!("argument {}", index + 1),
            name: String::new(),
            accepts: Accepts::Json(Described::new(&accepted, &accepted)),
            required: true,
            variable: None,
        };
        sent::bind(context, &target, source)
    };
    let bound: Vec<_> = command.arguments.iter().enumerate().map(argument).collect();
    bound.into_iter().collect()
}
