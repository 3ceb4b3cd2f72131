//! The REST endpoints.

use std::ops::ControlFlow;

use super::{Engine, RecordedWrite, RequestMeta, responses};
use crate::{
    faults::Target,
    http::{Dropped, Request, Response},
    limits::{self, Processing, Rate},
    rest,
};

impl Engine {
    /// Responds to a REST request.
    pub(super) async fn rest(&self, request: &Request, mut meta: RequestMeta) -> Result<Response, Dropped> {
        let target = Target { path: request.path.clone(), writes: !request.is_read(), ..Target::default() };
        let rate = match self.admit(&mut meta, &target, 1).await {
            ControlFlow::Continue(rate) => rate,
            ControlFlow::Break(response) => return response,
        };
        let response = self.rest_in_time(request, &meta).await;
        let rate = if response.status == 304 { self.refund(&meta) } else { rate };
        self.complete(&meta, &target, response, &rate)
    }

    /// The response, unless it takes longer than GitHub allows. A write that would take too long is not executed.
    async fn rest_in_time(&self, request: &Request, meta: &RequestMeta) -> Response {
        let time = Processing::start(*self.request_limits());
        if !request.is_read() {
            time.spend(limits::of_rest_write(request));
        }
        let response = if time.is_over() {
            responses::out_of_time()
        } else {
            match if limits::creates(request) { self.create(meta) } else { Ok(()) } {
                Ok(()) => self.rest_executed(request, meta),
                Err(wait) => responses::too_fast(wait),
            }
        };
        self.took(meta, time.took()).await;
        response
    }

    fn rest_executed(&self, request: &Request, meta: &RequestMeta) -> Response {
        let caller = rest::Caller { token: &meta.caller.token, actor: &meta.caller.actor, hidden: self.hidden() };
        let outcome = rest::respond(&self.store, &self.limits, request, caller);
        if let Some(write) = outcome.write {
            let recorded = RecordedWrite {
                request: meta.number,
                name: write.route.to_owned(),
                response_key: None,
                subject: write.subject,
            };
            self.record_writes(meta, vec![recorded], write.created);
        }
        outcome.response
    }

    /// A response of 304 costs nothing.
    fn refund(&self, meta: &RequestMeta) -> Rate {
        let mut limits = self.limits();
        let rate = limits.rate(&meta.caller.token, "core");
        rate.used = rate.used.saturating_sub(1);
        rate.clone()
    }
}
