//! Lists the balance transactions at Stripe, with the names of clients and partners.

use std::collections::BTreeMap;

use domain::date::DateRange;
use domain::stripe::balance::{BalanceTransaction, Source};

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result};
use crate::store::partners::payout;
use crate::store::payments::payment::{self, Guest, guest_key};

/// Lookups of earlier charges and transfers per file: an invocation may make at most 1,000 calls, including those for pages.
const MAX_EARLIER_SOURCES: usize = 500;
const TOO_MANY: &str = "Too many of these refunds, disputes and reversals are of payments before this range. Please choose a shorter range.";

/// A balance transaction, and its client or partner if known.
pub struct Movement {
    pub moved: BalanceTransaction,
    pub name: Option<String>,
    pub email: Option<String>,
    /// Id of the payout to a partner.
    pub reference: Option<String>,
}

/// Returns the balance transactions of a range, oldest first.
///
/// # Errors
/// [`Error::payments_unavailable`], also if there are too many; [`Error::malformed`] if too many refer to earlier days;
/// if the database fails.
pub async fn run(app: &App, range: DateRange) -> Result<Vec<Movement>> {
    let stripe = app.stripe()?;
    let mut moved = stripe.balance_transactions(range).await?;
    moved.reverse();
    let origins = origins(stripe, &moved).await?;
    let customers: Vec<&str> = origins.values().filter_map(|origin| origin.customer.as_deref()).collect();
    let guests: Vec<Guest> = origins.values().filter_map(guest_of).collect();
    let payouts: Vec<&str> = origins.values().filter_map(|origin| origin.transfer_group.as_deref()).collect();
    let payers =
        payment::payers(&app.db, &serde_json::to_string(&customers)?, &serde_json::to_string(&guests)?).await?;
    let partners = payout::partner_names(&app.db, &serde_json::to_string(&payouts)?).await?;
    let named = moved.into_iter().map(|moved| {
        let origin = moved.source.as_ref().and_then(|source| origins.get(source.origin().1));
        let email = origin.and_then(Source::email);
        let customer = origin.and_then(|origin| origin.customer.as_ref());
        let reference = origin.and_then(|origin| origin.transfer_group.clone());
        let guest = || payers.get(&guest_key(&guest_of(origin?)?));
        let client = customer.and_then(|id| payers.get(id)).or_else(guest);
        let name = client.or_else(|| partners.get(reference.as_ref()?)).cloned();
        Movement { moved, name, email, reference }
    });
    Ok(named.collect())
}

/// Identifies the purchase of a charge without a customer.
fn guest_of(charge: &Source) -> Option<Guest> {
    Some((charge.email()?, charge.created?.saturating_mul(1000)))
}

/// Returns the charges and transfers that the transactions refer to, by their ids. Looks up those before the range.
async fn origins(stripe: &Stripe, moved: &[BalanceTransaction]) -> Result<BTreeMap<String, Source>> {
    let sources = || moved.iter().filter_map(|one| one.source.as_ref());
    let mut known: BTreeMap<String, Source> = sources().map(|source| (source.id.clone(), source.clone())).collect();
    let earlier: BTreeMap<&str, &str> =
        sources().map(Source::origin).filter(|(_, id)| !known.contains_key(*id)).map(|(kind, id)| (id, kind)).collect();
    if earlier.len() > MAX_EARLIER_SOURCES {
        return Err(Error::malformed(TOO_MANY));
    }
    for (id, kind) in earlier {
        known.insert(id.to_owned(), stripe.source(kind, id).await?);
    }
    Ok(known)
}
