//! Stripe's API: reads and changes a customer's current subscriptions. Events are only trusted to say that something happened.

mod api;
pub mod connect;
mod pages;
mod setup;
mod undo;

use domain::date::DateRange;
use domain::retry_policy;
use domain::stripe::balance::{BalanceTransaction, Source};
use domain::stripe::checkout::{CheckoutDetails, CheckoutSession, RedeemableCode};
use domain::stripe::invoice::{Invoice, Upcoming};
use domain::stripe::objects::{Customer, LatestInvoice, List, Subscription};
use domain::stripe::returns::{self, Charge, CreditNote, Dispute, InvoicePayment, RefundedMoney};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use self::api::StripeResponse;
use crate::config::Stripe;
use crate::error::Error;

/// Why a call failed.
#[derive(Debug)]
pub enum Fault {
    /// It can be retried; with the seconds to wait, if Stripe names them.
    Transient(String, Option<u32>),
    /// It cannot be retried.
    Permanent(String),
}

impl Fault {
    /// The reason as a sentence for an admin.
    pub fn reason(self) -> String {
        let (Self::Transient(reason, _) | Self::Permanent(reason)) = self;
        reason
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::payments_unavailable(fault.reason())
    }
}

impl From<Fault> for retry_policy::JobOutcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Transient(reason, Some(seconds)) => Self::RetryAfter(reason, seconds),
            Fault::Transient(reason, None) => Self::Retry(reason),
            Fault::Permanent(reason) => Self::GiveUp(reason),
        }
    }
}

/// Full pages of balance transactions beyond which a file is refused.
const MOVEMENT_PAGES: usize = 100;

/// Expands an invoice's discounts.
const WITH_DISCOUNTS: &str =
    "expand[]=total_discount_amounts.discount.promotion_code&expand[]=total_discount_amounts.discount.source.coupon";

/// Result of a call.
pub type StripeResult<T> = Result<T, Fault>;

impl Stripe {
    /// Returns a customer, with the default card of its invoices.
    pub async fn customer(&self, id: &str) -> StripeResult<Customer> {
        let path = format!("/v1/customers/{id}");
        match self.get(&format!("{path}?expand[]=invoice_settings.default_payment_method")).await {
            // A deleted customer lacks that field.
            Err(Fault::Permanent(_)) => self.get(&path).await,
            found => found,
        }
    }

    /// Returns the ids of the customers with an address.
    pub async fn customers_with(&self, email: &str) -> StripeResult<Vec<String>> {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("email", email).finish();
        let found = self.all(&format!("/v1/customers?{query}"), |one: &CustomerId| Some(&one.id)).await?;
        Ok(found.into_iter().map(|one| one.id).collect())
    }

    /// Returns the newest subscriptions of a customer, including ended ones.
    pub async fn subscriptions(&self, customer: &str) -> StripeResult<Vec<Subscription>> {
        let with = "expand[]=data.latest_invoice&expand[]=data.default_payment_method";
        let path = format!("/v1/subscriptions?customer={customer}&status=all&limit=20&{with}");
        self.get(&path).await.map(|list: List<Subscription>| list.data)
    }

    /// Returns a subscription, also of a deleted customer.
    pub async fn subscription(&self, id: &str) -> StripeResult<Subscription> {
        let with = "expand[]=latest_invoice&expand[]=default_payment_method";
        self.get(&format!("/v1/subscriptions/{id}?{with}")).await
    }

    /// Returns a subscription's next invoice, with its discounts.
    pub async fn upcoming(&self, subscription: &str) -> StripeResult<Option<Upcoming>> {
        let body = format!("subscription={subscription}&{WITH_DISCOUNTS}");
        let sent = self.send("POST", "/v1/invoices/create_preview", Some(&body), None).await?;
        if sent.is_refused_as(&["invoice_upcoming_none"]) { Ok(None) } else { sent.read().map(Some) }
    }

