//! Changes a client as an admin wishes, unless somebody else has changed the same meanwhile.

use std::collections::BTreeMap;

use domain::api::admin::{ClientChange, ClientRecord};
use domain::client_form;
use serde_json::{Map, Value};

use crate::app::App;
use crate::error::{Error, Result, invalid};
use crate::flows::create_client::slug_problem;
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
    if let Some(slug) = text("custom_slug") {
        let problem = slug_problem(clients::slug_taken(&app.db, slug, id).await?);
        if let Some(problem) = problem {
            return Err(invalid([("custom_slug", problem)]));
        }
    }
    let mut statements = vec![clients::edit(id, &changed, &loaded)];
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
        if user::by_email(&app.db, email).await?.is_some_and(|other| other.email != record.line.email) {
            return Err(invalid([("email", "This address signs in to another account already.")]));
        }
        statements.push(user::follow_client_email(id, &record.line.email, email));
    }
    let changes = match (app.db.transaction(statements).await, adjustment) {
        (Err(error), Some(by)) => {
            let now = clients::record(&app.db, id).await?.map_or(0, |record| record.line.credits_remaining);
            let below = now.saturating_add(by) < 0;
            return Err(if below { invalid([("credit_adjustment", NOT_ENOUGH)]) } else { error });
        }
        (done, _) => done?,
    };
    if changes.first() != Some(&1) {
        return Err(Error::ChangedMeanwhile(clients::conflicts(&app.db, id, &loaded).await?));
    }
    clients::record(&app.db, id).await?.ok_or(Error::NotFound("Client"))
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
