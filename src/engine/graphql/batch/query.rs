//! Lookups and reads as one query, with shared fields.
//!
//! Equal values are one variable, so equal fields have equal text. Lookups in one repository become fields of one
//! `repository(…)`, and equal lookups become one field.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use serde_json::{Map, Value};

use super::fragments::Fragments;
use super::mutation::is_conditional;
use super::slots::{ChildSlot, ItemSlot, Owner, RootSlot, add_once};
use super::text::{Lines, Rename, render};
use super::{Batch, Item, NAME};
use crate::card::operation::{Part, Root};

/// How many fields a shared root may have. After that another one is opened.
pub(crate) const MAX_CHILDREN_PER_ROOT: usize = 100;

/// The field with the current name of a repository. GitHub follows renames without saying so.
const CURRENT_NAME: &str = "nameWithOwner";

/// How large one query may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryLimits {
    /// How many steps it may serve, whether they share a root or not.
    pub(crate) steps: usize,
    /// How many nodes it may request, counted as GitHub does.
    pub(crate) nodes: u64,
}

impl QueryLimits {
    /// GitHub refuses a query that requests more nodes.
    const MAX_NODES: u64 = 500_000;

    pub(crate) fn new(steps: usize) -> Self {
        Self { steps, nodes: Self::MAX_NODES }
    }
}

/// The items as queries within the limits, each with its range of items. With `shared`, items share root fields; without,
/// each item has its own.
pub(crate) fn queries<'a>(items: &[Item<'a>], shared: bool, limits: QueryLimits) -> Vec<(Range<usize>, Batch<'a>)> {
    let mut batches = Vec::new();
    let (mut start, mut builder) = (0, Builder::new(shared));
    for (index, item) in items.iter().enumerate() {
        if !builder.has_room(item, limits) {
            let full = std::mem::replace(&mut builder, Builder::new(shared));
            batches.push((start..index, full.finish()));
            start = index;
        }
        let keys = builder.keys(item, index);
        builder.add(index - start, item, keys);
    }
    if !builder.is_empty() {
        batches.push((start..items.len(), builder.finish()));
    }
    batches
}

