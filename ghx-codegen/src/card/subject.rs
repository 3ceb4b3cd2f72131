//! `cards/subjects/*.yaml`: how something is addressed and what can be looked up from it, once for all cards.

use super::{
    Allow,
    graphql::{self, OperationRef},
    reader::{Located, Reader, free_map, text},
};
use crate::{
    problem::{Code, Problem, Problems},
    source::{FileId, Span},
    suggest,
    yaml::{Node, Value},
};
use heck::ToKebabCase;

/// One subject, as written.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its file.
    pub file: FileId,
    /// `issue`.
    pub name: Located<String>,
    /// For people.
    pub description: Located<String>,
    /// The GraphQL type.
    pub node: Located<String>,
    /// The JSON names of the inputs that address it.
    pub inputs: SubjectInputs,
    /// The segment in its URL; none for a repository.
    pub url: Option<Located<String>>,
    /// The subject whose repository a bare number refers to.
    pub within: Option<Located<String>>,
    /// Its lookups.
    pub questions: Vec<Question>,
    /// Warnings that it has for a reason.
    pub allow: Allow,
}

/// The JSON names of a subject's inputs.
#[derive(Clone, Debug)]
pub struct SubjectInputs {
    /// Owner of the repository.
    pub owner: Option<Located<String>>,
    /// Name of the repository.
    pub name: Option<Located<String>>,
    /// Number.
    pub number: Option<Located<String>>,
    /// Node id.
    pub id: Option<Located<String>>,
    /// One string, or a URL.
    pub text: Option<Located<String>>,
    /// The place of the block.
    pub span: Span,
}

impl SubjectInputs {
    /// The input that holds the `owner`, `name` or `number`.
    pub fn part(&self, word: &str) -> Option<&Located<String>> {
        match word {
            "owner" => self.owner.as_ref(),
            "name" => self.name.as_ref(),
            "number" => self.number.as_ref(),
            _ => None,
        }
    }

    /// All names, in the order of the forms.
    pub fn all(&self) -> impl Iterator<Item = &Located<String>> {
        [&self.owner, &self.name, &self.number, &self.id, &self.text].into_iter().flatten()
    }
}

/// A lookup that starts from a subject: an entry of `find`.
#[derive(Clone, Debug)]
pub struct Question {
    /// `label`.
    pub name: Located<String>,
    /// The word for what is searched.
    pub describe: Option<Located<String>>,
    /// The message if it is not found.
    pub missing: Option<Located<String>>,
    /// The lookups, per form of the subject.
    pub forms: Vec<(Located<String>, FormLookup)>,
}

impl Question {
    /// The lookups of all forms.
    pub fn lookups(&self) -> impl Iterator<Item = &QuestionLookup> {
        self.forms.iter().filter_map(|(_, form)| match form {
            FormLookup::Lookup(lookup) => Some(&**lookup),
            _ => None,
        })
    }
}

/// How the result is found for one form of the subject.
#[derive(Clone, Debug)]
pub enum FormLookup {
    /// The caller gave it.
    Given,
    /// By a lookup that cannot be read; its problems are already reported.
    Broken,
    /// By a lookup.
    Lookup(Box<QuestionLookup>),
}

/// The operation that finds the result.
#[derive(Clone, Debug)]
pub struct QuestionLookup {
    /// The query.
    pub operation: OperationRef,
    /// Lookup variable ← value.
    pub vars: Vec<(Located<String>, Located<String>)>,
    /// To one scalar.
    pub path: Located<String>,
    /// Where the result is if it is not at `path`.
    pub or: Option<Located<String>>,
    /// To a list of names.
    pub suggest: Option<Located<String>>,
    /// Its place.
    pub span: Span,
}

pub(super) const KEYS: &[&str] = &["subject", "description", "node", "inputs", "url", "within", "find", "allow"];
pub(super) const INPUTS: &[&str] = &["owner", "name", "number", "id", "text"];
pub(super) const LOOKUP: &[&str] = &["operationName", "documentPath", "vars", "path", "or", "suggest"];
pub(super) const FORMS: &[&str] = &["numbered", "named", "id", "sibling"];

pub(super) fn parse(file: FileId, node: &Node, problems: &mut Problems) -> Option<Subject> {
    let reader = Reader::open(node, "a subject", KEYS, problems)?;
    let name = reader.text("subject", problems);
    let description = reader.text("description", problems);
    let kind = reader.text("node", problems);
    let inputs = reader.required("inputs", problems).and_then(|n| inputs(reader.key_span("inputs"), n, problems));
    let url = reader.optional_text("url", problems);
    let within = reader.optional_text("within", problems);
    let mut questions = Vec::new();
    if let Some(node) = reader.required("find", problems) {
        for (name, node) in free_map(node, "`find`", problems) {
            let document = document(&name, kind.as_ref());
            questions.push(question(name, node, &document, problems));
        }
    }
    let allow = reader.text_map("allow", problems);
    let (name, description, node, inputs) = (name?, description?, kind?, inputs?);
    Some(Subject { file, name, description, node, inputs, url, within, questions, allow })
}

fn inputs(span: Span, node: &Node, problems: &mut Problems) -> Option<SubjectInputs> {
    let reader = Reader::open(node, "`inputs`", INPUTS, problems)?;
    let [owner, name, number, id, text] =
        ["owner", "name", "number", "id", "text"].map(|key| reader.optional_text(key, problems));
    Some(SubjectInputs { owner, name, number, id, text, span })
}

/// The usual document of a lookup: `operations/lookups/label.graphql`, and `operations/lookups/issue-id.graphql` for the id of an `Issue`.
fn document(name: &Located<String>, kind: Option<&Located<String>>) -> Located<String> {
    let stem = match kind {
        Some(kind) if name.value == "id" => format!("{}-id", kind.value.to_kebab_case()),
        _ => name.value.to_kebab_case(),
    };
    Located::new(format!("operations/lookups/{stem}.graphql"), name.span)
}

fn question(name: Located<String>, node: &Node, document: &Located<String>, problems: &mut Problems) -> Question {
    let mut question = Question { name, describe: None, missing: None, forms: Vec::new() };
    for (key, node) in free_map(node, "an entry of `find`", problems) {
        match key.value.as_str() {
            "describe" => question.describe = text(node, "describe", problems),
            "missing" => question.missing = text(node, "missing", problems),
            form if FORMS.contains(&form) => {
                let lookup = form_lookup(key.span, node, document, problems).unwrap_or(FormLookup::Broken);
                question.forms.push((key, lookup));
            }
            other => problems.push(
                Problem::error(Code::UnknownKey, key.span, format!("an entry of `find` has no key `{other}`"))
                    .label("unknown key")
                    .help(suggest::help(other, "key", FORMS.iter().copied().chain(["describe", "missing"]))),
            ),
        }
    }
    question
}

fn form_lookup(span: Span, node: &Node, document: &Located<String>, problems: &mut Problems) -> Option<FormLookup> {
    if let Value::Text(word) = &node.value
        && word == "given"
    {
        return Some(FormLookup::Given);
    }
    let reader = Reader::open(node, "a lookup of a subject", LOOKUP, problems)?;
    let operation = graphql::operation(&reader, document, problems);
    let vars = reader.text_map("vars", problems);
    let path = reader.text("path", problems);
    let or = reader.optional_text("or", problems);
    let suggest = reader.optional_text("suggest", problems);
    let (operation, path) = (operation?, path?);
    Some(FormLookup::Lookup(Box::new(QuestionLookup { operation, vars, path, or, suggest, span })))
}
