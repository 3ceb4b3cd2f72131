//! Rule 10: every output property has a path, and its type matches GitHub's.

mod leaf;
mod list;
mod null;
mod problems;

use super::{
    Binder,
    path::{self, Resolved, Start},
    plan::{Scope, Used},
    swapped,
};
use crate::{
    card::{self, Located, ObjectSchema, OutputSpec, Property},
    model::{BoundOutput, Path},
    operation::Operation,
    problem::Problem,
    source::Span,
    yaml::Node,
};

/// `output:` of a route, or of a part of it.
pub(super) struct Entries<'a> {
    pub(super) list: &'a [(Located<String>, OutputSpec)],
    /// Its place.
    pub(super) at: Span,
}

/// Binds the outputs of one operation.
pub(super) struct Outputs<'a, 'b> {
    pub(super) binder: &'a mut Binder<'b>,
    pub(super) scope: &'a Scope<'a>,
    pub(super) operation: &'a Operation,
    pub(super) used: &'a mut Used,
}

/// An output property, its entry in the card, and what is at the end of its path.
struct Target<'a> {
    property: &'a Property,
    spec: &'a OutputSpec,
    resolved: &'a Resolved<'a>,
}

impl Outputs<'_, '_> {
    /// The outputs of the operation, in the order of the output schema. `root` is where their paths start.
    pub(super) fn bind(&mut self, root: Option<&Located<String>>, entries: &Entries<'_>) -> Option<Vec<BoundOutput>> {
        let operation = self.operation;
        let schema = &self.scope.card.output;
        let Some(root) = root else {
            return self.object(schema, entries, &Start::root(operation), &Path::default());
        };
        let base = path::resolve(self.binder, &Start::root(operation), root)?;
        let start = self.below(operation, &base, root.span)?;
        if base.nullable || base.list {
            self.fail(problems::root_is_not_one_object(root, &base));
        }
        self.object(schema, entries, &start, &base.path)
    }

    /// The start of paths below the object at the end of a path.
    fn below<'s>(&mut self, operation: &'s Operation, base: &Resolved<'s>, at: Span) -> Option<Start<'s>> {
        let Some(shape) = &base.field.shape else {
            self.fail(problems::not_an_object(at, base));
            return None;
        };
        let anchored = base.path.steps.last().is_some_and(|s| s.anchor || !s.nullable || s.each);
        Some(Start { operation, shape, depth: base.path.steps.len(), field: Some(base.field), anchored })
    }

    fn object(
        &mut self,
        schema: &ObjectSchema,
        entries: &Entries<'_>,
        start: &Start<'_>,
        prefix: &Path,
    ) -> Option<Vec<BoundOutput>> {
        for (name, _) in entries.list.iter().filter(|(name, _)| schema.property(&name.value).is_none()) {
            self.fail(problems::unknown_property(name, schema));
        }
        let mut bound = Vec::new();
        for property in &schema.properties {
            let entry = entries.list.iter().find(|(name, _)| name.value == property.name.value);
            let selected = start.shape.field(&property.name.value).is_some();
            let own = Located::new(property.name.value.clone(), entries.at);
            bound.push(match entry {
                Some((_, spec)) => self.property(property, spec, start, prefix),
                None if selected => self.property(property, &card::output_at(own, entries.at), start, prefix),
                None => {
                    self.fail(problems::no_path(property, entries.at));
                    None
                }
            });
        }
        let bound = bound.into_iter().collect::<Option<Vec<_>>>()?;
        swapped::outputs(self.binder, entries.list);
        Some(bound)
    }

    fn property(
        &mut self,
        property: &Property,
        spec: &OutputSpec,
        start: &Start<'_>,
        prefix: &Path,
    ) -> Option<BoundOutput> {
        let resolved = path::resolve(self.binder, start, &spec.path)?;
        let before = self.binder.problems.errors();
        let target = Target { property, spec, resolved: &resolved };
        let value = if spec.count {
            self.count(&target)?
        } else if let Some(equals) = &spec.equals {
            self.equals(&target, equals)?
        } else if spec.fields.is_some() || resolved.field.shape.is_some() && list::object_of(&target).is_some() {
            self.nested(&target, spec.fields.as_deref().unwrap_or_default())?
        } else {
            self.leaf(&target)?
        };
        self.check_null(&target);
        self.check_default(property, spec);
        let mut path = prefix.clone();
        path.steps.extend(resolved.path.steps);
        let default = spec.default.as_ref().map(Node::to_json);
        (self.binder.problems.errors() == before).then(|| BoundOutput {
            property: property.clone(),
            path,
            value,
            default,
        })
    }

    fn fail(&mut self, problem: Problem) {
        self.binder.fail(&self.operation.name, problem);
    }
}
