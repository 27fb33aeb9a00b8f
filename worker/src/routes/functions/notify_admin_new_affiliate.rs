//! `POST /functions/v1/notify-admin-new-affiliate`: a name of the specification that nobody may call. An application itself tells the
//! admins (`flows/apply_as_affiliate.rs`).

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AnyUser;
use crate::error::{Error, Result};

/// Refuses everybody.
pub async fn refuse(_: &App, _: AnyUser) -> Result<Empty> {
    Err(Error::Forbidden)
}
