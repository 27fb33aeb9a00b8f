//! Sessions of any account, for admins.

use domain::api::admin::{EndSessions, EndedSessions};

use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::identity::end_sessions;

/// `DELETE /api/admin/sessions`
pub async fn end(app: &App, AdminUser(admin): AdminUser, whose: EndSessions) -> Result<EndedSessions> {
    end_sessions::run(app, &admin, &whose).await
}
