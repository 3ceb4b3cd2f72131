//! What a request needs from GitHub's limits.

use crate::client::Bucket;

/// Decides how long a request has to wait before it may be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestProfile {
    /// The rate limit that it counts against. `None` if unknown: then only a limit on the whole credential holds it up.
    pub(crate) bucket: Option<Bucket>,
    /// What it writes; `None` for a read.
    pub(crate) writes: Option<WriteLoad>,
}

/// What a request writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WriteLoad {
    /// How many things it creates.
    pub(crate) creates: usize,
    /// Its size in units of a light write. Its duration decides how large the next one may be. 0 if it is always a single
    /// write.
    pub(crate) units: usize,
}
