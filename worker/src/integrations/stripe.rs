//! Stripe's API: what subscriptions of a customer are at this moment, and what becomes of them. Nothing of an event is believed but that
//! something happened.

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

use self::api::Sent;
use crate::config::Stripe;
use crate::error::Error;

/// Why the API did not answer what was asked.
#[derive(Debug)]
pub enum Fault {
    /// It may answer later; the seconds it asks to wait, where it does.
    Transient(String, Option<u32>),
    /// It will not.
    Permanent(String),
}

impl Fault {
    /// The reason, in a sentence for an admin.
    pub fn reason(self) -> String {
        let (Self::Transient(reason, _) | Self::Permanent(reason)) = self;
        reason
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::PaymentsUnavailable(fault.reason())
    }
}

impl From<Fault> for retry_policy::Outcome {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Transient(reason, Some(seconds)) => Self::RetryAfter(reason, seconds),
            Fault::Transient(reason, None) => Self::Retry(reason),
            Fault::Permanent(reason) => Self::GiveUp(reason),
        }
    }
}

/// More movements than so many full pages are too many for one file.
const MOVEMENT_PAGES: usize = 100;

/// Has an invoice name its discounts whole.
const WITH_DISCOUNTS: &str =
    "expand[]=total_discount_amounts.discount.promotion_code&expand[]=total_discount_amounts.discount.source.coupon";

/// What a call came to.
pub type Outcome<T> = Result<T, Fault>;

impl Stripe {
    /// A customer, with the card that its invoices are paid by.
    pub async fn customer(&self, id: &str) -> Outcome<Customer> {
        let path = format!("/v1/customers/{id}");
        match self.get(&format!("{path}?expand[]=invoice_settings.default_payment_method")).await {
            // One that was deleted has no such field.
            Err(Fault::Permanent(_)) => self.get(&path).await,
            found => found,
        }
    }

    /// The ids of the customers with an address.
    pub async fn customers_with(&self, email: &str) -> Outcome<Vec<String>> {
        let query = form_urlencoded::Serializer::new(String::new()).append_pair("email", email).finish();
        let found = self.all(&format!("/v1/customers?{query}"), |one: &CustomerId| Some(&one.id)).await?;
        Ok(found.into_iter().map(|one| one.id).collect())
    }

    /// The newest subscriptions of a customer, ended ones too.
    pub async fn subscriptions(&self, customer: &str) -> Outcome<Vec<Subscription>> {
        let with = "expand[]=data.latest_invoice&expand[]=data.default_payment_method";
        let path = format!("/v1/subscriptions?customer={customer}&status=all&limit=20&{with}");
        self.get(&path).await.map(|list: List<Subscription>| list.data)
    }

    /// A subscription, also of a customer that was deleted.
    pub async fn subscription(&self, id: &str) -> Outcome<Subscription> {
        let with = "expand[]=latest_invoice&expand[]=default_payment_method";
        self.get(&format!("/v1/subscriptions/{id}?{with}")).await
    }

    /// A subscription's next invoice, with its discounts; nothing where none follows.
    pub async fn upcoming(&self, subscription: &str) -> Outcome<Option<Upcoming>> {
        let body = format!("subscription={subscription}&{WITH_DISCOUNTS}");
        let sent = self.send("POST", "/v1/invoices/create_preview", Some(&body), None).await?;
        if sent.is_refused_as(&["invoice_upcoming_none"]) { Ok(None) } else { sent.read().map(Some) }
    }

