//! Random tokens. Only their hashes are stored.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use domain::keys::KeyPurpose;

use crate::config::Config;
use crate::error::{Error, Result};

/// Random bytes.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| Error::Internal(format!("no random numbers: {e}")))?;
    Ok(bytes)
}

/// Returns a new unguessable id of 128 bits, as 32 hex digits. Ids that are not secret are UUIDs.
pub fn secret_id() -> Result<String> {
    Ok(HEXLOWER.encode(&random::<16>()?))
}

/// Returns a new token of 256 bits, in letters that need no escaping anywhere.
pub fn new() -> Result<String> {
    Ok(BASE64URL_NOPAD.encode(&random::<32>()?))
}

/// Hash of a token, for storage. Needs no salt, because nobody guesses 256 bits. Changing the key ends all tokens at once.
#[must_use]
pub fn hash(config: &Config, token: &str) -> String {
    config.keys.keyed_hash(KeyPurpose::Tokens, "token", token)
}
