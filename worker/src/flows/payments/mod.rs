//! Purchases, plans, credits, refunds.

pub mod answer_purchase;
pub mod apply_stripe_event;
pub mod assign_payment;
pub mod cancel_plan;
pub mod check_stripe;
pub mod create_paid_client;
pub mod create_stripe_objects;
mod end_duplicates;
pub mod find_checkout;
pub mod issue_refunds;
pub mod list_movements;
pub mod map_product;
mod notify_dispute;
pub mod notify_doubt;
pub mod notify_resumed;
pub mod notify_unpaid;
pub mod refund_payment;
pub mod renew_credits;
pub mod reread_subscriptions;
pub mod show_billing;
pub mod subscribe_again;
pub mod sync_client_plan;
pub mod sync_error;
pub mod sync_subscriptions;
pub mod sync_top_up;
