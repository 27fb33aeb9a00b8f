//! The dashboard's data and the days of the charts.

use domain::api::client::{ClientView, Dashboard, Days, DriveTrouble, LOW_CREDITS, RECENT_DAYS, RECENT_MAX};
use domain::audit::AuditAction;
use domain::date::date_of;
use domain::drive;
use domain::slug;
use domain::subscription::{Facts, SubscriptionState, access_end, grace_end, state};
use domain::text::NO_DRIVE;

use crate::app::App;
use crate::auth::guard::{ClientUser, PortalUser};
use crate::error::{Error, Result, refusal};
use crate::request::Request;
use crate::store::clients::client::{self, ClientSelector};
use crate::store::clients::client_day;
use crate::store::clients::former_slug;
use crate::store::drives::drive_connection::check;
use crate::store::platform::audit::Entry;
use crate::store::platform::mail_day;
use crate::store::submissions::submission::{failed, hold, list};

/// The signed-in user has no client.
pub const NO_CLIENT: Error =
    refusal!(404, "no_client", "No business belongs to your account yet. Please contact support.");

/// Days of the long chart.
const YEAR_DAYS: i64 = 365;

pub async fn get(app: &App, user: PortalUser, request: &Request) -> Result<Dashboard> {
    let client = selected_client(app, request, &user).await?;
    if let Some(admin) = user.admin() {
        let entry = Entry::without_fields(AuditAction::ClientView, &client.id, &client.company_name);
        app.db.idempotent_change(entry.query_once_an_hour(admin, app.now)).await?;
    }
    let recent = list::recent(&app.db, &client.id, app.now).await?;
    let days = client_day::since(&app.db, &client.id, RECENT_DAYS, app.now).await?;
    let recent_count = days.iter().fold(0_u32, |sum, day| sum.saturating_add(day.submissions));
    let dashboard = Dashboard {
        recent_days: RECENT_DAYS,
        // The days still count erased submissions.
        recent_count: if recent.len() < RECENT_MAX as usize {
            u32::try_from(recent.len()).unwrap_or(0)
        } else {
            recent_count
        },
        low_credits: LOW_CREDITS,
        admin_view: user.is_admin(),
        emails_bounce: mail_day::has_bounced(&app.db, &client.email).await?,
        recording_url: format!("{}/record/{}", app.config.public_origin, client.custom_slug),
        access_ends_at: client.cancelled_at.map(access_end),
        access_ended: matches!(
            state(Facts { cancelled_at: client.cancelled_at, unpaid_since: None }, app.now),
            SubscriptionState::Ended(_)
        ),
        grace_ends_at: client.unpaid_since.map(grace_end),
        on_hold: hold::count(&app.db, &client.id).await?,
        drive_trouble: drive_trouble(app, &client, user.is_admin()).await?,
        client,
        recent,
        days,
        today: date_of(app.now).to_string(),
    };
    Ok(dashboard)
}

/// Returns why new videos do not reach a client's drive. `None` if they do.
async fn drive_trouble(app: &App, client: &ClientView, is_for_admin: bool) -> Result<Option<DriveTrouble>> {
    let own = |link: &&String| !drive::is_folder_link(link, &app.config.public_origin, &client.id);
    let Some(link) = client.drive_link.as_ref().filter(own) else { return Ok(None) };
    let (text, is_ours) = match check::by_link(&app.db, &client.id, link).await? {
        None => (Some(NO_DRIVE.to_owned()), false),
        Some(state) => {
            let text = drive::trouble(state.fault.as_deref(), state.ended, state.is_platform, is_for_admin);
            (text, state.is_platform)
        }
    };
    let Some(text) = text else { return Ok(None) };
    Ok(Some(DriveTrouble { text, is_ours, parked: failed::of_client(&app.db, &client.id).await? }))
}

/// Returns the client named in the query, if the caller may see it. Answers alike for another user's client and an unknown one.
async fn selected_client(app: &App, request: &Request, user: &PortalUser) -> Result<ClientView> {
    let named = |name| Ok::<_, Error>(request.text_query(name)?.filter(|value| !value.is_empty()));
    let (id, slug) = (named("clientId")?, named("slug")?);
    if user.is_admin() {
        let slug = slug.map(|slug| slug::of_address(&slug).unwrap_or_default());
        let which = match (&id, &slug) {
            (Some(id), _) => ClientSelector::Id(id),
            (None, Some(slug)) => ClientSelector::Slug(slug),
            (None, None) => ClientSelector::First,
        };
        return client::view(&app.db, which).await?.ok_or_else(|| Error::not_found("Client"));
    }
    let own = client::view(&app.db, ClientSelector::UserId(user.user_id())).await?.ok_or(NO_CLIENT)?;
    let is_own_slug = match &slug {
        None => true,
        Some(slug) if slug.eq_ignore_ascii_case(&own.custom_slug) => true,
        // Former slugs lead to the client too.
        Some(slug) => former_slug::of_client(&app.db, &own.id).await?.iter().any(|one| one.eq_ignore_ascii_case(slug)),
    };
    if is_own_slug && id.as_ref().is_none_or(|id| *id == own.id) { Ok(own) } else { Err(Error::not_found("Client")) }
}

pub async fn days(app: &App, ClientUser { client_id, .. }: ClientUser) -> Result<Days> {
    let days = client_day::since(&app.db, &client_id, YEAR_DAYS, app.now).await?;
    Ok(Days { days, today: date_of(app.now).to_string() })
}
