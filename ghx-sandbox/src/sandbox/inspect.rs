//! The state as a test sees it.

use serde::Serialize;

use crate::{
    Sandbox,
    state::{Issue, Key, Node, Store},
};

/// An issue, or what a pull request shares with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct IssueView {
    /// The node id.
    pub id: String,
    /// The number.
    pub number: u32,
    /// The title.
    pub title: String,
    /// The body.
    pub body: String,
    /// `OPEN`, `CLOSED` or `MERGED`.
    pub state: String,
    /// Why it is closed.
    pub state_reason: Option<String>,
    /// The author's login.
    pub author: Option<String>,
    /// Names of labels.
    pub labels: Vec<String>,
    /// Logins.
    pub assignees: Vec<String>,
    /// The title of the milestone.
    pub milestone: Option<String>,
    /// The number of the parent, `owner/name#number`.
    pub parent: Option<String>,
    /// The comments, oldest first.
    pub comments: Vec<CommentView>,
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CommentView {
    /// The node id.
    pub id: String,
    /// The author's login.
    pub author: Option<String>,
    /// The text.
    pub body: String,
}

/// A pull request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PullView {
    /// What it shares with an issue.
    pub issue: IssueView,
    /// Whether it is a draft.
    pub draft: bool,
    /// The base branch.
    pub base: String,
    /// The head branch.
    pub head: String,
    /// The commit at the tip of the head branch.
    pub head_oid: String,
    /// The message of the commit that merged it.
    pub merge_message: Option<String>,
    /// `APPROVED`, `CHANGES_REQUESTED` or `REVIEW_REQUIRED`.
    pub review_decision: Option<String>,
    /// Logins of requested reviewers.
    pub requested_reviewers: Vec<String>,
    /// The states and texts of its reviews.
    pub reviews: Vec<(String, String)>,
    /// The review threads.
    pub threads: Vec<ThreadView>,
}

/// A review thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ThreadView {
    /// The node id.
    pub id: String,
    /// The file.
    pub path: String,
    /// Whether it is resolved.
    pub resolved: bool,
    /// The comments, oldest first.
    pub comments: Vec<CommentView>,
}

/// A workflow run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RunView {
    /// The number in its URL.
    pub id: u64,
    /// `queued`, `in_progress` or `completed`.
    pub status: String,
    /// How it ended.
    pub conclusion: Option<String>,
    /// Counts from one.
    pub attempt: u32,
    /// Name and status of each job.
    pub jobs: Vec<(String, String)>,
}

impl Sandbox {
    /// The node id of `owner/name`.
    pub fn repository_id(&self, repo: &str) -> Option<String> {
        let store = self.engine.read();
        repo_key(&store, repo).map(|key| Node::Repo(key).id(&store))
    }

    /// An issue, or a pull request as an issue, of `owner/name`.
    pub fn issue(&self, repo: &str, number: u32) -> Option<IssueView> {
        let store = self.engine.read();
        let key = numbered(&store, repo, number)?;
        view(&store, key)
    }

    /// All issues and pull requests of `owner/name`, oldest first.
    pub fn issues(&self, repo: &str) -> Vec<IssueView> {
        let store = self.engine.read();
        let Some(repo) = repo_key(&store, repo) else { return Vec::new() };
        store.issues_of(repo, |_| true).into_iter().filter_map(|key| view(&store, key)).collect()
    }

    /// A pull request of `owner/name`.
    pub fn pull(&self, repo: &str, number: u32) -> Option<PullView> {
        let store = self.engine.read();
        let key = numbered(&store, repo, number)?;
        let pull = store.pull(key).ok()?;
        let login = |key: &Key<_>| store.login(*key).to_owned();
        let reviews = store.reviews_of(key).into_iter().filter_map(|key| store.reviews.get(key).ok());
        Some(PullView {
            issue: view(&store, key)?,
            draft: pull.draft,
            base: pull.base.clone(),
            head: pull.head.clone(),
            head_oid: pull.head_commit().map_or_else(String::new, |commit| store.oid(commit).to_owned()),
            merge_message: pull.merge.as_ref().and_then(|merge| message(&store, merge.commit)),
            review_decision: store.review_decision(key).map(str::to_owned),
            requested_reviewers: pull.requested_reviewers.iter().map(login).collect(),
            reviews: reviews.map(|review| (review.state.to_owned(), review.body.clone())).collect(),
            threads: threads(&store, key),
        })
    }

