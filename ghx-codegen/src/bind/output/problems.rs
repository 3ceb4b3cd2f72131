//! The wording of problems with outputs.

use super::Target;
use crate::{
    bind::{literal::Refusal, path::Found, shape::Shape},
    card::{ConditionSpec, Located, ObjectSchema, Property, Route, Type},
    problem::{Code, Problem},
    source::Span,
    suggest,
    yaml::Node,
};

/// A problem that also points at the field in the document, if there is one.
fn refuse(code: Code, at: Span, message: impl Into<String>, shape: Option<&Shape<'_>>) -> Problem {
    let problem = Problem::error(code, at, message);
    let selected = shape.and_then(Shape::selected);
    selected.into_iter().fold(problem, |problem, at| problem.related(at, "selected here"))
}

fn here(target: &Target<'_, '_>, code: Code, at: Span, message: impl Into<String>) -> Problem {
    refuse(code, at, message, Some(&target.found.shape))
}

// Entries, and what they may say.

pub(super) fn root_is_not_one_object(root: &Located<String>, base: &Found<'_>) -> Problem {
    refuse(Code::NullableOutput, root.span, "`root` must be a single object that is never null", Some(&base.shape))
        .label(if base.list() { "a list" } else { "may be null" })
        .help("start output paths at a field that cannot be null, or mark it with `!`")
}

pub(super) fn not_an_object(at: Span, found: &Found<'_>) -> Problem {
    let code = if found.shape.field().is_some() { Code::PathNotSelected } else { Code::OutputType };
    refuse(code, at, "this path is a value, not an object", Some(&found.shape))
        .label(found.shape.describe())
        .help("use a path to an object, or drop `fields`")
}

pub(super) fn unknown_property(name: &Located<String>, schema: &ObjectSchema) -> Problem {
    let message = format!("`{}` is not a property of the output schema", name.value);
    let help = suggest::help(&name.value, "property", schema.names());
    Problem::error(Code::OutputWithoutPath, name.span, message).label("no such property").help(help)
}

/// `selection` are the places where the field could be selected.
pub(super) fn no_path(property: &Property, entries: Span, route: Route, selection: &[Span]) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message =
        format!("the output `{name}` has no path on the route `{route}`, and the response has no `{name}` here");
    let problem = Problem::error(Code::OutputWithoutPath, entries, message)
        .label("not listed here")
        .related(property.name.span, "this property")
        .help(format!("add `{name}: <path into the response>`"));
    selection.iter().fold(problem, |problem, place| problem.related(*place, format!("`{name}` is not selected here")))
}

pub(super) fn from_in_fields(from: &Located<String>) -> Problem {
    let message = "paths under `fields` start at the object, so `from` is not allowed";
    Problem::error(Code::UnknownKey, from.span, message).label("not allowed here").help("move it out of `fields`")
}

pub(super) fn from_on_graphql(from: &Located<String>) -> Problem {
    Problem::error(Code::UnknownKey, from.span, "a GraphQL route has no calls that `from` can name")
        .label("not allowed here")
        .help("drop `from`")
}

pub(super) fn not_on_graphql(key: &str, at: Span) -> Problem {
    Problem::error(Code::UnknownKey, at, format!("`{key}` is for responses of REST and `gh`"))
        .label("not allowed on a GraphQL route")
        .help("use a path to the value that is meant")
}

pub(super) fn not_json(path: &Located<String>, code: Code) -> Problem {
    Problem::error(code, path.span, format!("`{}` is a path into JSON, but the response is not JSON", path.value))
        .label("no JSON to take it from")
        .help("take it from another call with `from:`, or from an input")
}

// Lists and objects.

pub(super) fn count_without_list(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "`count` needs a path to a list")
        .label(target.found.shape.describe())
        .help("end the path at a list, without `[]`")
}

pub(super) fn count_is_integer(target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, target.property.schema.span, "a count must be an integer")
        .label(target.property.schema.ty.describe())
        .help("write `type: integer`")
}