    /// Returns the invoice of a month that has begun, which Stripe keeps as a draft for an hour before charging it.
    /// `None` if none will be charged.
    pub async fn draft(&self, subscription: &str) -> StripeResult<Option<Upcoming>> {
        match self.charged_drafts(subscription).await?.first() {
            Some(draft) if draft.amount_due > 0 => {
                self.get(&format!("/v1/invoices/{}?{WITH_DISCOUNTS}", draft.id)).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns the drafts of a subscription that Stripe will charge automatically.
    async fn charged_drafts(&self, subscription: &str) -> StripeResult<Vec<Upcoming>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=draft&limit=10");
        let mut drafts: List<Upcoming> = self.get(&path).await?;
        drafts.data.retain(|draft| draft.auto_advance);
        Ok(drafts.data)
    }

    /// Returns all paid invoices of a subscription, newest first.
    pub async fn paid_invoices(&self, subscription: &str) -> StripeResult<Vec<Invoice>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=paid");
        self.all(&path, |invoice: &Invoice| Some(&invoice.id)).await
    }

    /// Returns the unpaid invoices of a subscription.
    pub async fn open_invoices(&self, subscription: &str) -> StripeResult<Vec<LatestInvoice>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=open&limit=20");
        self.get(&path).await.map(|list: List<LatestInvoice>| list.data)
    }

    /// Returns an invoice.
    pub async fn invoice(&self, id: &str) -> StripeResult<Invoice> {
        self.get(&format!("/v1/invoices/{id}")).await
    }

    /// Returns the returned money of a customer's invoices, and their disputes.
    pub async fn returned(&self, customer: &str) -> StripeResult<(RefundedMoney, Vec<InvoiceDisputes>)> {
        let charges = self.all(&format!("/v1/charges?customer={customer}"), |charge: &Charge| Some(&charge.id)).await?;
        let mut returned = RefundedMoney::default();
        let mut all_disputes = Vec::new();
        for charge in charges.into_iter().filter(Charge::is_doubtful) {
            let Some(payment) = &charge.payment_intent else { continue };
            let disputes = self.disputes(&charge.id).await?;
            let of = format!("payment[type]=payment_intent&payment[payment_intent]={payment}");
            let paid: Option<InvoicePayment> = self.first(&format!("/v1/invoice_payments?{of}&limit=1")).await?;
            let Some(InvoicePayment { invoice }) = paid else { continue };
            returned.pence.push((invoice.clone(), charge.returned(&disputes)));
            all_disputes.push(InvoiceDisputes { invoice, disputes });
        }
        // Only credit notes with refunds count, and each refund is of a charge, so none matters without a returned charge.
        if !returned.pence.is_empty() {
            let path = format!("/v1/credit_notes?customer={customer}");
            returned.credit_notes = self.all(&path, |note: &CreditNote| Some(&note.id)).await?;
        }
        Ok((returned, all_disputes))
    }

    /// Returns the disputes of a charge, newest first.
    pub async fn disputes(&self, charge: &str) -> StripeResult<Vec<Dispute>> {
        let list: List<Dispute> = self.get(&format!("/v1/disputes?charge={charge}&limit=10")).await?;
        Ok(list.data)
    }

    /// Returns a dispute.
    pub async fn dispute(&self, id: &str) -> StripeResult<Dispute> {
        self.get(&format!("/v1/disputes/{id}")).await
    }

    /// Returns the customer of a payment.
    pub async fn payer(&self, payment_intent: &str) -> StripeResult<Option<String>> {
        let payer: returns::Payer = self.get(&format!("/v1/payment_intents/{payment_intent}")).await?;
        Ok(payer.customer)
    }

    /// Returns the checkout session that began a subscription.
    pub async fn checkout(&self, subscription: &str) -> StripeResult<Option<CheckoutSession>> {
        let with = "expand[]=data.discounts.promotion_code";
        self.first(&format!("/v1/checkout/sessions?subscription={subscription}&limit=1&{with}")).await
    }

    /// Returns the checkout session of a payment.
    pub async fn checkout_of_payment(&self, payment_intent: &str) -> StripeResult<Option<CheckoutSession>> {
        self.first(&format!("/v1/checkout/sessions?payment_intent={payment_intent}&limit=1")).await
    }

    /// Returns a checkout session, with the charge of a one-time payment.
    pub async fn checkout_session(&self, id: &str) -> StripeResult<CheckoutSession> {
        self.get(&format!("/v1/checkout/sessions/{id}?expand[]=payment_intent.latest_charge")).await
    }

    /// Returns the completed checkout sessions since a time in seconds, with the charge of one-time payments.
    pub async fn checkouts_since(&self, since: i64) -> StripeResult<Vec<CheckoutSession>> {
        let path = format!(
            "/v1/checkout/sessions?status=complete&created[gte]={since}&expand[]=data.payment_intent.latest_charge"
        );
        self.all(&path, |session: &CheckoutSession| Some(&session.id)).await
    }

