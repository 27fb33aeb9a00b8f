//! Calendar dates as `yyyy-MM-dd`.

use chrono::{DateTime, Datelike, NaiveDate};

/// The UTC date of a time in milliseconds since 1970.
#[must_use]
pub fn date_of(at: i64) -> NaiveDate {
    DateTime::from_timestamp_millis(at).unwrap_or_default().date_naive()
}

/// A time in milliseconds since 1970 as tables have it: `2026-12-23T10:35:42Z`.
#[must_use]
pub fn iso_time(at: i64) -> String {
    DateTime::from_timestamp_millis(at).unwrap_or_default().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Whether a text is a date that exists, from the year 2000 on, written in full.
#[must_use]
pub fn is_iso_date(text: &str) -> bool {
    let date: Result<NaiveDate, _> = text.parse();
    date.is_ok_and(|date| date.year() >= 2000 && date.to_string() == text)
}

/// A time in milliseconds since 1970 as mails write it: `23 December 2026, 10:35 UTC`.
#[must_use]
pub fn time_in_words(at: i64) -> String {
    DateTime::from_timestamp_millis(at).unwrap_or_default().format("%-d %B %Y, %H:%M UTC").to_string()
}

/// A date as mails write it: `23 December 2026`.
#[must_use]
pub fn in_words(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

#[cfg(test)]
mod tests {
    use super::{date_of, in_words, is_iso_date, iso_time};

    #[test]
    fn adm17_a_date_exists_and_is_written_in_full() {
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
    fn bil04_dates_are_those_of_utc_and_read_as_people_write_them() {
        // 2026-12-03T23:59:59.999Z
        assert_eq!(in_words(date_of(1_796_342_399_999)), "3 December 2026");
        assert_eq!(in_words(date_of(1_796_342_400_000)), "4 December 2026");
        assert_eq!(iso_time(1_796_342_399_999), "2026-12-03T23:59:59Z");
    }
}