    /// The names of the labels of `owner/name`, oldest first.
    pub fn labels(&self, repo: &str) -> Vec<String> {
        let store = self.engine.read();
        let Some(repo) = repo_key(&store, repo) else { return Vec::new() };
        store.labels.iter().filter(|(_, label)| label.repo == repo).map(|(_, label)| label.name.clone()).collect()
    }

    /// A workflow run of `owner/name`.
    pub fn run(&self, repo: &str, id: u64) -> Option<RunView> {
        let store = self.engine.read();
        let key = store.run(repo_key(&store, repo)?, id)?;
        let run = store.runs.get(key).ok()?;
        let jobs = store.jobs_of(key).into_iter().filter_map(|key| store.check_runs.get(key).ok());
        Some(RunView {
            id,
            status: run.progress.status.clone(),
            conclusion: run.progress.conclusion.clone(),
            attempt: run.attempt,
            jobs: jobs.map(|job| (job.name.clone(), job.progress.status.clone())).collect(),
        })
    }
}

fn message(store: &Store, commit: Key<crate::state::Commit>) -> Option<String> {
    store.commits.get(commit).ok().map(|commit| commit.message.clone())
}

fn repo_key(store: &Store, repo: &str) -> Option<Key<crate::state::Repo>> {
    let (owner, name) = repo.split_once('/')?;
    store.find_repo(owner, name).map(|(key, _)| key)
}

fn numbered(store: &Store, repo: &str, number: u32) -> Option<Key<Issue>> {
    store.numbered(repo_key(store, repo)?, number)
}

fn view(store: &Store, key: Key<Issue>) -> Option<IssueView> {
    let issue = store.issues.get(key).ok()?;
    let login = |key: Key<_>| store.login(key).to_owned();
    let label = |key: &Key<_>| store.labels.get(*key).ok().map(|label| label.name.clone());
    let parent = issue.parent.and_then(|parent| store.issues.get(parent).ok());
    let comments = issue.comments.iter().filter_map(|key| Some((*key, store.comments.get(*key).ok()?)));
    let comment = |(key, row): (Key<_>, &crate::state::Comment)| CommentView {
        id: Node::Comment(key).id(store),
        author: row.author.map(login),
        body: row.body.clone(),
    };
    Some(IssueView {
        id: Node::Issue(key).id(store),
        number: issue.number,
        title: issue.title.clone(),
        body: issue.body.clone(),
        state: issue.state().to_owned(),
        state_reason: issue.state_reason().map(str::to_owned),
        author: issue.author.map(login),
        labels: issue.labels.iter().filter_map(label).collect(),
        assignees: issue.assignees.iter().map(|key| login(*key)).collect(),
        milestone: issue.milestone.and_then(|key| store.milestones.get(key).ok()).map(|row| row.title.clone()),
        parent: parent.map(|parent| format!("{}#{}", store.full_name(parent.repo), parent.number)),
        comments: comments.map(comment).collect(),
    })
}

fn threads(store: &Store, pull: Key<Issue>) -> Vec<ThreadView> {
    let comment = |key| {
        let row = store.review_comments.get(key).ok()?;
        let author = row.author.map(|key| store.login(key).to_owned());
        Some(CommentView { id: Node::ReviewComment(key).id(store), author, body: row.body.clone() })
    };
    let thread = |key| {
        let row = store.threads.get(key).ok()?;
        Some(ThreadView {
            id: Node::Thread(key).id(store),
            path: row.place.path.clone(),
            resolved: row.resolved_by.is_some(),
            comments: store.comments_of_thread(key).into_iter().filter_map(comment).collect(),
        })
    };
    store.threads_of(pull).into_iter().filter_map(thread).collect()
}
