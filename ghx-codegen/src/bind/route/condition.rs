//! `guard` and `keep`: conditions that can be true and can be false.

use super::{Context, Response, response};
use crate::{
    bind::{
        literal,
        value::{Accepts, fit},
    },
    card::{ConditionSpec, GuardSpec, Located, TakeKind, TakeSpec, TestSpec},
    model::{BoundCondition, BoundField, BoundGuard, Take, Test},
    problem::{Code, Problem},
    schema::Described,
    suggest,
    yaml::Node,
};
use serde_json::Value as Json;

pub(super) fn guards(
    context: &mut Context<'_>,
    guards: &[GuardSpec],
    response: &Response<'_>,
) -> Option<Vec<BoundGuard>> {
    let bound = guards.iter().map(|guard| {
        let response = match response {
            Response::Json(response) => response,
            Response::Unknown => return None,
            Response::Text | Response::Location | Response::Nothing => {
                let message = "a guard needs a JSON response, and this one is not JSON";
                context.refuse(Code::Condition, guard.condition.path.span, message, "no JSON", "drop the guard");
                return None;
            }
        };
        Some(BoundGuard {
            condition: condition(context, &guard.condition, response)?,
            otherwise: guard.otherwise.value.clone(),
            message: guard.message.value.clone(),
        })
    });
    let bound: Vec<_> = bound.collect();
    bound.into_iter().collect()
}

/// One condition on a response, or on an element.
pub(super) fn condition(
    context: &mut Context<'_>,
    spec: &ConditionSpec,
    start: &Described<'_>,
) -> Option<BoundCondition> {
    let when = match &spec.when {
        None => None,
        Some((input, value)) => Some(when(context, input, value)?),
    };
    // The opposite test does not count.
    let flipped =
        spec.path.value == context.schema.facts.pull_requests.member && !matches!(spec.test, TestSpec::Absent);
    if !flipped {
        context.asked.insert(spec.path.value.clone());
    }
    let found = response::plain(context, start, &spec.path)?;
    let before = context.problems.errors();
    let test = test(context, spec, &found);
    (context.problems.errors() == before).then_some(BoundCondition { when, path: found.keys, test })
}

/// The test, which must be able to be true and to be false.
fn test(context: &mut Context<'_>, spec: &ConditionSpec, found: &response::Found<'_>) -> Test {
    match &spec.test {
        TestSpec::Absent | TestSpec::Present => {
            if !found.nullable {
                let message = format!("`{}` is always present", spec.path.value);
                let help = "test its value, or drop the condition";
                context.refuse(Code::Condition, spec.span, message, "never absent", help);
            }
            if matches!(spec.test, TestSpec::Absent) { Test::Absent } else { Test::Present }
        }
        TestSpec::Equals(value) => {
            let mut unfit = Vec::new();
            let accepts = Accepts::Json(found.value.clone());
            fit::literal(value, &accepts, &format!("`{}`", spec.path.value), &mut unfit);
            context.problems.extend(unfit.into_iter().map(|problem| Problem { code: Code::Condition, ..problem }));
            Test::Equals(value.to_json())
        }
        TestSpec::Contains(text) => {
            if !found.value.is("string") {
                let message = format!("`{}` is not a string", spec.path.value);
                context.refuse(Code::Condition, spec.span, message, &found.value.describe(), "use `equals`");
            }
            Test::Contains(text.value.clone())
        }
    }
}

/// A condition without `when` must not fix the value of an output.
pub(super) fn check_keep(context: &mut Context<'_>, keep: &[ConditionSpec], fields: &[(Located<String>, TakeSpec)]) {
    for condition in keep.iter().filter(|condition| condition.when.is_none()) {
        let path = condition.path.value.as_str();
        let shown = fields.iter().find(|(_, entry)| match &entry.kind {
            TakeKind::Path(take) => take.path.value.trim_end_matches('!') == path,
            _ => false,
        });
        if let (TestSpec::Equals(_), Some((name, _))) = (&condition.test, shown) {
            let message = format!("`{}` would always have the same value", name.value);
            let help = "add `when` with the input value that the condition is for";
            context.refuse(Code::Condition, condition.path.span, message, "no `when`", help);
        }
    }
}

/// Input values that are sent as the same value need a `keep` each that tells them apart.
pub(super) fn check_alike(context: &mut Context<'_>, output: &[BoundField]) {
    let mut kept = Vec::new();
    for field in output {
        whens(&field.take, &mut kept);
    }
    for (input, values, at) in std::mem::take(&mut context.alike) {
        let told = |value: &String| kept.contains(&(input.clone(), value.clone().into()));
        let alike: Vec<&str> = values.iter().filter(|value| !told(value)).map(String::as_str).collect();
        if !alike.is_empty() {
            let all: Vec<&str> = values.iter().map(String::as_str).collect();
            let message = format!("{} of `{input}` are sent as the same value", suggest::quoted(&all));
            let help = format!("map each to its own value, or add a `keep` with `when: {{ {input}: {} }}`", alike[0]);
            context.refuse(Code::EnumMismatch, at, message, "the same for several values", help);
        }
    }
}

/// The inputs and values for which a list keeps only some elements.
fn whens(take: &Take, kept: &mut Vec<(String, Json)>) {
    match take {
        Take::List { keep, item, .. } => {
            kept.extend(keep.iter().filter_map(|condition| condition.when.clone()));
            whens(item, kept);
        }
        Take::Object { fields, .. } => fields.iter().for_each(|field| whens(&field.take, kept)),
        _ => {}
    }
}

fn when(context: &mut Context<'_>, input: &Located<String>, value: &Node) -> Option<(String, Json)> {
    let property = context.input(input)?;
    let mut refusals = Vec::new();
    literal::refusals(&property.schema, value, &input.value, &mut refusals);
    for refusal in &refusals {
        let message = format!("the condition never applies: {}", refusal.why);
        context.refuse(
            Code::Condition,
            refusal.at,
            message,
            "not a value of the input",
            "write a value that the input can have",
        );
    }
    refusals.is_empty().then(|| (input.value.clone(), value.to_json()))
}
