//! What only looks wrong.

use crate::bind::output::Target;
use crate::card::Located;
use crate::problem::{Code, Problem};
use crate::source::Span;

pub(in crate::bind::output) fn same_field(
    first: &Located<String>,
    second: &Located<String>,
    (at, other): (Span, Span),
) -> Problem {
    let message = format!("`{}` and `{}` use the same field", first.value, second.value);
    Problem::warning(Code::SameField, at, message)
        .label("the second")
        .related(other, "the first")
        .help("use another field, or drop one of the outputs")
}

pub(in crate::bind::output) fn other_words(
    first: &Located<String>,
    second: &Located<String>,
    (at, other): (Span, Span),
) -> Problem {
    let message = format!("`{}` and `{}` translate different values of the same field", first.value, second.value);
    Problem::error(Code::EnumMismatch, at, message)
        .label("the second")
        .related(other, "the first")
        .help("translate the same values in both")
}

pub(in crate::bind::output) fn does_not_mean_null(value: &Located<String>, rest: bool) -> Problem {
    Problem::warning(Code::UnexpectedNull, value.span, format!("`{}` does not mean null here", value.value))
        .label("a different value")
        .help(if rest { "only the login `ghost` does" } else { "only an empty string does" })
}

pub(in crate::bind::output) fn other_login(target: &Target<'_, '_>, app: &str, deleted: &str) -> Problem {
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

pub(in crate::bind::output) fn unlisted_word(target: &Target<'_, '_>, from: &Located<String>, to: Span) -> Problem {
    let message = format!("the schema does not say that `{}` can be `{}`", target.path().value, from.value);
    Problem::warning(Code::UnlistedValue, from.span, message)
        .label("a different value")
        .related(to, "translated to this")
        .help("use the output's own value, or a field whose values are listed")
}

pub(in crate::bind::output) fn other_word(from: &Located<String>, named: &str, at: Span) -> Problem {
    Problem::warning(Code::SwappedValues, at, format!("`{}` is not mapped to `{named}`", from.value))
        .label("a different value")
        .help(format!("map it to `{named}`"))
}

pub(in crate::bind::output) fn other_truth(
    field: &str,
    from: &Located<String>,
    to: &Located<String>,
    named: &str,
) -> Problem {
    Problem::warning(Code::SwappedValues, to.span, format!("`{field}: {}` becomes `{}`", from.value, to.value))
        .label("a different value")
        .help(format!("map `true` to `{named}`"))
}

pub(in crate::bind::output) fn namesake_is_false(target: &Target<'_, '_>, from: &Located<String>, at: Span) -> Problem {
    let name = target.name();
    let message = format!("`{}` has the name of the output `{name}`, and is not mapped to `true`", from.value);
    Problem::warning(Code::SwappedValues, at, message).label("a different value").help("write `true`")
}
