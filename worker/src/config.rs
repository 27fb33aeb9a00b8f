//! The deployment's own settings, from `vars` and secrets; `.dev.vars.example` documents them.

use worker::{Env, Error, Result};

/// Settings that are fixed for a deployment.
pub struct Config {
    /// Where the product is reached, without a trailing slash. Links in mails begin with it, never with a request's host.
    pub public_origin: String,
    /// The sender of every mail.
    pub mail_from: String,
    /// Signs links and hides visitors' addresses. At least 32 characters.
    pub link_key: String,
    /// Whether admins must have a second factor.
    pub admin_totp_required: bool,
}

impl Config {
    /// Reads and checks the settings.
    ///
    /// # Errors
    /// Names the setting that is missing or unsafe.
    pub fn read(env: &Env) -> Result<Self> {
        let link_key = env.secret("LINK_KEY")?.to_string();
        if link_key.len() < 32 {
            return Err(Error::BindingError("LINK_KEY must have at least 32 characters".into()));
        }
        Ok(Self {
            public_origin: env.var("PUBLIC_ORIGIN")?.to_string().trim_end_matches('/').to_owned(),
            mail_from: env.var("MAIL_FROM")?.to_string(),
            link_key,
            // Whatever is not plainly switched off is required.
            admin_totp_required: env.var("ADMIN_TOTP").map_or(true, |word| word.to_string() != "optional"),
        })
    }
}
