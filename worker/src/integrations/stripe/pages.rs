//! Stripe's pages on which a client subscribes or changes its card.

use domain::plan::Plan;
use domain::stripe::checkout::RedeemableCode;
use domain::stripe::objects::CLIENT_KEY;
use domain::stripe::setup::account::CARD;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Fault, StripeResult};
use crate::config::Stripe;

/// A page to redirect to.
#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) url: String,
}

/// An open checkout page.
#[derive(Deserialize)]
struct OpenPage {
    id: String,
    mode: String,
    url: Option<String>,
}

/// A created object.
#[derive(Deserialize)]
pub(super) struct CreatedObject {
    pub(super) id: String,
}

impl Stripe {
    /// Creates a customer for a client that has never paid, and returns its id. Idempotent within a day.
    pub async fn create_customer(&self, client_id: &str, email: &str) -> StripeResult<String> {
        let metadata_key = format!("metadata[{CLIENT_KEY}]");
        let fields = [("email", email), (metadata_key.as_str(), client_id)];
        let key = format!("sayso-customer-{client_id}-{email}");
        let created: CreatedObject = self.post_once("/v1/customers", &fields, &key).await?.read()?;
        Ok(created.id)
    }

    /// Opens a checkout page for a customer's plan and returns its address. The page redirects to `return_url`, with
    /// `paid=1` after a payment; the payment's event may arrive later. Applies `code` again if its discount lasts;
    /// otherwise the page has a field for one.
    pub async fn open_subscribe_page(
        &self,
        plan: Plan,
        client_id: &str,
        customer: &str,
        code: Option<&str>,
        return_url: &str,
    ) -> StripeResult<String> {
        let separator = if return_url.contains('?') { '&' } else { '?' };
        let metadata_key = format!("subscription_data[metadata][{CLIENT_KEY}]");
        let pence = plan.monthly_pence.to_string();
        let success = format!("{return_url}{separator}paid=1");
        let fields = |discount| {
            [
                ("mode", "subscription"),
                ("customer", customer),
                ("line_items[0][quantity]", "1"),
                ("line_items[0][price_data][currency]", "gbp"),
                ("line_items[0][price_data][unit_amount]", pence.as_str()),
                ("line_items[0][price_data][recurring][interval]", "month"),
                ("line_items[0][price_data][product_data][name]", plan.name),
                (metadata_key.as_str(), client_id),
                ("payment_method_types[0]", CARD),
                ("success_url", success.as_str()),
                ("cancel_url", return_url),
                discount,
            ]
        };
        let discount = match code {
            Some(code) => self.promotion_codes(code).await.ok(),
            None => None,
        };
        let discount = discount.into_iter().flatten().find(RedeemableCode::is_permanent).map(|found| found.id);
        let path = "/v1/checkout/sessions";
        if let Some(id) = &discount {
            let page: StripeResult<Page> = self.post(path, &fields(("discounts[0][promotion_code]", id))).await;
            // The code may be limited to new customers.
            if !matches!(page, Err(Fault::Permanent(_))) {
                return page.map(|page| page.url);
            }
        }
        let page: Page = self.post(path, &fields(("allow_promotion_codes", "true"))).await?;
        Ok(page.url)
    }

    /// Closes all open subscription pages of a customer but the newest, and returns its address, so that concurrent
    /// tabs use the same page.
    pub async fn expire_older_pages(&self, customer: &str) -> StripeResult<Option<String>> {
        let mut open = self.open_pages(customer).await?.into_iter();
        let newest = open.next().and_then(|newest| newest.url);
        for earlier in open {
            self.close_page(&earlier.id).await?;
        }
        Ok(newest)
    }

    /// Closes every open subscription page of a customer.
    pub async fn close_subscribe_pages(&self, customer: &str) -> StripeResult<()> {
        for page in self.open_pages(customer).await? {
            self.close_page(&page.id).await?;
        }
        Ok(())
    }

    /// Returns a customer's open subscription pages, newest first.
    async fn open_pages(&self, customer: &str) -> StripeResult<Vec<OpenPage>> {
        let path = format!("/v1/checkout/sessions?customer={customer}&status=open");
        let open = self.all(&path, |page: &OpenPage| Some(&page.id)).await?;
        Ok(open.into_iter().filter(|page| page.mode == "subscription").collect())
    }

    /// Closes a page. If it was just paid, the next read finds its subscription.
    async fn close_page(&self, id: &str) -> StripeResult<()> {
        let answer: StripeResult<IgnoredAny> = self.post(&format!("/v1/checkout/sessions/{id}/expire"), &[]).await;
        match answer {
            Ok(_) | Err(Fault::Permanent(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Returns the address of the customer portal, where a customer changes the card, sees invoices and cancels. The
    /// portal redirects to `return_url`.
    pub async fn portal(&self, customer: &str, return_url: &str) -> StripeResult<String> {
        // Falls back to the account's default configuration.
        let configuration = self.portal_configuration().await.ok().flatten();
        let mut fields = vec![("customer", customer), ("return_url", return_url)];
        fields.extend(configuration.as_deref().map(|id| ("configuration", id)));
        let page: Page = self.post("/v1/billing_portal/sessions", &fields).await?;
        Ok(page.url)
    }
}
