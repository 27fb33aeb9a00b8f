//! Takes back a subscription that nobody should have paid for.

use domain::stripe::returns::PaidBy;
use serde::de::IgnoredAny;

use super::Outcome;
use crate::config::Stripe;

impl Stripe {
    /// Gives back everything that was paid for a subscription, but for what a bank has taken back already. Repeating it gives nothing
    /// back twice.
    pub async fn refund_subscription(&self, subscription: &str) -> Outcome<()> {
        for invoice in self.paid_invoices(subscription).await? {
            let path = format!("/v1/invoice_payments?invoice={}&status=paid", invoice.id);
            for payment in self.all(&path, |one: &PaidBy| Some(&one.id)).await? {
                // A credit at Stripe took no money.
                if let Some(intent) = payment.payment.payment_intent {
                    self.refund_unless(&["charge_already_refunded", "charge_disputed"], &intent).await?;
                }
            }
        }
        Ok(())
    }

    /// Gives a payment back. Repeating it gives nothing back twice.
    pub async fn refund(&self, payment_intent: &str) -> Outcome<()> {
        self.refund_unless(&["charge_already_refunded"], payment_intent).await
    }

    /// The same; a refusal with one of these codes is none.
    async fn refund_unless(&self, codes: &[&str], payment_intent: &str) -> Outcome<()> {
        let fields = [("payment_intent", payment_intent)];
        let sent = self.post_once("/v1/refunds", &fields, &format!("sayso-refund-{payment_intent}")).await?;
        if sent.is_refused_as(codes) {
            return Ok(());
        }
        sent.read().map(|_: IgnoredAny| ())
    }

    /// Ends a subscription at once. Nothing more is charged for it.
    pub async fn end_subscription(&self, subscription: &str) -> Outcome<()> {
        let sent = self.send("DELETE", &format!("/v1/subscriptions/{subscription}"), None, None).await?;
        // It has ended already.
        if sent.is_refused_as(&["resource_missing"]) {
            return Ok(());
        }
        sent.read().map(|_: IgnoredAny| ())
    }
}
