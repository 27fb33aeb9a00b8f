//! `POST /functions/v1/create-client`: an admin creates a client.

use std::collections::BTreeMap;

use domain::api::admin::ClientCreated;
use serde_json::Value;
use worker::Response;

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::create_client::{self, Form};
use crate::request::Request;
use crate::routes::functions::small_form::SmallForm;

/// The form's names beside the columns they fill. All are needed but those that may be emptied.
const FIELDS: [(&str, &str); 12] = [
    ("companyName", "company_name"),
    ("contactName", "contact_name"),
    ("email", "email"),
    ("planType", "plan_type"),
    ("creditsPerMonth", "credits_per_month"),
    ("watermarkEnabled", "watermark_enabled"),
    ("driveLink", "drive_link"),
    ("customSlug", "custom_slug"),
    ("reviewLinkType", "review_link_type"),
    ("reviewLinkUrl", "review_link_url"),
    ("status", "status"),
    ("nextResetDate", "next_reset_date"),
];

/// Only for admins.
pub async fn create(app: &App, request: &Request) -> Result<Response> {
    let AdminUser(admin) = AdminUser::of(app, request).await?;
    let mut form = SmallForm::read(request, &["logoFile", "qrFile"]).await?;
    let fields: BTreeMap<String, Value> =
        FIELDS.iter().map(|(name, column)| ((*column).to_owned(), value(column, form.text(name)))).collect();
    let setup_id = Some(form.text("setupId").to_owned()).filter(|id| !id.is_empty());
    let wish = Form { fields, logo: form.take_image("logoFile"), qr: form.take_image("qrFile"), setup_id };
    let created = create_client::run(app, &admin, wish).await.map_err(by_form_names)?;
    let answer = ClientCreated {
        success: true,
        message: format!(
            "The temporary password is {}. It works for 72 hours and has to be changed at the first sign-in.",
            created.temporary_password
        ),
        client_id: created.client_id,
        temporary_password: created.temporary_password,
    };
    Ok(Response::from_json(&answer)?)
}

/// Texts of a form in the types of their columns, with the defaults for what was left out.
fn value(column: &str, text: &str) -> Value {
    match (column, text) {
        ("plan_type", "") => "standard".into(),
        ("status", "") => "pending_invite".into(),
        ("review_link_type", "") => "None".into(),
        ("credits_per_month", text) => text.trim().parse::<i64>().map_or(Value::Null, Value::from),
        ("watermark_enabled", "true" | "") => true.into(),
        ("watermark_enabled", "false") => false.into(),
        (_, text) => text.into(),
    }
}

/// Faults are told by the names of the form.
fn by_form_names(error: Error) -> Error {
    let Error::Invalid(fields) = error else { return error };
    let name =
        |column: String| FIELDS.iter().find(|(_, c)| *c == column).map_or(column.clone(), |(n, _)| (*n).to_owned());
    Error::Invalid(fields.into_iter().map(|(column, text)| (name(column), text)).collect())
}
