//! Mutations on branches.

use super::{Change, Payload};
use crate::state::{Node, Permission};

pub(super) fn delete_ref(change: &mut Change<'_>) -> Payload {
    let key = change.key(change.args.text("refId"), "Ref", |node| match node {
        Node::Branch(key) => Some(key),
        _ => None,
    })?;
    change.permit(change.store.branches.get(key)?.repo, Permission::Write)?;
    change.store.branches.remove(key);
    Ok(Vec::new())
}
