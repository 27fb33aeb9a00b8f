//! Answers strangers, by the hash of a video alone, whether somebody agreed to its use.

use domain::api::public::{FilmConsents, FilmQuestion};
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::auth::{client_ip, consent_signature};
use crate::error::{Error, Result, invalid};
use crate::request::Request;
use crate::store::identity::rate_limit_event;
use crate::store::submissions::submission::consent_request;

/// `POST /api/public/films`: names no customer.
pub async fn film(app: &App, request: &Request, FilmQuestion { sha256 }: FilmQuestion) -> Result<FilmConsents> {
    let sha256 = sha256.trim().to_ascii_lowercase();
    if sha256.len() != 64 || !sha256.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(invalid([("sha256", "Please send a SHA-256 in hex.")]));
    }
    let event_id = uuid::Uuid::new_v4().to_string();
    let household = client_ip::household(&app.config, request);
    rate_limit_event::record_film(&app.db, &event_id, &household, app.now).await?.map_err(Error::too_many_attempts)?;
    Ok(FilmConsents { consents: consent_request::of_film(&app.db, &sha256).await? })
}

/// `GET /.well-known/jwks.json`: the keys that sign consent records.
pub async fn keys(app: &App) -> Result<Response> {
    let set = serde_json::json!({ "keys": consent_signature::public_keys(app).await? });
    Ok(ResponseBuilder::new()
        .with_header("content-type", "application/jwk-set+json")?
        .with_header("access-control-allow-origin", "*")?
        .with_header("cross-origin-resource-policy", "cross-origin")?
        .fixed(set.to_string().into_bytes()))
}
