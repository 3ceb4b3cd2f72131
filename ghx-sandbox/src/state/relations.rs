//! Relations between issues: parent and sub-issues, blocked by.

use super::{Issue, Key, Refusal, Store};

impl Store {
    /// Makes one issue the sub-issue of another.
    pub(crate) fn add_sub_issue(
        &mut self,
        parent: Key<Issue>,
        child: Key<Issue>,
        replace: bool,
    ) -> Result<(), Refusal> {
        if parent == child || self.ancestors(parent).contains(&child) {
            return Err(Refusal::unprocessable("Sub-issues may not create a circular dependency"));
        }
        match self.parent_of(child) {
            Some(old) if old == parent => {
                return Err(Refusal::unprocessable("Issue may not contain duplicate sub-issues"));
            }
            Some(_) if !replace => return Err(Refusal::unprocessable("Sub issue may only have one parent")),
            Some(old) => self.touch_issue(old)?.sub_issues.retain(|issue| *issue != child),
            None => {}
        }
        self.touch_issue(parent)?.sub_issues.push(child);
        self.touch_issue(child)?.parent = Some(parent);
        Ok(())
    }

    pub(crate) fn remove_sub_issue(&mut self, parent: Key<Issue>, child: Key<Issue>) -> Result<(), Refusal> {
        let row = self.touch_issue(parent)?;
        let before = row.sub_issues.len();
        row.sub_issues.retain(|issue| *issue != child);
        if row.sub_issues.len() == before {
            return Err(Refusal::not_found("The issue is not a sub-issue of this parent."));
        }
        self.touch_issue(child)?.parent = None;
        Ok(())
    }

    pub(crate) fn add_blocked_by(&mut self, issue: Key<Issue>, blocking: Key<Issue>) -> Result<(), Refusal> {
        if issue == blocking {
            return Err(Refusal::unprocessable("An issue cannot be blocked by itself"));
        }
        let row = self.touch_issue(issue)?;
        if row.blocked_by.contains(&blocking) {
            return Err(Refusal::unprocessable("Target issue has already been taken"));
        }
        row.blocked_by.push(blocking);
        Ok(())
    }

    pub(crate) fn remove_blocked_by(&mut self, issue: Key<Issue>, blocking: Key<Issue>) -> Result<(), Refusal> {
        let row = self.touch_issue(issue)?;
        let before = row.blocked_by.len();
        row.blocked_by.retain(|other| *other != blocking);
        if row.blocked_by.len() == before {
            return Err(Refusal::not_found("The issue is not blocked by this issue."));
        }
        Ok(())
    }

    pub(crate) fn blocking(&self, key: Key<Issue>) -> Vec<Key<Issue>> {
        self.issues.keys_where(|issue| issue.blocked_by.contains(&key))
    }

    fn ancestors(&self, key: Key<Issue>) -> Vec<Key<Issue>> {
        std::iter::successors(self.parent_of(key), |key| self.parent_of(*key)).collect()
    }
}
