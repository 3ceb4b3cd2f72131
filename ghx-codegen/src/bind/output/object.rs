//! Objects, property by property: `fields`, `count`, `equals`, lists.

use super::{Frame, Target, problems, stated};
use crate::{
    bind::{
        path::{self, Found},
        reading::{Reading, Response},
        shape::Shape,
    },
    card::{Located, ObjectSchema, OutputKind, OutputSpec, PathOutput, Property, Type},
    model::{BoundCondition, BoundOutput, Change, OutputSource, OutputValue, Path},
    source::Span,
    yaml::Node,
};

/// `output:` of a route, or `fields:` of an entry.
pub(in crate::bind) struct Entries<'a> {
    pub(in crate::bind) list: &'a [(Located<String>, OutputSpec)],
    /// Its place.
    pub(in crate::bind) at: Span,
}

impl Entries<'_> {
    /// Does one of them take the whole text of a response?
    pub(super) fn take_text(&self) -> bool {
        self.list.iter().any(|(_, entry)| matches!(entry.kind, OutputKind::Text(_)))
    }
}

impl<'s> Reading<'_, 's> {
    pub(super) fn object(
        &mut self,
        schema: &ObjectSchema,
        entries: &Entries<'_>,
        frame: &Frame<'_, 's>,
    ) -> Option<Vec<BoundOutput>> {
        for (name, _) in entries.list.iter().filter(|(name, _)| schema.property(&name.value).is_none()) {
            self.fail(problems::unknown_property(name, schema));
        }
        let mut bound = Vec::new();
        for property in &schema.properties {
            let stated = entries.list.iter().find(|(name, _)| name.value == property.name.value);
            let output = match stated {
                Some((_, spec)) => self.property(property, spec, frame),
                None => self.namesake(property, entries, frame),
            };
            bound.push(output);
        }
        let bound = bound.into_iter().collect::<Option<Vec<_>>>()?;
        self.lint_entries(schema, entries.list);
        Some(bound)
    }

    /// An output without an entry is the field of its own name.
    fn namesake(&mut self, property: &Property, entries: &Entries<'_>, frame: &Frame<'_, 's>) -> Option<BoundOutput> {
        let name = Located::new(property.name.value.clone(), entries.at);
        let known = match frame.response {
            Response::Shape(start) => path::follow(start, &name, self.code()).is_ok(),
            Response::Unknown => return None,
            Response::Text | Response::Location | Response::Nothing => false,
        };
        if !known || frame.top && self.unasked.contains(&name.value) {
            let selection = match frame.response {
                Response::Shape(Shape::Selected(selected)) => selected.places(),
                _ => Vec::new(),
            };
            self.fail(problems::no_path(property, entries.at, self.route, &selection));
            return None;
        }
        self.property(property, &OutputSpec::at(name, entries.at), frame)
    }

    fn property(&mut self, property: &Property, spec: &OutputSpec, frame: &Frame<'_, 's>) -> Option<BoundOutput> {
        let before = self.errors();
        let source = match &spec.kind {
            OutputKind::Path(path) => return self.by_path(property, path, spec.span, frame),
            OutputKind::Input(input) => self.given(property, input)?,
            OutputKind::Literal(value) => self.always(property, value)?,
            OutputKind::Subject(value) => self.of_subject(property, value, frame)?,
            OutputKind::Present(path) => return self.is_present(property, path, frame),
            OutputKind::First(paths) => return self.first(property, paths, spec.span, frame),
            OutputKind::Text(at) => self.text(property, *at, frame)?,
            OutputKind::Page(at) => self.page(property, *at, frame)?,
        };
        let nullable = match &source {
            OutputSource::Literal(value) => value.is_null(),
            OutputSource::Input(input) => self.may_be_unknown(input),
            _ => false,
        };
        if property.schema.nullable && !nullable {
            self.fail(problems::never_null(property, spec.span, self.route, None));
        } else if nullable && !property.schema.nullable {
            self.fail(problems::subject_may_be_unknown(property, spec.span));
        }
        (self.errors() == before).then(|| BoundOutput { source, nullable, ..stated::output(property) })
    }

    fn by_path(
        &mut self,
        property: &Property,
        spec: &PathOutput,
        at: Span,
        frame: &Frame<'_, 's>,
    ) -> Option<BoundOutput> {
        let before = self.errors();
        let start = self.start(spec, frame)?;
        let mut found = self.follow(&start, &spec.path)?;
        found.nullable &= spec.lookup.is_none(); // What a lookup does not find is an error before anything is sent.
        let schema = match &property.schema.ty {
            Type::Array { items, .. } if !spec.count => items,
            _ => &property.schema,
        };
        let expected = frame.expected.iter().find(|output| output.property.name.value == property.name.value);
        let target = Target { property, schema, spec, at, found: &found, start: &start, expected, is_one: true };
        let (keep, change) = (self.kept(&target), self.change(&target));
        let value = if spec.count {
            self.count(&target)?
        } else if let Some(equals) = &spec.equals {
            self.equals(&target, equals)?
        } else if spec.fields.is_some() || found.shape.is_object() && matches!(schema.ty, Type::Object(_)) {
            self.nested(&target)?
        } else {
            self.leaf(&target)?
        };
        let nullable = self.check_null(&target);
        (self.errors() == before).then_some(())?;
        let last = self.calls.last().map(|(last, _)| last);
        let earlier = spec.from.as_ref().map(|from| &from.value).filter(|from| Some(*from) != last);
        let mut source = earlier.map_or(OutputSource::Response, |call| OutputSource::Call(call.clone()));
        if let Some(lookup) = &spec.lookup {
            source = OutputSource::Kept(self.kept_lookup(property, lookup, &found)?);
        }
        let path = frame.prefix.clone().then(found.path);
        Some(BoundOutput { property: property.clone(), source, path, value, change: change?, keep: keep?, nullable })
    }

    /// Where the path starts: at the response of the call that the entry names, or at the object that it is listed under.
    fn start(&mut self, spec: &PathOutput, frame: &Frame<'_, 's>) -> Option<Shape<'s>> {
        match (&spec.from, frame.response) {
            (Some(from), _) if !frame.top => {
                self.fail(problems::from_in_fields(from));
                None
            }
            (Some(from), _) if self.is_graphql() => {
                self.fail(problems::from_on_graphql(from));
                None
            }
            (Some(from), _) => self.call(from),
            (None, _) if spec.lookup.is_some() => self.lookup(spec.lookup.as_ref()?, frame),
            (None, Response::Shape(shape)) => {
                self.gathered.last = true;
                Some(shape.clone())
            }
            (None, Response::Unknown) => None,
            (None, Response::Text | Response::Location | Response::Nothing) => {
                self.fail(problems::not_json(&spec.path, self.code()));
                None
            }
        }
    }

    /// Whether a path is not null.
    fn is_present(
        &mut self,
        property: &Property,
        path: &Located<String>,
        frame: &Frame<'_, 's>,
    ) -> Option<BoundOutput> {
        let before = self.errors();
        let start = self.start(OutputSpec::at(path.clone(), path.span).path()?, frame)?;
        let found = self.follow(&start, path)?;
        self.mark(&found);
        if !found.nullable || found.list() {
            self.fail(problems::present_is_always(path, &path.value));
        }
        if !matches!(property.schema.ty, Type::Boolean) || property.schema.nullable {
            self.fail(problems::present_is_boolean(property));
        }
        let path = frame.prefix.clone().then(found.path);
        (self.errors() == before).then(|| BoundOutput {
            source: OutputSource::Present,
            path,
            ..stated::output(property)
        })
    }

    /// The first of several paths that is not null.
    fn first(
        &mut self,
        property: &Property,
        paths: &[Located<String>],
        at: Span,
        frame: &Frame<'_, 's>,
    ) -> Option<BoundOutput> {
        let before = self.errors();
        let (mut bound, mut words, mut nullable) = (Vec::new(), Some(Vec::new()), true);
        for path in paths {
            let entry = OutputSpec::at(path.clone(), at);
            let spec = entry.path()?;
            let start = self.start(spec, frame)?;
            let found = self.follow(&start, path)?;
            let schema = &property.schema;
            let target =
                Target { property, schema, spec, at, found: &found, start: &start, expected: None, is_one: false };
            let value = self.leaf(&target)?;
            if !nullable {
                self.fail(problems::first_is_never_null(bound.last().map_or(path, |(_, path, _)| *path)));
            }
            nullable &= found.nullable;
            words = words.zip(found.shape.enum_values()).map(|(words, more)| [words, more].concat());
            bound.push((frame.prefix.clone().then(found.path), path, value));
        }
        if bound.len() < 2 {
            self.fail(problems::first_needs_paths(at));
        }
        if let (Type::Enum(values), Some(words)) = (&property.schema.ty, words) {
            let never: Vec<_> = values.iter().filter(|value| !words.contains(&value.value.as_str())).collect();
            if let (false, Some(first)) = (never.is_empty(), paths.first()) {
                self.fail(problems::not_reached(first, &never));
            }
        }
        if nullable != property.schema.nullable {
            self.fail(problems::first_and_null(property, at, nullable));
        }
        let mut paths: Vec<Path> = bound.into_iter().map(|(path, ..)| path).collect();
        (self.errors() == before).then(|| {
            let path = paths.remove(0);
            BoundOutput { source: OutputSource::First(paths), path, nullable, ..stated::output(property) }
        })
    }

    fn count(&mut self, target: &Target<'_, 's>) -> Option<OutputValue> {
        let list = target.found.shape.is_list() && !target.found.list();
        let integer = matches!(target.property.schema.ty, Type::Integer { .. });
        if !list {
            self.fail(problems::count_without_list(target));
        }
        if !integer {
            self.fail(problems::count_is_integer(target));
        }
        (list && integer).then_some(OutputValue::Count)
    }

    /// Whether an enum has one of its values.
    fn equals(&mut self, target: &Target<'_, 's>, equals: &Located<String>) -> Option<OutputValue> {
        self.mark(target.found);
        let shape = &target.found.shape;
        let single = !target.found.list() && !shape.is_list();
        let Some(known) = shape.enum_values().filter(|_| single) else {
            self.fail(problems::equals_needs_enum(equals, target));
            return None;
        };
        if !known.contains(&equals.value.as_str()) {
            self.fail(problems::equals_unknown_value(equals, target, &known));
        }
        if !matches!(target.property.schema.ty, Type::Boolean) {
            self.fail(problems::equals_is_boolean(target));
        }
        self.gathered.enums.insert(shape.type_name().to_owned());
        Some(OutputValue::Equals(equals.value.clone()))
    }

    /// An object, or one per element of a list.
    fn nested(&mut self, target: &Target<'_, 's>) -> Option<OutputValue> {
        let found = target.found;
        let list = matches!(target.property.schema.ty, Type::Array { .. });
        let ends_in_list = found.path.steps.last().is_some_and(|step| step.each);
        let object = match &target.schema.ty {
            Type::Object(object) if list == found.list() && (ends_in_list || !list || self.is_graphql()) => object,
            _ => {
                self.fail(problems::object_or_list(target));
                return None;
            }
        };
        if found.shape.is_list() {
            self.fail(problems::list_of_lists(target));
            return None;
        }
        if !found.shape.is_object() {
            self.fail(problems::not_an_object(target.path().span, found));
            return None;
        }
        let expected = match target.expected.map(|output| &output.value) {
            Some(OutputValue::Object { fields }) => fields.as_slice(),
            _ => &[],
        };
        let fields = target.spec.fields.as_deref().unwrap_or_default();
        self.check_keep(&target.spec.keep, fields);
        let response = Response::Shape(found.shape.clone().never_null());
        let frame = Frame { response: &response, top: false, expected, prefix: Path::default() };
        let entries = Entries { list: fields, at: target.at };
        Some(OutputValue::Object { fields: self.object(object, &entries, &frame)? })
    }

    /// `keep` of a list.
    fn kept(&mut self, target: &Target<'_, 's>) -> Option<Vec<BoundCondition>> {
        let Some(first) = target.spec.keep.first() else { return Some(Vec::new()) };
        let Some(element) = &target.found.element else {
            self.fail(problems::keep_without_list(first, target));
            return None;
        };
        let object = match &target.schema.ty {
            Type::Object(object) => Some(object),
            _ if self.is_graphql() => {
                self.fail(problems::keep_without_fields(target));
                return None;
            }
            _ => None,
        };
        self.keep(&target.spec.keep, element, object)
    }

    /// A leaf is used.
    pub(super) fn mark(&mut self, found: &Found<'s>) {
        let Shape::Selected(at) = &found.shape else { return };
        let leaves = at.field.into_iter().chain(found.also.iter().copied());
        self.gathered.leaves.extend(leaves.map(|field| (at.operation.name.clone(), field.id)));
    }

    /// How a scalar becomes the output.
    fn change(&mut self, target: &Target<'_, 's>) -> Option<Change> {
        let spec = target.spec;
        let pairs = spec.map.iter().flatten();
        Some(Change {
            map: pairs.map(|(from, to)| (from.value.clone(), to.to_json())).collect(),
            present: self.present(target)?,
            without: spec.without.as_ref().map(|text| text.value.clone()),
            nulls: spec.nulls.iter().map(|value| value.value.clone()).collect(),
            default: spec.default.as_ref().map(Node::to_json),
        })
    }
}
