//! Mutations on assignees.

use super::{Change, Payload};
use crate::state::{Account, Issue, Key, Node, Refusal, Store};

type Apply = fn(&mut Store, Key<Issue>, &[Key<Account>]) -> Result<(), Refusal>;

/// Adds people to an issue or pull request, or removes them.
pub(super) fn change(change: &mut Change<'_>, apply: Apply) -> Payload {
    let key = change.triaged("assignableId", "Assignable")?;
    let people = change.account_keys("assigneeIds")?;
    apply(change.store, key, &people)?;
    Ok(vec![("assignable", Node::Issue(key).into())])
}

pub(super) fn replace(change: &mut Change<'_>) -> Payload {
    let key = change.triaged("assignableId", "Assignable")?;
    let mut people = change.account_keys("actorIds")?;
    let logins = change.args.strings("actorLogins").unwrap_or_default().into_iter();
    people.extend(logins.map(|login| change.store.assignee(login)).collect::<Result<Vec<_>, _>>()?);
    change.store.touch_issue(key)?.assignees.clear();
    change.store.add_assignees(key, &people)?;
    Ok(vec![("assignable", Node::Issue(key).into())])
}
