//! rustdoc of a capability: the reference that people read.

use super::{
    example, graphql_text,
    input::{self, Presence, presence},
    json_schema, needs, output,
    prose::{cell, rustdoc, summary},
    route_text,
    scope::{Scope, Target, effect, noun},
    types,
};
use crate::{
    card::{Property, Subject},
    model::BoundCard,
    names, operation,
    yaml::Node,
};

/// The lines above the struct, each as the value of a `doc` attribute.
pub(super) fn capability(scope: &Scope<'_>, card: &BoundCard) -> Vec<String> {
    let mut lines = Vec::new();
    description(card, &mut lines);
    inputs(scope, card, &mut lines);
    outputs(scope, card, &mut lines);
    looks_up(scope, card, &mut lines);
    errors(scope, card, &mut lines);
    section("Example", &mut lines);
    lines.extend(example::lines(scope, card));
    documents(scope, card, &mut lines);
    other_routes(card, &mut lines);
    attributes(lines)
}

/// The lines above the function: what an editor shows on hover.
pub(super) fn function(card: &BoundCard, link: &str) -> Vec<String> {
    let (name, id) = (types::struct_name(card), &card.card.id.value);
    let mut lines = vec![rustdoc(summary(&card.card.description.value))];
    // rustdoc warns about a target that the label already names.
    let target = if link == name { String::new() } else { format!("({link})") };
    let card = format!("Inputs, outputs, lookups, errors and an example: [`{name}`]{target}. Card: `cards/{id}.yaml`.");
    lines.extend([String::new(), card]);
    attributes(lines)
}

/// A link to the function, as seen from the struct.
pub(super) fn function_link(scope: &Scope<'_>, card: &BoundCard) -> String {
    let segments: Vec<String> = card.card.id.value.split('.').map(names::escape).collect();
    match (scope.target, segments.last()) {
        (Target::User, Some(last)) => format!("[`{last}`](fn@{last})"),
        _ => format!("[`{0}`](fn@super::{0})", segments.join("::")),
    }
}

/// The `doc` attributes of lines: a space before each that is not empty.
fn attributes(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().map(|line| if line.is_empty() { line } else { format!(" {line}") }).collect()
}

fn section(title: &str, lines: &mut Vec<String>) {
    lines.extend([String::new(), format!("# {title}")]);
}

fn description(card: &BoundCard, lines: &mut Vec<String>) {
    let text = card.card.description.value.trim();
    let first = summary(text);
    lines.push(rustdoc(first));
    let rest = text[first.len()..].trim();
    if !rest.is_empty() {
        lines.extend([String::new(), rustdoc(rest)]);
    }
    let routing = &card.card.routing;
    let routes = std::iter::once(&routing.preferred).chain(&routing.fallbacks);
    let routes: Vec<&str> = routes.map(|route| route_name(route.value)).collect();
    let (id, version, routes) = (&card.card.id.value, &card.card.version.value, routes.join(", "));
    lines.extend([String::new(), format!("Capability `{id}` v{version} · {} · routes: {routes}", effect(card))]);
    if !card.card.aliases.is_empty() {
        let aliases: Vec<String> = card.card.aliases.iter().map(|alias| format!("`{}`", alias.value)).collect();
        lines.extend([String::new(), format!("Also known as {}.", aliases.join(", "))]);
    }
}

/// What people call a route.
pub(crate) fn route_name(route: crate::card::Route) -> &'static str {
    match route {
        crate::card::Route::Graphql => "GraphQL",
        crate::card::Route::Rest => "REST",
        crate::card::Route::Cli => "CLI",
    }
}

fn inputs(scope: &Scope<'_>, card: &BoundCard, lines: &mut Vec<String>) {
    section("Inputs", lines);
    let subjects = scope.subjects(card);
    if subjects.is_empty() && card.card.input.properties.is_empty() {
        lines.push("None.".to_owned());
        return;
    }
    lines.extend(["| name | type | meaning | default |", "|---|---|---|---|"].map(str::to_owned));
    for subject in subjects {
        lines.push(subject_row(&subject.subject));
    }
    let name = types::struct_name(card);
    for property in &card.card.input.properties {
        let rust = types::input(scope, card, &name, property).describe();
        let row =
            [names::field_name(&property.name.value), rust, cell(&input::description(property)), default(property)];
        lines.push(format!("| `{}` | {} | {} | {} |", row[0], row[1], row[2], row[3]));
    }
    if let Some(rule) = &card.card.input.at_least_one {
        let names: Vec<String> =
            rule.names.iter().map(|name| format!("`{}`", names::field_name(&name.value))).collect();
        lines.extend([String::new(), format!("At least one of {} is needed.", names.join(", "))]);
    }
    if !card.card.input.exactly_one.is_empty() {
        let names = card.card.input.exactly_one.iter().map(|name| format!("`{}`", names::field_name(&name.value)));
        let names: Vec<String> = names.collect();
        lines.extend([String::new(), format!("Exactly one of {} is needed.", names.join(", "))]);
    }
}

