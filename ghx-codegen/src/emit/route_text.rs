//! The calls of REST and the command of `gh`, as people read them.

use crate::model::{BoundCall, BoundCli, BoundCommand, BoundRest, FlagStyle, Source};

/// One line per call: `GET /repos/{owner}/{repo}/issues?state=…`.
pub(super) fn rest(route: &BoundRest) -> Vec<String> {
    route.calls.iter().map(call).collect()
}

/// The command line, or what is made of the REST route.
pub(super) fn cli(route: &BoundCli) -> Vec<String> {
    match route {
        BoundCli::Command(command) => vec![command_line(command)],
        BoundCli::Api => vec!["gh api, with the calls of REST".to_owned()],
    }
}

fn call(call: &BoundCall) -> String {
    let mut line = format!("{} {}", call.method.as_str(), call.template);
    let pairs = |sent: &[(String, Source)], between: &str| {
        let pairs = sent.iter().map(|(name, value)| format!("{name}={}", shown(value)));
        pairs.collect::<Vec<_>>().join(between)
    };
    if !call.query.is_empty() {
        line = format!("{line}?{}", pairs(&call.query, "&"));
    }
    if !call.body.is_empty() {
        line = format!("{line}  {}", pairs(&call.body, " "));
    }
    match &call.each {
        Some(each) => format!("{line}  (for each of {})", each.list),
        None => line,
    }
}

fn command_line(command: &BoundCommand) -> String {
    let mut words = vec!["gh".to_owned()];
    words.extend(command.command.iter().cloned());
    words.extend(command.flags.iter().map(|(name, value, style)| match (style, value) {
        (FlagStyle::Switch, _) => format!("--{name}"),
        (_, value) => format!("--{name}={}", shown(value)),
    }));
    words.extend(command.page.iter().map(|page| format!("--{}=N", page.flag)));
    if !command.json.is_empty() {
        words.push(format!("--json={}", command.json.join(",")));
    }
    if !command.arguments.is_empty() {
        words.push("--".to_owned());
    }
    words.extend(command.arguments.iter().map(shown));
    words.join(" ")
}

fn shown(sent: &Source) -> String {
    match sent {
        Source::Input { property, .. } | Source::Joined { input: property, .. } => {
            format!("{{{}}}", property.name.value)
        }
        Source::Literal(serde_json::Value::String(text)) => text.clone(),
        Source::Literal(value) => value.to_string(),
        Source::Found { call, path } => format!("{{{call}: {}}}", path.join(".")),
        Source::Address { subject, part } => format!("{{{subject}.{}}}", part.as_str()),
        Source::Repository => "HOST/{owner}/{name}".to_owned(),
        _ => "{element}".to_owned(),
    }
}
