//! Checks a partner's promotion code at Stripe and against other partners' codes.

use domain::affiliate::CodeFault;
use domain::stripe::checkout::partner_code;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::store::partners::affiliate;

/// A promotion code that cannot be a partner's.
#[must_use]
pub fn code_refused(fault: CodeFault) -> Error {
    let refusal = match fault {
        CodeFault::Missing => refusal!(400, CodeFault::Missing.as_str()),
        CodeFault::Unusable => refusal!(400, CodeFault::Unusable.as_str()),
        CodeFault::Expired => refusal!(400, CodeFault::Expired.as_str()),
        CodeFault::Limited => refusal!(400, CodeFault::Limited.as_str()),
        CodeFault::Discount => refusal!(400, CodeFault::Discount.as_str()),
        CodeFault::Taken => refusal!(400, CodeFault::Taken.as_str()),
        CodeFault::NoCoupon => refusal!(400, CodeFault::NoCoupon.as_str()),
    };
    refusal.with_text(fault.sentence())
}

/// Accepts any free code without a Stripe key. `id` is the partner's own.
///
/// # Errors
/// [`code_refused`], [`Error::payments_unavailable`].
pub async fn run(app: &App, code: &str, id: &str) -> Result<()> {
    if affiliate::is_code_taken(&app.db, code, id).await? {
        return Err(code_refused(CodeFault::Taken));
    }
    let Some(stripe) = &app.config.stripe else { return Ok(()) };
    let codes = stripe.promotion_codes(code).await?;
    partner_code(&codes, app.now.div_euclid(1000)).map_err(code_refused)
}
