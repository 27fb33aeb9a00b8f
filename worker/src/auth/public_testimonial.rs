//! Guards the public addresses of testimonials.

use domain::publication::is_public;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::store::submissions::submission::publication::{self, PublicationRow};
use crate::store::submissions::upload::is_id;

/// A testimonial that was public once, or will be.
pub const NOT_PUBLIC: Error = refusal!(410, "not_public", "This testimonial is not public.");

/// Proof that a testimonial is public now. No public address shows anything of a testimonial without it (PUB01).
pub struct PublicTestimonial {
    /// Its public id.
    pub id: String,
    pub row: PublicationRow,
}

impl PublicTestimonial {
    /// # Errors
    /// [`NOT_PUBLIC`], or [`Error::not_found`] for an id that was never given.
    pub async fn of(app: &App, id: &str) -> Result<Self> {
        let not_found = || Error::not_found("Testimonial");
        if !is_id(id) {
            return Err(not_found());
        }
        match publication::by_public_id(&app.db, id).await? {
            Some(row) if is_public(&row.facts(), app.now) => Ok(Self { id: id.to_owned(), row }),
            Some(_) => Err(NOT_PUBLIC),
            None if publication::has_ended(&app.db, id).await? => Err(NOT_PUBLIC),
            None => Err(not_found()),
        }
    }
}
