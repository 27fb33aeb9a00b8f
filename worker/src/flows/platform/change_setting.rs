//! Changes a setting, unless it changed since the admin loaded it.

use domain::audit::AuditAction;
use domain::setting::{self, Kind, NO_WALL, RETENTION_MONTHS, Setting};
use domain::wall::id_of_address;

use crate::app::App;
use crate::error::{Error, Result, invalid};
use crate::store::clients::wall;
use crate::store::identity::session::CurrentSession;
use crate::store::platform::audit::Entry;
use crate::store::platform::setting as store;
use crate::store::submissions::submission::retention;

/// Sets a value. An empty value or the default deletes the row. `loaded` is the value that the admin saw.
///
/// # Errors
/// [`Error::invalid`], [`Error::changed_meanwhile`].
pub async fn run(app: &App, by: &CurrentSession, setting: &Setting, value: &str, loaded: &str) -> Result<()> {
    let value = setting.normalise(value);
    let value = Some(value.as_str()).filter(|value| *value != setting.default).unwrap_or_default();
    setting.check(value).map_err(|text| invalid([("value", text.as_str())]))?;
    if setting.kind == Kind::Wall && !value.is_empty() && !is_wall(app, value).await? {
        return Err(invalid([("value", NO_WALL)]));
    }
    for other in setting::must_differ_from(setting.key).filter(|_| !value.is_empty()) {
        if store::get(&app.db, other).await? == value {
            let text = format!("“{}” has this address. Each payment page sells one thing.", other.label);
            return Err(invalid([("value", text.as_str())]));
        }
    }
    write(app, by, setting, value, loaded).await
}

/// Whether a valid address is that of a wall of this installation.
async fn is_wall(app: &App, address: &str) -> Result<bool> {
    let Some(id) = id_of_address(address) else { return Ok(false) };
    Ok(address == format!("{}/w/{id}", app.config.public_origin) && wall::by_id(&app.db, id).await?.is_some())
}

/// Writes a validated value like `run`.
///
/// # Errors
/// [`Error::changed_meanwhile`].
pub async fn write(app: &App, by: &CurrentSession, setting: &Setting, value: &str, loaded: &str) -> Result<()> {
    let before = store::get(&app.db, *setting).await?;
    let after = if value.is_empty() { setting.default } else { value };
    if after == before {
        return Ok(());
    }
    let change = (setting.key, Some(loaded), after);
    let entry = Entry::change(AuditAction::SettingChange, setting.key, setting.description, change);
    let mut statements = vec![store::set(*setting, value, loaded), entry.query_after_change(by, app.now)];
    if setting.key == RETENTION_MONTHS.key {
        // The notices to businesses named a date that no longer holds.
        statements.push(retention::reset_notices());
    }
    if app.db.transaction(statements).await?.first() == Some(&1) {
        return Ok(());
    }
    let current = store::get(&app.db, *setting).await?;
    Err(Error::changed_meanwhile([("value".to_owned(), current)].into()))
}
