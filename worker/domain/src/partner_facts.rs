//! Rates, prices and words for the partners' pages, generated for the app.

use serde_json::{Value, json};

use crate::commission::{
    BAND_CLIENTS, FIRST_RATE_PENCE, MIN_PAYOUT_PENCE, OVERRIDE_RATE_PENCE, SECOND_RATE_PENCE, activity,
};
use crate::csv::FORMULA_STARTS;
use crate::facts;
use crate::payout::{PayoutArrival, PayoutEntryKind};
use crate::plan::{NO_SETUP, PARTNER_TERMS_EFFECTIVE, Plan, REFERRAL_DISCOUNT_PENCE, STANDARD};

/// Returns all of them. Money is in pounds, formatted.
#[must_use]
pub fn facts() -> Value {
    let price = |plan: Plan| {
        json!({
            "name": plan.name,
            "usual": facts::pounds(plan.monthly_pence),
            "with": facts::pounds(plan.monthly_pence.saturating_sub(REFERRAL_DISCOUNT_PENCE)),
        })
    };
    json!({
        "bandClients": BAND_CLIENTS,
        "firstRatePence": FIRST_RATE_PENCE,
        "secondRatePence": SECOND_RATE_PENCE,
        "overrideRatePence": OVERRIDE_RATE_PENCE,
        "minPayoutPence": MIN_PAYOUT_PENCE,
        "daysAfterLeaving": activity::DAYS_AFTER_LEAVING,
        "discount": facts::pounds(REFERRAL_DISCOUNT_PENCE),
        "termsDate": PARTNER_TERMS_EFFECTIVE,
        "prices": [price(STANDARD), price(NO_SETUP)],
        "arrivals": words(PayoutArrival::ALL, PayoutArrival::as_str, PayoutArrival::in_words),
        "payoutEntries": words(PayoutEntryKind::ALL, PayoutEntryKind::as_str, PayoutEntryKind::in_words),
        "formulaStarts": String::from_iter(FORMULA_STARTS),
    })
}

/// Maps each value to its description.
fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str, in_words: fn(T) -> &'static str) -> Value {
    all.iter().map(|one| (word(*one).to_owned(), Value::from(in_words(*one)))).collect::<serde_json::Map<_, _>>().into()
}
