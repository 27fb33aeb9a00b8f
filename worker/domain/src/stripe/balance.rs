//! Movements of the account's balance as the API answers them in [`super::API_VERSION`]; only what is read. Times are seconds since 1970,
//! amounts in the smallest unit of their currency.

use crate::comparable::email_address;

use serde::Deserialize;

use super::objects::expanded;

/// `GET /v1/balance_transactions?expand[]=data.source`.
#[derive(Debug, Deserialize)]
pub struct BalanceTransaction {
    /// `txn_…`.
    pub id: String,
    /// When.
    pub created: i64,
    /// Below 0 where money goes out.
    pub amount: i64,
    /// Stripe's own fee; `amount` without it is `net`.
    pub fee: i64,
    /// The change of the balance.
    pub net: i64,
    /// `gbp`.
    pub currency: String,
    /// A sentence of Stripe's, or of ours.
    pub description: Option<String>,
    /// The kind, such as `charge` or `dispute_reversal`.
    pub reporting_category: String,
    /// The object that moved it.
    #[serde(default, deserialize_with = "expanded")]
    pub source: Option<Source>,
}

/// An object that moved money.
#[derive(Debug, Clone, Deserialize)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// When.
    #[serde(default)]
    pub created: Option<i64>,
    /// The charge of a refund or a dispute.
    #[serde(default)]
    pub charge: Option<String>,
    /// The transfer of a reversal.
    #[serde(default)]
    pub transfer: Option<String>,
    /// The payout of a transfer, as it was sent along.
    #[serde(default)]
    pub transfer_group: Option<String>,
    /// The customer of a charge.
    #[serde(default)]
    pub customer: Option<String>,
    /// The payer of a charge.
    #[serde(default)]
    pub billing_details: Option<BillingDetails>,
}

/// A payer, as typed.
#[derive(Debug, Clone, Deserialize)]
pub struct BillingDetails {
    /// The address.
    pub email: Option<String>,
}

impl Source {
    /// The collection and the id of the charge or transfer that it goes back to: a refund and a dispute name their charge, a reversal its
    /// transfer, and everything else is its own.
    #[must_use]
    pub fn origin(&self) -> (&'static str, &str) {
        match (&self.charge, &self.transfer) {
            (Some(charge), _) => ("charges", charge),
            (None, Some(transfer)) => ("transfers", transfer),
            (None, None) => ("charges", &self.id),
        }
    }

    /// The payer's address in lower case.
    #[must_use]
    pub fn email(&self) -> Option<String> {
        self.billing_details.as_ref()?.email.as_deref().map(email_address)
    }
}

impl BalanceTransaction {
    /// The kind in words, for an accountant.
    #[must_use]
    pub fn kind(&self) -> &str {
        match self.reporting_category.as_str() {
            "charge" => "payment",
            "dispute_reversal" => "dispute won",
            "transfer" => "payout to a partner",
            "transfer_reversal" => "payout taken back",
            "payout" => "to our bank",
            "fee" => "fee of Stripe",
            other => other,
        }
    }
}
