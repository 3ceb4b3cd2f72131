//! Catalogues in memory: the base, and what a test changes in it.

use ghx_codegen::{
    Catalog, Files,
    problem::{Code, Problems},
    report,
    schema::{Date, Schema},
    source::{LineColumn, Sources},
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

/// Removal notices are compared with this day, so that expectations do not depend on the date.
const TODAY: Date = Date::new(2025, 3, 1);

/// The folder of a test's data.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures")
}

/// The project's root: cards, operations, schema.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate is in the project").to_owned()
}

/// The pinned schema, read once for all tests.
fn pinned_schema() -> Arc<Schema> {
    static SCHEMA: OnceLock<Arc<Schema>> = OnceLock::new();
    Arc::clone(SCHEMA.get_or_init(|| {
        let (mut sources, mut problems) = (Sources::default(), Problems::default());
        let schema =
            Schema::load(&Files::below(&project()), &mut sources, &mut problems).expect("the pinned schema is valid");
        assert!(problems.is_empty(), "{}", report::render_all(&sources, &problems, false));
        Arc::new(schema)
    }))
}

/// Files by path, such as `cards/issue.list.yaml`; nothing is read from disk but the pinned schema.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue(BTreeMap<String, String>);

impl Catalogue {
    /// The small good one.
    pub(crate) fn base() -> Self {
        Catalogue(read_tree(&fixtures().join("base")))
    }

    /// With one part of one file replaced; it must occur exactly once.
    pub(crate) fn edit(mut self, path: &str, from: &str, to: &str) -> Self {
        let text = self.0.get_mut(path).unwrap_or_else(|| panic!("the catalogue has no {path}"));
        assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in {path}");
        *text = text.replace(from, to);
        self
    }

    /// With another text for a file.
    pub(crate) fn set(mut self, path: &str, text: impl Into<String>) -> Self {
        self.0.insert(path.to_owned(), text.into());
        self
    }

    /// The text of a file.
    pub(crate) fn text(&self, path: &str) -> &str {
        &self.0[path]
    }

    /// The paths of all cards and subjects.
    pub(crate) fn card_paths(&self) -> Vec<String> {
        self.0.keys().filter(|path| path.starts_with("cards/")).cloned().collect()
    }

    /// Writes everything into a folder.
    pub(crate) fn write_to(&self, folder: &Path) {
        for (path, text) in &self.0 {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder can be made");
            fs::write(path, text).expect("the file can be written");
        }
    }

    /// What the compiler reports.
    pub(crate) fn check(&self) -> Checked {
        let overrides = self.0.iter().map(|(path, text)| (PathBuf::from(path), Some(text.clone()))).collect();
        let mut files = Files { overrides, ..Files::below(Path::new("")) };
        let loaded = if self.0.keys().any(|path| path.starts_with("schema/")) {
            let pinned = project().join("schema");
            for name in ghx_codegen::schema::FILES {
                let text = || Some(fs::read_to_string(pinned.join(name)).expect("the pinned schema is there"));
                files.overrides.entry(Path::new("schema").join(name)).or_insert_with(text);
            }
            Catalog::load(files)
        } else {
            Ok(Catalog::load_with(files, pinned_schema(), Sources::default(), Problems::default()))
        };
        match loaded.and_then(|catalog| catalog.as_of(TODAY).bind()) {
            Ok(bound) => Checked { sources: bound.sources, problems: bound.problems },
            Err(refused) => Checked { sources: refused.sources, problems: refused.problems },
        }
    }
}

/// The problems of a catalogue and the files they point into.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) sources: Sources,
    pub(crate) problems: Problems,
}

impl Checked {
    /// As `check` prints it.
    pub(crate) fn text(&self) -> String {
        format!("{}{}\n", report::render_all(&self.sources, &self.problems, false), report::summary(&self.problems))
    }

    /// Each problem rendered, sorted, for comparing sets.
    pub(crate) fn each(&self) -> Vec<String> {
        let mut each: Vec<String> =
            self.problems.iter().map(|problem| report::render(&self.sources, problem, false)).collect();
        each.sort();
        each
    }

    /// Code and place of every problem.
    pub(crate) fn places(&self) -> Vec<(Code, &str, LineColumn)> {
        self.problems
            .iter()
            .map(|p| (p.code, self.sources.file(p.at.file).path.as_str(), self.sources.line_column(p.at)))
            .collect()
    }
}

fn read_tree(root: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read_to_string(&path).expect("fixtures are text"));
        }
    }
    files
}
