//! Search for issues and pull requests. It finds new objects immediately; on GitHub the index lags.

use crate::{
    graphql::{
        connection::connection_with,
        execute::Context,
        value::{Resolved, Value, nodes},
    },
    state::{Issue, Key, Node, Refusal},
};

pub(crate) fn search(ctx: &Context<'_>) -> Resolved {
    if !matches!(ctx.args.text("type"), "ISSUE" | "ISSUE_ADVANCED") {
        return Err(Refusal::not_modelled(format_args!("search of type {}", ctx.args.text("type"))));
    }
    let found = search_issues(ctx, ctx.args.text("query"))?;
    let count = found.len();
    // A search for issues only finds issues.
    let none = || Value::from(0usize);
    let extra = vec![
        ("issueCount", count.into()),
        ("codeCount", none()),
        ("discussionCount", none()),
        ("repositoryCount", none()),
        ("userCount", none()),
        ("wikiCount", none()),
    ];
    connection_with(ctx, nodes(found, Node::Issue), extra)
}

/// What matches every term of a query, newest first.
fn search_issues(ctx: &Context<'_>, query: &str) -> Result<Vec<Key<Issue>>, Refusal> {
    let terms = terms(query);
    let mut found = Vec::new();
    for (key, issue) in ctx.store.issues.iter().rev() {
        let mut matches = ctx.can_see(Node::Issue(key));
        for term in &terms {
            matches = matches && term.matches(ctx, issue)?;
        }
        if matches {
            found.push(key);
        }
    }
    for term in terms.iter().filter(|term| term.qualifier.as_deref() == Some("sort")) {
        term.sort(ctx, &mut found)?;
    }
    Ok(found)
}

/// `label:bug`, `-label:bug` or a plain word.
#[derive(Debug, PartialEq, Eq)]
struct Term {
    negated: bool,
    qualifier: Option<String>,
    text: String,
}

/// Splits at spaces outside of quotes. `gh` puts brackets and AND around its terms, which are ignored.
fn terms(query: &str) -> Vec<Term> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in query.chars() {
        match character {
            '"' => quoted = !quoted,
            '(' | ')' if !quoted => {}
            ' ' if !quoted => words.push(String::new()),
            other => words.extend_last(other),
        }
    }
    words.retain(|word| !word.is_empty() && word != "AND");
    words.into_iter().map(Term::parse).collect()
}

trait ExtendLast {
    fn extend_last(&mut self, character: char);
}

impl ExtendLast for Vec<String> {
    fn extend_last(&mut self, character: char) {
        if let Some(last) = self.last_mut() {
            last.push(character);
        }
    }
}

impl Term {
    fn parse(word: String) -> Self {
        let (negated, word) = match word.strip_prefix('-') {
            Some(rest) => (true, rest.to_owned()),
            None => (false, word),
        };
        match word.split_once(':') {
            Some((qualifier, text)) => {
                Self { negated, qualifier: Some(qualifier.to_lowercase()), text: text.to_owned() }
            }
            None => Self { negated, qualifier: None, text: word },
        }
    }

    fn matches(&self, ctx: &Context<'_>, issue: &Issue) -> Result<bool, Refusal> {
        let login = |key: Option<_>| key.is_some_and(|key| ctx.store.login(key).eq_ignore_ascii_case(&self.text));
        let holds = match self.qualifier.as_deref() {
            None => self.is_in(&issue.title) || self.is_in(&issue.body),
            Some("repo") => ctx.store.full_name(issue.repo).eq_ignore_ascii_case(&self.text),
            Some("org" | "user" | "owner") => login(ctx.store.repos.get(issue.repo).ok().map(|repo| repo.owner)),
            Some("label") => issue
                .labels
                .iter()
                .any(|key| ctx.store.labels.get(*key).is_ok_and(|label| label.name.eq_ignore_ascii_case(&self.text))),
            Some("author") => login(issue.author),
            Some("review-requested") => {
                issue.pull.as_ref().is_some_and(|pull| pull.requested_reviewers.iter().any(|key| login(Some(*key))))
            }
            Some("mentions") => issue.body.to_lowercase().contains(&format!("@{}", self.text.to_lowercase())),
            Some("assignee") => issue.assignees.iter().any(|key| login(Some(*key))),
            Some("milestone") => issue
                .milestone
                .and_then(|key| ctx.store.milestones.get(key).ok())
                .is_some_and(|row| row.title.eq_ignore_ascii_case(&self.text)),
            Some("head") => issue.pull.as_ref().is_some_and(|pull| pull.head == self.text),
            Some("base") => issue.pull.as_ref().is_some_and(|pull| pull.base == self.text),
            Some("is" | "type" | "state") => self.is(issue)?,
            Some("archived") => {
                let is_archived = ctx.store.repos.get(issue.repo).is_ok_and(|repo| repo.archived);
                is_archived == (self.text == "true")
            }
            Some("sort") => return Ok(true),
            Some(other) => return Err(Refusal::not_modelled(format_args!("the search qualifier `{other}:`"))),
        };
        Ok(holds != self.negated)
    }

    /// Sorts the results: `sort:updated-asc`; descending by default.
    fn sort(&self, ctx: &Context<'_>, found: &mut [Key<Issue>]) -> Result<(), Refusal> {
        let (field, direction) = self.text.split_once('-').unwrap_or((&self.text, "desc"));
        let row = |key: &Key<Issue>| ctx.store.issues.get(*key).ok();
        match field {
            "created" => found.sort_by_key(|key| (row(key).map(|issue| issue.created_at), *key)),
            "updated" => found.sort_by_key(|key| (row(key).map(|issue| issue.updated_at), *key)),
            "comments" => found.sort_by_key(|key| (row(key).map(|issue| issue.comments.len()), *key)),
            _ => return Err(Refusal::not_modelled(format_args!("the search term `sort:{}`", self.text))),
        }
        match direction {
            "asc" => {}
            "desc" => found.reverse(),
            _ => return Err(Refusal::not_modelled(format_args!("the search term `sort:{}`", self.text))),
        }
        Ok(())
    }

    fn is(&self, issue: &Issue) -> Result<bool, Refusal> {
        Ok(match self.text.to_lowercase().as_str() {
            "issue" => issue.pull.is_none(),
            "pr" | "pull-request" => issue.pull.is_some(),
            "open" => issue.is_open(),
            "closed" => !issue.is_open(),
            "merged" => issue.is_merged(),
            "unmerged" => issue.pull.is_some() && !issue.is_merged(),
            "draft" => issue.pull.as_ref().is_some_and(|pull| pull.draft),
            other => return Err(Refusal::not_modelled(format_args!("the search term `is:{other}`"))),
        })
    }

    fn is_in(&self, text: &str) -> bool {
        text.to_lowercase().contains(&self.text.to_lowercase())
    }
}
