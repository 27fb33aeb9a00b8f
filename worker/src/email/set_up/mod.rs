//! To a buyer: the purchase is in, and where the client is set up.

use domain::commission::in_pounds;
use domain::plan::{NO_SETUP, Plan, STANDARD};
use domain::retention::PURCHASE_LINK_MS;
use domain::signed_url::Kind;

use super::Message;
use super::mail::mail;
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::email::Email;
use crate::store::subscription::{self, Purchase};

/// A line of a bill.
struct Line {
    text: String,
    amount: String,
}

mail!({ plan: String, lines: Vec<Line>, paid: String, next: String, page: String, known: Option<String> } "email/set_up/subject.txt" "email/set_up/text.txt" "email/set_up/message.html");

/// Composes the mail, whose subject begins with the purchase; nothing where its buyer has nothing to do any more.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let expires_at = app.now.saturating_add(PURCHASE_LINK_MS);
    let checkout_id = mail.subject_id.split('/').next().unwrap_or_default();
    let purchase = subscription::purchase(&app.db, checkout_id).await?.filter(Purchase::needs_buyer);
    let Some(purchase) = purchase else { return Ok(None) };
    let is_bought = |plan: &Plan| Some(plan.key) == purchase.plan_type;
    let Some(plan) = [STANDARD, NO_SETUP].into_iter().find(is_bought) else { return Ok(None) };
    let lines = purchase.lines.iter();
    let lines = lines.map(|line| Line { text: line.text.clone(), amount: in_pounds(line.pence) }).collect();
    let paid = purchase.paid_pence.map(|pence| in_pounds(pence.into())).unwrap_or_default();
    let next = purchase.next_in_words().unwrap_or_default();
    let page = format!("{}/onboarding?checkout={checkout_id}", app.config.public_origin);
    let page = match purchase.known_client {
        Some(_) => format!("{page}&key={}", signed_url::token(&app.config, Kind::Purchase, checkout_id, expires_at)),
        None => page,
    };
    Values { plan: plan.name.to_owned(), lines, paid, next, page, known: purchase.known_company }.message().map(Some)
}
