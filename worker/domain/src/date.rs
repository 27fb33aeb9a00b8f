//! Calendar dates as `yyyy-MM-dd`.

use chrono::{DateTime, Datelike, NaiveDate, NaiveTime};

use crate::retention::DAY_MS;
use crate::text;

/// Returns the UTC date of a time in milliseconds since 1970.
#[must_use]
pub fn date_of(at: i64) -> NaiveDate {
    DateTime::from_timestamp_millis(at).unwrap_or_default().date_naive()
}

/// Returns the start of a UTC day, in milliseconds since 1970.
#[must_use]
pub fn start_of(day: NaiveDate) -> i64 {
    day.and_time(NaiveTime::MIN).and_utc().timestamp_millis()
}

/// Parses a date such as `2026-12-23`.
#[must_use]
pub fn parse_day(text: &str) -> Option<NaiveDate> {
    text.parse().ok().filter(|_| is_iso_date(text))
}

/// Formats a time in milliseconds since 1970 for tables: `2026-12-23T10:35:42Z`.
#[must_use]
pub fn iso_time(at: i64) -> String {
    DateTime::from_timestamp_millis(at).unwrap_or_default().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Whether a text is a valid date from the year 2000 on, written in full.
#[must_use]
pub fn is_iso_date(text: &str) -> bool {
    let date: Result<NaiveDate, _> = text.parse();
    date.is_ok_and(|date| date.year() >= 2000 && date.to_string() == text)
}

/// Longest range that can be exported.
pub const MAX_RANGE_DAYS: i64 = 366;

/// A range of whole UTC days, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DateRange {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

impl DateRange {
    /// Parses two dates such as `2026-12-23`.
    ///
    /// # Errors
    /// The message for the admin.
    pub fn parse(from: &str, to: &str) -> Result<Self, &'static str> {
        let (Some(from), Some(to)) = (parse_day(from), parse_day(to)) else {
            return Err(text::DAYS_MISSING);
        };
        match to.signed_duration_since(from).num_days() {
            ..0 => Err(text::DAYS_REVERSED),
            0..MAX_RANGE_DAYS => Ok(Self { from, to }),
            _ => Err(text::DAYS_TOO_MANY),
        }
    }

    /// Returns the start and the exclusive end, in milliseconds since 1970.
    #[must_use]
    pub fn bounds(self) -> (i64, i64) {
        (start_of(self.from), start_of(self.to).saturating_add(DAY_MS))
    }

    /// Returns the first days of the first and the last calendar month in the range.
    #[must_use]
    pub fn months(self) -> (NaiveDate, NaiveDate) {
        let first = |day: NaiveDate| day.with_day(1).unwrap_or(day);
        (first(self.from), first(self.to))
    }

    /// Formats the range for a file name: `2026-12-01-to-2026-12-31`.
    #[must_use]
    pub fn text(self) -> String {
        format!("{}-to-{}", self.from, self.to)
    }
}

/// Formats a time in milliseconds since 1970 for mails: `23 December 2026, 10:35 UTC`.
#[must_use]
pub fn time_in_words(at: i64) -> String {
    DateTime::from_timestamp_millis(at).unwrap_or_default().format("%-d %B %Y, %H:%M UTC").to_string()
}

/// Formats a date for screens: `23 Dec 2026`.
#[must_use]
pub fn short(date: NaiveDate) -> String {
    date.format("%d %b %Y").to_string()
}

/// Formats a date for mails: `23 December 2026`.
#[must_use]
pub fn in_words(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::{DateRange, date_of, in_words, is_iso_date, iso_time};

    #[test]
    fn com24_a_range_covers_full_utc_days_and_at_most_a_year() {
        let range = DateRange::parse("2026-11-01", "2026-11-30");
        assert_eq!(range.map(DateRange::bounds), Ok((1_793_491_200_000, 1_796_083_200_000)));
        assert_eq!(range.map(DateRange::text), Ok("2026-11-01-to-2026-11-30".to_owned()));
        let across = DateRange::parse("2026-10-15", "2026-11-15").map(DateRange::months);
        assert_eq!(
            across.map(|(first, last)| (first.to_string(), last.to_string())),
            Ok(("2026-10-01".into(), "2026-11-01".into()))
        );
        assert!(DateRange::parse("2026-11-30", "2026-11-30").is_ok());
        assert!(DateRange::parse("2026-01-01", "2026-12-31").is_ok());
        for (from, to) in [("", ""), ("2026-11-01", "soon"), ("2026-11-02", "2026-11-01"), ("2025-12-30", "2026-12-31")]
        {
            assert!(DateRange::parse(from, to).is_err(), "{from} {to}");
        }
    }

    #[test]
    fn adm17_a_date_must_exist_and_be_iso_formatted() {
        for good in ["2026-11-30", "2028-02-29", "2000-02-29"] {
            assert!(is_iso_date(good), "{good}");
        }
        for bad in [
            "",
            "2026-11-31",
            "2026-02-29",
            "2100-02-29",
            "2026-13-01",
            "2026-00-10",
            "26-11-20",
            "2026-1-2",
            "2026-11-20T00",
            "1999-01-01",
        ] {
            assert!(!is_iso_date(bad), "{bad}");
        }
    }

    #[test]
    fn bil04_dates_are_in_utc_and_formatted_in_words() {
        // 2026-12-03T23:59:59.999Z
        assert_eq!(in_words(date_of(1_796_342_399_999)), "3 December 2026");
        assert_eq!(in_words(date_of(1_796_342_400_000)), "4 December 2026");
        assert_eq!(iso_time(1_796_342_399_999), "2026-12-03T23:59:59Z");
    }
}
