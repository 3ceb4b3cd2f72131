//! Cards that use each part of the card language. They are run by the tests of this crate, on an in-memory GitHub.

#![allow(missing_docs, reason = "modules are named after their cards")]

pub mod issue_delete {
    ghx::capability!("cards/issue.delete.yaml");
}

pub mod conversation_kind {
    ghx::capability!("cards/conversation.kind.yaml");
}

pub mod label_delete {
    ghx::capability!("cards/label.delete.yaml");
}
