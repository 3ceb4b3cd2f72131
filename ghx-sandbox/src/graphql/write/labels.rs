//! Mutations on labels, and on the labels of issues.

use super::{Change, Payload};
use crate::state::{Issue, Key, Label, LabelChange, Node, Permission, Refusal, Store};

type Apply = fn(&mut Store, Key<Issue>, &[Key<Label>]) -> Result<(), Refusal>;

/// Adds labels to an issue or pull request, or removes them.
pub(super) fn change(change: &mut Change<'_>, apply: Apply) -> Payload {
    let key = change.triaged("labelableId", "Labelable")?;
    let labels = change.label_keys("labelIds")?;
    apply(change.store, key, &labels)?;
    Ok(vec![("labelable", Node::Issue(key).into())])
}

pub(super) fn clear(change: &mut Change<'_>) -> Payload {
    let key = change.triaged("labelableId", "Labelable")?;
    change.store.touch_issue(key)?.labels.clear();
    Ok(vec![("labelable", Node::Issue(key).into())])
}

fn wanted(change: &Change<'_>) -> LabelChange {
    let text = |name| change.args.str(name).map(str::to_owned);
    LabelChange { name: text("name"), color: text("color"), description: text("description") }
}

pub(super) fn create(change: &mut Change<'_>) -> Payload {
    let repo = change.repo("repositoryId")?;
    change.permit(repo, Permission::Triage)?;
    let key = change.store.create_label(repo, wanted(change))?;
    Ok(vec![("label", Node::Label(key).into())])
}

fn label(change: &Change<'_>) -> Result<Key<Label>, Refusal> {
    let key = change.key(change.args.text("id"), "Label", |node| match node {
        Node::Label(key) => Some(key),
        _ => None,
    })?;
    change.permit(change.store.labels.get(key)?.repo, Permission::Triage)?;
    Ok(key)
}

pub(super) fn update(change: &mut Change<'_>) -> Payload {
    let key = label(change)?;
    change.store.update_label(key, wanted(change))?;
    Ok(vec![("label", Node::Label(key).into())])
}

pub(super) fn delete(change: &mut Change<'_>) -> Payload {
    let key = label(change)?;
    change.store.delete_label(key)?;
    Ok(Vec::new())
}
