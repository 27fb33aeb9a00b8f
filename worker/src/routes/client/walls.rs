//! A client's walls.

use domain::api::walls::{Listing, NewWall, Wall, WallSettings, Walls};
use domain::audit::AuditAction;
use domain::wall::{normalise, wall_element, wall_frame};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::auth::token;
use crate::error::{Error, Result, invalid, refusal};
use crate::html::escape;
use crate::store::clients::wall;
use crate::store::platform::audit::Entry;

/// The client has as many walls as allowed.
pub const TOO_MANY_WALLS: Error =
    refusal!(409, "too_many_walls", "You have 20 walls, the most there can be. Please delete one first.");

pub async fn list(app: &App, user: ClientUser) -> Result<Walls> {
    let rows = wall::of_client(&app.db, &user.client_id).await?;
    let walls = rows.into_iter().filter_map(|row| Some(described(app, &user, row.id, row.settings?))).collect();
    Ok(Walls { walls, testimonials: wall::choices(&app.db, &user.client_id).await? })
}

pub async fn create(app: &App, user: ClientUser, NewWall { name }: NewWall) -> Result<Wall> {
    let settings = normalise(WallSettings::new(name)).map_err(invalid)?;
    let id = token::secret_id()?;
    let mut statements = vec![wall::create(&user.client_id, &id, &serde_json::to_string(&settings)?, app.now)];
    if let Some(admin) = user.user.admin() {
        let change = ("name", None, settings.name.as_str());
        let entry = Entry::change(AuditAction::WallCreate, &user.client_id, &user.company_name, change);
        statements.push(entry.query_after_change(admin, app.now));
    }
    if app.db.transaction(statements).await?.first() != Some(&1) {
        return Err(TOO_MANY_WALLS);
    }
    Ok(described(app, &user, id, settings))
}

pub async fn change(app: &App, user: ClientUser, id: &str, settings: WallSettings) -> Result<Wall> {
    let not_found = || Error::not_found("Wall");
    let settings = normalise(settings).map_err(invalid)?;
    let before = wall::one(&app.db, &user.client_id, id).await?.and_then(|row| row.settings).ok_or_else(not_found)?;
    let mut statements = vec![wall::change(&user.client_id, id, &serde_json::to_string(&settings)?)];
    if let Some(admin) = user.user.admin().filter(|_| before != settings) {
        let entry =
            Entry::difference(AuditAction::WallChange, &user.client_id, &user.company_name, &before, &settings)?;
        statements.push(entry.query_after_change(admin, app.now));
    }
    if app.db.idempotent_transaction(statements).await?.first() != Some(&1) {
        return Err(not_found());
    }
    Ok(described(app, &user, id.to_owned(), settings))
}

pub async fn delete(app: &App, user: ClientUser, id: &str) -> Result<Empty> {
    let mut statements: Vec<_> = wall::delete(&user.client_id, id, app.now).into();
    if let Some(admin) = user.user.admin() {
        let entry = Entry::without_fields(AuditAction::WallDelete, &user.client_id, &user.company_name);
        statements.push(entry.query_after_change(admin, app.now));
    }
    match app.db.transaction(statements).await?.first() {
        Some(1) => Ok(Empty {}),
        _ => Err(Error::not_found("Wall")),
    }
}

pub async fn list_in_searches(app: &App, user: ClientUser, Listing { is_listed }: Listing) -> Result<Empty> {
    let mut statements = vec![wall::list_in_searches(&user.client_id, is_listed)];
    if let Some(admin) = user.user.admin() {
        let entry =
            Entry::switch(AuditAction::ListingChange, &user.client_id, &user.company_name, "is_listed", is_listed);
        statements.push(entry.query_after_change(admin, app.now));
    }
    app.db.transaction(statements).await?;
    Ok(Empty {})
}

fn described(app: &App, user: &ClientUser, id: String, settings: WallSettings) -> Wall {
    let origin = &app.config.public_origin;
    let title = escape(&format!("Video testimonials for {}", user.company_name));
    Wall {
        path: format!("/w/{id}"),
        embed_path: format!("/embed/wall/{id}"),
        element: wall_element(origin, &id, &title, &settings),
        frame: wall_frame(origin, &id, &title),
        id,
        settings,
    }
}
