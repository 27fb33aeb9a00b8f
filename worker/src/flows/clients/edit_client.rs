//! Changes a client for an admin or its owner, unless the same fields changed since they were loaded.

use domain::api::admin::{ClientChange, ClientRecord};
use domain::api::client::ClientView;
use domain::audit::AuditAction;
use domain::client::{ClientStatus, ReviewPlatform};
use domain::client_form::{self, ClientInput, OWN_FIELDS};
use domain::credits::CreditReason;
use domain::limits::{MAX_CREDITS, MAX_OWN_FORMER_SLUGS};
use domain::{slug, text};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid, refusal};
use crate::flows::clients::create_client::check_free;
use crate::flows::drives::{retry_delivery, share_folder};
use crate::store::clients::client::admin as clients;
use crate::store::clients::client::{self, ClientSelector, cancellation};
use crate::store::clients::{client_day, former_slug, mail_recipient};
use crate::store::drives::{drive_connection, resumed_delivery};
use crate::store::identity::session::CurrentSession;
use crate::store::identity::user;
use crate::store::payments::credit_ledger;
use crate::store::payments::subscription::client_plan;
use crate::store::platform::audit::Entry;
use crate::store::submissions::submission::failed::FailedScope;

/// Both absolute credits and an adjustment.
pub const BOTH_CREDITS: Error =
    refusal!(400, "both_credits", "Please set the credits or adjust them, not both at once.");

/// Changes the fields that a business maintains itself.
///
/// # Errors
/// Those of [`run`]; [`Error::invalid`] for a field that the owner may not change, and for a slug after too many former ones.
pub async fn by_owner(app: &App, by: &ClientUser, change: &ClientChange) -> Result<ClientView> {
    let id = &by.client_id;
    let foreign = change.changed.keys().map(String::as_str).filter(|field| !OWN_FIELDS.contains(field));
    let foreign = foreign.chain(change.credit_adjustment.map(|_| "credit_adjustment"));
    let faults: Vec<_> = foreign.map(|field| (field, text::NOT_EDITABLE)).collect();
    if !faults.is_empty() {
        return Err(invalid(faults));
    }
    if change.changed.contains_key("custom_slug") && !by.user.is_admin() {
        let former = former_slug::of_client(&app.db, id).await?;
        if former.len() >= MAX_OWN_FORMER_SLUGS {
            return Err(invalid([("custom_slug", text::TOO_MANY_SLUGS)]));
        }
    }
    let before = client::view(&app.db, ClientSelector::Id(id)).await?.ok_or_else(|| Error::not_found("Client"))?;
    if lacks_review_address(&before, change) {
        return Err(invalid([("review_link_url", text::REVIEW_ADDRESS_MISSING)]));
    }
    run(app, by.user.session(), id, change).await?;
    client::view(&app.db, ClientSelector::Id(id)).await?.ok_or_else(|| Error::not_found("Client"))
}

/// Whether the change leaves a review platform without an address.
fn lacks_review_address(before: &ClientView, change: &ClientChange) -> bool {
    let after = |field: &str, was: Option<&str>| {
        let changed = change.changed.get(field).map(|value| value.as_str().map(str::to_owned));
        changed.unwrap_or_else(|| was.map(str::to_owned)).filter(|text| !text.trim().is_empty())
    };
    let concerns = ["review_link_type", "review_link_url"].iter().any(|field| change.changed.contains_key(*field));
    let platform = after("review_link_type", Some(before.review_link_type.as_str()));
    concerns
        && platform.as_deref() != Some(ReviewPlatform::None.as_str())
        && after("review_link_url", before.review_link_url.as_deref()).is_none()
}

