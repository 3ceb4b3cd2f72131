//! Conditions that can be true and can be false: `guard`, `keep`, and the predicates of `suitability`.

mod predicate;
mod problems;
mod suitability;

pub(super) use suitability::bind as suitability;

use super::{
    literal,
    reading::{Reading, Response},
    shape::{Scalar, Shape},
    value::{Accepts, fit},
};
use crate::{
    card::{ConditionSpec, GuardSpec, Located, ObjectSchema, OperandSpec, OutputSpec, Property, TestSpec, Type},
    model::{BoundCondition, BoundGuard, BoundOutput, Operand, OutputValue, Test},
    problem::{Code, Problem},
    source::Span,
    yaml::Node,
};
use serde_json::Value as Json;

impl<'s> Reading<'_, 's> {
    /// The guards of a call, on its response.
    pub(super) fn guards(&mut self, guards: &[GuardSpec], response: &Response<'s>) -> Option<Vec<BoundGuard>> {
        let bound = guards.iter().map(|guard| {
            let shape = match response {
                Response::Shape(shape) => shape,
                Response::Unknown => return None,
                Response::Text | Response::Location | Response::Nothing => {
                    self.fail(problems::guard_without_json(guard));
                    return None;
                }
            };
            Some(BoundGuard {
                condition: self.condition(&guard.condition, shape)?,
                otherwise: guard.otherwise.value.clone(),
                message: guard.message.value.clone(),
            })
        });
        let bound: Vec<_> = bound.collect();
        bound.into_iter().collect()
    }

    /// `keep` of a list of objects with these properties, or of values.
    pub(super) fn keep(
        &mut self,
        keep: &[ConditionSpec],
        element: &Shape<'s>,
        object: Option<&ObjectSchema>,
    ) -> Option<Vec<BoundCondition>> {
        let bound: Vec<_> = keep
            .iter()
            .map(|spec| match &spec.operand {
                OperandSpec::Field(field) => self.field(spec, field, element, object?),
                OperandSpec::Path(_) => self.condition(spec, &element.clone().never_null()),
            })
            .collect();
        bound.into_iter().collect()
    }

    /// One condition on a response, or on an element of it.
    fn condition(&mut self, spec: &ConditionSpec, start: &Shape<'s>) -> Option<BoundCondition> {
        let text = spec.operand.text();
        let when = match &spec.when {
            None => None,
            Some((input, value)) => Some(self.when(input, value)?),
        };
        // The opposite test does not count.
        let flipped = text.value == self.facts.pull_requests.member && !matches!(spec.test, TestSpec::Absent);
        if !flipped {
            self.gathered.tested.insert(text.value.clone());
        }
        let before = self.errors();
        let found = self.plain(start, text)?;
        let is = match &spec.test {
            TestSpec::Absent | TestSpec::Present => {
                if !found.nullable {
                    self.fail(problems::always_present(text, spec.span));
                }
                if matches!(spec.test, TestSpec::Absent) { Test::Absent } else { Test::Present }
            }
            TestSpec::Equals(value) => {
                let (mut unfit, what) = (Vec::new(), format!("`{}`", text.value));
                if let Shape::Json { described, .. } = &found.shape {
                    fit::literal(value, &Accepts::Json(described.clone()), &what, &mut unfit);
                }
                self.fail_all(unfit.into_iter().map(|problem| Problem { code: Code::Condition, ..problem }));
                Test::Equals(value.to_json())
            }
            TestSpec::Contains(part) => {
                if !matches!(found.shape.scalar(), Scalar::Text | Scalar::Id) {
                    self.fail(problems::not_text(text, spec.span, &found.shape));
                }
                Test::Contains(part.value.clone())
            }
        };
        (self.errors() == before).then_some(BoundCondition { when, operand: Operand::Path(found.path), test: is })
    }

    /// `{ when: unresolvedOnly, field: isResolved, equals: false }`.
    fn field(
        &mut self,
        spec: &ConditionSpec,
        field: &Located<String>,
        element: &Shape<'s>,
        object: &ObjectSchema,
    ) -> Option<BoundCondition> {
        let (input, TestSpec::Equals(equals)) = (&spec.when.as_ref()?.0, &spec.test) else { return None };
        self.gathered.inputs.insert(input.value.clone());
        let inputs = &self.card.input;
        let when = inputs.property(&input.value).filter(|p| is_boolean(p) && !p.may_be_unset());
        if when.is_none() {
            self.fail(problems::keep_when(input, inputs, element));
        }
        let property = object.property(&field.value).filter(|p| is_boolean(p));
        if property.is_none() {
            self.fail(problems::keep_field(field, object, element));
        }
        let when = Some((when?.name.value.clone(), Json::Bool(true)));
        let operand = Operand::Field(property?.name.value.clone());
        Some(BoundCondition { when, operand, test: Test::Equals(equals.to_json()) })
    }

    fn when(&mut self, input: &Located<String>, value: &Node) -> Option<(String, Json)> {
        let property = self.input(input)?;
        let mut refusals = Vec::new();
        literal::refusals(&property.schema, value, &input.value, &mut refusals);
        self.fail_all(refusals.iter().map(problems::never_applies));
        refusals.is_empty().then(|| (input.value.clone(), value.to_json()))
    }

    /// A condition without `when` must not fix the value of an output.
    pub(super) fn check_keep(&mut self, keep: &[ConditionSpec], fields: &[(Located<String>, OutputSpec)]) {
        for condition in keep.iter().filter(|condition| condition.when.is_none()) {
            let path = condition.operand.text();
            let takes =
                |spec: &OutputSpec| spec.path().is_some_and(|p| p.path.value.trim_end_matches('!') == path.value);
            let shown = fields.iter().find(|(_, spec)| takes(spec));
            if let (TestSpec::Equals(_), Some((name, _))) = (&condition.test, shown) {
                self.fail(problems::always_the_same(name, path.span));
            }
        }
    }
}

fn is_boolean(property: &Property) -> bool {
    matches!(property.schema.ty, Type::Boolean) && !property.schema.nullable
}

/// Input values that are sent as the same value, and where.
pub(super) type Alike = (String, Vec<String>, Span);

/// Input values that are sent as the same value need a `keep` each that tells them apart.
pub(super) fn check_alike(alike: Vec<Alike>, outputs: &[BoundOutput]) -> Vec<Problem> {
    let mut kept = Vec::new();
    whens(outputs, &mut kept);
    let mut problems = Vec::new();
    for (input, values, at) in alike {
        let told = |value: &String| kept.contains(&(input.clone(), value.clone().into()));
        if let Some(other) = values.iter().find(|value| !told(value)) {
            problems.push(problems::sent_alike(&input, &values, other, at));
        }
    }
    problems
}

/// The inputs and values for which a list keeps only some elements.
fn whens(outputs: &[BoundOutput], kept: &mut Vec<(String, Json)>) {
    for output in outputs {
        kept.extend(output.keep.iter().filter_map(|condition| condition.when.clone()));
        if let OutputValue::Object { fields } = &output.value {
            whens(fields, kept);
        }
    }
}
