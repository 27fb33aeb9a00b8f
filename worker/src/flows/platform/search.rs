//! The search of the admin area, and the timeline of a hit.

use domain::api::search::{SearchHit, SearchKind, SearchResults, Timeline};
use domain::commission::in_currency;
use domain::comparable::{email_address, search_keys};
use domain::referral::email_key;
use domain::submission_attempt::AttemptReason;
use domain::timeline::{Facts, account, mail, payment, video};
use media_wasm::submission::is_email;

use crate::app::App;
use crate::error::{Error, Result};
use crate::flows::submissions::record_attempt::customer_hash;
use crate::store::platform::search::{self, SearchTerm};
use crate::store::platform::timeline as store;

/// A shorter text would match nearly everything.
const MIN_CHARACTERS: usize = 2;
/// Equals no hash and no address.
const NONE: &str = "-";

const NOT_FOUND_ADDRESS: &str = "Nothing has arrived from this address in the last 30 days: no video, and no attempt that we refused or that was cut off. \
    They closed the page before submitting, or typed a different address. The form may also have refused what they typed: the page checks that itself, and we keep no record of it, nor of visits. Search for the business to see whether its page is accepting videos.";
const NOT_FOUND: &str =
    "Try the customer’s full email address: refused or interrupted attempts we can only find by full email address.";
const TOO_SHORT: &str = "Please type at least two characters.";

/// Searches every kind of record for a text.
pub async fn run(app: &App, typed: &str) -> Result<SearchResults> {
    let [key, folded] = search_keys(typed);
    if key.chars().count() < MIN_CHARACTERS {
        return Ok(SearchResults { hits: Vec::new(), advice: Some(TOO_SHORT.to_owned()) });
    }
    let address = email_address(typed);
    let is_address = is_email(&address);
    let or_none = |text: String| if is_address { text } else { NONE.to_owned() };
    let needle = SearchTerm {
        exact: typed.trim().to_owned(),
        customer_hash: or_none(customer_hash(app, &address)),
        email_key: or_none(email_key(&address)),
        key,
        folded,
    };
    let mut hits = Vec::new();
    for (kind, query) in [
        (SearchKind::Submission, search::submissions(&needle)),
        (SearchKind::Attempt, search::attempts(&needle)),
        (SearchKind::Upload, search::uploads(&needle)),
        (SearchKind::Erasure, search::erasures(&needle)),
        (SearchKind::Client, search::clients(&needle)),
        (SearchKind::Partner, search::partners(&needle)),
        (SearchKind::Payment, search::payments(&needle)),
        (SearchKind::TopUp, search::top_ups(&needle)),
        (SearchKind::Mail, search::mails(&needle, app.now)),
    ] {
        hits.extend(app.db.all::<Facts>(query).await?.iter().map(|found| hit(kind, found, app.now)));
    }
    hits.sort_by_key(|hit| (!is_video(hit.kind), std::cmp::Reverse(hit.at)));
    let advice = if is_address { NOT_FOUND_ADDRESS } else { NOT_FOUND };
    Ok(SearchResults { advice: hits.is_empty().then(|| advice.to_owned()), hits })
}

/// Videos come first, because most searches are for one.
const fn is_video(kind: SearchKind) -> bool {
    matches!(kind, SearchKind::Submission | SearchKind::Attempt | SearchKind::Upload | SearchKind::Erasure)
}

fn hit(kind: SearchKind, found: &Facts, now: i64) -> SearchHit {
    let title = match kind {
        SearchKind::Attempt => {
            let reason = AttemptReason::parse(found.text("title"));
            reason.map_or_else(|| "Refused".to_owned(), |reason| reason.label(found.text("fields")))
        }
        SearchKind::Upload => video::upload_title(found, now),
        SearchKind::Payment | SearchKind::TopUp => {
            format!("{} {}", in_currency(found.at("amount"), found.text("currency")), payment::purpose(kind))
        }
        _ => found.text("title").to_owned(),
    };
    SearchHit {
        kind,
        id: found.text("id").to_owned(),
        title,
        detail: found.text("detail").to_owned(),
        at: found.at("at"),
    }
}

/// Returns the timeline of a hit.
///
/// # Errors
/// [`Error::not_found`].
pub async fn timeline(app: &App, kind: SearchKind, id: &str) -> Result<Timeline> {
    let query = match kind {
        SearchKind::Submission => store::submission(id),
        SearchKind::Attempt => store::attempt(id),
        SearchKind::Upload => store::upload(id),
        SearchKind::Erasure => store::erasure(id),
        SearchKind::Client => store::client(id),
        SearchKind::Partner => store::partner(id),
        SearchKind::Payment => store::payment(id),
        SearchKind::TopUp => store::top_up(id),
        SearchKind::Mail => store::mail(id),
    };
    let Some(facts) = app.db.first::<Facts>(query).await? else {
        // The upload may have been discarded since the search.
        let left = if kind == SearchKind::Upload { app.db.first(store::attempt(id)).await? } else { None };
        return left.map(|facts| video::of_attempt(&facts)).ok_or_else(|| Error::not_found("Entry"));
    };
    // The related rows.
    let beside = match kind {
        SearchKind::Submission => {
            let customer = customer_hash(app, facts.text("customer_email"));
            vec![store::deliveries(id), store::attempts_of_customer(facts.text("client_id"), &customer)]
        }
        SearchKind::Client => {
            vec![store::videos_of_client(id), store::attempts_of_client(id), store::payments_of_client(id)]
        }
        SearchKind::Partner => vec![store::payouts_of_partner(id)],
        _ => Vec::new(),
    };
    let mut rows: Vec<Vec<Facts>> = Vec::new();
    for query in beside {
        rows.push(app.db.all(query).await?);
    }
    let of = |index: usize| rows.get(index).map(Vec::as_slice).unwrap_or_default();
    Ok(match kind {
        SearchKind::Submission => video::of_submission(&facts, of(0), of(1)),
        SearchKind::Attempt => video::of_attempt(&facts),
        SearchKind::Upload => video::of_upload(&facts, app.now),
        SearchKind::Erasure => video::of_erasure(&facts),
        SearchKind::Client => account::of_client(&facts, of(0), of(1), of(2)),
        SearchKind::Partner => account::of_partner(&facts, of(0)),
        SearchKind::Payment | SearchKind::TopUp => payment::of_payment(kind, &facts),
        SearchKind::Mail => mail::of_mail(&facts),
    })
}
