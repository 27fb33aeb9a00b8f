//! Applies a buyer's set-up request to the purchase's client, which goes live, and invites the buyer to choose a
//! password. Request and purchase may arrive in any order; the second one calls this.

use domain::audit::AuditAction;
use domain::client::{AssetType, ClientStatus, ReviewPlatform};
use domain::client_form::ClientInput;
use domain::comparable::email_address;
use domain::email::EmailTemplate;
use serde_json::{Map, Value};

use crate::app::App;
use crate::email;
use crate::error::{Error, Result, refusal};
use crate::flows::clients::create_client::onboarding_logo;
use crate::flows::clients::invite_client::ADDRESS_TAKEN;
use crate::flows::clients::{free_slug, replace_asset};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::clients::client::admin as clients;
use crate::store::clients::onboarding_request::{self, PaidRequest};
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::identity::user::{self, NewUser};
use crate::store::platform::audit::Entry;

/// No client waits for this set-up request.
pub const NOT_USABLE: Error = refusal!(409, "not_usable", "This set-up is no longer waiting for a client.");

/// Attempts if a concurrent request does the same or takes the slug.
const MAX_ATTEMPTS: u32 = 3;

/// Sets up the client of a purchase with its oldest request from the payer's address. No-op if there is none.
///
/// # Errors
/// If the database or the storage fails.
pub async fn run(app: &App, checkout_id: &str) -> Result<()> {
    let mut last = None;
    for _ in 0..MAX_ATTEMPTS {
        let waiting = onboarding_request::of_checkout(&app.db, checkout_id).await?;
        let Some(request) = waiting.into_iter().find(|request| request.wait_reason().is_none()) else { return Ok(()) };
        match apply(app, &request, None).await {
            Ok(()) => return Ok(()),
            Err(error) => last = Some(error),
        }
    }
    last.map_or(Ok(()), Err)
}

/// Applies a request to the client of its purchase, regardless of its address, because an admin has checked it. The
/// client keeps the payer's address.
///
/// # Errors
/// [`Error::not_found`], [`NOT_USABLE`], [`ADDRESS_TAKEN`].
pub async fn by_admin(app: &App, by: &CurrentSession, id: &str) -> Result<()> {
    let mut last = NOT_USABLE;
    for _ in 0..MAX_ATTEMPTS {
        let request = onboarding_request::paid(&app.db, id).await?.ok_or_else(|| Error::not_found("Set-up"))?;
        if !request.is_usable() {
            return Err(NOT_USABLE);
        }
        match apply(app, &request, Some(by)).await {
            Err(error) if error.is(&ADDRESS_TAKEN) => return Err(error),
            Err(error) => last = error,
            Ok(()) => return Ok(()),
        }
    }
    Err(last)
}

async fn apply(app: &App, request: &PaidRequest, by: Option<&CurrentSession>) -> Result<()> {
    let client_id = request.client_id.as_deref().ok_or(NOT_USABLE)?;
    let record = clients::record(&app.db, client_id).await?.ok_or(NOT_USABLE)?;
    let address = email_address(&record.summary.email);
    let user_id = account_for(app, client_id, &address).await?;
    let changed = ClientInput {
        company_name: Some(request.company.clone()),
        contact_name: Some(request.name.clone()),
        // A review button needs an address.
        review_link_type: Some(match request.review_link_url {
            Some(_) => request.review_link_type,
            None => ReviewPlatform::None,
        }),
        review_link_url: Some(request.review_link_url.clone()),
        custom_slug: Some(free_slug::run(app, &request.company, client_id).await?),
        status: Some(ClientStatus::Active),
        ..ClientInput::default()
    };
    let loaded = Map::from_iter([
        ("status".to_owned(), Value::from(ClientStatus::PendingOnboarding.as_str())),
        ("email".to_owned(), Value::from(record.summary.email.as_str())),
    ]);
    let logo = match &request.logo {
        Some(file) if record.logo_url.is_none() => match onboarding_logo(app, &request.id, file).await? {
            Some(bytes) => Some(replace_asset::store(app, client_id, AssetType::Logo, bytes).await?),
            None => None,
        },
        _ => None,
    };
    let new = NewUser { id: &user_id, email: &address, company_name: &request.company };
    let ids = serde_json::to_string(&[&request.id])?;
    let mut statements = vec![
        onboarding_request::delete(&ids),
        Query::abort_unless_changed(),
        clients::edit(client_id, &changed, &loaded),
        clients::update_derived(&record, &changed, false),
        clients::set_logo_after_change(client_id, logo.as_deref()),
        Query::abort_unless_changed(),
    ];
    statements.extend(user::assign_to_client(&new, client_id, app.now));
    statements.push(user::sync_company_name(client_id));
    if let Some(admin) = by {
        let entry = Entry {
            after: changed.to_map(),
            ..Entry::without_fields(AuditAction::OnboardingUse, client_id, &request.company)
        };
        statements.push(entry.query(admin, app.now));
    }
    let invitation = EmailRequest {
        template: EmailTemplate::Invitation,
        subject_id: None,
        recipient: &address,
        params: email::invitation::Params { user_id: user_id.as_str() },
    };
    if let Err(error) = queue_email::run(app, &invitation, statements).await {
        // After a transient error the client may have the logo, so it stays.
        if let Some(url) = logo.as_ref().filter(|_| !error.is_transient()) {
            replace_asset::delete(app, client_id, url).await;
        }
        return Err(error);
    }
    if let Some(file) = &request.logo {
        // If this fails, the orphan sweep removes it.
        let _ = app.files.delete_onboarding_logo(&request.id, file).await;
    }
    Ok(())
}

/// Returns the id of the account that signs in to the client: its own, that of its address, or a new one.
async fn account_for(app: &App, client_id: &str, address: &str) -> Result<String> {
    if let Some(own) = user::of_client(&app.db, client_id).await? {
        return Ok(own.id);
    }
    let Some(account) = user::by_email(&app.db, address).await? else { return Ok(uuid::Uuid::new_v4().to_string()) };
    if user::has_client(&app.db, &account.id).await? { Err(ADDRESS_TAKEN) } else { Ok(account.id) }
}
