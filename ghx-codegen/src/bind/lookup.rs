//! Rule 7: a card's own lookups and their variables.

use super::{
    Binder, fit, kinds, mentions,
    plan::{Scope, Used},
    subject,
};
use crate::{
    card::{CardLookup, Located, Property, Schema as JsonSchema, Type},
    model::{BoundLookup, BoundVariable, Source},
    operation::{Operation, OperationKind, OperationVariable},
    problem::{Code, Problem},
    source::Span,
    suggest,
};

pub(super) fn bind_all(binder: &mut Binder<'_>, scope: &Scope<'_>, used: &mut Used) -> Vec<Option<BoundLookup>> {
    let lookups = &scope.route.lookups;
    for (index, lookup) in lookups.iter().enumerate() {
        check_id(binder, lookups, index, lookup);
    }
    lookups.iter().map(|lookup| bind(binder, scope, lookup, used)).collect()
}

fn check_id(binder: &mut Binder<'_>, all: &[CardLookup], index: usize, lookup: &CardLookup) {
    match &lookup.id {
        Some(id) => {
            if let Some(first) =
                all[..index].iter().filter_map(|l| l.id.as_ref()).find(|earlier| earlier.value == id.value)
            {
                binder.problems.push(
                    Problem::error(Code::DuplicateKey, id.span, format!("two lookups are called `{}`", id.value))
                        .label("the second")
                        .related(first.span, "the first")
                        .help("give each a name of its own"),
                );
            }
        }
        None if all.len() > 1 => binder.problems.push(
            Problem::error(Code::MissingKey, lookup.operation.name.span, "with several lookups each needs an `id`")
                .label("`id` is missing")
                .help("add `id: …`, and `lookup: …` to the injects that take from it"),
        ),
        None => {}
    }
}

fn bind(binder: &mut Binder<'_>, scope: &Scope<'_>, lookup: &CardLookup, used: &mut Used) -> Option<BoundLookup> {
    let operation = binder.operation(&lookup.operation)?;
    if operation.kind != OperationKind::Query {
        binder.fail(&operation.name, subject::not_a_query(&lookup.operation.name, &operation));
        return None;
    }
    let before = binder.problems.len();
    let element = lookup.each.as_ref().and_then(|each| element(binder, scope, &operation, each, used));
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
    let mut asks = Asks { scope, lookup, operation: &operation, element, element_used: false };
    let variables: Vec<_> = operation.variables.iter().map(|variable| asks.variable(binder, variable, used)).collect();
    if let (Some(each), true, false) = (&lookup.each, asks.element.is_some(), asks.element_used) {
        binder.fail(
            &operation.name,
            Problem::error(
                Code::FromInput,
                each.span,
                format!("the elements of `{}` go into no variable of the lookup", each.value),
            )
            .label("asked again and again for the same")
            .help(format!("map one: `vars: {{ …: {} }}`", each.value)),
        );
    }
    let variables = variables.into_iter().collect::<Option<Vec<_>>>()?;
    (binder.problems.len() == before).then(|| BoundLookup {
        id: lookup.id.as_ref().map_or_else(|| operation.name.clone(), |id| id.value.clone()),
        operation: operation.name.clone(),
        each: lookup.each.as_ref().map(|e| e.value.clone()),
        variables,
    })
}

/// The element type of the array that a lookup fans out over.
fn element(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    each: &Located<String>,
    used: &mut Used,
) -> Option<JsonSchema> {
    used.inputs.insert(each.value.clone());
    let items = match scope.card.input(&each.value).map(|p| &p.schema.ty) {
        Some(Type::Array { items, .. })
            if matches!(items.ty, Type::String { .. } | Type::Integer { .. } | Type::Enum(_)) && !items.nullable =>
        {
            Some((**items).clone())
        }
        _ => None,
    };
    if items.is_none() {
        let arrays = scope
            .card
            .input
            .properties
            .iter()
            .filter(|p| matches!(p.schema.ty, Type::Array { .. }))
            .map(|p| p.name.value.as_str());
        binder.fail(
            &operation.name,
            Problem::error(
                Code::FromInput,
                each.span,
                format!("`each` names `{}`, which is not an array of strings or integers", each.value),
            )
            .label("not such an input")
            .help(suggest::help(&each.value, "array input", arrays.collect::<Vec<_>>())),
        );
    }
    items
}

struct Asks<'a> {
    scope: &'a Scope<'a>,
    lookup: &'a CardLookup,
    operation: &'a Operation,
    element: Option<JsonSchema>,
    element_used: bool,
}

