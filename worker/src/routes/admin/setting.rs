//! The product's settings.

use domain::api::operations::{SettingChange, SettingSummary};
use domain::setting::{self, Setting};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::platform::change_setting;
use crate::store::platform::setting as store;

pub async fn list(app: &App, _: AdminUser) -> Result<Vec<SettingSummary>> {
    let stored = store::all(&app.db).await?;
    let lines: Vec<SettingSummary> =
        setting::ALL.iter().map(|setting| line(setting, stored.get(setting.key))).collect();
    Ok(lines)
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

pub async fn change(
    app: &App,
    AdminUser(admin): AdminUser,
    key: &str,
    SettingChange { value, loaded }: SettingChange,
) -> Result<SettingSummary> {
    let setting = setting::of_key(key).ok_or_else(|| Error::not_found("Setting"))?;
    change_setting::run(app, &admin, &setting, &value, &loaded).await?;
    let stored = store::all(&app.db).await?;
    Ok(line(&setting, stored.get(setting.key)))
}
