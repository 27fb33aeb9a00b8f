//! To a buyer: the purchase is in, and where the client is set up.

use domain::plan::{NO_SETUP, STANDARD};

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::subscription;

mail!({ plan: String, page: String } "email/set_up/subject.txt" "email/set_up/text.txt" "email/set_up/message.html");

/// Composes the mail, whose subject is the purchase; nothing where its client was set up meanwhile.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let checkout_id = &mail.subject_id;
    let purchase = subscription::purchase(&app.db, checkout_id).await?.filter(|purchase| purchase.is_open);
    let plan_type = purchase.and_then(|purchase| purchase.plan_type);
    let Some(plan) = [STANDARD, NO_SETUP].into_iter().find(|plan| Some(plan.key) == plan_type) else { return Ok(None) };
    let page = format!("{}/onboarding?checkout={checkout_id}", app.config.public_origin);
    Values { plan: plan.name.to_owned(), page }.message().map(Some)
}