impl Asks<'_> {
    fn variable(
        &mut self,
        binder: &mut Binder<'_>,
        variable: &OperationVariable,
        used: &mut Used,
    ) -> Option<BoundVariable> {
        fit::remember_enums(binder, variable.ty.name());
        let mapped = self.lookup.vars.iter().find(|(name, _)| name.value == variable.name).map(|(_, input)| input);
        let name = mapped.map_or(variable.name.as_str(), |input| input.value.as_str());
        let at = mapped.map_or(self.lookup.operation.name.span, |input| input.span);
        let source = self.source(binder, variable, name, at, used)?;
        Some(BoundVariable { name: variable.name.clone(), ty: variable.ty.clone(), source })
    }

    fn source(
        &mut self,
        binder: &mut Binder<'_>,
        variable: &OperationVariable,
        name: &str,
        at: Span,
        used: &mut Used,
    ) -> Option<Source> {
        if self.lookup.each.as_ref().is_some_and(|each| each.value == name) {
            self.element_used = true;
            let element = self.element.clone()?;
            self.check_fit(binder, variable, &element, at)?;
            return Some(Source::Element);
        }
        if let Some(property) = self.scope.card.input(name) {
            used.inputs.insert(name.to_owned());
            self.check_fit(binder, variable, &property.schema, at)?;
            self.check_presence(binder, variable, property, at)?;
            return Some(Source::Input {
                property: property.clone(),
                map: None,
                default: property.default.as_ref().map(crate::yaml::Node::to_json),
            });
        }
        let value = self.scope.subject_value(name);
        match value {
            Some(value) if subject::fits(value, &variable.ty) => {
                if let (Some(main), "ID") = (self.scope.main, variable.ty.name()) {
                    kinds::check(binder, &self.operation.name, variable, &main.subject.node.value, at);
                }
                Some(Source::Subject(value))
            }
            Some(_) => {
                self.refuse(
                    binder,
                    variable,
                    at,
                    &format!("the subject's `{name}` does not fit `${}: {}`", variable.name, variable.ty),
                    "map another value to it",
                );
                None
            }
            None => {
                let known: Vec<&str> = self.scope.card.input.names().collect();
                let help = format!(
                    "map it: `vars: {{ {}: <input> }}`; {}",
                    variable.name,
                    suggest::help(name, "input", known)
                );
                self.refuse(
                    binder,
                    variable,
                    at,
                    &format!("nothing fills the lookup variable `${}`: there is no input `{name}`", variable.name),
                    &help,
                );
                None
            }
        }
    }

    fn check_fit(
        &self,
        binder: &mut Binder<'_>,
        variable: &OperationVariable,
        schema: &JsonSchema,
        at: Span,
    ) -> Option<()> {
        let mut problems = Vec::new();
        fit::check(binder.schema, schema, &variable.ty, "the input", &mut problems);
        if problems.is_empty() {
            return Some(());
        }
        let message = format!(
            "a value of type {} goes into the lookup variable `${}: {}`",
            schema.ty.describe(),
            variable.name,
            variable.ty
        );
        self.refuse(binder, variable, at, &message, "map an input of the right type, or correct the lookup");
        None
    }

    fn check_presence(
        &self,
        binder: &mut Binder<'_>,
        variable: &OperationVariable,
        property: &Property,
        at: Span,
    ) -> Option<()> {
        if variable.required() && (property.may_be_unset() || property.schema.nullable) {
            let message = format!("`{}` may be absent or null, but the lookup needs it", property.name.value);
            self.refuse(binder, variable, at, &message, "make the input required or give it a default");
            return None;
        }
        Some(())
    }

    fn refuse(&self, binder: &mut Binder<'_>, variable: &OperationVariable, at: Span, message: &str, help: &str) {
        binder.fail(
            &self.operation.name,
            Problem::error(Code::LookupVariable, at, message)
                .label(format!("`${}: {}`", variable.name, variable.ty))
                .related(variable.span, "declared here")
                .help(help),
        );
    }
}

/// Every lookup is taken from by an inject.
pub(super) fn check_used(binder: &mut Binder<'_>, scope: &Scope<'_>, used: &Used) {
    for (index, lookup) in scope.route.lookups.iter().enumerate() {
        if used.lookups.contains(&index) {
            continue;
        }
        if mentions::lookup(scope.route, index) {
            binder.usage.incomplete(&lookup.operation.name.value);
        } else {
            binder.fail(
                &lookup.operation.name.value,
                Problem::error(
                    Code::UnusedLookup,
                    lookup.operation.name.span,
                    format!("no inject takes anything from the lookup `{}`", lookup.operation.name.value),
                )
                .label("asked for nothing")
                .help("add an inject that uses it, or drop the lookup"),
            );
        }
    }
}
