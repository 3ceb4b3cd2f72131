//! Comments on issues and pull requests.

use super::{Account, Issue, Key, Node, Refusal, Store, Timestamp};

#[derive(Debug)]
pub(crate) struct Comment {
    pub(crate) issue: Key<Issue>,
    pub(crate) author: Option<Key<Account>>,
    pub(crate) body: String,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
    pub(crate) edited: bool,
}

impl Store {
    pub(crate) fn add_comment(
        &mut self,
        issue: Key<Issue>,
        author: Option<Key<Account>>,
        body: &str,
    ) -> Result<Key<Comment>, Refusal> {
        if body.trim().is_empty() {
            return Err(Refusal::invalid("IssueComment", "body", "missing_field", "Body can't be blank".to_owned()));
        }
        let now = self.clock.now();
        self.issues.get(issue)?;
        let comment = Comment { issue, author, body: body.to_owned(), created_at: now, updated_at: now, edited: false };
        let key = self.comments.insert(comment);
        self.touch_issue(issue)?.comments.push(key);
        self.mark_created(Node::Comment(key));
        Ok(key)
    }

    pub(crate) fn update_comment(&mut self, key: Key<Comment>, body: &str) -> Result<(), Refusal> {
        if body.trim().is_empty() {
            return Err(Refusal::invalid("IssueComment", "body", "missing_field", "Body can't be blank".to_owned()));
        }
        let now = self.clock.now();
        let comment = self.comments.get_mut(key)?;
        body.clone_into(&mut comment.body);
        comment.updated_at = now;
        comment.edited = true;
        Ok(())
    }

    pub(crate) fn delete_comment(&mut self, key: Key<Comment>) -> Result<(), Refusal> {
        let comment = self.comments.remove(key).ok_or_else(Refusal::gone)?;
        self.touch_issue(comment.issue)?.comments.retain(|other| *other != key);
        Ok(())
    }
}
