//! What happens to a request before and after it is executed: faults, the pace of writes, and the budget of points.

use std::{ops::ControlFlow, time::Duration};

use super::{Engine, RequestMeta, lock, responses};
use crate::{
    faults::{Fault, Target},
    http::{Dropped, Response},
    limits::Rate,
};

impl Engine {
    /// Admits a request to execution and charges it, or returns the response that refuses it.
    pub(super) async fn admit(
        &self,
        meta: &mut RequestMeta,
        target: &Target,
        points: u32,
    ) -> ControlFlow<Result<Response, Dropped>, Rate> {
        self.trigger_faults(meta, target).await;
        if let Some(response) = responses::refused_before(meta, target.graphql) {
            return ControlFlow::Break(response);
        }
        if let Err(wait) = self.begin(meta, target.writes) {
            return ControlFlow::Break(Ok(responses::too_fast(wait)));
        }
        match self.limits().charge(&meta.caller.token, target.resource(), points) {
            Ok(rate) => ControlFlow::Continue(rate),
            Err(rate) => {
                let response = responses::primary_limit(target.graphql);
                ControlFlow::Break(Ok(responses::with_rate(response, &rate)))
            }
        }
    }

    /// Adds headers to the response of a request that was executed, and applies the faults that lose or cut it.
    pub(super) fn complete(
        &self,
        meta: &RequestMeta,
        target: &Target,
        response: Response,
        rate: &Rate,
    ) -> Result<Response, Dropped> {
        if target.writes {
            lock(&self.pace).end(meta.login(), self.now());
        }
        responses::sent(meta, responses::with_caller(responses::with_rate(response, rate), &meta.caller))
    }

    /// Finds the faults that affect a request, and sleeps if one of them delays it.
    async fn trigger_faults(&self, meta: &mut RequestMeta, target: &Target) {
        meta.faults = self.faults().trigger(target);
        if meta.faults.is_empty() {
            return;
        }
        let names = meta.faults.iter().map(|rule| responses::fault_name(&rule.fault)).collect();
        self.record().amend(meta.number, |request| request.faults = names);
        if let Some(millis) = meta.fault(|fault| match fault {
            Fault::Slow { millis } => Some(*millis),
            _ => None,
        }) {
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
    }

    /// A request begins; `Err` is how long to wait if it writes too soon after the last one.
    fn begin(&self, meta: &RequestMeta, writes: bool) -> Result<(), Duration> {
        let limits = *self.request_limits();
        if writes { lock(&self.pace).begin(meta.login(), self.now(), &limits) } else { Ok(()) }
    }

    /// Counts a creation; `Err` if there were too many in this minute.
    pub(super) fn create(&self, meta: &RequestMeta) -> Result<(), Duration> {
        let limits = *self.request_limits();
        lock(&self.pace).create(meta.login(), self.now(), &limits)
    }

    /// Records how long a request took, and sleeps that long if the sandbox runs in real time.
    pub(super) async fn took(&self, meta: &RequestMeta, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.record().amend(meta.number, |request| request.processing_millis = millis);
        let in_real_time = self.request_limits().real_time;
        if in_real_time {
            tokio::time::sleep(time).await;
        }
    }
}
