//! Workflows with their runs, and releases.

use super::{Planted, Planter, STEP};
use crate::{
    seed::{RepoSeed, RunSeed, WorkflowSeed},
    state::{CheckRun, Key, Progress, Release, Repo, Workflow, WorkflowRun},
};

impl Planter {
    pub(super) fn workflow(&mut self, repo: Key<Repo>, default_branch: &str, seed: &WorkflowSeed) -> Planted<()> {
        let id = self.action_id(seed.id);
        let (name, path, created_at) = (seed.name.clone(), seed.path.clone(), self.store.clock.now());
        let state = seed.state.clone().unwrap_or_else(|| "active".to_owned());
        let workflow = self.store.workflows.insert(Workflow { repo, id, name, path, state, created_at });
        for (run, number) in seed.runs.iter().zip(1..) {
            let now = self.store.clock.advance(STEP);
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

    fn jobs(&mut self, run: Key<WorkflowRun>, seed: &RunSeed) {
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

    fn action_id(&mut self, given: Option<u64>) -> u64 {
        given.unwrap_or_else(|| 900_000 + self.store.next_action_id())
    }

    pub(super) fn releases(&mut self, repo: Key<Repo>, seed: &RepoSeed) {
        for release in &seed.releases {
            self.store.clock.advance(STEP);
            self.store.releases.insert(Release {
                repo,
                tag: release.tag.clone(),
                name: release.name.clone().unwrap_or_else(|| release.tag.clone()),
                body: release.body.clone(),
                draft: release.draft,
                prerelease: release.prerelease,
                immutable: release.immutable,
                author: self.viewer,
                created_at: self.store.clock.now(),
            });
        }
    }
}
