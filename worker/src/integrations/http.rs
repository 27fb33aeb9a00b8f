//! Calls to other people's servers.

use domain::retry_policy::Outcome;
use worker::wasm_bindgen::JsValue;
use worker::{AbortController, Delay, Fetch, Headers, Method, Request, RequestInit, RequestRedirect};

/// Whoever does not answer within this long is taken to be down.
const TIMEOUT_SECONDS: u64 = 20;
/// The longest wait that is read from an answer, in seconds: a day.
const MAX_RETRY_AFTER_SECONDS: u32 = 24 * 60 * 60;

/// What came back.
pub struct Answer {
    pub status: u16,
    /// The seconds of `Retry-After`, where it says so.
    pub retry_after: Option<u32>,
}

impl Answer {
    /// What it means for a job, where `who` answered: done, worth another try, or a no for good.
    pub fn outcome(&self, who: &str) -> Outcome {
        let said = format!("{who} answered {}.", self.status);
        match (self.status, self.retry_after) {
            (200..=299, _) => Outcome::Done,
            (429 | 503, Some(seconds)) => Outcome::RetryAfter(said, seconds),
            (408 | 425 | 429 | 500..=599, _) => Outcome::Retry(said),
            _ => Outcome::GiveUp(said),
        }
    }
}

/// Posts JSON. A redirect is an answer like any other: what is sent here goes nowhere else.
pub async fn post_json(url: &str, headers: &[(&str, &str)], body: &str) -> Result<Answer, String> {
    let request = request(url, headers, body).map_err(|error| format!("The address cannot be used: {error}"))?;
    let controller = AbortController::default();
    let signal = controller.signal();
    let fetch = Fetch::Request(request);
    let call = Box::pin(fetch.send_with_signal(&signal));
    let limit = Box::pin(Delay::from(std::time::Duration::from_secs(TIMEOUT_SECONDS)));
    match futures_util::future::select(call, limit).await {
        futures_util::future::Either::Left((Ok(response), _)) => Ok(Answer {
            status: response.status_code(),
            retry_after: response
                .headers()
                .get("retry-after")
                .ok()
                .flatten()
                .and_then(|text| text.trim().parse::<u32>().ok())
                .map(|seconds| seconds.min(MAX_RETRY_AFTER_SECONDS)),
        }),
        futures_util::future::Either::Left((Err(_), _)) => Err("It could not be reached.".into()),
        futures_util::future::Either::Right(_) => {
            controller.abort();
            Err(format!("It did not answer within {TIMEOUT_SECONDS} seconds."))
        }
    }
}

fn request(url: &str, headers: &[(&str, &str)], body: &str) -> worker::Result<Request> {
    let sent = Headers::new();
    sent.set("content-type", "application/json")?;
    for (name, value) in headers {
        sent.set(name, value)?;
    }
    let mut init = RequestInit::new();
    init.with_method(Method::Post).with_headers(sent).with_body(Some(JsValue::from_str(body)));
    init.redirect = RequestRedirect::Manual;
    Request::new_with_init(url, &init)
}
