//! Reading rows of the database into the types of the API.

use serde::de::{Deserialize, Deserializer, Error};

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
