//! Rules 4 and 5: every variable has exactly one source, and the source fits.

use super::{
    Binder, crossed, fit, inject, kinds,
    plan::{Scope, Used},
    subject,
};
use crate::{
    card::{Located, Property, Type, VariableSource},
    model::{BoundVariable, Source},
    operation::{Operation, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// The value of one variable of the route's operation.
pub(super) fn bind(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    used: &mut Used,
) -> Option<BoundVariable> {
    fit::remember_enums(binder, variable.ty.name());
    let route = scope.route;
    let injects: Vec<_> = route.inject.iter().filter(|i| i.target.value == variable.name).collect();
    let stated = route.variables.iter().find(|(name, _)| name.value == variable.name);
    let mut sources = injects.iter().map(|i| i.target.span).chain(stated.map(|(name, _)| name.span));
    if let (Some(first), Some(second)) = (sources.next(), sources.next()) {
        binder.fail(
            &operation.name,
            Problem::error(Code::VariableWithTwoSources, second, format!("`${}` is filled twice", variable.name))
                .label("the second source")
                .related(first, "the first source")
                .help("keep one of them"),
        );
        return None;
    }
    let source = if let Some(inject) = injects.first() {
        inject::bind(binder, scope, operation, variable, inject, used)?
    } else if let Some((_, source)) = stated {
        self::stated(binder, scope, operation, variable, source, used)?
    } else {
        by_name(binder, scope, operation, variable, used)?
    };
    let bound = BoundVariable { name: variable.name.clone(), ty: variable.ty.clone(), source };
    let at = injects.first().map(|i| i.target.span).or(stated.map(|(name, _)| name.span)).unwrap_or(variable.span);
    crossed::subject_id(binder, scope, operation, &bound, at);
    Some(bound)
}

/// The input, or the subject's value, of the same name.
fn by_name(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    used: &mut Used,
) -> Option<Source> {
    if let Some(property) = scope.card.input(&variable.name) {
        used.inputs.insert(variable.name.clone());
        let name = property.name.clone();
        return input(binder, scope, operation, variable, property, &name, None, used);
    }
    if let Some(value) = scope.subject_value(&variable.name) {
        if !subject::fits(value, &variable.ty) {
            binder.fail(&operation.name, subject_mismatch(scope, variable));
            return None;
        }
        if variable.ty.name() == "ID"
            && let Some(main) = scope.main
        {
            kinds::check(binder, &operation.name, variable, &main.subject.node.value, variable.span);
        }
        return Some(Source::Subject(value));
    }
    if is_told_elsewhere(scope, operation, variable) {
        binder.usage.incomplete(&operation.name);
        return None;
    }
    binder.fail(&operation.name, without_source(scope, operation, variable));
    None
}

/// Has it no source because a target or a form of the subject is misspelt? That has a problem of its own.
fn is_told_elsewhere(scope: &Scope<'_>, operation: &Operation, variable: &OperationVariable) -> bool {
    let route = scope.route;
    let forms = scope.main.map(|main| main.forms.as_slice()).unwrap_or_default();
    let unknown_form = route.variants.iter().any(|v| !forms.iter().any(|form| form.as_str() == v.form.value));
    if unknown_form && scope.other_form_offers(&variable.name) {
        return true;
    }
    let known = || operation.variables.iter().map(|v| v.name.as_str());
    let targets =
        route.inject.iter().map(|i| &i.target.value).chain(route.variables.iter().map(|(name, _)| &name.value));
    let mut misspelt = targets.filter(|target| operation.variable(target).is_none());
    route.variants.is_empty()
        && misspelt.any(|target| suggest::nearest(target, known()) == Some(variable.name.as_str()))
}

fn subject_mismatch(scope: &Scope<'_>, variable: &OperationVariable) -> Problem {
    Problem::error(
        Code::TypeMismatch,
        variable.span,
        format!("the subject's `{}` does not fit `{}`", variable.name, variable.ty),
    )
    .label(format!("declared as `{}`", variable.ty))
    .related(scope.route.operation.name.span, "used by this card")
    .help("owner and name are `String`, a number is `Int`, an id is `ID`")
}

fn without_source(scope: &Scope<'_>, operation: &Operation, variable: &OperationVariable) -> Problem {
    let elsewhere = scope.other_form_offers(&variable.name);
    let help = if elsewhere {
        format!(
            "it is there only in another form of the subject: inject it, or add `variants:` with an operation for `{}`",
            scope.form_names()
        )
    } else {
        let known: Vec<&str> = scope.card.input.names().collect();
        format!(
            "add an inject with `target: {0}`, an entry `{0}:` under `variables`, or an input `{0}`; {1}",
            variable.name,
            suggest::help(&variable.name, "input", known)
        )
    };
    Problem::error(
        Code::VariableWithoutSource,
        scope.operation_span,
        format!("nothing fills `${}` of `{}`", variable.name, operation.name),
    )
    .label(format!("`${}` has no source", variable.name))
    .related(variable.span, "declared here")
    .help(help)
}

/// An entry of `variables`.
fn stated(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    source: &VariableSource,
    used: &mut Used,
) -> Option<Source> {
    match source {
        VariableSource::Literal(node) => {
            check_literal(binder, operation, variable, node);
            Some(Source::Literal(node.to_json()))
        }
        VariableSource::Present(name) => {
            let property = property(binder, scope, operation, name, used)?;
            if !property.may_be_unset() {
                binder.fail(&operation.name, always_present(name));
            }
            if variable.ty.name() != "Boolean" || variable.ty.is_list() {
                binder.fail(
                    &operation.name,
                    fit::mismatch(
                        name.span,
                        "`present`",
                        "boolean",
                        &variable.ty,
                        "declare the variable as `Boolean!`",
                    ),
                );
            }
            Some(Source::Present(name.value.clone()))
        }
        VariableSource::Input { input: name, map, default } => {
            let property = property(binder, scope, operation, name, used)?;
            if let Some(default) = default {
                if !property.may_be_unset() {
                    binder.fail(&operation.name, always_present(name));
                }
                check_literal(binder, operation, variable, default);
            }
            let translation = map.as_ref().map(|map| Translation { map, default: default.as_ref() });
            match translation {
                Some(translation) => translated(binder, operation, variable, property, name, &translation),
                None => input(binder, scope, operation, variable, property, name, default.as_ref(), used),
            }
        }
    }
}

fn always_present(name: &Located<String>) -> Problem {
    Problem::error(Code::Literal, name.span, format!("`{}` is always given or has a default", name.value))
        .label("never absent")
        .help("use the input itself, or make it optional")
}

/// The input of that name; a problem where there is none.
pub(super) fn property<'c>(
    binder: &mut Binder<'_>,
    scope: &Scope<'c>,
    operation: &Operation,
    name: &Located<String>,
    used: &mut Used,
) -> Option<&'c Property> {
    let found = scope.card.input(&name.value);
    used.inputs.insert(name.value.clone());
    if found.is_none() {
        let known: Vec<&str> = scope.card.input.names().collect();
        binder.fail(
            &operation.name,
            Problem::error(Code::UnknownName, name.span, format!("there is no input `{}`", name.value))
                .label("not an input of this card")
                .help(suggest::help(&name.value, "input", known)),
        );
    }
    found
}

