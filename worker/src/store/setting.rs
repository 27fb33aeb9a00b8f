//! `admin_settings`.

use domain::setting::Setting;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    setting_value: String,
}

/// The value of a setting, or its default.
///
/// # Errors
/// When the database fails.
pub async fn get(db: &Db, setting: Setting) -> Result<String> {
    let query = Query::new("SELECT setting_value FROM admin_settings WHERE setting_key = ?1").bind(setting.key);
    Ok(db.first::<Row>(query).await?.map_or_else(|| setting.default.to_owned(), |row| row.setting_value))
}
