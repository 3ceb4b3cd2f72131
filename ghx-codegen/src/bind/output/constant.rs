//! Outputs that are not a field of a response: inputs, literals, whole texts and pages.

use super::{Frame, problems};
use crate::{
    bind::{
        literal,
        path::Found,
        reading::{Reading, Response},
        route,
        shape::Shape,
        value,
    },
    card::{Located, ObjectSchema, Property, Schema as JsonSchema, Type},
    model::{BoundVariable, Form, OutputSource, Source},
    operation::GraphqlType,
    source::Span,
    yaml::Node,
};

impl<'s> Reading<'_, 's> {
    /// An output that repeats an input.
    pub(super) fn given(&mut self, property: &Property, input: &Located<String>) -> Option<OutputSource> {
        let source = self.input(input)?;
        let namesake = route::known_input(self.card, self.subjects, &property.name.value);
        if property.name.value != input.value && namesake.is_some() {
            self.fail(problems::other_input(property, input));
        }
        let same = std::mem::discriminant(&source.schema.ty) == std::mem::discriminant(&property.schema.ty);
        if !same || source.may_be_unset() || source.schema.nullable {
            self.fail(problems::input_does_not_fit(property, input, &source));
            return None;
        }
        Some(OutputSource::Input(input.value.clone()))
    }

    /// An output that is always the same.
    pub(super) fn always(&mut self, property: &Property, value: &Node) -> Option<OutputSource> {
        let mut refusals = Vec::new();
        literal::refusals(&property.schema, value, &property.name.value, &mut refusals);
        self.fail_all(refusals.iter().map(problems::literal_does_not_fit));
        refusals.is_empty().then(|| OutputSource::Literal(value.to_json()))
    }

    /// An output that is the whole response.
    pub(super) fn text(&mut self, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<OutputSource> {
        let fits = matches!(
            &property.schema,
            JsonSchema { ty: Type::String { format: None, node: None, .. }, nullable: false, .. }
        );
        if !matches!(frame.response, Response::Text) || !frame.top {
            self.fail(problems::response_is_not_text(at, self.route));
            return None;
        }
        if !fits {
            self.fail(problems::text_is_a_string(property));
            return None;
        }
        self.gathered.last = true;
        Some(OutputSource::Text)
    }

    /// Whether there is a next page.
    pub(super) fn page(&mut self, property: &Property, at: Span, frame: &Frame<'_, '_>) -> Option<OutputSource> {
        if !self.paged || !frame.top {
            self.fail(problems::not_paged(at));
            return None;
        }
        match &property.schema.ty {
            Type::Object(object) if is_page(object) && !property.schema.nullable => Some(OutputSource::Page),
            _ => {
                self.fail(problems::not_a_page(property));
                None
            }
        }
    }

    /// A value of the subject. Its id may have to be looked up; the others are inputs.
    pub(super) fn of_subject(
        &mut self,
        property: &Property,
        value: &Located<String>,
        frame: &Frame<'_, '_>,
    ) -> Option<OutputSource> {
        let inputs = self.subjects.first().map(|subject| &subject.subject.inputs);
        let input = inputs.and_then(|inputs| match value.value.as_str() {
            "owner" => inputs.owner.clone(),
            "name" => inputs.name.clone(),
            "number" => inputs.number.clone(),
            _ => None,
        });
        if let Some(input) = input {
            return self.given(property, &Located::new(input.value, value.span));
        }
        let is_text = matches!(&property.schema.ty, Type::String { format: None, .. });
        if value.value != "id" || inputs.is_none() || !self.is_graphql() || !frame.top || !is_text {
            self.fail(problems::not_of_subject(value, self.route));
            return None;
        }
        let ty = GraphqlType(apollo_compiler::ty!(ID!));
        Some(OutputSource::Kept(BoundVariable { name: kept(property), ty, source: Source::SubjectId(0) }))
    }

    /// Is it an input of the subject that is unknown in some of its forms?
    pub(super) fn may_be_unknown(&self, input: &str) -> bool {
        let Some(main) = self.subjects.first().filter(|_| self.is_graphql()) else { return false };
        let inputs = &main.subject.inputs;
        let of_subject = [&inputs.owner, &inputs.name, &inputs.number].into_iter().flatten();
        let is_number = inputs.number.as_ref().is_some_and(|number| number.value == input);
        let unknown = |form: &Form| *form == Form::Id || *form == Form::Named && is_number;
        of_subject.into_iter().any(|name| name.value == input) && main.forms.iter().any(unknown)
    }

    /// The response of a lookup of the card.
    pub(super) fn lookup(&mut self, name: &Located<String>, frame: &Frame<'_, 's>) -> Option<Shape<'s>> {
        let named = self.lookups.iter().find(|(_, id, _)| id.as_ref() == Some(&name.value));
        let Some((index, _, shape)) = named.filter(|_| frame.top).cloned() else {
            let known = self.lookups.iter().filter_map(|(_, id, _)| id.as_deref()).collect();
            self.fail(problems::unknown_lookup(name, known, frame.top));
            return None;
        };
        self.gathered.lookups.insert(index);
        Some(shape)
    }

    /// A value of a lookup, kept until the response is read.
    pub(super) fn kept_lookup(
        &mut self,
        property: &Property,
        name: &Located<String>,
        found: &Found<'s>,
    ) -> Option<BoundVariable> {
        let (lookup, ..) = *self.lookups.iter().find(|(_, id, _)| id.as_ref() == Some(&name.value))?;
        let Shape::Selected(at) = &found.shape else { return None };
        if found.list() || found.shape.is_list() {
            self.fail(problems::list_of_a_lookup(name));
        }
        let (path, ty) = (value::anchored(found.path.clone()), GraphqlType(at.ty.clone()?.0.non_null()));
        let source = Source::Lookup { lookup, path, kind: found.shape.kind() };
        Some(BoundVariable { name: kept(property), ty, source })
    }
}

/// The name of a value that is kept until the response is read.
fn kept(property: &Property) -> String {
    format!("kept_{}", crate::names::field_name(&property.name.value))
}

/// Is it `hasNextPage` and `endCursor`, and nothing else?
fn is_page(object: &ObjectSchema) -> bool {
    let next = object.property("hasNextPage").filter(|p| matches!(p.schema.ty, Type::Boolean) && !p.schema.nullable);
    let is_text = |ty: &Type| matches!(ty, Type::String { format: None, node: None, .. });
    let cursor = object.property("endCursor").filter(|p| is_text(&p.schema.ty) && p.schema.nullable);
    let required = [next, cursor].into_iter().flatten().filter(|property| property.required).count();
    required == 2 && object.properties.len() == 2
}
