//! Milestones.

use serde::Deserialize;

use super::{Builder, Result};
use crate::state::{Key, Repo};

seed_struct! {
    /// A milestone.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct MilestoneSeed {
        required {
            /// The title.
            title: String,
        }
        optional {
            /// The description.
            description: Option<String>,
            /// When it is due, as `2026-12-31T00:00:00Z`.
            due_on: Option<String>,
            /// Whether it is closed.
            closed: bool,
        }
    }
}

impl Builder {
    pub(super) fn milestone(&mut self, repo: Key<Repo>, seed: &MilestoneSeed) -> Result<()> {
        let key = self.store.create_milestone(repo, &seed.title, seed.description.clone(), self.viewer)?;
        let row = self.store.milestones.get_mut(key)?;
        row.due_on.clone_from(&seed.due_on);
        row.open = !seed.closed;
        Ok(())
    }
}
