//! Creates a client with its user and a temporary password.

use std::collections::BTreeMap;

use domain::audit::AuditAction;
use domain::client_form::ClientInput;
use domain::credits::{CreditReason, first_renewal};
use domain::date::date_of;
use domain::retention::TEMPORARY_PASSWORD_MS;
use domain::typed_secret::typed_secret;
use domain::{client_form, drive, text};
use serde_json::Value;

use crate::app::App;
use crate::auth::{password, token};
use crate::error::{Error, Result, invalid};
use crate::flows::clients::replace_asset::{delete, store};
use crate::store::clients::client::admin::{self as clients, Images, SlugConflict};
use crate::store::clients::client_day;
use crate::store::clients::onboarding_request::{self, OnboardingRequest};
use crate::store::db::Query;
use crate::store::identity::session::CurrentSession;
use crate::store::identity::user::{self, NewUser};
use crate::store::payments::credit_ledger;
use crate::store::platform::audit::Entry;
use domain::client::AssetType;

/// A form as sent.
pub struct Form {
    pub fields: BTreeMap<String, Value>,
    pub logo: Option<Vec<u8>>,
    /// The QR code, if sent.
    pub qr: Option<Vec<u8>>,
    /// The set-up request to create the client from, if any. It is deleted then, and its logo is used if none was sent.
    pub onboarding_id: Option<String>,
}

/// The created client.
pub struct CreatedClient {
    pub client_id: String,
    /// Stored as a hash only, so it can be read only here.
    pub temporary_password: String,
}

/// Validates everything before storing anything. Deletes the images again if the rows fail.
///
/// # Errors
/// [`Error::invalid`], `image_refused`.
pub async fn run(app: &App, by: &CurrentSession, form: Form) -> Result<CreatedClient> {
    let client_id = uuid::Uuid::new_v4().to_string();
    let input = client_form::check(&form.fields, &[drive::folder_path(&client_id)]).map_err(Error::invalid)?;
    let input = with_first_month(app, input);
    let (company_name, email) =
        (input.company_name.as_deref().unwrap_or_default(), input.email.as_deref().unwrap_or_default());
    check_free(app, &client_id, &input).await?;
    let setup = match &form.onboarding_id {
        Some(id) => Some((id, onboarding_request::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Set-up"))?)),
        None => None,
    };
    let temporary_password = typed_secret(token::random()?);
    let hash = password::hash(app, &temporary_password)?;

    let logo = match (form.logo.filter(|bytes| !bytes.is_empty()), &setup) {
        (None, Some((id, OnboardingRequest { logo: Some(file), .. }))) => onboarding_logo(app, id, file).await?,
        (logo, _) => logo,
    };
    let logo = image(app, &client_id, AssetType::Logo, logo).await?;
    let qr = match image(app, &client_id, AssetType::Qr, form.qr).await {
        Ok(qr) => qr,
        Err(refusal) => {
            drop_images(app, &client_id, &[logo]).await;
            return Err(refusal);
        }
    };
    let user_id = uuid::Uuid::new_v4().to_string();
    let new = NewUser { id: &user_id, email, company_name };
    let until = app.now.saturating_add(TEMPORARY_PASSWORD_MS);
    let images = Images { logo: logo.as_deref(), qr: qr.as_deref() };
    let entry =
        Entry { after: input.to_map(), ..Entry::without_fields(AuditAction::ClientCreate, &client_id, company_name) };
    let opening = credit_ledger::Change {
        client_id: &client_id,
        reason: CreditReason::Opening,
        amount: input.credits_remaining.unwrap_or_default(),
        source: "",
        actor: Some(&by.email),
    };
    let mut statements = Vec::new();
    if let Some((id, _)) = &setup {
        statements.extend([onboarding_request::delete(&serde_json::to_string(&[id])?), Query::abort_unless_changed()]);
    }
    statements.extend([
        user::insert_with_temporary_password(&new, &hash, until, app.now),
        clients::insert(&client_id, Some(&user_id), &input, &images, app.now),
        credit_ledger::record_after_change(&opening, app.now),
        client_day::record_credits_after_change(&client_id, app.now),
        entry.query(by, app.now),
    ]);
    if let Err(error) = app.db.transaction(statements).await
        && !(error.is_transient() && clients::record(&app.db, &client_id).await?.is_some())
    {
        drop_images(app, &client_id, &[logo, qr]).await;
        // A concurrent request may have taken the slug or the address, or created a client from the set-up.
        check_free(app, &client_id, &input).await?;
        if let Some((id, _)) = &setup {
            onboarding_request::get(&app.db, id).await?.ok_or_else(|| Error::not_found("Set-up"))?;
        }
        return Err(error);
    }
    if let Some((id, OnboardingRequest { logo: Some(file), .. })) = &setup {
        // If this fails, an unused picture stays behind.
        let _ = app.files.delete_onboarding_logo(id, file).await;
    }
    Ok(CreatedClient { client_id, temporary_password })
}

/// Gives a client its first month's credits. The month lasts until the given day, or a whole month.
fn with_first_month(app: &App, input: ClientInput) -> ClientInput {
    let until = input.next_reset_date.flatten().unwrap_or_else(|| first_renewal(date_of(app.now)).to_string());
    ClientInput { credits_remaining: input.credits_per_month, next_reset_date: Some(Some(until)), ..input }
}

/// Returns the logo of a set-up request.
///
/// # Errors
/// If the storage fails.
pub async fn onboarding_logo(app: &App, id: &str, file: &str) -> Result<Option<Vec<u8>>> {
    let Some(object) = app.files.onboarding_logo(id, file).await? else { return Ok(None) };
    let Some(body) = object.body() else { return Ok(None) };
    Ok(Some(body.bytes().await?))
}

async fn image(app: &App, client_id: &str, asset: AssetType, bytes: Option<Vec<u8>>) -> Result<Option<String>> {
    match bytes {
        Some(bytes) if !bytes.is_empty() => Ok(Some(store(app, client_id, asset, bytes).await?)),
        _ => Ok(None),
    }
}

async fn drop_images(app: &App, client_id: &str, urls: &[Option<String>]) {
    for url in urls.iter().flatten() {
        delete(app, client_id, url).await;
    }
}

/// Checks that slug and address are not another client's.
///
/// # Errors
/// [`Error::invalid`] with the invalid fields.
pub async fn check_free(app: &App, id: &str, input: &ClientInput) -> Result<()> {
    let mut faults = Vec::new();
    if let Some(slug) = &input.custom_slug {
        faults.extend(
            slug_problem(clients::slug_taken(&app.db, slug, id).await?).map(|problem| ("custom_slug", problem)),
        );
    }
    if let Some(email) = &input.email {
        let other = user::by_email(&app.db, email).await?;
        let own = user::of_client(&app.db, id).await?;
        if other.is_some_and(|other| own.is_none_or(|own| own.id != other.id)) {
            faults.push(("email", text::EMAIL_TAKEN));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(invalid(faults)) }
}

/// Message about a taken slug.
#[must_use]
pub fn slug_problem(taken: Option<SlugConflict>) -> Option<&'static str> {
    taken.map(|taken| match taken {
        SlugConflict::Same => text::SLUG_TAKEN,
        SlugConflict::LookAlike => text::SLUG_LOOKS_ALIKE,
    })
}
