//! Subjects: their forms, and the lookups behind their questions.

use super::{Binder, kinds, path, usage};
use crate::{
    card::{FormLookup, Located, Question, QuestionLookup, Subject},
    model::{Ask, BoundQuestion, BoundSubject, Form, KeyType, Path, SubjectValue},
    names,
    operation::{GraphqlType, Operation, OperationKind, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) fn bind(binder: &mut Binder<'_>, subject: &Subject, all: &[Subject]) -> Option<BoundSubject> {
    if !check_head(binder, subject, all) {
        return None;
    }
    let forms = forms(subject);
    let main = all.iter().find(|other| subject.within.as_ref().is_some_and(|within| within.value == other.name.value));
    let anchor = main.unwrap_or(subject).node.value.as_str();
    let mut questions = Vec::new();
    for question in &subject.questions {
        let Some((bound, selected)) = bind_question(binder, subject, question, &forms, anchor) else { continue };
        if bound.name == "id" {
            check_kind(binder, subject, question, &bound, selected);
        }
        questions.push(bound);
    }
    if !subject.questions.iter().any(|q| q.name.value == "id") {
        binder.problems.push(
            Problem::error(
                Code::Subject,
                subject.name.span,
                format!("the subject `{}` does not say how its id is found", subject.name.value),
            )
            .label("`find.id` is missing")
            .help("add `id:` under `find`"),
        );
    }
    Some(BoundSubject { subject: subject.clone(), forms, questions })
}

/// The id that is found is the id of what the subject is.
fn check_kind(binder: &mut Binder<'_>, subject: &Subject, question: &Question, id: &BoundQuestion, selected: Span) {
    if id.kind.as_ref() != Some(&subject.node.value) {
        let found = id.kind.as_ref().map_or_else(|| "no id".to_owned(), |kind| format!("the id of a `{kind}`"));
        let message = format!("the subject is a `{}`, but `find.id` gives {found}", subject.node.value);
        binder.problems.push(
            Problem::error(Code::NodeKind, subject.node.span, message)
                .label("another kind of node")
                .related(question.name.span, "found here")
                .related(selected, "selected here")
                .help("correct `node`, or the path of `find.id`"),
        );
    }
}

fn forms(subject: &Subject) -> Vec<Form> {
    let mut forms = vec![if subject.inputs.number.is_some() { Form::Numbered } else { Form::Named }];
    if subject.inputs.id.is_some() {
        forms.push(Form::Id);
    }
    if subject.within.is_some() {
        forms.push(Form::Sibling);
    }
    forms
}

fn check_head(binder: &mut Binder<'_>, subject: &Subject, all: &[Subject]) -> bool {
    let before = binder.problems.len();
    let mut refuse = |at, message: String, help: String| {
        binder.problems.push(Problem::error(Code::Subject, at, message).label("here").help(help));
    };
    if !binder.schema.objects().any(|(name, interfaces)| name == subject.node.value && interfaces.contains("Node")) {
        let known: Vec<&str> = binder.schema.objects().filter(|(_, i)| i.contains("Node")).map(|(n, _)| n).collect();
        refuse(
            subject.node.span,
            format!("there is no node type `{}`", subject.node.value),
            suggest::help(&subject.node.value, "type", known.iter().copied()),
        );
    }
    for name in subject.inputs.all().filter(|name| !names::is_property_name(&name.value)) {
        refuse(
            name.span,
            format!("`{}` is not a name that inputs can have", name.value),
            "write it in camel case, like `issueNumber`".to_owned(),
        );
    }
    let spelled = subject.inputs.owner.is_some() && subject.inputs.name.is_some();
    if !spelled && subject.within.is_none() {
        refuse(
            subject.inputs.span,
            "a subject is addressed by `owner` and `name`".to_owned(),
            "name both inputs, or put the subject `within` another".to_owned(),
        );
    }
    if subject.inputs.number.is_some() != subject.url.is_some() {
        refuse(
            subject.inputs.span,
            "a subject has a `number` and a `url` segment, or neither".to_owned(),
            "add the one that is missing".to_owned(),
        );
    }
    if let Some(within) = &subject.within
        && !all.iter().any(|other| other.name.value == within.value && other.name.value != subject.name.value)
    {
        refuse(
            within.span,
            format!("there is no subject `{}`", within.value),
            suggest::help(&within.value, "subject", all.iter().map(|s| s.name.value.as_str())),
        );
    }
    binder.problems.len() == before
}

fn bind_question(
    binder: &mut Binder<'_>,
    subject: &Subject,
    question: &Question,
    forms: &[Form],
    anchor: &str,
) -> Option<(BoundQuestion, Span)> {
    check_forms(binder, subject, question, forms);
    let mut bound = Vec::new();
    let mut found: Option<(Answer, Span)> = None;
    for (name, lookup) in &question.forms {
        let Some(form) = forms.iter().copied().find(|f| f.as_str() == name.value) else {
            continue;
        };
        match lookup {
            FormLookup::Given => {
                if form != Form::Id || question.name.value != "id" {
                    binder.problems.push(
                        Problem::error(
                            Code::Subject,
                            name.span,
                            "only the question `id` is answered by the caller, in the form `id`",
                        )
                        .label("`given` has no meaning here")
                        .help("name the lookup that answers it"),
                    );
                }
                bound.push((form, Ask::Given));
            }
            FormLookup::Broken => return None,
            FormLookup::Lookup(lookup) => {
                let (ask, answer, selected) = bind_lookup(binder, subject, lookup, form, anchor)?;
                if let Some((first, _)) = &found
                    && *first != answer
                {
                    binder.problems.push(
                        Problem::error(
                            Code::Subject,
                            lookup.path.span,
                            format!("the forms of `{}` have different answers", question.name.value),
                        )
                        .label(format!("{answer}"))
                        .related(selected, "selected here")
                        .help(format!("another form gives {first}")),
                    );
                }
                found.get_or_insert((answer, selected));
                bound.push((form, ask));
            }
        }
    }
    let (answer, selected) = found?;
    let bound = BoundQuestion {
        name: question.name.value.clone(),
        describe: question.describe.as_ref().map_or_else(|| question.name.value.clone(), |d| d.value.clone()),
        missing: question.missing.as_ref().map(|m| m.value.clone()),
        key: answer.key,
        answer: answer.ty,
        kind: answer.kind,
        or_kind: answer.or_kind,
        forms: bound,
    };
    Some((bound, selected))
}

fn check_forms(binder: &mut Binder<'_>, subject: &Subject, question: &Question, forms: &[Form]) {
    for form in forms.iter().filter(|f| !question.forms.iter().any(|(name, _)| name.value == f.as_str())) {
        binder.problems.push(
            Problem::error(
                Code::Subject,
                question.name.span,
                format!("the question `{}` has no answer for the form `{}`", question.name.value, form.as_str()),
            )
            .label("a form is missing")
            .help(format!("add `{}:`; `{}` can be given that way", form.as_str(), subject.name.value)),
        );
    }
    for (name, _) in question.forms.iter().filter(|(name, _)| !forms.iter().any(|f| f.as_str() == name.value)) {
        binder.problems.push(
            Problem::error(
                Code::Subject,
                name.span,
                format!("`{}` cannot be given in the form `{}`", subject.name.value, name.value),
            )
            .label("no such form")
            .help(suggest::help(&name.value, "form", forms.iter().map(|f| f.as_str()))),
        );
    }
}

#[derive(PartialEq)]
struct Answer {
    ty: GraphqlType,
    kind: Option<String>,
    or_kind: Option<String>,
    key: Option<KeyType>,
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`", self.ty)?;
        if let Some(kind) = &self.kind {
            write!(f, ", the id of a `{kind}`")?;
        }
        match self.key {
            Some(KeyType::Text) => f.write_str(", found by text"),
            Some(KeyType::Number) => f.write_str(", found by number"),
            None => Ok(()),
        }
    }
}

fn bind_lookup(
    binder: &mut Binder<'_>,
    subject: &Subject,
    lookup: &QuestionLookup,
    form: Form,
    anchor: &str,
) -> Option<(Ask, Answer, Span)> {
    let operation = binder.operation(&lookup.operation)?;
    if operation.kind != OperationKind::Query {
        binder.fail(&operation.name, not_a_query(&lookup.operation.name, &operation));
        return None;
    }
    let variables = bind_variables(binder, subject, lookup, &operation, form);
    for (name, value) in variables.iter().flatten() {
        let kind = if *value == SubjectValue::Anchor { anchor } else { &subject.node.value };
        if let (SubjectValue::Id | SubjectValue::Anchor, Some(variable)) = (value, operation.variable(name)) {
            kinds::check(binder, &operation.name, variable, kind, lookup.operation.name.span);
        }
    }
    let key = variables
        .iter()
        .flatten()
        .find(|(_, value)| *value == SubjectValue::Key)
        .map(|(name, _)| key_type(&operation, name));
    let start = path::Start::root(&operation);
    let resolved = path::resolve(binder, &start, &lookup.path)?;
    if resolved.list || resolved.ty.is_list() || resolved.field.shape.is_some() {
        let problem = Problem::error(Code::ListMismatch, lookup.path.span, "a question is answered by one value")
            .label("not one value")
            .related(resolved.field.span, "selected here")
            .help("let the path end at one leaf, without `[]`");
        binder.fail(&operation.name, problem);
        return None;
    }
    binder.usage.mark(&operation.name, resolved.field);
    let suggest = match &lookup.suggest {
        None => None,
        Some(text) => Some(bind_suggest(binder, &operation, text)?),
    };
    let or = match &lookup.or {
        None => None,
        Some(text) => Some(bind_or(binder, &operation, text, &resolved.ty)?),
    };
    let used = [Some(resolved.field.id), or.as_ref().map(|found| found.field.id), suggest.as_ref().map(|(_, id)| *id)];
    check_all_used(binder, lookup, &operation, &used);
    let mut path = resolved.path.clone();
    for step in &mut path.steps {
        step.anchor = true;
        if let Some(narrow) = &mut step.narrow {
            narrow.anchor = true;
        }
    }
    let or_kind = or.as_ref().and_then(path::Resolved::kind);
    let answer = Answer { ty: GraphqlType(resolved.ty.0.clone().nullable()), kind: resolved.kind(), or_kind, key };
    let or = or.map(|found| found.path);
    let suggest = suggest.map(|(path, _)| path);
    let ask = Ask::Lookup { operation: operation.name.clone(), variables: variables?, path, or, suggest };
    Some((ask, answer, resolved.field.span))
}

/// A lookup that several questions share asks each of them for no more than it uses.
fn check_all_used(binder: &mut Binder<'_>, lookup: &QuestionLookup, operation: &Operation, used: &[Option<usize>]) {
    let mut unused = Vec::new();
    usage::leaves(&operation.shape, &mut |field| {
        if !used.contains(&Some(field.id)) {
            unused.push((field.span, format!("`{}` of `{}`", field.key, field.parent)));
        }
    });
    for (span, name) in unused {
        let message =
            format!("{name} is selected by `{}`, but a question that asks it does not use it", operation.name);
        binder.fail(
            &operation.name,
            Problem::error(Code::UnusedSelection, span, message)
                .label("not used by `path` or `suggest`")
                .related(lookup.operation.name.span, "asked here")
                .help("take it out of the selection, or let `suggest` lead to it"),
        );
    }
}

/// Another place of the answer; of a list, the first counts.
fn bind_or<'s>(
    binder: &mut Binder<'_>,
    operation: &'s Operation,
    text: &Located<String>,
    ty: &GraphqlType,
) -> Option<path::Resolved<'s>> {
    let resolved = path::resolve(binder, &path::Start::root(operation), text)?;
    let is_value = resolved.field.shape.is_none() && !resolved.ty.is_list();
    if !is_value || resolved.ty.name() != ty.name() {
        binder.fail(
            &operation.name,
            Problem::error(Code::TypeMismatch, text.span, "`or` leads to something else than `path`")
                .label(format!("`{}`", resolved.ty))
                .related(resolved.field.span, "selected here")
                .help(format!("let it lead to `{}`", ty.name())),
        );
        return None;
    }
    binder.usage.mark(&operation.name, resolved.field);
    Some(resolved)
}

fn bind_suggest(binder: &mut Binder<'_>, operation: &Operation, text: &Located<String>) -> Option<(Path, usize)> {
    let resolved = path::resolve(binder, &path::Start::root(operation), text)?;
    if !resolved.list || resolved.ty.name() != "String" || resolved.item_nullable {
        binder.fail(
            &operation.name,
            Problem::error(Code::ListMismatch, text.span, "`suggest` leads to a list of names")
                .label(format!("`{}`", resolved.ty))
                .related(resolved.field.span, "selected here")
                .help("write a path such as `repository.labels.nodes[].name`"),
        );
        return None;
    }
    binder.usage.mark(&operation.name, resolved.field);
    Some((resolved.path, resolved.field.id))
}

pub(super) fn not_a_query(name: &Located<String>, operation: &Operation) -> Problem {
    Problem::error(Code::EffectMismatch, name.span, format!("a lookup is a query, but `{}` is a mutation", name.value))
        .label("a mutation")
        .related(operation.span, "declared here")
        .help("lookups run before anything is written: name a query")
}

fn key_type(operation: &Operation, variable: &str) -> KeyType {
    match operation.variable(variable).map(|v| v.ty.name()) {
        Some("Int") => KeyType::Number,
        _ => KeyType::Text,
    }
}

const VALUES: &[(&str, SubjectValue)] = &[
    ("owner", SubjectValue::Owner),
    ("name", SubjectValue::Name),
    ("number", SubjectValue::Number),
    ("id", SubjectValue::Id),
    ("anchor", SubjectValue::Anchor),
    ("key", SubjectValue::Key),
    ("app", SubjectValue::App),
];

fn offered(form: Form) -> &'static [SubjectValue] {
    match form {
        Form::Numbered => {
            &[SubjectValue::Owner, SubjectValue::Name, SubjectValue::Number, SubjectValue::Key, SubjectValue::App]
        }
        Form::Named => &[SubjectValue::Owner, SubjectValue::Name, SubjectValue::Key, SubjectValue::App],
        Form::Id => &[SubjectValue::Id, SubjectValue::Key, SubjectValue::App],
        Form::Sibling => &[SubjectValue::Anchor, SubjectValue::Number, SubjectValue::Key, SubjectValue::App],
    }
}

fn bind_variables(
    binder: &mut Binder<'_>,
    subject: &Subject,
    lookup: &QuestionLookup,
    operation: &Operation,
    form: Form,
) -> Option<Vec<(String, SubjectValue)>> {
    let before = binder.problems.len();
    for (name, _) in lookup.vars.iter().filter(|(name, _)| operation.variable(&name.value).is_none()) {
        let known: Vec<&str> = operation.variables.iter().map(|v| v.name.as_str()).collect();
        binder.fail(
            &operation.name,
            Problem::error(
                Code::LookupVariable,
                name.span,
                format!("`{}` has no variable `${}`", operation.name, name.value),
            )
            .label("unknown variable")
            .related(operation.span, "the lookup")
            .help(suggest::help(&name.value, "variable", known.iter().copied())),
        );
    }
    for (name, value) in lookup.vars.iter().filter(|(name, value)| name.value != value.value) {
        if VALUES.iter().any(|(known, offer)| *known == name.value && offered(form).contains(offer)) {
            binder.fail(
                &operation.name,
                Problem::error(
                    Code::LookupVariable,
                    value.span,
                    format!("`{}` goes into `${}`, which has a value of its own name", value.value, name.value),
                )
                .label("another value")
                .help(format!("drop the entry: `${0}` takes `{0}`", name.value)),
            );
        }
    }
    let mut bound = Vec::new();
    for variable in &operation.variables {
        let mapped = lookup.vars.iter().find(|(name, _)| name.value == variable.name).map(|(_, value)| value);
        let wanted = mapped.map_or(variable.name.as_str(), |value| value.value.as_str());
        let at = mapped.map_or(lookup.operation.name.span, |value| value.span);
        let value = VALUES
            .iter()
            .find(|(name, value)| *name == wanted && offered(form).contains(value))
            .map(|(_, value)| *value);
        match value {
            None => binder.fail(&operation.name, uncovered(variable, wanted, at, form)),
            Some(value) if fits(value, &variable.ty) && bound.iter().any(|(_, known)| *known == value) => {
                binder.fail(&operation.name, filled_twice(variable, wanted, at));
            }
            Some(value) if fits(value, &variable.ty) => bound.push((variable.name.clone(), value)),
            Some(_) => binder.fail(
                &operation.name,
                Problem::error(Code::LookupVariable, at, format!("`{wanted}` does not fit `${}`", variable.name))
                    .label(format!("`${}` has type `{}`", variable.name, variable.ty))
                    .related(variable.span, "declared here")
                    .help(format!(
                        "owner and name are text, number is an Int, id and anchor are ids of `{}`",
                        subject.node.value
                    )),
            ),
        }
    }
    (binder.problems.len() == before).then_some(bound)
}

/// Two variables with one value: one of them was meant to have another.
fn filled_twice(variable: &OperationVariable, wanted: &str, at: Span) -> Problem {
    Problem::error(Code::LookupVariable, at, format!("`{wanted}` goes into two variables of the lookup"))
        .label(format!("into `${}` as well", variable.name))
        .related(variable.span, "declared here")
        .help("let each value go into one variable")
}

fn uncovered(variable: &OperationVariable, wanted: &str, at: Span, form: Form) -> Problem {
    let known: Vec<&str> =
        VALUES.iter().filter(|(_, value)| offered(form).contains(value)).map(|(name, _)| *name).collect();
    Problem::error(Code::LookupVariable, at, format!("nothing fills the lookup variable `${}`", variable.name))
        .label(format!("the form `{}` offers no `{wanted}`", form.as_str()))
        .related(variable.span, "declared here")
        .help(format!("map it with `vars: {{ {}: … }}` to one of {}", variable.name, suggest::quoted(&known)))
}

/// Can a value of a subject be sent as this type?
pub(super) fn fits(value: SubjectValue, ty: &GraphqlType) -> bool {
    if ty.is_list() {
        return false;
    }
    match value {
        SubjectValue::Owner | SubjectValue::Name | SubjectValue::App => ty.name() == "String",
        SubjectValue::Number => ty.name() == "Int",
        SubjectValue::Id | SubjectValue::Anchor => ty.name() == "ID",
        SubjectValue::Key => ty.name() == "String" || ty.name() == "Int",
    }
}
