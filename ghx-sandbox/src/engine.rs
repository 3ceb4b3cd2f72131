//! From a request to its answer: who asks, which faults meet it, what it costs, what it does, what is recorded.

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    control, endpoint,
    faults::{Fault, FaultRule, Faults, Target},
    http::{Call, Dropped, Reply},
    limits::{Limits, Rate},
    pace::{self, Pace},
    processing::{self, Processing},
    record::{Record, RecordedRequest, RecordedWrite},
    request_limits::RequestLimits,
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
    request_limits: Mutex<RequestLimits>,
    pace: Mutex<Pace>,
    /// By how many milliseconds the sandbox is ahead of the real clock.
    ahead: AtomicU64,
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
    fn login(&self) -> &str {
        self.caller.login.as_deref().unwrap_or_default()
    }

    pub(crate) fn fault<T>(&self, pick: impl Fn(&Fault) -> Option<T>) -> Option<T> {
        self.faults.iter().find_map(|rule| pick(&rule.fault))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Engine {
    pub(crate) fn new(
        seed: &Seed,
        strict_tokens: bool,
        hourly: Option<u32>,
        request_limits: RequestLimits,
    ) -> Result<Self, SeedError> {
        Ok(Self {
            store: RwLock::new(plant(seed)?),
            tokens: Tokens::new(seed, strict_tokens),
            faults: Mutex::default(),
            limits: Mutex::new(Limits::with_hourly(hourly)),
            request_limits: Mutex::new(request_limits),
            pace: Mutex::default(),
            ahead: AtomicU64::new(0),
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

    pub(crate) fn request_limits(&self) -> MutexGuard<'_, RequestLimits> {
        lock(&self.request_limits)
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
        if let Err(wait) = self.begin(&visit, target.writes) {
            return Ok(wire::too_fast(wait));
        }
        let rate = match self.limits().charge(&visit.caller.token, "core", 1) {
            Ok(rate) => rate,
            Err(rate) => return Ok(wire::with_rate(wire::rest_primary_limit(), &rate)),
        };
        let reply = self.rest_in_time(call, &visit).await;
        self.end(&visit, target.writes);
        let rate = if reply.status == 304 { self.refund(&visit) } else { rate };
        wire::sent(&visit, wire::with_caller(wire::with_rate(reply, &rate), &visit.caller))
    }

    /// The answer, unless it takes longer than GitHub lets a request take. A write that does not end in time is not made.
    async fn rest_in_time(&self, call: &Call, visit: &Visit) -> Reply {
        let time = Processing::start(*self.request_limits());
        if !call.is_read() {
            time.spend(processing::of_rest_write(call));
        }
        let reply = if time.is_over() {
            wire::out_of_time()
        } else {
            match if pace::creates(call) { self.create(visit) } else { Ok(()) } {
                Ok(()) => rest::answer(self, call, visit),
                Err(wait) => wire::too_fast(wait),
            }
        };
        self.took(visit, time.took()).await;
        reply
    }

    /// Notes how long a request took, and waits as long if that is wanted.
    pub(crate) async fn took(&self, visit: &Visit, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.record().amend(visit.number, |request| request.processing_millis = millis);
        let in_real_time = self.request_limits().real_time;
        if in_real_time {
            tokio::time::sleep(time).await;
        }
    }

    /// A request begins; `Err`: it writes too soon after the last one.
    pub(crate) fn begin(&self, visit: &Visit, writes: bool) -> Result<(), Duration> {
        let limits = *self.request_limits();
        if writes { lock(&self.pace).begin(visit.login(), self.now(), &limits) } else { Ok(()) }
    }

    /// A request was executed.
    pub(crate) fn end(&self, visit: &Visit, writes: bool) {
        if writes {
            lock(&self.pace).end(visit.login(), self.now());
        }
    }

    /// Something is to be created; `Err`: the minute is full.
    pub(crate) fn create(&self, visit: &Visit) -> Result<(), Duration> {
        let limits = *self.request_limits();
        lock(&self.pace).create(visit.login(), self.now(), &limits)
    }

    /// The time that limits and delays go by.
    pub(crate) fn now(&self) -> Instant {
        Instant::now() + Duration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    /// Lets time pass.
    pub(crate) fn advance(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.ahead.fetch_add(millis, Ordering::Relaxed);
        let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        self.store.write().unwrap_or_else(PoisonError::into_inner).clock.advance(seconds);
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
            processing_millis: 0,
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
            let until = self.now() + Duration::from_millis(millis);
            lock(&self.hidden).extend(newborn.into_iter().map(|id| (id, until)));
        }
    }

    /// The ids that reads do not find at this moment.
    pub(crate) fn hidden(&self) -> BTreeSet<String> {
        let mut hidden = lock(&self.hidden);
        if hidden.is_empty() {
            return BTreeSet::new();
        }
        let now = self.now();
        hidden.retain(|(_, until)| *until > now);
        hidden.iter().map(|(id, _)| id.clone()).collect()
    }
}

fn request_id(number: u64) -> String {
    format!("5A4D:{:04X}:{:06X}:0000:{number:08X}", number & 0xFFFF, number)
}
