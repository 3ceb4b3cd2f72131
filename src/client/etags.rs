//! A cache of REST responses. If nothing has changed, GitHub responds with 304, which does not count against the rate limit.
//!
//! A cached response is never used on its own: every read asks GitHub whether it is still valid for this token.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, ETAG, LINK};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use crate::sync::lock;

const MAX_ENTRIES: usize = 256;
const MAX_BYTES: usize = 8 * 1024 * 1024;
/// The largest response that is cached, so that one response cannot evict all others.
const MAX_ENTRY_SIZE: usize = MAX_BYTES / 8;

/// Responses to reads, by URL and media type. The least recently used are evicted first.
#[derive(Default)]
pub(crate) struct EtagCache(Mutex<Store>);

#[derive(Default)]
struct Store {
    entries: HashMap<String, CacheEntry>,
    bytes: usize,
    clock: u64,
}

struct CacheEntry {
    response: CachedResponse,
    size: usize,
    used: u64,
}

/// A response in the cache.
#[derive(Clone, Debug)]
pub(crate) struct CachedResponse {
    etag: HeaderValue,
    headers: HeaderMap,
    body: Bytes,
}

impl CachedResponse {
    /// The value for the `if-none-match` header.
    pub(crate) fn etag(&self) -> &HeaderValue {
        &self.etag
    }

    /// The cached response with the newer headers of GitHub's 304.
    pub(crate) fn refreshed_by(self, unchanged: Response<Bytes>) -> Response<Bytes> {
        let (mut parts, _) = unchanged.into_parts();
        parts.status = StatusCode::OK;
        for (name, value) in &self.headers {
            if !parts.headers.contains_key(name) {
                parts.headers.append(name, value.clone());
            }
        }
        Response::from_parts(parts, self.body)
    }
}

impl EtagCache {
    pub(crate) fn get(&self, key: &str) -> Option<CachedResponse> {
        let mut store = self.lock();
        store.clock += 1;
        let now = store.clock;
        let entry = store.entries.get_mut(key)?;
        entry.used = now;
        Some(entry.response.clone())
    }

    /// Caches a successful response that has an `etag` header.
    pub(crate) fn put(&self, key: String, response: &Response<Bytes>) {
        let Some(etag) = response.headers().get(ETAG).filter(|_| response.status() == StatusCode::OK) else { return };
        let size = key.len() + response.body().len();
        if size > MAX_ENTRY_SIZE {
            return;
        }
        let is_kept = |name: &http::HeaderName| matches!(*name, LINK | CONTENT_TYPE | ETAG);
        let headers = response.headers().iter().filter(|(name, _)| is_kept(name));
        let headers = headers.map(|(name, value)| (name.clone(), value.clone())).collect();
        let cached = CachedResponse { etag: etag.clone(), headers, body: response.body().clone() };
        self.lock().insert(key, CacheEntry { response: cached, size, used: 0 });
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        lock(&self.0)
    }
}

impl Store {
    fn insert(&mut self, key: String, entry: CacheEntry) {
        self.clock += 1;
        self.remove(&key);
        while self.entries.len() >= MAX_ENTRIES || self.bytes + entry.size > MAX_BYTES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
        self.bytes += entry.size;
        self.entries.insert(key, CacheEntry { used: self.clock, ..entry });
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.size;
        }
    }
}

impl fmt::Debug for EtagCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = self.lock();
        f.debug_struct("EtagCache").field("entries", &store.entries.len()).field("bytes", &store.bytes).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn response(body: &str) -> Response<Bytes> {
        let builder = Response::builder().header(ETAG, "\"1\"").header(LINK, "<x>; rel=\"next\"");
        builder.header("set-cookie", "a=b").body(Bytes::copy_from_slice(body.as_bytes())).unwrap()
    }

    #[test]
    fn a_cached_response_has_its_links_and_the_newer_headers() {
        let etags = EtagCache::default();
        etags.put("u".to_owned(), &response("old"));
        let cached = etags.get("u").unwrap();
        assert_eq!(cached.etag(), "\"1\"");
        let unchanged =
            Response::builder().status(304).header("x-ratelimit-remaining", "7").body(Bytes::new()).unwrap();
        let refreshed = cached.refreshed_by(unchanged);
        assert_eq!((refreshed.status(), refreshed.body().as_ref()), (StatusCode::OK, b"old".as_ref()));
        assert_eq!(refreshed.headers()[LINK], "<x>; rel=\"next\"");
        assert_eq!(refreshed.headers()["x-ratelimit-remaining"], "7");
        assert!(!refreshed.headers().contains_key("set-cookie"));
    }

    #[test]
    fn only_successful_responses_with_an_etag_are_cached() {
        let etags = EtagCache::default();
        etags.put("a".to_owned(), &Response::new(Bytes::new()));
        let mut refused = response("no");
        *refused.status_mut() = StatusCode::NOT_FOUND;
        etags.put("b".to_owned(), &refused);
        assert!(etags.get("a").is_none() && etags.get("b").is_none());
    }

    #[test]
    fn the_size_is_bounded_and_used_entries_stay() {
        let etags = EtagCache::default();
        etags.put("huge".to_owned(), &response(&"x".repeat(MAX_ENTRY_SIZE)));
        assert!(etags.get("huge").is_none());
        etags.put("used".to_owned(), &response("x"));
        for number in 0..2 * MAX_ENTRIES {
            etags.put(number.to_string(), &response(&"x".repeat(50_000)));
            assert!(etags.get("used").is_some(), "{number}");
            let store = etags.lock();
            assert!(store.entries.len() <= MAX_ENTRIES && store.bytes <= MAX_BYTES);
            assert_eq!(store.bytes, store.entries.values().map(|entry| entry.size).sum::<usize>());
        }
        assert!(etags.get("0").is_none());
        assert!(etags.get(&(2 * MAX_ENTRIES - 1).to_string()).is_some());
    }
}
