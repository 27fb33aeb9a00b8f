//! Purchases, plans, credits, refunds.

pub mod credit_ledger;
pub mod payment;
pub mod payment_event;
pub mod plan_change;
pub mod plan_product;
pub mod subscribed_client;
pub mod subscription;
pub mod top_up;
