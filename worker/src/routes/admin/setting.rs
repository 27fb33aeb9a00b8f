//! The product's settings.

use domain::api::operations::{SettingChange, SettingLine};
use domain::setting::{self, Setting};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result, invalid};
use crate::request::Request;
use crate::store::audit::Entry;
use crate::store::setting as store;

/// `GET /api/admin/settings`
pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let stored = store::all(&app.db).await?;
    let lines: Vec<SettingLine> = setting::ALL.iter().map(|setting| line(setting, stored.get(setting.key))).collect();
    Ok(Response::from_json(&lines)?)
}

fn line(setting: &Setting, stored: Option<&String>) -> SettingLine {
    SettingLine {
        key: setting.key.to_owned(),
        value: stored.map_or_else(|| setting.default.to_owned(), Clone::clone),
        default: setting.default.to_owned(),
        about: setting.about.to_owned(),
        kind: setting.kind_word().to_owned(),
        is_default: stored.is_none(),
    }
}

/// `PUT /api/admin/settings/{key}`
pub async fn change(app: &App, request: &Request, key: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let setting = setting::of_key(key).ok_or(Error::NotFound("Setting"))?;
    let SettingChange { value, loaded } = request.json().await?;
    let value = setting.kept(&value);
    // A row never holds what holds without it.
    let value = Some(value.as_str()).filter(|value| *value != setting.default).unwrap_or_default();
    setting.check(value).map_err(|text| invalid([("value", text.as_str())]))?;
    if let Some(rival) = setting::rival(key).filter(|_| !value.is_empty())
        && store::get(&app.db, rival).await? == value
    {
        return Err(invalid([("value", "The other plan has this address. Each needs a payment page of its own.")]));
    }
    let before = store::get(&app.db, setting).await?;
    let after = if value.is_empty() { setting.default } else { value };
    if after != before {
        let entry = Entry::change("setting.change", setting.key, setting.about, (setting.key, Some(&loaded), after));
        let set = store::set(setting, value, &loaded);
        if app.db.transaction(vec![set, entry.query_after_change(&admin, app.now)]).await?.first() != Some(&1) {
            let current = store::get(&app.db, setting).await?;
            return Err(Error::ChangedMeanwhile([("value".to_owned(), current)].into()));
        }
    }
    let stored = store::all(&app.db).await?;
    Ok(Response::from_json(&line(&setting, stored.get(setting.key)))?)
}
