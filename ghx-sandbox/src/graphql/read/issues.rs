//! Issues, and the fields that pull requests share with them.

use super::{labels, reaction_groups, repos::no_such_number};
use crate::{
    graphql::{
        connection::connection,
        execute::Ask,
        value::{Answer, Args, Value, nodes},
    },
    state::{AccountKind, Issue, Key, Node, Permission, Refusal, Repo},
};

/// The fields of a repository that give issues.
pub(crate) fn of_repo(ask: &Ask<'_>, repo: Key<Repo>) -> Answer {
    if ask.field() == "issues" {
        if ask.args.object("filterBy").is_some_and(|filter| filter.has("viewerSubscribed")) {
            return Err(Refusal::not_modelled("`IssueFilters.viewerSubscribed`"));
        }
        return connection(ask, filtered(ask, ask.store.issues_of(repo, |issue| issue.pull.is_none())));
    }
    let any = ask.field() == "issueOrPullRequest";
    let found = ask.args.number("number").and_then(|number| ask.store.numbered(repo, number));
    let found = found.filter(|key| any || !ask.store.is_pull(*key)).map(Node::Issue);
    let kind = if any { "an issue or pull request" } else { "an Issue" };
    let number = ask.args.int("number").unwrap_or_default();
    Ok(found.filter(|node| ask.can_see(*node)).ok_or_else(|| no_such_number(kind, number))?.into())
}

/// Issues or pull requests, filtered and ordered as the arguments say.
pub(super) fn filtered(ask: &Ask<'_>, keys: Vec<Key<Issue>>) -> Vec<Value> {
    let mut rows: Vec<(Key<Issue>, &Issue)> =
        keys.into_iter().filter_map(|key| Some((key, ask.store.issues.get(key).ok()?))).collect();
    rows.retain(|(key, issue)| matches(ask, ask.args, issue) && ask.can_see(Node::Issue(*key)));
    if let Some(filter) = ask.args.object("filterBy") {
        rows.retain(|(_, issue)| matches(ask, filter, issue) && matches_people(ask, filter, issue));
    }
    if let Some(order) = ask.args.object("orderBy") {
        match order.text("field") {
            "UPDATED_AT" => rows.sort_by_key(|(_, issue)| issue.updated_at),
            "COMMENTS" => rows.sort_by_key(|(_, issue)| issue.comments.len()),
            _ => rows.sort_by_key(|(_, issue)| (issue.created_at, issue.number)),
        }
        if order.text("direction") == "DESC" {
            rows.reverse();
        }
    }
    rows.into_iter().map(|(key, _)| Node::Issue(key).into()).collect()
}

/// The filters that connections and `filterBy` share.
fn matches(ask: &Ask<'_>, args: Args<'_>, issue: &Issue) -> bool {
    let names: Vec<String> =
        issue.labels.iter().filter_map(|key| Some(ask.store.labels.get(*key).ok()?.name.to_lowercase())).collect();
    let has_label = |labels: Vec<&str>| labels.iter().any(|label| names.contains(&label.to_lowercase()));
    let ends =
        |name, actual: Option<&String>| args.str(name).is_none_or(|wanted| actual.is_some_and(|is| is == wanted));
    let pull = issue.pull.as_deref();
    args.strings("states").is_none_or(|states| states.contains(&issue.state()))
        && args.strings("labels").is_none_or(has_label)
        && ends("headRefName", pull.map(|pull| &pull.head))
        && ends("baseRefName", pull.map(|pull| &pull.base))
}

