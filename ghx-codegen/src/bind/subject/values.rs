//! The values of a subject that the variables of a lookup are filled with.

use super::{Asking, problems};
use crate::{
    bind::lookup as card_lookup,
    card::QuestionLookup,
    model::{Form, SubjectValue},
    operation::{GraphqlType, Operation},
};

const VALUES: &[(&str, SubjectValue)] = &[
    ("owner", SubjectValue::Owner),
    ("name", SubjectValue::Name),
    ("number", SubjectValue::Number),
    ("id", SubjectValue::Id),
    ("anchor", SubjectValue::Anchor),
    ("key", SubjectValue::Key),
    ("app", SubjectValue::App),
];

/// The names and values that a form has.
pub(super) fn offered(form: Form) -> impl Iterator<Item = (&'static str, SubjectValue)> {
    use SubjectValue as V;
    let values: &[SubjectValue] = match form {
        Form::Numbered => &[V::Owner, V::Name, V::Number, V::Key, V::App],
        Form::Named => &[V::Owner, V::Name, V::Key, V::App],
        Form::Id => &[V::Id, V::Key, V::App],
        Form::Sibling => &[V::Anchor, V::Number, V::Key, V::App],
    };
    VALUES.iter().copied().filter(|(_, value)| values.contains(value))
}

/// Can a value of a subject be sent as this type?
pub(in crate::bind) fn fits(value: SubjectValue, ty: &GraphqlType) -> bool {
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

impl Asking<'_, '_> {
    /// What fills each variable of a lookup; `None` if one has no value that fits.
    pub(super) fn variables(
        &mut self,
        lookup: &QuestionLookup,
        operation: &Operation,
        form: Form,
    ) -> Option<Vec<(String, SubjectValue)>> {
        let before = self.binder.problems.errors();
        self.check_vars(lookup, operation, form);
        let mut bound: Vec<(String, SubjectValue)> = Vec::new();
        for variable in &operation.variables {
            let mapped = lookup.vars.iter().find(|(name, _)| name.value == variable.name).map(|(_, value)| value);
            let wanted = mapped.map_or(variable.name.as_str(), |value| value.value.as_str());
            let at = mapped.map_or(lookup.operation.name.span, |value| value.span);
            let value = offered(form).find(|(name, _)| *name == wanted).map(|(_, value)| value);
            let problem = match value {
                None => problems::nothing_fills(variable, wanted, at, form),
                Some(value) if !fits(value, &variable.ty) => {
                    problems::value_does_not_fit(self.subject, variable, wanted, at)
                }
                Some(value) if bound.iter().any(|(_, known)| *known == value) => {
                    problems::value_used_twice(variable, wanted, at)
                }
                Some(value) => {
                    bound.push((variable.name.clone(), value));
                    continue;
                }
            };
            self.binder.fail(&operation.name, problem);
        }
        (self.binder.problems.errors() == before).then_some(bound)
    }

    /// `vars` names variables of the lookup, and none that has a value of its own name.
    fn check_vars(&mut self, lookup: &QuestionLookup, operation: &Operation, form: Form) {
        for (name, _) in lookup.vars.iter().filter(|(name, _)| operation.variable(&name.value).is_none()) {
            self.binder.fail(&operation.name, card_lookup::unknown_variable(operation, name));
        }
        for (name, value) in lookup.vars.iter().filter(|(name, value)| name.value != value.value) {
            if offered(form).any(|(known, _)| known == name.value) {
                self.binder.fail(&operation.name, problems::other_value_for_name(name, value));
            }
        }
    }
}
