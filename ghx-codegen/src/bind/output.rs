//! Rule 10: every output property comes from somewhere, and its type says what GitHub says.

use super::{
    Binder, crossed, fit,
    path::{self, Resolved, Start},
    plan::{Scope, Used},
};
use crate::{
    card::{Located, ObjectSchema, OutputSpec, Property, Schema as JsonSchema, Type},
    model::{BoundKeep, BoundOutput, OutputValue, Path},
    operation::Operation,
    problem::{Code, Problem},
    source::Span,
    suggest,
};
use apollo_compiler::schema::ExtendedType;

/// `output:` of a route, or of a part of it.
pub(super) struct Entries<'a> {
    pub(super) list: &'a [(Located<String>, OutputSpec)],
    /// Where it stands.
    pub(super) at: Span,
}

/// The outputs of one operation, in the order of the output schema.
pub(super) fn bind(
    binder: &mut Binder<'_>,
    scope: &Scope<'_>,
    operation: &Operation,
    root: Option<&Located<String>>,
    entries: &Entries<'_>,
    used: &mut Used,
) -> Option<Vec<BoundOutput>> {
    let base = match root {
        None => None,
        Some(root) => Some(path::resolve(binder, &Start::root(operation), root)?),
    };
    let start = match &base {
        None => Start::root(operation),
        Some(base) => below(binder, operation, base, root.map_or(scope.route.span, |r| r.span))?,
    };
    let prefix = base.as_ref().map(|b| b.path.clone()).unwrap_or_default();
    if let (Some(base), Some(root)) = (&base, root)
        && (base.nullable || base.list)
    {
        binder.fail(
            &operation.name,
            Problem::error(Code::NullableOutput, root.span, "`root` does not lead to one thing that is always there")
                .label(if base.list { "a list" } else { "may be null" })
                .related(base.field.span, "selected here")
                .help("start output paths at a field that cannot be null, or mark it with `!`"),
        );
    }
    let mut outputs = Outputs { scope, operation, used };
    outputs.object(binder, &scope.card.output, entries.list, &start, &prefix, entries.at)
}

fn below<'s>(binder: &mut Binder<'_>, operation: &'s Operation, base: &Resolved<'s>, at: Span) -> Option<Start<'s>> {
    let Some(shape) = &base.field.shape else {
        binder.fail(
            &operation.name,
            Problem::error(Code::PathNotSelected, at, "this path leads to a value, not to an object")
                .label("a leaf")
                .related(base.field.span, "selected here")
                .help("let it lead to an object"),
        );
        return None;
    };
    let anchored = base.path.steps.last().is_some_and(|s| s.anchor || !s.nullable || s.each);
    Some(Start { operation, shape, depth: base.path.steps.len(), field: Some(base.field), anchored })
}

struct Outputs<'a> {
    scope: &'a Scope<'a>,
    operation: &'a Operation,
    used: &'a mut Used,
}

