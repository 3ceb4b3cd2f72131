//! Releases.

use serde::Deserialize;

use super::{Builder, HOUR};
use crate::state::{Key, Release, Repo};

seed_struct! {
    /// A release.
    #[derive(Clone, Debug, Default, Deserialize)]
    pub struct ReleaseSeed {
        required {
            /// The tag.
            tag: String,
        }
        optional {
            /// The title; the tag if absent.
            name: Option<String>,
            /// The notes.
            body: String,
            /// Whether it is a draft.
            draft: bool,
            /// Whether it is a pre-release.
            prerelease: bool,
            /// Whether it can no longer be changed.
            immutable: bool,
        }
    }
}

impl Builder {
    pub(super) fn release(&mut self, repo: Key<Repo>, release: &ReleaseSeed) {
        self.store.clock.advance(HOUR);
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
