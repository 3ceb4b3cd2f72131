//! The wording of problems with subjects.

use super::{question::Answer, values};
use crate::{
    bind::path::Resolved,
    card::{Located, Question, QuestionLookup, Subject},
    model::{BoundQuestion, Form},
    operation::{FieldShape, GraphqlType, Operation, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

fn subject_error(at: Span, message: impl Into<String>) -> Problem {
    Problem::error(Code::Subject, at, message).label("here")
}

pub(super) fn unknown_node(node: &Located<String>, known: &[&str]) -> Problem {
    subject_error(node.span, format!("there is no node type `{}`", node.value)).help(suggest::help(
        &node.value,
        "type",
        known.iter().copied(),
    ))
}

pub(super) fn input_name(name: &Located<String>) -> Problem {
    subject_error(name.span, format!("`{}` is not a name that inputs can have", name.value))
        .help("write it in camel case, like `issueNumber`")
}

pub(super) fn without_owner_and_name(subject: &Subject) -> Problem {
    subject_error(subject.inputs.span, "a subject needs the inputs `owner` and `name`")
        .help("name both inputs, or put the subject `within` another")
}

pub(super) fn number_and_url(subject: &Subject) -> Problem {
    subject_error(subject.inputs.span, "a subject has a `number` and a `url` segment, or neither")
        .help("add the one that is missing")
}

pub(super) fn within_unknown(within: &Located<String>, all: &[Subject]) -> Problem {
    subject_error(within.span, format!("there is no subject `{}`", within.value)).help(suggest::help(
        &within.value,
        "subject",
        all.iter().map(|s| s.name.value.as_str()),
    ))
}

pub(super) fn no_id(subject: &Subject) -> Problem {
    subject_error(subject.name.span, format!("the subject `{}` does not say how its id is found", subject.name.value))
        .label("`find.id` is missing")
        .help("add `id:` under `find`")
}

pub(super) fn id_of_other_kind(subject: &Subject, question: &Question, id: &BoundQuestion, selected: Span) -> Problem {
    let found = id.kind.as_ref().map_or_else(|| "no id".to_owned(), |kind| format!("the id of a `{kind}`"));
    let message = format!("the subject is a `{}`, but `find.id` gives {found}", subject.node.value);
    Problem::error(Code::NodeKind, subject.node.span, message)
        .label("a different kind of node")
        .related(question.name.span, "found here")
        .related(selected, "selected here")
        .help("correct `node`, or the path of `find.id`")
}

pub(super) fn given_elsewhere(name: &Located<String>) -> Problem {
    subject_error(name.span, "`given` is only for the lookup `id` in the form `id`")
        .label("not allowed here")
        .help("name an operation that finds it")
}

pub(super) fn different_answers(
    question: &Question,
    lookup: &QuestionLookup,
    (first, second): (&Answer, &Answer),
    selected: Span,
) -> Problem {
    subject_error(lookup.path.span, format!("the forms of `{}` return different types", question.name.value))
        .label(second.to_string())
        .related(selected, "selected here")
        .help(format!("another form gives {first}"))
}

pub(super) fn form_missing(subject: &Subject, question: &Question, form: Form) -> Problem {
    let (name, form) = (&question.name.value, form.as_str());
    subject_error(question.name.span, format!("the lookup `{name}` has no entry for the form `{form}`"))
        .label("a form is missing")
        .help(format!("add `{form}:`; `{}` can be given that way", subject.name.value))
}

pub(super) fn unknown_form(subject: &Subject, name: &Located<String>, forms: &[Form]) -> Problem {
    subject_error(name.span, format!("`{}` cannot be given in the form `{}`", subject.name.value, name.value))
        .label("no such form")
        .help(suggest::help(&name.value, "form", forms.iter().map(|f| f.as_str())))
}

pub(super) fn not_one_value(lookup: &QuestionLookup, resolved: &Resolved<'_>) -> Problem {
    Problem::error(Code::ListMismatch, lookup.path.span, "a lookup must return a single value")
        .label("not a single value")
        .related(resolved.field.span, "selected here")
        .help("end the path at a single scalar field, without `[]`")
}

pub(super) fn unused_field(field: &FieldShape, lookup: &QuestionLookup, operation: &Operation) -> Problem {
    let message = format!(
        "`{}` of `{}` is selected by `{}`, but a lookup that uses the document does not use it",
        field.key, field.parent, operation.name
    );
    Problem::error(Code::UnusedSelection, field.span, message)
        .label("not used by `path` or `suggest`")
        .related(lookup.operation.name.span, "used here")
        .help("remove it from the selection, or use it in `suggest`")
}

pub(super) fn or_of_other_type(text: &Located<String>, ty: &GraphqlType, resolved: &Resolved<'_>) -> Problem {
    Problem::error(Code::TypeMismatch, text.span, "`or` and `path` have different types")
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
        .help(format!("use a path to `{}`", ty.name()))
}

pub(super) fn suggest_needs_names(text: &Located<String>, resolved: &Resolved<'_>) -> Problem {
    Problem::error(Code::ListMismatch, text.span, "`suggest` must be a path to a list of strings")
        .label(format!("`{}`", resolved.ty))
        .related(resolved.field.span, "selected here")
        .help("write a path such as `repository.labels.nodes[].name`")
}

pub(super) fn other_value_for_name(name: &Located<String>, value: &Located<String>) -> Problem {
    let message = format!("`{}` fills `${}`, but there is a value of that name", value.value, name.value);
    Problem::error(Code::LookupVariable, value.span, message)
        .label("a different value")
        .help(format!("drop the entry: `${0}` is filled with `{0}` anyway", name.value))
}

/// Two variables with one value: one of them was meant to have another.
pub(super) fn value_used_twice(variable: &OperationVariable, wanted: &str, at: Span) -> Problem {
    Problem::error(Code::LookupVariable, at, format!("`{wanted}` fills two variables of the lookup"))
        .label(format!("also fills `${}`", variable.name))
        .related(variable.span, "declared here")
        .help("use each value for one variable")
}

pub(super) fn value_does_not_fit(subject: &Subject, variable: &OperationVariable, wanted: &str, at: Span) -> Problem {
    let node = &subject.node.value;
    Problem::error(Code::LookupVariable, at, format!("`{wanted}` does not fit `${}`", variable.name))
        .label(format!("`${}` has type `{}`", variable.name, variable.ty))
        .related(variable.span, "declared here")
        .help(format!("owner and name are strings, number is an Int, id and anchor are ids of `{node}`"))
}

pub(super) fn nothing_fills(variable: &OperationVariable, wanted: &str, at: Span, form: Form) -> Problem {
    let known: Vec<&str> = values::offered(form).map(|(name, _)| name).collect();
    Problem::error(Code::LookupVariable, at, format!("nothing fills the lookup variable `${}`", variable.name))
        .label(format!("the form `{}` has no `{wanted}`", form.as_str()))
        .related(variable.span, "declared here")
        .help(format!("map it with `vars: {{ {}: … }}` to one of {}", variable.name, suggest::quoted(&known)))
}
