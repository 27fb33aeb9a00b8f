//! Calls to other people's servers.

use domain::retry_policy::JobOutcome;
use futures_util::future::{Either, select};
use wasm_bindgen::JsValue;
use worker::{AbortController, Delay, Fetch, Headers, Response, ResponseBody};

use crate::app::clock;
use crate::body_reader::BodyReader;

/// Time without an answer after which a server counts as down.
const TIMEOUT_MS: i64 = 20_000;
/// Longest accepted `Retry-After`, in seconds: a day.
const MAX_RETRY_AFTER_SECONDS: u32 = 24 * 60 * 60;

/// Longest body read from an answer in bytes, after decompression, unless the caller says otherwise.
const MAX_TEXT_BYTES: usize = 64 * 1024;
/// Time for a body once its answer began, in milliseconds.
const TEXT_MS: i64 = 20_000;
/// Bytes per read.
const READ_BYTES: u32 = 64 * 1024;

/// A request to a server.
pub struct Call<'a> {
    pub method: &'a str,
    pub url: &'a str,
    pub headers: &'a [(&'a str, &'a str)],
    /// A text or a stream.
    pub body: Option<&'a JsValue>,
    /// Time until the answer must begin, in milliseconds.
    pub ms: i64,
}

impl<'a> Call<'a> {
    /// A call without a body.
    #[must_use]
    pub fn new(method: &'a str, url: &'a str, headers: &'a [(&'a str, &'a str)]) -> Self {
        Self { method, url, headers, body: None, ms: TIMEOUT_MS }
    }

    /// Sends the request. Does not follow redirects, so that our data goes nowhere else.
    ///
    /// # Errors
    /// A sentence for an admin, if no answer arrived.
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
        // `worker::Method` lacks the methods of WebDAV.
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

/// A server's answer.
pub struct Answer {
    pub status: u16,
    /// Seconds of `Retry-After`, if sent.
    pub retry_after: Option<u32>,
}

impl Answer {
    /// Returns status and headers of a response, discarding its body.
    pub async fn of(response: Response) -> Self {
        let answer = Self { status: response.status_code(), retry_after: retry_after(&response) };
        discard(response).await;
        answer
    }

    /// Returns status and body of a response. The error reports a body that is endless, inflates too far or does not end in time.
    pub async fn with_text(response: Response) -> (Self, Result<String, String>) {
        Self::with_text_up_to(MAX_TEXT_BYTES, response).await
    }

    /// Like [`Self::with_text`], with a body of at most `max` bytes after decompression.
    pub async fn with_text_up_to(max: usize, response: Response) -> (Self, Result<String, String>) {
        let answer = Self { status: response.status_code(), retry_after: retry_after(&response) };
        let ResponseBody::Stream(stream) = response.into_parts().1 else { return (answer, Ok(String::new())) };
        (answer, read_text(max, stream).await)
    }

    /// Converts the answer for a job: done, retry, or give up. `who` names the server.
    pub fn outcome(&self, who: &str) -> JobOutcome {
        let summary = format!("{who} answered {}.", self.status);
        match (self.status, self.retry_after) {
            (200..=299, _) => JobOutcome::Done,
            (429 | 503, Some(seconds)) => JobOutcome::RetryAfter(summary, seconds),
            (408 | 425 | 429 | 500..=599, _) => JobOutcome::Retry(summary),
            _ => JobOutcome::GiveUp(summary),
        }
    }
}

fn retry_after(response: &Response) -> Option<u32> {
    let text = response.headers().get("retry-after").ok().flatten()?;
    text.trim().parse::<u32>().ok().map(|seconds| seconds.min(MAX_RETRY_AFTER_SECONDS))
}

async fn read_text(max: usize, stream: web_sys::ReadableStream) -> Result<String, String> {
    let broken = |_| "Its answer broke off, or did not end in time.".to_owned();
    let reader = BodyReader::new(Some(stream)).map_err(broken)?;
    let deadline = clock().saturating_add(TEXT_MS);
    let mut bytes = Vec::new();
    let read = loop {
        match reader.next_within(READ_BYTES, deadline.saturating_sub(clock()).max(1)).await {
            Ok(None) => break Ok(()),
            Ok(Some(piece)) => bytes.extend_from_slice(&piece.to_vec()),
            Err(error) => break Err(broken(error)),
        }
        if bytes.len() > max {
            break Err(format!("Its answer is longer than {} kB.", max / 1024));
        }
    };
    if read.is_err() {
        reader.cancel().await;
    }
    read.and_then(|()| String::from_utf8(bytes).map_err(|_| "Its answer is no text.".to_owned()))
}

/// Discards a body, because an unread answer keeps its connection, of which there are six.
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
