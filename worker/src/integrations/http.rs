//! Calls to other people's servers.

use domain::number::parse_u64;
use domain::retry_policy::Outcome;
use futures_util::future::{Either, select};
use wasm_bindgen::JsValue;
use worker::{AbortController, Delay, Fetch, Headers, Response, ResponseBody};

/// Whoever does not answer within this long is taken to be down.
const TIMEOUT_MS: i64 = 20_000;
/// The longest wait that is read from an answer, in seconds: a day.
const MAX_RETRY_AFTER_SECONDS: u32 = 24 * 60 * 60;

/// The longest text that is read of an answer, in bytes, unless somebody says otherwise.
const MAX_TEXT_BYTES: u64 = 64 * 1024;

/// What is asked of a server.
pub struct Call<'a> {
    pub method: &'a str,
    pub url: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    /// A text, or a stream.
    pub body: Option<&'a JsValue>,
    /// How long it may take until the answer begins, in milliseconds.
    pub ms: i64,
}

impl<'a> Call<'a> {
    /// A call without a body.
    #[must_use]
    pub fn new(method: &'a str, url: &'a str, headers: &'a [(&'a str, &'a str)]) -> Self {
        Self { method, url, headers, body: None, ms: TIMEOUT_MS }
    }

    /// Sends it. A redirect is an answer like any other: what is sent here goes nowhere else.
    ///
    /// # Errors
    /// A sentence for an admin, where no answer came.
    pub async fn send(&self) -> Result<Response, String> {
        let request = self.request().map_err(|error| format!("The address cannot be used: {error}"))?;
        let controller = AbortController::default();
        let signal = controller.signal();
        let fetch = Fetch::Request(request);
        let call = Box::pin(fetch.send_with_signal(&signal));
        let limit = Box::pin(Delay::from(std::time::Duration::from_millis(self.ms.unsigned_abs())));
        match select(call, limit).await {
            Either::Left((Ok(response), _)) => Ok(response),
            Either::Left((Err(_), _)) => Err("It could not be reached.".into()),
            Either::Right(_) => {
                controller.abort();
                Err(format!("It did not answer within {} seconds.", self.ms / 1000))
            }
        }
    }

    fn request(&self) -> worker::Result<worker::Request> {
        let headers = Headers::new();
        for (name, value) in self.headers {
            headers.set(name, value)?;
        }
        // The methods of WebDAV are none of `worker::Method`.
        let init = web_sys::RequestInit::new();
        init.set_method(self.method);
        init.set_headers(&headers.0);
        init.set_redirect(web_sys::RequestRedirect::Manual);
        if let Some(body) = self.body {
            init.set_body(body);
        }
        Ok(web_sys::Request::new_with_str_and_init(self.url, &init)?.into())
    }
}

/// What came back.
pub struct Answer {
    pub status: u16,
    /// The seconds of `Retry-After`, where it says so.
    pub retry_after: Option<u32>,
}

impl Answer {
    /// Status and headers of a response; its body is not read.
    pub async fn of(response: Response) -> Self {
        let answer = Self { status: response.status_code(), retry_after: retry_after(&response) };
        discard(response).await;
        answer
    }

    /// The same with its text, as far as it is short and one.
    pub async fn with_text(response: Response) -> (Self, String) {
        Self::with_text_up_to(MAX_TEXT_BYTES, response).await
    }

    /// The same with its text, as far as it has at most so many bytes and is one.
    pub async fn with_text_up_to(max: u64, mut response: Response) -> (Self, String) {
        let answer = Self { status: response.status_code(), retry_after: retry_after(&response) };
        let length = response.headers().get("content-length").ok().flatten().and_then(|text| parse_u64(&text));
        if length.is_some_and(|length| length > max) {
            discard(response).await;
            return (answer, String::new());
        }
        (answer, response.text().await.unwrap_or_default())
    }

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

fn retry_after(response: &Response) -> Option<u32> {
    let text = response.headers().get("retry-after").ok().flatten()?;
    text.trim().parse::<u32>().ok().map(|seconds| seconds.min(MAX_RETRY_AFTER_SECONDS))
}

/// An answer that nobody reads keeps its connection, of which there are six.
pub async fn discard(response: Response) {
    if let ResponseBody::Stream(stream) = response.body() {
        let _ = wasm_bindgen_futures::JsFuture::from(stream.cancel()).await;
    }
}

/// Posts JSON.
pub async fn post_json(url: &str, headers: &[(&str, &str)], body: &str) -> Result<Answer, String> {
    let headers = [&[("content-type", "application/json")], headers].concat();
    let body = JsValue::from_str(body);
    let response = Call { body: Some(&body), ..Call::new("POST", url, &headers) }.send().await?;
    Ok(Answer::of(response).await)
}
