//! Reading and validating documents, each once, however many cards name it.

use super::{Operation, OperationKind, rules, shape::ShapeBuilder, variables};
use crate::{
    card::OperationRef,
    files::Files,
    problem::{Code, Problem, Problems},
    schema::Schema,
    source::{FileId, Sources, Span},
    suggest,
};
use apollo_compiler::{
    ExecutableDocument,
    ast::{self, Definition, OperationType},
    diagnostic::ToCliReport as _,
    parser::{Parser, SourceSpan},
    validation::{DiagnosticList, Valid},
};
use std::collections::{BTreeMap, BTreeSet};

/// The documents of a folder.
#[derive(Debug, Default)]
pub struct Documents {
    fragments: BTreeMap<String, Fragment>,
    loaded: BTreeMap<String, Loaded>,
}

#[derive(Debug)]
struct Fragment {
    file: FileId,
    at: Span,
    spreads: BTreeSet<String>,
}

/// What became of one document.
#[derive(Debug)]
pub enum Loaded {
    /// It cannot be read.
    Missing(String),
    /// It does not validate; the problems are already told.
    Invalid,
    /// Its operations.
    Valid(FileId, Vec<Operation>),
}

impl Documents {
    /// Reads the fragments of a folder; documents follow on demand.
    pub fn open(files: &Files, sources: &mut Sources, problems: &mut Problems) -> Self {
        let mut documents = Documents::default();
        for path in files.fragment_files() {
            let (full, relative) = files.names(&path);
            let Ok(text) = files.read(&path) else {
                continue;
            };
            let file = sources.add(full, relative, text);
            documents.add_fragments(file, sources, problems);
        }
        documents
    }

    fn add_fragments(&mut self, file: FileId, sources: &Sources, problems: &mut Problems) {
        let source = sources.file(file);
        let document = match ast::Document::parse(source.text.as_str(), source.path.as_str()) {
            Ok(document) => document,
            Err(errors) => return self.invalid(&errors.errors, file, sources, problems),
        };
        for definition in &document.definitions {
            let Definition::FragmentDefinition(fragment) = definition else {
                let span = definition.location().map_or(Span::start_of(file), |l| Span {
                    file,
                    start: l.offset(),
                    end: l.end_offset(),
                });
                problems.push(
                    Problem::error(Code::Fragment, span, "only fragments stand in operations/fragments/")
                        .label("not a fragment")
                        .help("move it to a document of its own"),
                );
                continue;
            };
            let name = fragment.name.to_string();
            let at = fragment.name.location().map_or(Span::start_of(file), |l| Span {
                file,
                start: l.offset(),
                end: l.end_offset(),
            });
            if let Some(other) = self.fragments.get(&name) {
                problems.push(
                    Problem::error(Code::Fragment, at, format!("there are two fragments `{name}`"))
                        .label("the second")
                        .related(Span::start_of(other.file), "the first is in this file")
                        .help("fragments are shared by name: give one of them another"),
                );
                continue;
            }
            let mut spreads = BTreeSet::new();
            spread_names(&fragment.selection_set, &mut spreads);
            self.fragments.insert(name, Fragment { file, at, spreads });
        }
    }

    /// The names of all fragments, for messages.
    pub fn fragment_files(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.fragments.iter().map(|(name, fragment)| (name.as_str(), fragment.file))
    }

    /// The operation that a card names, with a problem at the card where there is none.
    pub fn operation(
        &mut self,
        wanted: &OperationRef,
        schema: &Schema,
        files: &Files,
        sources: &mut Sources,
        problems: &mut Problems,
    ) -> Option<Operation> {
        let path = wanted.document.value.as_str();
        if !self.loaded.contains_key(path) {
            let loaded = self.load(path, schema, files, sources, problems);
            self.loaded.insert(path.to_owned(), loaded);
        }
        match &self.loaded[path] {
            Loaded::Missing(why) => {
                problems.push(
                    Problem::error(
                        Code::MissingDocument,
                        wanted.document.span,
                        format!("cannot read the document `{path}`: {why}"),
                    )
                    .label("no such document")
                    .help(near_document(files, path)),
                );
                None
            }
            // Its problems are told at their places.
            Loaded::Invalid => None,
            Loaded::Valid(file, operations) => {
                let found = operations.iter().find(|o| o.name == wanted.name.value);
                if found.is_none() {
                    let known: Vec<&str> = operations.iter().map(|o| o.name.as_str()).collect();
                    let at = operations.first().map_or(Span::start_of(*file), |o| o.span);
                    problems.push(
                        Problem::error(
                            Code::MissingOperation,
                            wanted.name.span,
                            format!("`{path}` has no operation `{}`", wanted.name.value),
                        )
                        .label("not in that document")
                        .related(at, "this is the document")
                        .help(suggest::help(
                            &wanted.name.value,
                            "operation",
                            known.iter().copied(),
                        )),
                    );
                }
                found.cloned()
            }
        }
    }

