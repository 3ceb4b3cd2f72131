//! Operations cut into pieces that the engine can combine under aliases, so that nothing parses GraphQL at run time.

use super::{
    Operation,
    nodes::{NodeTerm, nodes},
    shape::{FieldShape, Shape},
};
use apollo_compiler::ast::Value;
use std::collections::BTreeSet;

/// A stretch of text, or a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Literal text.
    Text(String),
    /// A variable, without `$`.
    Var(String),
}

/// An operation in pieces.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// The root fields in order.
    pub roots: Vec<RootPiece>,
    /// Selections without variables, sent once per request: name and definition.
    pub fragments: Vec<(String, String)>,
    /// The whole operation, on its own.
    pub document: String,
}

/// One root field.
#[derive(Clone, Debug)]
pub struct RootPiece {
    /// Its response key.
    pub key: String,
    /// Name, arguments and directives.
    pub head: Vec<Part>,
    /// The selection in braces.
    pub body: Vec<Part>,
    /// The fields of the selection one by one, if lookups may share the root.
    pub children: Vec<ChildPiece>,
    /// How many nodes it may ask for.
    pub nodes: Vec<NodeTerm>,
    /// The variables that name the repository, owner first, if the root field of a query is one.
    pub repository: Option<(String, String)>,
}

/// One field of a root's selection.
#[derive(Clone, Debug)]
pub struct ChildPiece {
    /// Its response key.
    pub key: String,
    /// The field with its selection.
    pub parts: Vec<Part>,
    /// How many nodes it may ask for.
    pub nodes: Vec<NodeTerm>,
}

/// A selection shorter than this is not worth a fragment.
const WORTH_A_FRAGMENT: usize = 60;

/// Cuts an operation.
pub fn pieces(operation: &Operation) -> Pieces {
    let mut printer = Printer::new(operation, true);
    let roots = operation.shape.fields.iter().map(|field| printer.root(field)).collect();
    Pieces { fragments: printer.fragments, roots, document: document(operation) }
}

/// The operation as one readable document.
pub(super) fn document(operation: &Operation) -> String {
    let mut printer = Printer::new(operation, false);
    let mut parts = Vec::new();
    printer.selection(&operation.shape, &mut parts);
    format!("{} {}{}{}\n", operation.kind.as_str(), operation.name, declarations(operation), text(&parts))
}

fn declarations(operation: &Operation) -> String {
    if operation.variables.is_empty() {
        return String::new();
    }
    let declared: Vec<String> = operation
        .variables
        .iter()
        .map(|v| format!("${}: {}{}", v.name, v.ty, v.default.as_ref().map(|d| format!(" = {d}")).unwrap_or_default()))
        .collect();
    format!("({})", declared.join(", "))
}

fn text(parts: &[Part]) -> String {
    parts
        .iter()
        .map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Var(name) => format!("${name}"),
        })
        .collect()
}

/// The abstract types that need `__typename` because some selection on them depends on the kind.
pub(super) fn conditioned(shape: &Shape, found: &mut BTreeSet<String>) {
    if !shape.on.is_empty() {
        found.insert(shape.ty.clone());
    }
    for below in shape.fields.iter().filter_map(|f| f.shape.as_ref()).chain(&shape.on) {
        conditioned(below, found);
    }
}

struct Printer<'a> {
    operation: &'a Operation,
    conditioned: BTreeSet<String>,
    hoist: bool,
    fragments: Vec<(String, String)>,
}

impl<'a> Printer<'a> {
    fn new(operation: &'a Operation, hoist: bool) -> Self {
        let mut found = BTreeSet::new();
        conditioned(&operation.shape, &mut found);
        Printer { operation, conditioned: found, hoist, fragments: Vec::new() }
    }

    fn root(&mut self, field: &FieldShape) -> RootPiece {
        let mut head = Vec::new();
        head_of(field, &mut head);
        let mut body = Vec::new();
        let mut children = Vec::new();
        match &field.shape {
            // Its fields may be asked for one by one, so no fragment holds all of them: it would be left unused.
            Some(shape) if shape.on.is_empty() && field.conditions.is_empty() => {
                self.selection(shape, &mut body);
                children = shape.fields.iter().map(|child| self.child(child)).collect();
            }
            Some(shape) => self.below(shape, &mut body),
            None => {}
        }
        RootPiece {
            key: field.key.clone(),
            head: joined(head),
            body: joined(body),
            children,
            nodes: nodes(field),
            repository: repository(field),
        }
    }

