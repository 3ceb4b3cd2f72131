//! `GET /rate_limit`.

use std::sync::{Mutex, PoisonError};

use serde_json::{Value as Json, json};

use crate::limits::{Limits, Rate, now};

/// The budgets of a token.
pub(super) fn json(limits: &Mutex<Limits>, token: &str) -> Json {
    let mut limits = limits.lock().unwrap_or_else(PoisonError::into_inner);
    let mut of = |resource| {
        // This request costs nothing, but it has been charged already.
        let rate = limits.rate(token, resource);
        if resource == "core" {
            rate.used = rate.used.saturating_sub(1);
        }
        budget(rate)
    };
    let (core, graphql) = (of("core"), of("graphql"));
    // REST search is not modelled, so its budget is unused.
    let search = Rate { resource: "search", limit: 30, used: 0, reset: now() + 60 };
    json!({ "resources": { "core": core, "graphql": graphql, "search": budget(&search) }, "rate": core })
}

fn budget(rate: &Rate) -> Json {
    json!({ "limit": rate.limit, "used": rate.used, "remaining": rate.remaining(), "reset": rate.reset })
}
