//! Labels of a repository.

use super::{Key, Node, Refusal, Repo, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Label {
    pub(crate) repo: Key<Repo>,
    pub(crate) name: String,
    pub(crate) color: String,
    pub(crate) description: Option<String>,
    /// Whether GitHub created it with the repository.
    pub(crate) default: bool,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// The values of a new or changed label; `None` leaves a value unchanged.
#[derive(Debug, Default)]
pub(crate) struct LabelChange {
    pub(crate) name: Option<String>,
    pub(crate) color: Option<String>,
    pub(crate) description: Option<String>,
}

impl Store {
    /// A label by name; case does not matter.
    pub(crate) fn label(&self, repo: Key<Repo>, name: &str) -> Option<Key<Label>> {
        self.labels.find(|label| label.repo == repo && label.name.eq_ignore_ascii_case(name)).map(|(key, _)| key)
    }

    pub(crate) fn labels_of(&self, repo: Key<Repo>) -> Vec<Key<Label>> {
        self.labels.keys_where(|label| label.repo == repo)
    }

    pub(crate) fn create_label(&mut self, repo: Key<Repo>, new: LabelChange) -> Result<Key<Label>, Refusal> {
        let name = new.name.unwrap_or_default();
        self.check_label_name(repo, &name, None)?;
        let now = self.clock.now();
        let color = new.color.unwrap_or_else(|| "ededed".to_owned());
        let color = checked_color(&color)?;
        let description = new.description;
        let label = Label { repo, name, color, description, default: false, created_at: now, updated_at: now };
        let key = self.labels.insert(label);
        self.mark_created(Node::Label(key));
        Ok(key)
    }

    pub(crate) fn update_label(&mut self, key: Key<Label>, change: LabelChange) -> Result<(), Refusal> {
        if let Some(name) = &change.name {
            self.check_label_name(self.labels.get(key)?.repo, name, Some(key))?;
        }
        let now = self.clock.now();
        let color = change.color.as_deref().map(checked_color).transpose()?;
        let label = self.labels.get_mut(key)?;
        label.updated_at = now;
        label.name = change.name.unwrap_or_else(|| label.name.clone());
        label.color = color.unwrap_or_else(|| label.color.clone());
        label.description = change.description.or_else(|| label.description.clone());
        Ok(())
    }

    /// Deletes a label and removes it from every issue.
    pub(crate) fn delete_label(&mut self, key: Key<Label>) -> Result<(), Refusal> {
        self.labels.remove(key).ok_or_else(Refusal::gone)?;
        for issue in self.issues.keys_where(|issue| issue.labels.contains(&key)) {
            self.issues.get_mut(issue)?.labels.retain(|label| *label != key);
        }
        Ok(())
    }

    fn check_label_name(&self, repo: Key<Repo>, name: &str, except: Option<Key<Label>>) -> Result<(), Refusal> {
        if name.trim().is_empty() {
            return Err(Refusal::invalid("Label", "name", "missing_field", "Name can't be blank".to_owned()));
        }
        match self.label(repo, name) {
            Some(other) if Some(other) != except => {
                Err(Refusal::invalid("Label", "name", "already_exists", "Name has already been taken".to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// Six hexadecimal digits.
fn checked_color(color: &str) -> Result<String, Refusal> {
    let color = color.trim_start_matches('#').to_lowercase();
    if color.len() == 6 && color.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Ok(color)
    } else {
        Err(Refusal::invalid("Label", "color", "invalid", "Color must be six hexadecimal digits".to_owned()))
    }
}
