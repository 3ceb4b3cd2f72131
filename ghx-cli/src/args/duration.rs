//! `500ms`, `30s`, `2m`, `1h`.

use std::time::Duration;

/// The longest duration, which is short enough for every clock.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let unreadable = || "write a number and a unit: 500ms, 30s, 2m, 1h".to_owned();
    let number: u64 = number.parse().map_err(|_| unreadable())?;
    let millis = match unit {
        "ms" => Some(number),
        "s" => number.checked_mul(1_000),
        "m" => number.checked_mul(60_000),
        "h" => number.checked_mul(3_600_000),
        "" if number == 0 => Some(0),
        "" => return Err(format!("the unit is missing: write {number}s for seconds, or {number}m for minutes")),
        _ => return Err(unreadable()),
    };
    let time = millis.map(Duration::from_millis).filter(|time| *time <= LONGEST);
    time.ok_or_else(|| "must be at most 24h".to_owned())
}

pub(super) fn parse_positive(text: &str) -> Result<Duration, String> {
    match parse(text)? {
        Duration::ZERO => Err("must be more than 0, such as 30s".to_owned()),
        time => Ok(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_number_and_a_unit() {
        for (text, millis) in [("500ms", 500), ("30s", 30_000), ("2m", 120_000), ("1h", 3_600_000), ("0", 0), ("0s", 0)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "30", "s", "-1s", "1.5s", "30 s", "1d", "25h", "99999999999999999999s", "1844674407370955161h"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
        assert!(parse_positive("0").is_err());
        assert!(parse_positive("1ms").is_ok());
    }

    #[test]
    fn a_missing_unit_is_explained() {
        assert_eq!(parse("5").unwrap_err(), "the unit is missing: write 5s for seconds, or 5m for minutes");
    }
}