pub(super) fn equals_needs_enum(equals: &Located<String>, target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, equals.span, "`equals` needs a path to a single enum value")
        .label(target.found.shape.describe())
        .help("use a path to an enum, or drop `equals`")
}

pub(super) fn equals_unknown_value(equals: &Located<String>, target: &Target<'_, '_>, known: &[&str]) -> Problem {
    never_comes(target, equals, known)
}

pub(super) fn equals_is_boolean(target: &Target<'_, '_>) -> Problem {
    here(target, Code::OutputType, target.property.schema.span, "the result of `equals` must be a boolean")
        .label(target.property.schema.ty.describe())
        .help("write `type: boolean`")
}

pub(super) fn object_or_list(target: &Target<'_, '_>) -> Problem {
    let found = if target.found.list() { "a list of objects" } else { "an object" };
    path_leads_to(target, found).help("make the schema and the path match: `[]` for an array, no `[]` for an object")
}

pub(super) fn value_or_list(target: &Target<'_, '_>, list: bool) -> Problem {
    if list {
        path_leads_to(target, "a list").help("write `type: array` with `items:`, or use a path to a single value")
    } else {
        path_leads_to(target, "a single value").help("drop the array, or use a path to a list")
    }
}

fn path_leads_to(target: &Target<'_, '_>, found: &str) -> Problem {
    let ty = target.property.schema.ty.describe();
    let message = format!("`{}` is of type {ty}, but its path is {found}", target.name());
    let is_selected = target.found.shape.field().is_some();
    let at = if is_selected { target.property.schema.span } else { target.path().span };
    let problem = here(target, Code::ListMismatch, at, message);
    if is_selected { problem.label(ty) } else { problem.label(found).related(target.property.schema.span, ty) }
}

pub(super) fn list_of_lists(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "the path is a list of lists")
        .label(target.found.shape.describe())
        .help("end it with `[]`")
}

pub(super) fn keep_without_list(keep: &ConditionSpec, target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, keep.operand.text().span, "`keep` filters the elements of a list")
        .label("not a list")
        .help("drop `keep`, or end the path with `[]`")
}

pub(super) fn keep_without_fields(target: &Target<'_, '_>) -> Problem {
    here(target, Code::ListMismatch, target.path().span, "`keep` filters objects")
        .label("no `fields`")
        .help("drop `keep`")
}

pub(super) fn leads_to_object(target: &Target<'_, '_>) -> Problem {
    let path = target.path();
    here(target, Code::OutputType, path.span, format!("`{}` is an object", path.value))
        .label(target.found.shape.describe())
        .help("list the object's properties under `fields:`, or continue the path to a scalar field")
}

// Types and values.

pub(super) fn wrong_type(target: &Target<'_, '_>, shape: &Shape<'_>, is_id: bool, route: Route) -> Problem {
    let ty = match &target.schema.ty {
        Type::String { .. } if is_id => "id".to_owned(),
        Type::String { format: Some(format), .. } => format!("string of format {}", format.value),
        other => other.describe(),
    };
    let (returned, route) = (shape.describe(), route.as_str());
    let message = format!("the output `{}` is of type {ty}, but the route `{route}` returns {returned}", target.name());
    let help = match (&target.schema.ty, shape.enum_values()) {
        (_, Some(known)) => format!("list the values: `enum: [{}]`", known.join(", ")),
        (Type::Object(_), _) => "list the object's properties under `fields:`".to_owned(),
        _ if shape.is_list() => "write `[]` after the list".to_owned(),
        _ => "fix the type in the output schema, or use another field".to_owned(),
    };
    let problem = here(target, Code::OutputType, target.place(), message).label(returned).help(help);
    if shape.field().is_some() { problem } else { problem.related(target.schema.span, "the output's type") }
}

/// The format that the names of GitHub's fields go with.
pub(super) fn format_of_name(target: &Target<'_, '_>) -> Option<&'static str> {
    let key = target.found.path.steps.last().map_or("", |step| step.key.as_str());
    match key {
        key if key.ends_with("url") => Some("uri"),
        key if key.ends_with("_at") => Some("date-time"),
        _ => None,
    }
}

