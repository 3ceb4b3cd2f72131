//! Conditions: on inputs, the environment and responses.

use std::borrow::Cow;

use serde_json::Value;

use super::call_results::text;
use super::values::Scope;
use super::walk::look;
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

    /// Whether it is about responses, so that it is decided only after earlier calls.
    pub(crate) fn needs_response(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Self::needs_response),
            Self::Not(not) => not.needs_response(),
            Self::When(when, then) => when.needs_response() || then.needs_response(),
            Self::Is(operand, _) => matches!(operand, Operand::Here(_) | Operand::Found(..)),
        }
    }
}

impl Test {
    fn accepts(&self, operand: &Operand, here: &Value, scope: &Scope<'_>) -> bool {
        let is_given = || match operand {
            // A default is not given.
            Operand::Input(name) => scope.inputs.is_given(name),
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
            Self::Here(keys) => look(here, keys),
            Self::Found(call, keys) => look(scope.results?.of(call)?, keys),
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

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::card::route::Literal;
    use crate::engine::routes::call_results::CallResults;
    use crate::engine::routes::inputs::Inputs;
    use crate::engine::routes::tests::CARD;

    fn holds(condition: &Condition, input: Value, here: &Value) -> bool {
        let Value::Object(input) = input else { panic!() };
        let mut results = CallResults::default();
        results.add("found", json!({"id": 7}));
        results.add("nothing", Value::Null);
        condition.holds(here, &Scope { results: Some(&results), ..Scope::before(Inputs::new(&CARD, &input)) })
    }

    #[test]
    fn every_test_has_its_meaning() {
        const OPEN: Literal = Literal::Text("open");
        let here = json!({"a": "open", "n": 7, "l": ["x", "y"], "z": null, "m": [{"s": "deep"}]});
        for (keys, test, expected) in [
            (&["a"][..], Test::Present, true),
            (&["z"], Test::Present, false),
            (&["z"], Test::Absent, true),
            (&["a"], Test::Equals(OPEN), true),
            (&["z"], Test::Equals(Literal::Null), false),
            (&["a"], Test::In(&[Literal::Text("x"), OPEN]), true),
            (&["n"], Test::In(&[OPEN]), false),
            (&["a"], Test::Contains("pe"), true),
            (&["l"], Test::Contains("y"), true),
            (&["l"], Test::Contains("z"), false),
            (&["a"], Test::StartsWith("op"), true),
            (&["a"], Test::StartsWith("pen"), false),
            (&["l"], Test::Compares(Comparison::More, 1), true),
            (&["n"], Test::Compares(Comparison::Less, 7), false),
            (&["n"], Test::Compares(Comparison::AtMost, 7), true),
            (&["z"], Test::Compares(Comparison::AtLeast, 0), false),
            (&["m", "[0]", "s"], Test::Equals(Literal::Text("deep")), true),
            (&["a"], Test::EqualsInput("state"), true),
            (&["n"], Test::EqualsInput("runId"), true),
            (&["a"], Test::EqualsInput("title"), false),
        ] {
            let condition = Condition::Is(Operand::Here(keys), test);
            assert_eq!(holds(&condition, json!({"runId": "7"}), &here), expected, "{condition:?}");
        }
    }

    #[test]
    fn inputs_and_earlier_responses_are_tested() {
        let nothing = Value::Null;
        assert!(!holds(&Condition::input("state", Test::Present), json!({}), &nothing), "a default is not given");
        assert!(holds(&Condition::input("state", Test::Equals(Literal::Text("open"))), json!({}), &nothing));
        assert!(!holds(&Condition::input("title", Test::Present), json!({"title": null}), &nothing));
        assert!(holds(&Condition::found("found", &[], Test::Present), json!({}), &nothing));
        assert!(holds(&Condition::found("nothing", &[], Test::Absent), json!({}), &nothing));
        assert!(holds(&Condition::found("never sent", &[], Test::Absent), json!({}), &nothing));
        assert!(!holds(&Condition::variable("GHX_NO_SUCH_VARIABLE", Test::Present), json!({}), &nothing));
    }

    #[test]
    fn conditions_are_combined() {
        const YES: Condition = Condition::All(&[]);
        const NO: Condition = Condition::Any(&[]);
        const CLOSED: Condition = Condition::input("state", Test::Equals(Literal::Text("closed")));
        let check = |condition: Condition| holds(&condition, json!({"state": "closed"}), &Value::Null);
        assert!(check(YES) && !check(NO) && check(Condition::Not(&NO)));
        assert!(check(Condition::All(&[YES, YES])) && !check(Condition::All(&[YES, NO])));
        assert!(check(Condition::Any(&[NO, YES])) && !check(Condition::Any(&[NO, NO])));
        assert!(!check(Condition::When(&CLOSED, &NO)) && check(Condition::When(&Condition::Not(&CLOSED), &NO)));
        let empty = Map::new();
        let scope = Scope::before(Inputs::new(&CARD, &empty));
        assert!(!Condition::When(&CLOSED, &YES).applies(&scope), "nothing is tested");
        assert!(Condition::new(&["a"], Test::Present).applies(&scope));
    }
}
