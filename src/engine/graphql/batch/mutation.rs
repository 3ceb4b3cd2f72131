//! Writes: each root field under an alias of its own, in the order of the chain.

use serde_json::Value;

use super::fragments::Fragments;
use super::slots::{ItemSlot, Owner, RootSlot};
use super::text::{Lines, Rename, render};
use super::{Batch, Item, NAME};
use crate::card::operation::{Part, Root};

/// The items as one mutation. GitHub runs its root fields one after the other, in this order.
///
/// Names depend only on the steps, so a plan shows exactly the document that is sent.
pub(crate) fn mutation<'a>(items: &[Item<'a>]) -> Batch<'a> {
    let mut builder = Builder::default();
    for (index, item) in items.iter().enumerate() {
        builder.add(index, item);
    }
    builder.finish()
}

#[derive(Default)]
struct Builder<'a> {
    declared: Vec<String>,
    variables: Vec<(String, &'a Value)>,
    fields: Vec<String>,
    roots: Vec<RootSlot>,
    items: Vec<Vec<ItemSlot>>,
    fragments: Fragments,
}

/// An item that is being added.
struct Current<'i, 'a> {
    index: usize,
    item: &'i Item<'a>,
    renamed: &'i [Rename],
}

impl<'a> Builder<'a> {
    fn add(&mut self, index: usize, item: &Item<'a>) {
        let renamed = self.fragments.add(item.operation, index);
        for variable in item.operation.variables {
            let name = variable_name(item, variable.name);
            self.declared.push(format!("${name}: {}", variable.ty));
            if let Some(value) = item.variables.get(variable.name) {
                self.variables.push((name, value));
            }
        }
        let roots = item.operation.roots;
        let current = Current { index, item, renamed: &renamed };
        let slots = roots.iter().enumerate().map(|(at, root)| {
            let alias = if roots.len() == 1 { format!("s{}", item.name) } else { format!("s{}_{at}", item.name) };
            self.root(&current, root, alias)
        });
        let slots = slots.collect();
        self.items.push(slots);
    }

    fn root(&mut self, current: &Current<'_, '_>, root: &Root, alias: String) -> ItemSlot {
        let mut field = format!("{alias}: ");
        for parts in [root.head, &root.selection()] {
            render(&mut field, parts, |name| variable_name(current.item, name), current.renamed);
        }
        self.fields.push(field);
        self.roots.push(RootSlot { alias, items: vec![current.index], children: Vec::new(), repository: None });
        ItemSlot {
            key: root.key,
            root: self.roots.len() - 1,
            children: Vec::new(),
            conditional: is_conditional(root.head),
        }
    }

    fn finish(self) -> Batch<'a> {
        let mut lines = Lines::default();
        let declared = if self.declared.is_empty() { String::new() } else { format!("({})", self.declared.join(", ")) };
        lines.push(Owner::None, &["mutation ", NAME, &declared, " {"]);
        for (index, field) in self.fields.iter().enumerate() {
            lines.push(Owner::Root(index), &[field]);
        }
        lines.push(Owner::None, &["}"]);
        let fragments = self.fragments.write(&mut lines);
        Batch {
            document: lines.text,
            variables: self.variables,
            roots: self.roots,
            items: self.items,
            lines: lines.owners,
            fragments,
        }
    }
}

fn variable_name(item: &Item<'_>, name: &str) -> String {
    format!("s{}_{name}", item.name)
}

/// Whether a condition may leave the field out of the response.
pub(super) fn is_conditional(head: &[Part]) -> bool {
    let condition = |text: &str| text.contains(" @include(") || text.contains(" @skip(");
    head.iter().any(|part| matches!(part, Part::Text(text) if condition(text)))
}
