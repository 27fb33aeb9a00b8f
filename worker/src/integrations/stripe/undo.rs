//! Ends subscriptions and refunds payments.

use domain::stripe::returns::PaymentsOfInvoice;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Fault, StripeResult};
use crate::config::Stripe;

/// A pending invoice item of a customer, such as a proration.
#[derive(Deserialize)]
struct PendingItem {
    id: String,
    amount: i64,
    #[serde(default)]
    proration: bool,
}

impl Stripe {
    /// Refunds everything paid for a subscription, except what a bank has taken back. Idempotent.
    async fn refund_subscription(&self, subscription: &str) -> StripeResult<()> {
        for invoice in self.paid_invoices(subscription).await? {
            let path = format!("/v1/invoice_payments?invoice={}&status=paid", invoice.id);
            for payment in self.all(&path, |one: &PaymentsOfInvoice| Some(&one.id)).await? {
                // A credit balance at Stripe took no money.
                if let Some(intent) = payment.payment.payment_intent {
                    self.refund_unless(&["charge_already_refunded", "charge_disputed"], &intent).await?;
                }
            }
        }
        Ok(())
    }

    /// Refunds a payment. Idempotent.
    pub async fn refund(&self, payment_intent: &str) -> StripeResult<()> {
        self.refund_unless(&["charge_already_refunded"], payment_intent).await
    }

    /// Refunds a payment, treating a refusal with one of these codes as success. Needs no idempotency key, with which
    /// Stripe would repeat a failure for a day: the rest of a payment can be refunded only once.
    async fn refund_unless(&self, codes: &[&str], payment_intent: &str) -> StripeResult<()> {
        let body = format!("payment_intent={payment_intent}");
        let sent = self.send("POST", "/v1/refunds", Some(&body), None).await?;
        if sent.is_refused_as(codes) {
            return Ok(());
        }
        sent.read().map(|_: IgnoredAny| ())
    }

    /// Ends a subscription at once, without further charges.
    pub async fn end_subscription(&self, subscription: &str) -> StripeResult<()> {
        let sent = self.send("DELETE", &format!("/v1/subscriptions/{subscription}"), None, None).await?;
        // It may have already ended.
        if !sent.is_refused_as(&["resource_missing"]) {
            sent.read().map(|_: IgnoredAny| ())?;
        }
        // Stripe only promises not to collect finalized invoices after the end.
        for draft in self.charged_drafts(subscription).await? {
            let path = format!("/v1/invoices/{}", draft.id);
            self.post(&path, &[("auto_advance", "false")]).await.map(|_: IgnoredAny| ())?;
        }
        Ok(())
    }

    /// Ends a subscription at once, and refunds everything paid for it. Idempotent.
    pub async fn undo_subscription(&self, subscription: &str) -> StripeResult<()> {
        self.end_subscription(subscription).await?;
        self.refund_subscription(subscription).await
    }

    /// Deletes what would be charged with a customer's next invoice or at the end of a subscription. Returns once
    /// nothing is left. Keeps credits given by hand.
    pub async fn delete_pending_items(&self, customer: &str) -> StripeResult<()> {
        let pending = self.pending_items(customer).await?;
        if pending.is_empty() {
            return Ok(());
        }
        for item in pending {
            let sent = self.send("DELETE", &format!("/v1/invoiceitems/{}", item.id), None, None).await?;
            if !sent.is_refused_as(&["resource_missing"]) {
                sent.read().map(|_: IgnoredAny| ())?;
            }
        }
        match self.pending_items(customer).await?.first() {
            None => Ok(()),
            Some(left) => Err(Fault::Transient(format!("Stripe still has {}.", left.id), None)),
        }
    }

    async fn pending_items(&self, customer: &str) -> StripeResult<Vec<PendingItem>> {
        let path = format!("/v1/invoiceitems?customer={customer}&pending=true");
        let mut pending = self.all(&path, |item: &PendingItem| Some(&item.id)).await?;
        pending.retain(|item| item.proration || item.amount > 0);
        Ok(pending)
    }
}
