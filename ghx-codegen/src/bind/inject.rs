//! Rule 8: injects take a value of the right shape and kind out of a lookup.

use super::{
    Binder, fit, kinds,
    path::{self, Resolved, Start},
    plan::{Scope, Used},
    variables,
};
use crate::{
    card::{Inject, InjectSource, Located, Property, Type},
    model::{BoundQuestion, KeyType, Path, Source},
    operation::{GraphqlType, Operation, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

/// The value that an inject gives to a variable.
pub(super) fn bind(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    inject: &Inject,
    used: &mut Used,
) -> Option<Source> {
    match &inject.source {
        InjectSource::Subject(name) => subject_id(binder, scope, operation, variable, inject, name.as_ref()),
        InjectSource::Find { find, from_input } => {
            self::find(binder, scope, operation, variable, find, from_input.as_ref(), used)
        }
        InjectSource::Scalar { path, lookup } => {
            scalar(binder, scope, operation, variable, path, lookup.as_ref(), used)
        }
        InjectSource::MapArray { .. } => map_array(binder, scope, operation, variable, &inject.source, used),
        InjectSource::Input(name) => {
            let property = variables::property(binder, scope, operation, name, used)?;
            variables::input(binder, scope, operation, variable, property, name, None, used)
        }
        InjectSource::NullLiteral => {
            if variable.required() {
                let message =
                    format!("`null_literal` gives null, but `${}: {}` needs a value", variable.name, variable.ty);
                binder.fail(
                    &operation.name,
                    Problem::error(Code::AbsentSource, inject.target.span, message)
                        .label("always null")
                        .related(variable.span, "declared here")
                        .help("inject a value, or make the variable nullable in the document"),
                );
            }
            Some(Source::Literal(serde_json::Value::Null))
        }
    }
}

fn subject_id(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    inject: &Inject,
    name: Option<&Located<String>>,
) -> Option<Source> {
    let index = match name {
        None if scope.subjects.is_empty() => {
            binder.fail(&operation.name, no_subject(inject.target.span));
            return None;
        }
        None => 0,
        Some(name) => {
            let found = scope.subjects.iter().position(|s| s.subject.name.value == name.value);
            if found.is_none() {
                let known: Vec<&str> = scope.subjects.iter().map(|s| s.subject.name.value.as_str()).collect();
                binder.fail(
                    &operation.name,
                    Problem::error(Code::Subject, name.span, format!("this card has no subject `{}`", name.value))
                        .label("not a subject of this card")
                        .help(suggest::help(&name.value, "subject", known.iter().copied())),
                );
            }
            found?
        }
    };
    let subject = scope.subjects[index];
    let at = name.map_or(inject.target.span, |n| n.span);
    let question = subject.questions.iter().find(|q| q.name == "id")?;
    shape(binder, operation, variable, &question.answer, false, at)?;
    kinds::check(binder, &operation.name, variable, &subject.subject.node.value, at);
    Some(Source::SubjectId(index))
}

fn no_subject(at: Span) -> Problem {
    Problem::error(Code::Subject, at, "this card has no subject")
        .label("needs a subject")
        .help("add `subject: issue` (or another of cards/subjects/) to the card")
}

fn find(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    find: &Located<String>,
    from_input: Option<&Located<String>>,
    used: &mut Used,
) -> Option<Source> {
    let Some(main) = scope.main else {
        binder.fail(&operation.name, no_subject(find.span));
        return None;
    };
    let Some(question) = main.questions.iter().find(|q| q.name == find.value) else {
        let written = main.subject.questions.iter().any(|q| q.name.value == find.value);
        if written {
            // Its own problems are reported at the subject.
            binder.usage.incomplete(&operation.name);
            return None;
        }
        let known: Vec<&str> = main.questions.iter().map(|q| q.name.as_str()).collect();
        binder.fail(
            &operation.name,
            Problem::error(
                Code::Subject,
                find.span,
                format!("`{}` cannot be asked of the subject `{}`", find.value, main.subject.name.value),
            )
            .label("no such question")
            .related(main.subject.name.span, "its questions are here, under `find`")
            .help(suggest::help(&find.value, "question", known.iter().copied())),
        );
        return None;
    };
    let searched = match from_input {
        None => None,
        Some(name) => {
            let property = variables::property(binder, scope, operation, name, used)?;
            let many = searched_by(binder, operation, question, property, name)?;
            variables::check_presence(binder, operation, variable, property, name.span, false);
            Some((property.clone(), many))
        }
    };
    if question.key.is_some() != searched.is_some() {
        let (message, help) = if question.key.is_some() {
            (format!("`{}` needs something to search for", find.value), "add `from_input: <the input that holds it>`")
        } else {
            (format!("`{}` has nothing to search for", find.value), "drop `from_input`")
        };
        let at = from_input.map_or(find.span, |n| n.span);
        used.inputs.extend(scope.card.input.names().map(str::to_owned)); // Any of them may be the one that is meant.
        let mut problem = Problem::error(Code::FromInput, at, message).label("`from_input`").help(help);
        if let Some(written) = main.subject.questions.iter().find(|q| q.name.value == find.value) {
            problem = problem.related(written.name.span, "the question");
        }
        binder.fail(&operation.name, problem);
        return None;
    }
    let many = searched.as_ref().is_some_and(|(_, many)| *many);
    shape(binder, operation, variable, &question.answer, many, find.span)?;
    for kind in question.kind.iter().chain(&question.or_kind) {
        kinds::check(binder, &operation.name, variable, kind, find.span);
    }
    if question.name == "id" {
        return Some(Source::SubjectId(0));
    }
    Some(Source::Find { question: find.value.clone(), from_input: searched })
}

/// Is the searched input one value or many? `None` (and a problem) if it is of the wrong type.
fn searched_by(
    binder: &mut Binder<'_>,
    operation: &Operation,
    question: &BoundQuestion,
    property: &Property,
    name: &Located<String>,
) -> Option<bool> {
    let (ty, many) = match &property.schema.ty {
        Type::Array { items, .. } if !items.nullable => (&items.ty, true),
        other => (other, false),
    };
    let fits = match question.key {
        Some(KeyType::Text) => matches!(ty, Type::String { node: None, .. } | Type::Enum(_)),
        Some(KeyType::Number) => matches!(ty, Type::Integer { .. }),
        None => true,
    };
    if !fits {
        let wanted = if question.key == Some(KeyType::Number) { "an integer" } else { "text" };
        binder.fail(
            &operation.name,
            Problem::error(
                Code::FromInput,
                name.span,
                format!(
                    "`{}` searches by {wanted}, but `{}` is of type {}",
                    question.name,
                    name.value,
                    property.schema.ty.describe()
                ),
            )
            .label("the wrong type to search by")
            .related(property.name.span, "declared here")
            .help(format!("name an input that is {wanted}, or an array of them")),
        );
    }
    fits.then_some(many)
}

fn scalar(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    text: &Located<String>,
    lookup: Option<&Located<String>>,
    used: &mut Used,
) -> Option<Source> {
    let index = which_lookup(binder, scope, operation, lookup, text.span, used)?;
    let lookup = &scope.lookups[index].as_ref()?;
    let source = binder.operations.get(&lookup.operation)?.clone();
    let resolved = path::resolve(binder, &Start::root(&source), text)?;
    if resolved.field.shape.is_some() {
        binder.fail(&source.name, not_a_leaf(text, &resolved));
        return None;
    }
    binder.usage.mark(&source.name, resolved.field);
    let many = lookup.each.is_some();
    if many && (resolved.list || resolved.ty.is_list()) {
        binder.fail(
            &source.name,
            list_mismatch(
                text.span,
                "the lookup is asked once per element, and the path leads to a list",
                &resolved,
                "let the path lead to one value",
            ),
        );
        return None;
    }
    let each = lookup.each.clone();
    let ty = GraphqlType(resolved.ty.0.clone());
    shape(binder, operation, variable, &ty, many || resolved.list, text.span)?;
    if let Some(name) = each
        && let Some(property) = scope.card.input(&name)
    {
        variables::check_presence(binder, operation, variable, property, text.span, false);
    }
    if let Some(kind) = resolved.kind() {
        kinds::check(binder, &operation.name, variable, &kind, text.span);
    }
    Some(Source::Lookup { lookup: index, kind: resolved.kind(), path: anchored(resolved.path) })
}

fn map_array(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    inject: &InjectSource,
    used: &mut Used,
) -> Option<Source> {
    let InjectSource::MapArray { from_input, nodes_path, match_field, extract_field, lookup } = inject else {
        return None;
    };
    let index = which_lookup(binder, scope, operation, lookup.as_ref(), nodes_path.span, used)?;
    let property = variables::property(binder, scope, operation, from_input, used);
    if let Some(property) = property {
        let texts = matches!(&property.schema.ty, Type::Array { items, .. } if matches!(items.ty, Type::String { .. }) && !items.nullable);
        if !texts {
            binder.usage.incomplete(&scope.route.lookups[index].operation.name.value);
            binder.fail(
                &operation.name,
                Problem::error(
                    Code::FromInput,
                    from_input.span,
                    format!("`from_input` names `{}`, which is not an array of strings", from_input.value),
                )
                .label(property.schema.ty.describe())
                .related(property.name.span, "declared here")
                .help("name an input of `type: array` with `items: { type: string }`"),
            );
            return None;
        }
        variables::check_presence(binder, operation, variable, property, from_input.span, false);
    }
    let lookup = scope.lookups[index].as_ref()?;
    let source = binder.operations.get(&lookup.operation)?.clone();
    let listed = Located::new(
        if nodes_path.value.ends_with("[]") { nodes_path.value.clone() } else { format!("{}[]", nodes_path.value) },
        nodes_path.span,
    );
    let nodes = path::resolve(binder, &Start::root(&source), &listed)?;
    let Some(node_shape) = nodes.field.shape.as_ref() else {
        binder.fail(
            &source.name,
            list_mismatch(
                nodes_path.span,
                "`nodes_path` leads to values, not to nodes with fields",
                &nodes,
                "let the path lead to a list of objects, such as `repository.labels.nodes`",
            ),
        );
        return None;
    };
    let start = Start {
        operation: &source,
        shape: node_shape,
        depth: nodes.path.steps.len(),
        field: Some(nodes.field),
        anchored: true,
    };
    let matched = node_leaf(binder, &start, match_field, "match_field");
    let extracted = node_leaf(binder, &start, extract_field, "extract_field");
    let (matched, extracted) = (matched?, extracted?);
    if matched.ty.name() != "String" {
        binder.fail(
            &source.name,
            Problem::error(Code::MatchField, match_field.span, format!("`{}` is not text", match_field.value))
                .label(format!("`{}`", matched.ty))
                .related(matched.field.span, "selected here")
                .help("names are matched against a `String` field"),
        );
    }
    shape(binder, operation, variable, &extracted.ty, true, extract_field.span)?;
    if let Some(kind) = extracted.kind() {
        kinds::check(binder, &operation.name, variable, &kind, extract_field.span);
    }
    Some(Source::MapArray {
        lookup: index,
        from_input: property?.clone(),
        nodes: anchored(nodes.path),
        match_field: matched.path,
        extract_field: extracted.path,
    })
}

fn node_leaf<'s>(
    binder: &mut Binder<'_>,
    start: &Start<'s>,
    name: &Located<String>,
    key: &str,
) -> Option<Resolved<'s>> {
    let leaf = start.shape.field(&name.value).filter(|(field, _)| field.shape.is_none() && !field.ty.is_list());
    if leaf.is_none() {
        let problem = Problem::error(
            Code::MatchField,
            name.span,
            format!("`{key}` is `{}`, which is not a selected leaf of the nodes", name.value),
        )
        .label("not selected")
        .related(start.field.map_or(start.operation.span, |f| f.span), "the nodes are selected here")
        .help(suggest::help(&name.value, "field", start.shape.keys()));
        binder.fail(&start.operation.name, problem);
        return None;
    }
    let resolved = path::resolve(binder, start, name)?;
    binder.usage.mark(&start.operation.name, resolved.field);
    Some(resolved)
}