pub(super) fn undeclared_format(target: &Target<'_, '_>, stated: Option<&str>) -> Problem {
    let (path, named) = (target.path(), format_of_name(target));
    let is =
        |format: Option<&str>| format.map_or("plain text".to_owned(), |format| format!("a string of format {format}"));
    let message = format!("`{}` appears to be {}, but the output is {}", path.value, is(named), is(stated));
    Problem::warning(Code::UndeclaredFormat, path.span, message)
        .label("declared without a format")
        .related(target.schema.span, "the output's type")
        .help("use another field, or correct the format of the output")
}

pub(super) fn wrong_kind(node: &Located<String>, kind: &str, target: &Target<'_, '_>) -> Problem {
    let message = format!("this is the id of a `{kind}`, not of a `{}`", node.value);
    here(target, Code::NodeKind, node.span, message)
        .label("a different kind of node")
        .help(format!("write `node: {kind}`, or leave it out"))
}

pub(super) fn without_needs_text(target: &Target<'_, '_>, without: &Located<String>) -> Problem {
    let message = format!("`without` has nothing to remove from `{}`", target.path().value);
    Problem::error(Code::OutputType, without.span, message).label("not a plain string").help("drop `without`")
}

pub(super) fn present_in_list(path: &Located<String>) -> Problem {
    Problem::error(Code::UnknownKey, path.span, "`present` tests sibling fields, and a list has none")
        .label("no sibling fields")
        .help("use a single field, without `[]`")
}

pub(super) fn present_is_always(path: &Located<String>, key: &str) -> Problem {
    Problem::error(Code::Condition, path.span, format!("`{key}` is always present"))
        .label("never absent")
        .help("name a field that may be null")
}

/// A word that a field never has.
pub(super) fn never_comes(target: &Target<'_, '_>, word: &Located<String>, words: &[&str]) -> Problem {
    let message = format!("`{}` never has the value `{}`", target.path().value, word.value);
    here(target, Code::EnumMismatch, word.span, message).label("not a value of this field").help(suggest::help(
        &word.value,
        "value",
        words.iter().copied(),
    ))
}

pub(super) fn mapped_to_the_same(
    target: &Target<'_, '_>,
    first: &Located<String>,
    from: &Located<String>,
    at: Span,
) -> Problem {
    let message = format!("`{}` and `{}` become the same value of `{}`", first.value, from.value, target.name());
    Problem::error(Code::EnumMismatch, at, message)
        .label("the second")
        .related(first.span, "the first")
        .help("map each to its own value")
}

pub(super) fn mapped_to_other_type(target: &Target<'_, '_>, to: &Node) -> Problem {
    Problem::error(Code::Literal, to.span, format!("this is not a value of the output `{}`", target.name()))
        .label(to.value.kind())
        .help(format!("write a value of type {}", target.schema.ty.describe()))
}

pub(super) fn nulls_need_text(target: &Target<'_, '_>, null: &Located<String>, shape: &Shape<'_>) -> Problem {
    let message = format!("`{}` is not a string, so `nulls` never applies", target.path().value);
    Problem::error(Code::OutputType, null.span, message).label(shape.describe()).help("drop `nulls`")
}

pub(super) fn words_are_unknown(target: &Target<'_, '_>) -> Problem {
    let message = format!("the possible values of `{}` are unknown", target.path().value);
    Problem::error(Code::EnumMismatch, target.path().span, message)
        .label("any string")
        .help("translate them with `map`, or make the output a plain string")
}

/// `last` is the place of the last value that the output can have.
pub(super) fn not_covered(target: &Target<'_, '_>, left: &[&str], words: &[&str], last: Option<Span>) -> Problem {
    let message = format!("`{}` can be {}, which the output cannot be", target.path().value, suggest::quoted(left));
    let is_selected = target.found.shape.field().is_some();
    let at = if is_selected { last.unwrap_or(target.schema.span) } else { target.path().span };
    here(target, Code::EnumMismatch, at, message).label("not all values are listed").help(if is_selected {
        format!("list all of them: `enum: [{}]`", words.join(", "))
    } else {
        "translate them with `map`, list them under `nulls`, or add them to the output's `enum`".to_owned()
    })
}

