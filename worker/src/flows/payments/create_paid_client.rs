//! Creates a client for a new buyer, pending its set-up.

use domain::client::{ClientStatus, ReviewPlatform};
use domain::client_form::ClientInput;
use domain::credits::{CreditReason, first_renewal};
use domain::date::date_of;
use domain::drive::folder_path;
use domain::limits::{MAX_COMPANY_CHARACTERS, MAX_NAME_CHARACTERS};
use domain::plan::{CREDITS_PER_MONTH, PlanType};

use crate::app::App;
use crate::error::Result;
use crate::flows::clients::free_slug;
use crate::store::clients::client::admin::{self as clients, Images};
use crate::store::clients::client_day;
use crate::store::db::Query;
use crate::store::identity::user;
use crate::store::payments::credit_ledger;
use crate::store::payments::subscription;

const NO_ADDRESS: &str = "The buyer has no email address.";
const KNOWN_BUSINESS: &str =
    "A business with this email address is here already. The buyer was asked which business it is for.";
const KNOWN_ACCOUNT: &str =
    "An account with this email address is here already. The buyer was asked for another address for the business.";

/// A client to create.
pub struct NewClient {
    pub id: String,
    /// The statements that create it, to run together with those of its purchase.
    pub statements: Vec<Query>,
}

/// Returns the statements that create the client, or why an admin has to decide. Anybody can pay with any address, so
/// no existing account is changed.
///
/// # Errors
/// If the database fails.
pub async fn prepare(
    app: &App,
    plan: PlanType,
    buyer_name: Option<&str>,
    email: &str,
) -> Result<std::result::Result<NewClient, &'static str>> {
    if !media_wasm::submission::is_email(email) {
        return Ok(Err(NO_ADDRESS));
    }
    if clients::email_taken(&app.db, email).await? {
        return Ok(Err(KNOWN_BUSINESS));
    }
    if user::by_email(&app.db, email).await?.is_some() {
        return Ok(Err(KNOWN_ACCOUNT));
    }
    let name = buyer_name.map(str::trim).filter(|name| !name.is_empty());
    let name = name.or_else(|| email.split('@').next()).unwrap_or_default();
    let cut = |max: usize| name.chars().filter(|letter| !letter.is_control()).take(max).collect::<String>();
    let id = uuid::Uuid::new_v4().to_string();
    let credits = i64::from(CREDITS_PER_MONTH);
    let input = ClientInput {
        company_name: Some(cut(MAX_COMPANY_CHARACTERS)),
        contact_name: Some(cut(MAX_NAME_CHARACTERS)),
        email: Some(email.to_owned()),
        plan_type: Some(plan),
        credits_per_month: Some(credits),
        credits_remaining: Some(credits),
        next_reset_date: Some(Some(first_renewal(date_of(app.now)).to_string())),
        watermark_enabled: Some(true),
        drive_link: Some(folder_path(&id)),
        custom_slug: Some(free_slug::run(app, name, &id).await?),
        review_link_type: Some(ReviewPlatform::None),
        review_link_url: Some(None),
        questions: Some(None),
        status: Some(ClientStatus::PendingOnboarding),
    };
    let opening = credit_ledger::Change {
        client_id: &id,
        reason: CreditReason::Opening,
        amount: credits,
        source: "",
        actor: None,
    };
    let images = Images { logo: None, qr: None };
    let statements = vec![
        clients::insert(&id, None, &input, &images, app.now),
        credit_ledger::record_after_change(&opening, app.now),
        client_day::record_credits_after_change(&id, app.now),
        subscription::abort_if_email_twice(email),
    ];
    Ok(Ok(NewClient { id, statements }))
}