impl Outputs<'_> {
    fn object(
        &mut self,
        binder: &mut Binder<'_>,
        schema: &ObjectSchema,
        entries: &[(Located<String>, OutputSpec)],
        start: &Start<'_>,
        prefix: &Path,
        at: Span,
    ) -> Option<Vec<BoundOutput>> {
        for (name, _) in entries.iter().filter(|(name, _)| schema.property(&name.value).is_none()) {
            binder.fail(
                &self.operation.name,
                Problem::error(
                    Code::OutputWithoutPath,
                    name.span,
                    format!("`{}` is not a property of the output schema", name.value),
                )
                .label("no such property")
                .help(suggest::help(&name.value, "property", schema.names())),
            );
        }
        let mut bound = Vec::new();
        for property in &schema.properties {
            let entry = entries.iter().find(|(name, _)| name.value == property.name.value);
            let Some((_, spec)) = entry else {
                binder.fail(
                    &self.operation.name,
                    Problem::error(
                        Code::OutputWithoutPath,
                        property.name.span,
                        format!("nothing says where the output `{}` comes from", property.name.value),
                    )
                    .label("no path")
                    .related(at, "not listed here")
                    .help(format!("add `{}: <path into the response>`", property.name.value)),
                );
                bound.push(None);
                continue;
            };
            bound.push(self.property(binder, property, spec, start, prefix));
        }
        let bound = bound.into_iter().collect::<Option<Vec<_>>>()?;
        crossed::outputs(binder, self.operation, entries);
        Some(bound)
    }

    fn property(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        spec: &OutputSpec,
        start: &Start<'_>,
        prefix: &Path,
    ) -> Option<BoundOutput> {
        let resolved = path::resolve(binder, start, &spec.path)?;
        let before = binder.problems.len();
        let value = if spec.count {
            self.count(binder, property, spec, &resolved)?
        } else if let Some(equals) = &spec.equals {
            self.equals(binder, property, equals, &resolved)?
        } else if let Some(fields) = &spec.fields {
            self.nested(binder, property, spec, fields, &resolved)?
        } else {
            self.leaf(binder, property, spec, &resolved)?
        };
        self.check_null(binder, property, spec, &resolved);
        self.check_default(binder, property, spec);
        let mut path = prefix.clone();
        path.steps.extend(resolved.path.steps);
        let default = spec.default.as_ref().map(crate::yaml::Node::to_json);
        (binder.problems.len() == before).then(|| BoundOutput { property: property.clone(), path, value, default })
    }

    fn count(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        spec: &OutputSpec,
        resolved: &Resolved<'_>,
    ) -> Option<OutputValue> {
        let list = resolved.ty.is_list() && !resolved.list;
        let integer = matches!(property.schema.ty, Type::Integer { .. });
        if !list {
            self.refuse(
                binder,
                Code::ListMismatch,
                spec.path.span,
                "`count` needs a list, and this path does not end at one",
                &resolved_label(resolved),
                resolved.field.span,
                "name a list, without `[]`",
            );
        }
        if !integer {
            self.refuse(
                binder,
                Code::OutputType,
                property.schema.span,
                "a count is an integer",
                &property.schema.ty.describe(),
                resolved.field.span,
                "write `type: integer`",
            );
        }
        (list && integer).then_some(OutputValue::Count)
    }

    /// Whether an enum has one of its values.
    fn equals(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        equals: &Located<String>,
        resolved: &Resolved<'_>,
    ) -> Option<OutputValue> {
        binder.usage.mark(&self.operation.name, resolved.field);
        let name = resolved.ty.name();
        let known = binder.schema.enum_values(name).filter(|_| !resolved.list && !resolved.ty.is_list());
        let Some(known) = known.map(|values| values.into_iter().map(str::to_owned).collect::<Vec<_>>()) else {
            let message = "`equals` compares one value of an enum, and this path does not lead to one";
            let help = "let the path lead to an enum, or drop `equals`";
            let label = resolved_label(resolved);
            self.refuse(binder, Code::OutputType, equals.span, message, &label, resolved.field.span, help);
            return None;
        };
        if !known.contains(&equals.value) {
            let help = suggest::help(&equals.value, "value", known.iter().map(String::as_str));
            let message = format!("`{name}` has no value `{}`", equals.value);
            let label = format!("not a value of `{name}`");
            self.refuse(binder, Code::EnumMismatch, equals.span, &message, &label, resolved.field.span, &help);
            return None;
        }
        if !matches!(property.schema.ty, Type::Boolean) {
            let (label, help) = (property.schema.ty.describe(), "write `type: boolean`");
            let message = "whether a value equals another is a boolean";
            self.refuse(binder, Code::OutputType, property.schema.span, message, &label, resolved.field.span, help);
            return None;
        }
        binder.enums.insert(name.to_owned());
        Some(OutputValue::Equals(equals.value.clone()))
    }

    fn nested(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        spec: &OutputSpec,
        fields: &[(Located<String>, OutputSpec)],
        resolved: &Resolved<'_>,
    ) -> Option<OutputValue> {
        let object = match (&property.schema.ty, resolved.list) {
            (Type::Object(object), false) => object,
            (Type::Array { items, .. }, true) if matches!(items.ty, Type::Object(_)) && !items.nullable => {
                match &items.ty {
                    Type::Object(object) => object,
                    _ => return None,
                }
            }
            (ty, list) => {
                let found = if list { "a list of objects" } else { "an object" };
                let message =
                    format!("`{}` is of type {}, but its path leads to {found}", property.name.value, ty.describe());
                self.refuse(
                    binder,
                    Code::ListMismatch,
                    property.schema.span,
                    &message,
                    &ty.describe(),
                    resolved.field.span,
                    "let the schema and the path agree: `[]` for an array, none for an object",
                );
                return None;
            }
        };
        if resolved.list && resolved.ty.is_list() {
            self.refuse(
                binder,
                Code::ListMismatch,
                spec.path.span,
                "the path leads to a list of lists",
                &resolved_label(resolved),
                resolved.field.span,
                "end it with `[]`",
            );
            return None;
        }
        let start = below(binder, self.operation, resolved, spec.path.span)?;
        let start = Start { anchored: true, ..start };
        let bound = self.object(binder, object, fields, &start, &Path::default(), spec.span)?;
        let keep = match &spec.keep {
            None => None,
            Some(keep) => Some(self.keep(binder, keep, object, resolved)?),
        };
        Some(OutputValue::Object { fields: bound, keep })
    }

    fn keep(
        &mut self,
        binder: &mut Binder<'_>,
        keep: &crate::card::Keep,
        object: &ObjectSchema,
        resolved: &Resolved<'_>,
    ) -> Option<BoundKeep> {
        self.used.inputs.insert(keep.when.value.clone());
        let when = self
            .scope
            .card
            .input(&keep.when.value)
            .filter(|p| matches!(p.schema.ty, Type::Boolean) && !p.may_be_unset() && !p.schema.nullable);
        if when.is_none() {
            let known: Vec<&str> = self
                .scope
                .card
                .input
                .properties
                .iter()
                .filter(|p| matches!(p.schema.ty, Type::Boolean))
                .map(|p| p.name.value.as_str())
                .collect();
            let help = suggest::help(&keep.when.value, "boolean input", known);
            self.refuse(
                binder,
                Code::UnknownName,
                keep.when.span,
                "`when` does not name a boolean input that is required or has a default",
                "not such an input",
                resolved.field.span,
                &help,
            );
        }
        let field =
            object.property(&keep.field.value).filter(|p| matches!(p.schema.ty, Type::Boolean) && !p.schema.nullable);
        if field.is_none() {
            let known: Vec<&str> = object
                .properties
                .iter()
                .filter(|p| matches!(p.schema.ty, Type::Boolean))
                .map(|p| p.name.value.as_str())
                .collect();
            let help = suggest::help(&keep.field.value, "boolean property", known);
            self.refuse(
                binder,
                Code::UnknownName,
                keep.field.span,
                "`field` does not name a boolean property of the elements",
                "not such a property",
                resolved.field.span,
                &help,
            );
        }
        if !resolved.list {
            self.refuse(
                binder,
                Code::ListMismatch,
                keep.when.span,
                "`keep` chooses among the elements of a list",
                "not a list",
                resolved.field.span,
                "drop `keep`, or end the path with `[]`",
            );
            return None;
        }
        Some(BoundKeep { when: when?.clone(), field: field?.name.value.clone(), equals: keep.equals.value })
    }

    fn leaf(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        spec: &OutputSpec,
        resolved: &Resolved<'_>,
    ) -> Option<OutputValue> {
        if resolved.field.shape.is_some() {
            let help = "list the object's properties under `fields:`, or go on to a leaf";
            self.refuse(
                binder,
                Code::OutputType,
                spec.path.span,
                &format!("`{}` leads to an object", spec.path.value),
                &resolved_label(resolved),
                resolved.field.span,
                help,
            );
            return None;
        }
        for field in std::iter::once(resolved.field).chain(resolved.also.iter().copied()) {
            binder.usage.mark(&self.operation.name, field);
        }
        if spec.keep.is_some() {
            self.refuse(
                binder,
                Code::ListMismatch,
                spec.path.span,
                "`keep` chooses among objects",
                "no `fields`",
                resolved.field.span,
                "drop `keep`",
            );
        }
        let list = resolved.list || resolved.ty.is_list();
        let schema = match (&property.schema.ty, list) {
            (Type::Array { items, .. }, true) => items,
            (Type::Array { .. }, false) | (_, true) => {
                let found = if list { "a list" } else { "one value" };
                let message = format!(
                    "`{}` is of type {}, but its path leads to {found}",
                    property.name.value,
                    property.schema.ty.describe()
                );
                self.refuse(
                    binder,
                    Code::ListMismatch,
                    property.schema.span,
                    &message,
                    &property.schema.ty.describe(),
                    resolved.field.span,
                    if list {
                        "write `type: array` with `items:`, or let the path lead to one value"
                    } else {
                        "drop the array, or let the path lead to a list"
                    },
                );
                return None;
            }
            _ => &property.schema,
        };
        self.leaf_type(binder, property, schema, resolved)
    }

    fn leaf_type(
        &mut self,
        binder: &mut Binder<'_>,
        property: &Property,
        schema: &JsonSchema,
        resolved: &Resolved<'_>,
    ) -> Option<OutputValue> {
        let name = resolved.ty.name();
        let ty = binder.schema.ty(name);
        let fits = match (&schema.ty, name, ty) {
            (Type::Integer { .. }, "Int", _)
            | (Type::Boolean, "Boolean", _)
            | (Type::String { format: None, node: None, .. }, "String", _) => true,
            (Type::String { format: None, node, .. }, "ID", _) => self.check_kind(binder, node.as_ref(), resolved),
            (Type::String { format, node: None, .. }, _, Some(ExtendedType::Scalar(scalar)))
                if !scalar.is_built_in() =>
            {
                format.as_ref().is_none_or(|f| fit::scalar_format(name) == Some(f.value.as_str()))
            }
            (Type::Enum(values), _, Some(ExtendedType::Enum(_))) => {
                self.check_enum(binder, values, name, schema.span);
                binder.enums.insert(name.to_owned());
                true
            }
            _ => false,
        };
        if !fits {
            let message = format!(
                "the output `{}` is of type {}, but GitHub returns `{}`",
                property.name.value,
                described(&schema.ty),
                resolved.ty
            );
            let help = match ty {
                Some(ExtendedType::Enum(_)) => {
                    let known = binder.schema.enum_values(name).unwrap_or_default();
                    format!("list the values: `enum: [{}]`", known.join(", "))
                }
                _ => "correct the type in the output schema, or take another field".to_owned(),
            };
            self.refuse(
                binder,
                Code::OutputType,
                schema.span,
                &message,
                &format!("GitHub returns `{}`", resolved.ty),
                resolved.field.span,
                &help,
            );
            return None;
        }
        Some(OutputValue::Leaf { ty: name.to_owned(), kind: resolved.kind() })
    }

    fn check_kind(&mut self, binder: &mut Binder<'_>, node: Option<&Located<String>>, resolved: &Resolved<'_>) -> bool {
        let (Some(node), Some(kind)) = (node, resolved.kind()) else {
            return true;
        };
        if node.value != kind {
            let message = format!("this is the id of a `{kind}`, not of a `{}`", node.value);
            self.refuse(
                binder,
                Code::NodeKind,
                node.span,
                &message,
                "another kind of node",
                resolved.field.span,
                &format!("write `node: {kind}`, or leave it out"),
            );
        }
        true
    }

    fn check_enum(&mut self, binder: &mut Binder<'_>, values: &[Located<String>], name: &str, at: Span) {
        let known: Vec<String> =
            binder.schema.enum_values(name).unwrap_or_default().into_iter().map(str::to_owned).collect();
        let mut meant = Vec::new();
        for value in values.iter().filter(|v| !known.contains(&v.value)) {
            meant.extend(suggest::nearest(&value.value, known.iter().map(String::as_str)));
            let help = suggest::help(&value.value, "value", known.iter().map(String::as_str));
            binder.fail(
                &self.operation.name,
                Problem::error(Code::EnumMismatch, value.span, format!("`{name}` has no value `{}`", value.value))
                    .label(format!("not a value of `{name}`"))
                    .help(help),
            );
        }
        let missing: Vec<&str> = known
            .iter()
            .map(String::as_str)
            .filter(|k| !meant.contains(k) && !values.iter().any(|v| v.value == *k))
            .collect();
        if !missing.is_empty() {
            binder.fail(
                &self.operation.name,
                Problem::error(
                    Code::EnumMismatch,
                    values.last().map_or(at, |v| v.span),
                    format!("`{name}` also has {}", suggest::quoted(&missing)),
                )
                .label("values are missing")
                .help(format!("list all of them: `enum: [{}]`", known.join(", "))),
            );
        }
    }

    /// The schema says exactly when a value can be null.
    fn check_null(&mut self, binder: &mut Binder<'_>, property: &Property, spec: &OutputSpec, resolved: &Resolved<'_>) {
        let name = &property.name.value;
        let nullable = resolved.nullable && spec.default.is_none();
        let at = property.schema.span;
        if nullable && !property.schema.nullable {
            let help = "write `type: [T, \"null\"]`, state a `default` at the output entry, or mark the field with `!` if null means failure";
            self.refuse(
                binder,
                Code::NullableOutput,
                at,
                &format!("`{name}` may be null, but its type does not allow it"),
                "may be null",
                resolved.field.span,
                help,
            );
        }
        if !nullable && property.schema.nullable {
            let help = "drop \"null\" from its type (and the `default`, if there is one, makes null impossible)";
            self.refuse(
                binder,
                Code::NullableOutput,
                at,
                &format!("`{name}` is never null, but its type allows it"),
                "never null",
                resolved.field.span,
                help,
            );
        }
        if !property.required {
            self.refuse(
                binder,
                Code::NullableOutput,
                property.name.span,
                &format!("`{name}` is always there, but is not in `required`"),
                "always there",
                resolved.field.span,
                "add it to `required`; a value that may be missing is null",
            );
        }
        if let (Type::Array { items, .. }, true) = (&property.schema.ty, resolved.list && spec.fields.is_none())
            && items.nullable != resolved.item_nullable
        {
            let message = if resolved.item_nullable {
                format!("elements of `{name}` may be null")
            } else {
                format!("elements of `{name}` are never null")
            };
            self.refuse(
                binder,
                Code::NullableOutput,
                items.span,
                &message,
                "the element type says otherwise",
                resolved.field.span,
                if resolved.item_nullable {
                    "write `items: { type: [T, \"null\"] }`"
                } else {
                    "drop \"null\" from the type of `items`"
                },
            );
        }
    }

    fn check_default(&mut self, binder: &mut Binder<'_>, property: &Property, spec: &OutputSpec) {
        let Some(default) = &spec.default else { return };
        let mut refusals = Vec::new();
        super::literal::refusals(&property.schema, default, &property.name.value, &mut refusals);
        for refusal in refusals {
            binder.fail(
                &self.operation.name,
                Problem::error(
                    Code::Literal,
                    refusal.at,
                    format!("the default of the output does not fit: {}", refusal.why),
                )
                .label("this default")
                .help("write a value of the property's type"),
            );
        }
    }

    #[allow(clippy::too_many_arguments, reason = "a problem has these parts")]
    fn refuse(
        &self,
        binder: &mut Binder<'_>,
        code: Code,
        at: Span,
        message: &str,
        label: &str,
        selected: Span,
        help: &str,
    ) {
        binder.fail(
            &self.operation.name,
            Problem::error(code, at, message).label(label).related(selected, "selected here").help(help),
        );
    }
}

fn resolved_label(resolved: &Resolved<'_>) -> String {
    format!("`{}`", resolved.ty)
}

fn described(ty: &Type) -> String {
    match ty {
        Type::String { format: Some(format), .. } => format!("string of format {}", format.value),
        Type::String { node: Some(_), .. } => "id".to_owned(),
        other => other.describe(),
    }
}
