//! Keeps what a buyer sends after the purchase. Anybody can send anything: no client is ever touched by it.

use domain::image::Image;
use domain::site_form;

use crate::app::App;
use crate::auth::stranger;
use crate::email;
use crate::error::{Error, Result};
use crate::flows::queue_email::{self, Mail};
use crate::request::Request;
use crate::store::{attempt, setup};

/// Stores the set-up with its logo and queues the welcome mail. Should the rows fail, the logo goes again.
///
/// # Errors
/// [`Error::Image`], [`Error::TooManyMails`], or when storage or the database fails.
pub async fn run(app: &App, request: &Request, form: &site_form::Setup, logo: Option<Vec<u8>>) -> Result<()> {
    let logo = logo.filter(|bytes| !bytes.is_empty());
    let image = logo.as_deref().map(Image::of).transpose().map_err(Error::Image)?;
    let who = stranger::of(app, request, &form.email);
    let attempt_id = uuid::Uuid::new_v4().to_string();
    // What a buyer sends is kept, whoever has used up the mails to that address.
    let may_mail = attempt::mail_if_room(&app.db, &attempt_id, &who, app.now).await?.map_err(Error::TooManyMails)?;

    let id = uuid::Uuid::new_v4().to_string();
    let file = image.map(|image| format!("logo.{}", image.extension()));
    if let (Some(image), Some(file), Some(bytes)) = (image, &file, logo) {
        app.files.put_setup_logo(&id, file, bytes, image.media_type()).await?;
    }
    let mail = Mail {
        template: email::SETUP_RECEIVED,
        subject_id: Some(&id),
        recipient: &form.email,
        params: serde_json::Map::new(),
    };
    let row = setup::insert(&id, form, file.as_deref(), app.now);
    let kept =
        if may_mail { queue_email::run(app, &mail, vec![row]).await } else { app.db.change(row).await.map(drop) };
    if let (Err(_), Some(file)) = (&kept, &file) {
        let _ = app.files.delete_setup_logo(&id, file).await;
    }
    kept
}
