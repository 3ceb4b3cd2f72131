//! The last word of an id, and the method of the last call.

use crate::{
    card::{Card, Effect, Method, RestRoute},
    problem::{Code, Problem},
};

pub(in crate::bind) fn check(card: &Card, route: &RestRoute) -> Option<Problem> {
    let last = route.endpoints.last().filter(|_| card.effect.value == Effect::Write)?;
    let verb = card.id.value.rsplit('.').next().unwrap_or_default();
    let adds = ["add", "create"].contains(&verb);
    let changes = ["set", "update", "clear", "close", "reopen"].contains(&verb);
    let posts = last.method.value == Method::Post;
    (adds && !posts || changes && posts).then(|| {
        let method = last.method.value.as_str();
        let message = format!("`{verb}` does not match the method {method}");
        let help =
            if adds { "POST adds; PUT replaces, PATCH changes" } else { "PUT replaces, PATCH changes; POST adds" };
        Problem::warning(Code::UnexpectedMethod, last.method.span, message).label(method).help(help)
    })
}
