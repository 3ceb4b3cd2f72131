//! Values from the card's lookups: one at the end of a path, or names that are matched against nodes.

use super::{Filling, Given, Target, input, problems};
use crate::{
    bind::{
        kinds,
        path::{self, Resolved, Start},
    },
    card::{Located, Property, Type, ValueKind, ValueSpec},
    model::{Path, Source},
    operation::{GraphqlType, Operation, OperationVariable},
    source::Span,
};

impl<'b> Filling<'_, 'b> {
    pub(super) fn scalar(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        text: &Located<String>,
        lookup: Option<&Located<String>>,
    ) -> Option<Source> {
        let index = self.which_lookup(lookup, text.span)?;
        let lookup = self.scope.lookups[index].as_ref()?;
        let source = self.binder.operations.get(&lookup.operation)?.clone();
        let resolved = path::resolve(self.binder, &Start::root(&source), text)?;
        if resolved.field.shape.is_some() {
            self.binder.fail(&source.name, problems::not_a_leaf(text, &resolved));
            return None;
        }
        self.binder.usage.mark(&source.name, resolved.field);
        let many = lookup.each.is_some();
        if many && (resolved.list || resolved.ty.is_list()) {
            self.binder.fail(&source.name, problems::list_per_element(text, &resolved));
            return None;
        }
        self.check_shape(variable, &resolved.ty, many || resolved.list, text.span)?;
        if let Some(property) = lookup.each.as_ref().and_then(|name| self.scope.card.input(name)) {
            let at = Located::new(property.name.value.clone(), text.span);
            input::presence(self, target, property, &at, false);
        }
        if let Some(kind) = resolved.kind() {
            kinds::check(self.binder, &self.operation.name, variable, &kind, text.span);
        }
        Some(Source::Lookup { lookup: index, kind: resolved.kind(), path: anchored(resolved.path) })
    }

    /// The lookup that a value names; with one lookup the name may be left out.
    fn which_lookup(&mut self, name: Option<&Located<String>>, at: Span) -> Option<usize> {
        let written = &self.scope.route.lookups;
        let index = match name {
            Some(name) => written.iter().position(|l| l.id.as_ref().is_some_and(|id| id.value == name.value)),
            None if written.len() == 1 => Some(0),
            None => None,
        };
        if name.is_none() && written.len() > 1 && written.iter().any(|lookup| lookup.id.is_none()) {
            // That lookups need names is already reported.
            self.binder.usage.incomplete(&self.operation.name);
            return None;
        }
        if index.is_none() {
            let known: Vec<&str> = written.iter().filter_map(|l| l.id.as_ref().map(|id| id.value.as_str())).collect();
            self.report(problems::unknown_lookup(name, at, &known));
        }
        self.used.lookups.extend(index);
        index
    }

    /// `map_array`: every name of an input array is matched against the nodes of a lookup's response.
    pub(super) fn map_array(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        value: &ValueSpec,
    ) -> Option<Source> {
        let ValueKind::MapArray { from_input, nodes_path, match_field, extract_field, lookup } = &value.kind else {
            return None;
        };
        let index = self.which_lookup(lookup.as_ref(), nodes_path.span)?;
        let property = input::property(self, from_input);
        if let Some(property) = &property {
            self.check_names(target, property, from_input, index)?;
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
        self.check_shape(variable, &extracted.ty, true, extract_field.span)?;
        if let Some(kind) = extracted.kind() {
            kinds::check(self.binder, &self.operation.name, variable, &kind, extract_field.span);
        }
        Some(Source::MapArray {
            lookup: index,
            from_input: property?,
            nodes: anchored(nodes.path),
            match_field: matched.path,
            extract_field: extracted.path,
        })
    }

    /// The input that holds the names is an array of strings.
    fn check_names(
        &mut self,
        target: &Target<'_>,
        property: &Property,
        from_input: &Located<String>,
        lookup: usize,
    ) -> Option<()> {
        if !input::is_texts(property)
            || matches!(&property.schema.ty, Type::Array { items, .. } if matches!(items.ty, Type::Enum(_)))
        {
            self.binder.usage.incomplete(&self.scope.route.lookups[lookup].operation.name.value);
            self.report(problems::not_an_array_of_strings(property, from_input));
            return None;
        }
        input::presence(self, target, property, from_input, false);
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

    /// List or one value, and the named type: what is found fits the variable. `many` is whether `given` is found several times.
    pub(super) fn check_shape(
        &mut self,
        variable: &OperationVariable,
        given: &GraphqlType,
        many: bool,
        at: Span,
    ) -> Option<()> {
        let list = many || given.is_list();
        if list != variable.ty.is_list() {
            self.report(problems::list_or_one(variable, list, at));
            return None;
        }
        if given.name() != variable.ty.name() {
            self.report(problems::wrong_type(variable, given, at));
            return None;
        }
        Some(())
    }
}

/// Null anywhere on a lookup's path means not found.
pub(in crate::bind) fn anchored(mut path: Path) -> Path {
    for step in &mut path.steps {
        step.anchor = true;
        if let Some(narrow) = &mut step.narrow {
            narrow.anchor = true;
        }
    }
    path
}
