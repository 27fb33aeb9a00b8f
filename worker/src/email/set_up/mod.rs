//! To a buyer: the purchase has arrived, and where to set up the client.

use domain::commission::in_pounds;
use domain::plan::{NO_SETUP, Plan, STANDARD};
use domain::retention::PURCHASE_LINK_MS;
use domain::signed_url::LinkPurpose;

use super::mail::mail;
use super::{Message, support};
use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::payments::subscription::{self, Purchase};
use crate::store::platform::email::Email;

/// A line of a bill.
struct BillLine {
    text: String,
    amount: String,
}

/// Suffix of the subject id for a purchase whose business or plan is unknown.
pub const PENDING_SUFFIX: &str = "/waits";

mail!({ thanks: String, needs_address: bool, is_undecided: bool, support: String, support_url: String, lines: Vec<BillLine>, paid: String, next: String, page: String, known: Option<String> } "email/set_up/mail.html");

/// Composes the mail; its subject id begins with the purchase's id. `None` if the buyer has nothing left to do.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let expires_at = app.now.saturating_add(PURCHASE_LINK_MS);
    let [checkout_id] = mail.subject();
    let waits = mail.subject_id.ends_with(PENDING_SUFFIX);
    let is_due = |purchase: &Purchase| if waits { purchase.is_nobodys } else { purchase.needs_buyer() };
    let Some(purchase) = subscription::purchase(&app.db, checkout_id).await?.filter(is_due) else { return Ok(None) };
    let is_bought = |plan: &Plan| Some(plan.key) == purchase.plan_type;
    let plan = [STANDARD, NO_SETUP].into_iter().find(is_bought);
    let thanks = plan.map_or_else(
        || "Thank you for your purchase.".to_owned(),
        |plan| format!("Thank you for buying the {}.", plan.name),
    );
    let needs_address = purchase.needs_address();
    let is_undecided = waits && !needs_address && purchase.known_company.is_none();
    let (support, support_url) = support(app).await?;
    let lines = purchase.lines.iter();
    let lines = lines.map(|line| BillLine { text: line.text.clone(), amount: in_pounds(line.pence) }).collect();
    let paid = purchase.paid_pence.map(|pence| in_pounds(pence.into())).unwrap_or_default();
    let next = purchase.next_in_words().unwrap_or_default();
    let page = format!("{}/onboarding?checkout={checkout_id}", app.config.public_origin);
    let page = match purchase.known_client {
        Some(_) => {
            format!("{page}&key={}", signed_url::token(&app.config, LinkPurpose::Purchase, checkout_id, expires_at))
        }
        None => page,
    };
    let known = purchase.known_company;
    Values { thanks, needs_address, is_undecided, support, support_url, lines, paid, next, page, known }
        .message()
        .map(Some)
}
