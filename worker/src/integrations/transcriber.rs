//! Speech recognition: Workers AI, or an engine on a machine of one's own that speaks its protocol.

use std::time::Duration;

use data_encoding::BASE64;
use domain::transcript::whisper::Answer;
use futures_util::future::{Either, select};
use js_sys::{JSON, Promise, Reflect};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use worker::Delay;

use crate::app::App;
use crate::integrations::http::{self, Call};

/// Name of the binding, which only the configuration of a deployment has: with it `wrangler dev` needs an account.
const BINDING: &str = "AI";
const MODEL: &str = "@cf/openai/whisper-large-v3-turbo";
/// Time for an answer in milliseconds, and the error that Workers AI gives after its own.
const TIMEOUT_MS: i64 = 60_000;
const TIMED_OUT: &str = "3007: no answer within 60 seconds";
/// Longest answer in bytes: the words of five minutes with all their numbers.
const MAX_ANSWER_BYTES: usize = 2 * 1_048_576;

#[wasm_bindgen]
extern "C" {
    /// The binding. Its class is `Ai` in a deployment and `Fetcher` as a service binding, so that the class is not checked.
    pub type Ai;
    #[wasm_bindgen(method, catch)]
    fn run(this: &Ai, model: &str, input: &JsValue) -> Result<Promise, JsValue>;
}

/// An engine.
pub enum Transcriber {
    /// Workers AI.
    Binding(Ai),
    /// The URL of an engine of one's own.
    Address(String),
}

/// <https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/>
#[derive(Serialize)]
struct Input<'a> {
    audio: String,
    task: &'static str,
    language: &'a str,
    vad_filter: bool,
    initial_prompt: &'a str,
}

#[derive(Serialize)]
struct Request<'a> {
    inputs: &'a Input<'a>,
    options: Options,
}

#[derive(Serialize)]
struct Options {}

/// The body of a refusal.
#[derive(Deserialize)]
struct Refusal {
    #[serde(rename = "internalCode")]
    code: u32,
    #[serde(default)]
    description: String,
}

impl Transcriber {
    /// Returns the engine of this deployment; `None` if it has none.
    #[must_use]
    pub fn of(app: &App) -> Option<Self> {
        if let Some(address) = &app.config.transcriber {
            return Some(Self::Address(address.clone()));
        }
        let binding = Reflect::get(app.env.as_ref(), &BINDING.into()).ok()?;
        binding.is_object().then(|| Self::Binding(binding.unchecked_into()))
    }

    /// Whether its calls cost money.
    #[must_use]
    pub const fn is_paid(&self) -> bool {
        matches!(self, Self::Binding(_))
    }

    /// Transcribes a sound in a language. `hint` is a word that it may contain.
    ///
    /// # Errors
    /// Its message, which begins with the code, if it has one.
    pub async fn transcribe(&self, sound: &[u8], language: &str, hint: &str) -> Result<Answer, String> {
        let input =
            Input { audio: BASE64.encode(sound), task: "transcribe", language, vad_filter: true, initial_prompt: hint };
        let text = match self {
            Self::Binding(binding) => run(binding, &input).await?,
            Self::Address(address) => post(address, &input).await?,
        };
        serde_json::from_str(&text).map_err(|error| format!("The answer of the engine is not readable: {error}"))
    }
}

async fn run(binding: &Ai, input: &Input<'_>) -> Result<String, String> {
    // A plain object: the platform copies it to another isolate.
    let input = serde_json::to_string(input).map_err(|error| error.to_string())?;
    let input = JSON::parse(&input).map_err(|error| message(&error))?;
    let answer = JsFuture::from(binding.run(MODEL, &input).map_err(|error| message(&error))?);
    let limit = Delay::from(Duration::from_millis(TIMEOUT_MS.unsigned_abs()));
    match select(answer, Box::pin(limit)).await {
        Either::Left((answer, _)) => {
            let text = JSON::stringify(&answer.map_err(|error| message(&error))?).map_err(|error| message(&error))?;
            Ok(text.into())
        }
        Either::Right(_) => Err(TIMED_OUT.into()),
    }
}

async fn post(address: &str, input: &Input<'_>) -> Result<String, String> {
    let body =
        serde_json::to_string(&Request { inputs: input, options: Options {} }).map_err(|error| error.to_string())?;
    let headers = [("content-type", "application/json"), ("cf-consn-model-id", MODEL)];
    let url = format!("{address}/run?version=3");
    let call = Call { body: Some(&JsValue::from_str(&body)), ms: TIMEOUT_MS, ..Call::new("POST", &url, &headers) };
    let response = call.send().await.map_err(|reason| format!("The engine: {reason}"))?;
    let is_json = response.headers().get("content-type").ok().flatten().is_some_and(|kind| kind == "application/json");
    let (answer, text) = http::Answer::with_text_up_to(MAX_ANSWER_BYTES, response).await;
    let text = text.map_err(|reason| format!("The engine: {reason}"))?;
    match serde_json::from_str::<Refusal>(&text) {
        _ if answer.status == 200 && is_json => Ok(text),
        Ok(refusal) => Err(format!("{}: {}", refusal.code, refusal.description)),
        Err(_) => Err(format!("The engine answered {}.", answer.status)),
    }
}

fn message(error: &JsValue) -> String {
    let message = error.dyn_ref::<js_sys::Error>().map(|error| String::from(error.message()));
    message.or_else(|| error.as_string()).unwrap_or_else(|| "The engine failed.".to_owned())
}
