//! Lists what moved the balance at Stripe, with the names of clients and partners.

use std::collections::BTreeMap;

use domain::date::DateRange;
use domain::stripe::balance::{BalanceTransaction, Source};

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result};
use crate::store::{payment, payout};

/// A movement, and whose it is as far as that is known.
pub struct Movement {
    pub moved: BalanceTransaction,
    pub name: Option<String>,
    pub email: Option<String>,
    /// The payout to a partner.
    pub reference: Option<String>,
}

/// Those of a range, oldest first.
///
/// # Errors
/// [`Error::PaymentsAway`], also where there are too many; of the database.
pub async fn run(app: &App, range: DateRange) -> Result<Vec<Movement>> {
    let stripe = app.config.stripe.as_ref().ok_or_else(|| Error::PaymentsAway("No Stripe key is set.".into()))?;
    let mut moved = stripe.balance_transactions(range).await?;
    moved.reverse();
    let origins = origins(stripe, &moved).await?;
    let customers: Vec<&str> = origins.values().filter_map(|origin| origin.customer.as_deref()).collect();
    let emails: Vec<String> = origins.values().filter_map(Source::email).collect();
    let payouts: Vec<&str> = origins.values().filter_map(|origin| origin.transfer_group.as_deref()).collect();
    let payers =
        payment::payers(&app.db, &serde_json::to_string(&customers)?, &serde_json::to_string(&emails)?).await?;
    let partners = payout::names(&app.db, &serde_json::to_string(&payouts)?).await?;
    let named = moved.into_iter().map(|moved| {
        let origin = origins.get(&moved.id);
        let email = origin.and_then(Source::email);
        let customer = origin.and_then(|origin| origin.customer.as_ref());
        let reference = origin.and_then(|origin| origin.transfer_group.clone());
        let client = customer.and_then(|id| payers.get(id)).or_else(|| payers.get(email.as_ref()?));
        let name = client.or_else(|| partners.get(reference.as_ref()?)).cloned();
        Movement { moved, name, email, reference }
    });
    Ok(named.collect())
}

/// The charge or transfer that each movement goes back to; a refund and a dispute name their charge, a reversal its transfer.
async fn origins(stripe: &Stripe, moved: &[BalanceTransaction]) -> Result<BTreeMap<String, Source>> {
    let sources = moved.iter().filter_map(|one| one.source.as_ref());
    let mut known: BTreeMap<String, Source> = sources.map(|source| (source.id.clone(), source.clone())).collect();
    let mut origins = BTreeMap::new();
    for one in moved {
        let Some(source) = &one.source else { continue };
        let origin = match (&source.charge, &source.transfer) {
            (Some(id), _) => named(stripe, &mut known, "charges", id).await?,
            (None, Some(id)) => named(stripe, &mut known, "transfers", id).await?,
            (None, None) => source.clone(),
        };
        origins.insert(one.id.clone(), origin);
    }
    Ok(origins)
}

async fn named(stripe: &Stripe, known: &mut BTreeMap<String, Source>, kind: &str, id: &str) -> Result<Source> {
    if let Some(found) = known.get(id) {
        return Ok(found.clone());
    }
    let found = stripe.source(kind, id).await?;
    known.insert(id.to_owned(), found.clone());
    Ok(found)
}
