//! The deployment's own settings, from `vars` and secrets; `.dev.vars.example` documents them.

use data_encoding::BASE64;
use domain::keys::{Keys, NoKeys};
use domain::sealed_secret::KeyRing;
use domain::session::CookieScope;
use domain::stripe;
use domain::webdav::Networks;
use serde::Deserialize;
use worker::{Env, Error, Result};

/// Where accounts of the mailing list are reached.
const GETRESPONSE: &str = "https://api.getresponse.com/v3";

/// Where Turnstile is reached, by the page's browser too.
pub const TURNSTILE: &str = "https://challenges.cloudflare.com";

/// Settings that are fixed for a deployment.
pub struct Config {
    /// Where the product is reached, without a trailing slash. Links in mails begin with it, never with a request's
    /// host.
    pub public_origin: String,
    pub mail_from: String,
    /// Keys of the deployment itself.
    pub keys: Keys,
    /// Signs what is forwarded to automation addresses; without it nothing is.
    pub automation_secret: Option<String>,
    /// The mailing list we rent; without it sign-ups stay with us and we ask for the confirmation ourselves.
    pub mailing_list: Option<MailingList>,
    /// Seals the credentials of businesses' own drives; without them none can be connected.
    pub drive_keys: Option<KeyRing>,
    /// Whom Google knows this deployment as, when businesses connect their own Google Drive.
    pub google_client: Option<GoogleClient>,
    /// Whom folders in Shared Drives are shared with.
    pub google_service_account: Option<ServiceAccount>,
    /// The account that buyers pay to; without it nothing is sold here.
    pub stripe: Option<Stripe>,
    /// Whether there is a key of test mode that is not taken.
    pub refuses_stripe_key: bool,
    /// The same account by a key that may pay partners; without it they are paid by hand.
    pub connect: Option<Stripe>,
    /// Asks senders for a proof where many submissions come; without it their browsers do a little work.
    pub turnstile: Option<Turnstile>,
    /// Where WebDAV drives may stand.
    pub networks: Networks,
    /// Whether admins must have a second factor.
    pub admin_totp_required: bool,
    /// Which version is deployed.
    pub version: String,
    /// What the deployment that made this version is known by, while it looks whether it works.
    pub deploy_key: Option<String>,
    /// What cookies demand of the connection.
    pub cookie_scope: CookieScope,
}

/// A widget of Cloudflare Turnstile.
pub struct Turnstile {
    /// Where its API is, without a trailing slash.
    pub base: String,
    /// Public: the page shows the widget with it.
    pub site_key: String,
    pub secret_key: String,
}

/// An account with GetResponse.
pub struct MailingList {
    pub base: String,
    pub api_key: String,
}

/// An account with Stripe.
pub struct Stripe {
    /// Where its API is, without a trailing slash.
    pub base: String,
    pub secret_key: String,
    /// Sign events. Several while they are replaced.
    pub webhook_secrets: Vec<String>,
}

impl Stripe {
    /// Whether it moves real money.
    #[must_use]
    pub fn is_live(&self) -> bool {
        stripe::is_live_key(&self.secret_key)
    }
}

/// An OAuth client of the kind `Web application`.
pub struct GoogleClient {
    pub id: String,
    pub secret: String,
}

/// A service account.
pub struct ServiceAccount {
    pub email: String,
    /// PKCS #8.
    pub key: Vec<u8>,
}

/// The file that Google hands out for a service account.
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
    /// Reads and checks the settings.
    pub fn read(env: &Env) -> Result<Self> {
        let versions = env.var("KEY_VERSIONS").map_or_else(|_| String::new(), |text| text.to_string());
        let keys = Keys::derive(&env.secret("SECRET_KEY")?.to_string(), &versions).map_err(|why| {
            Error::BindingError(match why {
                NoKeys::ShortSecret => "SECRET_KEY must have at least 32 characters".into(),
                NoKeys::Versions => "KEY_VERSIONS must be like `links=2,1 tokens=3` (docs/operations.md)".into(),
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
            // Whatever is not plainly switched off is refused.
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
            // Whatever is not plainly switched off is required.
            admin_totp_required: env.var("ADMIN_TOTP").map_or(true, |word| word.to_string() != "optional"),
        })
    }
}

/// A secret that a deployment may do without.
fn secret(env: &Env, name: &str) -> Option<String> {
    env.secret(name).ok().map(|secret| secret.to_string()).filter(|secret| !secret.is_empty())
}
