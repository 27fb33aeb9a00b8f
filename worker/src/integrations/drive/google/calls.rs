//! Calls to Drive with authentication and a deadline.

use domain::google_drive::API;
use serde::Deserialize;
use wasm_bindgen::JsValue;
use worker::Response;

use super::answer::{json, unreachable};
use super::{Account, Outcome, sign_in};
use crate::app::App;
use crate::integrations::drive::Fault;
use crate::integrations::drive::deadline::Deadline;
use crate::integrations::http::{Call, discard};

/// Timeout of calls without file contents.
const CALL_TIMEOUT_MS: i64 = 20_000;

pub(super) struct Calls<'a> {
    pub app: &'a App,
    pub account: &'a Account,
    pub until: Deadline,
}

#[derive(Deserialize)]
struct Ids {
    ids: Vec<String>,
}

impl Calls<'_> {
    /// Sends a request, and repeats it with a new access token after a 401.
    pub async fn send(&self, method: &str, url: &str, more: &[(&str, &str)], body: Option<&str>) -> Outcome<Response> {
        let body = body.map(JsValue::from_str);
        let answer = self.once(method, url, more, body.as_ref(), CALL_TIMEOUT_MS).await?;
        if answer.status_code() != 401 {
            return Ok(answer);
        }
        discard(answer).await;
        sign_in::evict_token(self.account);
        self.once(method, url, more, body.as_ref(), CALL_TIMEOUT_MS).await
    }

    /// Sends a request once, waiting up to `ms` milliseconds for the answer.
    pub async fn once(
        &self,
        method: &str,
        url: &str,
        more: &[(&str, &str)],
        body: Option<&JsValue>,
        ms: i64,
    ) -> Outcome<Response> {
        let token = self.token().await?;
        let authorization = format!("Bearer {token}");
        let headers = [&[("authorization", authorization.as_str())], more].concat();
        let call = Call { body, ms: self.until.remaining()?.min(ms), ..Call::new(method, url, &headers) };
        call.send().await.map_err(unreachable)
    }

    /// Returns an access token.
    pub async fn token(&self) -> Outcome<String> {
        sign_in::access_token(self.app, self.account, self.until).await
    }

    /// Posts JSON.
    pub async fn post(&self, url: &str, body: &serde_json::Value) -> Outcome<Response> {
        let headers = [("content-type", "application/json; charset=utf-8")];
        self.send("POST", url, &headers, Some(&body.to_string())).await
    }

    /// Returns an unused file id.
    pub async fn new_id(&self) -> Outcome<String> {
        let url = format!("{API}/files/generateIds?count=1&space=drive");
        let found: Ids = json(self.send("GET", &url, &[], None).await?).await?;
        found.ids.into_iter().next().ok_or_else(|| Fault::Transient("Google Drive gave no id.".into()))
    }
}
