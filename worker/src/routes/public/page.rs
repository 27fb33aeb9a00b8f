//! Pages of the web app: its shell with the data that the first paint needs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

use domain::api::public::{Accepting, BrandedData, HomeData, PageData, PublicClient, RecordData};
use domain::setting::{CAMPAIGN_ID, SUPPORT_URL};
use domain::slug;
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::email::escape;
use crate::error::{Error, Result};
use crate::routes::public::site::{HOME, SitePage};
use crate::security::page_policy;
use crate::store::{client, setting};

/// The shell, cut at its two places. Kept in the isolate: it never changes within a deployment.
struct Shell {
    before_head: String,
    before_data: String,
    after: String,
    stylesheet: String,
}

thread_local! {
    static SHELL: RefCell<Option<Rc<Shell>>> = const { RefCell::new(None) };
}

const HEAD_PLACE: &str = "<!--sayso-head-->";
const DATA_PLACE: &str = "<!--sayso-data-->";

const NO_INDEX: &str = "<meta name=\"robots\" content=\"noindex\">";
/// Beneath the title where a business's link is shown.
const INVITATION: &str = "A short video, recorded right in your browser. No app, no account.";

/// What stands in a page's head beside what all pages have.
pub struct Head<'a> {
    /// What the app sets too, so that a tab never changes its name while the page loads.
    pub title: &'a str,
    /// More tags, as HTML.
    pub tags: String,
}

impl<'a> Head<'a> {
    /// Nothing for search engines.
    fn hidden(title: &'a str) -> Self {
        Self { title, tags: NO_INDEX.to_owned() }
    }

    /// A business's page: nothing for search engines, but its link is sent to people and should look like something.
    fn of_business(app: &App, title: &'a str, client: &PublicClient) -> Self {
        let origin = &app.config.public_origin;
        let mut tags = format!(
            "{NO_INDEX}<meta property=\"og:type\" content=\"website\"><meta property=\"og:title\" content=\"{}\">\
             <meta property=\"og:description\" content=\"{INVITATION}\"><meta name=\"twitter:card\" content=\"summary\">",
            escape(title)
        );
        if let Some(logo) = &client.logo_url {
            let logo = escape(&format!("{origin}{logo}"));
            let _ = write!(tags, "<meta property=\"og:image\" content=\"{logo}\">");
        }
        Self { title, tags }
    }
}

/// A page of the site that search engines may find, described for them and for whoever shares its link.
pub async fn described(app: &App, page: &SitePage) -> Result<Response> {
    render(app, 200, &page.head(app), &data(app).await?).await
}

/// The home page, with what the settings say of it. The frames of its videos are the one foreign thing on it.
pub async fn home(app: &App) -> Result<Response> {
    let settings = setting::all(&app.db).await?;
    let home = home_data(&settings);
    let frames: Vec<&str> =
        home.demo_video.iter().chain(home.testimonials.iter().flatten()).map(String::as_str).collect();
    let policy = page_policy(&frames);
    let support_url = settings.get(SUPPORT_URL.key).cloned().unwrap_or_else(|| SUPPORT_URL.default.to_owned());
    let page = PageData { support_url, record: None, home: Some(home), branded: None };
    let response = render(app, 200, &HOME.head(app), &page).await?;
    response.headers().set("content-security-policy", &policy)?;
    Ok(response)
}

fn home_data(settings: &BTreeMap<String, String>) -> HomeData {
    let address = |key: &str| settings.get(key).cloned();
    HomeData {
        payment_link_standard: address("payment_link_standard"),
        payment_link_no_setup: address("payment_link_no_setup"),
        campaign_id: address(CAMPAIGN_ID.key).unwrap_or_else(|| CAMPAIGN_ID.default.to_owned()),
        demo_video: address("embed_demo_video"),
        testimonials: (1..=4).map(|number| address(&format!("embed_testimonial_{number}"))).collect(),
    }
}

