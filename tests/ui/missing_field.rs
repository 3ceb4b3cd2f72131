//! A literal needs every field.
use ghx::{Repo, capabilities::IssueLabelsAdd, value::Subject};

fn label(repo: &Repo) {
    let _ = IssueLabelsAdd { issue: Subject::Numbered(repo.issue(42)) };
}

fn main() {}
