//! Checks the string formats that cards support.

use base64::Engine as _;

/// A hint with an example if `text` does not have this format.
pub(super) fn hint(format: &str, text: &str) -> Option<&'static str> {
    match format {
        "uri" if !is_uri(text) => Some("write it in full, such as https://example.com/a"),
        "date-time" if !is_date_time(text) => Some("write it like 2026-11-16T09:00:00Z"),
        "date" if !is_date(text) => Some("write it like 2026-11-16"),
        "base64" if !is_base64(text) => Some("encode the bytes in base64 with `+`, `/` and padding, on one line"),
        "path" if text.is_empty() || text.contains('\0') => Some("write the path of a file"),
        _ => None,
    }
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let starts_well = scheme.starts_with(|first: char| first.is_ascii_alphabetic());
    let in_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    let printable = |c: char| !c.is_whitespace() && !c.is_control();
    starts_well && scheme.chars().all(in_scheme) && !rest.is_empty() && rest.chars().all(printable)
}

fn is_date(text: &str) -> bool {
    let part = |range| text.get(range).and_then(|digits: &str| digits.parse::<u32>().ok());
    let (Some(year), Some(month), Some(day)) = (part(0..4), part(5..7), part(8..10)) else { return false };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    matches(text, "dddd-dd-dd") && (1..=days).contains(&day)
}

fn is_base64(text: &str) -> bool {
    base64::engine::general_purpose::STANDARD.decode(text).is_ok()
}

/// RFC 3339: `2026-11-16T09:00:00Z`, with optional fraction and offset.
fn is_date_time(text: &str) -> bool {
    let Some((seconds, rest)) = text.split_at_checked(19) else {
        return false;
    };
    matches(seconds, "dddd-dd-ddTdd:dd:dd") && is_offset(skip_fraction(rest))
}

fn skip_fraction(text: &str) -> &str {
    match text.strip_prefix('.') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit()) => {
            rest.trim_start_matches(|c: char| c.is_ascii_digit())
        }
        _ => text,
    }
}

fn is_offset(text: &str) -> bool {
    text == "Z" || matches(text, "+dd:dd") || matches(text, "-dd:dd")
}

fn matches(text: &str, pattern: &str) -> bool {
    let fits = |(byte, wanted): (u8, u8)| match wanted {
        b'd' => byte.is_ascii_digit(),
        other => byte == other,
    };
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for good in ["2026-11-16T09:00:00Z", "2026-11-16T09:00:00.123+02:00"] {
            assert!(is_date_time(good), "{good}");
        }
        for bad in ["2026-11-16", "2026-11-16T09:00:00", "2026-11-16T09:00:00.Z", "é026-11-16T09:00:00Z", ""] {
            assert!(!is_date_time(bad), "{bad}");
        }
    }

    #[test]
    fn days_of_the_calendar() {
        for good in ["2026-11-16", "2024-02-29"] {
            assert!(is_date(good), "{good}");
        }
        for bad in ["2026-02-29", "2026-13-01", "2026-11-16T09:00:00Z", "20261116", "2026-1-6", ""] {
            assert!(!is_date(bad), "{bad}");
        }
    }

    #[test]
    fn base64_is_standard_and_padded() {
        assert!(is_base64("") && is_base64("aGk=") && is_base64("/+8="));
        assert!(!is_base64("aGk") && !is_base64("aGk=\n") && !is_base64("_-8=") && !is_base64("h\u{e9}"));
    }

    #[test]
    fn uris() {
        assert!(is_uri("https://example.com/a?b") && is_uri("mailto:mona@example.com"));
        assert!(!is_uri("example.com") && !is_uri("https:") && !is_uri("https://a b"));
    }
}
