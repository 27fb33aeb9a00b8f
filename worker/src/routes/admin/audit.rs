//! The audit log.

use domain::api::operations::{AuditEntry, AuditPage};
use domain::audit::AuditAction;
use domain::setting;
use serde_json::{Map, Value};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::request::Request;
use crate::store::platform::audit::{self, Search};

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<AuditPage> {
    let search = Search {
        subject: request.search("subject")?,
        text: request.search("q")?,
        action: request.filter("action", AuditAction::parse, "There is no such action.")?,
        from: request.search("from")?,
        to: request.search("to")?,
    };
    let page = audit::page(&app.db, &search, request.before()?.as_ref()).await?;
    let next = page.next_text();
    Ok(AuditPage { next, entries: page.rows.into_iter().map(in_words).collect() })
}

/// Replaces the keys of settings with their labels.
fn in_words(entry: AuditEntry) -> AuditEntry {
    let AuditEntry { action: AuditAction::SettingChange, .. } = entry else { return entry };
    let label = |key: &str| setting::of_key(key).map_or_else(|| key.to_owned(), |setting| setting.label.to_owned());
    let named = |fields: Map<String, Value>| fields.into_iter().map(|(key, value)| (label(&key), value)).collect();
    AuditEntry { subject_name: label(&entry.subject), before: named(entry.before), after: named(entry.after), ..entry }
}
