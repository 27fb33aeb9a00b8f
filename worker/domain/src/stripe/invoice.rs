//! Invoices in the API version [`super::API_VERSION`]; only the fields in use. Times are seconds
//! since 1970, amounts pence.

use serde::Deserialize;

use super::checkout::PromotionCode;
use super::objects::{List, Transitions, expanded};
use super::returns::{RefundedLines, RefundedMoney};
use super::tax::{Tax, added};
use crate::api::billing::{Discount, PaymentLine};

/// `GET /v1/invoices?subscription=…&status=paid`.
#[derive(Debug, Deserialize)]
pub struct Invoice {
    /// `in_…`.
    pub id: String,
    /// `gbp`.
    pub currency: String,
    /// Amount paid.
    pub amount_paid: u32,
    /// Page for the customer, with a PDF.
    pub hosted_invoice_url: Option<String>,
    /// Timestamps of its status changes.
    pub status_transitions: Transitions,
    /// Its lines.
    pub lines: List<Line>,
    /// The taxes on it.
    #[serde(default)]
    pub total_taxes: Vec<Tax>,
}

/// Next invoice of a subscription: `POST /v1/invoices/create_preview`, or the draft of a month that
/// has begun.
#[derive(Debug, Deserialize)]
pub struct Upcoming {
    /// `in_…`; drafts only.
    #[serde(default)]
    pub id: String,
    /// Whether a draft is charged automatically.
    #[serde(default)]
    pub auto_advance: bool,
    /// Amount to be charged.
    pub amount_due: u32,
    /// When it will be charged.
    pub next_payment_attempt: Option<i64>,
    /// End of the current month.
    pub period_end: i64,
    /// Discounts on it: the subscription's, or otherwise the customer's.
    #[serde(default)]
    pub total_discount_amounts: Vec<TotalDiscount>,
}

/// Amount of one discount on an invoice.
#[derive(Debug, Deserialize)]
pub struct TotalDiscount {
    /// Pence.
    pub amount: i64,
    /// The discount, if expanded.
    #[serde(default, deserialize_with = "expanded")]
    pub discount: Option<RedeemedDiscount>,
}

/// A redeemed coupon.
#[derive(Debug, Deserialize)]
pub struct RedeemedDiscount {
    /// End; `None` while the subscription lasts, unless the coupon applies once.
    pub end: Option<i64>,
    /// Promotion code used, if any.
    #[serde(default, deserialize_with = "expanded")]
    pub promotion_code: Option<PromotionCode>,
    /// The coupon.
    #[serde(default)]
    pub source: RedeemedSource,
}

/// The source of a discount.
#[derive(Debug, Default, Deserialize)]
pub struct RedeemedSource {
    /// The coupon, if the call expands it.
    #[serde(default, deserialize_with = "expanded")]
    pub coupon: Option<RedeemedCoupon>,
}

/// A redeemed coupon.
#[derive(Debug, Deserialize)]
pub struct RedeemedCoupon {
    /// `forever`, `once` or `repeating`.
    pub duration: String,
}

impl Upcoming {
    /// Returns when it is due.
    #[must_use]
    pub fn due_at(&self) -> i64 {
        self.next_payment_attempt.unwrap_or(self.period_end)
    }

    /// Returns its discounts, each with its end.
    #[must_use]
    pub fn discounts(&self) -> Vec<Discount> {
        let all = self.total_discount_amounts.iter().filter(|one| one.amount > 0);
        all.map(|TotalDiscount { amount, discount }| {
            let redeemed = discount.as_ref();
            let coupon = redeemed.and_then(|one| one.source.coupon.as_ref());
            Discount {
                pence: *amount,
                code: redeemed.and_then(|one| one.promotion_code.as_ref()).map(|code| code.code.clone()),
                ends_at: redeemed.and_then(|one| one.end).map(|end| end.saturating_mul(1000)),
                once: coupon.is_some_and(|coupon| coupon.duration == "once"),
            }
        })
        .collect()
    }
}

