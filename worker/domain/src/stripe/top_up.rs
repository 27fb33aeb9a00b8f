//! Top-ups: their payment page, and recognising their purchases.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::checkout::CheckoutSession;
use super::returns::{Charge, Dispute, ReturnedPence};
use crate::plan::TOP_UP;

/// Returns the payment page's URL with the client as its reference; `None` if no page is set.
#[must_use]
pub fn page(payment_page: &str, client_id: &str, email: &str) -> Option<String> {
    if payment_page.is_empty() {
        return None;
    }
    let joint = if payment_page.contains('?') { '&' } else { '?' };
    let email = utf8_percent_encode(email, NON_ALPHANUMERIC);
    Some(format!("{payment_page}{joint}client_reference_id={client_id}&prefilled_email={email}"))
}

/// Returns the number of credits bought.
///
/// # Errors
/// Why it is not a top-up, as a sentence for an admin.
pub fn credits_of(session: &CheckoutSession) -> Result<u32, String> {
    // A tax may have been added to the price.
    let discount = session.total_details.as_ref().map_or(0, |details| details.amount_discount);
    if session.currency.as_deref() == Some("gbp") && discount == 0 && session.amount_subtotal == Some(TOP_UP.pence) {
        return Ok(TOP_UP.credits);
    }
    match (session.currency.as_deref(), session.amount_total.unwrap_or_default()) {
        (Some("gbp"), paid) if paid == TOP_UP.pence => Ok(TOP_UP.credits),
        (Some("gbp"), paid) => Err(format!("No top-up costs {paid} pence.")),
        (currency, _) => Err(format!("It was paid in {}, not in GBP.", currency.unwrap_or("nothing").to_uppercase())),
    }
}

/// Whether it was paid; until then it is ignored.
#[must_use]
pub fn is_paid(session: &CheckoutSession) -> bool {
    session.payment_status == "paid"
}

/// Returns the charge, if expanded.
#[must_use]
pub fn charge_of(session: &CheckoutSession) -> Option<&Charge> {
    session.payment_intent.as_ref()?.latest_charge.as_ref()
}

/// Returns the refunded and disputed parts.
#[must_use]
pub fn returned(session: &CheckoutSession, disputes: &[Dispute]) -> ReturnedPence {
    charge_of(session).map_or_else(ReturnedPence::default, |charge| charge.returned(disputes))
}

/// Whether all of the money was returned.
#[must_use]
pub fn is_returned(session: &CheckoutSession, disputes: &[Dispute]) -> bool {
    charge_of(session).is_some_and(|charge| charge.amount > 0 && charge.returned(disputes).total() >= charge.amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stripe::checkout::TotalDetails;
    use serde_json::json;

    fn session(currency: &str, paid: u32, refunded: u32) -> Option<CheckoutSession> {
        serde_json::from_value(json!({
            "id": "cs_test_1", "client_reference_id": "c1", "customer": null, "mode": "payment", "payment_status": "paid",
            "currency": currency, "amount_subtotal": paid, "amount_total": paid, "created": 100,
            "customer_details": { "email": "a@b.example" },
            "payment_intent": { "latest_charge": { "amount": paid, "amount_refunded": refunded } },
        }))
        .ok()
    }

    #[test]
    fn bil05_the_payment_page_carries_the_client_of_a_top_up() {
        assert_eq!(page("", "c1", "a@b.example"), None);
        assert_eq!(
            page("https://pay.example/x", "c1", "a+1@b.example").as_deref(),
            Some("https://pay.example/x?client_reference_id=c1&prefilled_email=a%2B1%40b%2Eexample")
        );
        assert_eq!(
            page("https://pay.example/x?locale=en", "c1", "é@b").as_deref(),
            Some("https://pay.example/x?locale=en&client_reference_id=c1&prefilled_email=%C3%A9%40b")
        );
    }

    #[test]
    fn bil05_only_the_price_of_a_top_up_buys_one() {
        let bought = |currency, paid| session(currency, paid, 0).map(|session| credits_of(&session));
        assert_eq!(bought("gbp", 1_500), Some(Ok(25)));
        assert_eq!(bought("gbp", 1_499), Some(Err("No top-up costs 1499 pence.".into())));
        assert_eq!(bought("gbp", 3_000), Some(Err("No top-up costs 3000 pence.".into())));
        assert_eq!(bought("usd", 1_500), Some(Err("It was paid in USD, not in GBP.".into())));
        let taxed = |discount: u32| {
            let bought = session("gbp", 1_800, 0)?;
            let total_details = Some(TotalDetails { amount_discount: discount });
            Some(credits_of(&CheckoutSession { amount_subtotal: Some(1_500), total_details, ..bought }))
        };
        assert_eq!(taxed(0), Some(Ok(25)), "with tax");
        assert_eq!(taxed(100), Some(Err("No top-up costs 1800 pence.".into())));
    }

    #[test]
    fn bil11_a_top_up_is_returned_once_fully_refunded() {
        let returned =
            [0, 1_499, 1_500].map(|refunded| session("gbp", 1_500, refunded).is_some_and(|one| is_returned(&one, &[])));
        assert_eq!(returned, [false, false, true]);
        let disputed = |status: &str| {
            let disputes: Vec<Dispute> =
                serde_json::from_value(json!([{ "amount": 1_500, "status": status }])).unwrap_or_default();
            session("gbp", 1_500, 0).map(|one| is_returned(&one, &disputes))
        };
        assert_eq!(["needs_response", "lost", "won"].map(disputed), [Some(true), Some(true), Some(false)]);
        let unasked = session("gbp", 1_500, 0).map(|session| CheckoutSession { payment_intent: None, ..session });
        assert!(unasked.is_some_and(|session| is_paid(&session) && !is_returned(&session, &[])));
    }
}
