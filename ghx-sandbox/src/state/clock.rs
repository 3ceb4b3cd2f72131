//! Time inside the sandbox: it starts at a fixed moment and moves with each write, so that two runs of a test see the
//! same dates.

/// Seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timestamp(i64);

/// 2026-10-01T09:00:00Z, the moment of the first seeded row.
const START: Timestamp = Timestamp(1_790_845_200);

impl Timestamp {
    pub(crate) fn from_unix(seconds: u64) -> Self {
        Self(i64::try_from(seconds).unwrap_or(i64::MAX))
    }
}

#[derive(Debug)]
pub(crate) struct Clock {
    now: Timestamp,
}

impl Default for Clock {
    fn default() -> Self {
        Self { now: START }
    }
}

impl Clock {
    pub(crate) fn now(&self) -> Timestamp {
        self.now
    }

    pub(crate) fn advance(&mut self, seconds: u32) -> Timestamp {
        self.now = Timestamp(self.now.0 + i64::from(seconds));
        self.now
    }
}

impl std::fmt::Display for Timestamp {
    /// As GitHub writes it: `2026-10-01T09:00:00Z`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (days, seconds) = (self.0.div_euclid(86_400), self.0.rem_euclid(86_400));
        let (year, month, day) = civil_from_days(days);
        let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
    }
}

/// The Gregorian date of a day counted from 1970-01-01; years are counted from March, so that the leap day is the last.
fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_as_github_writes_them() {
        assert_eq!(START.to_string(), "2026-10-01T09:00:00Z");
        assert_eq!(Timestamp(951_782_400).to_string(), "2000-02-29T00:00:00Z");
        assert_eq!(Timestamp(-1).to_string(), "1969-12-31T23:59:59Z");
    }
}
