//! Mailed links that set a password. The token is in the URL's fragment, which no server and no log sees.

use domain::user::{Area, LinkPurpose};

use crate::app::App;
use crate::auth::token;
use crate::error::Result;
use crate::store::identity::one_time_link::{self, NewLink};

/// Creates a link and stores its token's hash.
pub async fn make(app: &App, user_id: &str, purpose: LinkPurpose, area: Area, life_ms: i64) -> Result<String> {
    let token = token::new()?;
    let new = NewLink {
        token_hash: &token::hash(&app.config, &token),
        user_id,
        purpose,
        area,
        expires_at: app.now.saturating_add(life_ms),
    };
    one_time_link::insert(&app.db, &new, app.now).await?;
    let page = match area {
        Area::Client => "/clients/login",
        Area::Admin => "/clients/admin/login",
        Area::Affiliate => "/affiliates/login",
    };
    Ok(format!("{}{page}#type={}&token={token}", app.config.public_origin, purpose.as_str()))
}
