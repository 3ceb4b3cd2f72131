//! Checks a value against its type.

use serde_json::{Number, Value};

use super::pointer::Pointer;
use super::{check_members, check_property, describe, format, not_exactly_one, unknown_member, wrong};
use crate::capability::input::marker;
use crate::capability::input::marker::Marker;
use crate::card::{Property, Type};
use crate::display::suggest::did_you_mean;
use crate::error::InputProblem;

type Problems = Vec<InputProblem>;

/// How deeply free JSON may be nested.
const MAX_DEPTH: u32 = 64;

pub(super) fn check(at: &Pointer<'_>, ty: &Type, value: &Value, problems: &mut Problems) {
    match (marker::read(value), ty) {
        (Some(Marker::Ref(_)), _) | (Some(Marker::Text(_)), Type::String { .. }) => return,
        _ => {}
    }
    match (ty, value) {
        (Type::String { .. }, Value::String(text)) => check_string(at, ty, text, problems),
        (Type::Id { .. }, Value::String(id)) => check_id(at, ty, id, problems),
        (Type::Integer { minimum, maximum }, Value::Number(number)) if is_whole(number) => {
            check_range(at, number, *minimum, *maximum, problems);
        }
        (Type::Boolean, Value::Bool(_)) | (Type::Number, Value::Number(_)) => {}
        (Type::Json, _) => check_depth(at, value, problems),
        (Type::Enum(words), Value::String(word)) => check_enum(at, words, word, problems),
        (Type::Array { items, .. }, Value::Array(list)) => {
            check_count(at, ty, list.len(), problems);
            check_items(at, items, list, problems);
        }
        (Type::Object { properties, exactly_one }, Value::Object(members)) => {
            check_object(at, properties, members, problems);
            problems.extend(not_exactly_one(at, exactly_one, members));
        }
        (Type::Map { values, max_properties }, Value::Object(members)) => {
            check_size(at, "key", members.len(), (0, *max_properties), problems);
            for (name, value) in members {
                check_property(&at.member(name), values, value, problems);
            }
        }
        _ => problems.push(wrong_type(at, ty, value)),
    }
}

fn wrong_type(at: &Pointer<'_>, ty: &Type, value: &Value) -> InputProblem {
    let problem = wrong(at, &describe::expected(ty), value);
    match describe::hint(ty, value) {
        Some(hint) => problem.hint(hint),
        None => problem,
    }
}

fn is_whole(number: &Number) -> bool {
    number.is_i64() || number.is_u64()
}

fn check_string(at: &Pointer<'_>, ty: &Type, text: &str, problems: &mut Problems) {
    let Type::String { min_length, max_length, format } = ty else {
        return;
    };
    let length = text.chars().count();
    check_size(at, "character", length, (*min_length, *max_length), problems);
    if let Some(hint) = format.and_then(|format| format::hint(format, text)) {
        let problem = wrong(at, &describe::expected(ty), &Value::from(text));
        problems.push(problem.hint(hint));
    }
}

fn check_id(at: &Pointer<'_>, ty: &Type, id: &str, problems: &mut Problems) {
    if id.is_empty() || id.contains(char::is_whitespace) {
        problems.push(wrong_type(at, ty, &Value::from(id)));
    }
}

fn check_range(at: &Pointer<'_>, number: &Number, minimum: Option<i64>, maximum: Option<i64>, problems: &mut Problems) {
    let above = maximum.unwrap_or(i64::MAX);
    let limit = match (number.as_i64(), minimum) {
        (Some(value), Some(minimum)) if value < minimum => format!("at least {minimum}"),
        (Some(value), _) if value <= above => return,
        _ => format!("at most {above}"),
    };
    let rule = format!("must be {limit}, not {number}");
    let expected = format!("an integer of {limit}");
    problems.push(InputProblem::new(at.to_string(), expected, number.to_string(), rule));
}

fn check_enum(at: &Pointer<'_>, words: &[&str], word: &str, problems: &mut Problems) {
    if words.contains(&word) {
        return;
    }
    let problem = wrong(at, &format!("one of {}", describe::quoted(words)), &word.into());
    problems.push(match did_you_mean(word, words.iter().copied()) {
        Some(hint) => problem.hint(hint),
        None => problem,
    });
}

fn check_count(at: &Pointer<'_>, ty: &Type, count: usize, problems: &mut Problems) {
    if let Type::Array { min_items, max_items, .. } = ty {
        check_size(at, "element", count, (*min_items, *max_items), problems);
    }
}

fn check_size(at: &Pointer<'_>, unit: &str, size: usize, (min, max): (u32, Option<u32>), problems: &mut Problems) {
    let over = max.filter(|max| size > *max as usize);
    let expected = match over {
        _ if size < min as usize => format!("at least {}", count_of(min as usize, unit)),
        Some(max) => format!("at most {}", count_of(max as usize, unit)),
        None => return,
    };
    let given = count_of(size, unit);
    let rule = format!("must have {expected}, not {size}");
    problems.push(InputProblem::new(at.to_string(), expected, given, rule));
}

/// `1 element`, `2 elements`.
fn count_of(count: usize, unit: &str) -> String {
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}

fn check_items(at: &Pointer<'_>, items: &Property, list: &[Value], problems: &mut Problems) {
    for (index, value) in list.iter().enumerate() {
        check_property(&at.item(index), items, value, problems);
    }
}

/// Free JSON is nested as deeply as readers of JSON accept.
fn check_depth(at: &Pointer<'_>, value: &Value, problems: &mut Problems) {
    if !is_within(value, MAX_DEPTH) {
        let expected = format!("JSON of at most {MAX_DEPTH} levels");
        let rule = format!("must be {expected}");
        problems.push(InputProblem::new(at.to_string(), expected, "JSON that is nested more deeply", rule));
    }
}

fn is_within(value: &Value, levels: u32) -> bool {
    let Some(below) = levels.checked_sub(1) else { return false };
    match value {
        Value::Array(items) => items.iter().all(|item| is_within(item, below)),
        Value::Object(members) => members.values().all(|member| is_within(member, below)),
        _ => true,
    }
}

fn check_object(
    at: &Pointer<'_>,
    properties: &[Property],
    members: &serde_json::Map<String, Value>,
    problems: &mut Problems,
) {
    let known: Vec<&str> = properties.iter().map(|property| property.name).collect();
    for name in members.keys().filter(|name| !known.contains(&name.as_str())) {
        problems.push(unknown_member(at, name, &known, "a member of this object"));
    }
    check_members(at, properties, members, problems);
}
