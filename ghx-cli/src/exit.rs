//! How the command ends.

use std::process::ExitCode;

/// How the command ends: the number that a shell sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: everything was done.
    Success,
    /// 1: it failed.
    Failed,
    /// 2: the call or its input is not valid, and nothing was sent.
    Usage,
    /// 3: some steps of a chain failed.
    Partial,
    /// 4: the credential is missing, or not good enough.
    Auth,
    /// 5: the result could not be printed; stderr says what was done.
    Unprinted,
    /// 130: it was interrupted by Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

impl Exit {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Success, Self::Failed, Self::Usage, Self::Partial, Self::Auth, Self::Unprinted, Self::Interrupted];

    /// What it means, for people.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Success => "every step succeeded",
            Self::Failed => "failed",
            Self::Usage => "wrong usage or invalid input; nothing was sent",
            Self::Partial => "some steps succeeded",
            Self::Auth => "authentication",
            Self::Unprinted => "the result could not be printed; stderr says what was done",
            Self::Interrupted => "interrupted: Ctrl-C, SIGTERM or SIGHUP; a second signal quits immediately",
        }
    }

    /// The number.
    pub const fn code(self) -> u8 {
        match self {
            Self::Success => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Partial => 3,
            Self::Auth => 4,
            Self::Unprinted => 5,
            Self::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
