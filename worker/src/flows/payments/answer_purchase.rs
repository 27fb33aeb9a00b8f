//! Applies a buyer's answer whether a purchase is for the business with the payer's address or for another one. The
//! holder of the secret checkout id may assign it to a new business. To an existing one only that business may, because
//! a plan that fails or ends suspends its access.

use domain::api::site::{PurchaseAnswer, PurchaseFor, PurchaseOutcome};
use domain::signed_url::LinkPurpose;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::{client_ip, signed_url};
use crate::error::{Error, Result};
use crate::flows::payments::{create_paid_client, sync_subscriptions};
use crate::request::Request;
use crate::store::clients::client;
use crate::store::db::Query;
use crate::store::identity::rate_limit_event;
use crate::store::payments::subscription::{self, Purchase, doubt};

/// Applies an answer validated by `site_form::purchase_answer`.
///
/// # Errors
/// [`Error::not_found`] unless the buyer was asked, [`Error::malformed`], [`Error::too_many_attempts`], [`Error::payments_unavailable`].
pub async fn run(app: &App, request: &Request, checkout_id: &str, answer: &PurchaseAnswer) -> Result<PurchaseOutcome> {
    let event_id = uuid::Uuid::new_v4().to_string();
    let household = client_ip::household(&app.config, request);
    rate_limit_event::record_checkout(&app.db, &event_id, &household, app.now)
        .await?
        .map_err(Error::too_many_attempts)?;
    let purchase = subscription::purchase(&app.db, checkout_id).await?.ok_or_else(|| Error::not_found("Purchase"))?;
    let needs_address = purchase.needs_address();
    let Purchase { known_client, plan_type: Some(plan), id, customer, .. } = purchase else {
        return Err(Error::not_found("Purchase"));
    };
    let (statements, client_id) = match (answer.is_for, known_client) {
        (PurchaseFor::Known, Some(known)) => {
            if !is_confirmed(app, request, checkout_id, &known, &answer.key).await? {
                return Ok(PurchaseOutcome::Unconfirmed);
            }
            (vec![doubt::assign(&id, &known)], known)
        }
        (PurchaseFor::Known, None) => return Err(Error::not_found("Purchase")),
        (PurchaseFor::Other, known) => {
            if known.is_none() && !needs_address {
                return Err(Error::not_found("Purchase"));
            }
            let new = create_paid_client::prepare(app, plan, None, &answer.email).await?;
            let new =
                new.map_err(|_| Error::malformed("Please enter an email address that no other business here has."))?;
            let mut statements = new.statements;
            statements.extend([doubt::assign(&id, &new.id), Query::abort_unless_changed()]);
            (statements, new.id)
        }
    };
    let written = app.db.transaction(statements).await;
    if !matches!(&written, Ok(changes) if changes.first() != Some(&0)) {
        // Of two concurrent answers the first counts. The other may fail in several ways, such as by the client's slug.
        let now = subscription::purchase(&app.db, checkout_id).await?;
        let is_asked = now.is_some_and(|purchase| purchase.known_client.is_some() || purchase.needs_address());
        return Err(written.err().filter(|_| is_asked).unwrap_or_else(|| Error::not_found("Purchase")));
    }
    sync_subscriptions::require(app, &customer).await?;
    Ok(match answer.is_for {
        PurchaseFor::Other => PurchaseOutcome::SetUp,
        PurchaseFor::Known if client::is_paid_by(&app.db, &client_id, &id).await? => PurchaseOutcome::Assigned,
        PurchaseFor::Known => PurchaseOutcome::GivenBack,
    })
}

/// Whether the answer has the key mailed to the business, or the business is signed in.
async fn is_confirmed(app: &App, request: &Request, checkout_id: &str, client_id: &str, key: &str) -> Result<bool> {
    if signed_url::verify_token(app, LinkPurpose::Purchase, key).is_ok_and(|id| id == checkout_id) {
        return Ok(true);
    }
    match ClientUser::of(app, request, client_id).await {
        Ok(_) => Ok(true),
        Err(Error::Refusal(..)) => Ok(false),
        Err(error) => Err(error),
    }
}