    fn child(&mut self, field: &FieldShape) -> ChildPiece {
        let mut parts = Vec::new();
        head_of(field, &mut parts);
        if let Some(shape) = &field.shape {
            self.below(shape, &mut parts);
        }
        ChildPiece { key: field.key.clone(), parts: joined(parts), nodes: nodes(field) }
    }

    /// A selection, or a spread of the fragment that holds it. Fragments hold no other fragments.
    fn below(&mut self, shape: &Shape, out: &mut Vec<Part>) {
        match self.plain(shape).as_slice() {
            [Part::Text(selection)] if self.hoist && selection.len() >= WORTH_A_FRAGMENT => {
                let name = self.fragment(&format!("on {}{selection}", shape.ty));
                out.push(Part::Text(format!(" {{ ...{name} }}")));
            }
            _ => self.selection(shape, out),
        }
    }

    /// A selection without fragments.
    fn plain(&mut self, shape: &Shape) -> Vec<Part> {
        let hoist = std::mem::replace(&mut self.hoist, false);
        let mut parts = Vec::new();
        self.selection(shape, &mut parts);
        self.hoist = hoist;
        joined(parts)
    }

    /// The name of the fragment with this definition.
    fn fragment(&mut self, definition: &str) -> String {
        let known = self.fragments.iter().find(|(_, text)| text.ends_with(definition));
        if let Some((name, _)) = known {
            return name.clone();
        }
        let number = self.fragments.len();
        let name = if number == 0 { self.operation.name.clone() } else { format!("{}{number}", self.operation.name) };
        self.fragments.push((name.clone(), format!("fragment {name} {definition}")));
        name
    }

    fn selection(&mut self, shape: &Shape, out: &mut Vec<Part>) {
        out.push(Part::Text(" {".to_owned()));
        if self.conditioned.contains(&shape.ty) {
            out.push(Part::Text(" __typename".to_owned()));
        }
        for field in &shape.fields {
            out.push(Part::Text(" ".to_owned()));
            if field.key != field.name {
                out.push(Part::Text(format!("{}: ", field.key)));
            }
            head_of(field, out);
            if let Some(below) = &field.shape {
                if self.hoist { self.below(below, out) } else { self.selection(below, out) }
            }
        }
        for conditioned in &shape.on {
            out.push(Part::Text(format!(" ... on {}", conditioned.ty)));
            self.selection(conditioned, out);
        }
        out.push(Part::Text(" }".to_owned()));
    }
}

/// The variables of `repository(owner: $owner, name: $name)`.
fn repository(field: &FieldShape) -> Option<(String, String)> {
    let variable = |name: &str| {
        let argument = field.arguments.iter().find(|argument| argument.name == name)?;
        argument.value.as_variable().map(ToString::to_string)
    };
    let is_root = field.parent == "Query" && field.name == "repository";
    if is_root { variable("owner").zip(variable("name")) } else { None }
}

/// Name, arguments and conditions, without alias and selection.
fn head_of(field: &FieldShape, out: &mut Vec<Part>) {
    out.push(Part::Text(field.name.clone()));
    for (index, argument) in field.arguments.iter().enumerate() {
        out.push(Part::Text(format!("{}{}: ", if index == 0 { "(" } else { ", " }, argument.name)));
        value(&argument.value, out);
    }
    if !field.arguments.is_empty() {
        out.push(Part::Text(")".to_owned()));
    }
    for directive in &field.conditions {
        out.push(Part::Text(format!(" @{}(if: ", directive.name)));
        if let Some(condition) = directive.specified_argument_by_name("if") {
            value(condition, out);
        }
        out.push(Part::Text(")".to_owned()));
    }
}

fn value(value_: &Value, out: &mut Vec<Part>) {
    match value_ {
        Value::Variable(name) => out.push(Part::Var(name.to_string())),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push(Part::Text(if index == 0 { "[" } else { ", " }.to_owned()));
                value(item, out);
            }
            out.push(Part::Text(if items.is_empty() { "[]" } else { "]" }.to_owned()));
        }
        Value::Object(fields) => {
            for (index, (name, item)) in fields.iter().enumerate() {
                out.push(Part::Text(format!("{}{name}: ", if index == 0 { "{" } else { ", " })));
                value(item, out);
            }
            out.push(Part::Text(if fields.is_empty() { "{}" } else { "}" }.to_owned()));
        }
        other => out.push(Part::Text(other.serialize().no_indent().to_string())),
    }
}

/// Neighbouring texts become one.
fn joined(parts: Vec<Part>) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        match (out.last_mut(), part) {
            (Some(Part::Text(before)), Part::Text(text)) => before.push_str(&text),
            (_, part) => out.push(part),
        }
    }
    out
}
