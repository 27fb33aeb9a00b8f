//! A call to the API, and its answer.

use domain::stripe::API_VERSION;
use domain::stripe::objects::List;
use domain::stripe::setup::KEY_REFUSED;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

use super::{Fault, StripeResult};
use crate::config::Stripe;
use crate::integrations::http::{Answer, Call};

/// Longest answer in bytes: some hundred lines of JSON per object.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;

#[derive(Deserialize)]
struct Refusal {
    error: RefusalText,
}

#[derive(Deserialize)]
struct RefusalText {
    code: Option<String>,
    message: Option<String>,
}

/// Pages of a list beyond which the account's objects cannot all be this product's.
const MAX_PAGES: usize = 10;

impl Stripe {
    /// Returns every object of a list, page by page; `id` returns an object's id.
    pub(super) async fn all<T: DeserializeOwned>(
        &self,
        path: &str,
        id: impl Fn(&T) -> Option<&str>,
    ) -> StripeResult<Vec<T>> {
        self.pages(path, MAX_PAGES, id).await
    }

    /// Like [`Self::all`], with a limit of pages.
    pub(super) async fn pages<T: DeserializeOwned>(
        &self,
        path: &str,
        most: usize,
        id: impl Fn(&T) -> Option<&str>,
    ) -> StripeResult<Vec<T>> {
        let joint = if path.contains('?') { '&' } else { '?' };
        let (mut all, mut after) = (Vec::new(), String::new());
        for _ in 0..most {
            let list: List<T> =
                self.send("GET", &format!("{path}{joint}limit=100{after}"), None, None).await?.read()?;
            after = list.data.last().and_then(&id).map_or_else(String::new, |id| format!("&starting_after={id}"));
            all.extend(list.data);
            if !list.has_more {
                return Ok(all);
            }
        }
        Err(Fault::Permanent(format!("The account has more than {} of them.", all.len())))
    }

    /// Makes one call. Stripe repeats its first answer for the same `key`.
    pub(super) async fn send(
        &self,
        method: &str,
        path: &str,
        body: Option<&str>,
        key: Option<&str>,
    ) -> StripeResult<StripeResponse> {
        let authorization = format!("Bearer {}", self.secret_key);
        let form = ("content-type", "application/x-www-form-urlencoded");
        let mut headers = vec![("authorization", authorization.as_str()), ("stripe-version", API_VERSION), form];
        headers.extend(key.map(|key| ("idempotency-key", key)));
        let body = body.map(JsValue::from_str);
        let url = format!("{}{path}", self.base);
        let passing = |reason: String| Fault::Transient(format!("Stripe: {reason}"), None);
        let response =
            Call { body: body.as_ref(), ..Call::new(method, &url, &headers) }.send().await.map_err(passing)?;
        let is_replayed = response.headers().get("idempotent-replayed").ok().flatten().is_some();
        let (answer, text) = Answer::with_text_up_to(MAX_ANSWER_BYTES, response).await;
        Ok(StripeResponse { answer, is_replayed, text })
    }
}

/// Stripe's answer.
pub(super) struct StripeResponse {
    pub answer: Answer,
    /// Whether it repeats an earlier answer.
    pub is_replayed: bool,
    /// The body, or why it could not be read.
    text: Result<String, String>,
}

impl StripeResponse {
    /// Whether it is a refusal with one of these codes.
    pub fn is_refused_as(&self, codes: &[&str]) -> bool {
        let code = self.refusal().and_then(|refusal| refusal.code);
        self.answer.status >= 400 && code.is_some_and(|code| codes.contains(&code.as_str()))
    }

    fn refusal(&self) -> Option<RefusalText> {
        let text = self.text.as_deref().ok()?;
        serde_json::from_str::<Refusal>(text).ok().map(|refusal| refusal.error)
    }

    /// Parses the object, or returns the fault.
    pub fn read<T: DeserializeOwned>(self) -> StripeResult<T> {
        let Answer { status, retry_after } = self.answer;
        match status {
            200 => {
                let text = self.text.map_err(|reason| Fault::Transient(format!("Stripe: {reason}"), None))?;
                serde_json::from_str(&text).map_err(unreadable)
            }
            // Stripe's text would contain a part of the key.
            401 => Err(Fault::Permanent(KEY_REFUSED.into())),
            403 => Err(Fault::Permanent("The secret key may not do this: give it the permission in Stripe.".into())),
            409 | 429 | 500..=599 => Err(Fault::Transient(format!("Stripe answered {status}."), retry_after)),
            _ => {
                let reason = self.refusal().and_then(|refusal| refusal.message);
                Err(Fault::Permanent(match reason {
                    Some(reason) => format!("Stripe refuses it: {reason}"),
                    None => format!("Stripe answered {status}."),
                }))
            }
        }
    }
}

pub(super) fn unreadable(error: serde_json::Error) -> Fault {
    Fault::Permanent(format!("Stripe answered what cannot be read: {error}"))
}
