//! A partner's referrals and commissions, and what they are computed from.

use std::collections::BTreeMap;

use domain::api::commission::{AffiliateDashboard, CommissionFacts, MonthStatement};
use domain::api::payout::PayoutAccount;
use domain::commission::activity::{ReferralActivity, activity, earns_until};
use domain::commission::month::Month;
use domain::commission::snapshot::PartnerFacts;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::affiliate::Affiliate;
use crate::store::{commission, commission_snapshot, payout, referral};

/// `GET /api/affiliate/dashboard?affiliateId=…`.
pub async fn get(app: &App, request: &Request) -> Result<Response> {
    let AffiliateUser { affiliate, .. } = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    Ok(Response::from_json(&of(app, affiliate).await?)?)
}

/// All that a partner sees of itself.
///
/// # Errors
/// Of the database.
pub async fn of(app: &App, affiliate: Affiliate) -> Result<AffiliateDashboard> {
    let month = Month::of(app.now);
    let ids = serde_json::to_string(&[&affiliate.id])?;
    let mut facts = referral::facts(&app.db, &ids, month, app.now).await?;
    let facts = PartnerFacts { left_at: affiliate.left_at, referrals: facts.remove(&affiliate.id).unwrap_or_default() };
    let now: BTreeMap<&str, ReferralActivity> =
        facts.referrals.iter().map(|one| (one.id.as_str(), activity(one, month, app.now))).collect();
    let activity_of = |id: &str| now.get(id).copied().unwrap_or(ReferralActivity::NotPaid);
    let balance = commission::balance(&app.db, &affiliate.id).await?;
    let snapshots = commission_snapshot::moments(&app.db, &affiliate.id).await?;
    let months = commission::history(&app.db, &affiliate.id).await?;
    let statement = |(month, commissions): (String, _)| {
        let as_of = snapshots.get(&month).copied().unwrap_or_default();
        let closes_at = Month::parse(&month).map(Month::closes_at);
        MonthStatement { is_closed: closes_at.is_some_and(|closes_at| as_of >= closes_at), month, as_of, commissions }
    };
    let can_receive = affiliate.connect_ready;
    let payout_account = affiliate.connect_account_id.clone().map(|id| PayoutAccount { id, can_receive });
    let code = affiliate.stripe_coupon_id.clone().unwrap_or_default();
    Ok(AffiliateDashboard {
        tier: affiliate.tier(),
        referral_url: format!("{}/?ref={code}", app.config.public_origin),
        stripe_coupon_id: code,
        payouts: payout::of_affiliate(&app.db, &affiliate.id).await?,
        referrals: referral::of_affiliate(&app.db, &affiliate.id, activity_of).await?,
        active_referrals: facts.active_clients(month, app.now),
        lifetime_earnings: balance.lifetime,
        pending_payout: balance.pending,
        months: months.into_iter().map(statement).collect(),
        id: affiliate.id,
        first_name: affiliate.first_name,
        surname: affiliate.surname,
        left_at: affiliate.left_at,
        payout_account,
        can_connect: app.config.connect.is_some(),
        earns_until: affiliate.left_at.map(earns_until),
    })
}

/// `GET /api/affiliate/statements/{month}?affiliateId=…`.
pub async fn statement(app: &App, request: &Request, month: &str) -> Result<Response> {
    let AffiliateUser { affiliate, .. } = AffiliateUser::of(app, request, request.query("affiliateId")).await?;
    let month = Month::parse(month).ok_or(Error::NotFound("Statement"))?;
    let (own, sponsored): (Vec<_>, Vec<_>) = commission_snapshot::with_sponsored(&app.db, &affiliate.id, month)
        .await?
        .into_iter()
        .partition(|one| one.affiliate_id == affiliate.id);
    let own = own.first().ok_or(Error::NotFound("Statement"))?;
    let newest = sponsored.iter().map(|one| one.taken_at).fold(own.taken_at, i64::max);
    Ok(Response::from_json(&CommissionFacts {
        month: month.to_string(),
        as_of: own.as_of,
        is_computing: own.computed_at.is_none_or(|computed_at| computed_at < newest),
        own: own.facts()?,
        sponsored: sponsored.iter().map(|one| one.facts()).collect::<Result<_>>()?,
        commissions: commission::of_month(&app.db, &affiliate.id, month).await?,
    })?)
}
