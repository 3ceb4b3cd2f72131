//! Workflows, their runs and jobs.

use serde::Deserialize;

use super::{Builder, HOUR, Result};
use crate::state::{CheckRun, Key, Progress, Repo, Workflow, WorkflowRun};

seed_struct! {
    /// A workflow with its runs.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct WorkflowSeed {
        required {
            /// The name.
            name: String,
            /// Its file, as `.github/workflows/ci.yml`.
            path: String,
        }
        optional {
            /// The number in its URL; made up if absent.
            id: Option<u64>,
            /// `active`, `disabled_manually`, …; active if absent.
            state: Option<String>,
            /// Its runs, oldest first.
            runs: Vec<RunSeed>,
        }
    }
}

seed_struct! {
    /// A run of a workflow.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct RunSeed {
        required {
            /// `queued`, `in_progress`, or a conclusion such as `success` and `failure`.
            result: String,
        }
        optional {
            /// The number in its URL; made up if absent.
            id: Option<u64>,
            /// The title; the name of the workflow if absent.
            title: Option<String>,
            /// The branch it ran on; the default branch if absent.
            branch: Option<String>,
            /// What started it; `push` if absent.
            event: Option<String>,
            /// Who started it; the viewer if absent.
            actor: Option<String>,
            /// Its jobs.
            jobs: Vec<JobSeed>,
        }
    }
}

seed_struct! {
    /// A job of a run.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct JobSeed {
        required {
            /// The name.
            name: String,
            /// As in [`RunSeed::result`].
            result: String,
        }
        optional {
            /// The number in its URL; made up if absent.
            id: Option<u64>,
            /// Its steps.
            steps: Vec<StepSeed>,
        }
    }
}

seed_struct! {
    /// A step of a job.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct StepSeed {
        required {
            /// The name.
            name: String,
            /// As in [`RunSeed::result`].
            result: String,
        }
        optional {}
    }
}

impl Builder {
    pub(super) fn workflow(&mut self, repo: Key<Repo>, default_branch: &str, seed: &WorkflowSeed) -> Result<()> {
        let id = self.action_id(seed.id);
        let (name, path, created_at) = (seed.name.clone(), seed.path.clone(), self.store.clock.now());
        let state = seed.state.clone().unwrap_or_else(|| "active".to_owned());
        let workflow = self.store.workflows.insert(Workflow { repo, id, name, path, state, created_at });
        for (run, number) in seed.runs.iter().zip(1..) {
            let now = self.store.clock.advance(HOUR);
            let branch = run.branch.clone().unwrap_or_else(|| default_branch.to_owned());
            let actor = self.who_or_viewer(run.actor.as_ref())?;
            let head = self.store.ensure_branch(repo, &branch, actor);
            let id = self.action_id(run.id);
            let key = self.store.runs.insert(WorkflowRun {
                repo,
                workflow,
                id,
                number,
                attempt: 1,
                title: run.title.clone().unwrap_or_else(|| seed.name.clone()),
                event: run.event.clone().unwrap_or_else(|| "push".to_owned()),
                branch,
                head_oid: self.store.oid(head).to_owned(),
                actor,
                progress: Progress::parse(&run.result),
                created_at: now,
                started_at: now,
                updated_at: now,
            });
            self.jobs(key, run);
        }
        Ok(())
    }

    pub(super) fn jobs(&mut self, run: Key<WorkflowRun>, seed: &RunSeed) {
        for job in &seed.jobs {
            let id = self.action_id(job.id);
            let steps = job.steps.iter().map(|step| (step.name.clone(), Progress::parse(&step.result))).collect();
            let started_at = self.store.clock.now();
            let completed_at = self.store.clock.advance(60);
            let progress = Progress::parse(&job.result);
            let name = job.name.clone();
            self.store.check_runs.insert(CheckRun { run, id, name, progress, steps, started_at, completed_at });
        }
    }

    pub(super) fn action_id(&mut self, given: Option<u64>) -> u64 {
        given.unwrap_or_else(|| 900_000 + self.store.next_action_id())
    }
}
