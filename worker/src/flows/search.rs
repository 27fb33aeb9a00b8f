//! The search of the admin area, and the timeline of a hit.

use domain::api::search::{SearchHit, SearchKind, SearchResults, Timeline};
use domain::commission::in_currency;
use domain::comparable::{email_address, search_key};
use domain::referral::email_key;
use domain::timeline::{account, mail, payment, video};
use media_wasm::submission::is_email;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::record_attempt::customer_hash;
use crate::store::search::{self, Found, FoundPayment, Needle};
use crate::store::timeline;

/// A shorter text finds nearly everything.
const LEAST_CHARACTERS: usize = 2;
/// Equals no hash and no address.
const NONE: &str = "-";

const NOT_FOUND_ADDRESS: &str = "In the last 30 days nothing came with this address: no video, and no attempt that was refused or cut off. \
    Either the page was closed before the video was submitted, or another address was typed. Search for the business to see whether its page \
    takes videos.";
const NOT_FOUND: &str =
    "Try the customer’s whole email address: attempts that were refused or cut off are found by it alone.";
const TOO_SHORT: &str = "Please type at least two characters.";

/// Looks for everything that a text may mean.
pub async fn run(app: &App, typed: &str) -> Result<SearchResults> {
    let key = search_key(typed);
    if key.chars().count() < LEAST_CHARACTERS {
        return Ok(SearchResults { hits: Vec::new(), advice: Some(TOO_SHORT.to_owned()) });
    }
    let address = email_address(typed);
    let is_address = is_email(&address);
    let or_none = |text: String| if is_address { text } else { NONE.to_owned() };
    let needle = Needle {
        exact: typed.trim().to_owned(),
        customer_hash: or_none(customer_hash(app, &address)),
        email_key: or_none(email_key(&address)),
        key,
    };
    let mut hits = videos(app, &needle).await?;
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.at));
    hits.extend(of_kind(SearchKind::Client, search::clients(&app.db, &needle).await?));
    hits.extend(of_kind(SearchKind::Partner, search::partners(&app.db, &needle).await?));
    hits.extend(of_payments(SearchKind::Payment, search::payments(&app.db, &needle).await?));
    hits.extend(of_payments(SearchKind::TopUp, search::top_ups(&app.db, &needle).await?));
    hits.extend(of_kind(SearchKind::Mail, search::mails(&app.db, &needle, app.now).await?));
    let advice = if is_address { NOT_FOUND_ADDRESS } else { NOT_FOUND };
    Ok(SearchResults { advice: hits.is_empty().then(|| advice.to_owned()), hits })
}

/// Videos that were accepted, refused, begun or erased.
async fn videos(app: &App, needle: &Needle) -> Result<Vec<SearchHit>> {
    let mut hits = of_kind(SearchKind::Submission, search::submissions(&app.db, needle).await?);
    hits.extend(search::attempts(&app.db, needle).await?.into_iter().map(|found| SearchHit {
        kind: SearchKind::Attempt,
        id: found.id,
        title: found.reason.label().to_owned(),
        detail: format!("To {}", found.company_name),
        at: found.at,
    }));
    hits.extend(of_kind(SearchKind::Upload, search::uploads(&app.db, needle).await?));
    hits.extend(of_kind(SearchKind::Erasure, search::erasures(&app.db, needle).await?));
    Ok(hits)
}

fn of_kind(kind: SearchKind, found: Vec<Found>) -> Vec<SearchHit> {
    let hit = |Found { id, title, detail, at }| SearchHit { kind, id, title, detail, at };
    found.into_iter().map(hit).collect()
}

fn of_payments(kind: SearchKind, found: Vec<FoundPayment>) -> impl Iterator<Item = SearchHit> {
    let what = if kind == SearchKind::TopUp { "for more credits" } else { "for a month" };
    found.into_iter().map(move |found| SearchHit {
        kind,
        id: found.id,
        title: format!("{} {what}", in_currency(found.amount, &found.currency)),
        detail: found.company_name.map_or_else(|| found.email.clone(), |name| format!("{}, for {name}", found.email)),
        at: found.at,
    })
}

/// Says what became of a hit.
///
/// # Errors
/// [`Error::NotFound`].
pub async fn timeline(app: &App, kind: SearchKind, id: &str) -> Result<Timeline> {
    let db = &app.db;
    let found = match kind {
        SearchKind::Submission => return submission(app, id).await,
        SearchKind::Attempt => timeline::attempt(db, id).await?.map(|facts| video::of_attempt(&facts)),
        SearchKind::Upload => match timeline::upload(db, id).await? {
            Some(facts) => Some(video::of_upload(&facts)),
            // It was discarded since it was found.
            None => timeline::attempt(db, id).await?.map(|facts| video::of_attempt(&facts)),
        },
        SearchKind::Erasure => timeline::erasure(db, id).await?.map(|facts| video::of_erasure(&facts)),
        SearchKind::Client => match timeline::client(db, id).await? {
            None => None,
            Some(facts) => {
                let videos = timeline::videos_of_client(db, id).await?;
                let attempts = timeline::attempts_of_client(db, id).await?;
                let payments = timeline::payments_of_client(db, id).await?;
                Some(account::of_client(&facts, &videos, &attempts, &payments))
            }
        },
        SearchKind::Partner => match timeline::partner(db, id).await? {
            None => None,
            Some(facts) => Some(account::of_partner(&facts, &timeline::payouts_of_partner(db, id).await?)),
        },
        SearchKind::Payment => timeline::payment(db, id).await?.map(|facts| payment::of_payment(kind, &facts)),
        SearchKind::TopUp => timeline::top_up(db, id).await?.map(|facts| payment::of_payment(kind, &facts)),
        SearchKind::Mail => timeline::mail(db, id).await?.map(|facts| mail::of_mail(&facts)),
    };
    found.ok_or(Error::NotFound("Entry"))
}

async fn submission(app: &App, id: &str) -> Result<Timeline> {
    let facts = timeline::submission(&app.db, id).await?.ok_or(Error::NotFound("Entry"))?;
    let tries = timeline::deliveries(&app.db, id).await?;
    let customer = customer_hash(app, &facts.customer_email);
    let attempts = timeline::attempts_of_customer(&app.db, &facts.client_id, &customer).await?;
    Ok(video::of_submission(&facts, &tries, &attempts))
}
