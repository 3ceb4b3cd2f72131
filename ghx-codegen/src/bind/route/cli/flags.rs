//! The flags that a card gives to a command of `gh`.

use crate::{
    bind::{
        route::{Context, sent},
        value::{Accepts, Target},
    },
    card::{CliCommand, Located, ValueSpec},
    model::{FlagStyle, Source},
    problem::Code,
    schema::{Described, GhCommand, GhFlag},
    suggest,
};
use serde_json::{Value as Json, json};

/// Flags that ghx sets, or that would make `gh` interactive.
const OURS: &[&str] = &["json", "jq", "template", "web", "help"];

pub(super) fn bind(
    context: &mut Context<'_>,
    command: &CliCommand,
    known: &GhCommand,
) -> Option<Vec<(String, Source, FlagStyle)>> {
    let mut bound = Vec::new();
    for (name, source) in &command.flags {
        bound.push(flag(context, command, known, name, source));
    }
    if known.flags.contains_key("repo") && !command.flags.iter().any(|(name, _)| name.value == "repo") {
        let message =
            format!("`gh {}` uses the repository of the current folder unless `repo` is given", command.command.value);
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
                "not a flag that takes a number",
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
    source: &ValueSpec,
) -> Option<(String, Source, FlagStyle)> {
    let paging = command.page.as_ref().is_some_and(|page| page.flag.value == name.value);
    let flag = known.flags.get(&name.value);
    let (Some(flag), false) = (flag, paging || OURS.contains(&name.value.as_str())) else {
        let (message, label) = match flag {
            None => (format!("`gh {}` has no flag `{}`", command.command.value, name.value), "no such flag"),
            Some(_) => (format!("`{}` is set by the route itself", name.value), "cannot be set by a card"),
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
        accepts: Accepts::Json(Described::new(&accepted, &accepted)),
        required: false,
        variable: None,
    };
    let sent = sent::bind(context, &target, source)?;
    if name.value == "repo" && !matches!(sent, Source::Repository) {
        context.incomplete = true;
        let message = "`repo` must be the subject's repository";
        context.refuse(Code::CliRoute, source.span, message, "a different value", "write `repo: repository`");
        return None;
    }
    Some((name.value.clone(), sent, style))
}

/// What a flag accepts, and how it is written.
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
