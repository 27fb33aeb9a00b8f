//! The web app's shell: its HTML, with a page's head and data inserted.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use domain::api::public::{PageData, PublicClient};
use domain::pages::{AppPage, HOME};
use domain::prerendered::{self, RecordPage};
use worker::{Response, ResponseBuilder};

use crate::app::App;
use crate::config::TURNSTILE;
use crate::error::{Error, Result};
use crate::html::escape;
use crate::security::page_policy;

/// The shell, split at its placeholders. Cached in the isolate, because it never changes within a deployment.
struct Shell {
    before_head: String,
    before_preload: String,
    /// Preload links of each page.
    preloads: String,
    before_data: String,
    before_needs: String,
    before_root: String,
    /// The prerendered pages, of which only one is sent.
    prerendered: String,
    after: String,
    stylesheet: String,
}

/// Returns the text after a comment, up to the next comment.
fn after_comment<'a>(text: &'a str, comment: &str) -> &'a str {
    let rest = text.split_once(comment).map_or("", |(_, rest)| rest);
    rest.split_once("<!--").map_or(rest, |(part, _)| part)
}

thread_local! {
    static SHELL: RefCell<Option<Rc<Shell>>> = const { RefCell::new(None) };
}

/// The resources of a page's first paint, which the build of the web app links (`web/vite/preload-links.ts`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstLoad {
    /// A page that needs the app.
    Site,
    /// A prerendered page of the site.
    Ahead,
    /// The home page: prerendered, with its own stylesheet.
    Home,
    Record,
    RecordVideo,
}

impl FirstLoad {
    /// The placeholder before its links in the shell.
    const fn place(self) -> &'static str {
        match self {
            Self::Site => "<!--sayso-preload:site-->",
            Self::Ahead => "<!--sayso-preload:ahead-->",
            Self::Home => "<!--sayso-preload:home-->",
            Self::Record => "<!--sayso-preload:record-->",
            Self::RecordVideo => "<!--sayso-preload:record-video-->",
        }
    }
}

const HEAD_PLACEHOLDER: &str = "<!--sayso-head-->";
const PRELOAD_END: &str = "<!--sayso-preload:end-->";
const DATA_PLACEHOLDER: &str = "<!--sayso-data-->";
const NEEDS_PLACEHOLDER: &str = "<!--sayso-needs-->";
const ROOT_PLACEHOLDER: &str = "<!--sayso-root-->";
/// Placeholder before each prerendered page, with its key. The build appends these after the page (`web/vite/prerender.ts`).
const PRERENDERED: &str = "<!--sayso-prerendered:";

const NO_INDEX: &str = "<meta name=\"robots\" content=\"noindex\">";
/// Description shown with a shared link of a business.
const INVITATION: &str = "A short video, recorded right in your browser. No app, no account.";

/// The parts of the HTML that differ per page.
pub struct Head<'a> {
    /// The title, which the app sets too, so that a tab does not change its name while the page loads.
    pub title: &'a str,
    pub tags: String,
    pub first_load: FirstLoad,
    /// Shown until the app has loaded; empty on pages that are not prerendered.
    pub prerendered: String,
    /// Shown without the app; empty on pages that need it.
    pub without_app: String,
    /// HTML that explains why the page needs JavaScript; empty on pages that do not.
    pub needs_script: String,
}

/// For pages that show nothing without the app.
const NEEDS_SCRIPT: &str = "<p>This page needs JavaScript. Please switch it on and reload the page.</p>";

impl<'a> Head<'a> {
    /// A page hidden from search engines.
    pub fn hidden(title: &'a str) -> Self {
        Self {
            title,
            tags: NO_INDEX.to_owned(),
            first_load: FirstLoad::Site,
            prerendered: String::new(),
            without_app: String::new(),
            needs_script: NEEDS_SCRIPT.to_owned(),
        }
    }

    /// A page for search engines: description, canonical URL, and preview of a shared link.
    pub fn of_page(app: &App, page: &AppPage) -> Head<'static> {
        let title = page.title.unwrap_or_default();
        let Some(listing) = page.listing else { return Head::hidden(title) };
        let origin = &app.config.public_origin;
        let shared = if page.path == HOME.path { title.to_owned() } else { format!("{title} | Sayso") };
        let (shared, description) = (escape(&shared), escape(&listing.description()));
        let url = escape(&format!("{origin}{}", page.path));
        let picture = escape(&format!("{origin}/site/{}", listing.picture));
        let tags = format!(
            "<meta name=\"description\" content=\"{description}\"><link rel=\"canonical\" href=\"{url}\">\
             <meta property=\"og:type\" content=\"website\"><meta property=\"og:site_name\" content=\"Sayso\">\
             <meta property=\"og:title\" content=\"{shared}\"><meta property=\"og:description\" content=\"{description}\">\
             <meta property=\"og:url\" content=\"{url}\"><meta property=\"og:image\" content=\"{picture}\">\
             <meta property=\"og:image:width\" content=\"1200\"><meta property=\"og:image:height\" content=\"630\">\
             <meta name=\"twitter:card\" content=\"summary_large_image\">"
        );
        Head { tags, ..Head::hidden(title) }
    }

    /// A business's page: hidden from search engines, but with a preview, because its link is sent to people.
    pub fn of_business(app: &App, title: &'a str, client: &PublicClient) -> Self {
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
        Self { tags, ..Self::hidden(title) }
    }
}

