//! Node ids: opaque, one prefix per kind, the same in every run.

use super::{
    Account, AccountKind, Branch, CheckRun, Comment, Commit, Issue, IssueType, Key, Label, Milestone, Refusal, Release,
    Repo, Review, ReviewComment, Store, Table, Thread, Workflow, WorkflowRun,
};

/// Anything that has a node id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Account(Key<Account>),
    Repo(Key<Repo>),
    Label(Key<Label>),
    Milestone(Key<Milestone>),
    /// An issue or a pull request.
    Issue(Key<Issue>),
    Comment(Key<Comment>),
    Review(Key<Review>),
    Thread(Key<Thread>),
    ReviewComment(Key<ReviewComment>),
    Branch(Key<Branch>),
    Commit(Key<Commit>),
    Workflow(Key<Workflow>),
    Run(Key<WorkflowRun>),
    /// The check suite of a run: GitHub has one for each.
    CheckSuite(Key<WorkflowRun>),
    CheckRun(Key<CheckRun>),
    IssueType(Key<IssueType>),
    Release(Key<Release>),
}

impl Node {
    /// The name of the object type in the schema.
    pub(crate) fn type_name(self, store: &Store) -> &'static str {
        match self {
            Self::Account(key) => store.accounts.get(key).map_or("User", |account| account.kind.type_name()),
            Self::Repo(_) => "Repository",
            Self::Label(_) => "Label",
            Self::Milestone(_) => "Milestone",
            Self::Issue(key) if store.is_pull(key) => "PullRequest",
            Self::Issue(_) => "Issue",
            Self::Comment(_) => "IssueComment",
            Self::Review(_) => "PullRequestReview",
            Self::Thread(_) => "PullRequestReviewThread",
            Self::ReviewComment(_) => "PullRequestReviewComment",
            Self::Branch(_) => "Ref",
            Self::Commit(_) => "Commit",
            Self::Workflow(_) => "Workflow",
            Self::Run(_) => "WorkflowRun",
            Self::CheckSuite(_) => "CheckSuite",
            Self::CheckRun(_) => "CheckRun",
            Self::IssueType(_) => "IssueType",
            Self::Release(_) => "Release",
        }
    }

    pub(crate) fn index(self) -> u32 {
        match self {
            Self::Account(key) => key.index(),
            Self::Repo(key) => key.index(),
            Self::Label(key) => key.index(),
            Self::Milestone(key) => key.index(),
            Self::Issue(key) => key.index(),
            Self::Comment(key) => key.index(),
            Self::Review(key) => key.index(),
            Self::Thread(key) => key.index(),
            Self::ReviewComment(key) => key.index(),
            Self::Branch(key) => key.index(),
            Self::Commit(key) => key.index(),
            Self::Workflow(key) => key.index(),
            Self::Run(key) | Self::CheckSuite(key) => key.index(),
            Self::CheckRun(key) => key.index(),
            Self::IssueType(key) => key.index(),
            Self::Release(key) => key.index(),
        }
    }

    /// The node id.
    pub(crate) fn id(self, store: &Store) -> String {
        let prefix = prefix_of(self.type_name(store));
        format!("{prefix}_kwDO{:08X}", scramble(self.index(), prefix))
    }

    /// The number that REST calls `id` and GraphQL `databaseId`. Different kinds have different ranges.
    pub(crate) fn database_id(self, store: &Store) -> u32 {
        let type_name = self.type_name(store);
        let kind = PREFIXES.iter().position(|(name, _)| *name == type_name).unwrap_or(PREFIXES.len());
        u32::try_from(kind + 1).unwrap_or(1) * 10_000_000 + self.index()
    }

    /// The node of an id, or GitHub's refusal.
    pub(crate) fn from_id(store: &Store, id: &str) -> Result<Self, Refusal> {
        let unknown = || Refusal::unknown_id(id);
        let (prefix, rest) = id.rsplit_once("_kwDO").ok_or_else(unknown)?;
        let scrambled = u32::from_str_radix(rest, 16).map_err(|_| unknown())?;
        let (type_name, prefix) = PREFIXES.iter().find(|(_, known)| *known == prefix).ok_or_else(unknown)?;
        let node = Self::from_parts(type_name, unscramble(scrambled, prefix)).ok_or_else(unknown)?;
        let is_the_same = node.exists(store) && node.id(store) == id;
        if is_the_same { Ok(node) } else { Err(unknown()) }
    }

    fn from_parts(type_name: &str, index: u32) -> Option<Self> {
        Some(match type_name {
            "User" | "Organization" | "Bot" => Self::Account(Key::new(index)),
            "Repository" => Self::Repo(Key::new(index)),
            "Label" => Self::Label(Key::new(index)),
            "Milestone" => Self::Milestone(Key::new(index)),
            "Issue" | "PullRequest" => Self::Issue(Key::new(index)),
            "IssueComment" => Self::Comment(Key::new(index)),
            "PullRequestReview" => Self::Review(Key::new(index)),
            "PullRequestReviewThread" => Self::Thread(Key::new(index)),
            "PullRequestReviewComment" => Self::ReviewComment(Key::new(index)),
            "Ref" => Self::Branch(Key::new(index)),
            "Commit" => Self::Commit(Key::new(index)),
            "Workflow" => Self::Workflow(Key::new(index)),
            "WorkflowRun" => Self::Run(Key::new(index)),
            "CheckSuite" => Self::CheckSuite(Key::new(index)),
            "CheckRun" => Self::CheckRun(Key::new(index)),
            "IssueType" => Self::IssueType(Key::new(index)),
            "Release" => Self::Release(Key::new(index)),
            _ => return None,
        })
    }

    fn exists(self, store: &Store) -> bool {
        fn has<T>(table: &Table<T>, key: Key<T>) -> bool {
            table.contains(key)
        }
        match self {
            Self::Account(key) => has(&store.accounts, key),
            Self::Repo(key) => has(&store.repos, key),
            Self::Label(key) => has(&store.labels, key),
            Self::Milestone(key) => has(&store.milestones, key),
            Self::Issue(key) => has(&store.issues, key),
            Self::Comment(key) => has(&store.comments, key),
            Self::Review(key) => has(&store.reviews, key),
            Self::Thread(key) => has(&store.threads, key),
            Self::ReviewComment(key) => has(&store.review_comments, key),
            Self::Branch(key) => has(&store.branches, key),
            Self::Commit(key) => has(&store.commits, key),
            Self::Workflow(key) => has(&store.workflows, key),
            Self::Run(key) | Self::CheckSuite(key) => has(&store.runs, key),
            Self::CheckRun(key) => has(&store.check_runs, key),
            Self::IssueType(key) => has(&store.issue_types, key),
            Self::Release(key) => has(&store.releases, key),
        }
    }

    /// The repository that a node belongs to, which decides who may see it.
    pub(crate) fn repo(self, store: &Store) -> Option<Key<Repo>> {
        match self {
            Self::Account(_) => None,
            Self::Repo(key) => Some(key),
            Self::Label(key) => store.labels.get(key).ok().map(|row| row.repo),
            Self::Milestone(key) => store.milestones.get(key).ok().map(|row| row.repo),
            Self::Issue(key) => store.issues.get(key).ok().map(|row| row.repo),
            Self::Comment(key) => Self::Issue(store.comments.get(key).ok()?.issue).repo(store),
            Self::Review(key) => Self::Issue(store.reviews.get(key).ok()?.pull).repo(store),
            Self::Thread(key) => Self::Issue(store.threads.get(key).ok()?.pull).repo(store),
            Self::ReviewComment(key) => Self::Thread(store.review_comments.get(key).ok()?.thread).repo(store),
            Self::Branch(key) => store.branches.get(key).ok().map(|row| row.repo),
            Self::Commit(key) => store.commits.get(key).ok().map(|row| row.repo),
            Self::Workflow(key) => store.workflows.get(key).ok().map(|row| row.repo),
            Self::Run(key) | Self::CheckSuite(key) => store.runs.get(key).ok().map(|row| row.repo),
            Self::CheckRun(key) => Self::Run(store.check_runs.get(key).ok()?.run).repo(store),
            Self::IssueType(key) => store.issue_types.get(key).ok().map(|row| row.repo),
            Self::Release(key) => store.releases.get(key).ok().map(|row| row.repo),
        }
    }
}

