//! Rule 16: a whole number that is sent as GraphQL's `Int` has 32 bits. Its property says so, and larger numbers are refused
//! before anything is sent.

use super::Binder;
use crate::{
    card::{Card, Located, Property, Schema as JsonSchema, Type},
    model::{BoundGraphql, BoundSubject, KeyType, Source},
    operation::GraphqlType,
    problem::{Code, Problem, Problems},
    schema::Schema,
    source::Span,
};

/// The card with the bounds of `Int` at every input that is sent as one.
pub(super) fn bounded(
    binder: &mut Binder<'_>,
    card: &Card,
    graphql: &BoundGraphql,
    main: Option<&BoundSubject>,
) -> Card {
    let mut card = card.clone();
    let lookups = graphql.lookups.iter().map(|lookup| (lookup.each.as_deref(), &lookup.variables));
    let plans = graphql.plans.iter().map(|plan| (None, &plan.variables));
    for (each, variables) in plans.chain(lookups) {
        for variable in variables {
            for (name, ty) in flows(binder.schema, &variable.source, &variable.ty, each, main) {
                let property = card.input.properties.iter_mut().find(|property| property.name.value == name);
                if let Some(property) = property {
                    bound(binder.schema, property, &ty, binder.problems);
                }
            }
        }
    }
    card
}

/// The inputs that fill a variable, and the types of the places that they go to.
fn flows(
    schema: &Schema,
    source: &Source,
    ty: &GraphqlType,
    each: Option<&str>,
    main: Option<&BoundSubject>,
) -> Vec<(String, GraphqlType)> {
    let members = |members: &[(String, Source)]| -> Vec<(String, GraphqlType)> {
        let fields = schema.input_fields(ty.name()).unwrap_or_default();
        let typed = members.iter().filter_map(|(name, source)| {
            let field = fields.iter().find(|field| field.name == name.as_str())?;
            Some((source, GraphqlType((*field.ty).clone())))
        });
        typed.flat_map(|(source, ty)| flows(schema, source, &ty, each, main)).collect()
    };
    match source {
        Source::Input { property, .. } | Source::OrLookup { property, .. } => {
            vec![(property.name.value.clone(), ty.clone())]
        }
        Source::Element => each.map(|each| (each.to_owned(), ty.clone())).into_iter().collect(),
        Source::First(sources) => sources.iter().flat_map(|source| flows(schema, source, ty, each, main)).collect(),
        Source::Object(of) => members(of),
        Source::Choose { cases, .. } => cases.iter().flat_map(|(_, of)| members(of)).collect(),
        Source::Find { question, from_input: Some((property, _)) } => {
            let question = main.and_then(|main| main.questions.iter().find(|known| known.name == *question));
            let number = question.filter(|question| question.key == Some(KeyType::Number));
            let int = GraphqlType(apollo_compiler::ty!(Int));
            number.map(|_| (property.name.value.clone(), int)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn bound(schema: &Schema, property: &mut Property, ty: &GraphqlType, problems: &mut Problems) {
    let at = property.name.span;
    bound_type(schema, &mut property.schema, ty.name(), at, problems);
}

fn bound_type(schema: &Schema, json: &mut JsonSchema, ty: &str, at: Span, problems: &mut Problems) {
    match &mut json.ty {
        Type::Integer { minimum, maximum } if ty == "Int" => {
            for stated in [minimum.as_ref(), maximum.as_ref()].into_iter().flatten() {
                if i32::try_from(stated.value).is_err() {
                    problems.push(beyond(stated));
                }
            }
            maximum.get_or_insert_with(|| Located::new(i64::from(i32::MAX), at));
        }
        Type::Array { items, .. } => bound_type(schema, items, ty, at, problems),
        Type::Object(object) => {
            let fields = schema.input_fields(ty).unwrap_or_default();
            for property in &mut object.properties {
                if let Some(field) = fields.iter().find(|field| field.name == property.name.value.as_str()) {
                    bound(schema, property, &GraphqlType((*field.ty).clone()), problems);
                }
            }
        }
        _ => {}
    }
}

fn beyond(stated: &Located<i64>) -> Problem {
    Problem::error(
        Code::Constraint,
        stated.span,
        format!("{} does not fit GraphQL's `Int`, which has 32 bits", stated.value),
    )
    .label("outside 32 bits")
    .help("write a bound from -2147483648 to 2147483647, or drop it: without one the largest is 2147483647")
}