    fn load(
        &self,
        path: &str,
        schema: &Schema,
        files: &Files,
        sources: &mut Sources,
        problems: &mut Problems,
    ) -> Loaded {
        let Some(rest) = path.strip_prefix("operations/").filter(|rest| !rest.split('/').any(|part| part == ".."))
        else {
            return Loaded::Missing("document paths start with `operations/`".to_owned());
        };
        let full_path = files.document(rest);
        let text = match files.read(&full_path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Loaded::Missing("there is no such file".to_owned());
            }
            Err(error) => return Loaded::Missing(error.to_string()),
        };
        let (full, relative) = files.names(&full_path);
        let file = sources.add(full, relative, text);
        match self.validate(file, schema, sources, problems) {
            Some(document) if ruled_out(&document, schema, sources, problems) => Loaded::Invalid,
            Some(document) => Loaded::Valid(file, operations(&document, schema, sources)),
            None => Loaded::Invalid,
        }
    }

    fn validate(
        &self,
        file: FileId,
        schema: &Schema,
        sources: &Sources,
        problems: &mut Problems,
    ) -> Option<Valid<ExecutableDocument>> {
        let source = sources.file(file);
        let ast = match ast::Document::parse(source.text.as_str(), source.path.as_str()) {
            Ok(ast) => ast,
            Err(errors) => {
                self.invalid(&errors.errors, file, sources, problems);
                return None;
            }
        };
        let mut errors = DiagnosticList::new(apollo_compiler::parser::SourceMap::default());
        let mut builder = ExecutableDocument::builder(Some(&schema.apollo), &mut errors);
        Parser::new().parse_into_executable_builder(source.text.as_str(), source.path.as_str(), &mut builder);
        for fragment in self.needed_fragments(&ast) {
            let source = sources.file(fragment);
            Parser::new().parse_into_executable_builder(source.text.as_str(), source.path.as_str(), &mut builder);
        }
        let document = builder.build();
        if !errors.is_empty() {
            self.invalid(&errors, file, sources, problems);
            return None;
        }
        match document.validate(&schema.apollo) {
            Ok(document) => Some(document),
            Err(errors) => {
                self.invalid(&errors.errors, file, sources, problems);
                None
            }
        }
    }

    /// Each validation error becomes a problem at its place, with apollo's own words; a fragment that it names is pointed at.
    fn invalid(&self, errors: &DiagnosticList, file: FileId, sources: &Sources, problems: &mut Problems) {
        for error in errors.iter() {
            let at = error.error.location();
            let found = at.and_then(|at| {
                let path = error.sources.get(&at.file_id())?.path().to_string_lossy().into_owned();
                Some(Span { file: sources.find(&path)?, start: at.offset(), end: at.end_offset() })
            });
            let message = error.error.to_string();
            let mut problem = Problem::error(Code::InvalidDocument, found.unwrap_or(Span::start_of(file)), &message)
                .label("refused by GitHub's schema")
                .help("the pinned schema is schema/github.graphql with schema/overlay.graphql");
            if message.contains("fragment") {
                problem = quoted(&message).fold(problem, |problem, name| self.point_at_fragment(problem, name));
            }
            problems.push(problem);
        }
    }

    fn point_at_fragment(&self, problem: Problem, name: &str) -> Problem {
        if let Some(fragment) = self.fragments.get(name) {
            return problem.related(fragment.at, "the fragment");
        }
        match suggest::nearest(name, self.fragments.keys().map(String::as_str)) {
            Some(near) => {
                problem.related(self.fragments[near].at, "this fragment?").help(format!("did you mean `{near}`?"))
            }
            None => problem,
        }
    }

    /// The files of the fragments that a document spreads, and of those that they spread.
    fn needed_fragments(&self, document: &ast::Document) -> BTreeSet<FileId> {
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
            if let Some(fragment) = self.fragments.get(&name).filter(|_| done.insert(name)) {
                files.insert(fragment.file);
                queue.extend(fragment.spreads.iter().filter(|s| !done.contains(*s)).cloned());
            }
        }
        files
    }
}

fn near_document(files: &Files, path: &str) -> String {
    let mut known = Vec::new();
    for folder in ["operations", "operations/lookups"] {
        let dir = folder.strip_prefix("operations").unwrap_or_default().trim_start_matches('/');
        for file in files.list(&files.operations.join(dir), "graphql") {
            known.extend(file.file_name().map(|name| format!("{folder}/{}", name.to_string_lossy())));
        }
    }
    match suggest::nearest(path, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("add `{path}`, or correct the path"),
    }
}

fn operations(document: &Valid<ExecutableDocument>, schema: &Schema, sources: &Sources) -> Vec<Operation> {
    let place = |at: Option<SourceSpan>| span_of(at, document, sources);
    let builder = ShapeBuilder { schema, document, place: &place, count: std::cell::Cell::new(0) };
    document
        .operations
        .named
        .values()
        .filter(|operation| operation.operation_type != OperationType::Subscription)
        .map(|operation| Operation {
            name: operation.name.as_ref().map(ToString::to_string).unwrap_or_default(),
            kind: if operation.is_mutation() { OperationKind::Mutation } else { OperationKind::Query },
            variables: variables::collect(schema, document, operation, &place),
            shape: builder.build(&operation.selection_set),
            span: place(operation.name.as_ref().and_then(apollo_compiler::Name::location)),
        })
        .collect()
}

fn span_of(at: Option<SourceSpan>, document: &ExecutableDocument, sources: &Sources) -> Span {
    at.and_then(|at| {
        let path = document.sources.get(&at.file_id())?.path().to_string_lossy().into_owned();
        let file = sources.find(&path)?;
        Some(Span { file, start: at.offset(), end: at.end_offset() })
    })
    .unwrap_or_else(|| Span::start_of(sources.last()))
}

/// Reports what is wrong beyond validation.
fn ruled_out(
    document: &Valid<ExecutableDocument>,
    schema: &Schema,
    sources: &Sources,
    problems: &mut Problems,
) -> bool {
    let faults = rules::check(schema, document);
    let found = !faults.is_empty();
    for fault in faults {
        let at = span_of(fault.at, document, sources);
        problems.push(Problem::error(Code::InvalidDocument, at, fault.message).label(fault.label).help(fault.help));
    }
    found
}

/// The names in backticks.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
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
