//! `POST /functions/v1/create-client`: an admin creates a client.

use domain::api::admin::CreatedClient;
use domain::client_form::{FIELDS, create_fields};
use domain::retention::{TEMPORARY_PASSWORD_MS, in_words};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::clients::create_client::{self, Form};
use crate::request::Request;
use crate::routes::functions::small_form::SmallForm;

/// Admins only.
pub async fn create(app: &App, AdminUser(admin): AdminUser, request: &Request) -> Result<CreatedClient> {
    let mut form = SmallForm::read(request, &["logoFile", "qrFile"]).await?;
    let fields =
        create_fields().map(|field| (field.column.to_owned(), field.input.parse_form(form.text(field.form_name))));
    let onboarding_id = Some(form.text("onboardingRequestId").to_owned()).filter(|id| !id.is_empty());
    let form = Form {
        fields: fields.collect(),
        logo: form.take_image("logoFile"),
        qr: form.take_image("qrFile"),
        onboarding_id,
    };
    let created = create_client::run(app, &admin, form).await.map_err(by_form_names)?;
    let answer = CreatedClient {
        success: true,
        message: format!(
            "The temporary password is {}. It works for {} and has to be changed at the first sign-in.",
            created.temporary_password,
            in_words(TEMPORARY_PASSWORD_MS)
        ),
        client_id: created.client_id,
        temporary_password: created.temporary_password,
    };
    Ok(answer)
}

/// Renames errors after the form's fields.
fn by_form_names(error: Error) -> Error {
    error.rename_fields(|column| {
        FIELDS.iter().find(|field| field.column == column).map_or(column, |field| field.form_name).to_owned()
    })
}
