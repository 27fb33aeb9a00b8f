//! Finds a free slug.

use domain::slug;

use crate::app::App;
use crate::error::Result;
use crate::store::clients::client::admin as clients;

/// The highest number that is tried.
const NUMBERS: u32 = 9;
/// Length of the random suffix if all numbers are taken.
const CHANCE_LETTERS: usize = 6;

/// Returns a company's name as a slug. Appends a number if a client other than `own_id` has it, or random letters if many have it.
///
/// # Errors
/// If the database fails.
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