pub async fn render(app: &App, status: u16, head: &Head<'_>, data: &PageData) -> Result<Response> {
    let shell = shell(app).await?;
    // `<` could end the script element, so JSON escapes it.
    let json = serde_json::to_string(data)?.replace('<', "\\u003c");
    let html = format!(
        "{}<title>{}</title>{}{}{}{}<script type=\"application/json\" id=\"sayso-data\">{json}</script>{}{}{}{}{}{}",
        shell.before_head,
        escape(head.title),
        head.tags,
        shell.before_preload,
        after_comment(&shell.preloads, head.first_load.place()),
        shell.before_data,
        shell.before_needs,
        head.needs_script,
        shell.before_root,
        head.prerendered,
        head.without_app,
        shell.after
    );
    let mut page =
        ResponseBuilder::new().with_status(status).with_header("content-type", "text/html; charset=utf-8")?;
    if app.config.turnstile.is_some() {
        page = page.with_header("content-security-policy", &page_policy(&[], Some(TURNSTILE)))?;
    }
    Ok(page.fixed(html.into_bytes()))
}

/// Returns the prerendered HTML of a client's record page.
pub async fn prerendered(app: &App, which: RecordPage, client: &PublicClient, support_url: &str) -> Result<String> {
    let shell = shell(app).await?;
    let place = format!("{PRERENDERED}{}-->", prerendered::key(which, client));
    Ok(prerendered::filled(after_comment(&shell.prerendered, &place), client, support_url, escape))
}

/// Adds the prerendered HTML of a site's page, if the build has created it.
pub async fn add_prerendered(app: &App, head: &mut Head<'_>, page: &str, data: &PageData) -> Result<()> {
    let shell = shell(app).await?;
    let (home, wall) = (data.home.as_ref(), data.wall.as_ref());
    let place = format!("{PRERENDERED}{}-->", prerendered::site_key(page, home, wall));
    let html = after_comment(&shell.prerendered, &place);
    head.prerendered = prerendered::site_filled(html, home, wall, &data.support_url, escape);
    if home.is_some() {
        head.first_load = FirstLoad::Home;
    } else if !head.prerendered.is_empty() {
        head.first_load = FirstLoad::Ahead;
    }
    Ok(())
}

/// Returns the URL of the app's stylesheet, for pages rendered by the Worker.
pub async fn stylesheet(app: &App) -> Result<String> {
    Ok(shell(app).await?.stylesheet.clone())
}

/// Returns the URL of the font of texts, which the build puts beside the stylesheet.
pub async fn text_font(app: &App) -> Result<String> {
    let shell = shell(app).await?;
    let folder = shell.stylesheet.rsplit_once('/').map_or("", |(folder, _)| folder);
    Ok(format!("{folder}/instrument-sans-prose.woff2"))
}

async fn shell(app: &App) -> Result<Rc<Shell>> {
    if let Some(shell) = SHELL.with_borrow(Clone::clone) {
        return Ok(shell);
    }
    let mut answer = app.env.assets("ASSETS")?.fetch("http://assets/index.html", None).await?;
    let text = answer.text().await?;
    let broken = || Error::Internal("the shell lacks its places".into());
    let (before_head, rest) = text.split_once(HEAD_PLACEHOLDER).ok_or_else(broken)?;
    let (before_preload, rest) = rest.split_at(rest.find(FirstLoad::Site.place()).ok_or_else(broken)?);
    let (preloads, rest) = rest.split_once(PRELOAD_END).ok_or_else(broken)?;
    let (before_data, rest) = rest.split_once(DATA_PLACEHOLDER).ok_or_else(broken)?;
    let (before_needs, rest) = rest.split_once(NEEDS_PLACEHOLDER).ok_or_else(broken)?;
    let (before_root, rest) = rest.split_once(ROOT_PLACEHOLDER).ok_or_else(broken)?;
    let (after, prerendered) = rest.split_at(rest.find(PRERENDERED).ok_or_else(broken)?);
    let css = text.split('"').find(|part| part.starts_with("/assets/") && part.ends_with(".css"));
    let shell = Rc::new(Shell {
        stylesheet: css.ok_or_else(broken)?.to_owned(),
        before_head: before_head.to_owned(),
        before_preload: before_preload.to_owned(),
        preloads: preloads.to_owned(),
        before_data: before_data.to_owned(),
        before_needs: before_needs.to_owned(),
        before_root: before_root.to_owned(),
        prerendered: prerendered.to_owned(),
        after: after.to_owned(),
    });
    SHELL.set(Some(Rc::clone(&shell)));
    Ok(shell)
}
