//! Instants, as GitHub writes them.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// An instant as GitHub writes it: RFC 3339 text such as `2026-01-02T03:04:05Z`.
///
/// Two of them compare as instants. Text in another form is kept as it is, so that an unexpected response can still be read; it
/// comes after all instants. With the feature `jiff`, `to_jiff` converts it.
///
/// ```
/// use ghx::value::Timestamp;
///
/// let (earlier, later) = (Timestamp::new("2026-01-02T03:04:05Z"), Timestamp::new("2026-01-02T03:04:05.5Z"));
/// assert!(earlier < later);
/// assert_eq!(earlier.as_str(), "2026-01-02T03:04:05Z");
/// ```
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

/// What decides whether two are equal, and which comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Key<'t> {
    /// The text up to the seconds, and the fraction without zeros at its end.
    Utc(&'t str, &'t str),
    Other(&'t str),
}

impl Timestamp {
    /// The instant that this text means.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text as GitHub wrote it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text as GitHub wrote it.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The instant as a [`jiff::Timestamp`]; an error if the text is not RFC 3339.
    #[cfg(feature = "jiff")]
    pub fn to_jiff(&self) -> Result<jiff::Timestamp, crate::Error> {
        self.0.parse().map_err(|error: jiff::Error| {
            crate::Error::validation(format!("`{self}` is not a time in RFC 3339")).with_source(error)
        })
    }

    fn key(&self) -> Key<'_> {
        let utc = self.0.strip_suffix('Z').and_then(|text| {
            let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
            let digits = fraction.bytes().all(|byte| byte.is_ascii_digit());
            (is_date_time(seconds) && digits).then(|| Key::Utc(seconds, fraction.trim_end_matches('0')))
        });
        utc.unwrap_or(Key::Other(&self.0))
    }
}

/// `2026-01-02T03:04:05`.
fn is_date_time(text: &str) -> bool {
    const SHAPE: &[u8] = b"0000-00-00T00:00:00";
    let fits = |(byte, shape): (u8, &u8)| if *shape == b'0' { byte.is_ascii_digit() } else { byte == *shape };
    text.len() == SHAPE.len() && text.bytes().zip(SHAPE).all(fits)
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Timestamp({})", self.0)
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Timestamp {}

impl PartialEq<str> for Timestamp {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for Timestamp {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Timestamp {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl From<&str> for Timestamp {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Timestamp {
    fn from(text: String) -> Self {
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_compare_by_time_and_other_text_comes_last() {
        let sorted = [
            "2025-12-31T23:59:59Z",
            "2026-01-01T00:00:00Z",
            "2026-01-01T00:00:00.05Z",
            "2026-01-01T00:00:00.5Z",
            "2026-01-01T00:00:01Z",
            "2026-01-01",
            "tomorrow",
        ];
        let sorted: Vec<Timestamp> = sorted.into_iter().map(Timestamp::from).collect();
        assert!(sorted.is_sorted_by(|a, b| a < b));
        assert_eq!(Timestamp::from("2026-01-01T00:00:00Z"), Timestamp::from("2026-01-01T00:00:00.000Z"));
    }

    #[test]
    fn json_is_the_same_text() {
        let time: Timestamp = serde_json::from_str("\"2026-01-01T00:00:00.10Z\"").unwrap();
        assert_eq!(serde_json::to_string(&time).unwrap(), "\"2026-01-01T00:00:00.10Z\"");
        assert!(serde_json::from_str::<Timestamp>("\"odd\"").is_ok());
    }

    #[cfg(feature = "jiff")]
    #[test]
    fn jiff_reads_it() {
        let time = Timestamp::from("2026-01-01T00:00:00Z").to_jiff().unwrap();
        assert_eq!(time.to_string(), "2026-01-01T00:00:00Z");
        assert!(Timestamp::from("tomorrow").to_jiff().is_err());
    }
}
