//! A partner's referrals and commissions, and the facts behind them.

use domain::api::commission::{
    AffiliateDashboard, CommissionFacts, MonthEstimate, MonthStatement, SponsoredPartner, StatementIssuer,
};
use domain::api::payout::PayoutAccount;
use domain::commission::activity::{ReferralActivity, activity, earns, earns_until};
use domain::commission::month::Month;
use domain::commission::snapshot::PartnerFacts;
use domain::commission::{CommissionStatus, commissions_of, sum};
use domain::payout::{OwedBalance, PayoutEntry, PayoutRecord, newest_payable, payable_from};
use domain::setting::{ISSUER_ADDRESS, ISSUER_NAME, ISSUER_VAT_NUMBER, SELF_BILLING, Setting};
use std::collections::{BTreeMap, BTreeSet};

use crate::app::App;
use crate::auth::guard::AffiliateUser;
use crate::error::{Error, Result};
use crate::store::partners::affiliate::Affiliate;
use crate::store::partners::{affiliate, commission, commission_snapshot, payout, referral};
use crate::store::platform::setting;

/// Sponsored partners whose clients are read per query.
const SPONSORED_BATCH: usize = 100;

/// `GET /api/affiliate/dashboard?affiliateId=…`.
pub async fn get(app: &App, AffiliateUser { affiliate, .. }: AffiliateUser) -> Result<AffiliateDashboard> {
    of(app, affiliate).await
}

/// Returns the data of a partner's dashboard.
///
/// # Errors
/// If the database fails.
pub async fn of(app: &App, affiliate: Affiliate) -> Result<AffiliateDashboard> {
    let month = Month::of(app.now);
    let ids = serde_json::to_string(&[&affiliate.id])?;
    let mut facts = referral::facts(&app.db, &ids, month, app.now).await?;
    let facts = PartnerFacts { left_at: affiliate.left_at, referrals: facts.remove(&affiliate.id).unwrap_or_default() };
    let now: BTreeMap<&str, ReferralActivity> =
        facts.referrals.iter().map(|one| (one.id.as_str(), activity(one, month, app.now))).collect();
    let activity_of = |id: &str| now.get(id).copied().unwrap_or(ReferralActivity::NotPaid);
    let sponsored = sponsored(app, &affiliate, month).await?;
    let sponsored_clients = sponsored.iter().fold(0_u32, |sum, one| sum.saturating_add(one.active_clients));
    let active_referrals = facts.active_clients(month, app.now);
    let payable_month = newest_payable(app.now);
    let balance = commission::balance(&app.db, &affiliate.id, payable_month).await?;
    let snapshots = commission_snapshot::snapshots_of(&app.db, &affiliate.id).await?;
    let records = payout::records(&app.db, &affiliate.id).await?;
    let months = commission::history(&app.db, &affiliate.id, &records).await?;
    let statement = |(month, commissions): (String, _)| {
        let as_of = snapshots.get(&month).map(|snapshot| snapshot.as_of).unwrap_or_default();
        let closes_at = Month::parse(&month).map(Month::closes_at);
        MonthStatement { is_closed: closes_at.is_some_and(|closes_at| as_of >= closes_at), month, as_of, commissions }
    };
    let months: Vec<MonthStatement> = months.into_iter().map(statement).collect();
    let owed_pence = owed_pence(&months);
    let mut owed_referrals = BTreeSet::new();
    for snapshot in snapshots.values() {
        owed_referrals.extend(snapshot.owed_referrals()?);
    }
    let can_receive = affiliate.connect_ready;
    let payout_account = affiliate.connect_account_id.clone().map(|id| PayoutAccount { id, can_receive });
    let owed = OwedBalance {
        pending_pence: owed_pence,
        payable_pence: balance.payable,
        account: payout_account.as_ref().map(|account| account.can_receive),
    };
    let can_connect = app.config.connect.is_some();
    let waits = owed_pence != 0 || balance.payable != 0;
    let code = affiliate.stripe_coupon_id.clone().unwrap_or_default();
    Ok(AffiliateDashboard {
        tier: affiliate.tier(),
        referral_url: format!("{}/?ref={code}", app.config.public_origin),
        sponsor_url: format!("{}/affiliates/apply?sponsor={code}", app.config.public_origin),
        stripe_coupon_id: code,
        this_month: MonthEstimate {
            month: month.to_string(),
            sponsored_clients,
            amount_pence: sum(&commissions_of(active_referrals, sponsored_clients)),
        },
        sponsored,
        payouts: payout::newest_of_affiliate(&app.db, &affiliate.id).await?,
        referrals: referral::of_affiliate(&app.db, &affiliate.id, activity_of).await?,
        active_referrals,
        lifetime_earnings: balance.lifetime,
        delayed_pence: balance.delayed,
        pending_payout: balance.pending,
        owed_pence,
        owed_referrals: owed_referrals.into_iter().collect(),
        payable_now: balance.payable,
        payout_status: waits.then(|| owed.status(can_connect)),
        next_payout_from: payable_from(payable_month.after()),
        months,
        id: affiliate.id,
        first_name: affiliate.first_name,
        surname: affiliate.surname,
        left_at: affiliate.left_at,
        address: affiliate.address,
        payout_account,
        can_connect,
        earns_until: affiliate.left_at.map(earns_until),
    })
}