/// The lookup that an inject names; with one lookup it may be left out.
fn which_lookup(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    name: Option<&Located<String>>,
    at: Span,
    used: &mut Used,
) -> Option<usize> {
    let written = &scope.route.lookups;
    let index = match name {
        Some(name) => written.iter().position(|l| l.id.as_ref().is_some_and(|id| id.value == name.value)),
        None if written.len() == 1 => Some(0),
        None => None,
    };
    if name.is_none() && written.len() > 1 && written.iter().any(|lookup| lookup.id.is_none()) {
        binder.usage.incomplete(&operation.name);
        return None; // It is told that lookups need names.
    }
    if index.is_none() {
        let known: Vec<&str> = written.iter().filter_map(|l| l.id.as_ref().map(|id| id.value.as_str())).collect();
        let (at, wanted) = name.map_or((at, ""), |n| (n.span, n.value.as_str()));
        let message = if wanted.is_empty() {
            "this inject does not say which lookup it takes from".to_owned()
        } else {
            format!("there is no lookup `{wanted}`")
        };
        let known = suggest::help(wanted, "lookup", known.iter().copied());
        let help = if wanted.is_empty() { format!("add `lookup: <its id>`; {known}") } else { known };
        binder.fail(&operation.name, Problem::error(Code::UnknownName, at, message).label("which lookup?").help(help));
    }
    used.lookups.extend(index);
    index
}

