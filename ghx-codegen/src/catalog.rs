//! `load → bind → emit`, with a type for each stage.

use crate::{
    bind::{self, Binder},
    card::{self, Card, Shared, Subject},
    docs, emit,
    files::Files,
    model::{BoundCli, Model},
    operation::Documents,
    problem::{Code, Problem, Problems},
    schema::{Date, Schema, date},
    source::{FileId, Sources, Span},
};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Cards and schema at some stage of compilation.
#[derive(Debug)]
pub struct Catalog<Stage> {
    /// Every file that was read.
    pub sources: Sources,
    /// GitHub's schema.
    pub schema: Arc<Schema>,
    /// Problems so far; in a bound catalogue only warnings.
    pub problems: Problems,
    stage: Stage,
}

/// Read, but not yet compared with anything.
#[derive(Debug)]
pub struct Loaded {
    files: Files,
    as_of: Date,
    cards: Vec<Card>,
    subjects: Vec<Subject>,
}

/// Checked, with every name resolved.
#[derive(Debug)]
pub struct Bound {
    model: Model,
}

/// The problems that stopped a compilation, with the files they point into.
#[derive(Debug)]
pub struct Refused {
    /// Every file that was read.
    pub sources: Sources,
    /// All problems, by place.
    pub problems: Problems,
}

impl Catalog<Loaded> {
    /// Reads the schema and everything else. Only a schema that cannot be used stops here.
    pub fn load(files: Files) -> Result<Self, Box<Refused>> {
        let mut sources = Sources::default();
        let mut problems = Problems::default();
        match Schema::load(&files, &mut sources, &mut problems) {
            Some(schema) => Ok(Self::load_with(files, Arc::new(schema), sources, problems)),
            None => Err(Box::new(Refused { sources, problems: problems.sorted() })),
        }
    }

    /// The same with a schema that was read before; `sources` are the files that it was read from.
    pub fn load_with(files: Files, schema: Arc<Schema>, mut sources: Sources, mut problems: Problems) -> Self {
        let mut shared = Shared::default();
        read_each(&files, files.shared_files(), &mut sources, &mut problems, |sources, file, path, problems| {
            shared.add(sources, file, files.is_base(path), problems);
            Some(())
        });
        let cards =
            read_each(&files, files.card_files(), &mut sources, &mut problems, |sources, file, path, problems| {
                let card = card::parse(sources, file, &shared, problems)?;
                bind::check_file_name(&card, &stem(path), problems);
                Some(card)
            });
        let subjects = read_each(
            &files,
            subject_files(&files, &cards),
            &mut sources,
            &mut problems,
            |sources, file, path, problems| {
                let mut subject = card::parse_subject(sources, file, &shared, files.is_base(path), problems)?;
                bind::check_subject_name(&subject, &stem(path), problems);
                subject.name.value = stem(path); // Cards refer to the file's name, which is right or told once.
                Some(subject)
            },
        );
        if files.only.is_empty() && files.part.is_none() && !problems.has_errors() {
            shared.check_used(&mut problems);
        }
        let as_of = pinned_on(&files);
        Catalog { sources, schema, problems, stage: Loaded { files, as_of, cards, subjects } }
    }

    /// Compares removal notices with this day instead of the day on which the schema was pinned. A build uses the day of the pin, so
    /// that no version of ghx stops compiling on a later day; `ghx-codegen check` uses today.
    #[must_use]
    pub fn as_of(mut self, day: Date) -> Self {
        self.stage.as_of = day;
        self
    }

    /// How many cards were read.
    pub fn cards(&self) -> usize {
        self.stage.cards.len()
    }

