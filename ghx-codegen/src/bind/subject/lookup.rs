//! The operation that finds the result for one form of the subject.

use super::{Asking, problems, question::Answer};
use crate::{
    bind::{
        kinds, lookup as card_lookup,
        path::{self, Resolved, Start},
        usage, value,
    },
    card::{Located, QuestionLookup},
    model::{Ask, Form, KeyType, Path, SubjectValue},
    operation::{GraphqlType, Operation, OperationKind},
    source::Span,
};

impl<'b> Asking<'_, 'b> {
    pub(super) fn lookup(&mut self, lookup: &QuestionLookup, form: Form) -> Option<(Ask, Answer, Span)> {
        let operation = self.binder.operation(&lookup.operation)?;
        if operation.kind != OperationKind::Query {
            self.binder.fail(&operation.name, card_lookup::not_a_query(&lookup.operation.name, &operation));
            return None;
        }
        let variables = self.variables(lookup, &operation, form);
        let values = variables.as_deref().unwrap_or_default();
        self.check_kinds(lookup, &operation, values);
        let key =
            values.iter().find(|(_, value)| *value == SubjectValue::Key).map(|(name, _)| key_type(&operation, name));
        let resolved = path::resolve(self.binder, &Start::root(&operation), &lookup.path)?;
        if resolved.list || resolved.ty.is_list() || resolved.field.shape.is_some() {
            self.binder.fail(&operation.name, problems::not_one_value(lookup, &resolved));
            return None;
        }
        self.binder.usage.mark(&operation.name, resolved.field);
        let suggest = match &lookup.suggest {
            None => None,
            Some(text) => Some(self.suggest(&operation, text)?),
        };
        let or = match &lookup.or {
            None => None,
            Some(text) => Some(self.or(&operation, text, &resolved.ty)?),
        };
        let used =
            [Some(resolved.field.id), or.as_ref().map(|found| found.field.id), suggest.as_ref().map(|(_, id)| *id)];
        self.check_all_used(lookup, &operation, &used);
        let answer = Answer {
            ty: GraphqlType(resolved.ty.0.clone().nullable()),
            kind: resolved.kind(),
            or_kind: or.as_ref().and_then(Resolved::kind),
            key,
        };
        let ask = Ask::Lookup {
            operation: operation.name.clone(),
            variables: variables?,
            path: value::anchored(resolved.path),
            or: or.map(|found| found.path),
            suggest: suggest.map(|(path, _)| path),
        };
        Some((ask, answer, resolved.field.span))
    }

    /// Ids fill only variables that accept their kind of node.
    fn check_kinds(&mut self, lookup: &QuestionLookup, operation: &Operation, values: &[(String, SubjectValue)]) {
        for (name, value) in values {
            let kind = if *value == SubjectValue::Anchor { self.anchor } else { &self.subject.node.value };
            if let (SubjectValue::Id | SubjectValue::Anchor, Some(variable)) = (value, operation.variable(name)) {
                kinds::check(self.binder, &operation.name, variable, kind, lookup.operation.name.span);
            }
        }
    }

    /// A document selects no more than each lookup that uses it needs.
    fn check_all_used(&mut self, lookup: &QuestionLookup, operation: &Operation, used: &[Option<usize>]) {
        let mut unused = Vec::new();
        usage::leaves(&operation.shape, &mut |field| {
            if !used.contains(&Some(field.id)) {
                unused.push(problems::unused_field(field, lookup, operation));
            }
        });
        for problem in unused {
            self.binder.fail(&operation.name, problem);
        }
    }

    /// A second path in the response; of a list, the first element is used.
    fn or<'s>(&mut self, operation: &'s Operation, text: &Located<String>, ty: &GraphqlType) -> Option<Resolved<'s>>
    where
        'b: 's,
    {
        let resolved = path::resolve(self.binder, &Start::root(operation), text)?;
        let is_value = resolved.field.shape.is_none() && !resolved.ty.is_list();
        if !is_value || resolved.ty.name() != ty.name() {
            self.binder.fail(&operation.name, problems::or_of_other_type(text, ty, &resolved));
            return None;
        }
        self.binder.usage.mark(&operation.name, resolved.field);
        Some(resolved)
    }

    fn suggest(&mut self, operation: &Operation, text: &Located<String>) -> Option<(Path, usize)> {
        let resolved = path::resolve(self.binder, &Start::root(operation), text)?;
        if !resolved.list || resolved.ty.name() != "String" || resolved.item_nullable {
            self.binder.fail(&operation.name, problems::suggest_needs_names(text, &resolved));
            return None;
        }
        self.binder.usage.mark(&operation.name, resolved.field);
        Some((resolved.path, resolved.field.id))
    }
}

fn key_type(operation: &Operation, variable: &str) -> KeyType {
    match operation.variable(variable).map(|v| v.ty.name()) {
        Some("Int") => KeyType::Number,
        _ => KeyType::Text,
    }
}
