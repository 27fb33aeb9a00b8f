//! Checks a partner's promotion code at Stripe and against other partners' codes.

use domain::affiliate::CodeFault;
use domain::stripe::checkout::partner_code;

use crate::app::App;
use crate::error::{Error, Result};
use crate::store::partners::affiliate;

/// Accepts any free code without a Stripe key. `id` is the partner's own.
///
/// # Errors
/// [`Error::Code`], [`Error::PaymentsUnavailable`].
pub async fn run(app: &App, code: &str, id: &str) -> Result<()> {
    if affiliate::is_code_taken(&app.db, code, id).await? {
        return Err(Error::Code(CodeFault::Taken));
    }
    let Some(stripe) = &app.config.stripe else { return Ok(()) };
    let codes = stripe.promotion_codes(code).await?;
    partner_code(&codes, app.now.div_euclid(1000)).map_err(Error::Code)
}
