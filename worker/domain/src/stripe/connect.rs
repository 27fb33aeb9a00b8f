//! Connected accounts and transfers in the API version [`super::API_VERSION`]; only the fields in use.

use serde::Deserialize;

use crate::commission::in_pounds;

/// `GET /v1/accounts/{id}`.
#[derive(Debug, Deserialize)]
pub struct ConnectAccount {
    /// `acct_…`.
    pub id: String,
    /// Requested capabilities and their status.
    #[serde(default)]
    capabilities: Capabilities,
}

#[derive(Debug, Default, Deserialize)]
struct Capabilities {
    transfers: Option<String>,
}

impl ConnectAccount {
    /// Whether it can receive transfers.
    #[must_use]
    pub fn can_receive(&self) -> bool {
        self.capabilities.transfers.as_deref() == Some("active")
    }
}

/// `GET /v1/transfers/{id}`: a transfer to a connected account.
#[derive(Debug, Deserialize)]
pub struct Transfer {
    /// `tr_…`.
    pub id: String,
    /// In the smallest unit of its currency.
    pub amount: i64,
    /// Amount reversed.
    #[serde(default)]
    pub amount_reversed: i64,
    /// `gbp`.
    pub currency: String,
    /// The connected account.
    pub destination: Option<String>,
}

impl Transfer {
    /// Whether it was fully reversed, which equals no transfer.
    #[must_use]
    pub const fn is_undone(&self) -> bool {
        self.amount_reversed >= self.amount
    }

    /// Returns how it differs from a transfer of this amount, in pence, to this account; `None` if
    /// it matches.
    #[must_use]
    pub fn difference(&self, amount_pence: i64, destination: &str) -> Option<String> {
        if self.currency != "gbp" || self.amount != amount_pence {
            let sent = if self.currency == "gbp" {
                in_pounds(self.amount)
            } else {
                format!("{} in the smallest unit of {}", self.amount, self.currency.to_uppercase())
            };
            return Some(format!("Stripe transferred {sent} in place of {}.", in_pounds(amount_pence)));
        }
        if self.destination.as_deref() != Some(destination) {
            let to = self.destination.as_deref().unwrap_or("another account");
            return Some(format!("Stripe transferred it to {to} in place of {destination}."));
        }
        (self.amount_reversed > 0)
            .then(|| format!("{} of it was taken back in Stripe.", in_pounds(self.amount_reversed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer() -> Transfer {
        Transfer {
            id: "tr_1".into(),
            amount: 3500,
            amount_reversed: 0,
            currency: "gbp".into(),
            destination: Some("acct_1".into()),
        }
    }

    #[test]
    fn com11_a_transfer_mismatch_is_described() {
        assert_eq!(transfer().difference(3500, "acct_1"), None);
        let undone = |amount_reversed| Transfer { amount_reversed, ..transfer() }.is_undone();
        assert_eq!([0, 3499, 3500].map(undone), [false, false, true]);
        let words = |transfer: Transfer| transfer.difference(3500, "acct_1").unwrap_or_default();
        assert_eq!(words(Transfer { amount: 3400, ..transfer() }), "Stripe transferred £34.00 in place of £35.00.");
        assert_eq!(
            words(Transfer { currency: "eur".into(), ..transfer() }),
            "Stripe transferred 3500 in the smallest unit of EUR in place of £35.00."
        );
        assert_eq!(
            words(Transfer { destination: Some("acct_2".into()), ..transfer() }),
            "Stripe transferred it to acct_2 in place of acct_1."
        );
        assert_eq!(
            words(Transfer { destination: None, ..transfer() }),
            "Stripe transferred it to another account in place of acct_1."
        );
        assert_eq!(words(Transfer { amount_reversed: 500, ..transfer() }), "£5.00 of it was taken back in Stripe.");
    }

    #[test]
    fn aff19_an_account_can_receive_once_the_capability_is_active() {
        let read = |json| serde_json::from_str::<ConnectAccount>(json).is_ok_and(|account| account.can_receive());
        assert!(read(r#"{"id":"acct_1","capabilities":{"transfers":"active"}}"#));
        assert!(!read(r#"{"id":"acct_1","capabilities":{"transfers":"pending"}}"#));
        assert!(!read(r#"{"id":"acct_1","capabilities":{}}"#));
        assert!(!read(r#"{"id":"acct_1"}"#));
    }
}