/// Sum of the pending commissions of closed months. Excludes the running month, which is an estimate, even if an admin has computed it.
fn owed_pence(months: &[MonthStatement]) -> i64 {
    let closed = months.iter().filter(|month| month.is_closed).flat_map(|month| &month.commissions);
    let pending = closed.filter(|one| one.status == CommissionStatus::Pending);
    pending.fold(0, |sum, one| sum.saturating_add(one.commission_amount))
}

/// Returns the sponsored partners and their present contributions: none once the sponsor earns no more.
async fn sponsored(app: &App, sponsor: &Affiliate, month: Month) -> Result<Vec<SponsoredPartner>> {
    let partners = affiliate::sponsored(&app.db, &sponsor.id).await?;
    let earns = earns(sponsor.left_at, app.now);
    let mut views = Vec::with_capacity(partners.len());
    for batch in partners.chunks(SPONSORED_BATCH) {
        let ids: Vec<&str> = batch.iter().map(|partner| partner.id.as_str()).collect();
        let mut facts = referral::facts(&app.db, &serde_json::to_string(&ids)?, month, app.now).await?;
        views.extend(batch.iter().map(|partner| {
            let referrals = facts.remove(&partner.id).unwrap_or_default();
            let facts = PartnerFacts { left_at: partner.left_at, referrals };
            let active_clients = if earns { facts.sponsored_clients(month, app.now) } else { 0 };
            let own_purchases = if earns { facts.sponsors_own_clients(month, app.now) } else { 0 };
            SponsoredPartner {
                id: partner.id.clone(),
                name: partner.name.clone(),
                approved_at: partner.approved_at,
                active_clients,
                own_purchases,
                monthly_pence: sum(&commissions_of(0, active_clients)),
            }
        }));
    }
    Ok(views)
}

/// `GET /api/affiliate/statements/{month}?affiliateId=…`.
pub async fn statement(
    app: &App,
    AffiliateUser { affiliate, .. }: AffiliateUser,
    month: &str,
) -> Result<CommissionFacts> {
    let month = Month::parse(month).ok_or_else(|| Error::not_found("Statement"))?;
    let snapshots = commission_snapshot::with_sponsored(&app.db, &affiliate.id, month).await?;
    let revision = commission_snapshot::revision_of(&snapshots, month);
    let (own, sponsored): (Vec<_>, Vec<_>) = snapshots.into_iter().partition(|one| one.affiliate_id == affiliate.id);
    let own = own.first().ok_or_else(|| Error::not_found("Statement"))?;
    let newest = sponsored.iter().map(|one| one.taken_at).fold(own.taken_at, i64::max);
    let is_computing = own.computed_at.is_none_or(|computed_at| computed_at < newest);
    let payouts = payout::records_of_month(&app.db, &affiliate.id, month).await?;
    let mut entries: Vec<PayoutEntry> = payouts.iter().flat_map(PayoutRecord::entries).collect();
    entries.sort_by_key(|entry| entry.at);
    Ok(CommissionFacts {
        month: month.to_string(),
        as_of: own.as_of,
        is_computing,
        own: own.facts()?,
        sponsored: sponsored.iter().map(|one| one.facts()).collect::<Result<_>>()?,
        commissions: commission::of_month(&app.db, &affiliate.id, month, &payouts).await?,
        payouts: entries,
        revision: revision.filter(|_| !is_computing),
        paid: payout::paid_facts(&app.db, &affiliate.id, month).await?,
        issuer: issuer(app).await?,
        address: affiliate.address,
    })
}

async fn issuer(app: &App) -> Result<StatementIssuer> {
    let all = setting::all(&app.db).await?;
    let value = |setting: Setting| setting.value_in(&all).to_owned();
    Ok(StatementIssuer {
        name: value(ISSUER_NAME),
        address: value(ISSUER_ADDRESS),
        vat_number: value(ISSUER_VAT_NUMBER),
        self_billing: value(SELF_BILLING),
    })
}
