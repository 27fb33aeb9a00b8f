//! The page of a client's built-in folder: newest videos first, by month.

use askama::Template;
use domain::date::{date_of, in_words};
use domain::limits::MEBIBYTE;
use domain::submission::length;
use worker::Response;

use crate::app::App;
use crate::auth::signed_url;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::request::Request;
use crate::routes::public::plain_page::PlainPage;
use crate::store::clients::client;
use crate::store::submissions::submission::list::{self, FolderEntry};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const DRIVE_DISCONNECTED: &str = "In a drive that is no longer connected: open it there, or connect that drive again.";

#[derive(Template)]
#[template(path = "routes/public/folder.html")]
struct Folder {
    page: PlainPage,
    title: String,
    lead: &'static str,
    months: Vec<Month>,
    /// URL of the next page.
    older: Option<String>,
}

struct Month {
    name: String,
    videos: Vec<Video>,
}

struct Video {
    /// The video's page. `None` if it cannot be opened here.
    href: Option<String>,
    preview: Preview,
    customer: String,
    /// `20 November 2026, 0:38`.
    when: String,
    file: String,
    size: String,
    note: Option<&'static str>,
}

/// The picture beside a video's name.
enum Preview {
    /// URL of its poster.
    Poster(String),
    /// URL of the video, which has no poster.
    Video(String),
    /// It cannot be opened here.
    None,
}

/// Renders the folder's page. `expires_at` is the expiry of its links; without it they need a session.
pub async fn show(app: &App, request: &Request, client_id: &str, expires_at: Option<i64>) -> Result<Response> {
    let owner = client::folder_owner(&app.db, client_id).await?.ok_or_else(|| Error::not_found("Folder"))?;
    let before = request.before()?;
    let found = list::folder(&app.db, client_id, before.as_ref()).await?;
    let lead = match (found.rows.is_empty(), before.is_some()) {
        (true, false) => "Nothing here yet. Videos appear seconds after they are submitted.",
        (true, true) => "There is nothing older.",
        (false, _) => "Newest videos first.",
    };
    let mut months: Vec<Month> = Vec::new();
    for entry in &found.rows {
        let name = month_name(entry.drive_path.split('/').next().unwrap_or_default());
        match months.last_mut() {
            Some(month) if month.name == name => month.videos.push(video(app, entry, expires_at)),
            _ => months.push(Month { name, videos: vec![video(app, entry, expires_at)] }),
        }
    }
    let older = found.next_text().map(|cursor| older_page_url(request, &cursor));
    let folder = Folder { page: PlainPage::new(app).await?, title: owner.company_name, lead, months, older };
    PlainPage::respond_with_video(&folder.page.nonce, folder.render()?)
}

/// The page's own URL with a different `before`.
fn older_page_url(request: &Request, cursor: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    for name in ["expires", "signature"] {
        if let Some(value) = request.query(name) {
            query.append_pair(name, value);
        }
    }
    format!("{}?{}", request.path(), query.append_pair("before", cursor).finish())
}

/// Formats `2026-11` as `November 2026`.
fn month_name(month: &str) -> String {
    let (year, number) = month.split_once('-').unwrap_or((month, ""));
    let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    index.and_then(|index| MONTHS.get(index)).map_or_else(|| month.to_owned(), |name| format!("{name} {year}"))
}

fn video(app: &App, entry: &FolderEntry, expires_at: Option<i64>) -> Video {
    let link = |page: &str, signed: fn(&Config, &str, i64) -> String| match expires_at {
        Some(expires_at) => signed(&app.config, &entry.id, expires_at),
        None => format!("/drive/{page}/{}", entry.id),
    };
    Video {
        href: (!entry.is_away).then(|| link("watch", signed_url::watch)),
        preview: match (entry.has_poster, entry.is_away) {
            (true, _) => Preview::Poster(link("poster", signed_url::poster)),
            (false, false) => Preview::Video(link("video", signed_url::video)),
            (false, true) => Preview::None,
        },
        customer: entry.customer_name.clone(),
        when: format!("{}, {}", in_words(date_of(entry.created_at)), length(entry.duration_ms)),
        file: entry.drive_path.rsplit('/').next().unwrap_or_default().to_owned(),
        size: size_in_words(entry.size_bytes),
        note: hint(entry),
    }
}

/// Formats a size in tenths of a MB, rounded like the recorder's; a small one in kB.
pub(super) fn size_in_words(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10).saturating_add(MEBIBYTE / 2) / MEBIBYTE;
    if tenths == 0 { format!("{} kB", bytes.div_ceil(1024)) } else { format!("{}.{} MB", tenths / 10, tenths % 10) }
}

/// A note about a file for the client; the mail says more.
fn hint(entry: &FolderEntry) -> Option<&'static str> {
    match (entry.unwatermarked, entry.unfinished.is_some()) {
        _ if entry.is_away => Some(DRIVE_DISCONNECTED),
        (false, false) => None,
        (true, false) => Some("No watermark"),
        (false, true) => Some("As recorded: some players may not play it"),
        (true, true) => Some("No watermark. As recorded: some players may not play it"),
    }
}
