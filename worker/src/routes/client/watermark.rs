//! The watermark's settings.

use domain::api::client::{ClientView, WatermarkChange};

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::Result;
use crate::flows::clients::change_watermark;

pub async fn change(app: &App, user: ClientUser, change: WatermarkChange) -> Result<ClientView> {
    change_watermark::run(app, &user, change).await
}
