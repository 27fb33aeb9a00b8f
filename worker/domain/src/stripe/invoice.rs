//! Invoices as the API answers them in [`super::API_VERSION`]; only what is read. Times are seconds since 1970, amounts pence.

use serde::Deserialize;

use super::objects::{List, Transitions};

/// `GET /v1/invoices?subscription=…&status=paid`.
#[derive(Debug, Deserialize)]
pub struct Invoice {
    /// `in_…`.
    pub id: String,
    /// `gbp`.
    pub currency: String,
    /// What was paid.
    pub amount_paid: u32,
    /// Where the customer sees it, and its PDF.
    pub hosted_invoice_url: Option<String>,
    /// When.
    pub status_transitions: Transitions,
    /// What it is for.
    pub lines: List<Line>,
}

/// A line of an invoice.
#[derive(Debug, Deserialize)]
pub struct Line {
    /// What it costs before discounts; below 0 where it gives back.
    #[serde(default)]
    pub amount: i64,
    /// What discounts take off it.
    #[serde(default)]
    pub discount_amounts: Vec<LineDiscount>,
    /// What it pays for.
    pub period: Period,
    /// Where it comes from.
    pub parent: Option<LineParent>,
}

/// What one discount takes off a line.
#[derive(Debug, Deserialize)]
pub struct LineDiscount {
    /// Pence.
    pub amount: i64,
}

/// Where a line of an invoice comes from.
#[derive(Debug, Deserialize)]
pub struct LineParent {
    /// The subscription's own, where it is none that was added.
    pub subscription_item_details: Option<LineDetails>,
}

/// What a subscription says of a line.
#[derive(Debug, Deserialize)]
pub struct LineDetails {
    /// Whether it settles a change within a month.
    #[serde(default)]
    pub proration: bool,
}

impl Line {
    /// What is taken off it.
    fn discount(&self) -> i64 {
        self.discount_amounts.iter().fold(0, |sum, one| sum.saturating_add(one.amount))
    }

    /// Whether it is for a month that begins.
    fn is_month(&self) -> bool {
        let details = self.parent.as_ref().and_then(|parent| parent.subscription_item_details.as_ref());
        details.is_some_and(|details| !details.proration) && self.period.end > self.period.start
    }
}

/// A time from and to.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Period {
    /// Beginning.
    pub start: i64,
    /// End.
    pub end: i64,
}

impl Invoice {
    /// The month that it pays for. A set-up fee has none, and what settles a change within a month neither.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.lines.data.iter().find(|line| line.is_month()).map(|line| line.period)
    }

    /// What was paid for that month, and what of it went back, in pence; `returned` is what went back of the whole invoice. Stripe does not
    /// say of what: as much as the rest of the invoice, a set-up fee, is taken to be that rest, and less to be the month. A discount is the
    /// month's, though Stripe spreads it over the lines, unless it is larger than the month.
    #[must_use]
    pub fn month(&self, returned: u32) -> (u32, u32) {
        let months = || self.lines.data.iter().filter(|line| line.is_month());
        let gross = months().fold(0_i64, |sum, line| sum.saturating_add(line.amount));
        let all_off = self.lines.data.iter().map(Line::discount).fold(0, i64::saturating_add);
        let off = if all_off < gross { all_off } else { months().map(Line::discount).fold(0, i64::saturating_add) };
        let month = u32::try_from(gross.saturating_sub(off).max(0)).unwrap_or(u32::MAX).min(self.amount_paid);
        let rest = self.amount_paid.saturating_sub(month);
        (month, returned.checked_sub(rest).unwrap_or(returned).min(month))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bil11_a_month_is_what_a_subscription_charges_for_and_no_fee_or_change_within_one() {
        let line = |start: i64, end: i64, parent: serde_json::Value| json!({ "period": { "start": start, "end": end }, "parent": parent });
        let item = |proration: bool| json!({ "subscription_item_details": { "proration": proration } });
        let period = |lines: Vec<serde_json::Value>| {
            let invoice = json!({ "id": "in_1", "currency": "gbp", "amount_paid": 1, "hosted_invoice_url": null,
                                  "status_transitions": { "finalized_at": null, "paid_at": 1 },
                                  "lines": { "data": lines, "has_more": false } });
            let invoice: Option<Invoice> = serde_json::from_value(invoice).ok();
            invoice.and_then(|invoice| invoice.period()).map(|period| (period.start, period.end))
        };
        let fee = line(10, 10, item(false));
        assert_eq!(period(vec![fee.clone(), line(10, 40, item(false))]), Some((10, 40)));
        assert_eq!(period(vec![fee]), None);
        assert_eq!(period(vec![line(15, 40, item(true)), line(15, 40, item(true))]), None);
        let changed_and_begun_anew = vec![line(15, 40, item(true)), line(15, 45, item(false))];
        assert_eq!(period(changed_and_begun_anew), Some((15, 45)));
        assert_eq!(period(vec![line(15, 40, json!({ "invoice_item_details": { "proration": true } }))]), None);
        assert_eq!(period(vec![line(15, 40, serde_json::Value::Null)]), None);
    }

    #[test]
    fn com12_com22_a_set_up_fee_is_no_part_of_the_month_that_is_paid_with_it() {
        let month = |amount_paid: u32, month: i64, discounts: (i64, i64), returned: u32| {
            let item = json!({ "subscription_item_details": { "proration": false } });
            let lines = json!([
                { "amount": 19_900, "discount_amounts": [{ "amount": discounts.0 }], "period": { "start": 10, "end": 10 }, "parent": item },
                { "amount": month, "discount_amounts": [{ "amount": discounts.1 }], "period": { "start": 10, "end": 40 }, "parent": item },
            ]);
            let invoice = json!({ "id": "in_1", "currency": "gbp", "amount_paid": amount_paid, "hosted_invoice_url": null,
                                  "status_transitions": { "finalized_at": null, "paid_at": 1 },
                                  "lines": { "data": lines, "has_more": false } });
            let invoice: Option<Invoice> = serde_json::from_value(invoice).ok();
            invoice.map(|invoice| invoice.month(returned))
        };
        let none = (0, 0);
        assert_eq!(month(22_800, 2_900, none, 0), Some((2_900, 0)));
        assert_eq!(month(21_800, 2_900, (0, 1_000), 0), Some((1_900, 0)), "a partner's discount");
        assert_eq!(month(21_800, 2_900, (873, 127), 0), Some((1_900, 0)), "and where it is spread");
        assert_eq!(month(2_900, 2_900, (19_900, 0), 0), Some((2_900, 0)), "without the fee");
        assert_eq!(month(22_800, 2_900, none, 2_900), Some((2_900, 2_900)), "the month went back");
        assert_eq!(month(22_800, 2_900, none, 19_900), Some((2_900, 0)), "the fee went back");
        assert_eq!(month(22_800, 2_900, none, 20_000), Some((2_900, 100)));
        assert_eq!(month(22_800, 2_900, none, 22_800), Some((2_900, 2_900)), "everything went back");
        assert_eq!(month(19_900, 2_900, (0, 2_900), 0), Some((0, 0)), "a free month with a fee");
        assert_eq!(month(0, 2_900, none, 0), Some((0, 0)), "paid from credit at Stripe");
    }
}
