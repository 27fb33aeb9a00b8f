//! Google sign-in: access tokens, consents and their revocation.

use std::cell::RefCell;
use std::collections::BTreeMap;

use data_encoding::BASE64URL_NOPAD;
use domain::google_drive::{self, CONSENT_URL, GrantLifetime, REVOKE_URL, Refusal, SCOPE, SERVICE_SCOPE, TOKEN_URL};
use js_sys::{Object, Reflect};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::JsValue;

use super::{Account, Outcome, SignIn, answer};
use crate::app::{App, clock};
use crate::config::{GoogleClient, ServiceAccount};
use crate::error::Error;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;
use crate::integrations::http::{Answer, Call};
use crate::web_crypto;

const FORM: [(&str, &str); 1] = [("content-type", "application/x-www-form-urlencoded")];
/// Timeout of an answer.
const CALL_TIMEOUT_MS: i64 = 20_000;
/// Seconds before its expiry at which a token is no longer used.
const EXPIRY_MARGIN_SECONDS: u32 = 120;
/// Lifetime of a service account's assertion in seconds: the longest that Google accepts.
const STATEMENT_SECONDS: i64 = 3600;
/// Tokens cached per isolate.
const MAX_TOKENS: usize = 200;

/// A token and its expiry, UTC milliseconds.
type CachedToken = (String, i64);

thread_local! {
    /// By account and time of consent.
    static TOKENS: RefCell<BTreeMap<(String, i64), CachedToken>> = const { RefCell::new(BTreeMap::new()) };
}

/// Google's answer to a code, a refresh token or a service account's assertion.
#[derive(Deserialize)]
pub struct Grant {
    access_token: String,
    expires_in: u32,
    pub refresh_token: Option<String>,
    #[serde(default)]
    scope: String,
    /// Seconds until the grant expires, if Google says so.
    pub refresh_token_expires_in: Option<u32>,
}

impl Grant {
    /// Whether the permission to create files was granted: people may untick it.
    #[must_use]
    pub fn includes_files(&self) -> bool {
        self.scope.split_whitespace().any(|scope| scope == SCOPE)
    }
}

/// Returns the address of Google's consent page.
#[must_use]
pub fn consent_address(client: &GoogleClient, back_to: &str, state: &str, verifier: &str) -> String {
    let query: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("client_id", &client.id)
        .append_pair("redirect_uri", back_to)
        .append_pair("response_type", "code")
        .append_pair("scope", SCOPE)
        .append_pair("state", state)
        .append_pair("code_challenge", &google_drive::challenge(verifier))
        .append_pair("code_challenge_method", "S256")
        // Google returns a refresh token only with a new consent.
        .append_pair("access_type", "offline")
        .append_pair("prompt", "consent")
        .finish();
    format!("{CONSENT_URL}?{query}")
}

/// Exchanges the code of a consent.
pub async fn exchange(client: &GoogleClient, back_to: &str, code: &str, verifier: &str) -> Outcome<Grant> {
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("client_id", &client.id),
        ("client_secret", &client.secret),
        ("redirect_uri", back_to),
        ("code_verifier", verifier),
    ];
    let lifetime = GrantLifetime { granted_at: clock(), ends_at: None };
    grant(&form, CALL_TIMEOUT_MS, |status, text| google_drive::sign_in_refusal(status, text, lifetime, clock())).await
}

/// Revokes a grant.
pub async fn revoke(token: &str) -> Result<(), String> {
    let form: String = form_urlencoded::Serializer::new(String::new()).append_pair("token", token).finish();
    let body = JsValue::from_str(&form);
    let answer = Answer::of(Call { body: Some(&body), ..Call::new("POST", REVOKE_URL, &FORM) }.send().await?).await;
    // 400: it has already ended.
    if matches!(answer.status, 200..=299 | 400) { Ok(()) } else { Err(format!("Google answered {}.", answer.status)) }
}

