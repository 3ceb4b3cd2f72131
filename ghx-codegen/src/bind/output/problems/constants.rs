//! Outputs without a path.

use crate::bind::literal::Refusal;
use crate::card::{Located, Property, Route};
use crate::problem::{Code, Problem};
use crate::source::Span;
use crate::suggest;

pub(in crate::bind::output) fn other_input(property: &Property, input: &Located<String>) -> Problem {
    let name = &property.name.value;
    let message = format!("the output `{name}` is not taken from the input of the same name");
    Problem::warning(Code::SwappedInputs, input.span, message)
        .label("a different input")
        .help(format!("write `input: {name}`"))
}

pub(in crate::bind::output) fn input_does_not_fit(
    property: &Property,
    input: &Located<String>,
    source: &Property,
) -> Problem {
    let message = format!("the input `{}` does not fit the output `{}`", input.value, property.name.value);
    Problem::error(Code::OutputType, input.span, message)
        .label(source.schema.ty.describe())
        .help("name an input of the same type that is always given")
}

/// A form of the subject does not have the value.
pub(in crate::bind::output) fn subject_may_be_unknown(property: &Property, at: Span) -> Problem {
    let message = format!(
        "`{}` is unknown where the subject is given by its id, but its type does not allow null",
        property.name.value
    );
    Problem::error(Code::NullableOutput, at, message)
        .label("may be unknown")
        .related(property.schema.span, "the output's type")
        .help("write `type: [T, \"null\"]`, or take it from the response or from a lookup")
}

pub(in crate::bind::output) fn not_of_subject(value: &Located<String>, route: Route) -> Problem {
    let message = format!("the subject has no `{}` that the route `{}` can return", value.value, route.as_str());
    let help = "write `id` for an output that is a string of a GraphQL route, or `owner`, `name` or `number`";
    Problem::error(Code::UnknownName, value.span, message).label("not a value of the subject").help(help)
}

pub(in crate::bind::output) fn unknown_lookup(name: &Located<String>, known: Vec<&str>, top: bool) -> Problem {
    let (message, help) = if top {
        (format!("there is no lookup `{}`", name.value), suggest::help(&name.value, "lookup", known))
    } else {
        ("paths under `fields` start at the object".to_owned(), "move it out of `fields`".to_owned())
    };
    Problem::error(Code::UnknownName, name.span, message).label("no such lookup here").help(help)
}

pub(in crate::bind::output) fn list_of_a_lookup(name: &Located<String>) -> Problem {
    Problem::error(Code::ListMismatch, name.span, "an output can be one value of a lookup, not a list")
        .label("a list")
        .help("use a path to a single value")
}

pub(in crate::bind::output) fn present_is_boolean(property: &Property) -> Problem {
    Problem::error(Code::OutputType, property.schema.span, "the result of `present` must be a boolean")
        .label(property.schema.ty.describe())
        .help("write `type: boolean`")
}

pub(in crate::bind::output) fn first_needs_paths(at: Span) -> Problem {
    Problem::error(Code::WrongValue, at, "`first` needs two paths or more, each to a single value")
        .label("not a choice")
        .help("write `first: [path, path]`")
}

pub(in crate::bind::output) fn first_is_never_null(path: &Located<String>) -> Problem {
    Problem::error(Code::Condition, path.span, format!("`{}` is never null, so what follows is never used", path.value))
        .label("never null")
        .help("move it to the end")
}

pub(in crate::bind::output) fn literal_does_not_fit(refusal: &Refusal) -> Problem {
    Problem::error(Code::Literal, refusal.at, format!("the literal does not fit the output: {}", refusal.why))
        .label("this value")
        .help("write a value of the property's type")
}

pub(in crate::bind::output) fn text_unused(at: Span) -> Problem {
    Problem::error(Code::OutputWithoutPath, at, "the response is text, and no output uses it")
        .label("not in this output")
        .help("add an output with `text: true`")
}

pub(in crate::bind::output) fn response_is_not_text(at: Span, route: Route) -> Problem {
    Problem::error(Code::OutputType, at, "`text: true` needs a text response, and this one is not text")
        .label("not text")
        .help(match route {
            Route::Cli => "drop `jsonFields`",
            Route::Rest => "set `accept:` to a media type of text",
            Route::Graphql => "use a path into the response",
        })
}

pub(in crate::bind::output) fn text_is_a_string(property: &Property) -> Problem {
    let message = format!("the output `{}` is text, so it must be a plain string", property.name.value);
    Problem::error(Code::OutputType, property.schema.span, message)
        .label(property.schema.ty.describe())
        .help("write `type: string`")
}

pub(in crate::bind::output) fn not_paged(at: Span) -> Problem {
    Problem::error(Code::PageInfo, at, "this route has no paging inputs")
        .label("no page")
        .help("add `page:` with `size` and `cursor`")
}

pub(in crate::bind::output) fn not_a_page(property: &Property) -> Problem {
    let message = format!("`{}` is not shaped like page information", property.name.value);
    Problem::error(Code::OutputType, property.schema.span, message)
        .label("a different shape")
        .help("`hasNextPage` is a boolean, `endCursor` a string or null, both are required and there is nothing else")
}
