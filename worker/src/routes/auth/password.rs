//! A new password.

use domain::api::auth::{NewPassword, PasswordSet};

use crate::app::App;
use crate::auth::guard::AnyUser;
use crate::error::Result;
use crate::flows::identity::set_password;
use crate::request::Request;

pub async fn set(app: &App, AnyUser(session): AnyUser, request: &Request, new: NewPassword) -> Result<PasswordSet> {
    set_password::run(app, request, &session, &new).await
}
