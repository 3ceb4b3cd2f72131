//! GitHub's schema as the compiler sees it: the pinned SDL, our overlay, which kinds of node an id may be, the REST API and `gh`.

pub mod date;
mod described;
mod digest;
mod facts;
mod gh;
mod gh_json;
mod node_kinds;
mod rest;

pub use date::Date;
pub use described::Described;
pub use facts::{Actors, Facts, Logins, PullRequests};
pub use gh::{Gh, GhCommand, GhFlag};
pub use gh_json::GhJson;
pub use node_kinds::NodeKinds;
pub use rest::{RestApi, RestOperation, RestParameter, Success, SuccessBody};

use crate::{
    files::Files,
    problem::{Code, Problem, Problems},
    source::{FileId, Sources, Span},
};
use apollo_compiler::{
    Schema as ApolloSchema,
    ast::{FieldDefinition, InputValueDefinition},
    diagnostic::ToCliReport as _,
    schema::ExtendedType,
    validation::Valid,
};
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// The merged and validated schema.
#[derive(Debug)]
pub struct Schema {
    /// What apollo validates documents against.
    pub apollo: Valid<ApolloSchema>,
    /// Kinds of node per ID input.
    pub node_kinds: NodeKinds,
    /// The REST API; `None` if it is not pinned.
    pub rest: Option<RestApi>,
    /// What `gh` can do; `None` if it is not pinned.
    pub gh: Option<Gh>,
    /// The types of `gh`'s JSON fields.
    pub gh_json: GhJson,
    /// What is true of GitHub beyond that.
    pub facts: Facts,
}

/// The file names of a schema folder that the compiler reads.
pub const FILES: [&str; 7] =
    ["github.graphql", "overlay.graphql", "node-kinds.yaml", "rest.json", "gh-cli.json", "gh-json.yaml", "facts.yaml"];

impl Schema {
    /// Reads a schema folder. `None` (with problems) if it cannot be used at all.
    pub fn load(files: &Files, sources: &mut Sources, problems: &mut Problems) -> Option<Self> {
        let dir = &files.schema;
        let digest = files.digest.as_ref().and_then(|path| digest::read(&files.read(path).ok()?));
        let apollo = match digest {
            Some(apollo) => apollo,
            None => parse(files, sources, problems)?,
        };
        let kinds = dir.join(FILES[2]);
        let mut schema = Schema::of(apollo);
        if files.exists(&kinds) {
            let file = read(&kinds, files, sources, problems)?;
            schema.node_kinds = NodeKinds::parse(&schema, sources, file, problems);
        }
        schema.rest = generated(&dir.join(FILES[3]), RestApi::parse, files, sources, problems).ok()?;
        schema.gh = generated(&dir.join(FILES[4]), Gh::parse, files, sources, problems).ok()?;
        let shapes = dir.join(FILES[5]);
        if files.exists(&shapes) {
            let file = read(&shapes, files, sources, problems)?;
            schema.gh_json = GhJson::parse(schema.gh.as_ref(), sources, file, problems);
        }
        let facts = dir.join(FILES[6]);
        if files.exists(&facts) {
            let file = read(&facts, files, sources, problems)?;
            schema.facts = Facts::parse(&schema, sources, file, problems)?;
            schema.rest.iter_mut().for_each(|rest| rest.mark(&schema.facts.actors.rest));
            schema.gh_json.mark(&schema.facts.actors.gh);
        }
        Some(schema)
    }

    /// A schema from SDL texts, for tests and for `--against`.
    pub fn from_sdl(sdl: &[(&str, &str)], sources: &mut Sources, problems: &mut Problems) -> Option<Self> {
        let files: Vec<_> = sdl.iter().map(|(name, text)| sources.add(*name, *name, *text)).collect();
        Some(Schema::of(merge(&files, sources, problems)?))
    }

    fn of(apollo: Valid<ApolloSchema>) -> Self {
        Schema {
            apollo,
            node_kinds: NodeKinds::default(),
            rest: None,
            gh: None,
            gh_json: GhJson::default(),
            facts: Facts::default(),
        }
    }

    /// The types in a form that is read quickly: see [`Files::digest`].
    pub fn digest(&self) -> String {
        digest::write(&self.apollo)
    }

    /// The type of that name.
    pub fn ty(&self, name: &str) -> Option<&ExtendedType> {
        self.apollo.types.get(name)
    }

    /// Is it an interface or union?
    pub fn is_abstract(&self, name: &str) -> bool {
        matches!(self.ty(name), Some(ExtendedType::Interface(_) | ExtendedType::Union(_)))
    }

    /// Does it have fields (an object or interface)?
    pub fn is_composite(&self, name: &str) -> bool {
        matches!(self.ty(name), Some(ExtendedType::Object(_) | ExtendedType::Interface(_) | ExtendedType::Union(_)))
    }

    /// The object types that a type can be: itself, or those that implement it.
    pub fn concrete(&self, name: &str) -> BTreeSet<String> {
        match self.ty(name) {
            Some(ExtendedType::Object(_)) => BTreeSet::from([name.to_owned()]),
            Some(ExtendedType::Union(union)) => union.members.iter().map(|m| m.name.to_string()).collect(),
            Some(ExtendedType::Interface(_)) => {
                let objects = self.apollo.types.iter().filter_map(|(own, ty)| Some((own, ty.as_object()?)));
                let is_one = |object: &apollo_compiler::schema::ObjectType| {
                    object.implements_interfaces.iter().any(|interface| interface.name == name)
                };
                objects.filter(|(_, object)| is_one(object)).map(|(own, _)| own.to_string()).collect()
            }
            _ => BTreeSet::new(),
        }
    }