/// A line of an invoice.
#[derive(Debug, Deserialize)]
pub struct Line {
    /// `il_…`.
    #[serde(default)]
    pub id: String,
    /// Description shown on invoices.
    #[serde(default)]
    pub description: Option<String>,
    /// Amount before discounts; negative for a credit.
    #[serde(default)]
    pub amount: i64,
    /// Discounts on it.
    #[serde(default)]
    pub discount_amounts: Vec<LineDiscount>,
    /// The taxes on it.
    #[serde(default)]
    pub taxes: Vec<Tax>,
    /// Period it pays for.
    pub period: Period,
    /// Source of the line.
    pub parent: Option<LineParent>,
}

/// Amount of one discount on a line.
#[derive(Debug, Deserialize)]
pub struct LineDiscount {
    /// Pence.
    pub amount: i64,
}

/// Source of an invoice line.
#[derive(Debug, Deserialize)]
pub struct LineParent {
    /// Set for lines of the subscription, not for added items.
    pub subscription_item_details: Option<LineDetails>,
}

/// Subscription details of a line.
#[derive(Debug, Deserialize)]
pub struct LineDetails {
    /// Whether it is a proration, for a change within a month.
    #[serde(default)]
    pub proration: bool,
}

impl Line {
    /// Returns its price including taxes.
    fn with_tax(&self) -> i64 {
        self.amount.saturating_add(added(&self.taxes))
    }

    /// Returns its total discount.
    fn discount(&self) -> i64 {
        self.discount_amounts.iter().fold(0, |sum, one| sum.saturating_add(one.amount))
    }

    fn name(&self) -> &str {
        if self.is_month() { PaymentLine::MONTH } else { self.description.as_deref().unwrap_or(PaymentLine::ITEM) }
    }

    /// Whether it pays for a new month.
    fn is_month(&self) -> bool {
        let details = self.parent.as_ref().and_then(|parent| parent.subscription_item_details.as_ref());
        details.is_some_and(|details| !details.proration) && self.period.end > self.period.start
    }
}

/// A time range.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Period {
    /// Start.
    pub start: i64,
    /// End.
    pub end: i64,
}

