//! Reading rows of the database into the types of the API.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

/// Reads a boolean column: `SQLite` stores 0 and 1.
///
/// # Errors
/// For any other number.
pub fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    match u8::deserialize(deserializer)? {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(D::Error::custom(format!("{other} is not a boolean"))),
    }
}

/// The same, also of JSON, which knows booleans.
///
/// # Errors
/// For anything else.
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

/// Reads a column of JSON text; NULL is the type's default.
///
/// # Errors
/// For text that is not JSON of that type.
pub fn json<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    let text = Option::<String>::deserialize(deserializer)?;
    text.map_or_else(|| Ok(T::default()), |text| serde_json::from_str(&text).map_err(D::Error::custom))
}
