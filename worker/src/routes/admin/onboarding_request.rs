//! Buyers' set-up requests without a client.

use domain::api::site::OnboardingRequestPage;
use worker::{Response, ResponseBuilder};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::{Error, Result};
use crate::flows::clients::{dismiss_onboarding, set_up_client};
use crate::request::Request;
use crate::store::clients::onboarding_request;

pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<OnboardingRequestPage> {
    let page = onboarding_request::page(&app.db, request.before()?.as_ref()).await?;
    let pending = onboarding_request::pending(&app.db).await?;
    Ok(OnboardingRequestPage { next: page.next_text(), onboarding_requests: page.rows, pending })
}

pub async fn logo(app: &App, _: AdminUser, id: &str) -> Result<Response> {
    let none = || Error::not_found("Image");
    let file = onboarding_request::get(&app.db, id).await?.and_then(|setup| setup.logo).ok_or_else(none)?;
    let object = app.files.onboarding_logo(id, &file).await?.ok_or_else(none)?;
    let media_type = object.http_metadata().content_type.ok_or_else(none)?;
    let body = object.body().ok_or_else(none)?.response_body()?;
    Ok(ResponseBuilder::new().with_header("content-type", &media_type)?.body(body))
}

/// `DELETE /api/admin/onboarding-requests/{id}`: dismisses one.
pub async fn dismiss(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    dismiss_onboarding::run(app, &admin, id).await?;
    Ok(Empty {})
}

/// `POST /api/admin/onboarding-requests/{id}/use`: sets up the purchase's client with one.
pub async fn use_for_client(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    set_up_client::by_admin(app, &admin, id).await?;
    Ok(Empty {})
}
