//! Conditions: on inputs, the environment and responses.

use std::borrow::Cow;

use serde_json::Value;

use super::call_results::{at, text};
use super::values::Scope;
use crate::Error;
use crate::card::route::{Comparison, Condition, Guard, Operand, Test};
use crate::error::Phase;

impl Condition {
    /// Whether it holds. `here` is the response or the element that it is about.
    pub(crate) fn holds(&self, here: &Value, scope: &Scope<'_>) -> bool {
        match self {
            Self::All(all) => all.iter().all(|one| one.holds(here, scope)),
            Self::Any(any) => any.iter().any(|one| one.holds(here, scope)),
            Self::Not(not) => !not.holds(here, scope),
            Self::When(when, then) => !when.holds(here, scope) || then.holds(here, scope),
            Self::Is(operand, test) => test.accepts(operand, here, scope),
        }
    }

    /// Whether it tests anything for this input.
    pub(crate) fn applies(&self, scope: &Scope<'_>) -> bool {
        match self {
            Self::When(when, then) => when.holds(&Value::Null, scope) && then.applies(scope),
            Self::All(all) => all.iter().any(|one| one.applies(scope)),
            Self::Any(any) => any.iter().all(|one| one.applies(scope)),
            Self::Not(_) | Self::Is(..) => true,
        }
    }
}

impl Test {
    fn accepts(&self, operand: &Operand, here: &Value, scope: &Scope<'_>) -> bool {
        let is_given = || match operand {
            // A default is not given.
            Operand::Input(name) => scope.inputs.input.get(*name).is_some_and(|value| !value.is_null()),
            _ => operand.value(here, scope).is_some(),
        };
        match self {
            Self::Present => return is_given(),
            Self::Absent => return !is_given(),
            _ => {}
        }
        let Some(value) = operand.value(here, scope) else { return false };
        match self {
            Self::Present | Self::Absent => false,
            Self::Equals(literal) => literal.is(&value),
            Self::EqualsInput(input) => scope.inputs.get(input).is_some_and(|wanted| is_same(&wanted, &value)),
            Self::In(literals) => literals.iter().any(|literal| literal.is(&value)),
            Self::Contains(part) => match value.as_ref() {
                Value::String(text) => text.contains(part),
                Value::Array(elements) => elements.iter().any(|element| element == part),
                _ => false,
            },
            Self::StartsWith(part) => value.as_str().is_some_and(|text| text.starts_with(part)),
            Self::Compares(comparison, with) => measure(&value).is_some_and(|number| comparison.holds(number, *with)),
        }
    }
}

impl Operand {
    /// Its value; `None` if it is null or not there.
    fn value<'v>(&self, here: &'v Value, scope: &Scope<'v>) -> Option<Cow<'v, Value>> {
        let value = match self {
            Self::Here(keys) => Cow::Borrowed(at(here, keys)),
            Self::Found(call, keys) => Cow::Borrowed(at(scope.results?.of(call)?, keys)),
            Self::Input(name) => scope.inputs.get(name)?,
            Self::Variable(name) => Cow::Owned(std::env::var(name).ok().filter(|value| !value.is_empty())?.into()),
        };
        Some(value).filter(|value| !value.is_null())
    }
}

/// Whether an input is a value of a response. Some ids are numbers on one side and text on the other.
fn is_same(input: &Value, found: &Value) -> bool {
    input == found || text(input).is_some_and(|input| Some(input) == text(found))
}

/// A number, or the length of a list.
fn measure(value: &Value) -> Option<i64> {
    match value {
        Value::Array(items) => i64::try_from(items.len()).ok(),
        Value::String(text) => text.parse().ok(),
        other => other.as_i64(),
    }
}

impl Comparison {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// The error of the first guard that does not hold.
pub(crate) fn guard(guards: &[Guard], response: &Value, scope: &Scope<'_>) -> Result<(), Error> {
    match guards.iter().find(|guard| !guard.condition.holds(response, scope)) {
        Some(guard) => Err(Error::new(guard.otherwise, guard.message).in_phase(Phase::Refused)),
        None => Ok(()),
    }
}
