//! How long GitHub would take for a request. The time is added up during execution; nothing sleeps.
//!
//! GitHub publishes no figures. With these, the model fails where clients have been seen to fail: slightly more than ten
//! pull requests in one mutation, 50 new issues in one mutation, a thousand issues in one query.

use std::{cell::Cell, time::Duration};

use super::RequestLimits;
use crate::http::Request;

/// Parsing, validation, authentication.
const REQUEST: Duration = Duration::from_millis(50);
/// Finding or rendering one object.
const NODE: Duration = Duration::from_millis(4);
/// A simple write.
const LIGHT: Duration = Duration::from_millis(100);
/// A comment or a review: it is rendered, and people are notified.
const CONTENT: Duration = Duration::from_millis(150);
/// A new issue.
const ISSUE: Duration = Duration::from_millis(400);
/// A write on a git repository: a merge, a commit, a new pull request.
const GIT: Duration = Duration::from_millis(800);

/// The time of a mutation, without its payload.
fn of_mutation(name: &str) -> Duration {
    match name {
        "createIssue" | "transferIssue" => ISSUE,
        "mergePullRequest"
        | "createCommitOnBranch"
        | "createPullRequest"
        | "updatePullRequestBranch"
        | "mergeBranch" => GIT,
        name if name.starts_with("add") && (name.contains("Comment") || name.contains("Review")) => CONTENT,
        _ => LIGHT,
    }
}

/// The time of a REST write.
pub(crate) fn of_rest_write(request: &Request) -> Duration {
    let parts = request.segments();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match (request.method.as_str(), parts.as_slice()) {
        ("POST", ["repos", _, _, "issues"]) => ISSUE,
        ("POST", ["repos", _, _, "pulls"]) | ("PUT", [.., "pulls", _, "merge"]) => GIT,
        ("POST", [.., "comments" | "reviews" | "replies"]) => CONTENT,
        _ => LIGHT,
    }
}

/// The time of one request.
#[derive(Debug)]
pub(crate) struct Processing {
    limits: RequestLimits,
    spent: Cell<Duration>,
}

impl Processing {
    /// Starts with the time that every request takes.
    pub(crate) fn start(limits: RequestLimits) -> Self {
        let processing = Self { limits, spent: Cell::new(Duration::ZERO) };
        processing.spend(REQUEST);
        processing
    }

    pub(crate) fn spend(&self, time: Duration) {
        self.spent.set(self.spent.get().saturating_add(self.limits.slowed(time)));
    }

    /// An object was found.
    pub(crate) fn node(&self) {
        self.spend(NODE);
    }

    /// Adds the time of a mutation field; `false` if it exceeds the limit.
    pub(crate) fn mutation(&self, name: &str) -> bool {
        self.spend(of_mutation(name));
        !self.is_over()
    }

    /// Whether GitHub has given up on the request.
    pub(crate) fn is_over(&self) -> bool {
        self.limits.max_time().is_some_and(|limit| self.spent.get() > limit)
    }

    /// How long the client waits for its response.
    pub(crate) fn took(&self) -> Duration {
        self.limits.max_time().map_or(self.spent.get(), |limit| self.spent.get().min(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_counted_up_to_the_limit() {
        let processing = Processing::start(RequestLimits::default());
        let done = (0..50).take_while(|_| processing.mutation("createIssue")).count();
        assert_eq!((done, processing.is_over(), processing.took()), (24, true, Duration::from_secs(10)));
        let pulls = Processing::start(RequestLimits::default());
        assert_eq!((0..50).take_while(|_| pulls.mutation("createPullRequest")).count(), 12);
        let unlimited = Processing::start(RequestLimits::none());
        assert!((0..50).all(|_| unlimited.mutation("createIssue")));
        assert_eq!(unlimited.took(), Duration::from_millis(20_050));
        let slow = Processing::start(RequestLimits { slowdown: 1e300, ..RequestLimits::default() });
        assert!(slow.is_over());
    }
}
