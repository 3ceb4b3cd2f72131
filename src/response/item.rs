//! The part of an answer that belongs to one item, under the item's own response keys.

use serde_json::value::RawValue;

use super::{Fields, Response};
use crate::answer::Answer;
use crate::batch::{Batch, ItemSlot};

/// An answer beside the batch that it answers.
#[derive(Debug)]
pub(crate) struct Answers<'b, 'a> {
    batch: &'b Batch<'b>,
    response: &'b Response<'a>,
    /// The fields of each shared root, taken apart once for all items.
    shared: Vec<Option<Fields<'a>>>,
}

/// What came back for one item.
#[derive(Debug)]
pub(crate) struct ItemAnswer<'a> {
    fields: Vec<(&'static str, Raw<'a>)>,
    /// The response keys that are null or missing although nothing allowed them to be left out.
    pub(crate) missing: Vec<&'static str>,
    /// How many root fields are there and not null.
    pub(crate) given: usize,
}

#[derive(Debug)]
enum Raw<'a> {
    Sent(&'a RawValue),
    Joined(Box<RawValue>),
}

impl<'b, 'a> Answers<'b, 'a> {
    pub(crate) fn new(batch: &'b Batch<'b>, response: &'b Response<'a>) -> Self {
        let shared = batch.roots.iter().map(|root| {
            if root.children.is_empty() {
                return None;
            }
            serde_json::from_str(response.field(&root.alias)?.get()).ok()
        });
        Self { batch, response, shared: shared.collect() }
    }

    /// What came back for one item.
    pub(crate) fn item(&self, item: usize) -> ItemAnswer<'a> {
        let mut answer = ItemAnswer { fields: Vec::new(), missing: Vec::new(), given: 0 };
        for slot in &self.batch.items[item] {
            match self.raw(slot) {
                Some(raw) => answer.fields.push((slot.key, raw)),
                None if slot.conditional => continue,
                None => {}
            }
            if self.is_null(slot) {
                answer.missing.push(slot.key);
            } else {
                answer.given += 1;
            }
        }
        answer
    }

    fn is_null(&self, slot: &ItemSlot) -> bool {
        self.response.field(&self.batch.roots[slot.root].alias).is_none_or(|raw| raw.get() == "null")
    }

    fn raw(&self, slot: &ItemSlot) -> Option<Raw<'a>> {
        let root = &self.batch.roots[slot.root];
        let sent = self.response.field(&root.alias)?;
        let Some(fields) = &self.shared[slot.root] else {
            return Some(Raw::Sent(sent));
        };
        let keys = slot.children.iter().map(|(key, child)| (*key, root.children[*child].alias.as_str()));
        Some(join(sent, fields, keys))
    }
}

impl ItemAnswer<'_> {
    /// As the answer to the item's own operation.
    pub(crate) fn answer(&self) -> Answer<'_> {
        let fields = self.fields.iter().map(|(key, raw)| match raw {
            Raw::Sent(raw) => (*key, *raw),
            Raw::Joined(raw) => (*key, &**raw),
        });
        fields.collect()
    }
}

/// The object that an item would have got alone, out of the fields of a shared one.
fn join<'a, 'k>(
    sent: &'a RawValue,
    fields: &Fields<'a>,
    keys: impl Iterator<Item = (&'static str, &'k str)>,
) -> Raw<'a> {
    let mut text = String::from("{");
    for (key, alias) in keys {
        // A field that a condition left out is left out here, too.
        if let Some(raw) = fields.get(alias) {
            let comma = if text.len() > 1 { "," } else { "" };
            text.extend([comma, "\"", key, "\":", raw.get()]);
        }
    }
    text.push('}');
    match RawValue::from_string(text) {
        Ok(joined) => Raw::Joined(joined),
        Err(_) => Raw::Sent(sent),
    }
}