    /// Compares cards, documents and schema with each other.
    pub fn bind(mut self) -> Result<Catalog<Bound>, Box<Refused>> {
        let files = &self.stage.files;
        let mut documents = Documents::open(files, &mut self.sources, &mut self.problems);
        let binder = Binder {
            schema: &self.schema,
            files,
            sources: &mut self.sources,
            documents: &mut documents,
            problems: &mut self.problems,
            as_of: self.stage.as_of,
            operations: BTreeMap::new(),
            enums: std::collections::BTreeSet::new(),
            usage: bind::Usage::default(),
        };
        let model = binder.bind(&self.stage.cards, &self.stage.subjects);
        let problems = self.problems.sorted();
        if problems.has_errors() {
            return Err(Box::new(Refused { sources: self.sources, problems }));
        }
        Ok(Catalog { sources: self.sources, schema: self.schema, problems, stage: Bound { model } })
    }
}

impl Catalog<Bound> {
    /// What was bound.
    pub fn model(&self) -> &Model {
        &self.stage.model
    }

    /// Leaves out the tables of routes that a build of ghx does not have. `gh api` uses the REST calls of a card.
    #[must_use]
    pub fn with_routes(mut self, rest: bool, gh: bool) -> Self {
        for card in &mut self.stage.model.cards {
            card.cli = card.cli.take().filter(|_| gh);
            let is_needed = rest || matches!(card.cli, Some(BoundCli::Api));
            card.rest = card.rest.take().filter(|_| is_needed);
        }
        self
    }

    /// The Rust text of the whole library.
    pub fn emit(&self) -> Result<String, emit::EmitError> {
        emit::library(&self.stage.model, &self.schema)
    }

    /// The same as files, by their names in `OUT_DIR`: one per domain, and what domains share.
    pub fn emit_files(&self) -> Result<Vec<(String, String)>, emit::EmitError> {
        emit::library_files(&self.stage.model, &self.schema)
    }

    /// The tokens of one card of a user's crate.
    pub fn emit_card(&self, index: usize) -> Result<proc_macro2::TokenStream, emit::EmitError> {
        emit::user_card(&self.stage.model, &self.schema, index)
    }

    /// `docs/capabilities.md`.
    pub fn capabilities_page(&self) -> String {
        docs::capabilities(&self.stage.model)
    }
}

/// The subjects to read: in a part of the cards only those that they name.
fn subject_files(files: &Files, cards: &[Card]) -> Vec<PathBuf> {
    let mut all = files.subject_files();
    if files.part.as_ref().is_some_and(|part| !part.all_subjects) {
        let named = |stem: &str| cards.iter().flat_map(|card| &card.subjects).any(|name| name.value == stem);
        all.retain(|path| path.file_stem().is_some_and(|stem| named(&stem.to_string_lossy())));
    }
    all
}

/// The day on which the schema was pinned; without one, no removal date counts as past.
fn pinned_on(files: &Files) -> Date {
    let pins = files.read(&files.schema.join("pin.toml"));
    pins.ok().and_then(|pins| date::of_pin(&pins)).unwrap_or(Date::MIN)
}

/// Reads files one by one; a file that cannot be read is a problem.
fn read_each<T>(
    files: &Files,
    paths: Vec<PathBuf>,
    sources: &mut Sources,
    problems: &mut Problems,
    mut parse: impl FnMut(&Sources, FileId, &Path, &mut Problems) -> Option<T>,
) -> Vec<T> {
    let mut parsed = Vec::new();
    for path in paths {
        let (full, relative) = files.names(&path);
        let text = files.read(&path);
        let file = sources.add(full.clone(), relative, text.as_deref().unwrap_or_default());
        if let Err(error) = text {
            problems.push(unreadable(file, &full, &error));
            continue;
        }
        parsed.extend(parse(sources, file, &path, problems));
    }
    parsed
}

fn stem(path: &Path) -> String {
    path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default()
}

fn unreadable(file: FileId, path: &str, error: &io::Error) -> Problem {
    let at = Span::start_of(file);
    if error.kind() == io::ErrorKind::NotFound {
        return Problem::error(Code::YamlSyntax, at, format!("there is no file {path}"))
            .label("no such file")
            .help("check the path; in a crate it is relative to the folder of Cargo.toml");
    }
    Problem::error(Code::YamlSyntax, at, format!("cannot read {path}: {error}"))
        .label("this file")
        .help("check the path, and that the file is UTF-8 text")
}