/// Validates every field, then changes all or none. Writes the audit entry in the same transaction.
///
/// # Errors
/// [`Error::invalid`], [`Error::changed_meanwhile`], [`BOTH_CREDITS`], [`Error::not_found`].
pub async fn run(app: &App, by: &CurrentSession, id: &str, change: &ClientChange) -> Result<ClientRecord> {
    let record = clients::record(&app.db, id).await?.ok_or_else(|| Error::not_found("Client"))?;
    let adjustment = change.credit_adjustment.filter(|by| *by != 0);
    if adjustment.is_some() && change.changed.contains_key("credits_remaining") {
        return Err(BOTH_CREDITS);
    }
    if change.changed.contains_key("custom_slug") && slug::is_reserved(&record.summary.custom_slug) {
        return Err(invalid([("custom_slug", text::SLUG_BUILT_IN)]));
    }
    check_plan(app, id, change).await?;
    let drives = if change.changed.contains_key("drive_link") {
        drive_connection::links(&app.db, id).await?
    } else {
        Vec::new()
    };
    let changed = client_form::check(&change.changed, &drives).map_err(Error::invalid)?;
    let after = changed.to_map();
    let loaded: Map<String, Value> =
        change.loaded.clone().into_iter().filter(|(name, _)| after.contains_key(name)).collect();
    if loaded.len() != after.len() {
        return Err(Error::malformed("Please send the loaded value of every changed field."));
    }
    check_free(app, id, &changed).await?;
    if adjustment.is_some_and(|by| record.summary.credits_remaining.saturating_add(by) > MAX_CREDITS) {
        return Err(invalid([("credit_adjustment", text::TOO_MANY_CREDITS)]));
    }
    if after.is_empty() && adjustment.is_none() {
        return Ok(record);
    }
    let changes_credits = changed.credits_remaining.is_some() || adjustment.is_some();
    let mut statements =
        vec![clients::edit(id, &changed, &loaded), clients::update_derived(&record, &changed, changes_credits)];
    if let Some(by) = adjustment {
        statements.push(clients::adjust_credits_after_change(id, by));
    }
    // Each runs only if the previous statement changed the row.
    let entry = entry(&record, after, adjustment);
    statements.push(entry.query_after_change(by, app.now));
    if changes_credits {
        statements.push(client_day::record_credits_after_change(id, app.now));
        let was = loaded.get("credits_remaining").and_then(Value::as_i64).unwrap_or_default();
        let ledger_change = credit_ledger::Change {
            client_id: id,
            reason: CreditReason::Adjustment,
            amount: adjustment.or(changed.credits_remaining.map(|now| now.saturating_sub(was))).unwrap_or_default(),
            source: &Uuid::new_v4().to_string(),
            actor: Some(&by.email),
        };
        statements.push(credit_ledger::record_after_change(&ledger_change, app.now));
    }
    if changed.status == Some(ClientStatus::Active) {
        statements.push(cancellation::clear_ended(id, app.now));
    }
    if let Some(slug) = &changed.custom_slug {
        statements.extend(former_slug::record_replaced(id, &record.summary.custom_slug, slug, app.now));
    }
    if changed.company_name.is_some() {
        statements.push(user::sync_company_name(id));
    }
    if let Some(email) = &changed.email {
        statements.push(mail_recipient::sync_email(id, &record.summary.email, email));
        let own = user::of_client(&app.db, id).await?;
        // A client cannot change the login of a user with another role.
        if let Some(own) = own.filter(|own| own.email == record.summary.email && !own.has_a_role()) {
            statements.extend(user::sync_email(&own.id, id, email, app.now));
        }
    }
    if changed.drive_link.is_some() {
        // If the change is rejected, this only retries the deliveries once more.
        statements.push(resumed_delivery::request(id));
    }
    let changes = match app.db.transaction(statements).await {
        Ok(changes) => changes,
        Err(error) => return Err(reason(app, id, &changed, adjustment, error).await?),
    };
    if changes.first() != Some(&1) {
        return Err(Error::changed_meanwhile(clients::conflicts(&app.db, id, &loaded).await?));
    }
    if changed.drive_link.is_some() {
        retry_delivery::resume_waiting(app, FailedScope::Client(id)).await?;
    }
    if changed.email.is_some() {
        share_folder::of_client(app, id).await?;
    }
    if changed.status == Some(ClientStatus::Suspended) {
        // If this fails, an admin must decide about a payment made there.
        let _ = close_subscribe_pages(app, id).await;
    }
    clients::record(&app.db, id).await?.ok_or_else(|| Error::not_found("Client"))
}

/// Expires the client's open payment pages at Stripe.
async fn close_subscribe_pages(app: &App, id: &str) -> Result<()> {
    let Some(stripe) = &app.config.stripe else { return Ok(()) };
    for customer in client_plan::customers(&app.db, id).await? {
        stripe.close_subscribe_pages(&customer).await?;
    }
    Ok(())
}

/// Rejects changes to fields that a live subscription decides, because its next read would overwrite them.
async fn check_plan(app: &App, id: &str, change: &ClientChange) -> Result<()> {
    let decided: Vec<_> =
        ["plan_type", "next_reset_date"].into_iter().filter(|field| change.changed.contains_key(*field)).collect();
    if decided.is_empty() {
        return Ok(());
    }
    let client_plan = client_plan::of_client(&app.db, id).await?;
    if client_plan.is_none_or(|client_plan| client_plan.live().is_none()) {
        return Ok(());
    }
    Err(invalid(decided.into_iter().map(|field| (field, text::PAID_BY_CARD))))
}

/// Maps a failed transaction to the error that an admin can correct.
async fn reason(app: &App, id: &str, changed: &ClientInput, adjustment: Option<i64>, error: Error) -> Result<Error> {
    check_free(app, id, changed).await?;
    let credits = clients::record(&app.db, id).await?.map_or(0, |record| record.summary.credits_remaining);
    let below = credits.saturating_add(adjustment.unwrap_or(0)) < 0;
    Ok(if below { invalid([("credit_adjustment", text::TOO_FEW_CREDITS)]) } else { error })
}

fn entry(record: &ClientRecord, mut after: Map<String, Value>, adjustment: Option<i64>) -> Entry<'_> {
    let before = serde_json::to_value(record).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default();
    let mut before: Map<String, Value> = before.into_iter().filter(|(name, _)| after.contains_key(name)).collect();
    if let Some(by) = adjustment {
        before.insert("credits_remaining".into(), record.summary.credits_remaining.into());
        after.insert("credit_adjustment".into(), by.into());
    }
    Entry {
        before,
        after,
        ..Entry::without_fields(AuditAction::ClientEdit, &record.summary.id, &record.summary.company_name)
    }
}
