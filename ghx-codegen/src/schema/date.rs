//! Dates, as far as removal notices need them.

use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};

/// A day: year, month, day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub i64, pub u8, pub u8);

impl Date {
    /// Today, in UTC.
    pub fn today() -> Self {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
        Self::from_days(i64::try_from(seconds / 86_400).unwrap_or(0))
    }

    /// The date that many days after 1970-01-01 (the usual civil-calendar arithmetic on 400-year eras).
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "month and day are below 32")]
    fn from_days(days: i64) -> Self {
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
        let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
        Date(year_of_era + era * 400 + i64::from(month <= 2), month as u8, day as u8)
    }

    /// `2025-04-01`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let date = Date(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        ((1..=12).contains(&date.1) && (1..=31).contains(&date.2)).then_some(date)
    }

    /// The date in GitHub's words `Removal on 2025-04-01 UTC.`
    pub fn of_removal(reason: &str) -> Option<Self> {
        let rest = reason.split("Removal on ").nth(1)?;
        Self::parse(rest.get(..10)?)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn civil_dates() {
        assert_eq!(Date::from_days(0), Date(1970, 1, 1));
        assert_eq!(Date::from_days(19_782), Date(2024, 2, 29));
        assert_eq!(Date::from_days(20_543), Date(2026, 3, 31));
    }

    #[test]
    fn removal_notices() {
        let reason = "Use `x` instead. Removal on 2025-04-01 UTC.";
        assert_eq!(Date::of_removal(reason), Some(Date(2025, 4, 1)));
        assert_eq!(Date::of_removal("No date."), None);
        assert_eq!(Date::of_removal("Removal on soon"), None);
    }
}
