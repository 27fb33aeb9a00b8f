//! Lists what moved the balance at Stripe, with the names of clients and partners.

use std::collections::BTreeMap;

use domain::date::DateRange;
use domain::stripe::balance::{BalanceTransaction, Source};

use crate::app::App;
use crate::config::Stripe;
use crate::error::{Error, Result};
use crate::store::payment::{self, Guest, guest_key};
use crate::store::payout;

/// The most charges and transfers of earlier days that one file asks for: an invocation makes at most 1,000 calls, pages among them.
const MAX_EARLIER_SOURCES: usize = 500;
const TOO_MANY: &str = "Too many of these refunds, disputes and reversals are of payments before this range. Please choose a shorter range.";

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
/// [`Error::PaymentsUnavailable`], also where there are too many; [`Error::Malformed`] where too many go back to earlier days; of the database.
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
    let partners = payout::names(&app.db, &serde_json::to_string(&payouts)?).await?;
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

/// The purchase of a charge, as that of somebody without a customer is found.
fn guest_of(charge: &Source) -> Option<Guest> {
    Some((charge.email()?, charge.created?.saturating_mul(1000)))
}

/// The charges and transfers that the movements go back to, by their ids. Those of an earlier range are asked for.
async fn origins(stripe: &Stripe, moved: &[BalanceTransaction]) -> Result<BTreeMap<String, Source>> {
    let sources = || moved.iter().filter_map(|one| one.source.as_ref());
    let mut known: BTreeMap<String, Source> = sources().map(|source| (source.id.clone(), source.clone())).collect();
    let earlier: BTreeMap<&str, &str> =
        sources().map(Source::origin).filter(|(_, id)| !known.contains_key(*id)).map(|(kind, id)| (id, kind)).collect();
    if earlier.len() > MAX_EARLIER_SOURCES {
        return Err(Error::Malformed(TOO_MANY));
    }
    for (id, kind) in earlier {
        known.insert(id.to_owned(), stripe.source(kind, id).await?);
    }
    Ok(known)
}
