//! `POST /functions/v1/notify-admin-new-affiliate`: required by the specification, but nobody may call it. An
//! application itself notifies the admins (`flows/partners/apply_as_affiliate.rs`).

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AnyUser;
use crate::error::{Error, Result};

/// Rejects every call.
pub async fn refuse(_: &App, _: AnyUser) -> Result<Empty> {
    Err(Error::FORBIDDEN)
}
