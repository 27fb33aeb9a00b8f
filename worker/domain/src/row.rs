//! Deserialises database rows into API types.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

/// Deserialises a boolean column, which `SQLite` stores as 0 or 1.
///
/// # Errors
/// Any other number.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match u8::deserialize(deserializer)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(D::Error::custom(format!("{other} is not a boolean"))),
    }
}

/// Like [`flag`], but also accepts JSON booleans.
///
/// # Errors
/// Any other value.
pub fn flag_or_bool<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Either {
        Bool(bool),
        #[serde(deserialize_with = "flag")]
        Flag(bool),
    }
    let (Either::Bool(value) | Either::Flag(value)) = Either::deserialize(deserializer)?;
    Ok(value)
}

/// Deserialises a column of JSON text; NULL gives the default.
///
/// # Errors
/// Text that is not JSON of this type.
pub fn json<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map_or_else(|| Ok(T::default()), |text| serde_json::from_str(&text).map_err(D::Error::custom))
}
