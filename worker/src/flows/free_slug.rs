//! A slug that nobody has.

use domain::slug;

use crate::app::App;
use crate::error::Result;
use crate::store::client::admin as clients;

/// How many numbers are tried.
const NUMBERS: u32 = 9;
/// How many letters of chance follow where all of them are taken.
const CHANCE_LETTERS: usize = 6;

/// A company's name as a slug, with a number appended where that is another's than `own_id`'s, or letters of chance where many have
/// that name.
///
/// # Errors
/// Of the database.
pub async fn run(app: &App, company: &str, own_id: &str) -> Result<String> {
    let plain = slug::suggestion(company);
    let mut candidate = plain.clone();
    for number in 2..=NUMBERS {
        if clients::slug_taken(&app.db, &candidate, own_id).await?.is_none() {
            return Ok(candidate);
        }
        candidate = format!("{plain}-{number}");
    }
    let chance: String = uuid::Uuid::new_v4().simple().to_string().chars().take(CHANCE_LETTERS).collect();
    Ok(format!("{plain}-{chance}"))
}
