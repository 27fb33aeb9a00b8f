//! The deployment's settings, from `vars` and secrets; `.dev.vars.example` documents them.

use data_encoding::BASE64;
use domain::keys::{KeyError, Keys};
use domain::sealed_secret::KeyRing;
use domain::session::CookieScope;
use domain::stripe;
use domain::webdav::Networks;
use serde::Deserialize;
use worker::{Env, Error, Result};

/// Base URL of the mailing list's API.
const GETRESPONSE: &str = "https://api.getresponse.com/v3";

/// Base URL of Turnstile, for the page's browser too.
pub const TURNSTILE: &str = "https://challenges.cloudflare.com";

/// Settings of a deployment.
pub struct Config {
    /// The product's public origin, without a trailing slash. Links in mails use it, never a request's host.
    pub public_origin: String,
    pub mail_from: String,
    /// The deployment's own keys.
    pub keys: Keys,
    /// Signs webhooks to automation addresses; without it none are sent.
    pub automation_secret: Option<String>,
    /// The rented mailing list; without it we store sign-ups and request their confirmation ourselves.
    pub mailing_list: Option<MailingList>,
    /// Seal the credentials of connected drives; without them none can be connected.
    pub drive_keys: Option<KeyRing>,
    /// OAuth client for businesses that connect their own Google Drive.
    pub google_client: Option<GoogleClient>,
    /// Service account that folders in Shared Drives are shared with.
    pub google_service_account: Option<ServiceAccount>,
    /// The account that buyers pay to; without it nothing is sold.
    pub stripe: Option<Stripe>,
    /// Whether a test-mode key is set but not accepted.
    pub refuses_stripe_key: bool,
    /// The same account with a key that may pay partners; without it they are paid by hand.
    pub connect: Option<Stripe>,
    /// Challenges senders when many submissions arrive; without it their browsers solve a small proof of work.
    pub turnstile: Option<Turnstile>,
    /// URL of an engine of one's own that transcribes, in place of Workers AI.
    pub transcriber: Option<String>,
    /// Networks in which WebDAV drives may be.
    pub networks: Networks,
    /// Whether admins need a second factor.
    pub admin_totp_required: bool,
    /// The deployed version.
    pub version: String,
    /// Key of the deployment that created this version, for its health check.
    pub deploy_key: Option<String>,
    /// Whether cookies require TLS.
    pub cookie_scope: CookieScope,
}

/// A Cloudflare Turnstile widget.
pub struct Turnstile {
    /// Base URL of its API, without a trailing slash.
    pub base: String,
    /// Public: the page renders the widget with it.
    pub site_key: String,
    pub secret_key: String,
}

/// A GetResponse account.
pub struct MailingList {
    pub base: String,
    pub api_key: String,
}

/// A Stripe account.
pub struct Stripe {
    /// Base URL of its API, without a trailing slash.
    pub base: String,
    pub secret_key: String,
    /// Verify events. Several during a rotation.
    pub webhook_secrets: Vec<String>,
}

impl Stripe {
    /// Whether it uses real money.
    #[must_use]
    pub fn is_live(&self) -> bool {
        stripe::is_live_key(&self.secret_key)
    }
}

/// An OAuth client of type `Web application`.
pub struct GoogleClient {
    pub id: String,
    pub secret: String,
}

/// A Google service account.
pub struct ServiceAccount {
    pub email: String,
    /// PKCS #8.
    pub key: Vec<u8>,
}

/// The JSON key file of a service account.
#[derive(Deserialize)]
struct ServiceAccountFile {
    client_email: String,
    private_key: String,
}

impl ServiceAccount {
    fn parse(text: &str) -> Option<Self> {
        let ServiceAccountFile { client_email, private_key } = serde_json::from_str(text).ok()?;
        let lines: String = private_key.lines().filter(|line| !line.starts_with("-----")).collect();
        let key = BASE64.decode(lines.trim().as_bytes()).ok().filter(|key| !key.is_empty())?;
        Some(Self { email: client_email, key })
    }
}

