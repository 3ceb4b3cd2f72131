//! Outputs that are not a field of a response: inputs, literals, whole texts and pages.

use super::{
    Context, Response,
    output::{Frame, mismatch},
};
use crate::{
    bind::literal,
    card::{Located, Property, Route, Schema as JsonSchema, Type},
    model::Take,
    problem::Code,
    source::Span,
    yaml::Node,
};

/// An output that repeats an input.
pub(super) fn given(context: &mut Context<'_>, property: &Property, input: &Located<String>) -> Option<Take> {
    let source = context.input(input)?;
    if property.name.value != input.value && context.known_input(&property.name.value).is_some() {
        let message = format!("the output `{}` is not taken from the input of the same name", property.name.value);
        let help = format!("write `input: {}`", property.name.value);
        context.refuse(Code::UnknownName, input.span, message, "a different input", help);
    }
    let same = std::mem::discriminant(&source.schema.ty) == std::mem::discriminant(&property.schema.ty);
    if !same || source.may_be_unset() || source.schema.nullable {
        let message = format!("the input `{}` does not fit the output `{}`", input.value, property.name.value);
        let help = "name an input of the same type that is always given";
        context.refuse(Code::OutputType, input.span, message, &source.schema.ty.describe(), help);
        return None;
    }
    Some(Take::Input(input.value.clone()))
}

/// An output that is always the same.
pub(super) fn always(context: &mut Context<'_>, property: &Property, value: &Node, path: &str) -> Option<Take> {
    let mut refusals = Vec::new();
    literal::refusals(&property.schema, value, &property.name.value, &mut refusals);
    for refusal in &refusals {
        let message = format!("the literal does not fit the output: {}", refusal.why);
        context.refuse(Code::Literal, refusal.at, message, "this value", "write a value of the property's type");
    }
    if matches!(value.value, crate::yaml::Value::Null) {
        context.nulls.insert(path.to_owned());
        if let Type::Object(object) = &property.schema.ty {
            let mut below = Vec::new();
            super::properties(object, &format!("{path}."), &mut below);
            context.nulls.extend(below.into_iter().map(|(path, _)| path));
        }
    }
    refusals.is_empty().then(|| Take::Literal(value.to_json()))
}

/// An output that is the whole response.
pub(super) fn text(context: &mut Context<'_>, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<Take> {
    let fits = matches!(
        &property.schema,
        JsonSchema { ty: Type::String { format: None, node: None, .. }, nullable: false, .. }
    );
    if !matches!(frame.response, Response::Text) || !frame.top {
        let message = "`text: true` needs a text response, and this one is not text";
        let help =
            if context.route == Route::Rest { "set `accept:` to a media type of text" } else { "drop `jsonFields`" };
        context.refuse(Code::OutputType, at, message, "not text", help);
        return None;
    }
    if !fits {
        let message = format!("the output `{}` is text, so it must be a plain string", property.name.value);
        context.refuse(
            Code::OutputType,
            property.schema.span,
            message,
            &property.schema.ty.describe(),
            "write `type: string`",
        );
        return None;
    }
    context.last_taken = true;
    Some(Take::Text)
}

/// Whether there is a next page.
pub(super) fn page(context: &mut Context<'_>, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<Take> {
    if context.page.is_none() || !frame.top {
        let help = "add `page:` with `size` and `cursor`";
        context.refuse(Code::PageInfo, at, "this route has no paging inputs", "no page", help);
        return None;
    }
    let Type::Object(object) = &property.schema.ty else {
        return mismatch(context, property, at, "whether there is a next page");
    };
    let has = |name: &str, nullable: bool, boolean: bool| {
        object.property(name).is_some_and(|p| {
            let ty = if boolean {
                matches!(p.schema.ty, Type::Boolean)
            } else {
                matches!(p.schema.ty, Type::String { format: None, node: None, .. })
            };
            ty && p.schema.nullable == nullable && p.required
        })
    };
    let fits = has("hasNextPage", false, true)
        && has("endCursor", true, false)
        && object.properties.len() == 2
        && !property.schema.nullable;
    if !fits {
        let message = format!("`{}` is not shaped like page information", property.name.value);
        let help =
            "`hasNextPage` is a boolean, `endCursor` a string or null, both are required and there is nothing else";
        context.refuse(Code::OutputType, property.schema.span, message, "a different shape", help);
        return None;
    }
    context.nulls.insert(format!("{}.endCursor", property.name.value));
    Some(Take::PageInfo)
}
