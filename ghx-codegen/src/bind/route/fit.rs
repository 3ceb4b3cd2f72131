//! Does a value of a card fit the place in the request?

use crate::{
    card::{ObjectSchema, Schema as JsonSchema, Type},
    problem::Code,
    schema::Described,
    source::Span,
    suggest,
    yaml::{Node, Value},
};

/// Why a value does not fit.
pub(in crate::bind) struct Unfit {
    pub(in crate::bind) code: Code,
    pub(in crate::bind) at: Span,
    pub(in crate::bind) message: String,
    pub(in crate::bind) label: String,
    pub(in crate::bind) help: String,
}

/// Every reason why values of a JSON type cannot be sent there. `what` is the input, `target` the place.
pub(super) fn input(schema: &JsonSchema, accepted: &Described<'_>, what: &str, target: &str, out: &mut Vec<Unfit>) {
    match &schema.ty {
        Type::Enum(values) if accepted.can_be("string") => {
            let Some(words) = accepted.enum_values() else { return };
            for value in values.iter().filter(|value| !words.contains(&value.value.as_str())) {
                out.push(not_accepted(value.span, &value.value, target, &words));
            }
        }
        Type::String { .. } if accepted.can_be("string") => {
            if let Some(words) = accepted.enum_values().filter(|_| accepted.is("string")) {
                out.push(Unfit {
                    code: Code::EnumMismatch,
                    at: schema.span,
                    message: format!("{what} can be any string, but {target} accepts only some values"),
                    label: "any string".to_owned(),
                    help: format!("list them with `enum:`; {}", suggest::help("", "value", words)),
                });
            }
        }
        Type::Integer { .. } if accepted.can_be("integer") || accepted.can_be("number") => {}
        Type::Boolean if accepted.can_be("boolean") => {}
        Type::Array { items, .. } if accepted.can_be("array") => {
            if let Some(accepted) = accepted.items() {
                null_element(items, &accepted, what, target, out);
                input(items, &accepted, &format!("an element of {what}"), target, out);
            }
        }
        Type::Object(object) if accepted.can_be("object") => members(object, accepted, target, out),
        ty => out.push(Unfit {
            code: Code::TypeMismatch,
            at: schema.span,
            message: format!("{what} is of type {}, which does not fit {target}", ty.describe()),
            label: format!("expected {}", accepted.describe()),
            help: "change the input's type, or send it elsewhere".to_owned(),
        }),
    }
}

fn null_element(items: &JsonSchema, accepted: &Described<'_>, what: &str, target: &str, out: &mut Vec<Unfit>) {
    if items.nullable && !accepted.nullable {
        out.push(Unfit {
            code: Code::AbsentSource,
            at: items.span,
            message: format!("elements of {what} may be null, but {target} does not allow null"),
            label: "may be null".to_owned(),
            help: "drop \"null\" from the element type".to_owned(),
        });
    }
}

fn members(object: &ObjectSchema, accepted: &Described<'_>, target: &str, out: &mut Vec<Unfit>) {
    for property in &object.properties {
        let name = &property.name.value;
        match accepted.member(name) {
            Some(member) => input(&property.schema, &member, &format!("`{name}`"), target, out),
            None => out.push(Unfit {
                code: Code::TypeMismatch,
                at: property.name.span,
                message: format!("{target} has no member `{name}`"),
                label: "not a member".to_owned(),
                help: suggest::help(name, "member", accepted.members()),
            }),
        }
    }
    let given = |key: &str| object.property(key).is_some_and(|property| property.required);
    for key in accepted.members().into_iter().filter(|key| accepted.requires(key) && !given(key)) {
        out.push(Unfit {
            code: Code::TypeMismatch,
            at: object.span,
            message: format!("{target} needs `{key}`, which is not always given"),
            label: format!("no required `{key}`"),
            help: format!("add the property `{key}`, and list it in `required`"),
        });
    }
}

/// Every reason why a literal of the card cannot be sent there.
pub(in crate::bind) fn literal(node: &Node, accepted: &Described<'_>, target: &str, out: &mut Vec<Unfit>) {
    let fits = match &node.value {
        Value::Null => accepted.nullable,
        Value::Bool(_) => accepted.can_be("boolean"),
        Value::Int(_) => accepted.can_be("integer") || accepted.can_be("number"),
        Value::Text(text) if accepted.can_be("string") => {
            if let Some(words) = accepted.enum_values().filter(|words| !words.contains(&text.as_str())) {
                out.push(not_accepted(node.span, text, target, &words));
            }
            true
        }
        Value::List(items) if accepted.can_be("array") => {
            if let Some(accepted) = accepted.items() {
                for item in items {
                    literal(item, &accepted, target, out);
                }
            }
            true
        }
        _ => false,
    };
    if !fits {
        out.push(Unfit {
            code: Code::Literal,
            at: node.span,
            message: format!("{} does not fit {target}", node.value.kind()),
            label: format!("expected {}", accepted.describe()),
            help: "write a value that is accepted there".to_owned(),
        });
    }
}

fn not_accepted(at: Span, value: &str, target: &str, words: &[&str]) -> Unfit {
    Unfit {
        code: Code::EnumMismatch,
        at,
        message: format!("{target} does not accept `{value}`"),
        label: "not an accepted value".to_owned(),
        help: suggest::help(value, "value", words.iter().copied()),
    }
}
