//! Refunds and disputes.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::objects::List;
use super::tax::{Tax, added};
use crate::string_enum::string_enum;

/// Days after a payment within which it can be disputed.
pub const DISPUTE_DAYS: u32 = 120;

/// `GET /v1/charges?customer=…`: a charge of a card.
#[derive(Debug, Deserialize)]
pub struct Charge {
    /// `ch_…`.
    #[serde(default)]
    pub id: String,
    /// Pence.
    pub amount: u32,
    /// Pence.
    pub amount_refunded: u32,
    /// Whether it has ever been disputed.
    #[serde(default)]
    pub disputed: bool,
    /// The payment it belongs to.
    #[serde(default)]
    pub payment_intent: Option<String>,
    /// When it was made, in seconds.
    #[serde(default)]
    pub created: Option<i64>,
    /// URL of its receipt.
    #[serde(default)]
    pub receipt_url: Option<String>,
}

impl Charge {
    /// Whether any of it was or may be refunded or disputed.
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        self.amount_refunded > 0 || self.disputed
    }

    /// Returns the part of it that is gone for now, in pence: all refunds, plus the disputed part
    /// of the rest.
    #[must_use]
    pub fn returned(&self, disputes: &[Dispute]) -> ReturnedPence {
        let taking = || disputes.iter().filter(|one| one.status.takes_money());
        let taken = taking().fold(0, |sum: u32, one| sum.saturating_add(one.amount));
        let inquiries = disputes.iter().filter(|one| one.status.is_open_inquiry());
        let inquired = inquiries.fold(0, |sum: u32, one| sum.saturating_add(one.amount));
        let rest = self.amount.saturating_sub(self.amount_refunded);
        let taken = taken.min(rest);
        ReturnedPence {
            refunded: self.amount_refunded,
            disputed: taken,
            dispute: taking().map(|one| one.status.standing()).max(),
            inquired: inquired.min(rest.saturating_sub(taken)),
            needs_answer: disputes.iter().any(|one| one.status.needs_answer()),
        }
    }
}

string_enum! {
    /// State of a dispute for which money was withdrawn.
    DisputeStanding {
        /// Undecided; the bank holds the money.
        Open = "open",
        /// Lost.
        Lost = "lost",
    }
}

string_enum! {
    /// Reason for notifying admins of a dispute.
    DisputeNotice {
        /// Undecided; the bank holds the money.
        Dispute = "dispute",
        /// An inquiry: no money withdrawn, evidence requested.
        Inquiry = "inquiry",
        /// Lost before anybody could respond.
        Lost = "lost",
    }
}

/// Refunded and disputed parts of a payment, in pence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReturnedPence {
    /// Refunded part.
    pub refunded: u32,
    /// Disputed part.
    pub disputed: u32,
    /// State of the dispute, if money was withdrawn.
    pub dispute: Option<DisputeStanding>,
    /// Amount of an inquiry, which is not withdrawn.
    pub inquired: u32,
    /// Whether the bank waits for our evidence. Afterwards there is nothing to do.
    pub needs_answer: bool,
}

impl ReturnedPence {
    /// Returns the sum of both parts.
    #[must_use]
    pub const fn total(self) -> u32 {
        self.refunded.saturating_add(self.disputed)
    }

    /// Adds the parts of another payment of the same invoice.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            refunded: self.refunded.saturating_add(other.refunded),
            disputed: self.disputed.saturating_add(other.disputed),
            dispute: self.dispute.max(other.dispute),
            inquired: self.inquired.saturating_add(other.inquired),
            needs_answer: self.needs_answer || other.needs_answer,
        }
    }
}

/// `GET /v1/disputes?charge=…`.
#[derive(Debug, Deserialize)]
pub struct Dispute {
    /// `du_…`.
    #[serde(default)]
    pub id: String,
    /// Amount in the smallest unit of its currency.
    pub amount: u32,
    /// `gbp`.
    #[serde(default)]
    pub currency: String,
    /// Status of the dispute.
    pub status: DisputeStatus,
}

/// Status of a dispute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeStatus {
    /// Won: the money is back.
    Won,
    /// An inquiry that needs evidence; no money is withdrawn.
    WarningNeedsResponse,
    /// An inquiry with submitted evidence.
    WarningUnderReview,
    /// An inquiry that was closed.
    WarningClosed,
    /// Prevented from becoming a dispute.
    Prevented,
    /// Lost.
    Lost,
    /// Evidence submitted, undecided; the bank holds the money.
    UnderReview,
    /// Evidence required; the bank holds the money. Also the fallback for statuses Stripe adds.
    #[serde(other)]
    Taken,
}

impl DisputeStatus {
    /// Whether the money is withdrawn.
    #[must_use]
    pub const fn takes_money(self) -> bool {
        matches!(self, Self::Taken | Self::UnderReview | Self::Lost)
    }