/// A page that belongs to one business, or the not-found screen.
pub async fn branded(app: &App, name: &str) -> Result<Response> {
    let (client, support_url) = client::by_branded_page(&app.db, name).await?;
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
    };
    render(app, 200, &head, &page).await
}

/// A page of a portal, or one for whoever looks for a fault: nothing for search engines.
pub async fn private(app: &App, title: &str) -> Result<Response> {
    render(app, 200, &Head::hidden(title), &data(app).await?).await
}

/// The not-found screen, with its status.
pub async fn not_found(app: &App) -> Result<Response> {
    render(app, 404, &Head::hidden("Page not found"), &data(app).await?).await
}

/// Which of the two record pages.
#[derive(Clone, Copy)]
pub enum RecordPage {
    /// The invitation.
    Invitation,
    /// The camera and the form.
    Video,
}

/// A record page. An unknown slug has status 404 and a state of its own. Titles are those the app sets, so that
/// a tab never changes its name while the page loads.
pub async fn record(app: &App, asked: &str, which: RecordPage) -> Result<Response> {
    let (client, support_url) = match slug::of_address(asked) {
        Some(slug) => client::by_slug(&app.db, &slug).await?,
        None => (None, Some(setting::get(&app.db, SUPPORT_URL).await?)),
    };
    let (status, title) = match &client {
        None => (404, "Client Not Found".to_owned()),
        Some(client) if client.accepting != Accepting::Yes => (200, client.company_name.clone()),
        Some(client) => match which {
            RecordPage::Invitation => (200, format!("Share your experience with {}", client.company_name)),
            RecordPage::Video => (200, format!("Record a testimonial for {}", client.company_name)),
        },
    };
    let head = match &client {
        Some(client) if client.accepting == Accepting::Yes => Head::of_business(app, &title, client),
        _ => Head::hidden(&title),
    };
    let page = PageData {
        support_url: support_url.unwrap_or_else(|| SUPPORT_URL.default.to_owned()),
        record: Some(RecordData { slug: asked.to_owned(), client }),
        home: None,
        branded: None,
    };
    render(app, status, &head, &page).await
}

async fn data(app: &App) -> Result<PageData> {
    let support_url = setting::get(&app.db, SUPPORT_URL).await?;
    Ok(PageData { support_url, record: None, home: None, branded: None })
}

async fn render(app: &App, status: u16, head: &Head<'_>, data: &PageData) -> Result<Response> {
    let shell = shell(app).await?;
    // `<` could end the script element; JSON may write it in another way.
    let json = serde_json::to_string(data)?.replace('<', "\\u003c");
    let html = format!(
        "{}<title>{}</title>{}{}<script type=\"application/json\" id=\"sayso-data\">{json}</script>{}",
        shell.before_head,
        escape(head.title),
        head.tags,
        shell.before_data,
        shell.after
    );
    Ok(ResponseBuilder::new()
        .with_status(status)
        .with_header("content-type", "text/html; charset=utf-8")?
        .fixed(html.into_bytes()))
}

/// The address of the app's stylesheet, for pages that the Worker writes itself.
pub async fn stylesheet(app: &App) -> Result<String> {
    Ok(shell(app).await?.stylesheet.clone())
}

async fn shell(app: &App) -> Result<Rc<Shell>> {
    if let Some(shell) = SHELL.with_borrow(Clone::clone) {
        return Ok(shell);
    }
    let mut answer = app.env.assets("ASSETS")?.fetch("http://assets/index.html", None).await?;
    let text = answer.text().await?;
    let broken = || Error::Internal("the shell lacks its places".into());
    let (before_head, rest) = text.split_once(HEAD_PLACE).ok_or_else(broken)?;
    let (before_data, after) = rest.split_once(DATA_PLACE).ok_or_else(broken)?;
    let css = text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".css"));
    let shell = Rc::new(Shell {
        stylesheet: css.ok_or_else(broken)?.to_owned(),
        before_head: before_head.to_owned(),
        before_data: before_data.to_owned(),
        after: after.to_owned(),
    });
    SHELL.set(Some(Rc::clone(&shell)));
    Ok(shell)
}