    /// The invoice of a month that has begun, which Stripe keeps as a draft for an hour before it charges it. Nothing where none is charged.
    pub async fn draft(&self, subscription: &str) -> Outcome<Option<Upcoming>> {
        match self.charged_drafts(subscription).await?.first() {
            Some(draft) if draft.amount_due > 0 => {
                self.get(&format!("/v1/invoices/{}?{WITH_DISCOUNTS}", draft.id)).await.map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The drafts of a subscription that Stripe charges without anybody doing anything.
    async fn charged_drafts(&self, subscription: &str) -> Outcome<Vec<Upcoming>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=draft&limit=10");
        let mut drafts: List<Upcoming> = self.get(&path).await?;
        drafts.data.retain(|draft| draft.auto_advance);
        Ok(drafts.data)
    }

    /// All paid invoices of a subscription, newest first.
    pub async fn paid_invoices(&self, subscription: &str) -> Outcome<Vec<Invoice>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=paid");
        self.all(&path, |invoice: &Invoice| Some(&invoice.id)).await
    }

    /// The invoices of a subscription that are still to be paid.
    pub async fn open_invoices(&self, subscription: &str) -> Outcome<Vec<LatestInvoice>> {
        let path = format!("/v1/invoices?subscription={subscription}&status=open&limit=20");
        self.get(&path).await.map(|list: List<LatestInvoice>| list.data)
    }

    /// An invoice.
    pub async fn invoice(&self, id: &str) -> Outcome<Invoice> {
        self.get(&format!("/v1/invoices/{id}")).await
    }

    /// The money of a customer's invoices that went back, and their disputes.
    pub async fn returned(&self, customer: &str) -> Outcome<(RefundedMoney, Vec<InvoiceDisputes>)> {
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
        // Only a credit note's refunds count, and each is a refund of a charge: without one no note matters.
        if !returned.pence.is_empty() {
            let path = format!("/v1/credit_notes?customer={customer}");
            returned.credit_notes = self.all(&path, |note: &CreditNote| Some(&note.id)).await?;
        }
        Ok((returned, all_disputes))
    }

    /// The disputes of a charge, newest first.
    pub async fn disputes(&self, charge: &str) -> Outcome<Vec<Dispute>> {
        let list: List<Dispute> = self.get(&format!("/v1/disputes?charge={charge}&limit=10")).await?;
        Ok(list.data)
    }

    /// A dispute.
    pub async fn dispute(&self, id: &str) -> Outcome<Dispute> {
        self.get(&format!("/v1/disputes/{id}")).await
    }

    /// Who made a payment.
    pub async fn payer(&self, payment_intent: &str) -> Outcome<Option<String>> {
        let payer: returns::Payer = self.get(&format!("/v1/payment_intents/{payment_intent}")).await?;
        Ok(payer.customer)
    }

    /// The purchase that a subscription began with.
    pub async fn checkout(&self, subscription: &str) -> Outcome<Option<CheckoutSession>> {
        let with = "expand[]=data.discounts.promotion_code";
        self.first(&format!("/v1/checkout/sessions?subscription={subscription}&limit=1&{with}")).await
    }

    /// The purchase that a payment was made for.
    pub async fn checkout_of_payment(&self, payment_intent: &str) -> Outcome<Option<CheckoutSession>> {
        self.first(&format!("/v1/checkout/sessions?payment_intent={payment_intent}&limit=1")).await
    }

    /// A purchase, with what took the money where it was paid once.
    pub async fn checkout_session(&self, id: &str) -> Outcome<CheckoutSession> {
        self.get(&format!("/v1/checkout/sessions/{id}?expand[]=payment_intent.latest_charge")).await
    }

    /// The purchases since a time, in seconds, that are complete, with what took the money where it was paid once.
    pub async fn checkouts_since(&self, since: i64) -> Outcome<Vec<CheckoutSession>> {
        let path = format!(
            "/v1/checkout/sessions?status=complete&created[gte]={since}&expand[]=data.payment_intent.latest_charge"
        );
        self.all(&path, |session: &CheckoutSession| Some(&session.id)).await
    }

    /// A purchase by its id, with what was bought.
    pub async fn checkout_details(&self, id: &str) -> Outcome<CheckoutDetails> {
        self.get(&format!("/v1/checkout/sessions/{id}?expand[]=line_items")).await
    }

    /// Every movement of the balance on these days, newest first, each with its source.
    pub async fn balance_transactions(&self, range: DateRange) -> Outcome<Vec<BalanceTransaction>> {
        let (from, before) = range.bounds();
        let path = format!(
            "/v1/balance_transactions?created[gte]={}&created[lt]={}&expand[]=data.source",
            from.div_euclid(1000),
            before.div_euclid(1000)
        );
        self.pages(&path, MOVEMENT_PAGES, |moved: &BalanceTransaction| Some(&moved.id)).await
    }

    /// A charge or a transfer; `kind` is its collection.
    pub async fn source(&self, kind: &str, id: &str) -> Outcome<Source> {
        self.get(&format!("/v1/{kind}/{id}")).await
    }

    /// The subscriptions that were begun since a time, in seconds.
    pub async fn subscriptions_since(&self, since: i64) -> Outcome<Vec<SubscriptionRef>> {
        self.all(&format!("/v1/subscriptions?status=all&created[gte]={since}"), |bought: &SubscriptionRef| {
            Some(&bought.id)
        })
        .await
    }

    /// Says whether a subscription goes on once the month is over that was paid for.
    pub async fn set_renewal(&self, subscription: &str, goes_on: bool) -> Outcome<()> {
        let ends = if goes_on { "false" } else { "true" };
        let path = format!("/v1/subscriptions/{subscription}");
        let answer: Outcome<serde::de::IgnoredAny> = self.post(&path, &[("cancel_at_period_end", ends)]).await;
        answer.map(drop)
    }

    /// The promotion codes of this name, whatever its case, newest first: one that can be used at most, and earlier ones.
    pub async fn promotion_codes(&self, code: &str) -> Outcome<Vec<RedeemableCode>> {
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs([("code", code), ("limit", "100"), ("expand[]", "data.promotion.coupon")])
            .finish();
        self.get(&format!("/v1/promotion_codes?{query}")).await.map(|list: List<RedeemableCode>| list.data)
    }

    /// Makes a promotion code of a coupon. It cannot be made while there is one of its name that can be used.
    pub async fn create_promotion_code(&self, code: &str, coupon: &str) -> Outcome<()> {
        let fields = [("code", code), ("promotion[type]", "coupon"), ("promotion[coupon]", coupon)];
        let answer: Outcome<serde::de::IgnoredAny> = self.post("/v1/promotion_codes", &fields).await;
        answer.map(drop)
    }

    /// Has a promotion code taken from now on, or taken no more; who uses it keeps the discount.
    pub async fn switch_promotion_code(&self, id: &str, is_on: bool) -> Outcome<()> {
        let fields = [("active", if is_on { "true" } else { "false" })];
        let answer: Outcome<serde::de::IgnoredAny> = self.post(&format!("/v1/promotion_codes/{id}"), &fields).await;
        answer.map(drop)
    }

    async fn first<T: DeserializeOwned>(&self, path: &str) -> Outcome<Option<T>> {
        let list: List<T> = self.get(path).await?;
        Ok(list.data.into_iter().next())
    }

    async fn get<T: DeserializeOwned>(&self, path: &str) -> Outcome<T> {
        self.send("GET", path, None, None).await?.read()
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, fields: &[(&str, &str)]) -> Outcome<T> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send("POST", path, Some(&body), None).await?.read()
    }

    /// Posts a form once: a repeat with the same key within a day is answered as the first time.
    async fn post_once(&self, path: &str, fields: &[(&str, &str)], key: &str) -> Outcome<Sent> {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send("POST", path, Some(&body), Some(key)).await
    }
}

#[derive(Deserialize)]
struct CustomerId {
    id: String,
}

/// The disputes about a charge that paid an invoice.
pub struct InvoiceDisputes {
    /// `in_…`.
    pub invoice: String,
    pub disputes: Vec<Dispute>,
}

/// A subscription, and who pays for it.
#[derive(Deserialize)]
pub struct SubscriptionRef {
    pub id: String,
    pub customer: String,
}
