//! Changes a client as an admin wishes, unless somebody else has changed the same meanwhile.

use std::collections::BTreeMap;

use domain::api::admin::{ClientChange, ClientRecord};
use domain::client_form::{self, MOST_CREDITS};
use domain::slug;
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::{Error, Result, invalid};
use crate::flows::create_client::check_free;
use crate::store::audit::Entry;
use crate::store::client::admin as clients;
use crate::store::session::Found;
use crate::store::{client_day, user};

const NOT_ENOUGH: &str = "There are not that many credits to take.";

/// Checks every field, then changes all or none. The audit's line is written in the same transaction.
///
/// # Errors
/// [`Error::Invalid`], [`Error::ChangedMeanwhile`], [`Error::BothCredits`], [`Error::NotFound`].
pub async fn run(app: &App, by: &Found, id: &str, change: &ClientChange) -> Result<ClientRecord> {
    let record = clients::record(&app.db, id).await?.ok_or(Error::NotFound("Client"))?;
    let adjustment = change.credit_adjustment.filter(|by| *by != 0);
    if adjustment.is_some() && change.changed.contains_key("credits_remaining") {
        return Err(Error::BothCredits);
    }
    if change.changed.contains_key("custom_slug") && slug::is_reserved(&record.line.custom_slug) {
        return Err(invalid([("custom_slug", "This address is built in: codes and links carry it. It stays.")]));
    }
    let folder = format!("/drive/folder/{id}");
    let changed = client_form::check(&change.changed, &folder).map_err(Error::Invalid)?;
    let loaded: BTreeMap<String, Value> = change
        .loaded
        .iter()
        .filter(|(name, _)| changed.contains_key(*name))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect();
    if loaded.len() != changed.len() {
        return Err(Error::Malformed("Please send the loaded value of every changed field."));
    }
    let text = |name: &str| changed.get(name).and_then(Value::as_str);
    check_free(app, id, &changed).await?;
    if adjustment.is_some_and(|by| record.line.credits_remaining.saturating_add(by) > MOST_CREDITS) {
        return Err(invalid([("credit_adjustment", "That is more credits than a client can have.")]));
    }
    if changed.is_empty() && adjustment.is_none() {
        return Ok(record);
    }
    let mut statements = vec![clients::edit(id, &changed, &loaded), clients::note_search(&record, &changed)];
    if let Some(by) = adjustment {
        statements.push(clients::adjust_credits_after_change(id, by));
    }
    // Both look at whether the statement before them changed the row.
    let entry = entry(&record, &changed, adjustment);
    statements.push(entry.query_after_change(by, app.now));
    if changed.contains_key("credits_remaining") || adjustment.is_some() {
        statements.push(client_day::note_credits_after_change(id, app.now));
    }
    if changed.contains_key("company_name") {
        statements.push(user::follow_company_name(id));
    }
    if let Some(email) = text("email") {
        let own = user::of_client(&app.db, id).await?;
        // The login of somebody with a role is not the client's to change.
        if let Some(own) = own.filter(|own| own.email == record.line.email && !own.has_a_role()) {
            statements.extend(user::follow_client_email(&own.id, id, email, app.now));
        }
    }
    let changes = match app.db.transaction(statements).await {
        Ok(changes) => changes,
        Err(error) => return Err(reason(app, id, &changed, adjustment, error).await?),
    };
    if changes.first() != Some(&1) {
        return Err(Error::ChangedMeanwhile(clients::conflicts(&app.db, id, &loaded).await?));
    }
    clients::record(&app.db, id).await?.ok_or(Error::NotFound("Client"))
}

/// What the table refused the change for, where that is the admin's to mend.
async fn reason(
    app: &App,
    id: &str,
    changed: &BTreeMap<String, Value>,
    adjustment: Option<i64>,
    error: Error,
) -> Result<Error> {
    check_free(app, id, changed).await?;
    let credits = clients::record(&app.db, id).await?.map_or(0, |record| record.line.credits_remaining);
    let below = credits.saturating_add(adjustment.unwrap_or(0)) < 0;
    Ok(if below { invalid([("credit_adjustment", NOT_ENOUGH)]) } else { error })
}

fn entry<'a>(record: &'a ClientRecord, changed: &BTreeMap<String, Value>, adjustment: Option<i64>) -> Entry<'a> {
    let before = serde_json::to_value(record).ok().and_then(|value| value.as_object().cloned()).unwrap_or_default();
    let mut was: Map<String, Value> = before.into_iter().filter(|(name, _)| changed.contains_key(name)).collect();
    let mut is: Map<String, Value> = changed.clone().into_iter().collect();
    if let Some(by) = adjustment {
        was.insert("credits_remaining".into(), record.line.credits_remaining.into());
        is.insert("credit_adjustment".into(), by.into());
    }
    Entry { before: was, after: is, ..Entry::plain("client.edit", &record.line.id, &record.line.company_name) }
}
