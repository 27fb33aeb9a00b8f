//! Mails a link to set a new password, if there is an account to set it for.

use domain::api::auth::Area;
use media_wasm::submission::is_email;

use crate::app::App;
use crate::auth::stranger;
use crate::email;
use crate::error::{Error, Result, invalid};
use crate::flows::queue_email::{self, Mail};
use crate::request::Request;
use crate::store::{attempt, user};

/// Answers alike whether or not there is an account.
///
/// # Errors
/// [`Error::Invalid`] for what is no address, [`Error::TooManyMails`].
pub async fn run(app: &App, request: &Request, area: Area, typed: &str) -> Result<()> {
    let email = stranger::email(typed);
    if !is_email(&email) {
        return Err(invalid([("email", "Please enter a valid email address.")]));
    }
    let who = stranger::of(app, request, &email);
    let attempt_id = uuid::Uuid::new_v4().to_string();
    attempt::mail(&app.db, &attempt_id, &who, app.now).await?.map_err(Error::TooManyMails)?;

    let account = user::by_email(&app.db, &email).await?;
    let account = account.filter(|account| !account.disabled() && account.may_enter(area));
    let Some(account) = account else { return Ok(()) };
    let mail = Mail {
        template: email::PASSWORD_RESET,
        subject_id: None,
        recipient: &account.email,
        params: email::password_reset::Params { user_id: account.id.as_str(), area },
    };
    queue_email::run(app, &mail, Vec::new()).await
}
