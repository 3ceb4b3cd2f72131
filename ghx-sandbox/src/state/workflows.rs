//! Workflows, their runs and jobs; a job is also a check run.

use super::{Account, Commit, Key, Refusal, Repo, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Workflow {
    pub(crate) repo: Key<Repo>,
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) path: String,
    /// REST's value: `active`, `disabled_manually`, …
    pub(crate) state: String,
    pub(crate) created_at: Timestamp,
}

#[derive(Debug)]
pub(crate) struct WorkflowRun {
    pub(crate) repo: Key<Repo>,
    pub(crate) workflow: Key<Workflow>,
    pub(crate) id: u64,
    pub(crate) number: u32,
    pub(crate) attempt: u32,
    pub(crate) title: String,
    pub(crate) event: String,
    pub(crate) branch: String,
    pub(crate) head_oid: String,
    pub(crate) actor: Option<Key<Account>>,
    pub(crate) progress: Progress,
    pub(crate) created_at: Timestamp,
    /// When the current attempt started.
    pub(crate) started_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// A job of a run.
#[derive(Debug)]
pub(crate) struct CheckRun {
    pub(crate) run: Key<WorkflowRun>,
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) progress: Progress,
    pub(crate) steps: Vec<(String, Progress)>,
    pub(crate) started_at: Timestamp,
    pub(crate) completed_at: Timestamp,
}

/// `status` and `conclusion`, in REST's lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Progress {
    pub(crate) status: String,
    pub(crate) conclusion: Option<String>,
}

impl Progress {
    pub(crate) fn queued() -> Self {
        Self { status: "queued".to_owned(), conclusion: None }
    }

    /// From a status or a conclusion; a conclusion implies `completed`.
    pub(crate) fn parse(word: &str) -> Self {
        match word {
            "queued" | "in_progress" | "waiting" | "pending" | "requested" => {
                Self { status: word.to_owned(), conclusion: None }
            }
            _ => Self { status: "completed".to_owned(), conclusion: Some(word.to_owned()) },
        }
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.status == "completed"
    }

    pub(crate) fn has_failed(&self) -> bool {
        matches!(self.conclusion.as_deref(), Some("failure" | "cancelled" | "timed_out"))
    }
}

/// Which jobs of a run to rerun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rerun {
    All,
    Failed,
    One(Key<CheckRun>),
}

impl Store {
    pub(crate) fn run(&self, repo: Key<Repo>, id: u64) -> Option<Key<WorkflowRun>> {
        self.runs.find(|run| run.repo == repo && run.id == id).map(|(key, _)| key)
    }

    pub(crate) fn jobs_of(&self, run: Key<WorkflowRun>) -> Vec<Key<CheckRun>> {
        self.check_runs.keys_where(|job| job.run == run)
    }

    /// The jobs that ran on a commit.
    pub(crate) fn checks_on(&self, commit: Key<Commit>) -> Vec<Key<CheckRun>> {
        let Ok(commit) = self.commits.get(commit) else { return Vec::new() };
        let runs = self.runs.keys_where(|run| run.repo == commit.repo && run.head_oid == commit.oid);
        runs.into_iter().flat_map(|run| self.jobs_of(run)).collect()
    }

    /// The id of a workflow, run or job without one in the seed.
    pub(crate) fn next_action_id(&mut self) -> u64 {
        self.last_action_id += 1;
        self.last_action_id
    }

    pub(crate) fn rerun(&mut self, key: Key<WorkflowRun>, which: Rerun) -> Result<(), Refusal> {
        let now = self.clock.now();
        let run = self.runs.get(key)?;
        if !run.progress.is_complete() {
            return Err(Refusal::forbidden("This workflow is already running"));
        }
        let jobs = self.jobs_to_rerun(key, which)?;
        if jobs.is_empty() {
            return Err(Refusal::forbidden("This workflow run cannot be retried: it has no failed jobs"));
        }
        for job in jobs {
            let job = self.check_runs.get_mut(job)?;
            job.progress = Progress::queued();
            job.started_at = now;
            for (_, step) in &mut job.steps {
                *step = Progress::queued();
            }
        }
        let run = self.runs.get_mut(key)?;
        run.progress = Progress::queued();
        run.attempt += 1;
        run.started_at = now;
        run.updated_at = now;
        Ok(())
    }

    fn jobs_to_rerun(&self, key: Key<WorkflowRun>, which: Rerun) -> Result<Vec<Key<CheckRun>>, Refusal> {
        let mut jobs = Vec::new();
        for job in self.jobs_of(key) {
            let chosen = match which {
                Rerun::All => true,
                Rerun::Failed => self.check_runs.get(job)?.progress.has_failed(),
                Rerun::One(one) => one == job,
            };
            if chosen {
                jobs.push(job);
            }
        }
        Ok(jobs)
    }

    pub(crate) fn cancel_run(&mut self, key: Key<WorkflowRun>) -> Result<(), Refusal> {
        if self.runs.get(key)?.progress.is_complete() {
            return Err(Refusal::new(super::RefusalKind::StaleData, "Cannot cancel a workflow run that is completed."));
        }
        for job in self.jobs_of(key) {
            let job = self.check_runs.get_mut(job)?;
            if !job.progress.is_complete() {
                job.progress = Progress::parse("cancelled");
            }
        }
        let now = self.clock.now();
        let run = self.runs.get_mut(key)?;
        run.progress = Progress::parse("cancelled");
        run.updated_at = now;
        Ok(())
    }
}
