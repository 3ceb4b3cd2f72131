//! The seeds of workflows and releases.

use serde::Deserialize;

/// A workflow with its runs.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WorkflowSeed {
    /// The number in its URL; made up if absent.
    #[serde(default)]
    pub id: Option<u64>,
    /// The name.
    pub name: String,
    /// Its file, as `.github/workflows/ci.yml`.
    pub path: String,
    /// `active`, `disabled_manually`, …; active if absent.
    #[serde(default)]
    pub state: Option<String>,
    /// Its runs, oldest first.
    #[serde(default)]
    pub runs: Vec<RunSeed>,
}

/// A run of a workflow.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSeed {
    /// The number in its URL; made up if absent.
    #[serde(default)]
    pub id: Option<u64>,
    /// The title; the name of the workflow if absent.
    #[serde(default)]
    pub title: Option<String>,
    /// The branch it ran on; the default branch if absent.
    #[serde(default)]
    pub branch: Option<String>,
    /// What started it; `push` if absent.
    #[serde(default)]
    pub event: Option<String>,
    /// Who started it; the viewer if absent.
    #[serde(default)]
    pub actor: Option<String>,
    /// `queued`, `in_progress`, or a conclusion such as `success` and `failure`.
    pub result: String,
    /// Its jobs.
    #[serde(default)]
    pub jobs: Vec<JobSeed>,
}

/// A job of a run.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobSeed {
    /// The number in its URL; made up if absent.
    #[serde(default)]
    pub id: Option<u64>,
    /// The name.
    pub name: String,
    /// As in [`RunSeed::result`].
    pub result: String,
    /// Its steps.
    #[serde(default)]
    pub steps: Vec<StepSeed>,
}

/// A step of a job.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepSeed {
    /// The name.
    pub name: String,
    /// As in [`RunSeed::result`].
    pub result: String,
}

/// A release.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReleaseSeed {
    /// The tag.
    pub tag: String,
    /// The title; the tag if absent.
    #[serde(default)]
    pub name: Option<String>,
    /// The notes.
    #[serde(default)]
    pub body: String,
    /// Whether it is a draft.
    #[serde(default)]
    pub draft: bool,
    /// Whether it is a pre-release.
    #[serde(default)]
    pub prerelease: bool,
    /// Whether it can no longer be changed.
    #[serde(default)]
    pub immutable: bool,
}
