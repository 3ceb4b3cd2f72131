//! The CLI route: a command of `gh`, against `gh-cli.json` and `gh-json.yaml`.

use super::{
    Answer, Context, condition, output, page,
    sent::{self, Target},
};
use crate::{
    card::{CliCommand, CliRoute, Located, ValueSource},
    model::{BoundCli, BoundCommand, BoundField, BoundGuard, FlagStyle, Place, Sent, Take},
    problem::Code,
    schema::{Described, GhCommand, GhFlag, Schema},
    suggest,
};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Flags that the adapter sets, or that would make `gh` talk to a person.
const OURS: &[&str] = &["json", "jq", "template", "web", "help"];

/// What the command prints, as far as the card asks for it; `None` where nobody states it.
pub(super) fn shape(schema: &Schema, route: &CliRoute) -> Option<Json> {
    let CliRoute::Command(command) = route else { return None };
    let mut shape = schema.gh_json.shape(&command.command.value)?.clone();
    let list = shape["type"] == "array";
    let record = if list { &mut shape["items"] } else { &mut shape };
    if let Some(properties) = record["properties"].as_object_mut() {
        let known: Vec<String> = properties.keys().cloned().collect();
        let known = || known.iter().map(String::as_str);
        let asked: BTreeSet<String> = command.json_fields.iter().map(|field| field.value.clone()).collect();
        // A misspelt field is told where it stands, and not again where it is used.
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
    let before = context.problems.len();
    let known = known(context, &command.command);
    let Some(known) = known else {
        let sources = command.arguments.iter().chain(command.flags.iter().map(|(_, source)| source));
        sources.for_each(|source| sent::mention(context, source));
        context.incomplete = true;
        return None;
    };
    let arguments = arguments(context, command, known);
    let flags = flags(context, command, known);
    json_fields(context, command, known);
    context.unasked = unasked(context.schema, command);
    let answer = match shape {
        _ if command.json_fields.is_empty() => Answer::Text,
        Some(shape) => Answer::Json(Described::new(shape, shape)),
        None => Answer::Unknown,
    };
    let page = command.page.as_ref().and_then(|page| page::cli(context, page, &answer));
    let guards = condition::guards(context, &command.guards, &answer);
    let fields = output::bind(context, &command.output, command.output_span, &answer);
    check_asked(context, command);
    page::check(context, command.output_span, fields.as_deref());
    if let Some(fields) = &fields {
        condition::check_alike(context, fields);
    }
    let unsupported = command.unsupported.iter().map(|(input, why)| (input.value.clone(), why.value.clone()));
    let bound = BoundCommand {
        command: command.command.value.split(' ').map(str::to_owned).collect(),
        arguments: arguments?,
        flags: flags?,
        json: command.json_fields.iter().map(|field| field.value.clone()).collect(),
        page,
        guards: guards?,
        output: fields?,
        unsupported: unsupported.collect(),
    };
    if context.problems.len() == before {
        check_fields_used(context, command, &bound);
    }
    (context.problems.len() == before).then_some(bound)
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

fn arguments(context: &mut Context<'_>, command: &CliCommand, known: &GhCommand) -> Option<Vec<Sent>> {
    let accepted = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    let given = command.arguments.len();
    if let Some(wanted) = known.arguments().filter(|wanted| *wanted != given) {
        let at = command.arguments.get(wanted).map_or(command.command.span, |source| source.span);
        let plural = if wanted == 1 { "" } else { "s" };
        let message = format!("`gh {}` takes {wanted} argument{plural}, not {given}", command.command.value);
        let help = format!("its usage is `{}`; what is left out is looked for in the current folder", known.usage);
        context.refuse(Code::CliRoute, at, message, "another number of arguments", help);
    }
    let argument = |(index, source): (usize, &ValueSource)| {
        let target = Target {
            what: format!("argument {}", index + 1),
            name: String::new(),
            accepts: Described::new(&accepted, &accepted),
            required: true,
            repository: true,
        };
        sent::bind(context, &target, source)
    };
    let bound: Vec<_> = command.arguments.iter().enumerate().map(argument).collect();
    bound.into_iter().collect()
}

fn flags(context: &mut Context<'_>, command: &CliCommand, known: &GhCommand) -> Option<Vec<(String, Sent, FlagStyle)>> {
    let mut bound = Vec::new();
    for (name, source) in &command.flags {
        bound.push(flag(context, command, known, name, source));
    }
    if known.flags.contains_key("repo") && !command.flags.iter().any(|(name, _)| name.value == "repo") {
        let message =
            format!("`gh {}` looks at the current folder unless it is told the repository", command.command.value);
        context.incomplete = true;
        context.refuse(Code::CliRoute, command.command.span, message, "no `repo`", "add `repo: repository` to `flags`");
    }
    if let Some(page) = &command.page {
        let integer = known.flags.get(&page.flag.value).and_then(|flag| flag.value.as_deref()) == Some("int");
        if !integer {
            let message =
                format!("`gh {}` has no flag `{}` that takes a number", command.command.value, page.flag.value);
            let names = known.flags.keys().map(String::as_str);
            context.refuse(
                Code::CliRoute,
                page.flag.span,
                message,
                "not such a flag",
                suggest::help(&page.flag.value, "flag", names),
            );
        }
    }
    bound.into_iter().collect()
}

fn flag(
    context: &mut Context<'_>,
    command: &CliCommand,
    known: &GhCommand,
    name: &Located<String>,
    source: &ValueSource,
) -> Option<(String, Sent, FlagStyle)> {
    let paging = command.page.as_ref().is_some_and(|page| page.flag.value == name.value);
    let flag = known.flags.get(&name.value);
    let (Some(flag), false) = (flag, paging || OURS.contains(&name.value.as_str())) else {
        let (message, label) = match flag {
            None => (format!("`gh {}` has no flag `{}`", command.command.value, name.value), "no such flag"),
            Some(_) => (format!("`{}` is set by the route itself", name.value), "not the card's"),
        };
        let names = known.flags.keys().map(String::as_str).filter(|name| !OURS.contains(name));
        let help = if flag.is_none() { suggest::help(&name.value, "flag", names) } else { "drop it".to_owned() };
        context.refuse(Code::CliRoute, name.span, message, label, help);
        sent::mention(context, source);
        return None;
    };
    let (accepted, style) = accepted(flag);
    let target = Target {
        what: format!("the flag `{}`", name.value),
        name: name.value.clone(),
        accepts: Described::new(&accepted, &accepted),
        required: false,
        repository: name.value == "repo",
    };
    let sent = sent::bind(context, &target, source)?;
    if name.value == "repo" && sent != Sent::Repository {
        context.incomplete = true;
        let message = "`repo` takes the subject's repository";
        context.refuse(Code::CliRoute, source.span, message, "another value", "write `repo: repository`");
        return None;
    }
    Some((name.value.clone(), sent, style))
}

/// What a flag takes, and how it is written.
fn accepted(flag: &GhFlag) -> (Json, FlagStyle) {
    match flag.value.as_deref() {
        None => (json!({ "type": "boolean" }), FlagStyle::Switch),
        Some("int" | "uint") => (json!({ "type": "integer" }), FlagStyle::Value),
        Some("strings") => {
            let lists = json!({ "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
            (lists, FlagStyle::Csv)
        }
        Some(_) if flag.values.is_empty() => (json!({ "type": "string" }), FlagStyle::Value),
        Some(_) => (json!({ "type": "string", "enum": flag.values }), FlagStyle::Value),
    }
}

fn json_fields(context: &mut Context<'_>, command: &CliCommand, known: &GhCommand) {
    let words = &command.command.value;
    let stated = context.schema.gh_json.record(words);
    for (index, field) in command.json_fields.iter().enumerate() {
        if command.json_fields[..index].iter().any(|earlier| earlier.value == field.value) {
            let message = format!("`{}` is asked for twice", field.value);
            context.refuse(Code::DuplicateKey, field.span, message, "the second time", "keep one of them");
        }
        if !known.json_fields.contains(&field.value) {
            let help = suggest::help(&field.value, "field", known.json_fields.iter().map(String::as_str));
            let message = format!("`gh {words}` has no JSON field `{}`", field.value);
            context.refuse(Code::CliRoute, field.span, message, "no such field", help);
        } else if stated.as_ref().is_none_or(|stated| stated.member(&field.value).is_none()) {
            let message = format!("nobody says what stands in the JSON field `{}` of `gh {words}`", field.value);
            let help = "state its form in schema/gh-json.yaml";
            context.refuse(Code::CliRoute, field.span, message, "not in gh-json.yaml", help);
        }
    }
}

/// Fields that the command has, but that the card does not ask for.
fn unasked(schema: &Schema, command: &CliCommand) -> BTreeSet<String> {
    let stated = schema.gh_json.record(&command.command.value);
    let names = stated.iter().flat_map(Described::members).map(str::to_owned);
    names.filter(|name| !command.json_fields.iter().any(|field| field.value == *name)).collect()
}

/// What the command gives beyond what it is asked for is looked at.
fn check_asked(context: &mut Context<'_>, command: &CliCommand) {
    let words = &command.command.value;
    for field in context.schema.gh_json.asks(words).iter().filter(|field| !context.asked.contains(*field)) {
        let message = format!("`gh {words}` gives more than it is asked for, and nothing looks at `{field}`");
        let help = format!("guard `{field}`, or `keep` by it; schema/gh-json.yaml says why");
        context.problems.push(
            crate::problem::Problem::error(Code::Condition, command.command.span, message).label("more").help(help),
        );
    }
}

/// What is asked for is used.
fn check_fields_used(context: &mut Context<'_>, command: &CliCommand, bound: &BoundCommand) {
    let mut used = BTreeSet::new();
    bound.output.iter().for_each(|field| first_keys(&field.take, &mut used));
    let guards = bound.guards.iter().map(|guard: &BoundGuard| &guard.condition.path);
    used.extend(guards.filter_map(|path| path.first().cloned()));
    used.extend(bound.page.iter().filter_map(|page| page.key.first().cloned()));
    for field in command.json_fields.iter().filter(|field| !used.contains(&field.value)) {
        let message = format!("nothing uses the JSON field `{}`", field.value);
        context.refuse(Code::UnusedCall, field.span, message, "asked for, but not used", "take it out");
    }
}

/// The fields of the printed object, or of the elements of the printed list, that an output takes from.
fn first_keys(take: &Take, used: &mut BTreeSet<String>) {
    let fields = |fields: &[BoundField], used: &mut BTreeSet<String>| {
        for field in fields {
            first_keys(&field.take, used);
        }
    };
    let mut first = |place: &Place| place.keys.first().map(|key| used.insert(key.clone())).is_some();
    match take {
        Take::Value(pick) => {
            first(&pick.place);
            used.extend(pick.present.iter().filter_map(|(path, _)| path.first().cloned()));
        }
        Take::Object { at, fields: inner, .. } => {
            if !first(at) {
                fields(inner, used);
            }
        }
        Take::List { at, keep, item } => {
            if !first(at) {
                used.extend(keep.iter().filter_map(|keep| keep.path.first().cloned()));
                first_keys(item, used);
            }
        }
        Take::Input(_) | Take::Literal(_) | Take::Text | Take::PageInfo => {}
    }
}