pub(super) fn not_reached(path: &Located<String>, never: &[&Located<String>]) -> Problem {
    let never: Vec<&str> = never.iter().map(|value| value.value.as_str()).collect();
    let message = format!("`{}` never becomes {}", path.value, suggest::quoted(&never));
    Problem::error(Code::EnumMismatch, path.span, message)
        .label("a value of the output is missing")
        .help("produce it with `map`, `present` or `default`, or drop it from the output's `enum`")
}

pub(super) fn not_in_enum(target: &Target<'_, '_>, value: &Located<String>, values: &[Located<String>]) -> Problem {
    let message = format!("the output `{}` cannot be `{}`", target.name(), value.value);
    let known = values.iter().map(|known| known.value.as_str());
    Problem::error(Code::EnumMismatch, value.span, message).label("not in its `enum`").help(suggest::help(
        &value.value,
        "value",
        known,
    ))
}

// Null.

pub(super) fn may_be_null(target: &Target<'_, '_>, at: Span, route: Route) -> Problem {
    let (name, route) = (target.name(), route.as_str());
    let message = format!("`{name}` may be null on the route `{route}`, but its type does not allow it");
    let help = "set a `default`, mark the field with `!` if null is an error, or write `type: [T, \"null\"]`";
    let problem = here(target, Code::NullableOutput, at, message).label("may be null").help(help);
    let last = target.found.path.steps.last().map_or("", |step| step.key.as_str());
    match &target.found.null_at {
        Some((key, Some(at))) if key != last => problem.related(*at, format!("`{key}` may be null")),
        Some((_, None)) | None if at != target.schema.span => problem.related(target.schema.span, "the output's type"),
        _ => problem,
    }
}

pub(super) fn never_null(property: &Property, at: Span, route: Route, shape: Option<&Shape<'_>>) -> Problem {
    let (name, route) = (&property.name.value, route.as_str());
    let message = format!("`{name}` is never null on the route `{route}`, but its type allows it");
    let help = "drop \"null\" from the type, or list the values that mean null under `nulls`";
    let problem = refuse(Code::NullableOutput, at, message, shape).label("never null").help(help);
    if at == property.schema.span { problem } else { problem.related(property.schema.span, "may be null") }
}

pub(super) fn first_and_null(property: &Property, at: Span, nullable: bool) -> Problem {
    let name = &property.name.value;
    let (message, help) = if nullable {
        (format!("all paths of `{name}` may be null, but its type does not allow it"), "write `type: [T, \"null\"]`")
    } else {
        (format!("`{name}` is never null, but its type allows it"), "drop \"null\" from the type")
    };
    Problem::error(Code::NullableOutput, at, message)
        .label("the type says otherwise")
        .related(property.schema.span, "the output's type")
        .help(help)
}

pub(super) fn list_may_be_null(target: &Target<'_, '_>) -> Problem {
    here(target, Code::NullableOutput, target.path().span, format!("the list `{}` may be null", target.name()))
        .label("may be null")
        .help("mark it with `!` before the brackets if null is an error")
}

pub(super) fn not_required(property: &Property) -> Problem {
    let message = format!("`{}` is always present, but is not in `required`", property.name.value);
    Problem::error(Code::NullableOutput, property.name.span, message)
        .label("always present")
        .help("add it to `required`; a missing value is null")
}

pub(super) fn null_elements(target: &Target<'_, '_>, nullable: bool, route: Route) -> Problem {
    let (name, route) = (target.name(), route.as_str());
    let (message, help) = if nullable {
        (format!("elements of `{name}` may be null on the route `{route}`"), "write `items: { type: [T, \"null\"] }`")
    } else {
        (
            format!("elements of `{name}` are never null on the route `{route}`"),
            "drop \"null\" from the type of `items`",
        )
    };
    here(target, Code::NullableOutput, target.place(), message).label("the element type says otherwise").help(help)
}

