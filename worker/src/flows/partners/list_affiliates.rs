//! Figures about partners in the admin area: their counting clients and earnings.

use domain::api::affiliate::AffiliateSummary;
use domain::commission::month::Month;
use domain::commission::snapshot::PartnerFacts;

use crate::app::App;
use crate::error::Result;
use crate::store::partners::{affiliate, commission, referral};

/// Adds to each partner the figures of its own dashboard.
///
/// # Errors
/// If the database fails.
pub async fn add_figures(app: &App, partners: &mut [AffiliateSummary]) -> Result<()> {
    let month = Month::of(app.now);
    let ids: Vec<&str> = partners.iter().map(|partner| partner.id.as_str()).collect();
    let ids = serde_json::to_string(&ids)?;
    let mut facts = referral::facts(&app.db, &ids, month, app.now).await?;
    let earned = commission::earned(&app.db, &ids, month).await?;
    let left = affiliate::left(&app.db, &ids).await?;
    for partner in partners {
        let referrals = facts.remove(&partner.id).unwrap_or_default();
        partner.total_referrals = u32::try_from(referrals.len()).unwrap_or(u32::MAX);
        let facts = PartnerFacts { left_at: left.get(&partner.id).copied(), referrals };
        partner.active_referrals = facts.active_clients(month, app.now);
        if let Some(earned) = earned.iter().find(|one| one.affiliate_id == partner.id) {
            partner.lifetime_earnings = earned.lifetime;
            partner.pending_this_month = earned.pending;
        }
    }
    Ok(())
}
