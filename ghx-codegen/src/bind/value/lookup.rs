//! Values from the card's lookups: one at the end of a path, or names that are matched against nodes.

use super::{Accepts, Filling, Given, Target, fit, input, made, problems};
use crate::{
    bind::{
        kinds,
        path::{self, Resolved, Start},
    },
    card::{CardLookup, Choose, Located, Match, Property, Type, ValueKind},
    model::{Path, Source},
    operation::{FieldShape, GraphqlType, Operation, OperationVariable, Site},
    source::Span,
};

impl<'b> Filling<'_, 'b> {
    /// One value from a lookup.
    pub(super) fn scalar(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        text: &Located<String>,
        lookup: Option<&Located<String>>,
    ) -> Option<Source> {
        let (index, source) = self.asked(lookup, text.span)?;
        let resolved = self.leaf(&source, text)?;
        let each = self.scope.lookups[index].as_ref()?.each.as_ref();
        if each.is_some() && (resolved.list || resolved.ty.is_list()) {
            self.report(problems::list_per_element(text, &resolved));
            return None;
        }
        self.check_shape(variable, &resolved.ty, each.is_some() || resolved.list, text.span)?;
        if let Some(property) = each.and_then(|name| self.scope.card.input(name)) {
            let at = Located::new(property.name.value.clone(), text.span);
            input::presence(self, target, property, &at, false);
        }
        if let Some(kind) = resolved.kind() {
            for kind in resolved.also.iter().map(|field| &field.parent).chain([&kind]) {
                kinds::check(self.binder, &self.operation.name, variable, kind, text.span);
            }
        }
        Some(Source::Lookup { lookup: index, kind: resolved.kind(), path: anchored(resolved.path) })
    }

    /// The lookup that a value names, and its operation; with one lookup the name may be left out.
    fn asked(&mut self, name: Option<&Located<String>>, at: Span) -> Option<(usize, Operation)> {
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
        if index.is_some_and(|index| index >= self.scope.lookups.len()) {
            self.report(problems::later_lookup(name.map_or(at, |name| name.span)));
        }
        let lookup = self.scope.lookups.get(index?)?.as_ref()?;
        Some((index?, self.binder.operations.get(&lookup.operation)?.clone()))
    }

    /// The value at the end of a path in the response of a lookup.
    fn leaf<'s>(&mut self, source: &'s Operation, text: &Located<String>) -> Option<Resolved<'s>>
    where
        'b: 's,
    {
        let resolved = path::resolve(self.binder, &Start::root(source), text)?;
        if resolved.field.shape.is_some() {
            self.binder.fail(&source.name, problems::not_a_leaf(text, &resolved));
            return None;
        }
        self.binder.usage.mark(&source.name, resolved.field);
        resolved.also.iter().for_each(|field| self.binder.usage.mark(&source.name, field));
        Some(resolved)
    }

    /// Names that are matched against the nodes of a lookup's response.
    pub(super) fn matched(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        found: &Match,
    ) -> Option<Source> {
        let names = if found.many { Some(self.names(target, found)?) } else { None };
        let (lookup, source) = self.asked(found.from.as_ref(), found.list.span)?;
        let nodes = self.nodes(&source, &found.list)?;
        let start = Start {
            operation: &source,
            shape: nodes.field.shape.as_ref()?,
            depth: nodes.path.steps.len(),
            field: Some(nodes.field),
            anchored: true,
        };
        let matched = self.node_leaf(&start, &found.by, "match_field");
        let extracted = self.node_leaf(&start, &found.take, "extract_field");
        let (matched, extracted) = (matched?, extracted?);
        if matched.ty.name() != "String" && !found.exact {
            self.binder.fail(&source.name, problems::match_is_not_text(&found.by, &matched));
        }
        self.check_shape(variable, &extracted.ty, found.many, found.take.span)?;
        if let Some(kind) = extracted.kind() {
            kinds::check(self.binder, &self.operation.name, variable, &kind, found.take.span);
        }
        let name = if found.many { None } else { Some(Box::new(self.name(target, variable, found, &matched)?)) };
        let (nodes, match_field, extract_field) = (anchored(nodes.path), matched.path, extracted.path);
        Some(match (names, name) {
            (Some(from_input), _) => Source::MapArray { lookup, from_input, nodes, match_field, extract_field },
            (None, name) => {
                Source::Match { lookup, name: name?, exact: found.exact, nodes, match_field, extract_field }
            }
        })
    }

    /// The one name that is searched for, as a value of the type of the field that holds it.
    fn name(
        &mut self,
        target: &Target<'_>,
        variable: &OperationVariable,
        found: &Match,
        matched: &Resolved<'_>,
    ) -> Option<Source> {
        let ty = GraphqlType(matched.ty.0.clone().non_null());
        let sites = matched.kind().map(|kind| Site::Node { on: vec![kind] }).into_iter().collect();
        let name = OperationVariable { name: found.by.value.clone(), ty, default: None, span: variable.span, sites };
        let target = Target {
            what: format!("`{}` of the nodes", found.by.value),
            name: found.by.value.clone(),
            accepts: Accepts::Graphql(self.binder.schema, name.ty.clone()),
            required: target.required,
            variable: Some(&name),
        };
        super::bind(self, &target, &found.name)
    }

    /// The input that holds the names is an array of strings.
    fn names(&mut self, target: &Target<'_>, found: &Match) -> Option<Property> {
        let ValueKind::Input { input: from_input, .. } = &found.name.kind else { return None };
        let property = input::property(self, from_input)?;
        let is_texts = matches!(
            &property.schema.ty,
            Type::Array { items, .. } if matches!(items.ty, Type::String { .. }) && !items.nullable
        );
        if !is_texts {
            let name = found.from.as_ref().map(|name| name.value.as_str());
            let meant = |lookup: &&CardLookup| name.is_none() || lookup.id.as_ref().map(|id| id.value.as_str()) == name;
            if let Some(lookup) = self.scope.route.lookups.iter().find(meant) {
                self.binder.usage.incomplete(&lookup.operation.name.value);
            }
            self.report(problems::not_an_array_of_strings(&property, from_input));
            return None;
        }
        input::presence(self, target, &property, from_input, false);
        Some(property)
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

    /// A field of the nodes, or of an object in them.
    fn node_leaf<'s>(&mut self, start: &Start<'s>, name: &Located<String>, key: &str) -> Option<Resolved<'s>>
    where
        'b: 's,
    {
        let first = name.value.split('.').next().unwrap_or_default();
        let is_path = name.value.contains('.');
        let is_leaf = |field: &FieldShape| is_path || field.shape.is_none() && !field.ty.is_list();
        let known = start.shape.field(first).is_some_and(|(field, _)| is_leaf(field));
        let resolved = if known { Some(path::resolve(self.binder, start, name)?) } else { None };
        let Some(resolved) = resolved.filter(|found| found.field.shape.is_none() && !found.list) else {
            self.binder.fail(&start.operation.name, problems::not_a_leaf_of_nodes(start, name, key));
            return None;
        };
        self.binder.usage.mark(&start.operation.name, resolved.field);
        Some(resolved)
    }

    /// An object whose members depend on a value that is looked up.
    pub(super) fn choose(&mut self, target: &Target<'_>, choose: &Choose, at: Span) -> Option<Source> {
        let ValueKind::Lookup { path, lookup } = &choose.on.kind else {
            self.report(problems::choose_needs_enum(choose.on.span));
            return None;
        };
        let (index, source) = self.asked(lookup.as_ref(), path.span)?;
        let resolved = self.leaf(&source, path)?;
        let (schema, ty) = (self.binder.schema, resolved.ty.clone());
        let Some(values) = schema.enum_values(ty.name()).filter(|_| !resolved.list && !ty.is_list()) else {
            self.report(problems::choose_needs_enum(path.span));
            return None;
        };
        fit::remember_enums(self.binder, ty.name());
        let case = Target {
            what: target.what.clone(),
            name: target.name.clone(),
            accepts: target.accepts.clone(),
            required: false,
            variable: target.variable,
        };
        let mut cases = Vec::new();
        for (name, members) in &choose.cases {
            if !values.contains(&name.value.as_str()) {
                self.report(fit::enum_value(name, ty.name(), &values));
            }
            cases.push(match made::object(self, &case, members, name.span) {
                Some(Source::Object(members)) => Some((name.value.clone(), members)),
                _ => None,
            });
        }
        let missing: Vec<&str> = values
            .iter()
            .filter(|value| !choose.cases.iter().any(|(name, _)| name.value == **value))
            .copied()
            .collect();
        if !missing.is_empty() && choose.otherwise.is_none() {
            self.report(problems::cases_missing(at, &missing));
        }
        let on = Source::Lookup { lookup: index, kind: None, path: anchored(resolved.path) };
        let otherwise = match &choose.otherwise {
            Some(text) => Some(Box::new(made::message(self, target, text)?)),
            None => None,
        };
        Some(Source::Choose { on: Box::new(on), ty, cases: cases.into_iter().collect::<Option<_>>()?, otherwise })
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
