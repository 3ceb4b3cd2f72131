//! The part of a response that belongs to one item, under the item's own response keys.

use serde_json::value::RawValue;

use crate::capability::data::ResponseData;
use crate::engine::graphql::batch::{Batch, ItemSlot};
use crate::response::{Data, Fields, Response};

/// A response, split into the items of its batch.
#[derive(Debug)]
pub(crate) struct ItemResponses<'b, 'a> {
    batch: &'b Batch<'b>,
    response: &'b Response<'a>,
    /// The fields of each shared root, parsed once for all items.
    shared: Vec<Option<Fields<'a>>>,
}

/// What came back for one item.
#[derive(Debug)]
pub(crate) struct ItemResponse<'a> {
    fields: Vec<(&'static str, Raw<'a>)>,
    /// What came back for each of its root fields.
    pub(crate) roots: Vec<RootResponse>,
}

/// What came back for one root field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootResponse {
    /// The response key that the item's own operation has for it.
    pub(crate) key: &'static str,
    /// The root field of the batch.
    pub(crate) root: usize,
    pub(crate) presence: Presence,
}

/// Whether a field is in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// It is present and not null.
    Given,
    /// It is null, or missing although no condition left it out.
    Missing,
    /// A condition left it out.
    LeftOut,
}

#[derive(Debug)]
enum Raw<'a> {
    Sent(&'a RawValue),
    Joined(Box<RawValue>),
}

impl<'b, 'a> ItemResponses<'b, 'a> {
    pub(crate) fn new(batch: &'b Batch<'b>, response: &'b Response<'a>) -> Self {
        let shared = batch.roots.iter().map(|root| {
            if root.children.is_empty() {
                return None;
            }
            serde_json::from_str(response.field(&root.alias)?.get()).ok()
        });
        Self { batch, response, shared: shared.collect() }
    }

    /// The repositories that have another name than the one that was sent: old and new name.
    pub(crate) fn renamed(&self) -> impl Iterator<Item = (&str, String)> {
        #[derive(serde::Deserialize)]
        struct Named {
            #[serde(rename = "nameWithOwner")]
            new: String,
        }
        self.batch.roots.iter().filter_map(|root| {
            let old = root.repository.as_deref()?;
            let Named { new } = serde_json::from_str(self.response.field(&root.alias)?.get()).ok()?;
            (!new.eq_ignore_ascii_case(old)).then_some((old, new))
        })
    }

    /// What came back for one item.
    pub(crate) fn item(&self, item: usize) -> ItemResponse<'a> {
        let mut response = ItemResponse { fields: Vec::new(), roots: Vec::new() };
        for slot in &self.batch.items[item] {
            response.fields.extend(self.raw(slot).map(|raw| (slot.key, raw)));
            response.roots.push(RootResponse { key: slot.key, root: slot.root, presence: self.presence(slot) });
        }
        response
    }

    fn presence(&self, slot: &ItemSlot) -> Presence {
        let has_data = matches!(self.response.data, Data::Fields(_));
        match self.response.field(&self.batch.roots[slot.root].alias) {
            Some(raw) if raw.get() != "null" => Presence::Given,
            None if slot.conditional && has_data => Presence::LeftOut,
            _ => Presence::Missing,
        }
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

impl ItemResponse<'_> {
    /// The response keys that are null, or missing although no condition left them out.
    pub(crate) fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.roots.iter().filter(|root| root.presence == Presence::Missing).map(|root| root.key)
    }

    /// The data as a response to the item's own operation.
    pub(crate) fn data(&self) -> ResponseData<'_> {
        let fields = self.fields.iter().map(|(key, raw)| match raw {
            Raw::Sent(raw) => (*key, *raw),
            Raw::Joined(raw) => (*key, &**raw),
        });
        fields.collect()
    }
}

/// Builds the object that the item's own operation would have returned, from the fields of a shared root.
fn join<'a, 'k>(
    sent: &'a RawValue,
    fields: &Fields<'a>,
    keys: impl Iterator<Item = (&'static str, &'k str)>,
) -> Raw<'a> {
    let mut text = String::from("{");
    for (key, alias) in keys {
        // A field that a condition left out is left out here as well.
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
