//! Calendar months in UTC, for which commissions are computed.

use std::fmt;

use chrono::{Datelike, Months, NaiveDate, NaiveTime};

use crate::date::date_of;

/// A month, by its first day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(NaiveDate);

impl Month {
    /// Returns the month of a time in UTC milliseconds.
    #[must_use]
    pub fn of(at: i64) -> Self {
        let day = date_of(at);
        Self(day.with_day(1).unwrap_or(day))
    }

    /// Parses `2026-11` or a first day, `2026-11-01`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.strip_suffix("-01").filter(|rest| rest.len() == 7).unwrap_or(text).split_once('-')?;
        let number = |digits: &str, length| {
            let is_number = digits.len() == length && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse::<u32>().ok()).flatten()
        };
        NaiveDate::from_ymd_opt(number(year, 4)?.try_into().ok()?, number(month, 2)?, 1).map(Self)
    }

    /// Returns the previous month.
    #[must_use]
    pub fn before(self) -> Self {
        Self(self.0.checked_sub_months(Months::new(1)).unwrap_or(self.0))
    }

    /// Returns the next month.
    #[must_use]
    pub fn after(self) -> Self {
        Self(self.0.checked_add_months(Months::new(1)).unwrap_or(self.0))
    }

    /// Returns its start, UTC milliseconds.
    #[must_use]
    pub fn begins_at(self) -> i64 {
        self.0.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
    }

    /// Returns its end, when its closing snapshot is taken; UTC milliseconds.
    #[must_use]
    pub fn closes_at(self) -> i64 {
        self.after().begins_at()
    }

    /// `November 2026`.
    #[must_use]
    pub fn in_words(self) -> String {
        self.0.format("%B %Y").to_string()
    }
}

impl fmt::Display for Month {
    /// Writes the first day, `2026-11-01`, which is the stored form.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn com05_com23_months_are_in_utc_and_close_when_the_next_begins() {
        // 2026-12-31T23:59:59.999Z
        let december = Month::of(1_798_761_599_999);
        assert_eq!((december.to_string().as_str(), december.in_words().as_str()), ("2026-12-01", "December 2026"));
        assert_eq!(december.closes_at(), 1_798_761_600_000);
        assert_eq!(Month::of(december.closes_at()), december.after());
        assert_eq!(december.after().before(), december);
        assert_eq!(Month::of(december.begins_at()), december);
    }

    #[test]
    fn com15_a_month_is_formatted_in_full() {
        for good in ["2026-12", "2026-12-01"] {
            assert_eq!(Month::parse(good).map(|month| month.to_string()).as_deref(), Some("2026-12-01"));
        }
        for bad in ["", "2026", "2026-13", "2026-1", "2026-12-02", "12-2026", "2026-12-1", "+026-12"] {
            assert_eq!(Month::parse(bad), None, "{bad}");
        }
    }
}
