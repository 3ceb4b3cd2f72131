//! Takes tokens out of texts that come from outside. A server may repeat what it was sent.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use http::HeaderValue;

/// What stands for a secret.
const HIDDEN: &str = "***";
/// How GitHub's tokens start, whatever their length.
const MARKS: [&str; 6] = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"];
/// How many tokens are remembered. A provider gives a new one now and then.
const MOST: usize = 8;

/// The tokens that a client has sent.
#[derive(Default)]
pub(crate) struct Secrets(Mutex<Vec<String>>);

impl Secrets {
    /// Remembers the token of an `authorization` header.
    pub(crate) fn remember(&self, header: &HeaderValue) {
        let Some(token) = header.to_str().ok().and_then(|text| text.rsplit(' ').next()).filter(|text| !text.is_empty())
        else {
            return;
        };
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.iter().any(|known| known == token) {
            return;
        }
        if known.len() == MOST {
            known.remove(0);
        }
        known.push(token.to_owned());
    }

    /// The text without any of the tokens, and without anything else that looks like one.
    pub(crate) fn redact(&self, text: &str) -> String {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = known.iter().fold(text.to_owned(), |text, token| text.replace(token.as_str(), HIDDEN));
        redact(&text)
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secrets(…)")
    }
}

/// The text without GitHub's tokens and without passwords in URLs.
pub(crate) fn redact(text: &str) -> String {
    let words: Vec<String> = text.split(' ').map(redact_word).collect();
    words.join(" ")
}

fn redact_word(word: &str) -> String {
    let mut word = word.to_owned();
    for mark in MARKS {
        while let Some(start) = word.find(mark) {
            let is_end = |character: char| !(character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-'));
            let length = word.get(start..).and_then(|rest| rest.find(is_end)).unwrap_or(word.len() - start);
            word.replace_range(start..start + length, HIDDEN);
        }
    }
    match word.split_once("://") {
        Some((scheme, rest)) if rest.split('/').next().unwrap_or_default().contains('@') => {
            let rest = rest.split_once('@').map_or(rest, |(_, rest)| rest);
            format!("{scheme}://{HIDDEN}@{rest}")
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A token that a server repeated was once printed.
    #[test]
    fn a_token_that_was_sent_is_hidden() {
        let secrets = Secrets::default();
        secrets.remember(&HeaderValue::from_static("Bearer s3cret"));
        assert_eq!(secrets.redact("bad token s3cret, s3cret!"), "bad token ***, ***!");
        assert_eq!(format!("{secrets:?}"), "Secrets(…)");
    }

    proptest! {
        #[test]
        fn no_token_of_githubs_gets_through(before in ".{0,20}", token in "gh[pousr]_[A-Za-z0-9_]{1,60}", after in "[ -/:-@]{0,5}") {
            let text = redact(&format!("{before}{token}{after}"));
            prop_assert!(!text.contains(&token), "{}", text);
        }
    }
}
