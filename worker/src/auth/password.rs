//! Password hashes: Argon2id with 19 MiB, two passes, one lane; about 22 ms.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};

use domain::comparable;

use crate::app::App;
use crate::auth::token;
use crate::error::{Error, Result, refusal};

/// No account with this address and password.
pub const WRONG_CREDENTIALS: Error = refusal!(401, "wrong_credentials", "Email or password is wrong.");

const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;

/// A hash that matches no password, so that unknown accounts take the same work as known ones.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2F5c28gaGFzIG5vIG9uZQ$W0pO0mYlQ6b6n4rKkqkq1mWk0N2o1mZ8kq0y3y0w1mA";

fn argon2() -> Result<Argon2<'static>> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(|e| Error::Internal(e.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Returns the PHC string of a new password.
pub fn hash(app: &App, password: &str) -> Result<String> {
    app.count_password_hash();
    let salt = token::random::<16>()?;
    let password = comparable::nfc(password);
    let hash = argon2()?.hash_password_with_salt(password.as_bytes(), &salt);
    hash.map(|hash| hash.to_string()).map_err(|e| Error::Internal(e.to_string()))
}

/// Whether a password is right. Without a stored hash it is wrong, after the same work. A password typed in another
/// than its normal form is also tried as typed, because it was hashed so until November 2026.
pub fn verify(app: &App, password: &str, stored: Option<&str>) -> Result<bool> {
    let parsed = PasswordHash::new(stored.unwrap_or(NOBODY)).map_err(|e| Error::Internal(e.to_string()))?;
    let argon2 = argon2()?;
    let fits = |password: &str| {
        app.count_password_hash();
        argon2.verify_password(password.as_bytes(), &parsed).is_ok()
    };
    let normal = comparable::nfc(password);
    Ok((fits(&normal) || normal != password && fits(password)) && stored.is_some())
}