#[allow(clippy::too_many_arguments, reason = "one call site per kind of source")]
pub(super) fn input(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    property: &Property,
    at: &Located<String>,
    default: Option<&Node>,
    used: &mut Used,
) -> Option<Source> {
    let before = binder.problems.len();
    check_presence(binder, operation, variable, property, at.span, default.is_some());
    let mut problems = Vec::new();
    fit::check(
        binder.schema,
        &property.schema,
        &variable.ty,
        &format!("the input `{}`", property.name.value),
        &mut problems,
    );
    for problem in problems {
        binder.fail(
            &operation.name,
            problem.related(variable.span, format!("goes into `${}: {}`", variable.name, variable.ty)),
        );
    }
    if binder.problems.len() == before && variable.ty.name() == "ID" {
        id_input(binder, scope, operation, variable, property, used);
    }
    (binder.problems.len() == before).then(|| Source::Input {
        property: property.clone(),
        map: None,
        default: default.or(property.default.as_ref()).map(Node::to_json),
    })
}

/// A variable that needs a value is not fed by something that may be absent or null.
pub(super) fn check_presence(
    binder: &mut Binder<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    property: &Property,
    at: Span,
    default: bool,
) {
    let unset = property.may_be_unset() && !default;
    let null = property.schema.nullable && !default;
    if variable.required() && (unset || null) {
        let problem =
            fit::absent(at, &format!("`{}`", property.name.value), &format!("`${}: {}`", variable.name, variable.ty));
        binder.fail(&operation.name, problem.related(variable.span, "declared here"));
    }
}

/// An id that the caller gives has a kind, and the card states it.
fn id_input(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    property: &Property,
    used: &mut Used,
) {
    let schema = match &property.schema.ty {
        Type::Array { items, .. } => &items.ty,
        other => other,
    };
    let Type::String { node, .. } = schema else {
        return;
    };
    let accepted = kinds::accepted(binder, variable);
    let kind = match node {
        Some(node) if binder.schema.is_composite(&node.value) => {
            kinds::check(binder, &operation.name, variable, &node.value, node.span);
            Some(node.value.clone())
        }
        Some(node) => {
            binder.fail(
                &operation.name,
                Problem::error(Code::NodeKind, node.span, format!("there is no kind of node `{}`", node.value))
                    .label("not in the schema")
                    .help(suggest::help(&node.value, "kind", accepted.iter().flatten().map(String::as_str))),
            );
            return;
        }
        // A name is text too: that it is an id, and of what, is for the card to say.
        None => None,
    };
    match kind {
        Some(kind) => {
            used.kinds.insert(property.name.value.clone(), kind);
        }
        None => binder.fail(
            &operation.name,
            Problem::error(
                Code::NodeKind,
                property.name.span,
                format!("which kind of node is `{}` the id of?", property.name.value),
            )
            .label("`node:` is missing")
            .related(scope.route.operation.name.span, "an id is needed there")
            .help(match accepted.as_ref().and_then(|kinds| kinds::single(binder.schema, kinds)) {
                Some(kind) => {
                    format!("add `node: {kind}` if it is an id; if it is a name, inject what a lookup finds by it")
                }
                None => format!(
                    "add `node:` with the kind that is meant; {}",
                    suggest::help("", "kind", accepted.iter().flatten().map(String::as_str))
                ),
            }),
        ),
    }
}

