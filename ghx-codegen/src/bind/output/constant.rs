//! Outputs that are not a field of a response: inputs, literals, whole texts and pages.

use super::{Frame, problems};
use crate::{
    bind::{
        literal,
        reading::{Reading, Response},
        route,
    },
    card::{Located, ObjectSchema, Property, Schema as JsonSchema, Type},
    model::OutputSource,
    source::Span,
    yaml::Node,
};

impl Reading<'_, '_> {
    /// An output that repeats an input.
    pub(super) fn given(&mut self, property: &Property, input: &Located<String>) -> Option<OutputSource> {
        self.not_on_graphql("input", input.span)?;
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
        self.not_on_graphql("literal", value.span)?;
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

    fn not_on_graphql(&mut self, key: &str, at: Span) -> Option<()> {
        if self.is_graphql() {
            self.fail(problems::not_on_graphql(key, at));
            return None;
        }
        Some(())
    }
}

/// Is it `hasNextPage` and `endCursor`, and nothing else?
fn is_page(object: &ObjectSchema) -> bool {
    let next = object.property("hasNextPage").filter(|p| matches!(p.schema.ty, Type::Boolean) && !p.schema.nullable);
    let is_text = |ty: &Type| matches!(ty, Type::String { format: None, node: None, .. });
    let cursor = object.property("endCursor").filter(|p| is_text(&p.schema.ty) && p.schema.nullable);
    let required = [next, cursor].into_iter().flatten().filter(|property| property.required).count();
    required == 2 && object.properties.len() == 2
}