impl AccountKind {
    pub(crate) fn type_name(self) -> &'static str {
        match self {
            Self::User => "User",
            Self::Organization => "Organization",
            Self::Bot => "Bot",
        }
    }
}

/// The prefixes that GitHub uses today; clients must treat ids as opaque.
const PREFIXES: &[(&str, &str)] = &[
    ("User", "U"),
    ("Organization", "O"),
    ("Bot", "BOT"),
    ("Repository", "R"),
    ("Label", "LA"),
    ("Milestone", "MI"),
    ("Issue", "I"),
    ("PullRequest", "PR"),
    ("IssueComment", "IC"),
    ("PullRequestReview", "PRR"),
    ("PullRequestReviewThread", "PRRT"),
    ("PullRequestReviewComment", "PRRC"),
    ("Ref", "REF"),
    ("Commit", "C"),
    ("Workflow", "W"),
    ("WorkflowRun", "WFR"),
    ("CheckSuite", "CS"),
    ("CheckRun", "CR"),
    ("IssueType", "IT"),
    ("Release", "RE"),
];

fn prefix_of(type_name: &str) -> &'static str {
    PREFIXES.iter().find(|(name, _)| *name == type_name).map_or("X", |(_, prefix)| prefix)
}

const MULTIPLIER: u32 = 0x9E37_79B1;

/// The multiplicative inverse of [`MULTIPLIER`], by Newton's iteration.
const INVERSE: u32 = {
    let mut inverse = MULTIPLIER;
    let mut round = 0;
    while round < 5 {
        inverse = inverse.wrapping_mul(2u32.wrapping_sub(MULTIPLIER.wrapping_mul(inverse)));
        round += 1;
    }
    inverse
};

fn salt(prefix: &str) -> u32 {
    prefix.bytes().fold(0x51ED_270B, |salt, byte| (salt ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn scramble(index: u32, prefix: &str) -> u32 {
    (index ^ salt(prefix)).wrapping_mul(MULTIPLIER)
}

fn unscramble(scrambled: u32, prefix: &str) -> u32 {
    scrambled.wrapping_mul(INVERSE) ^ salt(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrambling_is_undone_by_unscrambling() {
        for index in [0, 1, 2, 77, u32::MAX] {
            assert_eq!(unscramble(scramble(index, "PRRT"), "PRRT"), index);
        }
    }
}