    /// Returns a checkout session by its id, with its line items.
    pub async fn checkout_details(&self, id: &str) -> StripeResult<CheckoutDetails> {
        self.get(&format!("/v1/checkout/sessions/{id}?expand[]=line_items")).await
    }

    /// Returns every balance transaction of a range, newest first, with its source.
    pub async fn balance_transactions(&self, range: DateRange) -> StripeResult<Vec<BalanceTransaction>> {
        let (from, before) = range.bounds();
        let path = format!(
            "/v1/balance_transactions?created[gte]={}&created[lt]={}&expand[]=data.source",
            from.div_euclid(1000),
            before.div_euclid(1000)
        );
        self.pages(&path, MOVEMENT_PAGES, |moved: &BalanceTransaction| Some(&moved.id)).await
    }

    /// Returns a charge or a transfer; `kind` is its collection.
    pub async fn source(&self, kind: &str, id: &str) -> StripeResult<Source> {
        self.get(&format!("/v1/{kind}/{id}")).await
    }

    /// Returns the subscriptions created since a time in seconds.
    pub async fn subscriptions_since(&self, since: i64) -> StripeResult<Vec<SubscriptionRef>> {
        self.all(&format!("/v1/subscriptions?status=all&created[gte]={since}"), |bought: &SubscriptionRef| {
            Some(&bought.id)
        })
        .await
    }

    /// Sets whether a subscription renews after the paid month.
    pub async fn set_renewal(&self, subscription: &str, renews: bool) -> StripeResult<()> {
        let ends = if renews { "false" } else { "true" };
        let path = format!("/v1/subscriptions/{subscription}");
        let answer: StripeResult<serde::de::IgnoredAny> = self.post(&path, &[("cancel_at_period_end", ends)]).await;
        answer.map(drop)
    }

    /// Returns the promotion codes with this name, ignoring case, newest first. At most one of them is usable.
    pub async fn promotion_codes(&self, code: &str) -> StripeResult<Vec<RedeemableCode>> {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("code", code), ("limit", "100"), ("expand[]", "data.promotion.coupon")])
            .finish();
        self.get(&format!("/v1/promotion_codes?{query}")).await.map(|list: List<RedeemableCode>| list.data)
    }

    /// Creates a promotion code for a coupon. Fails while a usable code has the same name.
    pub async fn create_promotion_code(&self, code: &str, coupon: &str) -> StripeResult<()> {
        let fields = [("code", code), ("promotion[type]", "coupon"), ("promotion[coupon]", coupon)];
        let answer: StripeResult<serde::de::IgnoredAny> = self.post("/v1/promotion_codes", &fields).await;
        answer.map(drop)
    }

    /// Activates or deactivates a promotion code; present users keep the discount.
    pub async fn switch_promotion_code(&self, id: &str, is_on: bool) -> StripeResult<()> {
        let fields = [("active", if is_on { "true" } else { "false" })];
        let answer: StripeResult<serde::de::IgnoredAny> =
            self.post(&format!("/v1/promotion_codes/{id}"), &fields).await;
        answer.map(drop)
    }

    async fn first<T: DeserializeOwned>(&self, path: &str) -> StripeResult<Option<T>> {
        let list: List<T> = self.get(path).await?;
        Ok(list.data.into_iter().next())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> StripeResult<T> {
        self.send("GET", path, None, None).await?.read()
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, fields: &[(&str, &str)]) -> StripeResult<T> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send("POST", path, Some(&body), None).await?.read()
    }

    /// Posts a form idempotently: Stripe repeats its first answer for the same key within a day.
    async fn post_once(&self, path: &str, fields: &[(&str, &str)], key: &str) -> StripeResult<StripeResponse> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send("POST", path, Some(&body), Some(key)).await
    }
}

#[derive(Deserialize)]
struct CustomerId {
    id: String,
}

/// The disputes of a charge that paid an invoice.
pub struct InvoiceDisputes {
    /// `in_…`.
    pub invoice: String,
    pub disputes: Vec<Dispute>,
}

/// A subscription and its customer.
#[derive(Deserialize)]
pub struct SubscriptionRef {
    pub id: String,
    pub customer: String,
}