struct Translation<'a> {
    map: &'a [(Located<String>, Node)],
    default: Option<&'a Node>,
}

fn translated(
    binder: &mut Binder<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    property: &Property,
    at: &Located<String>,
    translation: &Translation<'_>,
) -> Option<Source> {
    let before = binder.problems.len();
    check_presence(binder, operation, variable, property, at.span, translation.default.is_some());
    let Type::Enum(values) = &property.schema.ty else {
        let given = property.schema.ty.describe();
        let message =
            format!("`map` translates the values of an enum, but the input `{}` is of type {given}", at.value);
        binder.fail(
            &operation.name,
            Problem::error(Code::TypeMismatch, at.span, message)
                .label("not an enum")
                .related(property.name.span, "declared here")
                .help("list its values with `enum:`, or drop `map`"),
        );
        return None;
    };
    for value in values.iter().filter(|v| !translation.map.iter().any(|(from, _)| from.value == v.value)) {
        binder.fail(
            &operation.name,
            Problem::error(Code::EnumMismatch, value.span, format!("`map` says nothing of `{}`", value.value))
                .label("not translated")
                .related(at.span, "translated here")
                .help(format!("add `{}: …` to `map`", value.value)),
        );
    }
    for (from, to) in translation.map {
        if !values.iter().any(|v| v.value == from.value) {
            let known: Vec<&str> = values.iter().map(|v| v.value.as_str()).collect();
            binder.fail(
                &operation.name,
                Problem::error(
                    Code::EnumMismatch,
                    from.span,
                    format!("`{}` is not a value of the input `{}`", from.value, at.value),
                )
                .label("not in `enum`")
                .help(suggest::help(&from.value, "value", known.iter().copied())),
            );
        }
        let unfit = binder.problems.len();
        check_literal(binder, operation, variable, to);
        if binder.problems.len() == unfit {
            check_namesake(binder, operation, variable, from, to);
        }
    }
    for (index, (from, to)) in translation.map.iter().enumerate() {
        let same = translation.map[..index].iter().find(|(_, earlier)| earlier.to_json() == to.to_json());
        if let Some((earlier, _)) = same {
            binder.fail(
                &operation.name,
                Problem::error(
                    Code::EnumMismatch,
                    from.span,
                    format!("`{}` and `{}` mean the same to GitHub", earlier.value, from.value),
                )
                .label("the second")
                .related(earlier.span, "the first")
                .help("give each value a meaning of its own, or drop one"),
            );
        }
    }
    (binder.problems.len() == before).then(|| Source::Input {
        property: property.clone(),
        map: Some(translation.map.iter().map(|(from, to)| (from.value.clone(), to.to_json())).collect()),
        default: property.default.as_ref().or(translation.default).map(Node::to_json),
    })
}

/// A value that GitHub has under the same name means that one.
fn check_namesake(
    binder: &mut Binder<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    from: &Located<String>,
    to: &Node,
) {
    let known = binder.schema.enum_values(variable.ty.name()).unwrap_or_default();
    let Some(namesake) = known.into_iter().find(|value| value.eq_ignore_ascii_case(&from.value)) else { return };
    let means = |node: &Node| matches!(&node.value, Value::Text(text) if text == namesake);
    let fits = match &to.value {
        Value::List(items) => matches!(items.as_slice(), [only] if means(only)),
        _ => means(to),
    };
    if !fits {
        let problem = Problem::error(
            Code::EnumMismatch,
            from.span,
            format!("`{}` is translated to something else than GitHub's `{namesake}`", from.value),
        )
        .label("another meaning")
        .related(to.span, "translated to this")
        .help(format!("translate it to `{namesake}`, or give the input's value another name"));
        binder.fail(&operation.name, problem);
    }
}

fn check_literal(binder: &mut Binder<'_>, operation: &Operation, variable: &OperationVariable, node: &Node) {
    let mut refusals = Vec::new();
    fit::literal(binder.schema, node, &variable.ty, &mut refusals);
    for refusal in refusals {
        binder.fail(
            &operation.name,
            Problem::error(
                Code::Literal,
                refusal.at,
                format!("this value does not fit `${}: {}`: {}", variable.name, variable.ty, refusal.why),
            )
            .label("does not fit")
            .related(variable.span, "declared here")
            .help("write a value that GitHub takes there"),
        );
    }
}
