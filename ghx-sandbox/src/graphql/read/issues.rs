//! Issues, and the fields that pull requests share with them.

use super::{labels, reaction_groups, repos::no_such_number};
use crate::{
    graphql::{
        connection::connection,
        execute::Context,
        value::{Args, Resolved, Value, nodes},
    },
    state::{AccountKind, Issue, Key, Node, Permission, Refusal, Repo},
};

/// The fields of a repository that return issues.
pub(crate) fn of_repo(ctx: &Context<'_>, repo: Key<Repo>) -> Resolved {
    if ctx.field() == "issues" {
        if ctx.args.object("filterBy").is_some_and(|filter| filter.has("viewerSubscribed")) {
            return Err(Refusal::not_modelled("`IssueFilters.viewerSubscribed`"));
        }
        return connection(ctx, filtered(ctx, ctx.store.issues_of(repo, |issue| issue.pull.is_none())));
    }
    let any = ctx.field() == "issueOrPullRequest";
    let found = ctx.args.number("number").and_then(|number| ctx.store.numbered(repo, number));
    let found = found.filter(|key| any || !ctx.store.is_pull(*key)).map(Node::Issue);
    let kind = if any { "an issue or pull request" } else { "an Issue" };
    let number = ctx.args.int("number").unwrap_or_default();
    Ok(found.filter(|node| ctx.can_see(*node)).ok_or_else(|| no_such_number(kind, number))?.into())
}