#[derive(Default)]
struct Builder<'a> {
    shared: bool,
    names: HashMap<(&'static str, Option<String>), usize>,
    declared: Vec<&'static str>,
    variables: Vec<(String, &'a Value)>,
    roots: Vec<RootText>,
    /// Root fields by their text with values inserted. Of shared root fields with equal text, the last one.
    known: HashMap<String, usize>,
    items: Vec<Vec<ItemSlot>>,
    fragments: Fragments,
    /// The steps that it serves.
    steps: HashSet<usize>,
    /// How many nodes it requests.
    nodes: u64,
}

struct RootText {
    text: String,
    slot: RootSlot,
    children: Vec<String>,
    known: HashMap<String, usize>,
}

/// The names that an item's variables have in the batch.
type Names = Vec<(&'static str, usize)>;

/// An item that is being added.
struct Current<'i> {
    index: usize,
    names: &'i Names,
    renamed: &'i [Rename],
    variables: &'i Map<String, Value>,
}

impl<'a> Builder<'a> {
    fn new(shared: bool) -> Self {
        Self { shared, ..Self::default() }
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The keys by which root fields are shared. Without sharing they are unique, so the error of one item does not affect
    /// another.
    fn keys(&self, item: &Item<'_>, index: usize) -> Vec<String> {
        let value = |name: &str| item.variables.get(name).map_or_else(String::new, Value::to_string);
        let key = |(at, root): (usize, &Root)| {
            if !self.shared {
                return format!("{index} {at}");
            }
            let mut key = String::new();
            render(&mut key, root.head, value, &[]);
            if root.children.is_empty() {
                render(&mut key, root.body, value, &[]);
            }
            key
        };
        item.operation.roots.iter().enumerate().map(key).collect()
    }

    /// Whether an item fits. The first one always does.
    fn has_room(&self, item: &Item<'_>, limits: QueryLimits) -> bool {
        let steps = self.steps.len() + usize::from(!self.steps.contains(&item.name));
        let roots = item.operation.roots.iter().map(|root| root.count_nodes(item.variables));
        let nodes = roots.fold(self.nodes, u64::saturating_add);
        self.is_empty() || steps <= limits.steps && nodes <= limits.nodes
    }

    /// The root field with this key, if it has room for the fields of `root`.
    fn open_root(&self, root: &Root, key: &str) -> Option<usize> {
        let known = *self.known.get(key)?;
        (self.roots[known].children.len() + root.children.len() <= MAX_CHILDREN_PER_ROOT).then_some(known)
    }

    fn add(&mut self, index: usize, item: &Item<'a>, keys: Vec<String>) {
        self.steps.insert(item.name);
        let renamed = self.fragments.add(item.operation, index);
        let variables = item.operation.variables.iter();
        let names: Names =
            variables.map(|known| (known.name, self.variable(known.ty, item.variables.get(known.name)))).collect();
        let roots = item.operation.roots.iter().zip(keys);
        let current = Current { index, names: &names, renamed: &renamed, variables: item.variables };
        let slots = roots.map(|(root, key)| self.root(&current, root, key)).collect();
        self.items.push(slots);
    }

    /// The number of the variable with this type and value.
    fn variable(&mut self, ty: &'static str, value: Option<&'a Value>) -> usize {
        let key = (ty, value.map(Value::to_string));
        if let Some(known) = self.names.get(&key) {
            return *known;
        }
        let number = self.declared.len();
        self.names.insert(key, number);
        self.declared.push(ty);
        if let Some(value) = value {
            self.variables.push((format!("v{number}"), value));
        }
        number
    }

    fn root(&mut self, current: &Current<'_>, root: &'static Root, key: String) -> ItemSlot {
        let is_shared = self.shared && !root.children.is_empty();
        let text = |parts: &[Part]| text_of(parts, current.names, current.renamed);
        let at = self.open_root(root, &key).unwrap_or_else(|| {
            self.nodes += if is_shared { 0 } else { root.count_nodes(current.variables) };
            let repository = repository(root, current.variables);
            let body = if is_shared { String::new() } else { with_name(text(&root.selection()), repository.is_some()) };
            self.open(text(root.head) + &body, key, repository)
        });
        let below = &mut self.roots[at];
        add_once(&mut below.slot.items, current.index);
        let children = if is_shared { root.children } else { &[] };
        let children = children.iter().map(|child| {
            let (slot, is_new) = below.child(text(child.parts), current.index);
            self.nodes += if is_new { child.count_nodes(current.variables) } else { 0 };
            (child.key, slot)
        });
        ItemSlot { key: root.key, root: at, children: children.collect(), conditional: is_conditional(root.head) }
    }

    fn open(&mut self, text: String, key: String, repository: Option<String>) -> usize {
        let at = self.roots.len();
        let slot = RootSlot { alias: format!("r{at}"), items: Vec::new(), children: Vec::new(), repository };
        self.roots.push(RootText { text, slot, children: Vec::new(), known: HashMap::new() });
        self.known.insert(key, at);
        at
    }

    fn finish(self) -> Batch<'a> {
        let mut lines = Lines::default();
        let declared = self.declared.iter().enumerate().map(|(number, ty)| format!("$v{number}: {ty}"));
        let declared = declared.collect::<Vec<_>>().join(", ");
        let declared = if declared.is_empty() { declared } else { format!("({declared})") };
        lines.push(Owner::None, &["query ", NAME, &declared, " {"]);
        let mut roots = Vec::with_capacity(self.roots.len());
        for (at, root) in self.roots.into_iter().enumerate() {
            root.write(at, &mut lines);
            roots.push(root.slot);
        }
        lines.push(Owner::None, &["}"]);
        let fragments = self.fragments.write(&mut lines);
        Batch {
            document: lines.text,
            variables: self.variables,
            roots,
            items: self.items,
            lines: lines.owners,
            fragments,
        }
    }
}

impl RootText {
    /// The position of a field, and whether it is new.
    fn child(&mut self, text: String, item: usize) -> (usize, bool) {
        let at = self.known.get(&text).copied().unwrap_or(self.children.len());
        let is_new = at == self.children.len();
        if is_new {
            self.slot.children.push(ChildSlot { alias: format!("f{at}"), items: Vec::new() });
            self.children.push(text.clone());
            self.known.insert(text, at);
        }
        add_once(&mut self.slot.children[at].items, item);
        (at, is_new)
    }

    fn write(&self, at: usize, lines: &mut Lines) {
        let open = if self.children.is_empty() { "" } else { " {" };
        lines.push(Owner::Root(at), &[&self.slot.alias, ": ", &self.text, open]);
        for (index, (slot, text)) in self.slot.children.iter().zip(&self.children).enumerate() {
            lines.push(Owner::Child(at, index), &[&slot.alias, ": ", text]);
        }
        if self.children.is_empty() {
            return;
        }
        if self.slot.repository.is_some() {
            lines.push(Owner::Root(at), &[CURRENT_NAME]);
        }
        lines.push(Owner::Root(at), &["}"]);
    }
}

/// The selection of a root that is not shared, with the current name of its repository.
fn with_name(mut body: String, is_repository: bool) -> String {
    if is_repository && body.ends_with('}') {
        body.pop();
        body.extend([CURRENT_NAME, " }"]);
    }
    body
}

/// The repository that a root names.
fn repository(root: &Root, variables: &Map<String, Value>) -> Option<String> {
    let arguments = root.repository?;
    let text = |name: &str| variables.get(name).and_then(Value::as_str);
    Some(format!("{}/{}", text(arguments.owner)?, text(arguments.name)?))
}

fn text_of(parts: &[Part], names: &Names, renamed: &[Rename]) -> String {
    let mut text = String::new();
    let name_of = |name: &str| {
        let known = names.iter().find(|(known, _)| *known == name);
        known.map_or_else(|| name.to_owned(), |(_, number)| format!("v{number}"))
    };
    render(&mut text, parts, name_of, renamed);
    text
}
