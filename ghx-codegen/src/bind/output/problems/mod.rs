//! The wording of problems with outputs.

mod constants;
mod entries;
mod lists;
mod nulls;
mod suspicions;
mod values;

pub(super) use constants::*;
pub(super) use entries::*;
pub(super) use lists::*;
pub(super) use nulls::*;
pub(super) use suspicions::*;
pub(super) use values::*;

use super::Target;
use crate::{
    bind::shape::Shape,
    problem::{Code, Problem},
    source::Span,
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
