//! Node ids: opaque, one prefix per kind, the same in every run.

use super::{
    Account, AccountKind, Branch, CheckRun, Comment, Commit, Issue, IssueType, Key, Label, Milestone, Refusal, Release,
    Repo, Review, ReviewComment, Store, Thread, Workflow, WorkflowRun,
};

/// Declares [`Node`]: each variant with its table, and the name and the id prefix of each of its types. The prefixes are those
/// that GitHub uses today; clients must treat ids as opaque.
macro_rules! nodes {
    ($($(#[$attribute:meta])* $variant:ident($row:ty) in $table:ident: $($type_name:literal $prefix:literal),+;)*) => {
        /// Anything that has a node id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Node {
            $($(#[$attribute])* $variant(Key<$row>),)*
        }

        /// Type names and id prefixes. New ones go to the end, because the position is part of database ids.
        const PREFIXES: &[(&str, &str)] = &[$($(($type_name, $prefix)),+),*];

        impl Node {
            pub(crate) fn index(self) -> u32 {
                match self {
                    $(Self::$variant(key) => key.index(),)*
                }
            }

            /// The first type name of the variant.
            fn first_type_name(self) -> &'static str {
                match self {
                    $(Self::$variant(_) => [$($type_name),+][0],)*
                }
            }

            fn from_parts(type_name: &str, index: u32) -> Option<Self> {
                $(if [$($type_name),+].contains(&type_name) {
                    return Some(Self::$variant(Key::new(index)));
                })*
                None
            }

            fn exists(self, store: &Store) -> bool {
                match self {
                    $(Self::$variant(key) => store.$table.contains(key),)*
                }
            }
        }
    };
}

nodes! {
    Account(Account) in accounts: "User" "U", "Organization" "O", "Bot" "BOT";
    Repo(Repo) in repos: "Repository" "R";
    Label(Label) in labels: "Label" "LA";
    Milestone(Milestone) in milestones: "Milestone" "MI";
    /// An issue or a pull request.
    Issue(Issue) in issues: "Issue" "I", "PullRequest" "PR";
    Comment(Comment) in comments: "IssueComment" "IC";
    Review(Review) in reviews: "PullRequestReview" "PRR";
    Thread(Thread) in threads: "PullRequestReviewThread" "PRRT";
    ReviewComment(ReviewComment) in review_comments: "PullRequestReviewComment" "PRRC";
    Branch(Branch) in branches: "Ref" "REF";
    Commit(Commit) in commits: "Commit" "C";
    Workflow(Workflow) in workflows: "Workflow" "W";
    Run(WorkflowRun) in runs: "WorkflowRun" "WFR";
    /// The check suite of a run: GitHub has one for each.
    CheckSuite(WorkflowRun) in runs: "CheckSuite" "CS";
    CheckRun(CheckRun) in check_runs: "CheckRun" "CR";
    IssueType(IssueType) in issue_types: "IssueType" "IT";
    Release(Release) in releases: "Release" "RE";
}

impl Node {
    /// The name of the object type in the schema.
    pub(crate) fn type_name(self, store: &Store) -> &'static str {
        match self {
            Self::Account(key) => store.accounts.get(key).map_or("User", |account| account.kind.type_name()),
            Self::Issue(key) if store.is_pull(key) => "PullRequest",
            other => other.first_type_name(),
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
