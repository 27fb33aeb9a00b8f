//! Random numbers.

use anyhow::{Result, anyhow};
use data_encoding::HEXLOWER;

/// 256 bits from the system's random source, in hex.
pub fn hex() -> Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("no random numbers: {e}"))?;
    Ok(HEXLOWER.encode(&bytes))
}
