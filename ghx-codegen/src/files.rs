//! Where the compiler's files come from.

use std::{
    collections::{BTreeMap, BTreeSet},
    io,
    path::{Path, PathBuf},
};

/// The three folders, and files that are given instead of read.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// Cards; subjects are in `subjects/`, shared parts in `shared/` below it.
    pub cards: PathBuf,
    /// Documents; `lookups/` and `fragments/` below it.
    pub operations: PathBuf,
    /// The pinned schema.
    pub schema: PathBuf,
    /// What [`digest`](crate::schema::Schema::digest) made of the pinned schema, to be read instead of it.
    pub digest: Option<PathBuf>,
    /// Folders whose files are named relative to them in JSON.
    pub given: Vec<PathBuf>,
    /// The project's root, if paths are shown relative to it.
    pub root: Option<PathBuf>,
    /// Only these cards of the folder; all if empty.
    pub only: Vec<PathBuf>,
    /// Only this part of the cards; all if there is none.
    pub part: Option<Part>,
    /// A project whose subjects, lookups and fragments may be used too: ghx itself, for a card in a user's crate.
    pub base: Option<PathBuf>,
    /// Texts to use instead of files, such as a corrupted card; `None` hides a file.
    pub overrides: BTreeMap<PathBuf, Option<String>>,
}

/// The cards of some domains.
#[derive(Clone, Debug)]
pub struct Part {
    /// The first words of their ids.
    pub domains: BTreeSet<String>,
    /// Also the subjects that none of these cards names, for cards of other crates.
    pub all_subjects: bool,
}

impl Files {
    /// The usual three folders below one.
    pub fn below(root: &Path) -> Self {
        Files {
            cards: root.join("cards"),
            operations: root.join("operations"),
            schema: root.join("schema"),
            given: vec![root.to_owned()],
            root: Some(root.to_owned()),
            ..Files::default()
        }
    }

    /// One card of a user's crate, with the subjects, shared parts, lookups and schema of ghx.
    ///
    /// Its documents are in `operations/` beside the folder of the card, or below the root of the crate.
    pub fn one_card(card: &Path, crate_root: &Path, ghx_root: &Path) -> Self {
        let cards = card.parent().unwrap_or(crate_root);
        let beside = cards.with_file_name("operations");
        Files {
            cards: cards.to_owned(),
            operations: if beside.is_dir() { beside } else { crate_root.join("operations") },
            schema: ghx_root.join("schema"),
            given: vec![crate_root.to_owned()],
            root: Some(crate_root.to_owned()),
            only: vec![card.to_owned()],
            base: Some(ghx_root.to_owned()),
            ..Files::default()
        }
    }

    /// The cards to compile.
    pub fn card_files(&self) -> Vec<PathBuf> {
        let all = if self.only.is_empty() { self.list(&self.cards, "yaml") } else { self.only.clone() };
        all.into_iter()
            .filter(|path| self.part.as_ref().is_none_or(|part| part.domains.contains(&domain(path))))
            .collect()
    }

    /// The subjects that cards may name. Those of the project itself hide those of its base that have the same name.
    pub fn subject_files(&self) -> Vec<PathBuf> {
        let mut all = self.list(&self.cards.join("subjects"), "yaml");
        let base = self.base.iter().flat_map(|base| self.list(&base.join("cards/subjects"), "yaml"));
        let names: Vec<_> = all.iter().map(|path| path.file_name().map(ToOwned::to_owned)).collect();
        all.extend(base.filter(|path| !names.contains(&path.file_name().map(ToOwned::to_owned))));
        all
    }

    /// The parts that cards share: those of the project itself first.
    pub fn shared_files(&self) -> Vec<PathBuf> {
        self.own_and_base(&self.cards.join("shared"), "cards/shared", "yaml")
    }

    /// Does the file belong to the base, not to the project itself?
    pub fn is_base(&self, path: &Path) -> bool {
        self.base.as_ref().is_some_and(|base| path.starts_with(base)) && !path.starts_with(&self.cards)
    }

    /// The fragments that documents may spread.
    pub fn fragment_files(&self) -> Vec<PathBuf> {
        self.own_and_base(&self.operations.join("fragments"), "operations/fragments", "graphql")
    }

    fn own_and_base(&self, own: &Path, in_base: &str, extension: &str) -> Vec<PathBuf> {
        let mut all = self.list(own, extension);
        let base = self.base.iter().flat_map(|base| self.list(&base.join(in_base), extension));
        let new: Vec<PathBuf> = base.filter(|path| !all.contains(path)).collect();
        all.extend(new);
        all
    }

    /// The path of the document `operations/<rest>`.
    pub fn document(&self, rest: &str) -> PathBuf {
        let own = self.operations.join(rest);
        match &self.base {
            Some(base) if !self.exists(&own) => {
                let shared = base.join("operations").join(rest);
                if self.exists(&shared) { shared } else { own }
            }
            _ => own,
        }
    }

    /// The text of a file.
    pub fn read(&self, path: &Path) -> io::Result<String> {
        match self.overrides.get(path) {
            Some(Some(text)) => Ok(text.clone()),
            Some(None) => Err(io::ErrorKind::NotFound.into()),
            None => std::fs::read_to_string(path),
        }
    }

    /// The files of a folder with that ending, sorted. A folder that is not there has none.
    pub fn list(&self, dir: &Path, extension: &str) -> Vec<PathBuf> {
        let on_disk = std::fs::read_dir(dir)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.is_file());
        let added = self.overrides.keys().filter(|path| path.parent() == Some(dir)).cloned();
        let mut paths: Vec<PathBuf> = on_disk
            .chain(added)
            .filter(|path| path.extension().is_some_and(|e| e == extension))
            .filter(|path| !matches!(self.overrides.get(path), Some(None)))
            .collect();
        paths.sort();
        paths.dedup();
        paths
    }

    /// Does the file exist?
    pub fn exists(&self, path: &Path) -> bool {
        self.overrides.get(path).map_or_else(|| path.is_file(), Option::is_some)
    }

    /// A path as a person opens it, and relative to the folder that was given.
    pub fn names(&self, path: &Path) -> (String, String) {
        let shown = |path: &Path| path.to_string_lossy().replace('\\', "/");
        let relative =
            self.given.iter().filter_map(|dir| path.strip_prefix(dir).ok()).min_by_key(|p| p.as_os_str().len());
        let full = self.root.as_ref().and_then(|root| path.strip_prefix(root).ok()).unwrap_or(path);
        (shown(full.strip_prefix("./").unwrap_or(full)), shown(relative.unwrap_or(path)))
    }
}

/// The domain of a card: `issue` for `cards/issue.labels.add.yaml`.
pub fn domain(card: &Path) -> String {
    let name = card.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}
