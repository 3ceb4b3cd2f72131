//! The GraphQL route of a card: its operations per form of the subject, their variables and outputs.

use super::{
    Binder, already, lookup, narrowing,
    output::Entries,
    reading::{Gathered, Reading, Response},
    shape::Shape,
    swapped,
    value::Filling,
};
use crate::{
    card::{Card, Effect, GraphqlRoute, Located, OperationRef, Route},
    model::{BoundGraphql, BoundLookup, BoundOutput, BoundSubject, Form, Plan, SubjectValue},
    operation::{Operation, OperationKind},
    problem::{Code, Problem},
    source::Span,
    suggest,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a card's rules can refer to.
pub(super) struct Scope<'c> {
    pub(super) card: &'c Card,
    pub(super) route: &'c GraphqlRoute,
    pub(super) subjects: Vec<&'c BoundSubject>,
    /// The first subject.
    pub(super) main: Option<&'c BoundSubject>,
    /// The forms of the main subject that use the current operation.
    pub(super) forms: Vec<Form>,
    /// The card's lookups; `None` for one that has problems.
    pub(super) lookups: Vec<Option<BoundLookup>>,
    /// Where the card names the current operation.
    pub(super) operation_span: Span,
}

/// What a card's rules have used.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub(super) inputs: BTreeSet<String>,
    pub(super) kinds: BTreeMap<String, String>,
    pub(super) lookups: BTreeSet<usize>,
}

