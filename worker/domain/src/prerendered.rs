//! Pages that the web app's build renders to HTML with placeholders, which the Worker fills in. A
//! page is visible, and a record page's button works, before the app has loaded.

use crate::api::public::{HomeData, OwnWall, PublicClient};
use crate::client::ReviewPlatform;
use crate::string_enum::string_enum;

string_enum! {
    /// The two record pages.
    RecordPage {
        /// Asks for a testimonial and leads to the camera.
        Invitation = "invitation",
        /// The camera and the form.
        Video = "video",
    }
}

string_enum! {
    /// State of an invitation's review button.
    ReviewButton {
        /// The client has no platform.
        None = "none",
        /// The client has a platform but no URL.
        Disabled = "disabled",
        /// Links to the client's page on the platform.
        Link = "link",
    }
}

/// Returns the key of the client's page in the app's HTML.
#[must_use]
pub fn key(page: RecordPage, client: &PublicClient) -> String {
    let sign = if client.logo_url.is_some() { "logo" } else { "name" };
    match page {
        RecordPage::Invitation => {
            let asks = if client.questions.is_empty() { "plain" } else { "asks" };
            [page.as_str(), sign, review_button_of(client).as_str(), asks].join(":")
        }
        RecordPage::Video => [page.as_str(), sign].join(":"),
    }
}

/// Names of the pages that show a wall of ours.
const WITH_WALL: [&str; 2] = ["home", "demo"];

/// Returns the key of a site page in the app's HTML; the home page has one with plans on sale and
/// one without, and of both, as of the demo page, there is one with a wall.
#[must_use]
pub fn site_key(page: &str, home: Option<&HomeData>, wall: Option<&OwnWall>) -> String {
    let state = match home {
        None => "any",
        Some(home) if home.is_open() => "open",
        Some(_) => "not-open",
    };
    let wall = wall.filter(|_| WITH_WALL.contains(&page)).map(|_| "wall");
    ["page", page, state].into_iter().chain(wall).collect::<Vec<_>>().join(":")
}

/// Fills in a page's HTML for a client. `~~name~~`, which needs no escaping in URLs, is the
/// placeholder for a field of the client, for `support_url`, or for `review_link_address`, the
/// review link without `https://`; `~~questions~~` is in an `<li>` without attributes. `escape` is
/// the HTML escaper.
#[must_use]
pub fn filled(html: &str, client: &PublicClient, support_url: &str, escape: fn(&str) -> String) -> String {
    fill(html, |name| match name {
        "company_name" => escape(&client.company_name),
        "custom_slug" => escape(&client.custom_slug),
        "logo_url" => client.logo_url.as_deref().map(escape).unwrap_or_default(),
        "questions" => client.questions.iter().map(|question| escape(question)).collect::<Vec<_>>().join("</li><li>"),
        "review_link_type" => escape(client.review_link_type.as_str()),
        "review_link_address" => review_address(client).map(escape).unwrap_or_default(),
        "support_url" => escape(support_url),
        _ => String::new(),
    })
}

/// Fills in a site page. A plan that cannot be bought online links to support.
#[must_use]
pub fn site_filled(
    html: &str,
    home: Option<&HomeData>,
    wall: Option<&OwnWall>,
    support_url: &str,
    escape: fn(&str) -> String,
) -> String {
    let link = |of: fn(&HomeData) -> Option<&str>| escape(home.and_then(of).unwrap_or(support_url));
    fill(html, |name| match name {
        "support_url" => escape(support_url),
        "payment_link_standard" => link(|home| home.payment_link_standard.as_deref()),
        "payment_link_no_setup" => link(|home| home.payment_link_no_setup.as_deref()),
        "launch_discount" => home.map(|home| escape(&home.launch_discount)).unwrap_or_default(),
        "wall_name" => wall.map(|wall| escape(&wall.name)).unwrap_or_default(),
        "wall_embed_path" => wall.map(|wall| escape(&wall.embed_path)).unwrap_or_default(),
        _ => String::new(),
    })
}

fn fill(html: &str, value: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(html.len());
    for (index, part) in html.split("~~").enumerate() {
        if index % 2 == 0 {
            filled.push_str(part);
        } else {
            filled.push_str(&value(part));
        }
    }
    filled
}

fn review_button_of(client: &PublicClient) -> ReviewButton {
    match (client.review_link_type, review_address(client)) {
        (ReviewPlatform::None, _) => ReviewButton::None,
        (_, Some(_)) => ReviewButton::Link,
        (_, None) => ReviewButton::Disabled,
    }
}