/// Issues or pull requests, filtered and ordered by the arguments.
pub(super) fn filtered(ctx: &Context<'_>, keys: Vec<Key<Issue>>) -> Vec<Value> {
    let mut rows: Vec<(Key<Issue>, &Issue)> =
        keys.into_iter().filter_map(|key| Some((key, ctx.store.issues.get(key).ok()?))).collect();
    rows.retain(|(key, issue)| matches(ctx, ctx.args, issue) && ctx.can_see(Node::Issue(*key)));
    if let Some(filter) = ctx.args.object("filterBy") {
        rows.retain(|(_, issue)| matches(ctx, filter, issue) && matches_people(ctx, filter, issue));
    }
    if let Some(order) = ctx.args.object("orderBy") {
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
fn matches(ctx: &Context<'_>, args: Args<'_>, issue: &Issue) -> bool {
    let names: Vec<String> =
        issue.labels.iter().filter_map(|key| Some(ctx.store.labels.get(*key).ok()?.name.to_lowercase())).collect();
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
fn matches_people(ctx: &Context<'_>, filter: Args<'_>, issue: &Issue) -> bool {
    let is = |login: &str, key| ctx.store.login(key).eq_ignore_ascii_case(login);
    let assignee = |login: &str| match login {
        "*" => !issue.assignees.is_empty(),
        login => issue.assignees.iter().any(|key| is(login, *key)),
    };
    let no_assignee = filter.given("assignee") && filter.str("assignee").is_none() && filter.bool("unassigned");
    let milestone = |number: &str| {
        let title = issue.milestone.and_then(|key| ctx.store.milestones.get(key).ok());
        match number {
            "*" => title.is_some(),
            number => title.is_some_and(|row| row.number.to_string() == number || row.title == number),
        }
    };
    let kind = |name: &str| {
        let row = issue.kind.and_then(|key| ctx.store.issue_types.get(key).ok());
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

pub(crate) fn field(ctx: &Context<'_>, key: Key<Issue>) -> Resolved {
    let issue = ctx.store.issues.get(key)?;
    if let Some(answer) = shared_field(ctx, key, issue) {
        return answer;
    }
    Ok(match ctx.field() {
        "stateReason" => issue.state_reason().into(),
        "parent" => issue.parent.map(Node::Issue).filter(|node| ctx.can_see(*node)).into(),
        "subIssues" => return connection(ctx, ctx.visible(issue.sub_issues.clone(), Node::Issue)),
        "subIssuesSummary" => summary(ctx, issue),
        "blockedBy" => return connection(ctx, ordered(ctx, issue.blocked_by.clone())),
        "blocking" => return connection(ctx, ordered(ctx, ctx.store.blocking(key))),
        "issueDependenciesSummary" => dependencies(ctx, key, issue),
        "issueType" => issue.kind.map(Node::IssueType).into(),
        "duplicateOf" => issue.closed.as_ref().and_then(|closed| closed.duplicate_of).map(Node::Issue).into(),
        "isPinned" => issue.pinned.into(),
        _ => return ctx.not_modelled("Issue"),
    })
}

/// The fields that issues and pull requests share; `None` for other fields.
pub(super) fn shared_field(ctx: &Context<'_>, key: Key<Issue>, issue: &Issue) -> Option<Resolved> {
    let permission = ctx.store.permission(ctx.request.actor, issue.repo);
    let is_author = ctx.request.actor.account.is_some() && ctx.request.actor.account == issue.author;
    let may_triage = !ctx.request.actor.read_only && permission >= Some(Permission::Triage);
    let may_change = may_triage || (is_author && !ctx.request.actor.read_only);
    Some(Ok(match ctx.field() {
        "number" => issue.number.into(),
        "url" => ctx.request.urls.issue(ctx.store, key).into(),
        "resourcePath" => ctx.request.urls.issue(ctx.store, key).replace(&ctx.request.urls.web, "").into(),
        "databaseId" => Node::Issue(key).database_id(ctx.store).into(),
        "fullDatabaseId" => Node::Issue(key).database_id(ctx.store).to_string().into(),
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
        "authorAssociation" => ctx.store.association(issue.repo, issue.author).into(),
        "locked" => issue.locked.into(),
        "activeLockReason" => issue.lock_reason.as_ref().into(),
        "milestone" => issue.milestone.map(Node::Milestone).into(),
        "repository" => Node::Repo(issue.repo).into(),
        "reactionGroups" => reaction_groups(),
        "viewerDidAuthor" => is_author.into(),
        "viewerCanUpdate" | "viewerCanClose" | "viewerCanReopen" => may_change.into(),
        "viewerCanLabel" => may_triage.into(),
        "labels" => return Some(connection(ctx, labels::labels(ctx, issue.labels.clone()))),
        // Bots are actors, but not users.
        "assignees" => {
            let is_user = |key: &Key<_>| ctx.store.accounts.get(*key).is_ok_and(|row| row.kind == AccountKind::User);
            let users = issue.assignees.iter().copied().filter(is_user).collect();
            return Some(connection(ctx, nodes(users, Node::Account)));
        }
        "assignedActors" => return Some(connection(ctx, nodes(issue.assignees.clone(), Node::Account))),
        "comments" => return Some(connection(ctx, comments(ctx, issue))),
        "participants" => return Some(connection(ctx, participants(ctx, issue))),
        // No seed and no write creates a project.
        "projectItems" | "projectsV2" => return Some(connection(ctx, Vec::new())),
        _ => return None,
    }))
}

fn comments(ctx: &Context<'_>, issue: &Issue) -> Vec<Value> {
    let mut comments = ctx.visible(issue.comments.clone(), Node::Comment);
    if ctx.args.object("orderBy").is_some_and(|order| order.text("direction") == "DESC") {
        comments.reverse();
    }
    comments
}

fn participants(ctx: &Context<'_>, issue: &Issue) -> Vec<Value> {
    let mut people: Vec<_> = issue.author.into_iter().chain(issue.assignees.iter().copied()).collect();
    people.extend(issue.comments.iter().filter_map(|key| ctx.store.comments.get(*key).ok()?.author));
    let mut seen = std::collections::BTreeSet::new();
    people.retain(|person| seen.insert(*person));
    nodes(people, Node::Account)
}

/// Relations in the order of `IssueDependencyOrder`, whose default is the newest first.
fn ordered(ctx: &Context<'_>, mut issues: Vec<Key<Issue>>) -> Vec<Value> {
    let order = ctx.args.object("orderBy");
    if order.is_some_and(|order| order.text("field") == "CREATED_AT") {
        issues.sort_by_key(|key| ctx.store.issues.get(*key).ok().map(|issue| issue.created_at));
    }
    if order.is_none_or(|order| order.text("direction") != "ASC") {
        issues.reverse();
    }
    ctx.visible(issues, Node::Issue)
}

fn closed_among(ctx: &Context<'_>, issues: &[Key<Issue>]) -> usize {
    issues.iter().filter(|key| ctx.store.issues.get(**key).is_ok_and(|issue| !issue.is_open())).count()
}

fn summary(ctx: &Context<'_>, issue: &Issue) -> Value {
    let total = issue.sub_issues.len();
    let completed = closed_among(ctx, &issue.sub_issues);
    let percent = (completed * 100).checked_div(total).unwrap_or(0);
    let fields = vec![("total", total.into()), ("completed", completed.into()), ("percentCompleted", percent.into())];
    Value::record("SubIssuesSummary", fields)
}

fn dependencies(ctx: &Context<'_>, key: Key<Issue>, issue: &Issue) -> Value {
    let blocking = ctx.store.blocking(key);
    let open = |issues: &[Key<Issue>]| Value::from(issues.len() - closed_among(ctx, issues));
    let fields = vec![
        ("blockedBy", open(&issue.blocked_by)),
        ("blocking", open(&blocking)),
        ("totalBlockedBy", issue.blocked_by.len().into()),
        ("totalBlocking", blocking.len().into()),
    ];
    Value::record("IssueDependenciesSummary", fields)
}
