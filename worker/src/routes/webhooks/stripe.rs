//! `POST /webhooks/stripe`: events of the account that buyers pay to. The signature covers the raw body.

use domain::limits::MAX_EVENT_BYTES;
use domain::stripe::event::Event;
use domain::stripe::signature;

use crate::answer::Empty;
use crate::app::App;
use crate::error::{Error, Result};
use crate::queue;
use crate::request::Request;
use crate::store::payments::payment_event;

/// Stores an event and queues its job. If storing fails, answers 5xx, so that Stripe sends the event again.
///
/// # Errors
/// [`Error::InvalidSignature`], [`Error::LivemodeMismatch`], [`Error::BodyTooLarge`]; if the database fails.
pub async fn receive(app: &App, request: &Request) -> Result<Empty> {
    let stripe = app.config.stripe.as_ref().ok_or(Error::NotFound("Webhook"))?;
    let header = request.header("stripe-signature").unwrap_or_default();
    let body = request.bytes(MAX_EVENT_BYTES).await?;
    signature::verify(&header, &body, &stripe.webhook_secrets, app.now).map_err(Error::InvalidSignature)?;
    let event = Event::parse(&body).ok_or(Error::Malformed("This is no event."))?;
    if event.livemode != stripe.is_live() {
        return Err(Error::LivemodeMismatch);
    }
    if event.is_known() {
        let job_id = uuid::Uuid::new_v4().to_string();
        if payment_event::receive(&app.db, &event, &job_id, app.now).await? {
            queue::announce(app, &job_id).await;
        }
    }
    Ok(Empty {})
}
