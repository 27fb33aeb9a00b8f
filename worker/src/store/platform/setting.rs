//! `admin_settings`.

use std::collections::BTreeMap;

use domain::setting::Setting;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

#[derive(Deserialize)]
struct Row {
    setting_value: String,
}

/// Returns the value of a setting, or its default.
pub async fn get(db: &Db, setting: Setting) -> Result<String> {
    let query = Query::new("SELECT setting_value FROM admin_settings WHERE setting_key = ?1").bind(setting.key);
    Ok(db.first::<Row>(query).await?.map_or_else(|| setting.default.to_owned(), |row| row.setting_value))
}

#[derive(Deserialize)]
struct SettingRow {
    setting_key: String,
    setting_value: String,
}

/// Returns all rows as a map of `setting_key` to `setting_value`.
pub async fn all(db: &Db) -> Result<BTreeMap<String, String>> {
    let rows: Vec<SettingRow> = db.all(Query::new("SELECT setting_key, setting_value FROM admin_settings")).await?;
    Ok(rows.into_iter().map(|row| (row.setting_key, row.setting_value)).collect())
}

/// Stores a value, or with an empty one deletes the row to restore the default. No-op if the value changed since it was loaded.
#[must_use]
pub fn set(setting: Setting, value: &str, loaded: &str) -> Query {
    if value.is_empty() {
        return Query::new("DELETE FROM admin_settings WHERE setting_key = ?1 AND setting_value = ?2")
            .bind(setting.key)
            .bind(loaded);
    }
    Query::new(
        "INSERT INTO admin_settings (setting_key, setting_value)
         SELECT ?1, ?2
          WHERE coalesce((SELECT setting_value FROM admin_settings WHERE setting_key = ?1), ?4) = ?3
         ON CONFLICT (setting_key) DO UPDATE SET setting_value = excluded.setting_value",
    )
    .bind(setting.key)
    .bind(value)
    .bind(loaded)
    .bind(setting.default)
}
