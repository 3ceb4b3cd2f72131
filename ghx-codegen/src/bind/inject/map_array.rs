//! `map_array`: every name of an input array is matched against the nodes of a lookup's response.

use super::{anchored, problems};
use crate::{
    bind::{
        kinds,
        path::{self, Resolved, Start},
        variable::Filling,
    },
    card::{InjectSource, Located, Property, Type},
    model::Source,
    operation::Operation,
};

impl<'b> Filling<'_, 'b> {
    pub(super) fn map_array(&mut self, inject: &InjectSource) -> Option<Source> {
        let InjectSource::MapArray { from_input, nodes_path, match_field, extract_field, lookup } = inject else {
            return None;
        };
        let index = self.which_lookup(lookup.as_ref(), nodes_path.span)?;
        let property = self.property(from_input);
        if let Some(property) = property {
            self.check_names(property, from_input, index)?;
        }
        let lookup = self.scope.lookups[index].as_ref()?;
        let source = self.binder.operations.get(&lookup.operation)?.clone();
        let nodes = self.nodes(&source, nodes_path)?;
        let start = Start {
            operation: &source,
            shape: nodes.field.shape.as_ref()?,
            depth: nodes.path.steps.len(),
            field: Some(nodes.field),
            anchored: true,
        };
        let matched = self.node_leaf(&start, match_field, "match_field");
        let extracted = self.node_leaf(&start, extract_field, "extract_field");
        let (matched, extracted) = (matched?, extracted?);
        if matched.ty.name() != "String" {
            self.binder.fail(&source.name, problems::match_is_not_text(match_field, &matched));
        }
        self.check_shape(&extracted.ty, true, extract_field.span)?;
        if let Some(kind) = extracted.kind() {
            kinds::check(self.binder, &self.operation.name, self.variable, &kind, extract_field.span);
        }
        Some(Source::MapArray {
            lookup: index,
            from_input: property?.clone(),
            nodes: anchored(nodes.path),
            match_field: matched.path,
            extract_field: extracted.path,
        })
    }

    /// The input that holds the names is an array of strings.
    fn check_names(&mut self, property: &Property, from_input: &Located<String>, lookup: usize) -> Option<()> {
        let is_texts = matches!(
            &property.schema.ty,
            Type::Array { items, .. } if matches!(items.ty, Type::String { .. }) && !items.nullable
        );
        if !is_texts {
            self.binder.usage.incomplete(&self.scope.route.lookups[lookup].operation.name.value);
            self.fail(problems::not_an_array_of_strings(property, from_input));
            return None;
        }
        self.check_presence(property, from_input.span, false);
        Some(())
    }

    /// The list of objects at `nodes_path`, which may end in `[]`.
    fn nodes<'s>(&mut self, source: &'s Operation, nodes_path: &Located<String>) -> Option<Resolved<'s>>
    where
        'b: 's,
    {
        let text = nodes_path.value.strip_suffix("[]").unwrap_or(&nodes_path.value);
        let listed = Located::new(format!("{text}[]"), nodes_path.span);
        let nodes = path::resolve(self.binder, &Start::root(source), &listed)?;
        if nodes.field.shape.is_none() {
            self.binder.fail(&source.name, problems::nodes_without_fields(nodes_path, &nodes));
            return None;
        }
        Some(nodes)
    }

    fn node_leaf<'s>(&mut self, start: &Start<'s>, name: &Located<String>, key: &str) -> Option<Resolved<'s>>
    where
        'b: 's,
    {
        let leaf = start.shape.field(&name.value).filter(|(field, _)| field.shape.is_none() && !field.ty.is_list());
        if leaf.is_none() {
            self.binder.fail(&start.operation.name, problems::not_a_leaf_of_nodes(start, name, key));
            return None;
        }
        let resolved = path::resolve(self.binder, start, name)?;
        self.binder.usage.mark(&start.operation.name, resolved.field);
        Some(resolved)
    }
}
