//! Mails a link that sets a new password, if the account exists. That is looked up when the mail is sent, so known and
//! unknown addresses cause the same work here.

use domain::comparable::email_address;
use domain::email::EmailTemplate;
use domain::text;
use domain::user::Area;
use media_wasm::submission::is_email;

use crate::app::App;
use crate::auth::login_subject;
use crate::email;
use crate::error::{Error, Result, invalid};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::request::Request;
use crate::store::identity::rate_limit_event;

/// Gives the same answer whether or not the account exists.
///
/// # Errors
/// [`Error::invalid`] for an invalid address, [`Error::too_many_mails`].
pub async fn run(app: &App, request: &Request, area: Area, typed: &str) -> Result<()> {
    let email = email_address(typed);
    if !is_email(&email) {
        return Err(invalid([("email", text::EMAIL)]));
    }
    let subject = login_subject::from_request(app, request, &email);
    let event_id = uuid::Uuid::new_v4().to_string();
    rate_limit_event::record_reset(&app.db, &event_id, &subject, app.now).await?.map_err(Error::too_many_mails)?;

    let mail = EmailRequest {
        template: EmailTemplate::PasswordReset,
        subject_id: None,
        recipient: &email,
        params: email::password_reset::Params { area },
    };
    queue_email::run(app, &mail, Vec::new()).await
}
