//! The REST endpoints.

use std::ops::ControlFlow;

use super::{Engine, RecordedWrite, RequestMeta, responses};
use crate::{
    faults::Target,
    http::{Call, Dropped, Reply},
    limits::{self, Processing, Rate},
    rest,
};

impl Engine {
    /// Responds to a REST request.
    pub(super) async fn rest(&self, call: &Call, mut meta: RequestMeta) -> Result<Reply, Dropped> {
        let target = Target { path: call.path.clone(), writes: !call.is_read(), ..Target::default() };
        let rate = match self.admit(&mut meta, &target, 1).await {
            ControlFlow::Continue(rate) => rate,
            ControlFlow::Break(reply) => return reply,
        };
        let reply = self.rest_in_time(call, &meta).await;
        let rate = if reply.status == 304 { self.refund(&meta) } else { rate };
        self.complete(&meta, &target, reply, &rate)
    }

    /// The response, unless it takes longer than GitHub allows. A write that does not end in time is not made.
    async fn rest_in_time(&self, call: &Call, meta: &RequestMeta) -> Reply {
        let time = Processing::start(*self.request_limits());
        if !call.is_read() {
            time.spend(limits::of_rest_write(call));
        }
        let reply = if time.is_over() {
            responses::out_of_time()
        } else {
            match if limits::creates(call) { self.create(meta) } else { Ok(()) } {
                Ok(()) => self.rest_executed(call, meta),
                Err(wait) => responses::too_fast(wait),
            }
        };
        self.took(meta, time.took()).await;
        reply
    }

    fn rest_executed(&self, call: &Call, meta: &RequestMeta) -> Reply {
        let caller = rest::Caller { token: &meta.caller.token, actor: &meta.caller.actor, hidden: self.hidden() };
        let outcome = rest::respond(&self.store, &self.limits, call, caller);
        if let Some(write) = outcome.write {
            let recorded = RecordedWrite {
                request: meta.number,
                name: write.route.to_owned(),
                response_key: None,
                subject: write.subject,
            };
            self.record_writes(meta, vec![recorded], write.created);
        }
        outcome.reply
    }

    /// A response of 304 costs nothing.
    fn refund(&self, meta: &RequestMeta) -> Rate {
        let mut limits = self.limits();
        let rate = limits.rate(&meta.caller.token, "core");
        rate.used = rate.used.saturating_sub(1);
        rate.clone()
    }
}
