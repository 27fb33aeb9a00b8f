//! The web app's pages, with the data of their first paint.

use std::collections::BTreeMap;

use domain::api::public::{Accepting, BrandedData, ClientQuote, HomeData, OwnWall, PageData, PublicClient, RecordData};
use domain::https_url::is_https_url;
use domain::pages::{AppPage, HOME, PageArea};
use domain::prerendered::RecordPage;
use domain::setting::{
    CAMPAIGN_ID, CLIENT_QUOTE_1, CLIENT_QUOTE_2, LAUNCH_DISCOUNT, OWN_WALL, PAYMENT_NO_SETUP, PAYMENT_STANDARD,
    SUPPORT_URL, Setting,
};
use domain::slug;
use domain::wall::id_of_address;
use futures_util::future::try_join;
use worker::Response;

use crate::app::App;
use crate::auth::public_wall::PublicWall;
use crate::config::TURNSTILE;
use crate::error::Result;
use crate::routes::public::cached_client::{CachedClient, or_cached};
use crate::routes::public::plain_form::{self, RefusedForm};
use crate::routes::public::script_required;
use crate::routes::public::shell::{self, FirstLoad, Head, render};
use crate::security::{OWN_FRAMES, page_policy};
use crate::store::clients::{client, wall};
use crate::store::platform::setting;

/// Renders a page with its own title, and a description if search engines may index it.
pub async fn titled(app: &App, page: &AppPage, query: &str) -> Result<Response> {
    let data = if page.area == PageArea::Public {
        let (support_url, wall) = try_join(setting::get(&app.db, SUPPORT_URL), setting::get(&app.db, OWN_WALL)).await?;
        site_data(app, support_url, &wall).await?
    } else {
        data(app).await?
    };
    let mut head = Head::of_page(app, page);
    // A purchase's set-up starts with the purchase's data, so nothing is prerendered.
    if !query.contains("checkout=") {
        shell::add_prerendered(app, &mut head, page.name, &data).await?;
    }
    head.needs_script = script_required::notice(page, &data.support_url)?;
    let response = render(app, 200, &head, &data).await?;
    // The portals preview our embeds.
    if data.wall.is_some() || matches!(page.area, PageArea::Client | PageArea::Admin) {
        let policy = page_policy(&[OWN_FRAMES], app.config.turnstile.as_ref().map(|_| TURNSTILE));
        response.headers().set("content-security-policy", &policy)?;
    }
    Ok(response)
}

/// Renders the home page with its settings. The video frames are its only foreign content.
pub async fn home(app: &App) -> Result<Response> {
    let settings = setting::all(&app.db).await?;
    let home = home_data(app, &settings);
    let page = site_data(app, SUPPORT_URL.value_in(&settings).to_owned(), OWN_WALL.value_in(&settings)).await?;
    let players = home.demo_video.iter().chain(home.testimonials.iter().flatten()).map(String::as_str);
    let frames: Vec<&str> = players.chain(page.wall.is_some().then_some(OWN_FRAMES)).collect();
    let policy = page_policy(&frames, app.config.turnstile.as_ref().map(|_| TURNSTILE));
    let page = PageData { home: Some(home), ..page };
    let mut head = Head::of_page(app, &HOME);
    head.needs_script = String::new();
    shell::add_prerendered(app, &mut head, HOME.name, &page).await?;
    let response = render(app, 200, &head, &page).await?;
    response.headers().set("content-security-policy", &policy)?;
    Ok(response)
}

/// Returns the data of a page of the site. All have the wall, because the app goes from each to the demo page.
async fn site_data(app: &App, support_url: String, wall_address: &str) -> Result<PageData> {
    let wall = match id_of_address(wall_address) {
        Some(id) => own_wall(app, id).await?,
        None => None,
    };
    Ok(PageData { support_url, record: None, home: None, branded: None, wall })
}

/// Returns a wall of ours, if it is public and shows anybody.
async fn own_wall(app: &App, id: &str) -> Result<Option<OwnWall>> {
    let Some(PublicWall { id, row }) = PublicWall::find(app, id).await? else { return Ok(None) };
    let is_empty = wall::items(&app.db, &row, 1, app.now).await?.is_empty();
    let settings = row.settings.filter(|_| !is_empty);
    Ok(settings.map(|settings| OwnWall { name: settings.name, embed_path: format!("/embed/wall/{id}") }))
}

const LOCAL: &str = "http://127.0.0.1:";