    /// Whether evidence is required.
    #[must_use]
    pub const fn needs_answer(self) -> bool {
        matches!(self, Self::Taken | Self::WarningNeedsResponse)
    }

    /// Whether it is an open inquiry.
    const fn is_open_inquiry(self) -> bool {
        matches!(self, Self::WarningNeedsResponse | Self::WarningUnderReview)
    }

    /// Returns the reason for notifying admins; `None` if nothing needs a response and nothing is lost.
    #[must_use]
    pub const fn notice(self) -> Option<DisputeNotice> {
        match self {
            Self::Taken => Some(DisputeNotice::Dispute),
            Self::WarningNeedsResponse => Some(DisputeNotice::Inquiry),
            Self::Lost => Some(DisputeNotice::Lost),
            // Somebody has responded, and so knows of it.
            Self::UnderReview | Self::WarningUnderReview | Self::Won | Self::WarningClosed | Self::Prevented => None,
        }
    }

    /// Returns the state of a dispute whose money is withdrawn.
    const fn standing(self) -> DisputeStanding {
        if matches!(self, Self::Lost) { DisputeStanding::Lost } else { DisputeStanding::Open }
    }
}

/// `GET /v1/invoice_payments?payment[payment_intent]=…`.
#[derive(Debug, Deserialize)]
pub struct InvoicePayment {
    /// The paid invoice.
    pub invoice: String,
}

/// `GET /v1/invoice_payments?invoice=…`.
#[derive(Debug, Deserialize)]
pub struct PaymentsOfInvoice {
    /// `inpay_…`.
    pub id: String,
    /// The payment.
    pub payment: PaymentOfInvoice,
}

/// A payment towards an invoice.
#[derive(Debug, Deserialize)]
pub struct PaymentOfInvoice {
    /// `pi_…`; `None` if it was paid in another way.
    pub payment_intent: Option<String>,
}

/// `GET /v1/payment_intents/{id}`.
#[derive(Debug, Deserialize)]
pub struct Payer {
    /// Customer that paid; `None` for payers without a customer.
    pub customer: Option<String>,
}

/// `GET /v1/credit_notes?customer=…`: says which lines of an invoice are corrected. Only its
/// refunds return money: the rest was deducted before payment, is credit for later invoices, or is
/// paid outside Stripe.
#[derive(Debug, Deserialize)]
pub struct CreditNote {
    /// `cn_…`.
    pub id: String,
    /// The corrected invoice.
    pub invoice: String,
    /// Whether it is in effect.
    pub status: CreditNoteStatus,
    /// The credited lines.
    pub lines: List<CreditedLine>,
    /// Its refunds.
    #[serde(default)]
    pub refunds: Vec<CreditNoteRefund>,
}

/// A refund of a credit note.
#[derive(Debug, Deserialize)]
pub struct CreditNoteRefund {
    /// Pence.
    pub amount_refunded: i64,
    /// `re_…`; `None` for a refund outside Stripe.
    #[serde(default)]
    pub refund: Option<IgnoredAny>,
}

/// Status of a credit note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CreditNoteStatus {
    /// In effect.
    Issued,
    /// Voided.
    #[serde(other)]
    Void,
}

/// A line of a credit note.
#[derive(Debug, Deserialize)]
pub struct CreditedLine {
    /// The invoice line; `None` for a line of the note's own.
    pub invoice_line_item: Option<String>,
    /// Pence, before discounts.
    pub amount: i64,
    /// Discount on it, in pence.
    #[serde(default)]
    pub discount_amount: i64,
    /// The credited part of its taxes.
    #[serde(default)]
    pub taxes: Vec<Tax>,
}

impl CreditedLine {
    const fn net(&self) -> i64 {
        self.amount.saturating_sub(self.discount_amount)
    }

    fn with_tax(&self) -> i64 {
        self.net().saturating_add(added(&self.taxes))
    }
}

/// Part of some invoice lines refunded by a credit note, in pence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RefundedLines {
    /// Including taxes.
    pub pence: i64,
    /// Before taxes, for lines that were refunded in full.
    pub whole_net: i64,
}

impl CreditNote {
    /// Returns the refunded amount, in pence.
    #[must_use]
    pub fn refunded(&self) -> i64 {
        let refunds = self.refunds.iter().filter(|one| one.refund.is_some());
        refunds.fold(0, |sum: i64, one| sum.saturating_add(one.amount_refunded))
    }