impl Invoice {
    /// Returns the month it pays for; `None` for set-up fees and prorations.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.lines.data.iter().find(|line| line.is_month()).map(|line| line.period)
    }

    /// Returns the payment lines for the buyer, which add up to the amount paid. All discounts are
    /// one line, and so are all added taxes.
    #[must_use]
    pub fn payment_lines(&self) -> Vec<PaymentLine> {
        let discount = self.lines.data.iter().map(Line::discount).fold(0, i64::saturating_sub);
        let mut all: Vec<PaymentLine> =
            self.lines.data.iter().map(|line| PaymentLine::new(line.name(), line.amount)).collect();
        all.push(PaymentLine::new(PaymentLine::DISCOUNT, discount));
        all.push(PaymentLine::new(PaymentLine::TAX, added(&self.total_taxes)));
        let sum = all.iter().fold(0, |sum: i64, line| sum.saturating_add(line.pence));
        let credit = i64::from(self.amount_paid).saturating_sub(sum);
        let text = if credit > 0 { PaymentLine::CREDIT_KEPT } else { PaymentLine::CREDIT_USED };
        all.push(PaymentLine::new(text, credit));
        all.retain(|line| line.pence != 0);
        all
    }

    /// Returns the amount paid for the month, including its tax, and the refunded part of it, in
    /// pence. Credit notes say which line a refund is for; other refunds are attributed to the rest
    /// of the invoice (a set-up fee) first and then to the month. A discount is attributed to the
    /// month, though Stripe spreads it over the lines, unless it exceeds the month.
    #[must_use]
    pub fn month(&self, returned: &RefundedMoney) -> (u32, u32) {
        let months = || self.lines.data.iter().filter(|line| line.is_month());
        let gross = months().fold(0_i64, |sum, line| sum.saturating_add(line.with_tax()));
        let all_off = self.lines.data.iter().map(Line::discount).fold(0, i64::saturating_add);
        let off = if all_off < gross { all_off } else { months().map(Line::discount).fold(0, i64::saturating_add) };
        let month = u32::try_from(gross.saturating_sub(off).max(0)).unwrap_or(u32::MAX).min(self.amount_paid);
        let rest = self.amount_paid.saturating_sub(month);
        let lines: Vec<&str> = months().map(|line| line.id.as_str()).collect();
        let mut of_month = RefundedLines::default();
        let mut said = 0_i64;
        for note in returned.credit_notes_of(&self.id) {
            let refunded = note.refunded_of(&lines);
            of_month.pence = of_month.pence.saturating_add(refunded.pence);
            of_month.whole_net = of_month.whole_net.saturating_add(refunded.whole_net);
            said = said.saturating_add(note.refunded());
        }
        let net = months().fold(0_i64, |sum, line| sum.saturating_add(line.amount).saturating_sub(line.discount()));
        let is_whole = of_month.whole_net >= net && of_month.whole_net > 0;
        let of_month_pence = u32::try_from(of_month.pence.max(0)).unwrap_or(u32::MAX);
        // The month's discount here differs from its line's: only the line shows whether it was
        // fully refunded.
        let by_line = if is_whole { month } else { of_month_pence.min(month.saturating_sub(1)) };
        let of_rest = u32::try_from(said.saturating_sub(of_month.pence).max(0)).unwrap_or(u32::MAX);
        let all = returned.of(&self.id).total();
        let unsaid = all.saturating_sub(u32::try_from(said.max(0)).unwrap_or(u32::MAX));
        let beyond_rest = unsaid.saturating_sub(rest.saturating_sub(of_rest));
        // The refund of a credit note may have failed.
        (month, by_line.saturating_add(beyond_rest).min(month).min(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stripe::returns::{CreditNote, ReturnedPence};
    use serde_json::json;

    #[test]
    fn bil11_a_month_is_a_subscription_charge_and_no_fee_or_proration() {
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
    fn bil08_each_discount_on_the_next_payment_has_its_own_end() {
        let discount = |end: Option<i64>, duration: &str, code: Option<&str>| {
            json!({ "id": "di_1", "end": end, "promotion_code": code.map(|code| json!({ "code": code })),
                    "source": { "type": "coupon", "coupon": { "duration": duration } } })
        };
        let preview = json!({
            "amount_due": 1_400, "next_payment_attempt": null, "period_end": 40,
            "total_discount_amounts": [
                { "amount": 1_000, "discount": discount(None, "forever", Some("PAT10")) },
                { "amount": 500, "discount": discount(Some(100), "repeating", None) },
                { "amount": 300, "discount": discount(None, "once", None) },
                { "amount": 0, "discount": discount(None, "forever", None) },
            ],
        });
        let preview: Option<Upcoming> = serde_json::from_value(preview).ok();
        let all = preview.map(|preview| preview.discounts()).unwrap_or_default();
        let facts: Vec<_> = all.iter().map(|one| (one.pence, one.code.as_deref(), one.ends_at, one.once)).collect();
        assert_eq!(
            facts,
            [(1_000, Some("PAT10"), None, false), (500, None, Some(100_000), false), (300, None, None, true)]
        );
    }

    #[test]
    fn bil08_the_lines_of_a_payment_sum_to_what_was_paid() {
        let lines = |amount_paid: u32, lines: serde_json::Value, taxes: serde_json::Value| {
            let invoice = json!({ "id": "in_1", "currency": "gbp", "amount_paid": amount_paid, "hosted_invoice_url": null,
                                  "status_transitions": { "finalized_at": null, "paid_at": 1 }, "total_taxes": taxes,
                                  "lines": { "data": lines, "has_more": false } });
            let invoice: Option<Invoice> = serde_json::from_value(invoice).ok();
            let lines = invoice.map(|invoice| invoice.payment_lines()).unwrap_or_default();
            lines.into_iter().map(|line| (line.text, line.pence)).collect::<Vec<_>>()
        };
        let month = json!({ "subscription_item_details": { "proration": false } });
        let fee = json!({ "amount": 19_900, "description": "Setup fee", "discount_amounts": [{ "amount": 873 }],
                          "period": { "start": 10, "end": 10 }, "parent": null });
        let plan = |off: i64| {
            json!({ "amount": 2_900, "description": "1 × Standard", "discount_amounts": [{ "amount": off }],
                    "period": { "start": 10, "end": 40 }, "parent": month })
        };
        let texts =
            |lines: &[(&str, i64)]| lines.iter().map(|(text, pence)| ((*text).to_owned(), *pence)).collect::<Vec<_>>();
        assert_eq!(
            lines(21_800, json!([fee, plan(127)]), json!([])),
            texts(&[("Setup fee", 19_900), ("Plan, one month", 2_900), ("Discount", -1_000)])
        );
        let vat = json!([{ "amount": 580, "tax_behavior": "exclusive" }, { "amount": 5, "tax_behavior": "inclusive" }]);
        assert_eq!(lines(3_480, json!([plan(0)]), vat), texts(&[("Plan, one month", 2_900), ("Tax", 580)]));
        assert_eq!(
            lines(0, json!([plan(0)]), json!([])),
            texts(&[("Plan, one month", 2_900), ("Credit from earlier payments", -2_900)])
        );
    }

    #[test]
    fn com12_com22_a_set_up_fee_is_excluded_from_the_month_paid_with_it() {
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
            let refunded = ReturnedPence { refunded: returned, ..ReturnedPence::default() };
            let pence = vec![("in_1".to_owned(), refunded)];
            invoice.map(|invoice| invoice.month(&RefundedMoney { pence, credit_notes: Vec::new() }))
        };
        let none = (0, 0);
        assert_eq!(month(22_800, 2_900, none, 0), Some((2_900, 0)));
        assert_eq!(month(21_800, 2_900, (0, 1_000), 0), Some((1_900, 0)), "a partner's discount");
        assert_eq!(month(21_800, 2_900, (873, 127), 0), Some((1_900, 0)), "and where it is spread");
        assert_eq!(month(2_900, 2_900, (19_900, 0), 0), Some((2_900, 0)), "without the fee");
        for part in [1, 2_900, 5_000, 10_000, 19_899, 19_900] {
            assert_eq!(month(22_800, 2_900, none, part), Some((2_900, 0)), "{part} of the fee went back");
        }
        assert_eq!(month(22_800, 2_900, none, 20_000), Some((2_900, 100)));
        assert_eq!(month(22_800, 2_900, none, 22_800), Some((2_900, 2_900)), "everything went back");
        assert_eq!(month(19_900, 2_900, (0, 2_900), 0), Some((0, 0)), "a free month with a fee");
        assert_eq!(month(0, 2_900, none, 0), Some((0, 0)), "paid from credit at Stripe");
    }

    #[test]
    fn com12_com22_a_month_includes_its_tax() {
        let month = |returned: u32, notes: serde_json::Value| {
            let line = |id: &str, amount: i64, end: i64| {
                let taxes = json!([{ "amount": amount / 5, "tax_behavior": "exclusive" }]);
                json!({ "id": id, "amount": amount, "taxes": taxes, "period": { "start": 10, "end": end },
                        "parent": { "subscription_item_details": { "proration": false } } })
            };
            let lines = json!([line("il_fee", 19_900, 10), line("il_month", 2_900, 40)]);
            let invoice = json!({ "id": "in_1", "currency": "gbp", "amount_paid": 27_360, "hosted_invoice_url": null,
                                  "status_transitions": { "finalized_at": null, "paid_at": 1 },
                                  "lines": { "data": lines, "has_more": false } });
            let invoice: Option<Invoice> = serde_json::from_value(invoice).ok();
            let credit_notes: Option<Vec<CreditNote>> = serde_json::from_value(notes).ok();
            let refunded = ReturnedPence { refunded: returned, ..ReturnedPence::default() };
            let pence = vec![("in_1".to_owned(), refunded)];
            invoice
                .zip(credit_notes)
                .map(|(invoice, credit_notes)| invoice.month(&RefundedMoney { pence, credit_notes }))
        };
        let note = |line: &str, amount: i64| {
            let taxes = json!([{ "amount": amount / 5, "tax_behavior": "exclusive" }]);
            json!([{ "id": "cn_1", "invoice": "in_1", "status": "issued", "lines": { "has_more": false, "data": [
                { "invoice_line_item": line, "amount": amount, "discount_amount": 0, "taxes": taxes }] },
                "refunds": [{ "amount_refunded": amount + amount / 5, "refund": "re_1" }] }])
        };
        assert_eq!(month(0, json!([])), Some((3_480, 0)));
        assert_eq!(month(23_880, json!([])), Some((3_480, 0)), "the fee with its tax");
        assert_eq!(month(23_980, json!([])), Some((3_480, 100)));
        assert_eq!(month(3_480, note("il_month", 2_900)), Some((3_480, 3_480)), "the month by a credit note");
        assert_eq!(month(23_880, note("il_fee", 19_900)), Some((3_480, 0)), "the fee by a credit note");
    }

    /// Returns the amount paid for the month and its refunded part, for a first invoice with these
    /// discounts, refunds and credit notes.
    fn month_of(paid: i64, discounts: (i64, i64), returned: u32, notes: serde_json::Value) -> Option<(u32, u32)> {
        let item = json!({ "subscription_item_details": { "proration": false } });
        let lines = json!([
            { "id": "il_fee", "amount": 19_900, "discount_amounts": [{ "amount": discounts.0 }],
              "period": { "start": 10, "end": 10 }, "parent": item },
            { "id": "il_month", "amount": 2_900, "discount_amounts": [{ "amount": discounts.1 }],
              "period": { "start": 10, "end": 40 }, "parent": item },
        ]);
        let invoice = json!({ "id": "in_1", "currency": "gbp", "amount_paid": paid, "hosted_invoice_url": null,
                              "status_transitions": { "finalized_at": null, "paid_at": 1 },
                              "lines": { "data": lines, "has_more": false } });
        let invoice: Option<Invoice> = serde_json::from_value(invoice).ok();
        let notes: Option<Vec<CreditNote>> = serde_json::from_value(notes).ok();
        let refunded = ReturnedPence { refunded: returned, ..ReturnedPence::default() };
        let pence = vec![("in_1".to_owned(), refunded)];
        invoice.zip(notes).map(|(invoice, credit_notes)| invoice.month(&RefundedMoney { pence, credit_notes }))
    }

    /// A credit note with this refund.
    fn note(status: &str, lines: &[(Option<&str>, i64, i64)], refunded: i64) -> serde_json::Value {
        let lines: Vec<_> = lines
            .iter()
            .map(|(line, amount, off)| json!({ "invoice_line_item": line, "amount": amount, "discount_amount": off }))
            .collect();
        let refunds = json!([{ "amount_refunded": refunded, "refund": "re_1" }]);
        json!({ "id": "cn_1", "invoice": "in_1", "status": status, "lines": { "has_more": false, "data": lines },
                "refunds": if refunded > 0 { refunds } else { json!([]) } })
    }

    #[test]
    fn com12_com21_a_credit_note_attributes_its_refund_to_invoice_lines() {
        let month = |discounts: (i64, i64), returned: u32, notes: serde_json::Value| {
            month_of(22_800 - discounts.0 - discounts.1, discounts, returned, notes)
        };
        let of = |status: &str, line: &str, amount: i64| note(status, &[(Some(line), amount, 0)], amount);
        let full_price = (0, 0);
        let all = json!([of("issued", "il_month", 2_900)]);
        assert_eq!(month(full_price, 2_900, all), Some((2_900, 2_900)), "the month alone");
        let part = json!([of("issued", "il_month", 2_899)]);
        assert_eq!(month(full_price, 2_899, part), Some((2_900, 2_899)), "not all of the month");
        let fee = json!([of("issued", "il_fee", 19_900)]);
        assert_eq!(month(full_price, 19_900, fee.clone()), Some((2_900, 0)), "the fee alone");
        assert_eq!(month(full_price, 22_800, fee), Some((2_900, 2_900)), "the fee by a note, and the month without");
        let both = json!([of("issued", "il_month", 2_900), of("issued", "il_fee", 5_000)]);
        assert_eq!(month(full_price, 7_900, both), Some((2_900, 2_900)));
        let void = json!([of("void", "il_month", 2_900)]);
        assert_eq!(month(full_price, 2_900, void), Some((2_900, 0)), "a note that was taken back says nothing");
        let own = json!([note("issued", &[(None, 2_900, 0)], 2_900)]);
        assert_eq!(month(full_price, 2_900, own), Some((2_900, 0)), "a line of the note's own is not the month");
        let spread = json!([note("issued", &[(Some("il_month"), 2_900, 127)], 2_773)]);
        assert_eq!(month((873, 127), 2_773, spread), Some((1_900, 1_900)), "Stripe spreads a discount over the lines");
    }

    #[test]
    fn com12_com21_only_a_credit_notes_refunds_count_as_returned_money() {
        let month = |returned: u32, notes: serde_json::Value| month_of(22_800, (0, 0), returned, notes);
        let of_month = |refunded: i64| json!([note("issued", &[(Some("il_month"), 2_900, 0)], refunded)]);
        assert_eq!(month(0, of_month(0)), Some((2_900, 0)), "credit for later invoices, or paid outside of Stripe");
        assert_eq!(month(100, of_month(0)), Some((2_900, 0)), "and something else of the invoice went back");
        assert_eq!(month(1_000, of_month(1_000)), Some((2_900, 1_000)), "a part of it was refunded");
        assert_eq!(month(0, of_month(2_900)), Some((2_900, 0)), "its refund has failed");
        let both = |refunded: i64| {
            json!([note("issued", &[(Some("il_month"), 2_900, 0), (Some("il_fee"), 19_900, 0)], refunded)])
        };
        assert_eq!(month(19_900, both(19_900)), Some((2_900, 0)), "the fee first");
        assert_eq!(month(20_000, both(20_000)), Some((2_900, 100)));
        assert_eq!(month(22_800, both(22_800)), Some((2_900, 2_900)));
        let outside = json!([{ "id": "cn_1", "invoice": "in_1", "status": "issued",
            "lines": { "has_more": false, "data": [{ "invoice_line_item": "il_month", "amount": 2_900 }] },
            "refunds": [{ "amount_refunded": 2_900, "type": "payment_record_refund", "refund": null }] }]);
        assert_eq!(month(0, outside), Some((2_900, 0)), "a refund outside of Stripe");
        // The fee was credited before payment, so that the whole payment is for the month.
        let before = json!([note("issued", &[(Some("il_fee"), 19_900, 0)], 0)]);
        assert_eq!(month_of(2_900, (0, 0), 0, before.clone()), Some((2_900, 0)));
        assert_eq!(month_of(2_900, (0, 0), 2_900, before), Some((2_900, 2_900)), "a later refund is of the month");
    }
}
