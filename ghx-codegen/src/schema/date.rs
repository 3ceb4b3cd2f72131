//! The days that removal notices are compared with.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

/// Today, in UTC.
pub fn today() -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date()
}

/// The day in GitHub's words `Removal on 2025-04-01 UTC.`
pub fn of_removal(reason: &str) -> Option<Date> {
    let (_, rest) = reason.split_once("Removal on ")?;
    rest.get(..10)?.parse().ok()
}

/// The date of the pinned GraphQL schema in the text of `pin.toml`. A schema that was pinned from a file has none.
pub fn of_pin(pins: &str) -> Option<Date> {
    let (_, section) = pins.split_once("[\"github.graphql\"]")?;
    let mut lines = section.lines().skip(1).take_while(|line| !line.starts_with('['));
    lines.find_map(|line| line.strip_prefix("date = \"")?.strip_suffix('"')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn removal_notices() {
        let reason = "Use `x` instead. Removal on 2025-04-01 UTC.";
        assert_eq!(of_removal(reason), Some(date(2025, 4, 1)));
        assert_eq!(of_removal("No date."), None);
        assert_eq!(of_removal("Removal on soon"), None);
        assert_eq!(of_removal("Removal on 2025-02-30 UTC."), None);
    }

    #[test]
    fn the_pin_date_is_that_of_the_graphql_schema() {
        let pins = "[\"gh-cli.json\"]\ndate = \"2026-09-30\"\n\n[\"github.graphql\"]\nversion = \"1\"\ndate = \"2025-02-27\"\n";
        assert_eq!(of_pin(pins), Some(date(2025, 2, 27)));
    }

    #[test]
    fn a_pin_without_a_date_has_none() {
        let pins = "[\"github.graphql\"]\nsource = \"schema.graphql\"\n\n[\"rest.json\"]\ndate = \"2026-09-09\"\n";
        assert_eq!(of_pin(pins), None);
        assert_eq!(of_pin(""), None);
    }
}