    /// Returns the part of it for these invoice lines. If a note refunds less than it credits, the
    /// other lines are refunded first.
    #[must_use]
    pub fn refunded_of(&self, lines: &[&str]) -> RefundedLines {
        let is_wanted = |one: &&CreditedLine| one.invoice_line_item.as_deref().is_some_and(|id| lines.contains(&id));
        let (wanted, others): (Vec<_>, Vec<_>) = self.lines.data.iter().partition(is_wanted);
        let sum = |lines: &[&CreditedLine], pence: fn(&CreditedLine) -> i64| {
            lines.iter().fold(0_i64, |sum, one| sum.saturating_add(pence(one)))
        };
        let (credited, rest) = (sum(&wanted, CreditedLine::with_tax), sum(&others, CreditedLine::with_tax));
        let refunded = self.refunded();
        if refunded >= credited.saturating_add(rest) {
            RefundedLines { pence: credited, whole_net: sum(&wanted, CreditedLine::net) }
        } else {
            RefundedLines { pence: refunded.saturating_sub(rest).clamp(0, credited.max(0)), whole_net: 0 }
        }
    }
}

/// Refunds and disputes of a customer's invoices.
#[derive(Debug, Default)]
pub struct RefundedMoney {
    /// Returned parts by invoice, `in_…`; an invoice may occur more than once.
    pub pence: Vec<(String, ReturnedPence)>,
    /// Credit notes, which attribute refunds to lines.
    pub credit_notes: Vec<CreditNote>,
}

impl RefundedMoney {
    /// Returns the parts of an invoice that were returned.
    #[must_use]
    pub fn of(&self, invoice: &str) -> ReturnedPence {
        let of = self.pence.iter().filter(|(id, _)| id == invoice);
        of.fold(ReturnedPence::default(), |sum, (_, pence)| sum.and(*pence))
    }

    /// Returns the effective credit notes of an invoice.
    pub fn credit_notes_of(&self, invoice: &str) -> impl Iterator<Item = &CreditNote> {
        self.credit_notes.iter().filter(move |note| note.invoice == invoice && note.status == CreditNoteStatus::Issued)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bil11_com21_a_dispute_withdraws_money_until_won_and_an_inquiry_withdraws_none() {
        let charge = |refunded: u32| -> Option<Charge> {
            serde_json::from_value(json!({ "id": "ch_1", "amount": 2_900, "amount_refunded": refunded, "disputed": true, "payment_intent": "pi_1" })).ok()
        };
        let disputes = |status: &str| -> Vec<Dispute> {
            serde_json::from_value(json!([{ "amount": 2_900, "status": status }])).unwrap_or_default()
        };
        let returned = |refunded, status| charge(refunded).map(|charge| charge.returned(&disputes(status)));
        let pence = |refunded, disputed, dispute| {
            Some(ReturnedPence { refunded, disputed, dispute, ..ReturnedPence::default() })
        };
        let open = pence(0, 2_900, Some(DisputeStanding::Open));
        for status in ["needs_response", "a status of tomorrow"] {
            assert_eq!(returned(0, status), open.map(|open| ReturnedPence { needs_answer: true, ..open }), "{status}");
        }
        assert_eq!(returned(0, "under_review"), open, "it is answered");
        for status in ["won", "warning_closed", "prevented"] {
            assert_eq!(returned(0, status), pence(0, 0, None), "{status}");
            assert_eq!(returned(900, status), pence(900, 0, None), "{status}");
        }
        let asked = ReturnedPence { refunded: 900, inquired: 2_000, ..ReturnedPence::default() };
        assert_eq!(returned(900, "warning_under_review"), Some(asked), "it has its answer");
        let waits = ReturnedPence { needs_answer: true, ..asked };
        assert_eq!(returned(900, "warning_needs_response"), Some(waits), "it waits for an answer");
        assert_eq!((asked.total(), asked.and(asked).inquired), (900, 4_000), "and has taken nothing");
        assert!(asked.and(waits).needs_answer);
        let lost = pence(900, 2_000, Some(DisputeStanding::Lost));
        assert_eq!(returned(900, "lost"), lost, "no more than was paid, and the refund stays one");
        assert_eq!(lost.map(ReturnedPence::total), Some(2_900));
        assert_eq!(charge(0).map(|charge| charge.is_doubtful()), Some(true));
    }

    #[test]
    fn bil11_a_disputes_notice_depends_on_its_status() {
        let notice = |status: &str| {
            let dispute: Option<Dispute> = serde_json::from_value(json!({ "amount": 2_900, "status": status })).ok();
            dispute.and_then(|dispute| dispute.status.notice())
        };
        assert_eq!(notice("needs_response"), Some(DisputeNotice::Dispute));
        assert_eq!(notice("warning_needs_response"), Some(DisputeNotice::Inquiry));
        assert_eq!(notice("lost"), Some(DisputeNotice::Lost));
        assert_eq!(["won", "warning_closed", "prevented"].map(notice), [None; 3]);
        assert_eq!(["under_review", "warning_under_review"].map(notice), [None; 2], "whoever has answered knows");
    }
}