/// Target of the review button without the scheme; only `https:` is allowed.
fn review_address(client: &PublicClient) -> Option<&str> {
    client.review_link_url.as_deref()?.strip_prefix("https://")
}

#[cfg(test)]
mod tests {
    use media_wasm::watermark::{Alignment, Position};

    use super::*;
    use crate::api::public::Accepting;

    fn client() -> PublicClient {
        PublicClient {
            id: "c1".into(),
            custom_slug: "blue-door".into(),
            company_name: "~~support_url~~ <b>".into(),
            logo_url: None,
            review_link_type: ReviewPlatform::None,
            review_link_url: None,
            questions: Vec::new(),
            watermark_enabled: false,
            watermark_text: "Blue Door".into(),
            watermark_font_size: 20,
            watermark_font_color: "#ffffff".into(),
            watermark_position: Position::BottomRight,
            watermark_text_alignment: Alignment::Right,
            accepting: Accepting::Yes,
        }
    }

    #[test]
    fn rec01_a_placeholder_is_filled_once_and_escaped() {
        let html =
            "<h1>For ~~company_name~~</h1><a href=\"/record/~~custom_slug~~/video\">~~unknown~~</a>~~support_url~~";
        let escape = |text: &str| text.replace('<', "&lt;");
        assert_eq!(
            filled(html, &client(), "/help", escape),
            "<h1>For ~~support_url~~ &lt;b></h1><a href=\"/record/blue-door/video\"></a>/help"
        );
    }

    #[test]
    fn cli03_each_question_is_an_item_of_the_list() {
        let mut client = client();
        client.questions = vec!["Why <b>us?".into(), "~~support_url~~?".into()];
        let escape = |text: &str| text.replace('<', "&lt;");
        let html = filled("<ul><li>~~questions~~</li></ul>", &client, "/help", escape);
        assert_eq!(html, "<ul><li>Why &lt;b>us?</li><li>~~support_url~~?</li></ul>");
    }

    #[test]
    fn hom08_a_plan_without_a_payment_page_links_to_support() {
        let html = "~~payment_link_standard~~ ~~payment_link_no_setup~~ ~~launch_discount~~";
        let mut home = HomeData { launch_discount: "£10 <off>".into(), ..HomeData::default() };
        assert_eq!(site_key("home", Some(&home), None), "page:home:not-open");
        home.payment_link_standard = Some("https://pay.example/?a&b".into());
        let escape = |text: &str| text.replace('<', "&lt;").replace('&', "+");
        assert_eq!(
            site_filled(html, Some(&home), None, "/help", escape),
            "https://pay.example/?a+b /help £10 +lt;off>"
        );
        assert_eq!(site_key("home", Some(&home), None), "page:home:open");
        assert_eq!(site_key("terms", None, None), "page:terms:any");
    }

    #[test]
    fn pub13_the_home_page_and_the_demo_page_have_one_with_a_wall() {
        let wall = OwnWall { name: "Shops <say so>".into(), embed_path: "/embed/wall/1".into() };
        assert_eq!(site_key("home", Some(&HomeData::default()), Some(&wall)), "page:home:not-open:wall");
        assert_eq!(site_key("demo", None, Some(&wall)), "page:demo:any:wall");
        assert_eq!(site_key("terms", None, Some(&wall)), "page:terms:any");
        let escape = |text: &str| text.replace('<', "&lt;");
        let html = site_filled("~~wall_name~~ ~~wall_embed_path~~", None, Some(&wall), "/help", escape);
        assert_eq!(html, "Shops &lt;say so> /embed/wall/1");
    }

    #[test]
    fn rec01_a_page_is_selected_by_client_kind() {
        let mut client = client();
        assert_eq!(key(RecordPage::Invitation, &client), "invitation:name:none:plain");
        client.logo_url = Some("/logos/1".into());
        client.review_link_type = ReviewPlatform::Google;
        assert_eq!(key(RecordPage::Invitation, &client), "invitation:logo:disabled:plain");
        assert_eq!(key(RecordPage::Video, &client), "video:logo");
        client.review_link_url = Some("http://example.com/review".into());
        assert_eq!(key(RecordPage::Invitation, &client), "invitation:logo:disabled:plain");
        client.review_link_url = Some("https://example.com/review".into());
        assert_eq!(key(RecordPage::Invitation, &client), "invitation:logo:link:plain");
        client.questions = vec!["What changed?".into()];
        assert_eq!(key(RecordPage::Invitation, &client), "invitation:logo:link:asks");
    }
}
