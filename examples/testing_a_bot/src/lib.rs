//! A triage bot: it labels issues without a label and comments on them, and closes issues that have waited for too long.
//!
//! A run with a few dozen issues takes four HTTP calls: one for the list, one to view the issues, one for lookups, one for
//! the writes. `tests/triage.rs` shows how to test such a bot without GitHub.

use ghx::value::Timestamp;
use ghx::{Chain, Client, Error, Repo, issue};

/// The rules of the bot.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The label for an issue that has none; with it, an issue counts as waiting.
    pub label: String,
    /// The comment for such an issue.
    pub greeting: String,
    /// A waiting issue that was last changed before this time is closed: `2026-11-01T00:00:00Z`.
    pub stale_before: Timestamp,
}

/// The result of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// The numbers of the issues that were labelled and commented on.
    pub triaged: Vec<u64>,
    /// The numbers of the issues that were closed.
    pub closed: Vec<u64>,
    /// The errors, each with the number of its issue. They do not affect other issues.
    pub failed: Vec<(u64, Error)>,
}

/// Checks all open issues of a repository once.
pub async fn triage(gh: &Client, repo: &Repo, rules: &Rules) -> Result<Summary, Error> {
    let (mut fresh, mut stale) = (Vec::new(), Vec::new());
    for issue in open_issues(gh, repo).await? {
        if issue.labels.is_empty() {
            fresh.push(issue.number);
        } else if issue.labels.contains(&rules.label) && issue.updated_at < rules.stale_before {
            stale.push(issue.number);
        }
    }

    let mut chain = Chain::dynamic();
    let mut numbers = Vec::new();
    for number in &fresh {
        chain.push(issue::labels::add(repo.issue(*number), [rules.label.as_str()]));
        chain.push(issue::comments::create(repo.issue(*number), rules.greeting.as_str()));
        numbers.extend([*number, *number]);
    }
    for number in &stale {
        chain.push(issue::close(repo.issue(*number)));
        numbers.push(*number);
    }
    if numbers.is_empty() {
        return Ok(Summary::default());
    }

    let report = chain.run(gh).await?;
    let steps = report.steps().zip(numbers);
    let failed: Vec<_> = steps.filter_map(|(step, number)| Some((number, step.result.err()?.clone()))).collect();
    let worked = |number: &u64| failed.iter().all(|(other, _)| other != number);
    fresh.retain(worked);
    stale.retain(worked);
    Ok(Summary { triaged: fresh, closed: stale, failed })
}

/// All open issues with their labels: first the list, page by page, then a chain that views all of them.
async fn open_issues(gh: &Client, repo: &Repo) -> Result<Vec<issue::IssueViewOutput>, Error> {
    let listed = issue::list(repo).first(100).all_items(gh).await?;
    let mut chain = Chain::dynamic();
    let steps: Vec<_> = listed.into_iter().map(|item| chain.push(issue::view(item.id))).collect();
    if steps.is_empty() {
        return Ok(Vec::new());
    }
    let report = chain.run(gh).await?;
    steps.into_iter().map(|step| report.get(step).cloned()).collect()
}