/// List or one value, and the named type: what is injected fits the variable.
fn shape(
    binder: &mut Binder<'_>,
    operation: &Operation,
    variable: &OperationVariable,
    given: &GraphqlType,
    many: bool,
    at: Span,
) -> Option<()> {
    let list = many || given.is_list();
    if list != variable.ty.is_list() {
        let (message, help) = if list {
            (
                format!("a list goes into `${}`, which takes one value", variable.name),
                "declare the variable as a list, or inject one value",
            )
        } else {
            (
                format!("one value goes into `${}`, which takes a list", variable.name),
                "declare the variable without `[ ]`, or inject a list",
            )
        };
        binder.fail(
            &operation.name,
            Problem::error(Code::ListMismatch, at, message)
                .label(format!("`${}: {}`", variable.name, variable.ty))
                .related(variable.span, "declared here")
                .help(help),
        );
        return None;
    }
    if given.name() != variable.ty.name() {
        let problem = fit::mismatch(
            at,
            "the injected value",
            &format!("`{}`", given.name()),
            &variable.ty,
            "take another field, or declare the variable with that type",
        );
        binder.fail(&operation.name, problem.related(variable.span, "declared here"));
        return None;
    }
    Some(())
}

fn not_a_leaf(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    Problem::error(Code::PathNotSelected, text.span, format!("`{}` leads to an object, not to a value", text.value))
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
        .help("go on to a leaf, such as `id`")
}

fn list_mismatch(at: Span, message: &str, resolved: &Resolved<'_>, help: &str) -> Problem {
    Problem::error(Code::ListMismatch, at, message)
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
        .help(help)
}

/// Null anywhere on a lookup's path means not found.
fn anchored(mut path: Path) -> Path {
    for step in &mut path.steps {
        step.anchor = true;
        if let Some(narrow) = &mut step.narrow {
            narrow.anchor = true;
        }
    }
    path
}
