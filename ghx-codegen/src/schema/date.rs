//! The days that removal notices are compared with.

use std::{fmt, time::SystemTime};

/// A day: year, month and day, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(u16, u8, u8);

impl Date {
    /// The day before all others.
    pub const MIN: Self = Date(0, 1, 1);

    /// This day.
    pub const fn new(year: u16, month: u8, day: u8) -> Self {
        Date(year, month, day)
    }

    /// `2025-04-01`, if there is such a day.
    fn parse(text: &str) -> Option<Self> {
        let is_written = text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
        let part = |range| text.get(range).filter(|_| is_written && text.len() == 10);
        let date = Date(part(0..4)?.parse().ok()?, part(5..7)?.parse().ok()?, part(8..10)?.parse().ok()?);
        let is_day = (1..=12).contains(&date.1) && (1..=date.days()).contains(&date.2);
        is_day.then_some(date)
    }

    /// The number of days of its month.
    fn days(self) -> u8 {
        let Date(year, month, _) = self;
        match month {
            2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    fn next(self) -> Self {
        match self {
            Date(year, 12, 31) => Date(year + 1, 1, 1),
            Date(year, month, day) if day == self.days() => Date(year, month + 1, 1),
            Date(year, month, day) => Date(year, month, day + 1),
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0, self.1, self.2)
    }
}

/// Today, in UTC.
pub fn today() -> Date {
    let days = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs() / 86_400);
    (0..days).fold(Date(1970, 1, 1), |date, _| date.next())
}

/// The day in GitHub's words `Removal on 2025-04-01 UTC.`
pub fn of_removal(reason: &str) -> Option<Date> {
    let (_, rest) = reason.split_once("Removal on ")?;
    Date::parse(rest.get(..10)?)
}

/// The date of the pinned GraphQL schema in the text of `pin.toml`. A schema that was pinned from a file has none.
pub fn of_pin(pins: &str) -> Option<Date> {
    let (_, section) = pins.split_once("[\"github.graphql\"]")?;
    let mut lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    lines.find_map(|line| Date::parse(line.strip_prefix("date = \"")?.strip_suffix('"')?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removal_notices() {
        let reason = "Use `x` instead. Removal on 2025-04-01 UTC.";
        assert_eq!(of_removal(reason), Some(Date::new(2025, 4, 1)));
        assert_eq!(of_removal("No date."), None);
        assert_eq!(of_removal("Removal on soon"), None);
        assert_eq!(of_removal("Removal on 2025-02-30 UTC."), None);
        assert_eq!(of_removal("Removal on 2100-02-29 UTC."), None);
        assert_eq!(of_removal("Removal on 2025-4-01 UTC."), None);
        assert_eq!(of_removal("Removal on +025-04-01 UTC."), None);
    }

    #[test]
    fn days_follow_each_other() {
        let after = |year, month, day| Date::new(year, month, day).next();
        assert_eq!(after(2024, 2, 28), Date::new(2024, 2, 29));
        assert_eq!(after(2025, 2, 28), Date::new(2025, 3, 1));
        assert_eq!(after(2025, 12, 31).to_string(), "2026-01-01");
        assert!(today() > Date::new(2026, 1, 1));
    }

    #[test]
    fn the_pin_date_is_that_of_the_graphql_schema() {
        let pins = "[\"gh-cli.json\"]\ndate = \"2026-09-30\"\n\n[\"github.graphql\"]\nversion = \"1\"\ndate = \"2025-02-27\"\n";
        assert_eq!(of_pin(pins), Some(Date::new(2025, 2, 27)));
    }

    #[test]
    fn a_pin_without_a_date_has_none() {
        let pins = "[\"github.graphql\"]\nsource = \"schema.graphql\"\n\n[\"rest.json\"]\ndate = \"2026-09-09\"\n";
        assert_eq!(of_pin(pins), None);
        assert_eq!(of_pin(""), None);
    }
}
