//! Every kind of corruption, one idea per file.
//!
//! A kind is a name, a description and a function from a file to edits. Kinds find their places in
//! the file alone, without knowing what the compiler would report.

mod cli_command;
mod document_fields;
mod document_fragments;
mod document_kinds;
mod document_lists;
mod document_variables;
mod examples;
mod files;
mod head;
mod injects;
mod input_bounds;
mod input_values;
mod inputs;
mod keys;
mod lookups;
mod operations;
mod output_entries;
mod output_paths;
mod output_schema;
mod properties;
mod rest_calls;
mod route_conditions;
mod route_outputs;
mod route_parts;
mod route_sources;
mod routing;
mod subject_find;
mod subjects;
mod syntax;
mod variables;

use super::{
    apply::{Edit, swap},
    corpus::{Catalogue, Original, Role, Tree},
    graphql::Page,
    yaml::{Entry, Sheet},
};

/// What happens to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Its text is edited.
    Edit(Vec<Edit>),
    /// It is missing.
    Hide,
    /// It is renamed.
    Rename(String),
}

/// A way to corrupt files.
pub(crate) trait Kind: Sync {
    /// Its name, for `--kind`.
    fn name(&self) -> &'static str;
    /// A short description.
    fn what(&self) -> &'static str;
    /// The corruptions of a file, one per place.
    fn changes(&self, catalogue: &Catalogue, original: &Original) -> Vec<Change>;
}

/// All kinds, in the order of the page.
pub(crate) fn all() -> Vec<&'static dyn Kind> {
    [
        syntax::KINDS,
        keys::KINDS,
        head::KINDS,
        inputs::KINDS,
        input_values::KINDS,
        input_bounds::KINDS,
        output_schema::KINDS,
        output_entries::KINDS,
        output_paths::KINDS,
        operations::KINDS,
        variables::KINDS,
        injects::KINDS,
        lookups::KINDS,
        rest_calls::KINDS,
        cli_command::KINDS,
        route_sources::KINDS,
        route_conditions::KINDS,
        route_outputs::KINDS,
        routing::KINDS,
        examples::KINDS,
        subjects::KINDS,
        subject_find::KINDS,
        document_kinds::KINDS,
        document_variables::KINDS,
        document_fields::KINDS,
        document_lists::KINDS,
        document_fragments::KINDS,
        files::KINDS,
    ]
    .concat()
}

/// The edits that a kind has found.
#[derive(Default)]
struct Edits(Vec<Change>);

impl Edits {
    fn one(&mut self, edit: Edit) {
        self.all(vec![edit]);
    }

    fn all(&mut self, edits: Vec<Edit>) {
        self.0.push(Change::Edit(edits));
    }

    fn some(&mut self, edits: impl IntoIterator<Item = Edit>) {
        for edit in edits {
            self.one(edit);
        }
    }

    /// Swaps the values of each pair of these entries.
    fn swap_values(&mut self, sheet: &Sheet<'_>, entries: &[Entry<'_>]) {
        for (index, first) in entries.iter().enumerate() {
            for second in &entries[index + 1..] {
                self.all(swap(sheet.text, sheet.extent(first.value), sheet.extent(second.value)));
            }
        }
    }
}

/// A kind for YAML files of some roles.
struct Yaml {
    roles: &'static [Role],
    name: &'static str,
    what: &'static str,
    find: fn(&Sheet<'_>, &mut Edits),
}

impl Kind for Yaml {
    fn name(&self) -> &'static str {
        self.name
    }
    fn what(&self) -> &'static str {
        self.what
    }
    fn changes(&self, catalogue: &Catalogue, original: &Original) -> Vec<Change> {
        let mut edits = Edits::default();
        if let (true, Tree::Yaml(root)) = (self.roles.contains(&original.role), &original.tree) {
            (self.find)(&Sheet { text: &original.text, root, catalogue }, &mut edits);
        }
        edits.0
    }
}

/// A kind for cards.
const fn card(name: &'static str, what: &'static str, find: fn(&Sheet<'_>, &mut Edits)) -> Yaml {
    Yaml { roles: &[Role::Card], name, what, find }
}

/// A kind for subjects.
const fn subject(name: &'static str, what: &'static str, find: fn(&Sheet<'_>, &mut Edits)) -> Yaml {
    Yaml { roles: &[Role::Subject], name, what, find }
}

/// A kind for cards and subjects.
const fn sheet(name: &'static str, what: &'static str, find: fn(&Sheet<'_>, &mut Edits)) -> Yaml {
    Yaml { roles: &[Role::Card, Role::Subject], name, what, find }
}

/// A kind for documents.
struct Document {
    name: &'static str,
    what: &'static str,
    find: fn(&Page<'_>, &mut Edits),
}

const fn document(name: &'static str, what: &'static str, find: fn(&Page<'_>, &mut Edits)) -> Document {
    Document { name, what, find }
}

impl Kind for Document {
    fn name(&self) -> &'static str {
        self.name
    }
    fn what(&self) -> &'static str {
        self.what
    }
    fn changes(&self, catalogue: &Catalogue, original: &Original) -> Vec<Change> {
        let mut edits = Edits::default();
        if let Tree::Graphql(document) = &original.tree {
            (self.find)(&Page { text: &original.text, document, catalogue }, &mut edits);
        }
        edits.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let mut names: Vec<&str> = all().iter().map(|kind| kind.name()).collect();
        assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count >= 25);
    }
}
