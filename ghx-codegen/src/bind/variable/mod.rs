//! Rules 4 and 5: every variable has exactly one source, and the source fits.

mod by_name;
mod input;
mod problems;
mod stated;
mod translate;

use super::{
    Binder, fit,
    plan::{Scope, Used},
    swapped,
};
use crate::{
    model::{BoundVariable, Source},
    operation::{Operation, OperationVariable},
    problem::Problem,
};

/// Binds one variable of an operation of the route.
pub(super) struct Filling<'a, 'b> {
    pub(super) binder: &'a mut Binder<'b>,
    pub(super) scope: &'a Scope<'a>,
    pub(super) operation: &'a Operation,
    pub(super) variable: &'a OperationVariable,
    pub(super) used: &'a mut Used,
}

impl Filling<'_, '_> {
    /// The variable with its source.
    pub(super) fn bind(&mut self) -> Option<BoundVariable> {
        let (route, variable) = (self.scope.route, self.variable);
        fit::remember_enums(self.binder, variable.ty.name());
        let mut injects = route.inject.iter().filter(|i| i.target.value == variable.name);
        let (inject, second_inject) = (injects.next(), injects.next());
        let stated = route.variables.iter().find(|(name, _)| name.value == variable.name);
        let sources = [inject, second_inject].into_iter().flatten().map(|inject| inject.target.span);
        let mut sources = sources.chain(stated.map(|(name, _)| name.span));
        let (first, second) = (sources.next(), sources.next());
        if let (Some(first), Some(second)) = (first, second) {
            self.fail(problems::filled_twice(variable, first, second));
            return None;
        }
        let source = if let Some(inject) = inject {
            self.inject(inject)?
        } else if let Some((_, source)) = stated {
            self.stated(source)?
        } else {
            self.by_name()?
        };
        Some(self.bound(source, first.unwrap_or(variable.span)))
    }

    fn bound(&mut self, source: Source, at: crate::source::Span) -> BoundVariable {
        let bound = BoundVariable { name: self.variable.name.clone(), ty: self.variable.ty.clone(), source };
        swapped::subject_id(self.binder, self.scope, &bound, at);
        bound
    }

    pub(super) fn fail(&mut self, problem: Problem) {
        self.binder.fail(&self.operation.name, problem);
    }
}
