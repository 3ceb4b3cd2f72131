//! Answers that GitHub need not send again: where nothing has changed, its 304 costs no points.
//!
//! Nothing is answered from here alone. Every read asks GitHub whether what is kept still holds for this token.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use http::header::{CONTENT_TYPE, ETAG, LINK};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

const MOST_ENTRIES: usize = 256;
const MOST_BYTES: usize = 8 * 1024 * 1024;
/// A single answer must not push out all others.
const LARGEST: usize = MOST_BYTES / 8;

/// The answers to reads, by URL and media type; the least used go first.
#[derive(Default)]
pub(crate) struct Etags(Mutex<Store>);

#[derive(Default)]
struct Store {
    entries: HashMap<String, Entry>,
    bytes: usize,
    clock: u64,
}

struct Entry {
    kept: Kept,
    size: usize,
    used: u64,
}

/// An answer that is kept.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    etag: HeaderValue,
    headers: HeaderMap,
    body: Bytes,
}

impl Kept {
    /// What to ask with: is it still this?
    pub(crate) fn etag(&self) -> &HeaderValue {
        &self.etag
    }

    /// The kept answer in the place of GitHub's 304, which has the newer headers.
    pub(crate) fn revived(self, unchanged: Response<Bytes>) -> Response<Bytes> {
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

impl Etags {
    pub(crate) fn get(&self, key: &str) -> Option<Kept> {
        let mut store = self.lock();
        store.clock += 1;
        let now = store.clock;
        let entry = store.entries.get_mut(key)?;
        entry.used = now;
        Some(entry.kept.clone())
    }

    /// Keeps an answer that GitHub will recognise.
    pub(crate) fn put(&self, key: String, response: &Response<Bytes>) {
        let Some(etag) = response.headers().get(ETAG).filter(|_| response.status() == StatusCode::OK) else { return };
        let size = key.len() + response.body().len();
        if size > LARGEST {
            return;
        }
        let worth = |name: &http::HeaderName| matches!(*name, LINK | CONTENT_TYPE | ETAG);
        let headers = response.headers().iter().filter(|(name, _)| worth(name));
        let headers = headers.map(|(name, value)| (name.clone(), value.clone())).collect();
        let kept = Kept { etag: etag.clone(), headers, body: response.body().clone() };
        self.lock().insert(key, Entry { kept, size, used: 0 });
    }

    fn lock(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    fn insert(&mut self, key: String, entry: Entry) {
        self.clock += 1;
        self.remove(&key);
        while self.entries.len() >= MOST_ENTRIES || self.bytes + entry.size > MOST_BYTES {
            let oldest = self.entries.iter().min_by_key(|(_, entry)| entry.used).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.remove(&oldest);
        }
        self.bytes += entry.size;
        self.entries.insert(key, Entry { used: self.clock, ..entry });
    }

    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.entries.remove(key) {
            self.bytes -= entry.size;
        }
    }
}

impl fmt::Debug for Etags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = self.lock();
        f.debug_struct("Etags").field("entries", &store.entries.len()).field("bytes", &store.bytes).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(body: &str) -> Response<Bytes> {
        let answer = Response::builder().header(ETAG, "\"1\"").header(LINK, "<x>; rel=\"next\"");
        answer.header("set-cookie", "a=b").body(Bytes::copy_from_slice(body.as_bytes())).unwrap()
    }

    #[test]
    fn a_kept_answer_comes_back_with_its_links_and_the_newer_headers() {
        let etags = Etags::default();
        etags.put("u".to_owned(), &answer("old"));
        let kept = etags.get("u").unwrap();
        assert_eq!(kept.etag(), "\"1\"");
        let unchanged =
            Response::builder().status(304).header("x-ratelimit-remaining", "7").body(Bytes::new()).unwrap();
        let revived = kept.revived(unchanged);
        assert_eq!((revived.status(), revived.body().as_ref()), (StatusCode::OK, b"old".as_ref()));
        assert_eq!(revived.headers()[LINK], "<x>; rel=\"next\"");
        assert_eq!(revived.headers()["x-ratelimit-remaining"], "7");
        assert!(!revived.headers().contains_key("set-cookie"));
    }

    #[test]
    fn nothing_without_an_etag_or_without_success_is_kept() {
        let etags = Etags::default();
        etags.put("a".to_owned(), &Response::new(Bytes::new()));
        let mut refused = answer("no");
        *refused.status_mut() = StatusCode::NOT_FOUND;
        etags.put("b".to_owned(), &refused);
        assert!(etags.get("a").is_none() && etags.get("b").is_none());
    }

    #[test]
    fn it_stays_small_and_keeps_what_is_used() {
        let etags = Etags::default();
        etags.put("huge".to_owned(), &answer(&"x".repeat(LARGEST)));
        assert!(etags.get("huge").is_none());
        etags.put("used".to_owned(), &answer("x"));
        for number in 0..2 * MOST_ENTRIES {
            etags.put(number.to_string(), &answer(&"x".repeat(50_000)));
            assert!(etags.get("used").is_some(), "{number}");
            let store = etags.lock();
            assert!(store.entries.len() <= MOST_ENTRIES && store.bytes <= MOST_BYTES);
            assert_eq!(store.bytes, store.entries.values().map(|entry| entry.size).sum::<usize>());
        }
        assert!(etags.get("0").is_none());
        assert!(etags.get(&(2 * MOST_ENTRIES - 1).to_string()).is_some());
    }
}
