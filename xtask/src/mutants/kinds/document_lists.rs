//! Documents: page sizes.

use apollo_compiler::ast::Value;

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::Edit,
    graphql::{Page, range},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("page-size-dropped", "`first` is removed from a list", dropped),
    &document("page-size-over", "`first` is not between 1 and 100", over),
];

fn dropped(page: &Page<'_>, out: &mut Edits) {
    for selected in page.fields() {
        let arguments = &selected.arguments;
        for argument in arguments.iter().filter(|argument| argument.name == "first") {
            out.one(page.drop_argument(&range(argument.location()), arguments.len() == 1));
        }
    }
}

fn over(page: &Page<'_>, out: &mut Edits) {
    for argument in
        page.fields().iter().flat_map(|selected| &selected.arguments).filter(|argument| argument.name == "first")
    {
        let at = range(argument.value.location());
        let literal = matches!(&*argument.value, Value::Int(_));
        let wrong: &[&str] = if literal { &["101", "0", "-1", "null", "\"100\""] } else { &["101"] };
        out.some(wrong.iter().map(|size| Edit::replace(at.clone(), *size)));
    }
}
