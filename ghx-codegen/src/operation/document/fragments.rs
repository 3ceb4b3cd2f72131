//! The fragments of `operations/fragments/`, shared by name.

use crate::{
    files::Files,
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
    suggest,
};
use apollo_compiler::{
    ast::{self, Definition},
    parser::SourceSpan,
};
use std::collections::{BTreeMap, BTreeSet};

/// Every fragment by name.
#[derive(Debug, Default)]
pub(super) struct Fragments(BTreeMap<String, Fragment>);

#[derive(Debug)]
struct Fragment {
    file: FileId,
    at: Span,
    spreads: BTreeSet<String>,
}

impl Fragments {
    /// Reads the fragments of a folder.
    pub(super) fn open(files: &Files, sources: &mut Sources, problems: &mut Problems) -> Self {
        let mut fragments = Fragments::default();
        for path in files.fragment_files() {
            let (full, relative) = files.names(&path);
            let Ok(text) = files.read(&path) else {
                continue;
            };
            let file = sources.add(full, relative, text);
            fragments.add(file, sources, problems);
        }
        fragments
    }

    fn add(&mut self, file: FileId, sources: &Sources, problems: &mut Problems) {
        let source = sources.file(file);
        let document = match ast::Document::parse(source.text.as_str(), source.path.as_str()) {
            Ok(document) => document,
            Err(errors) => return problems.extend(super::validate::problems(&errors.errors, file, sources)),
        };
        for definition in &document.definitions {
            let Definition::FragmentDefinition(fragment) = definition else {
                problems.push(not_a_fragment(place(file, definition.location())));
                continue;
            };
            let name = fragment.name.to_string();
            let at = place(file, fragment.name.location());
            if let Some(other) = self.0.get(&name) {
                problems.push(same_name(&name, other, at));
                continue;
            }
            let mut spreads = BTreeSet::new();
            spread_names(&fragment.selection_set, &mut spreads);
            self.0.insert(name, Fragment { file, at, spreads });
        }
    }

    /// Points at a fragment that a problem names, or at the one that is meant.
    pub(super) fn point_at(&self, problem: Problem, name: &str) -> Problem {
        if let Some(fragment) = self.0.get(name) {
            return problem.related(fragment.at, "the fragment");
        }
        match suggest::nearest(name, self.0.keys().map(String::as_str)) {
            Some(near) => problem.related(self.0[near].at, "this fragment?").help(format!("did you mean `{near}`?")),
            None => problem,
        }
    }

    /// The files of the fragments that a document spreads, and of those that they spread.
    pub(super) fn needed(&self, document: &ast::Document) -> BTreeSet<FileId> {
        let mut queue = BTreeSet::new();
        for definition in &document.definitions {
            match definition {
                Definition::OperationDefinition(o) => spread_names(&o.selection_set, &mut queue),
                Definition::FragmentDefinition(f) => spread_names(&f.selection_set, &mut queue),
                _ => {}
            }
        }
        let mut done = BTreeSet::new();
        let mut files = BTreeSet::new();
        while let Some(name) = queue.pop_first() {
            if let Some(fragment) = self.0.get(&name).filter(|_| done.insert(name)) {
                files.insert(fragment.file);
                queue.extend(fragment.spreads.iter().filter(|s| !done.contains(*s)).cloned());
            }
        }
        files
    }
}

fn place(file: FileId, at: Option<SourceSpan>) -> Span {
    at.map_or(Span::start_of(file), |at| Span { file, start: at.offset(), end: at.end_offset() })
}

fn not_a_fragment(at: Span) -> Problem {
    Problem::error(Code::Fragment, at, "operations/fragments/ may contain only fragments")
        .label("not a fragment")
        .help("move it to its own document")
}

fn same_name(name: &str, first: &Fragment, at: Span) -> Problem {
    Problem::error(Code::Fragment, at, format!("there are two fragments `{name}`"))
        .label("the second")
        .related(Span::start_of(first.file), "the first is in this file")
        .help("fragments are shared by name: rename one of them")
}

fn spread_names(selections: &[ast::Selection], names: &mut BTreeSet<String>) {
    for selection in selections {
        match selection {
            ast::Selection::Field(field) => spread_names(&field.selection_set, names),
            ast::Selection::InlineFragment(inline) => spread_names(&inline.selection_set, names),
            ast::Selection::FragmentSpread(spread) => {
                names.insert(spread.fragment_name.to_string());
            }
        }
    }
}