impl Scope<'_> {
    /// The subject's value behind an input name, if every current form has it.
    pub(super) fn subject_value(&self, input: &str) -> Option<SubjectValue> {
        let value = self.named_value(input)?;
        (!self.forms.is_empty() && self.forms.iter().all(|form| offers(*form, value))).then_some(value)
    }

    /// Does another form have it?
    pub(super) fn other_form_offers(&self, input: &str) -> bool {
        self.named_value(input).is_some()
    }

    pub(super) fn form_names(&self) -> String {
        self.forms.iter().map(|f| f.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn named_value(&self, input: &str) -> Option<SubjectValue> {
        let inputs = &self.main?.subject.inputs;
        let is = |name: &Option<Located<String>>| name.as_ref().is_some_and(|n| n.value == input);
        [
            (&inputs.owner, SubjectValue::Owner),
            (&inputs.name, SubjectValue::Name),
            (&inputs.number, SubjectValue::Number),
            (&inputs.id, SubjectValue::Id),
        ]
        .into_iter()
        .find(|(name, _)| is(name))
        .map(|(_, value)| value)
    }
}

fn offers(form: Form, value: SubjectValue) -> bool {
    match form {
        Form::Numbered => matches!(value, SubjectValue::Owner | SubjectValue::Name | SubjectValue::Number),
        Form::Named => matches!(value, SubjectValue::Owner | SubjectValue::Name),
        Form::Id => value == SubjectValue::Id,
        Form::Sibling => false,
    }
}

/// Binds the route; `None` if it has problems.
pub(super) fn bind(
    binder: &mut Binder<'_>,
    card: &Card,
    route: &GraphqlRoute,
    subjects: &[&BoundSubject],
    used: &mut Used,
) -> Option<BoundGraphql> {
    let main = subjects.first().copied();
    let all_forms = main.map(|s| s.forms.clone()).unwrap_or_default();
    let mut scope = Scope {
        card,
        route,
        subjects: subjects.to_vec(),
        main,
        forms: all_forms.clone(),
        lookups: Vec::new(),
        operation_span: route.operation.name.span,
    };
    lookup::bind_all(binder, &mut scope, used);
    let mut plans = Vec::new();
    let mut operations = Vec::new();
    for (form, wanted, root) in wanted(binder, route, &all_forms) {
        scope.forms = form.map_or_else(|| all_forms.clone(), |f| vec![f]);
        scope.operation_span = wanted.name.span;
        let Some(operation) = operation(binder, card, wanted) else {
            plans.push(None);
            continue;
        };
        let bound = plan(binder, &scope, &operation, root, used);
        plans.push(bound.map(|bound| Plan { form, ..bound }));
        operations.push(operation);
    }
    if plans.iter().all(|_| operations.len() == plans.len()) {
        check_targets(binder, route, &operations);
        lookup::check_used(binder, &scope, used);
    }
    let already = route.already.as_ref().map(|spec| already::bind(binder, &scope, spec, &operations, used));
    let lookups = scope.lookups.into_iter().collect::<Option<Vec<_>>>()?;
    let plans = plans.into_iter().collect::<Option<Vec<_>>>()?;
    let already = match already {
        Some(bound) => Some(bound?),
        None => None,
    };
    Some(BoundGraphql { lookups, plans, already })
}

type Wanted<'c> = (Option<Form>, &'c OperationRef, Option<&'c Located<String>>);

/// The operation for each form.
fn wanted<'c>(binder: &mut Binder<'_>, route: &'c GraphqlRoute, forms: &[Form]) -> Vec<Wanted<'c>> {
    for variant in &route.variants {
        if !forms.iter().any(|form| form.as_str() == variant.form.value) {
            binder.problems.push(
                Problem::error(
                    Code::Subject,
                    variant.form.span,
                    format!("the subject cannot be given in the form `{}`", variant.form.value),
                )
                .label("no such form")
                .help(suggest::help(&variant.form.value, "form", forms.iter().map(|f| f.as_str()))),
            );
        }
    }
    if route.variants.is_empty() {
        return vec![(None, &route.operation, route.root.as_ref())];
    }
    if forms.iter().all(|form| route.variants.iter().any(|v| v.form.value == form.as_str())) {
        binder.problems.push(
            Problem::error(
                Code::Subject,
                route.operation.name.span,
                format!("the variants cover every form, so `{}` is never used", route.operation.name.value),
            )
            .label("never used")
            .help("drop one of the variants"),
        );
    }
    forms
        .iter()
        .map(|form| match route.variants.iter().find(|v| v.form.value == form.as_str()) {
            Some(variant) => (Some(*form), &variant.operation, variant.root.as_ref()),
            None => (Some(*form), &route.operation, route.root.as_ref()),
        })
        .collect()
}

fn operation(binder: &mut Binder<'_>, card: &Card, wanted: &OperationRef) -> Option<Operation> {
    let operation = binder.operation(wanted)?;
    let fits = (operation.kind == OperationKind::Query) == (card.effect.value == Effect::Read);
    if !fits {
        let (effect, needed) =
            if card.effect.value == Effect::Read { ("read", "query") } else { ("write", "mutation") };
        binder.fail(
            &operation.name,
            Problem::error(
                Code::EffectMismatch,
                wanted.name.span,
                format!("`{}` is a {}, but the card's effect is `{effect}`", operation.name, operation.kind.as_str()),
            )
            .label(format!("a {}", operation.kind.as_str()))
            .related(operation.span, "declared here")
            .help(format!("name a {needed}, or correct `effect`")),
        );
    }
    fits.then_some(operation)
}

/// Variables and outputs of one operation.
fn plan(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    root: Option<&Located<String>>,
    used: &mut Used,
) -> Option<Plan> {
    let mut filling =
        Filling { binder, scope, operation, used, lookup: None, element: None, element_used: false, inner: None };
    let variables = filling.bind();
    let entries = Entries { list: &scope.route.output, at: scope.route.output_span };
    let output = outputs(binder, scope, operation, used, (root, &entries));
    let variables = variables?;
    swapped::same_id(binder, scope, operation, &variables);
    swapped::sources(binder, scope, operation, &variables);
    narrowing::check(binder, scope, operation, &variables);
    Some(Plan { form: None, operation: operation.name.clone(), variables, output: output? })
}

/// The outputs of one operation. `root` is where their paths start.
pub(super) fn outputs(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    used: &mut Used,
    (root, entries): (Option<&Located<String>>, &Entries<'_>),
) -> Option<Vec<BoundOutput>> {
    let lookups = lookups(binder, scope);
    let mut reading = Reading {
        card: scope.card,
        facts: &binder.schema.facts,
        subjects: &scope.subjects,
        route: Route::Graphql,
        expected: &[],
        calls: vec![(String::new(), Response::Shape(Shape::response(binder.schema, operation)))],
        lookups: lookups.iter().map(|(i, id, o)| (*i, id.clone(), Shape::response(binder.schema, o))).collect(),
        paged: false,
        unasked: BTreeSet::new(),
        problems: &mut *binder.problems,
        gathered: Gathered::default(),
    };
    let outputs = reading.outputs(root, entries);
    let gathered = reading.gathered;
    used.inputs.extend(gathered.inputs);
    binder.enums.extend(gathered.enums);
    used.lookups.extend(gathered.lookups);
    binder.usage.mark_all(gathered.leaves);
    if gathered.incomplete {
        binder.usage.incomplete(&operation.name);
    }
    outputs
}

/// The lookups whose responses outputs can use: index, name and operation.
fn lookups(binder: &Binder<'_>, scope: &Scope<'_>) -> Vec<(usize, Option<String>, Operation)> {
    let bound = scope.lookups.iter().enumerate().filter_map(|(index, lookup)| Some((index, lookup.as_ref()?)));
    bound
        .filter(|(_, lookup)| lookup.each.is_none())
        .filter_map(|(index, lookup)| {
            let id = scope.route.lookups[index].id.as_ref().map(|id| id.value.clone());
            Some((index, id, binder.operations.get(&lookup.operation)?.clone()))
        })
        .collect()
}

/// Every inject and every entry of `variables` names a variable of some operation of the route.
fn check_targets(binder: &mut Binder<'_>, route: &GraphqlRoute, operations: &[Operation]) {
    let known: Vec<&str> = operations.iter().flat_map(|o| o.variables.iter().map(|v| v.name.as_str())).collect();
    let targets = route.inject.iter().map(|i| (&i.target, Code::InjectTarget));
    let stated = route.variables.iter().map(|(name, _)| (name, Code::UnknownName));
    for (name, code) in targets.chain(stated) {
        if known.contains(&name.value.as_str()) {
            continue;
        }
        for operation in operations {
            binder.usage.incomplete(&operation.name);
        }
        let at = operations.first().map_or(name.span, |o| o.span);
        binder.problems.push(
            Problem::error(code, name.span, format!("`{}` is not a variable of the operation", name.value))
                .label("no such variable")
                .related(at, "the operation")
                .help(suggest::help(&name.value, "variable", known.iter().copied())),
        );
    }
}