/// The filters of `IssueFilters` about people, milestone and type.
fn matches_people(ask: &Ask<'_>, filter: Args<'_>, issue: &Issue) -> bool {
    let is = |login: &str, key| ask.store.login(key).eq_ignore_ascii_case(login);
    let assignee = |login: &str| match login {
        "*" => !issue.assignees.is_empty(),
        login => issue.assignees.iter().any(|key| is(login, *key)),
    };
    let no_assignee = filter.given("assignee") && filter.str("assignee").is_none() && filter.bool("unassigned");
    let milestone = |number: &str| {
        let title = issue.milestone.and_then(|key| ask.store.milestones.get(key).ok());
        match number {
            "*" => title.is_some(),
            number => title.is_some_and(|row| row.number.to_string() == number || row.title == number),
        }
    };
    let kind = |name: &str| {
        let row = issue.kind.and_then(|key| ask.store.issue_types.get(key).ok());
        row.is_some_and(|row| row.name.eq_ignore_ascii_case(name))
    };
    let mentioned = |login: &str| issue.body.to_lowercase().contains(&format!("@{}", login.to_lowercase()));
    (!no_assignee || issue.assignees.is_empty())
        && filter.str("assignee").is_none_or(assignee)
        && filter.str("createdBy").is_none_or(|login| issue.author.is_some_and(|key| is(login, key)))
        && filter.str("mentioned").is_none_or(mentioned)
        && filter.str("milestone").is_none_or(milestone)
        && filter.str("milestoneNumber").is_none_or(milestone)
        && filter.str("type").is_none_or(kind)
        && filter.str("since").is_none_or(|since| issue.updated_at.to_string().as_str() >= since)
}

pub(crate) fn field(ask: &Ask<'_>, key: Key<Issue>) -> Answer {
    let issue = ask.store.issues.get(key)?;
    if let Some(answer) = shared_field(ask, key, issue) {
        return answer;
    }
    Ok(match ask.field() {
        "stateReason" => issue.state_reason().into(),
        "parent" => issue.parent.map(Node::Issue).filter(|node| ask.can_see(*node)).into(),
        "subIssues" => return connection(ask, ask.visible(issue.sub_issues.clone(), Node::Issue)),
        "subIssuesSummary" => summary(ask, issue),
        "blockedBy" => return connection(ask, ordered(ask, issue.blocked_by.clone())),
        "blocking" => return connection(ask, ordered(ask, ask.store.blocking(key))),
        "issueDependenciesSummary" => dependencies(ask, key, issue),
        "issueType" => issue.kind.map(Node::IssueType).into(),
        "duplicateOf" => issue.closed.as_ref().and_then(|closed| closed.duplicate_of).map(Node::Issue).into(),
        "isPinned" => issue.pinned.into(),
        _ => return ask.not_modelled("Issue"),
    })
}

/// The fields of an issue that a pull request has as well; `None`: it is none of them.
pub(super) fn shared_field(ask: &Ask<'_>, key: Key<Issue>, issue: &Issue) -> Option<Answer> {
    let permission = ask.store.permission(ask.cx.actor, issue.repo);
    let is_author = ask.cx.actor.account.is_some() && ask.cx.actor.account == issue.author;
    let may_triage = !ask.cx.actor.read_only && permission >= Some(Permission::Triage);
    let may_change = may_triage || (is_author && !ask.cx.actor.read_only);
    Some(Ok(match ask.field() {
        "number" => issue.number.into(),
        "url" => ask.cx.urls.issue(ask.store, key).into(),
        "resourcePath" => ask.cx.urls.issue(ask.store, key).replace(&ask.cx.urls.web, "").into(),
        "databaseId" => Node::Issue(key).database_id(ask.store).into(),
        "fullDatabaseId" => Node::Issue(key).database_id(ask.store).to_string().into(),
        "title" => issue.title.as_str().into(),
        "body" => issue.body.as_str().into(),
        "state" => issue.state().into(),
        "closed" => (!issue.is_open()).into(),
        "closedAt" => issue.closed.as_ref().map(|closed| closed.at).into(),
        "createdAt" | "publishedAt" => issue.created_at.into(),
        "updatedAt" => issue.updated_at.into(),
        "lastEditedAt" => issue.edited.then_some(issue.updated_at).into(),
        "includesCreatedEdit" => issue.edited.into(),
        "author" => issue.author.map(Node::Account).into(),
        "authorAssociation" => ask.store.association(issue.repo, issue.author).into(),
        "locked" => issue.locked.into(),
        "activeLockReason" => issue.lock_reason.as_ref().into(),
        "milestone" => issue.milestone.map(Node::Milestone).into(),
        "repository" => Node::Repo(issue.repo).into(),
        "reactionGroups" => reaction_groups(),
        "viewerDidAuthor" => is_author.into(),
        "viewerCanUpdate" | "viewerCanClose" | "viewerCanReopen" => may_change.into(),
        "viewerCanLabel" => may_triage.into(),
        "labels" => return Some(connection(ask, labels::labels(ask, issue.labels.clone()))),
        // Bots are among the actors only.
        "assignees" => {
            let is_user = |key: &Key<_>| ask.store.accounts.get(*key).is_ok_and(|row| row.kind == AccountKind::User);
            let users = issue.assignees.iter().copied().filter(is_user).collect();
            return Some(connection(ask, nodes(users, Node::Account)));
        }
        "assignedActors" => return Some(connection(ask, nodes(issue.assignees.clone(), Node::Account))),
        "comments" => return Some(connection(ask, comments(ask, issue))),
        "participants" => return Some(connection(ask, participants(ask, issue))),
        // No seed and no write makes a project.
        "projectItems" | "projectsV2" => return Some(connection(ask, Vec::new())),
        _ => return None,
    }))
}