pub(super) fn default_is_unused(target: &Target<'_, '_>, default: &Node) -> Problem {
    let message = format!("`{}` is never null, so its default is never used", target.path().value);
    Problem::error(Code::Literal, default.span, message).label("never used").help("drop the default")
}

pub(super) fn default_of_object(default: &Node) -> Problem {
    Problem::error(Code::UnknownKey, default.span, "`default` cannot be used with `fields`")
        .label("not allowed here")
        .help("set it on one of the fields")
}

pub(super) fn default_does_not_fit(refusal: &Refusal) -> Problem {
    Problem::error(Code::Literal, refusal.at, format!("the default of the output does not fit: {}", refusal.why))
        .label("this default")
        .help("write a value of the property's type")
}

// Outputs without a path.

pub(super) fn other_input(property: &Property, input: &Located<String>) -> Problem {
    let name = &property.name.value;
    let message = format!("the output `{name}` is not taken from the input of the same name");
    Problem::warning(Code::SwappedInputs, input.span, message)
        .label("a different input")
        .help(format!("write `input: {name}`"))
}

pub(super) fn input_does_not_fit(property: &Property, input: &Located<String>, source: &Property) -> Problem {
    let message = format!("the input `{}` does not fit the output `{}`", input.value, property.name.value);
    Problem::error(Code::OutputType, input.span, message)
        .label(source.schema.ty.describe())
        .help("name an input of the same type that is always given")
}

/// A form of the subject does not have the value.
pub(super) fn subject_may_be_unknown(property: &Property, at: Span) -> Problem {
    let message = format!(
        "`{}` is unknown where the subject is given by its id, but its type does not allow null",
        property.name.value
    );
    Problem::error(Code::NullableOutput, at, message)
        .label("may be unknown")
        .related(property.schema.span, "the output's type")
        .help("write `type: [T, \"null\"]`, or take it from the response or from a lookup")
}

pub(super) fn not_of_subject(value: &Located<String>, route: Route) -> Problem {
    let message = format!("the subject has no `{}` that the route `{}` can return", value.value, route.as_str());
    let help = "write `id` for an output that is a string of a GraphQL route, or `owner`, `name` or `number`";
    Problem::error(Code::UnknownName, value.span, message).label("not a value of the subject").help(help)
}

pub(super) fn unknown_lookup(name: &Located<String>, known: Vec<&str>, top: bool) -> Problem {
    let (message, help) = if top {
        (format!("there is no lookup `{}`", name.value), suggest::help(&name.value, "lookup", known))
    } else {
        ("paths under `fields` start at the object".to_owned(), "move it out of `fields`".to_owned())
    };
    Problem::error(Code::UnknownName, name.span, message).label("no such lookup here").help(help)
}

pub(super) fn list_of_a_lookup(name: &Located<String>) -> Problem {
    Problem::error(Code::ListMismatch, name.span, "an output can be one value of a lookup, not a list")
        .label("a list")
        .help("use a path to a single value")
}

pub(super) fn present_is_boolean(property: &Property) -> Problem {
    Problem::error(Code::OutputType, property.schema.span, "the result of `present` must be a boolean")
        .label(property.schema.ty.describe())
        .help("write `type: boolean`")
}

pub(super) fn first_needs_paths(at: Span) -> Problem {
    Problem::error(Code::WrongValue, at, "`first` needs two paths or more, each to a single value")
        .label("not a choice")
        .help("write `first: [path, path]`")
}

pub(super) fn first_is_never_null(path: &Located<String>) -> Problem {
    Problem::error(Code::Condition, path.span, format!("`{}` is never null, so what follows is never used", path.value))
        .label("never null")
        .help("move it to the end")
}

pub(super) fn literal_does_not_fit(refusal: &Refusal) -> Problem {
    Problem::error(Code::Literal, refusal.at, format!("the literal does not fit the output: {}", refusal.why))
        .label("this value")
        .help("write a value of the property's type")
}

pub(super) fn text_unused(at: Span) -> Problem {
    Problem::error(Code::OutputWithoutPath, at, "the response is text, and no output uses it")
        .label("not in this output")
        .help("add an output with `text: true`")
}

