//! Connected accounts, and transfers to them.

use domain::stripe::connect::{ConnectAccount, Transfer};
use domain::stripe::objects::List;

use super::pages::{CreatedObject, Page};
use super::{Fault, StripeResult};
use crate::config::Stripe;

/// Metadata key of the partner's id.
const AFFILIATE_KEY: &str = "sayso_affiliate_id";

/// A transfer to make.
pub struct TransferRequest<'a> {
    pub payout_id: &'a str,
    pub amount_pence: i64,
    /// The connected account.
    pub destination: &'a str,
    /// Idempotency key: Stripe repeats its first answer for the same key.
    pub key: &'a str,
}

/// A failed transfer.
pub struct TransferError {
    pub fault: Fault,
    /// Whether Stripe would repeat this answer for the same key as long as it remembers the key.
    pub is_key_spent: bool,
}

impl Stripe {
    /// Creates a partner's connected account and returns its id. Idempotent within a day.
    pub async fn create_connect_account(&self, affiliate_id: &str, email: &str) -> StripeResult<String> {
        let metadata = format!("metadata[{AFFILIATE_KEY}]");
        let fields = [
            ("type", "express"),
            ("country", "GB"),
            ("email", email),
            ("capabilities[transfers][requested]", "true"),
            (metadata.as_str(), affiliate_id),
        ];
        let key = format!("sayso-affiliate-{affiliate_id}");
        let created: CreatedObject = self.post_once("/v1/accounts", &fields, &key).await?.read()?;
        Ok(created.id)
    }

    /// Returns the address of Stripe's onboarding page for a partner. It returns to `return_url`, even if the form is
    /// incomplete, and to `refresh_url` if the page was used before or has expired.
    pub async fn onboarding_page(&self, account: &str, return_url: &str, refresh_url: &str) -> StripeResult<String> {
        let fields = [
            ("account", account),
            ("type", "account_onboarding"),
            ("return_url", return_url),
            ("refresh_url", refresh_url),
        ];
        let page: Page = self.post("/v1/account_links", &fields).await?;
        Ok(page.url)
    }

    /// Returns a connected account. `None` if it does not exist or we have lost access to it.
    pub async fn connect_account(&self, id: &str) -> StripeResult<Option<ConnectAccount>> {
        let sent = self.send("GET", &format!("/v1/accounts/{id}"), None, None).await?;
        if sent.is_refused_as(&["account_invalid", "resource_missing"]) {
            return Ok(None);
        }
        sent.read().map(Some)
    }

    /// Returns the transfers of a payout: one, unless somebody made others by hand.
    pub async fn transfers_of(&self, payout_id: &str) -> StripeResult<Vec<Transfer>> {
        let path = format!("/v1/transfers?transfer_group={payout_id}&limit=10");
        self.get(&path).await.map(|list: List<Transfer>| list.data)
    }

    /// Transfers a payout.
    pub async fn send_transfer(&self, request: &TransferRequest<'_>) -> Result<Transfer, TransferError> {
        let amount = request.amount_pence.to_string();
        let fields = [
            ("amount", amount.as_str()),
            ("currency", "gbp"),
            ("destination", request.destination),
            ("transfer_group", request.payout_id),
            ("description", "Sayso partner commission"),
        ];
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let sent = self.send("POST", "/v1/transfers", Some(&body), Some(request.key)).await;
        let sent = sent.map_err(|fault| TransferError { fault, is_key_spent: false })?;
        let is_old_failure = sent.is_replayed && sent.answer.status >= 500;
        sent.read().map_err(|fault| TransferError {
            is_key_spent: is_old_failure || matches!(fault, Fault::Permanent(_)),
            fault,
        })
    }
}
