//! `POST /functions/v1/notify-admin-new-affiliate`: a name of the specification that nobody may call. An application itself tells the
//! admins (`flows/apply_as_affiliate.rs`).

use worker::Response;

use crate::app::App;
use crate::auth::guard::AnyUser;
use crate::error::{Error, Result};
use crate::request::Request;

/// Refuses everybody.
pub async fn refuse(app: &App, request: &Request) -> Result<Response> {
    AnyUser::of(app, request).await?;
    Err(Error::Forbidden)
}
