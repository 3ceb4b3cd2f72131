//! The catalogues of cards, subjects and documents that are corrupted, in memory.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use apollo_compiler::ast;
use ghx_codegen::{
    Catalog, Files, report,
    schema::Schema,
    source::{LineColumn, Sources, Span},
    yaml,
};

use crate::error::{Error, Result};

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// `cards/*.yaml`.
    Card,
    /// `cards/subjects/*.yaml`.
    Subject,
    /// `operations/**`, fragments included.
    Document,
}

/// One file, without corruptions.
pub(crate) struct Original {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// Its path below the workspace.
    pub(crate) shown: String,
    /// Its kind.
    pub(crate) role: Role,
    /// Its text.
    pub(crate) text: String,
    /// Its content.
    pub(crate) tree: Tree,
}

/// The content of a file.
pub(crate) enum Tree {
    /// Of a card or subject.
    Yaml(yaml::Node),
    /// Of a document.
    Graphql(ast::Document),
}

impl Original {
    /// `line:column` of a byte.
    pub(crate) fn line_column(&self, offset: usize) -> LineColumn {
        let mut sources = Sources::default();
        let file = sources.add("", "", self.text.as_str());
        sources.line_column(Span { file, start: offset, end: offset })
    }
}

/// Cards with their subjects and documents, without mistakes.
pub(crate) struct Catalogue {
    /// The folders, with every text in memory.
    pub(crate) files: Files,
    /// Every file.
    pub(crate) originals: Vec<Original>,
    /// The schema.
    pub(crate) schema: Arc<Schema>,
}

impl Catalogue {
    /// Reads `cards/` and `operations/` below a folder and checks that they compile.
    pub(crate) fn read(workspace: &Path, below: &Path, schema: &Arc<Schema>) -> Result<Self> {
        let mut files = Files::below(below);
        let mut originals = Vec::new();
        let subjects = files.cards.join("subjects");
        let documents = ["", "lookups", "fragments"].map(|folder| files.operations.join(folder));
        let yaml = [(Role::Card, files.cards.clone()), (Role::Subject, subjects)];
        for (role, folder) in yaml.into_iter().chain(documents.map(|folder| (Role::Document, folder))) {
            let extension = if role == Role::Document { "graphql" } else { "yaml" };
            for path in files.list(&folder, extension) {
                originals.push(original(workspace, path, role)?);
            }
        }
        for original in &originals {
            files.overrides.insert(original.path.clone(), Some(original.text.clone()));
        }
        let catalogue = Catalogue { files, originals, schema: Arc::clone(schema) };
        catalogue.must_bind(below)?;
        Ok(catalogue)
    }

    fn must_bind(&self, below: &Path) -> Result<()> {
        let sources = Sources::default();
        let loaded = Catalog::load_with(
            self.files.clone(),
            Arc::clone(&self.schema),
            sources,
            ghx_codegen::problem::Problems::default(),
        );
        match loaded.bind() {
            Ok(_) => Ok(()),
            Err(refused) => Err(Error::invalid(
                format!("the catalogue in {} does not compile", below.display()),
                report::render_all(&refused.sources, &refused.problems, false),
            )),
        }
    }

    /// The files of one role.
    pub(crate) fn of(&self, role: Role) -> impl Iterator<Item = &Original> {
        self.originals.iter().filter(move |original| original.role == role)
    }
}

/// The pinned schema of a workspace.
pub(crate) fn schema(workspace: &Path) -> Result<Arc<Schema>> {
    let mut sources = Sources::default();
    let mut problems = ghx_codegen::problem::Problems::default();
    let schema = Schema::load(&Files::below(workspace), &mut sources, &mut problems);
    schema
        .map(Arc::new)
        .ok_or_else(|| Error::invalid("the pinned schema is not valid", report::render_all(&sources, &problems, false)))
}

fn original(workspace: &Path, path: PathBuf, role: Role) -> Result<Original> {
    let text = std::fs::read_to_string(&path).map_err(Error::io("read", &path))?;
    let shown = path.strip_prefix(workspace).unwrap_or(&path).to_string_lossy().replace('\\', "/");
    let tree = match role {
        Role::Card | Role::Subject => {
            let mut sources = Sources::default();
            let file = sources.add(shown.as_str(), shown.as_str(), text.as_str());
            Tree::Yaml(yaml::parse(&sources, file).map_err(|problem| Error::invalid(&shown, problem.message))?)
        }
        Role::Document => Tree::Graphql(
            ast::Document::parse(text.as_str(), &path).map_err(|problem| Error::invalid(&shown, problem.errors))?,
        ),
    };
    Ok(Original { path, shown, role, text, tree })
}
