//! Conditions on a response: whether it is of the kind that the capability works on.

use serde_json::Value;

use super::call_results::at;
use super::values::Inputs;
use crate::Error;
use crate::card::route::{Condition, Guard, Test};
use crate::error::Phase;

impl Condition {
    /// Whether it applies to this input.
    pub(crate) fn applies(&self, inputs: &Inputs<'_>) -> bool {
        self.when.is_none_or(|when| inputs.get(when.input).is_some_and(|value| when.equals.is(&value)))
    }

    /// Whether it holds for a response or an element, or does not apply.
    pub(crate) fn holds(&self, value: &Value, inputs: &Inputs<'_>) -> bool {
        if !self.applies(inputs) {
            return true;
        }
        let found = at(value, self.path);
        match self.test {
            Test::Absent => found.is_null(),
            Test::Present => !found.is_null(),
            Test::Equals(literal) => literal.is(found),
            Test::Contains(part) => found.as_str().is_some_and(|text| text.contains(part)),
        }
    }
}

/// The error of the first guard that does not hold.
pub(crate) fn guard(guards: &[Guard], response: &Value, inputs: &Inputs<'_>) -> Result<(), Error> {
    match guards.iter().find(|guard| !guard.condition.holds(response, inputs)) {
        Some(guard) => Err(Error::new(guard.otherwise, guard.message).in_phase(Phase::Refused)),
        None => Ok(()),
    }
}