impl Config {
    /// Reads and validates the settings.
    pub fn read(env: &Env) -> Result<Self> {
        let versions = env.var("KEY_VERSIONS").map_or_else(|_| String::new(), |text| text.to_string());
        let keys = Keys::derive(&env.secret("SECRET_KEY")?.to_string(), &versions).map_err(|why| {
            Error::BindingError(match why {
                KeyError::ShortSecret => "SECRET_KEY must have at least 32 characters".into(),
                KeyError::Versions => "KEY_VERSIONS must be like `links=2,1 tokens=3` (docs/operations.md)".into(),
            })
        })?;
        let public_origin = env.var("PUBLIC_ORIGIN")?.to_string().trim_end_matches('/').to_owned();
        let cookies = env.var("COOKIES").map_or_else(|_| String::new(), |word| word.to_string());
        let drive_keys = secret(env, "DRIVE_KEYS").map(|text| {
            KeyRing::parse(&text).ok_or_else(|| {
                Error::BindingError("DRIVE_KEYS must be id:secret, each secret with at least 32 characters".into())
            })
        });
        let service_account = secret(env, "GOOGLE_SERVICE_ACCOUNT").map(|text| {
            ServiceAccount::parse(&text).ok_or_else(|| {
                Error::BindingError("GOOGLE_SERVICE_ACCOUNT must be the JSON file that Google hands out".into())
            })
        });
        let networks = env.var("DRIVE_NETWORKS").map_or_else(|_| String::new(), |word| word.to_string());
        let stripe_base = env.var("STRIPE_BASE").map_or_else(|_| stripe::API.to_owned(), |base| base.to_string());
        let test_keys = env.var("STRIPE_TEST_KEYS").map_or_else(|_| String::new(), |word| word.to_string());
        let takes = |key: &String| stripe::takes_key(key, &stripe_base, &public_origin, &test_keys);
        let stripe_key = secret(env, "STRIPE_SECRET_KEY");
        let connect_key = secret(env, "STRIPE_CONNECT_KEY").filter(takes);
        let refuses_stripe_key = stripe_key.as_ref().is_some_and(|key| !takes(key));
        let stripe_key = stripe_key.filter(takes);
        Ok(Self {
            refuses_stripe_key,
            drive_keys: drive_keys.transpose()?,
            google_client: secret(env, "GOOGLE_CLIENT_ID")
                .zip(secret(env, "GOOGLE_CLIENT_SECRET"))
                .map(|(id, secret)| GoogleClient { id, secret }),
            google_service_account: service_account.transpose()?,
            transcriber: secret(env, "TRANSCRIBER_URL").map(|url| url.trim_end_matches('/').to_owned()),
            // Any other value restricts drives to public networks.
            networks: if networks == "any" { Networks::Any } else { Networks::Public },
            cookie_scope: CookieScope::of(&cookies, &public_origin),
            public_origin,
            version: env.var("VERSION").map_or_else(|_| "development".to_owned(), |word| word.to_string()),
            deploy_key: secret(env, "DEPLOY_KEY").filter(|key| key.len() >= 32),
            mail_from: env.var("MAIL_FROM")?.to_string(),
            keys,
            automation_secret: secret(env, "AUTOMATION_SECRET"),
            mailing_list: secret(env, "GETRESPONSE_API_KEY").map(|api_key| MailingList {
                base: env.var("GETRESPONSE_BASE").map_or_else(|_| GETRESPONSE.to_owned(), |base| base.to_string()),
                api_key,
            }),
            stripe: stripe_key.map(|secret_key| Stripe {
                base: stripe_base.clone(),
                secret_key,
                webhook_secrets: secret(env, "STRIPE_WEBHOOK_SECRETS")
                    .unwrap_or_default()
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect(),
            }),
            connect: connect_key.map(|secret_key| Stripe {
                base: stripe_base,
                secret_key,
                webhook_secrets: Vec::new(),
            }),
            turnstile: secret(env, "TURNSTILE_SITE_KEY").zip(secret(env, "TURNSTILE_SECRET_KEY")).map(
                |(site_key, secret_key)| Turnstile {
                    base: env.var("TURNSTILE_BASE").map_or_else(|_| TURNSTILE.to_owned(), |base| base.to_string()),
                    site_key,
                    secret_key,
                },
            ),
            // Any other value makes it required.
            admin_totp_required: env.var("ADMIN_TOTP").map_or(true, |word| word.to_string() != "optional"),
        })
    }
}

/// Returns an optional secret.
fn secret(env: &Env, name: &str) -> Option<String> {
    env.secret(name).ok().map(|secret| secret.to_string()).filter(|secret| !secret.is_empty())
}
