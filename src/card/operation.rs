//! GraphQL operations, split so that many can be sent as one document. Nothing parses GraphQL at run time.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::Error;
use crate::card::const_setters;

/// A GraphQL operation in pieces.
#[derive(Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// Query or mutation.
    pub kind: OperationKind,
    /// Its variables.
    pub variables: &'static [Variable],
    /// Its root fields.
    pub roots: &'static [Root],
    /// The fragments that it uses; none of them uses variables.
    pub fragments: &'static [Fragment],
}

impl Operation {
    /// An operation without variables, root fields and fragments.
    #[must_use]
    pub const fn new(name: &'static str, kind: OperationKind) -> Self {
        Self { name, kind, variables: &[], roots: &[], fragments: &[] }
    }

    /// A query without variables, root fields and fragments.
    #[must_use]
    pub const fn query(name: &'static str) -> Self {
        Self::new(name, OperationKind::Query)
    }

    /// A mutation without variables, root fields and fragments.
    #[must_use]
    pub const fn mutation(name: &'static str) -> Self {
        Self::new(name, OperationKind::Mutation)
    }

    const_setters! {
        set variables: &'static [Variable];
        set roots: &'static [Root];
        set fragments: &'static [Fragment];
    }
}

/// Query or mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OperationKind {
    /// It reads.
    Query,
    /// It writes.
    Mutation,
}

/// A variable of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Variable {
    /// Its name, without `$`.
    pub name: &'static str,
    /// Its type: `[ID!]!`.
    pub ty: &'static str,
}

impl Variable {
    /// A variable by name, without `$`, and type.
    #[must_use]
    pub const fn new(name: &'static str, ty: &'static str) -> Self {
        Self { name, ty }
    }
}

/// A root field of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Root {
    /// Its response key.
    pub key: &'static str,
    /// The field with its arguments: `repository(owner: $owner, name: $name)`.
    pub head: &'static [Part],
    /// Its selection with braces; empty for a leaf, and where [`children`](Root::children) say it.
    pub body: &'static [Part],
    /// The fields of the body one by one, where a query selects plain fields only, so that lookups in one
    /// repository can share a root; otherwise empty.
    pub children: &'static [Child],
    /// How many nodes it may ask for, all that is below it included; empty where the children say it.
    pub nodes: &'static [Nodes],
    /// The variables that name the repository, where a query's root is `repository(owner: $x, name: $y)`.
    pub repository: Option<RepositoryArguments>,
}

/// The variables that name a repository: compared with `nameWithOwner`, they show whether it was renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RepositoryArguments {
    /// The variable for its owner.
    pub owner: &'static str,
    /// The variable for its name.
    pub name: &'static str,
}

impl RepositoryArguments {
    /// The variables for owner and name.
    #[must_use]
    pub const fn new(owner: &'static str, name: &'static str) -> Self {
        Self { owner, name }
    }
}

impl Root {
    /// A leaf: a field with its arguments.
    #[must_use]
    pub const fn new(key: &'static str, head: &'static [Part]) -> Self {
        Self { key, head, body: &[], children: &[], nodes: &[], repository: None }
    }

    /// `repository(owner: $owner, name: $name)`.
    #[must_use]
    pub const fn of_repository() -> Self {
        const HEAD: &[Part] = &[
            Part::Text("repository(owner: "),
            Part::Var("owner"),
            Part::Text(", name: "),
            Part::Var("name"),
            Part::Text(")"),
        ];
        Self::new("repository", HEAD).repository(RepositoryArguments::new("owner", "name"))
    }

    const_setters! {
        set body: &'static [Part];
        set children: &'static [Child];
        set nodes: &'static [Nodes];
        some repository: RepositoryArguments;
    }

    /// Its selection with braces, put together from its children where it has any.
    pub fn selection(&self) -> Cow<'static, [Part]> {
        if !self.body.is_empty() || self.children.is_empty() {
            return Cow::Borrowed(self.body);
        }
        let fields = self.children.iter().flat_map(|child| {
            let alias = child.is_alias().then_some([Part::Text(child.key), Part::Text(": ")]);
            [Part::Text(" ")].into_iter().chain(alias.into_iter().flatten()).chain(child.parts.iter().copied())
        });
        [Part::Text(" {")].into_iter().chain(fields).chain([Part::Text(" }")]).collect()
    }

    /// How many nodes it may ask for with these variables, counted as GitHub does.
    pub fn count_nodes(&self, variables: &Map<String, Value>) -> u64 {
        if self.nodes.is_empty() {
            return self.children.iter().map(|child| child.count_nodes(variables)).fold(0, u64::saturating_add);
        }
        Nodes::sum(self.nodes, variables)
    }
}

