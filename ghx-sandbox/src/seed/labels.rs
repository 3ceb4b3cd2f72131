//! Labels.

use serde::Deserialize;

use super::{Builder, RepoSeed, Result};
use crate::state::{Key, LabelChange, Repo};

seed_struct! {
    /// A label.
    #[derive(Clone, Debug, Deserialize)]
    pub struct LabelSeed {
        required {
            /// The name.
            name: String,
        }
        optional {
            /// Six hexadecimal digits.
            color: String = "grey",
            /// The description.
            description: Option<String>,
            /// Whether GitHub created it with the repository.
            default: bool,
        }
    }
}

fn grey() -> String {
    "ededed".to_owned()
}

impl LabelSeed {
    /// A grey label.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), color: grey(), description: None, default: false }
    }
}

impl Builder {
    pub(super) fn labels(&mut self, repo: Key<Repo>, seed: &RepoSeed) -> Result<()> {
        for label in &seed.labels {
            let (name, color) = (Some(label.name.clone()), Some(label.color.clone()));
            let change = LabelChange { name, color, description: label.description.clone() };
            let key = self.store.create_label(repo, change)?;
            self.store.labels.get_mut(key)?.default = label.default;
        }
        for number in 1..=seed.numbered_labels {
            let name = Some(format!("label-{number:03}"));
            self.store.create_label(repo, LabelChange { name, ..LabelChange::default() })?;
        }
        Ok(())
    }
}
