//! Outputs with a path: a value, an object, or a list of either.

use super::{Entries, Frame, below, mismatch};
use crate::{
    bind::route::{
        Context, Response, condition,
        leaf::Leaf,
        response::{self, Found},
        sent,
    },
    card::{Located, ObjectSchema, PathTake, Property, Type},
    model::{BoundCondition, BoundField, BoundOutput, OutputValue, Place, Take},
    problem::Code,
    schema::Described,
    source::Span,
};

/// A property, its entry in the card, and the object that its path starts at.
pub(super) struct ByPath<'p, 's> {
    pub(super) property: &'p Property,
    pub(super) spec: &'p PathTake,
    pub(super) at: Span,
    pub(super) frame: &'p Frame<'p, 's>,
}

impl<'s> ByPath<'_, 's> {
    pub(super) fn take<'a: 's>(&self, context: &mut Context<'a>) -> Option<Take> {
        let (property, spec) = (self.property, self.spec);
        let start = self.start(context)?;
        let found = response::follow(context, &start, &spec.path)?;
        let place = self.place(context, &found);
        let value = found.list.as_ref().map_or(&found.value, |(element, _)| element);
        let fields = spec.fields.as_deref().or((self.is_object() && value.can_be("object")).then_some(&[]));
        match (fields, &found.list) {
            (None, None) if matches!(property.schema.ty, Type::Array { .. }) && !found.value.can_be("array") => {
                self.mismatch(context, "a single value")
            }
            (None, None) => {
                let name = below(self.frame, property);
                Some(Take::Value(self.leaf(&name).pick(context, &property.schema, &found, place)?))
            }
            (None, Some((element, keys))) => self.values(context, &found, (element, keys), place),
            (Some(fields), None) => self.one_object(context, &found, fields, place),
            (Some(fields), Some((element, keys))) => {
                let object = match &property.schema.ty {
                    Type::Array { items, .. } if keys.is_empty() => match &items.ty {
                        Type::Object(object) => Some(object),
                        _ => None,
                    },
                    _ => None,
                };
                let Some(object) = object else { return self.mismatch(context, "a list of objects") };
                only_fields(context, spec);
                not_null(context, property, &found, &spec.path);
                let keep = keep(context, spec, element);
                condition::check_keep(context, &spec.keep, fields);
                let fields = self.nested(context, object, fields, element)?;
                let item = Take::Object { at: Place { call: None, keys: Vec::new() }, nullable: false, fields };
                Some(Take::List { at: place, keep: keep?, item: Box::new(item) })
            }
        }
    }

    /// Is the property an object, or a list of objects?
    fn is_object(&self) -> bool {
        match &self.property.schema.ty {
            Type::Array { items, .. } => matches!(items.ty, Type::Object(_)),
            ty => matches!(ty, Type::Object(_)),
        }
    }

    /// Where the path starts: at the response of the call that the entry names, or at the object that it is listed under.
    fn start<'a: 's>(&self, context: &mut Context<'a>) -> Option<Described<'s>> {
        let spec = self.spec;
        match (&spec.from, self.frame.response) {
            (Some(from), _) if !self.frame.top => {
                let message = "paths under `fields` start at the object, so `from` is not allowed";
                context.refuse(Code::UnknownKey, from.span, message, "not allowed here", "move it out of `fields`");
                None
            }
            (Some(from), _) => sent::call(context, from),
            (None, Response::Json(response)) => {
                context.last_taken = true;
                Some(response.clone())
            }
            (None, Response::Unknown) => None,
            (None, Response::Text | Response::Location | Response::Nothing) => {
                let message = format!("`{}` is a path into JSON, but the response is not JSON", spec.path.value);
                let help = "take it from another call with `from:`, or from an input";
                context.refuse(context.code(), spec.path.span, message, "no JSON to take it from", help);
                None
            }
        }
    }

    /// Where the value is. The last call needs no name, since paths start at its response by default.
    fn place(&self, context: &Context<'_>, found: &Found<'_>) -> Place {
        let last = context.calls.last().map(|call| call.id.as_str());
        let call = self.spec.from.as_ref().map(|from| from.value.as_str()).filter(|from| Some(*from) != last);
        Place { call: call.map(str::to_owned), keys: found.keys.clone() }
    }

    /// What GraphQL says about the property.
    fn expected(&self) -> Option<&BoundOutput> {
        self.frame.outputs.iter().find(|output| output.property.name.value == self.property.name.value)
    }

    fn leaf<'l>(&'l self, path: &'l str) -> Leaf<'l> {
        Leaf { property: self.property, spec: self.spec, expected: self.expected(), path }
    }

    /// A list of values.
    fn values(
        &self,
        context: &mut Context<'_>,
        found: &Found<'_>,
        (element, keys): (&Described<'_>, &[String]),
        place: Place,
    ) -> Option<Take> {
        let Type::Array { items, .. } = &self.property.schema.ty else {
            return self.mismatch(context, "a list");
        };
        not_null(context, self.property, found, &self.spec.path);
        let keep = keep(context, self.spec, element);
        let name = below(self.frame, self.property);
        let place_in_element = Place { call: None, keys: keys.to_vec() };
        let item = Take::Value(self.leaf(&name).pick(context, items, found, place_in_element)?);
        Some(Take::List { at: place, keep: keep?, item: Box::new(item) })
    }

    fn one_object(&self, context: &mut Context<'_>, found: &Found<'_>, fields: &Entries, place: Place) -> Option<Take> {
        let Type::Object(object) = &self.property.schema.ty else {
            return self.mismatch(context, "an object");
        };
        only_fields(context, self.spec);
        let nullable = found.nullable;
        self.leaf(&below(self.frame, self.property)).check_null(context, &self.property.schema, nullable);
        let fields = self.nested(context, object, fields, &found.value)?;
        Some(Take::Object { at: place, nullable, fields })
    }

    fn nested(
        &self,
        context: &mut Context<'_>,
        object: &ObjectSchema,
        fields: &Entries,
        value: &Described<'_>,
    ) -> Option<Vec<BoundField>> {
        let path = &self.spec.path;
        if !value.can_be("object") {
            let message = format!("`{}` is not an object", path.value);
            let help = "drop `fields`, or use a path to an object";
            context.refuse(Code::OutputType, path.span, message, &value.describe(), help);
            return None;
        }
        let outputs = match self.expected().map(|output| &output.value) {
            Some(OutputValue::Object { fields, .. }) => fields.as_slice(),
            _ => &[],
        };
        let response = Response::Json(value.clone().never_null());
        let frame = Frame { response: &response, top: false, path: below(self.frame, self.property), outputs };
        super::object(context, object, fields, &frame, self.at)
    }

    fn mismatch(&self, context: &mut Context<'_>, found: &str) -> Option<Take> {
        mismatch(context, self.property, self.spec.path.span, found)
    }
}

fn keep(context: &mut Context<'_>, spec: &PathTake, element: &Described<'_>) -> Option<Vec<BoundCondition>> {
    let element = element.clone().never_null();
    let kept = spec.keep.iter().map(|keep| condition::condition(context, keep, &element));
    let kept: Vec<_> = kept.collect();
    kept.into_iter().collect()
}

/// A list is never null: it is present, or could not be read.
fn not_null(context: &mut Context<'_>, property: &Property, found: &Found<'_>, path: &Located<String>) {
    if found.nullable {
        let message = format!("the list `{}` may be null", property.name.value);
        let help = "mark it with `!` before the brackets if null is an error";
        context.refuse(Code::NullableOutput, path.span, message, "may be null", help);
    }
    if property.schema.nullable {
        let message = format!("`{}` is a list, which is never null here", property.name.value);
        context.refuse(
            Code::NullableOutput,
            property.schema.span,
            message,
            "may be null",
            "drop \"null\" from its type",
        );
    }
}

/// Keys for scalars cannot be used with `fields`.
fn only_fields(context: &mut Context<'_>, spec: &PathTake) {
    let map = spec.map.iter().flatten().map(|(key, _)| key.span).next();
    let present = spec.present.first().map(|(path, _)| path.span);
    let nulls = spec.nulls.first().map(|value| value.span);
    let default = spec.default.as_ref().map(|node| node.span);
    let without = spec.without.as_ref().map(|text| text.span);
    let stated = [("map", map), ("present", present), ("without", without), ("nulls", nulls), ("default", default)];
    for (key, at) in stated.into_iter().filter_map(|(key, at)| Some((key, at?))) {
        let message = format!("`{key}` cannot be used with `fields`");
        context.refuse(Code::UnknownKey, at, message, "not allowed here", "set it on one of the fields");
    }
}
