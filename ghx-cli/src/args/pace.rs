//! `auto`, `on`, `off`.

use clap::ValueEnum;
use ghx::client::Pace;

/// Whether writes are spaced out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaceArg {
    /// On for GitHub; off for this machine and for servers without rate limits
    #[default]
    Auto,
    /// At least a second between writes, at most 80 creations a minute
    On,
    /// Writes are sent as fast as possible
    Off,
}

impl From<PaceArg> for Pace {
    fn from(pace: PaceArg) -> Self {
        match pace {
            PaceArg::Auto => Self::Auto,
            PaceArg::On => Self::On,
            PaceArg::Off => Self::Off,
        }
    }
}