/// Returns an access token, cached or new.
pub(super) async fn access_token(app: &App, account: &Account, until: Deadline) -> Outcome<String> {
    let tokens = TOKENS.with_borrow(|tokens| tokens.get(&key(account)).cloned());
    if let Some((token, ends)) = tokens
        && ends > clock()
    {
        return Ok(token);
    }
    let ms = until.remaining()?.min(CALL_TIMEOUT_MS);
    let grant = match &account.sign_in {
        SignIn::Grant { token, ends_at } => {
            let client = app.config.google_client.as_ref().ok_or_else(|| not_set_up("GOOGLE_CLIENT_ID"))?;
            let form = [
                ("grant_type", "refresh_token"),
                ("refresh_token", token),
                ("client_id", &client.id),
                ("client_secret", &client.secret),
            ];
            let lifetime = GrantLifetime { granted_at: account.since, ends_at: *ends_at };
            let refusal = |status, text: &str| google_drive::sign_in_refusal(status, text, lifetime, app.now);
            grant(&form, ms, refusal).await?
        }
        SignIn::ServiceAccount => {
            let service = app.config.google_service_account.as_ref();
            let statement = statement(service.ok_or_else(|| not_set_up("GOOGLE_SERVICE_ACCOUNT"))?).await?;
            let form =
                [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", statement.as_str())];
            grant(&form, ms, google_drive::service_refusal).await?
        }
    };
    cache_token(account, &grant);
    Ok(grant.access_token)
}

/// Caches the access token of a grant.
pub fn cache_token(account: &Account, grant: &Grant) {
    let lasts = i64::from(grant.expires_in.saturating_sub(EXPIRY_MARGIN_SECONDS)).saturating_mul(1000);
    TOKENS.with_borrow_mut(|tokens| {
        if tokens.len() >= MAX_TOKENS {
            tokens.clear();
        }
        tokens.insert(key(account), (grant.access_token.clone(), clock().saturating_add(lasts)));
    });
}

/// Drops a cached token that Google has rejected.
pub(super) fn evict_token(account: &Account) {
    TOKENS.with_borrow_mut(|tokens| tokens.remove(&key(account)));
}

fn key(account: &Account) -> (String, i64) {
    (account.id.clone(), account.since)
}

fn not_set_up(name: &str) -> Fault {
    Fault::Internal(format!("{name} is missing in this deployment."))
}

/// Requests tokens. `refusal` interprets a failed answer.
async fn grant(form: &[(&str, &str)], ms: i64, refusal: impl Fn(u16, &str) -> Refusal) -> Outcome<Grant> {
    let form: String = form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let body = JsValue::from_str(&form);
    let call = Call { body: Some(&body), ms, ..Call::new("POST", TOKEN_URL, &FORM) };
    let response = call.send().await.map_err(answer::unreachable)?;
    if response.status_code() == 200 {
        return answer::json(response).await;
    }
    let (answer, text) = Answer::with_text(response).await;
    Err(answer::of_refusal(refusal(answer.status, &text.unwrap_or_default()), answer.retry_after))
}

/// Returns a service account's signed assertion (RFC 7523).
async fn statement(account: &ServiceAccount) -> Outcome<String> {
    let now = clock() / 1000;
    let claims = json!({
        "iss": account.email, "scope": SERVICE_SCOPE, "aud": TOKEN_URL,
        "iat": now, "exp": now.saturating_add(STATEMENT_SECONDS),
    });
    let encode = |part: &serde_json::Value| BASE64URL_NOPAD.encode(part.to_string().as_bytes());
    let message = format!("{}.{}", encode(&json!({ "alg": "RS256", "typ": "JWT" })), encode(&claims));
    let signature = rs256(&account.key, message.as_bytes()).await.map_err(worker::Error::from).map_err(Error::from)?;
    Ok(format!("{message}.{}", BASE64URL_NOPAD.encode(&signature)))
}

/// Signs with the platform's implementation. `key` is PKCS #8.
async fn rs256(key: &[u8], message: &[u8]) -> Result<Vec<u8>, JsValue> {
    let algorithm = Object::new();
    Reflect::set(&algorithm, &"name".into(), &"RSASSA-PKCS1-v1_5".into())?;
    Reflect::set(&algorithm, &"hash".into(), &"SHA-256".into())?;
    let key = web_crypto::signing_key(key, &algorithm, false).await?;
    web_crypto::sign(&algorithm, &key, message).await
}
