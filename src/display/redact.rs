//! Removes tokens from text that comes from outside: a server may repeat what it was sent.

use std::fmt;
use std::sync::Mutex;

use http::HeaderValue;

use crate::sync::lock;

/// Replaces a secret.
const REPLACEMENT: &str = "***";
/// The prefixes of GitHub's tokens.
const TOKEN_PREFIXES: [&str; 6] = ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"];
/// How many tokens are remembered; a token provider returns new ones over time.
const MAX_TOKENS: usize = 8;

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
        let mut known = lock(&self.0);
        if known.iter().any(|known| known == token) {
            return;
        }
        if known.len() == MAX_TOKENS {
            known.remove(0);
        }
        known.push(token.to_owned());
    }

    /// The text without these tokens, and without anything else that looks like a token.
    pub(crate) fn redact(&self, text: &str) -> String {
        let known = lock(&self.0);
        let text = known.iter().fold(text.to_owned(), |text, token| text.replace(token.as_str(), REPLACEMENT));
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
    for prefix in TOKEN_PREFIXES {
        while let Some(start) = word.find(prefix) {
            let is_end = |character: char| !(character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '-'));
            let length = word.get(start..).and_then(|rest| rest.find(is_end)).unwrap_or(word.len() - start);
            word.replace_range(start..start + length, REPLACEMENT);
        }
    }
    match word.split_once("://") {
        Some((scheme, rest)) if rest.split('/').next().unwrap_or_default().contains('@') => {
            let rest = rest.split_once('@').map_or(rest, |(_, rest)| rest);
            format!("{scheme}://{REPLACEMENT}@{rest}")
        }
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A token that a server repeated in its response was once printed.
    #[test]
    fn a_token_that_was_sent_is_hidden() {
        let secrets = Secrets::default();
        secrets.remember(&HeaderValue::from_static("Bearer s3cret"));
        assert_eq!(secrets.redact("bad token s3cret, s3cret!"), "bad token ***, ***!");
        assert_eq!(format!("{secrets:?}"), "Secrets(…)");
    }

    proptest! {
        #[test]
        fn github_tokens_are_removed(before in ".{0,20}", token in "gh[pousr]_[A-Za-z0-9_]{1,60}", after in "[ -/:-@]{0,5}") {
            let text = redact(&format!("{before}{token}{after}"));
            prop_assert!(!text.contains(&token), "{}", text);
        }
    }
}
