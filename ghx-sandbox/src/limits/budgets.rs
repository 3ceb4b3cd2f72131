//! Points that each token has used of its hourly budgets.

use std::{
    collections::HashMap,
    time::{SystemTime, UNIX_EPOCH},
};

use jiff::Timestamp;

/// GitHub's budget for a user, for each of the two APIs.
const HOURLY: u32 = 5000;
/// GitHub's budget without a token.
const ANONYMOUS: u32 = 60;

/// One budget, as in the `x-ratelimit-*` headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rate {
    pub(crate) resource: &'static str,
    pub(crate) limit: u32,
    pub(crate) used: u32,
    /// Seconds since 1970.
    pub(crate) reset: u64,
}

impl Rate {
    pub(crate) fn remaining(&self) -> u32 {
        self.limit.saturating_sub(self.used)
    }

    /// When the budget is renewed.
    pub(crate) fn reset_at(&self) -> Timestamp {
        i64::try_from(self.reset)
            .ok()
            .and_then(|seconds| Timestamp::from_second(seconds).ok())
            .unwrap_or(Timestamp::MAX)
    }
}

/// The budgets of all tokens.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    budgets: HashMap<(String, &'static str), Rate>,
    /// Replaces GitHub's limit.
    hourly: Option<u32>,
}

pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Limits {
    pub(crate) fn with_hourly(hourly: Option<u32>) -> Self {
        Self { hourly, ..Self::default() }
    }

    /// The budget of a token, renewed if its hour is over.
    pub(crate) fn rate(&mut self, token: &str, resource: &'static str) -> &mut Rate {
        let limit = match self.hourly {
            Some(limit) => limit,
            None if token.is_empty() => ANONYMOUS,
            None => HOURLY,
        };
        let now = now();
        let fresh = Rate { resource, limit, used: 0, reset: now + 3600 };
        let rate = self.budgets.entry((token.to_owned(), resource)).or_insert_with(|| fresh.clone());
        if rate.reset <= now {
            *rate = fresh;
        }
        rate
    }

    /// Charges points; `Err` if there are not enough.
    pub(crate) fn charge(&mut self, token: &str, resource: &'static str, points: u32) -> Result<Rate, Rate> {
        let rate = self.rate(token, resource);
        if rate.remaining() < points {
            return Err(rate.clone());
        }
        rate.used += points;
        Ok(rate.clone())
    }
}
