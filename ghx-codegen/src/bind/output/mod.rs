//! Rule 10: every output property has a value on every route, and its type matches GitHub's.
//!
//! ```text
//! object   an object that is read property by property; `fields`, `count`, lists
//! leaf     a scalar of the response: its type, and when it is null
//! words    the values that it can have: those that come, those that are translated, those of the output
//! constant outputs that are not a field of a response
//! lint     what only looks wrong
//! stated   the output of a card without GraphQL
//! ```

mod constant;
mod leaf;
mod lint;
mod object;
mod problems;
mod stated;
mod words;

pub(super) use object::Entries;
pub(super) use stated::{check as check_stated, outputs as stated};

use super::{
    path::Found,
    reading::{Reading, Response},
    shape::Shape,
};
use crate::{
    card::{Located, PathOutput, Property, Route, Schema as JsonSchema},
    model::{BoundOutput, Path},
    source::Span,
};

/// An object that outputs are taken from.
struct Frame<'f, 's> {
    /// The response, or a part of it.
    response: &'f Response<'s>,
    /// Is it the response itself?
    top: bool,
    /// What GraphQL says about the properties, for the other routes.
    expected: &'f [BoundOutput],
    /// The path from the response to it, where outputs have it in front.
    prefix: Path,
}

/// An output property, its entry in the card, and what is at the end of its path.
#[derive(Clone, Copy)]
struct Target<'t, 's> {
    property: &'t Property,
    /// Its schema, or that of its elements.
    schema: &'t JsonSchema,
    spec: &'t PathOutput,
    /// The place of the entry.
    at: Span,
    found: &'t Found<'s>,
    /// Where the path starts.
    start: &'t Shape<'s>,
    expected: Option<&'t BoundOutput>,
    /// Is it the only place that the output comes from?
    is_one: bool,
}

impl Target<'_, '_> {
    /// The name of the property.
    fn name(&self) -> &str {
        &self.property.name.value
    }

    /// The path as written.
    fn path(&self) -> &Located<String> {
        &self.spec.path
    }

    /// Where a contradiction between the schema and the response is reported: a selection is made for the schema, whereas
    /// other responses are as they are.
    fn place(&self) -> Span {
        match self.found.shape {
            Shape::Selected(_) => self.schema.span,
            Shape::Json { .. } => self.spec.path.span,
        }
    }
}

impl Reading<'_, '_> {
    /// The whole output, in the order of the output schema. `root` is where paths start.
    pub(super) fn outputs(
        &mut self,
        root: Option<&Located<String>>,
        entries: &Entries<'_>,
    ) -> Option<Vec<BoundOutput>> {
        let (schema, expected) = (&self.card.output, self.expected);
        let last = self.calls.last().map_or(Response::Unknown, |(_, response)| response.clone());
        if matches!(last, Response::Text) && self.route == Route::Rest && !entries.take_text() {
            self.fail(problems::text_unused(entries.at));
        }
        let (response, prefix) = match (root, last) {
            (Some(root), Response::Shape(start)) => {
                let base = self.follow(&start, root)?;
                if !base.shape.is_object() {
                    self.fail(problems::not_an_object(root.span, &base));
                    return None;
                }
                if base.nullable || base.list() {
                    self.fail(problems::root_is_not_one_object(root, &base));
                }
                (Response::Shape(base.shape), base.path)
            }
            (_, last) => (last, Path::default()),
        };
        let frame = Frame { response: &response, top: true, expected, prefix };
        self.object(schema, entries, &frame)
    }
}
