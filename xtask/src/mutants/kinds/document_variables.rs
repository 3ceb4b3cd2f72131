//! Documents: variables, where they are declared and where they are used.

use apollo_compiler::ast::{OperationDefinition, Type, VariableDefinition};

use super::{Edits, Kind, document};
use crate::mutants::{
    apply::{Edit, swap},
    graphql::{Page, misspell, name, range},
};

pub(super) const KINDS: &[&dyn Kind] = &[
    &document("variable-misspelt", "a variable is declared under a name that differs from its uses", misspelt),
    &document("variable-renamed", "a variable is renamed, in its uses as well", renamed),
    &document("variable-dropped", "the declaration of a variable is removed", dropped),
    &document("variable-removed", "a variable is removed with all its uses", gone),
    &document("variable-use-misspelt", "a use of a variable is misspelt", use_misspelt),
    &document("variable-use-dropped", "an argument that uses a variable is removed", use_dropped),
    &document("variable-uses-swapped", "two arguments of one field swap their variables", uses_swapped),
    &document("argument-misspelt", "an argument or a field of an input is misspelt", argument_misspelt),
    &document("variable-type", "a variable has another type", ty),
    &document("variable-list", "a variable becomes a list, or a single value", list),
    &document("variable-nullable", "a variable's nullability is flipped", nullable),
    &document("variable-item-nullable", "elements of a list variable become nullable", item_nullable),
];

fn declared<'a>(
    page: &Page<'a>,
) -> impl Iterator<Item = (&'a OperationDefinition, &'a VariableDefinition, std::ops::Range<usize>)> {
    page.operations().flat_map(|operation| {
        operation.variables.iter().map(|variable| (&**operation, &**variable, range(variable.location())))
    })
}

fn misspelt(page: &Page<'_>, out: &mut Edits) {
    out.some(declared(page).map(|(_, variable, _)| misspell(&name(&variable.name))));
}

fn renamed(page: &Page<'_>, out: &mut Edits) {
    for (operation, variable, _) in declared(page) {
        let uses = page.uses(operation).into_iter().filter(|used| used.variable == variable.name.as_str());
        let mut edits: Vec<Edit> = uses.map(|used| misspell(&used.value)).collect();
        edits.push(misspell(&name(&variable.name)));
        out.all(edits);
    }
}

fn dropped(page: &Page<'_>, out: &mut Edits) {
    out.some(declared(page).map(|(operation, _, at)| page.drop_argument(&at, operation.variables.len() == 1)));
}

fn gone(page: &Page<'_>, out: &mut Edits) {
    for (operation, variable, at) in declared(page) {
        let uses = page.uses(operation).into_iter().filter(|used| used.variable == variable.name.as_str());
        let mut edits: Vec<Edit> = uses.map(|used| page.drop_use(&used)).collect();
        edits.push(page.drop_argument(&at, operation.variables.len() == 1));
        out.all(edits);
    }
}

fn use_misspelt(page: &Page<'_>, out: &mut Edits) {
    page.operations().for_each(|operation| out.some(page.uses(operation).iter().map(|used| misspell(&used.value))));
}

fn use_dropped(page: &Page<'_>, out: &mut Edits) {
    page.operations().for_each(|operation| out.some(page.uses(operation).iter().map(|used| page.drop_use(used))));
}

fn uses_swapped(page: &Page<'_>, out: &mut Edits) {
    for operation in page.operations() {
        let uses = page.uses(operation);
        for (index, first) in uses.iter().enumerate() {
            for second in uses[index + 1..].iter().filter(|second| second.group == first.group) {
                out.all(swap(page.text, first.value.clone(), second.value.clone()));
            }
        }
    }
}

fn argument_misspelt(page: &Page<'_>, out: &mut Edits) {
    for used in page.operations().flat_map(|operation| page.uses(operation)) {
        out.one(misspell(&(used.whole.start..used.whole.start + used.name.len())));
    }
}

fn ty(page: &Page<'_>, out: &mut Edits) {
    for (_, variable, _) in declared(page) {
        let own = variable.ty.inner_named_type().as_str();
        let others = match own {
            "String" => ["ID", "Int", "NoSuchType"],
            "ID" | "Int" => ["String", "Boolean", "NoSuchType"],
            _ => ["String", "ID", "NoSuchType"],
        };
        let at = range(variable.ty.location());
        out.some(others.map(|other| Edit::replace(at.clone(), variable.ty.to_string().replace(own, other))));
    }
}

fn list(page: &Page<'_>, out: &mut Edits) {
    for (_, variable, _) in declared(page) {
        let at = range(variable.ty.location());
        let end = if variable.ty.is_non_null() { "!" } else { "" };
        let ty = if variable.ty.is_list() {
            format!("{}{end}", variable.ty.inner_named_type())
        } else {
            format!("[{}!]{end}", variable.ty.inner_named_type())
        };
        out.one(Edit::replace(at, ty));
    }
}

fn nullable(page: &Page<'_>, out: &mut Edits) {
    for (_, variable, _) in declared(page) {
        let other = if variable.ty.is_non_null() {
            (*variable.ty).clone().nullable()
        } else {
            (*variable.ty).clone().non_null()
        };
        out.one(Edit::replace(range(variable.ty.location()), other.to_string()));
    }
}

fn item_nullable(page: &Page<'_>, out: &mut Edits) {
    for (_, variable, _) in declared(page) {
        if let Type::List(item) | Type::NonNullList(item) = &*variable.ty {
            let end = if variable.ty.is_non_null() { "!" } else { "" };
            out.one(Edit::replace(range(variable.ty.location()), format!("[{}]{end}", (**item).clone().nullable())));
        }
    }
}
