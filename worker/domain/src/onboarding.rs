//! Whether what a buyer sent sets up the client that a purchase made. Anybody can type anybody's email address: only the secret id of a
//! purchase together with the address that paid is proof.

use crate::client::ClientStatus;
use crate::comparable::email_address;
use crate::string_enum::string_enum;

string_enum! {
    /// Why a set-up waits for an admin.
    WaitReason {
        /// It came without a purchase.
        NoCheckout = "no-checkout",
        /// Nothing is known of its purchase: it was made up, or the payment provider has not told of it yet.
        UnknownCheckout = "unknown-checkout",
        /// Its purchase was given back, or the plan has ended.
        PurchaseOver = "purchase-over",
        /// Its purchase belongs to no client: an admin has to say whose it is.
        NoClient = "no-client",
        /// The client of its purchase is set up already.
        SetUpAlready = "set-up-already",
        /// Its email address is not the one that paid.
        OtherEmail = "other-email",
        /// Somebody else signs in with the address that paid.
        EmailTaken = "email-taken",
    }
}

/// What is known of the purchase that a set-up came with.
#[derive(Debug, Clone, Copy)]
pub struct Purchase<'a> {
    /// The address that paid.
    pub email: &'a str,
    /// The client that it made, where it did.
    pub client: Option<PaidClient>,
    /// Whether it was given back, or the plan has ended.
    pub is_over: bool,
}

/// The client of a purchase.
#[derive(Debug, Clone, Copy)]
pub struct PaidClient {
    /// Where it stands.
    pub status: ClientStatus,
    /// Whether an account that is not the client's signs in with the client's address.
    pub email_is_taken: bool,
}

impl PaidClient {
    /// Whether an admin may set it up.
    #[must_use]
    pub fn is_open(self) -> bool {
        self.status == ClientStatus::PendingOnboarding
    }
}

/// Why a set-up waits; `None` where it sets the client of its purchase up.
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
    fn inv25_only_the_id_of_the_purchase_and_the_address_that_paid_set_a_client_up() {
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
