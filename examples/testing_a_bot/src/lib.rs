//! A bot that keeps the issues of a repository in order: it labels and greets what nobody has looked at, and closes what has
//! waited for too long.
//!
//! A run with a few dozen issues takes four HTTP calls: one for the list, one to read the issues, one to find ids, one to
//! write. `tests/triage.rs` shows how to test such a bot without GitHub.

use ghx::value::Timestamp;
use ghx::{Chain, Client, Error, Repo, issue};

/// What the bot does with which issues.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The label for an issue that has none; with it, an issue counts as waiting.
    pub label: String,
    /// The comment for such an issue.
    pub greeting: String,
    /// A waiting issue that was last changed before this moment is closed: `2026-11-01T00:00:00Z`.
    pub stale_before: Timestamp,
}

/// What became of a run.
#[derive(Debug, Default)]
pub struct Summary {
    /// The numbers of the issues that were labelled and greeted.
    pub triaged: Vec<u64>,
    /// The numbers of the issues that were closed.
    pub closed: Vec<u64>,
    /// What did not work, with the number of its issue. The other issues are done all the same.
    pub failed: Vec<(u64, Error)>,
}

/// Goes over all open issues of a repository once.
pub async fn triage(gh: &Client, repo: &Repo, rules: &Rules) -> Result<Summary, Error> {
    let (mut fresh, mut stale) = (Vec::new(), Vec::new());
    for issue in open_issues(gh, repo).await? {
        if issue.labels.is_empty() {
            fresh.push(issue.number);
        } else if issue.labels.contains(&rules.label) && issue.updated_at < rules.stale_before {
            // Times in UTC compare as text.
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

/// All open issues with their labels: the list page by page, then all of them in one call.
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
