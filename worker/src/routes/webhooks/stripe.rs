//! `POST /webhooks/stripe`: events of the account that buyers pay to. The signature covers the raw body.

use domain::limits::MAX_EVENT_BYTES;
use domain::stripe::event::Event;
use domain::stripe::signature;
use domain::stripe::signature::SignatureError;

use crate::answer::Empty;
use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::queue;
use crate::request::Request;
use crate::store::payments::payment_event;

/// An event without a valid Stripe signature.
fn invalid_signature(fault: SignatureError) -> Error {
    match fault {
        SignatureError::Missing => {
            refusal!(400, "invalid_signature", "The header Stripe-Signature is missing or cannot be read.")
        }
        SignatureError::Forged => {
            refusal!(400, "invalid_signature", "No signature matches this body with any of our secrets.")
        }
        SignatureError::OutsideTolerance => {
            refusal!(400, "invalid_signature", "The signature's timestamp is too old or in the future.")
        }
    }
}

/// The event's mode, live or test, differs from the key's.
pub const LIVEMODE_MISMATCH: Error =
    refusal!(400, "livemode_mismatch", "The event's mode (live or test) differs from this deployment's.");

/// Stores an event and queues its job. If storing fails, answers 5xx, so that Stripe sends the event again.
///
/// # Errors
/// [`invalid_signature`], [`LIVEMODE_MISMATCH`], `BODY_TOO_LARGE`; if the database fails.
pub async fn receive(app: &App, request: &Request) -> Result<Empty> {
    let stripe = app.config.stripe.as_ref().ok_or_else(|| Error::not_found("Webhook"))?;
    let header = request.header("stripe-signature").unwrap_or_default();
    let body = request.bytes(MAX_EVENT_BYTES).await?;
    signature::verify(&header, &body, &stripe.webhook_secrets, app.now).map_err(invalid_signature)?;
    let event = Event::parse(&body).ok_or_else(|| Error::malformed("This is not a Stripe event."))?;
    if event.livemode != stripe.is_live() {
        return Err(LIVEMODE_MISMATCH);
    }
    if event.is_known() {
        let job_id = uuid::Uuid::new_v4().to_string();
        if payment_event::receive(&app.db, &event, &job_id, app.now).await? {
            queue::enqueue(app, &job_id).await;
        }
    }
    Ok(Empty {})
}
