//! Whether a submitted set-up is applied to the client of its purchase. Since anyone can type any
//! email address, proof is the secret id of the purchase together with the payer's address.

use crate::client::ClientStatus;
use crate::comparable::email_address;
use crate::string_enum::string_enum;

string_enum! {
    /// Why a set-up needs an admin.
    WaitReason {
        /// It has no purchase.
        NoCheckout = "no-checkout",
        /// Its purchase is unknown: invented, or the webhook has not arrived yet.
        UnknownCheckout = "unknown-checkout",
        /// Its purchase was refunded, or the plan has ended.
        PurchaseOver = "purchase-over",
        /// Its purchase is not assigned to a client.
        NoClient = "no-client",
        /// The client of its purchase is already set up.
        SetUpAlready = "set-up-already",
        /// Its email address differs from the payer's.
        OtherEmail = "other-email",
        /// The payer's email address belongs to another account.
        EmailTaken = "email-taken",
    }
}

/// Known facts about the purchase of a set-up.
#[derive(Debug, Clone, Copy)]
pub struct Purchase<'a> {
    /// Email address of the payer.
    pub email: &'a str,
    /// Client created from it, if any.
    pub client: Option<PaidClient>,
    /// Whether it was refunded or the plan has ended.
    pub is_over: bool,
}

/// The client of a purchase.
#[derive(Debug, Clone, Copy)]
pub struct PaidClient {
    /// Status of the client.
    pub status: ClientStatus,
    /// Whether another account signs in with the client's email address.
    pub email_is_taken: bool,
}

impl PaidClient {
    /// Whether an admin may set it up.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.status == ClientStatus::PendingOnboarding
    }
}

/// Returns why a set-up has to wait; `None` if it can be applied.
#[must_use]
pub fn wait_reason(email: &str, checkout: Option<&str>, purchase: Option<Purchase<'_>>) -> Option<WaitReason> {
    if checkout.is_none() {
        return Some(WaitReason::NoCheckout);
    }
    let Some(purchase) = purchase else { return Some(WaitReason::UnknownCheckout) };
    if purchase.is_over {
        return Some(WaitReason::PurchaseOver);
    }
    let Some(client) = purchase.client else { return Some(WaitReason::NoClient) };
    if !client.is_open() {
        return Some(WaitReason::SetUpAlready);
    }
    if email_address(email) != email_address(purchase.email) {
        return Some(WaitReason::OtherEmail);
    }
    client.email_is_taken.then_some(WaitReason::EmailTaken)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: PaidClient = PaidClient { status: ClientStatus::PendingOnboarding, email_is_taken: false };

    fn reason(email: &str, client: Option<PaidClient>) -> Option<WaitReason> {
        wait_reason(email, Some("cs_1"), Some(Purchase { email: "bea@shop.example", client, is_over: false }))
    }

    #[test]
    fn inv25_only_the_purchase_id_with_the_payers_email_sets_up_a_client() {
        assert_eq!(reason("bea@shop.example", Some(OPEN)), None);
        assert_eq!(reason(" Bea@SHOP.example ", Some(OPEN)), None);
        assert_eq!(reason("eve@shop.example", Some(OPEN)), Some(WaitReason::OtherEmail));
        assert_eq!(reason("bea@shop.example", None), Some(WaitReason::NoClient));
        let taken = PaidClient { email_is_taken: true, ..OPEN };
        assert_eq!(reason("bea@shop.example", Some(taken)), Some(WaitReason::EmailTaken));
        for status in [ClientStatus::Active, ClientStatus::Suspended, ClientStatus::PendingInvite] {
            let client = PaidClient { status, ..OPEN };
            assert_eq!(reason("bea@shop.example", Some(client)), Some(WaitReason::SetUpAlready));
        }
        let purchase = Purchase { email: "bea@shop.example", client: Some(OPEN), is_over: false };
        let over = Purchase { is_over: true, ..purchase };
        assert_eq!(wait_reason("bea@shop.example", Some("cs_1"), Some(over)), Some(WaitReason::PurchaseOver));
        assert_eq!(wait_reason("bea@shop.example", None, Some(purchase)), Some(WaitReason::NoCheckout));
        assert_eq!(wait_reason("bea@shop.example", Some("cs_2"), None), Some(WaitReason::UnknownCheckout));
    }
}
