//! Partners: applications, referrals, commissions, payouts.

pub mod apply_as_affiliate;
pub mod approve_affiliate;
pub mod assign_referral;
pub mod calculate_commissions;
mod check_partner_code;
pub mod close_commissions;
pub mod configure_affiliate;
pub mod connect_payouts;
pub mod end_partnership;
pub mod erase_partner;
pub mod list_affiliates;
pub mod notify_partners;
pub mod pay_affiliate;
pub mod reconcile_payouts;
pub mod reject_affiliate;
pub mod resolve_payout;
pub mod switch_partner_codes;
pub mod sync_transfer;