    /// Every object type with the interfaces it implements.
    pub fn objects(&self) -> impl Iterator<Item = (&str, BTreeSet<&str>)> {
        self.apollo.types.iter().filter_map(|(name, ty)| match ty {
            ExtendedType::Object(object) => {
                Some((name.as_str(), object.implements_interfaces.iter().map(|i| i.name.as_str()).collect()))
            }
            _ => None,
        })
    }

    /// The values of an enum.
    pub fn enum_values(&self, name: &str) -> Option<Vec<&str>> {
        match self.ty(name)? {
            ExtendedType::Enum(e) => Some(e.values.keys().map(apollo_compiler::Name::as_str).collect()),
            _ => None,
        }
    }

    /// The fields of an input object.
    pub fn input_fields(&self, name: &str) -> Option<Vec<&InputValueDefinition>> {
        match self.ty(name)? {
            ExtendedType::InputObject(input) => Some(input.fields.values().map(|f| &***f).collect()),
            _ => None,
        }
    }

    /// A field of a composite type.
    pub fn field(&self, ty: &str, field: &str) -> Option<&FieldDefinition> {
        self.apollo.type_field(ty, field).ok().map(|f| &***f)
    }

    /// The names of a type's fields.
    pub fn field_names(&self, ty: &str) -> Vec<&str> {
        match self.ty(ty) {
            Some(ExtendedType::Object(o)) => o.fields.keys().map(apollo_compiler::Name::as_str).collect(),
            Some(ExtendedType::Interface(i)) => i.fields.keys().map(apollo_compiler::Name::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Every custom scalar, sorted.
    pub fn custom_scalars(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self
            .apollo
            .types
            .iter()
            .filter(|(_, ty)| ty.is_scalar() && !ty.is_built_in())
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        names
    }
}

fn parse(files: &Files, sources: &mut Sources, problems: &mut Problems) -> Option<Valid<ApolloSchema>> {
    let (pinned, overlay) = (files.schema.join(FILES[0]), files.schema.join(FILES[1]));
    let mut texts = vec![read(&pinned, files, sources, problems)?];
    if files.exists(&overlay) {
        texts.push(read(&overlay, files, sources, problems)?);
    }
    merge(&texts, sources, problems)
}

fn read(path: &Path, files: &Files, sources: &mut Sources, problems: &mut Problems) -> Option<FileId> {
    let (full, relative) = files.names(path);
    match files.read(path) {
        Ok(text) => Some(sources.add(full, relative, text)),
        Err(error) => {
            let file = sources.add(full.clone(), relative, "");
            problems.push(
                Problem::error(Code::SchemaFolder, Span::start_of(file), format!("cannot read {full}: {error}"))
                    .label("this file")
                    .help("run `cargo xtask schema`, or name the folder with --schema"),
            );
            None
        }
    }
}

/// The content of a generated JSON file, if it exists. `Err`: it cannot be used, which is already reported.
fn generated<T>(
    path: &Path,
    parse: impl Fn(&str) -> Result<T, serde_json::Error>,
    files: &Files,
    sources: &mut Sources,
    problems: &mut Problems,
) -> Result<Option<T>, Told> {
    if !files.exists(path) {
        return Ok(None);
    }
    let file = read(path, files, sources, problems).ok_or(Told)?;
    parse(&sources.file(file).text).map(Some).map_err(|error| {
        problems.push(
            Problem::error(Code::SchemaFolder, Span::start_of(file), format!("the file cannot be read: {error}"))
                .label("this file")
                .help("it is generated by `cargo xtask schema`; do not edit it"),
        );
        Told
    })
}

/// Something is wrong, and is already reported.
struct Told;

fn merge(files: &[FileId], sources: &Sources, problems: &mut Problems) -> Option<Valid<ApolloSchema>> {
    let mut builder = ApolloSchema::builder().adopt_orphan_extensions();
    for file in files {
        let source = sources.file(*file);
        builder = builder.parse(source.text.as_str(), PathBuf::from(&source.path));
    }
    let result = builder.build().map_err(|e| e.errors).and_then(|schema| schema.validate().map_err(|e| e.errors));
    match result {
        Ok(schema) => Some(schema),
        Err(errors) => {
            for error in errors.iter() {
                let place = error.error.location();
                let file = place
                    .and_then(|at| error.sources.get(&at.file_id()))
                    .and_then(|s| files.iter().find(|f| Path::new(&sources.file(**f).path) == s.path()))
                    .or(files.first());
                let Some(file) = file else { continue };
                let span = place.map_or(Span::start_of(*file), |at| Span {
                    file: *file,
                    start: at.offset(),
                    end: at.end_offset(),
                });
                problems.push(
                    Problem::error(Code::SchemaFolder, span, format!("the schema is not valid: {}", error.error))
                        .label("here")
                        .help("fix it in overlay.graphql; github.graphql is generated by `cargo xtask schema`"),
                );
            }
            None
        }
    }
}