fn home_data(app: &App, settings: &BTreeMap<String, String>) -> HomeData {
    let address = |key: &str| settings.get(key).cloned();
    // Test payments run on the machine of `cargo xtask start`.
    let is_local = |link: &str| app.config.public_origin.starts_with(LOCAL) && link.starts_with(LOCAL);
    let payment = |setting: Setting| address(setting.key).filter(|link| is_https_url(link) || is_local(link));
    let quote = |setting: Setting| ClientQuote::of_setting(settings.get(setting.key)?);
    HomeData {
        payment_link_standard: payment(PAYMENT_STANDARD),
        payment_link_no_setup: payment(PAYMENT_NO_SETUP),
        launch_discount: LAUNCH_DISCOUNT.value_in(settings).to_owned(),
        quotes: quote(CLIENT_QUOTE_1).zip(quote(CLIENT_QUOTE_2)).map_or_else(Vec::new, |(one, other)| vec![one, other]),
        campaign_id: CAMPAIGN_ID.value_in(settings).to_owned(),
        demo_video: address("embed_demo_video"),
        testimonials: (1..=4).map(|number| address(&format!("embed_testimonial_{number}"))).collect(),
    }
}

/// Renders a business's branded page, or the not-found screen.
pub async fn branded(app: &App, name: &str) -> Result<Response> {
    let query = client::by_branded_page(&app.db, name);
    let (CachedClient { client, support_url }, _) = or_cached(app, &format!("branded/{name}"), query).await?;
    let Some(client) = client else { return not_found(app).await };
    let title = match client.accepting {
        Accepting::Yes => format!("Share your experience with {}", client.company_name),
        _ => client.company_name.clone(),
    };
    let head = Head::of_business(app, &title, &client);
    let page = PageData {
        support_url: support_url.unwrap_or_else(|| SUPPORT_URL.default.to_owned()),
        record: None,
        home: None,
        branded: Some(BrandedData { page: name.to_owned(), webhook: format!("/webhooks/testimonials/{name}"), client }),
        wall: None,
    };
    render(app, 200, &head, &page).await
}

/// Renders the not-found screen with status 404.
pub async fn not_found(app: &App) -> Result<Response> {
    render(app, 404, &Head::hidden("Page not found"), &data(app).await?).await
}

/// Renders a record page. An unknown slug has status 404 and its own state. Uses the app's titles, so that a tab does
/// not change its name while the page loads.
pub async fn record(app: &App, segment: &str, which: RecordPage) -> Result<Response> {
    record_page(app, segment, which, None).await
}

/// Renders the video page as the answer to its plain form.
pub async fn record_answering(app: &App, segment: &str, refused: &RefusedForm) -> Result<Response> {
    record_page(app, segment, RecordPage::Video, Some(refused)).await
}

/// Returns the client of a record page.
pub async fn client_of_record_page(app: &App, segment: &str) -> Result<Option<PublicClient>> {
    Ok(find_client(app, segment).await?.0.client)
}

async fn find_client(app: &App, segment: &str) -> Result<(CachedClient, bool)> {
    match slug::of_address(segment) {
        Some(slug) => or_cached(app, &format!("record/{slug}"), client::by_slug(&app.db, &slug)).await,
        None => {
            Ok((CachedClient { client: None, support_url: Some(setting::get(&app.db, SUPPORT_URL).await?) }, false))
        }
    }
}

async fn record_page(app: &App, segment: &str, which: RecordPage, refused: Option<&RefusedForm>) -> Result<Response> {
    let (CachedClient { client, support_url }, is_stale) = find_client(app, segment).await?;
    let (status, title) = match &client {
        None => (404, "Client Not Found".to_owned()),
        Some(client) if client.accepting != Accepting::Yes => (200, client.company_name.clone()),
        Some(client) => match which {
            RecordPage::Invitation => (200, format!("Share your experience with {}", client.company_name)),
            RecordPage::Video => (200, format!("Record a testimonial for {}", client.company_name)),
        },
    };
    let support_url = support_url.unwrap_or_else(|| SUPPORT_URL.default.to_owned());
    let head = match &client {
        Some(client) if client.accepting == Accepting::Yes => {
            // The answer to a form shows the form.
            let prerendered = match refused {
                None => shell::prerendered(app, which, client, &support_url).await?,
                Some(_) => String::new(),
            };
            Head { prerendered, ..Head::of_business(app, &title, client) }
        }
        _ => Head::hidden(&title),
    };
    let first_load = match which {
        RecordPage::Invitation => FirstLoad::Record,
        RecordPage::Video => FirstLoad::RecordVideo,
    };
    let head = Head {
        first_load,
        without_app: plain_form::render(client.as_ref(), refused)?,
        needs_script: String::new(),
        ..head
    };
    let page = PageData {
        support_url,
        record: Some(RecordData { slug: segment.to_owned(), client, is_stale }),
        home: None,
        branded: None,
        wall: None,
    };
    render(app, refused.map_or(status, |refused| refused.status), &head, &page).await
}

async fn data(app: &App) -> Result<PageData> {
    let support_url = setting::get(&app.db, SUPPORT_URL).await?;
    Ok(PageData { support_url, record: None, home: None, branded: None, wall: None })
}
