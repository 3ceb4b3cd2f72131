//! The maximum size of a request.

/// The maximum number of root fields per request, which is roughly the number of steps. More steps are split over several
/// requests.
///
/// ```
/// use ghx::client::MaxBatch;
///
/// assert_eq!(MaxBatch::default().limit(), 50);
/// assert_eq!(MaxBatch::from(20).limit(), 20);
/// assert_eq!(MaxBatch::Unlimited.limit(), usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaxBatch {
    /// At most this many, which must be one or more.
    AtMost(usize),
    /// Everything in one request, however large it gets.
    Unlimited,
}

impl MaxBatch {
    /// The largest number of root fields.
    pub fn limit(self) -> usize {
        match self {
            Self::AtMost(limit) => limit,
            Self::Unlimited => usize::MAX,
        }
    }
}

impl Default for MaxBatch {
    fn default() -> Self {
        Self::AtMost(50)
    }
}

impl From<usize> for MaxBatch {
    fn from(limit: usize) -> Self {
        Self::AtMost(limit)
    }
}