fn subject_row(subject: &Subject) -> String {
    let (field, noun) = (names::field_name(&subject.name.value), noun(subject));
    let forms = json_schema::forms(subject).into_iter().map(|form| {
        let names: Vec<String> = form.iter().map(|name| format!("`{name}`")).collect();
        names.join(" + ")
    });
    let forms: Vec<String> = forms.collect();
    format!("| `{field}` | {} | The {noun}; in JSON {}. | required |", subject_type(subject), forms.join(" or "))
}

fn subject_type(subject: &Subject) -> String {
    let kind = &subject.node.value;
    match (&subject.inputs.number, &subject.within) {
        (None, _) => "`Repo`".to_owned(),
        (Some(_), Some(_)) => format!("`Related<{kind}>`"),
        (Some(_), None) => format!("`Subject<{kind}>`"),
    }
}

/// The last column: what holds where the input is not given.
fn default(property: &Property) -> String {
    match (presence(property), &property.default) {
        (_, Some(default)) => format!("`{}`", default_text(default)),
        (Presence::Required, None) => "required".to_owned(),
        (Presence::Optional | Presence::Nullable, None) => "not sent".to_owned(),
    }
}

/// A default as it is written in JSON.
pub(crate) fn default_text(default: &Node) -> String {
    json_schema::text(default)
}

fn outputs(scope: &Scope<'_>, card: &BoundCard, lines: &mut Vec<String>) {
    section("Outputs", lines);
    lines.extend(["| name | type | meaning |", "|---|---|---|"].map(str::to_owned));
    let name = types::struct_name(card);
    for output in output::outputs(card) {
        let rust = types::output(scope, &name, output).describe();
        let optional = output.property.schema.nullable || !output.property.required;
        let rust = if optional { format!("`Option<{}>`", rust.trim_matches('`')) } else { rust };
        let field = names::field_name(&output.property.name.value);
        lines.push(format!("| `{field}` | {rust} | {} |", cell(&output::description(output))));
    }
}

fn looks_up(scope: &Scope<'_>, card: &BoundCard, lines: &mut Vec<String>) {
    section("Looks up", lines);
    let needs = needs::of(scope.model, card);
    if needs.is_empty() {
        lines.push("Nothing.".to_owned());
    }
    lines.extend(needs.iter().map(|need| format!("- {}", need.words)));
}

fn errors(scope: &Scope<'_>, card: &BoundCard, lines: &mut Vec<String>) {
    section("Errors", lines);
    let needs = needs::of(scope.model, card);
    let mut things: Vec<String> = needs.iter().map(|need| need.thing.clone()).collect();
    if things.is_empty() {
        things.extend(scope.subjects(card).iter().map(|subject| format!("the {}", noun(&subject.subject))));
    }
    if !things.is_empty() {
        let nothing = if needs.is_empty() { "" } else { "; nothing is sent then" };
        lines.push(format!("- `NOT_FOUND`: {} does not exist, or the token may not see it{nothing}.", joined(&things)));
    }
    lines.push("- `VALIDATION`: an input breaks a rule above (nothing is sent), or GitHub refuses it.".to_owned());
    lines.push("- `AUTH`, `RATE_LIMIT`, `NETWORK`, `SERVER`: see [`ErrorCode`](::ghx::ErrorCode).".to_owned());
}

fn joined(things: &[String]) -> String {
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

fn documents(scope: &Scope<'_>, card: &BoundCard, lines: &mut Vec<String>) {
    if card.graphql.is_none() {
        return;
    }
    let own = card.graphql.iter().flat_map(|route| &route.plans).map(|plan| plan.operation.clone());
    let all: Vec<String> = own.chain(needs::operations(scope.model, card)).collect();
    lines.extend(["", "<details><summary>GraphQL</summary>", "", "```graphql"].map(str::to_owned));
    for operation in all.iter().filter_map(|name| scope.operation(name).ok()) {
        lines.extend(graphql_text::lines(&operation::pieces(operation).document));
    }
    lines.extend(["```", "", "</details>"].map(str::to_owned));
}

/// The calls and the command of the other routes.
fn other_routes(card: &BoundCard, lines: &mut Vec<String>) {
    let routes = [("REST", card.rest.as_ref().map(route_text::rest)), ("CLI", card.cli.as_ref().map(route_text::cli))];
    let routes: Vec<_> = routes.into_iter().filter_map(|(name, text)| Some((name, text?))).collect();
    if routes.is_empty() {
        return;
    }
    let names: Vec<&str> = routes.iter().map(|(name, _)| *name).collect();
    let summary = format!("<details><summary>{}</summary>", names.join(", "));
    lines.extend([String::new(), summary, String::new(), "```text".to_owned()]);
    lines.extend(routes.into_iter().flat_map(|(_, text)| text));
    lines.extend(["```", "", "</details>"].map(str::to_owned));
}
