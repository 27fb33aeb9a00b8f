//! Where a page of a list ends and the next one begins. Lists go from the newest back; a place is a row.

use domain::number::whole;

use crate::error::{Error, Result};
use crate::request::Request;

/// The last row of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its time, UTC milliseconds.
    pub at: i64,
    /// Its id.
    pub id: String,
}

impl Place {
    /// Reads what [`Place::text`] wrote.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn parse(text: &str) -> Result<Self> {
        let parts = text.split_once('.');
        let place = parts.and_then(|(at, id)| Some(Self { at: whole(at)?.try_into().ok()?, id: id.to_owned() }));
        place.ok_or(Error::Malformed("There is no such page."))
    }

    /// The `before` of a request's query, where it has one.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn of(request: &Request) -> Result<Option<Self>> {
        let text = request.text_query("before")?.filter(|text| !text.is_empty());
        text.map(|text| Self::parse(&text)).transpose()
    }

    /// For an address.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}.{}", self.at, self.id)
    }

    /// Time and id to look beyond: rows of an earlier time, and of the same time those of a larger id. Without a
    /// place, all rows.
    #[must_use]
    pub fn bounds(before: Option<&Self>) -> (i64, &str) {
        before.map_or((i64::MAX >> 11, ""), |place| (place.at, place.id.as_str()))
    }
}

/// How many rows to ask for: one more than the page holds tells whether there is another page.
#[must_use]
pub fn one_more(page: usize) -> u32 {
    u32::try_from(page).unwrap_or(u32::MAX).saturating_add(1)
}

/// Cuts the rows to a page and says where the next one begins.
pub fn cut<Row>(rows: &mut Vec<Row>, page: usize, place: impl Fn(&Row) -> (i64, &str)) -> Option<Place> {
    let more = rows.len() > page;
    rows.truncate(page);
    let (at, id) = rows.last().filter(|_| more).map(place)?;
    Some(Place { at, id: id.to_owned() })
}
