//! From a request to its answer: who asks, which faults meet it, what it costs, what it does, what is recorded.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError, RwLock},
    time::{Duration, Instant},
};

use crate::{
    control, endpoint,
    faults::{Fault, FaultRule, Faults, Target},
    http::{Call, Dropped, Reply},
    limits::{Limits, Rate},
    record::{Record, RecordedRequest, RecordedWrite},
    rest,
    seed::{Seed, SeedError, plant},
    state::Store,
    tokens::{BadCredentials, Caller, Tokens},
    wire,
};

/// One sandbox, without a server.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) store: RwLock<Store>,
    pub(crate) tokens: Tokens,
    faults: Mutex<Faults>,
    limits: Mutex<Limits>,
    record: Mutex<Record>,
    /// New nodes that are not found yet, and from when on they are.
    hidden: Mutex<Vec<(String, Instant)>>,
}

/// What is known of a request while it is answered.
#[derive(Debug)]
pub(crate) struct Visit {
    pub(crate) number: u64,
    pub(crate) request_id: String,
    pub(crate) caller: Caller,
    pub(crate) faults: Vec<FaultRule>,
}

impl Visit {
    pub(crate) fn fault<T>(&self, pick: impl Fn(&Fault) -> Option<T>) -> Option<T> {
        self.faults.iter().find_map(|rule| pick(&rule.fault))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    pub(crate) fn new(seed: &Seed, strict_tokens: bool, hourly: Option<u32>) -> Result<Self, SeedError> {
        Ok(Self {
            store: RwLock::new(plant(seed)?),
            tokens: Tokens::new(seed, strict_tokens),
            faults: Mutex::default(),
            limits: Mutex::new(Limits::with_hourly(hourly)),
            record: Mutex::default(),
            hidden: Mutex::default(),
        })
    }

    pub(crate) fn read(&self) -> std::sync::RwLockReadGuard<'_, Store> {
        self.store.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn faults(&self) -> MutexGuard<'_, Faults> {
        lock(&self.faults)
    }

    pub(crate) fn limits(&self) -> MutexGuard<'_, Limits> {
        lock(&self.limits)
    }

    pub(crate) fn record(&self) -> MutexGuard<'_, Record> {
        lock(&self.record)
    }

    /// Answers a request, or drops it.
    pub(crate) async fn answer(&self, call: &Call) -> Result<Reply, Dropped> {
        if let Some(rest) = call.path.strip_prefix("/_sandbox/") {
            return Ok(control::answer(self, call, rest));
        }
        let graphql = call.path == "/graphql" && call.method == "POST";
        let caller = self.tokens.caller(call.header("authorization"), &self.read());
        let number = self.open_record(call, caller.as_ref().ok());
        let request_id = request_id(number);
        let token = caller.as_ref().map_or_else(|_| String::new(), |caller| caller.token.clone());
        let reply = match caller {
            Ok(caller) => {
                let visit = Visit { number, request_id: request_id.clone(), caller, faults: Vec::new() };
                if graphql { endpoint::graphql(self, call, visit).await } else { self.rest(call, visit).await }
            }
            Err(BadCredentials) => Ok(wire::bad_credentials()),
        };
        let resource = if graphql { "graphql" } else { "core" };
        let reply = reply.map(|reply| wire::finish(reply, &request_id, self.limits().rate(&token, resource)));
        let status = reply.as_ref().ok().map(|reply| reply.status);
        self.record().amend(number, |request| request.status = status);
        reply
    }

    async fn rest(&self, call: &Call, mut visit: Visit) -> Result<Reply, Dropped> {
        let target = Target { path: call.path.clone(), writes: !call.is_read(), ..Target::default() };
        self.meet_faults(&mut visit, &target).await;
        if let Some(reply) = wire::refused_before(&visit, false) {
            return reply;
        }
        let rate = match self.limits().charge(&visit.caller.token, "core", 1) {
            Ok(rate) => rate,
            Err(rate) => return Ok(wire::with_rate(wire::rest_primary_limit(), &rate)),
        };
        let reply = rest::answer(self, call, &visit);
        let rate = if reply.status == 304 { self.refund(&visit) } else { rate };
        wire::sent(&visit, wire::with_caller(wire::with_rate(reply, &rate), &visit.caller))
    }

    /// An answer of 304 costs nothing.
    fn refund(&self, visit: &Visit) -> Rate {
        let mut limits = self.limits();
        let rate = limits.rate(&visit.caller.token, "core");
        rate.used = rate.used.saturating_sub(1);
        rate.clone()
    }

    /// Finds the faults that meet a request, and waits if it is to be slow.
    pub(crate) async fn meet_faults(&self, visit: &mut Visit, target: &Target) {
        visit.faults = self.faults().take(target);
        if visit.faults.is_empty() {
            return;
        }
        let names = visit.faults.iter().map(|rule| wire::fault_name(&rule.fault)).collect();
        self.record().amend(visit.number, |request| request.faults = names);
        if let Some(millis) = visit.fault(|fault| match fault {
            Fault::Slow { millis } => Some(*millis),
            _ => None,
        }) {
            tokio::time::sleep(Duration::from_millis(millis)).await;
        }
    }

    fn open_record(&self, call: &Call, caller: Option<&Caller>) -> u64 {
        self.record().open(|number| RecordedRequest {
            number,
            request_id: request_id(number),
            method: call.method.clone(),
            path: call.path.clone(),
            query: call.query.clone(),
            login: caller.and_then(|caller| caller.login.clone()),
            body: call.body.clone(),
            document: None,
            variables: None,
            faults: Vec::new(),
            status: None,
        })
    }

    /// Notes the writes of a request, and hides what it made if it is to be found only later.
    pub(crate) fn wrote(&self, visit: &Visit, writes: Vec<RecordedWrite>, newborn: BTreeSet<String>) {
        self.record().writes.extend(writes);
        let delay = visit.fault(|fault| match fault {
            Fault::ReadDelay { millis } => Some(*millis),
            _ => None,
        });
        if let Some(millis) = delay {
            let until = Instant::now() + Duration::from_millis(millis);
            lock(&self.hidden).extend(newborn.into_iter().map(|id| (id, until)));
        }
    }

    /// The ids that reads do not find at this moment.
    pub(crate) fn hidden(&self) -> BTreeSet<String> {
        let mut hidden = lock(&self.hidden);
        if hidden.is_empty() {
            return BTreeSet::new();
        }
        let now = Instant::now();
        hidden.retain(|(_, until)| *until > now);
        hidden.iter().map(|(id, _)| id.clone()).collect()
    }
}

fn request_id(number: u64) -> String {
    format!("5A4D:{:04X}:{:06X}:0000:{number:08X}", number & 0xFFFF, number)
}
