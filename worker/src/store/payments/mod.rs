//! Purchases, plans, credits, refunds.

pub mod credit_ledger;
pub mod payment;
pub mod payment_event;
pub mod plan_change;
pub mod plan_product;
pub mod subscription;
pub mod top_up;
