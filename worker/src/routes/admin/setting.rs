//! The product's settings.

use domain::api::operations::{SettingChange, SettingSummary};
use domain::setting::{self, Setting};
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::change_setting;
use crate::request::Request;
use crate::store::setting as store;

pub async fn list(app: &App, request: &Request) -> Result<Response> {
    AdminUser::of(app, request).await?;
    let stored = store::all(&app.db).await?;
    let lines: Vec<SettingSummary> =
        setting::ALL.iter().map(|setting| line(setting, stored.get(setting.key))).collect();
    Ok(Response::from_json(&lines)?)
}

fn line(setting: &Setting, stored: Option<&String>) -> SettingSummary {
    SettingSummary {
        key: setting.key.to_owned(),
        label: setting.label.to_owned(),
        value: stored.map_or_else(|| setting.default.to_owned(), Clone::clone),
        default: setting.default.to_owned(),
        description: setting.description.to_owned(),
        kind: setting.input(),
        is_default: stored.is_none(),
    }
}

pub async fn change(app: &App, request: &Request, key: &str) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let setting = setting::of_key(key).ok_or(Error::NotFound("Setting"))?;
    let SettingChange { value, loaded } = request.json().await?;
    change_setting::run(app, &admin, &setting, &value, &loaded).await?;
    let stored = store::all(&app.db).await?;
    Ok(Response::from_json(&line(&setting, stored.get(setting.key)))?)
}