/// A field directly below a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Child {
    /// Its response key.
    pub key: &'static str,
    /// The field, its arguments and its selection.
    pub parts: &'static [Part],
    /// How many nodes it may ask for.
    pub nodes: &'static [Nodes],
}

impl Child {
    /// A field with its arguments and its selection.
    #[must_use]
    pub const fn new(key: &'static str, parts: &'static [Part]) -> Self {
        Self { key, parts, nodes: &[] }
    }

    const_setters! {
        set nodes: &'static [Nodes];
    }

    /// Whether its key is not its name.
    fn is_alias(&self) -> bool {
        let Some(Part::Text(text)) = self.parts.first() else { return false };
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        text[..end] != *self.key
    }

    /// How many nodes it may ask for with these variables, counted as GitHub does.
    pub fn count_nodes(&self, variables: &Map<String, Value>) -> u64 {
        Nodes::sum(self.nodes, variables)
    }
}

/// A part of the number of nodes that a field may ask for: a number times the values of variables.
///
/// GitHub counts for every connection the product of its page size and of those around it, and refuses a request whose
/// sum is over 500,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Nodes {
    /// The page sizes that the document states, multiplied.
    pub factor: u64,
    /// The variables that are page sizes.
    pub variables: &'static [&'static str],
}

impl Nodes {
    /// A number times the values of variables.
    #[must_use]
    pub const fn new(factor: u64, variables: &'static [&'static str]) -> Self {
        Self { factor, variables }
    }

    /// GitHub's largest page, for a page size that is not among the variables.
    const LARGEST_PAGE: u64 = 100;

    /// The number with these variables. It saturates; a variable that is absent counts as the largest page.
    pub fn count(&self, variables: &Map<String, Value>) -> u64 {
        let size = |name: &&str| variables.get(*name).and_then(Value::as_u64).unwrap_or(Self::LARGEST_PAGE);
        self.variables.iter().map(size).fold(self.factor, u64::saturating_mul)
    }

    fn sum(terms: &[Self], variables: &Map<String, Value>) -> u64 {
        terms.iter().map(|term| term.count(variables)).fold(0, u64::saturating_add)
    }
}

/// A piece of GraphQL text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// As it is.
    Text(&'static str),
    /// A variable, without `$`.
    Var(&'static str),
}

/// A named fragment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Fragment {
    /// Its name.
    pub name: &'static str,
    /// Its definition: `fragment X on Issue { … }`.
    pub text: &'static str,
}

impl Fragment {
    /// A fragment by name and definition.
    #[must_use]
    pub const fn new(name: &'static str, text: &'static str) -> Self {
        Self { name, text }
    }
}

/// An operation with the types of its variables and its data.
pub trait Document {
    /// The variables.
    type Variables: Serialize;
    /// The `data` of the response.
    type Data: DeserializeOwned;
    /// The operation.
    const OPERATION: &'static Operation;
}

/// An operation with the values of its variables: what is to be sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The operation.
    pub operation: &'static Operation,
    /// The values of its variables. One that is not here is not sent.
    pub variables: Map<String, Value>,
    /// Values that the output needs and that the response does not have, by name.
    pub kept: Map<String, Value>,
}

impl Request {
    /// The operation of `D` with these variables. A variable that is null is left out, since that is how an absent input
    /// is written in `D::Variables`; [`with_null`](Request::with_null) sends null.
    pub fn new<D: Document>(variables: &D::Variables) -> Result<Self, Error> {
        let value = serde_json::to_value(variables);
        Self::of(D::OPERATION, value)
    }

    fn of(operation: &'static Operation, variables: Result<Value, serde_json::Error>) -> Result<Self, Error> {
        let mut variables = match variables {
            Ok(Value::Object(map)) => map,
            Ok(Value::Null) => Map::new(),
            Ok(_) => return Err(unwritable(operation)),
            Err(error) => return Err(unwritable(operation).with_source(error)),
        };
        variables.retain(|_, value| !value.is_null());
        Ok(Self { operation, variables, kept: Map::new() })
    }

    /// The same request with this variable sent as null.
    #[must_use]
    pub fn with_null(mut self, name: &str) -> Self {
        self.variables.insert(name.to_owned(), Value::Null);
        self
    }

    /// The same request with a value for the output, which is not sent.
    #[must_use]
    pub fn keep(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.kept.insert(name.to_owned(), value.into());
        self
    }
}

fn unwritable(operation: &Operation) -> Error {
    let message = format!("the variables of `{}` are no JSON object", operation.name);
    Error::unknown(message).in_phase(crate::error::Phase::NotSent)
}