pub(super) fn response_is_not_text(at: Span, route: Route) -> Problem {
    Problem::error(Code::OutputType, at, "`text: true` needs a text response, and this one is not text")
        .label("not text")
        .help(match route {
            Route::Cli => "drop `jsonFields`",
            Route::Rest => "set `accept:` to a media type of text",
            Route::Graphql => "use a path into the response",
        })
}

pub(super) fn text_is_a_string(property: &Property) -> Problem {
    let message = format!("the output `{}` is text, so it must be a plain string", property.name.value);
    Problem::error(Code::OutputType, property.schema.span, message)
        .label(property.schema.ty.describe())
        .help("write `type: string`")
}

pub(super) fn not_paged(at: Span) -> Problem {
    Problem::error(Code::PageInfo, at, "this route has no paging inputs")
        .label("no page")
        .help("add `page:` with `size` and `cursor`")
}

pub(super) fn not_a_page(property: &Property) -> Problem {
    let message = format!("`{}` is not shaped like page information", property.name.value);
    Problem::error(Code::OutputType, property.schema.span, message)
        .label("a different shape")
        .help("`hasNextPage` is a boolean, `endCursor` a string or null, both are required and there is nothing else")
}

// What only looks wrong.

pub(super) fn same_field(first: &Located<String>, second: &Located<String>, (at, other): (Span, Span)) -> Problem {
    let message = format!("`{}` and `{}` use the same field", first.value, second.value);
    Problem::warning(Code::SameField, at, message)
        .label("the second")
        .related(other, "the first")
        .help("use another field, or drop one of the outputs")
}

pub(super) fn other_words(first: &Located<String>, second: &Located<String>, (at, other): (Span, Span)) -> Problem {
    let message = format!("`{}` and `{}` translate different values of the same field", first.value, second.value);
    Problem::error(Code::EnumMismatch, at, message)
        .label("the second")
        .related(other, "the first")
        .help("translate the same values in both")
}

pub(super) fn does_not_mean_null(value: &Located<String>, rest: bool) -> Problem {
    Problem::warning(Code::UnexpectedNull, value.span, format!("`{}` does not mean null here", value.value))
        .label("a different value")
        .help(if rest { "only the login `ghost` does" } else { "only an empty string does" })
}

pub(super) fn other_login(target: &Target<'_, '_>, app: &str, deleted: &str) -> Problem {
    let path = target.path();
    let help = if deleted.is_empty() {
        format!("add `without: \"{app}\"` for apps")
    } else {
        format!("add `without: \"{app}\"` for apps and `nulls: [{deleted}]` for accounts that were deleted")
    };
    Problem::warning(Code::RawLogin, path.span, format!("`{}` is not the login that GraphQL returns", path.value))
        .label("an account")
        .help(help)
}

pub(super) fn unlisted_word(target: &Target<'_, '_>, from: &Located<String>, to: Span) -> Problem {
    let message = format!("the schema does not say that `{}` can be `{}`", target.path().value, from.value);
    Problem::warning(Code::UnlistedValue, from.span, message)
        .label("a different value")
        .related(to, "translated to this")
        .help("use the output's own value, or a field whose values are listed")
}

pub(super) fn other_word(from: &Located<String>, named: &str, at: Span) -> Problem {
    Problem::warning(Code::SwappedValues, at, format!("`{}` is not mapped to `{named}`", from.value))
        .label("a different value")
        .help(format!("map it to `{named}`"))
}

pub(super) fn other_truth(field: &str, from: &Located<String>, to: &Located<String>, named: &str) -> Problem {
    Problem::warning(Code::SwappedValues, to.span, format!("`{field}: {}` becomes `{}`", from.value, to.value))
        .label("a different value")
        .help(format!("map `true` to `{named}`"))
}

pub(super) fn namesake_is_false(target: &Target<'_, '_>, from: &Located<String>, at: Span) -> Problem {
    let name = target.name();
    let message = format!("`{}` has the name of the output `{name}`, and is not mapped to `true`", from.value);
    Problem::warning(Code::SwappedValues, at, message).label("a different value").help("write `true`")
}
