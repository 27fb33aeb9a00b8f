//! Partners: applications, referrals, commissions, payouts.

pub mod affiliate;
pub mod affiliate_departure;
pub mod affiliate_erasure;
pub mod commission;
pub mod commission_snapshot;
pub mod connect_account;
pub mod payout;
pub mod referral;