fn comments(ask: &Ask<'_>, issue: &Issue) -> Vec<Value> {
    let mut comments = ask.visible(issue.comments.clone(), Node::Comment);
    if ask.args.object("orderBy").is_some_and(|order| order.text("direction") == "DESC") {
        comments.reverse();
    }
    comments
}

fn participants(ask: &Ask<'_>, issue: &Issue) -> Vec<Value> {
    let mut people: Vec<_> = issue.author.into_iter().chain(issue.assignees.iter().copied()).collect();
    people.extend(issue.comments.iter().filter_map(|key| ask.store.comments.get(*key).ok()?.author));
    let mut seen = std::collections::BTreeSet::new();
    people.retain(|person| seen.insert(*person));
    nodes(people, Node::Account)
}

/// Relations in the order of `IssueDependencyOrder`, whose default is the newest first.
fn ordered(ask: &Ask<'_>, mut issues: Vec<Key<Issue>>) -> Vec<Value> {
    let order = ask.args.object("orderBy");
    if order.is_some_and(|order| order.text("field") == "CREATED_AT") {
        issues.sort_by_key(|key| ask.store.issues.get(*key).ok().map(|issue| issue.created_at));
    }
    if order.is_none_or(|order| order.text("direction") != "ASC") {
        issues.reverse();
    }
    ask.visible(issues, Node::Issue)
}

fn closed_among(ask: &Ask<'_>, issues: &[Key<Issue>]) -> usize {
    issues.iter().filter(|key| ask.store.issues.get(**key).is_ok_and(|issue| !issue.is_open())).count()
}

fn summary(ask: &Ask<'_>, issue: &Issue) -> Value {
    let total = issue.sub_issues.len();
    let completed = closed_among(ask, &issue.sub_issues);
    let percent = (completed * 100).checked_div(total).unwrap_or(0);
    let fields = vec![("total", total.into()), ("completed", completed.into()), ("percentCompleted", percent.into())];
    Value::record("SubIssuesSummary", fields)
}

fn dependencies(ask: &Ask<'_>, key: Key<Issue>, issue: &Issue) -> Value {
    let blocking = ask.store.blocking(key);
    let open = |issues: &[Key<Issue>]| Value::from(issues.len() - closed_among(ask, issues));
    let fields = vec![
        ("blockedBy", open(&issue.blocked_by)),
        ("blocking", open(&blocking)),
        ("totalBlockedBy", issue.blocked_by.len().into()),
        ("totalBlocking", blocking.len().into()),
    ];
    Value::record("IssueDependenciesSummary", fields)
}
