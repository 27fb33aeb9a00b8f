//! Balance transactions in the API version [`super::API_VERSION`]; only the fields in use. Times
//! are seconds since 1970, amounts in the smallest unit of their currency.

use crate::comparable::email_address;

use serde::Deserialize;

use super::objects::expanded;

/// `GET /v1/balance_transactions?expand[]=data.source`.
#[derive(Debug, Deserialize)]
pub struct BalanceTransaction {
    /// `txn_…`.
    pub id: String,
    /// When it was created.
    pub created: i64,
    /// Amount; negative for outgoing money.
    pub amount: i64,
    /// Stripe's fee; `net` is `amount` minus this.
    pub fee: i64,
    /// Change of the balance.
    pub net: i64,
    /// `gbp`.
    pub currency: String,
    /// Description by Stripe or by us.
    pub description: Option<String>,
    /// Category, such as `charge` or `dispute_reversal`.
    pub reporting_category: String,
    /// The object that caused it.
    #[serde(default, deserialize_with = "expanded")]
    pub source: Option<Source>,
}

/// An object that moved money.
#[derive(Debug, Clone, Deserialize)]
pub struct Source {
    /// Its id.
    pub id: String,
    /// When it was created.
    #[serde(default)]
    pub created: Option<i64>,
    /// Charge of a refund or dispute.
    #[serde(default)]
    pub charge: Option<String>,
    /// Transfer of a reversal.
    #[serde(default)]
    pub transfer: Option<String>,
    /// Payout id of a transfer, as set on creation.
    #[serde(default)]
    pub transfer_group: Option<String>,
    /// Customer of a charge.
    #[serde(default)]
    pub customer: Option<String>,
    /// Payer of a charge.
    #[serde(default)]
    pub billing_details: Option<BillingDetails>,
}

/// Details entered by a payer.
#[derive(Debug, Clone, Deserialize)]
pub struct BillingDetails {
    /// Email address.
    pub email: Option<String>,
}

impl Source {
    /// Returns collection and id of the original charge or transfer: refunds and disputes name
    /// their charge, reversals their transfer; anything else is its own origin.
    #[must_use]
    pub fn origin(&self) -> (&'static str, &str) {
        match (&self.charge, &self.transfer) {
            (Some(charge), _) => ("charges", charge),
            (None, Some(transfer)) => ("transfers", transfer),
            (None, None) => ("charges", &self.id),
        }
    }

    /// Returns the payer's email address in lower case.
    #[must_use]
    pub fn email(&self) -> Option<String> {
        self.billing_details.as_ref()?.email.as_deref().map(email_address)
    }
}

impl BalanceTransaction {
    /// Describes the category for accountants.
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
