//! Keyset pagination. Lists are sorted by time, newest first, then by id; a cursor is the time and
//! id of the last row.

use crate::number::parse_u64;

/// Position after the last row of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// Time of the row, UTC milliseconds.
    pub at: i64,
    /// Id of the row.
    pub id: String,
}

impl Cursor {
    /// Parses the text form, `{time}.{id}`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('.')?;
        Some(Self { at: parse_u64(at)?.try_into().ok()?, id: id.to_owned() })
    }

    /// Returns the text form, which clients send back in `before`.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}.{}", self.at, self.id)
    }

    /// Returns time and id for `at <= ?1 AND (at < ?1 OR id > ?2)`. Without a cursor every row matches.
    #[must_use]
    pub fn keyset(before: Option<&Self>) -> (i64, &str) {
        before.map_or((i64::MAX >> 11, ""), |cursor| (cursor.at, cursor.id.as_str()))
    }
}

/// A row that lists are sorted by.
pub trait Keyed {
    /// Returns its time and id.
    fn key(&self) -> (i64, &str);
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<Row> {
    /// At most as many as the page size.
    pub rows: Vec<Row>,
    /// Cursor of the next page; `None` on the last.
    pub next: Option<Cursor>,
}

impl<Row: Keyed> Page<Row> {
    /// Makes a page from the rows of a query with [`limit_plus_one`].
    #[must_use]
    pub fn split(mut rows: Vec<Row>, size: usize) -> Self {
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(|row| {
            let (at, id) = row.key();
            Cursor { at, id: id.to_owned() }
        });
        Self { rows, next }
    }
}

impl<Row> Page<Row> {
    /// Returns the cursor's text form.
    #[must_use]
    pub fn next_text(&self) -> Option<String> {
        self.next.as_ref().map(Cursor::text)
    }

    /// Converts the rows.
    pub fn map<Other>(self, other: impl FnMut(Row) -> Other) -> Page<Other> {
        Page { rows: self.rows.into_iter().map(other).collect(), next: self.next }
    }
}

/// Returns the query's limit: one row more than the page shows whether there is another page.
#[must_use]
pub fn limit_plus_one(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX).saturating_add(1)
}

macro_rules! keyed {
    ($($row:ty: $at:ident, $id:ident;)+) => {
        $(impl Keyed for $row {
            fn key(&self) -> (i64, &str) {
                (self.$at, &self.$id)
            }
        })+
    };
}

keyed! {
    crate::api::admin::FailedUpload: created_at, submission_id;
    crate::api::affiliate::AffiliateSummary: created_at, id;
    crate::api::client::SubmissionSummary: created_at, id;
    crate::api::operations::AuditEntry: at, id;
    crate::api::operations::EmailSummary: created_at, id;
    crate::api::payments::PaymentEvent: received_at, id;
    crate::api::site::OnboardingRequestSummary: created_at, id;
    crate::api::site::SignUpSummary: created_at, id;
}

impl Keyed for crate::api::billing::CreditEntry {
    // A client's entries are sorted by number.
    fn key(&self) -> (i64, &str) {
        (self.seq, "")
    }
}

impl Keyed for crate::api::billing::PaymentEntry {
    fn key(&self) -> (i64, &str) {
        (self.paid_at, &self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Row(i64, &'static str);

    impl Keyed for Row {
        fn key(&self) -> (i64, &str) {
            (self.0, self.1)
        }
    }

    #[test]
    fn adm03_a_page_has_a_next_cursor_only_if_more_rows_exist() {
        let page = Page::split(vec![Row(3, "a"), Row(2, "b"), Row(1, "c")], 2);
        assert_eq!((page.rows.len(), page.next_text().as_deref()), (2, Some("2.b")));
        assert_eq!(Page::split(vec![Row(3, "a"), Row(2, "b")], 2).next, None);
        assert_eq!(Cursor::parse("2.b"), Some(Cursor { at: 2, id: "b".into() }));
        for bad in ["", "2", "x.b", "-1.b"] {
            assert_eq!(Cursor::parse(bad), None, "{bad}");
        }
        assert_eq!(Cursor::keyset(None).1, "");
    }
}
