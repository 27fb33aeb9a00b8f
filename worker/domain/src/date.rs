//! Calendar dates as `yyyy-MM-dd`.

use crate::number::parse_u64;

/// Whether a text is a date that exists, from the year 2000 on.
#[must_use]
pub fn is_iso_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (parse_u64(year), parse_u64(month), parse_u64(day)) else {
        return false;
    };
    year >= 2000 && (1..=days_of(year, month)).contains(&day)
}

fn days_of(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::is_iso_date;

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
}
