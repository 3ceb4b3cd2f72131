//! From a request to its response: authentication, faults, limits, execution and the record.

mod admission;
mod control;
mod graphql;
mod record;
mod responses;
mod rest;
mod serve;
mod tokens;

use std::{
    collections::BTreeSet,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

pub use self::record::{RecordedRequest, RecordedWrite};
pub(crate) use self::serve::start;
use self::{
    record::Record,
    tokens::{BadCredentials, Caller, Tokens},
};
use crate::{
    faults::{Fault, FaultRule, Faults},
    http::{Dropped, Request, Response},
    limits::{Limits, Pace, RequestLimits},
    seed::{self, Seed, SeedError},
    state::Store,
};

/// One sandbox, without a server.
#[derive(Debug)]
pub(crate) struct Engine {
    store: RwLock<Store>,
    tokens: Tokens,
    faults: Mutex<Faults>,
    limits: Mutex<Limits>,
    request_limits: Mutex<RequestLimits>,
    pace: Mutex<Pace>,
    /// By how many milliseconds the sandbox is ahead of the real clock.
    ahead: AtomicU64,
    record: Mutex<Record>,
    /// New nodes that reads do not find yet, each with the time when they will.
    hidden: Mutex<Vec<(String, Instant)>>,
}

/// What the engine knows about a request while it handles it.
#[derive(Debug)]
struct RequestMeta {
    number: u64,
    request_id: String,
    caller: Caller,
    faults: Vec<FaultRule>,
}

impl RequestMeta {
    fn login(&self) -> &str {
        self.caller.login.as_deref().unwrap_or_default()
    }

    /// The first fault that `pick` accepts.
    fn fault<T>(&self, pick: impl Fn(&Fault) -> Option<T>) -> Option<T> {
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
            store: RwLock::new(seed::build(seed)?),
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

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, Store> {
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

    /// Responds to a request, or drops its connection.
    pub(crate) async fn respond(&self, request: &Request) -> Result<Response, Dropped> {
        if let Some(rest) = request.path.strip_prefix("/_sandbox/") {
            return Ok(control::respond(self, request, rest));
        }
        let is_graphql = request.path == "/graphql" && request.method == "POST";
        let caller = self.tokens.caller(request.header("authorization"), &self.read());
        let number = self.open_record(request, caller.as_ref().ok());
        let request_id = request_id(number);
        let token = caller.as_ref().map_or_else(|_| String::new(), |caller| caller.token.clone());
        let response = match caller {
            Ok(caller) => {
                let meta = RequestMeta { number, request_id: request_id.clone(), caller, faults: Vec::new() };
                if is_graphql { self.graphql(request, meta).await } else { self.rest(request, meta).await }
            }
            Err(BadCredentials) => Ok(responses::bad_credentials()),
        };
        let resource = if is_graphql { "graphql" } else { "core" };
        let response =
            response.map(|response| responses::finish(response, &request_id, self.limits().rate(&token, resource)));
        let status = response.as_ref().ok().map(|response| response.status);
        self.record().amend(number, |request| request.status = status);
        response
    }

    fn open_record(&self, request: &Request, caller: Option<&Caller>) -> u64 {
        self.record().open(|number| RecordedRequest {
            number,
            request_id: request_id(number),
            method: request.method.clone(),
            path: request.path.clone(),
            query: request.query.clone(),
            login: caller.and_then(|caller| caller.login.clone()),
            body: request.body.clone(),
            document: None,
            variables: None,
            faults: Vec::new(),
            status: None,
            processing_millis: 0,
        })
    }

    /// Records the writes of a request, and hides what it created if a fault delays reads.
    fn record_writes(&self, meta: &RequestMeta, writes: Vec<RecordedWrite>, created: BTreeSet<String>) {
        self.record().writes.extend(writes);
        let delay = meta.fault(|fault| match fault {
            Fault::ReadDelay { millis } => Some(*millis),
            _ => None,
        });
        if let Some(millis) = delay {
            let until = self.now() + Duration::from_millis(millis);
            lock(&self.hidden).extend(created.into_iter().map(|id| (id, until)));
        }
    }

    /// The ids that reads do not find at this moment.
    fn hidden(&self) -> BTreeSet<String> {
        let mut hidden = lock(&self.hidden);
        if hidden.is_empty() {
            return BTreeSet::new();
        }
        let now = self.now();
        hidden.retain(|(_, until)| *until > now);
        hidden.iter().map(|(id, _)| id.clone()).collect()
    }

    /// The time that the pace of writes and [`Fault::ReadDelay`] are measured in.
    fn now(&self) -> Instant {
        Instant::now() + Duration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    /// Advances the clock.
    pub(crate) fn advance(&self, time: Duration) {
        let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        self.ahead.fetch_add(millis, Ordering::Relaxed);
        let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX);
        self.store.write().unwrap_or_else(PoisonError::into_inner).clock.advance(seconds);
    }
}

fn request_id(number: u64) -> String {
    format!("5A4D:{:04X}:{:06X}:0000:{number:08X}", number & 0xFFFF, number)
}
