//! The record pages as the build of the web app renders them ahead: HTML with places for what is known of a client. The Worker
//! fills them, so that a page is seen, and its button acts, before the app is there.

use serde::{Deserialize, Serialize};

use crate::api::public::PublicClient;
use crate::client::ReviewPlatform;
use crate::string_enum::string_enum;

string_enum! {
    /// Which of the two record pages.
    RecordPage {
        /// Asks for a testimonial and leads to the camera.
        Invitation = "invitation",
        /// The camera and the form.
        Video = "video",
    }
}

string_enum! {
    /// How the review button of an invitation looks.
    ReviewButton {
        /// The client has none.
        None = "none",
        /// The client names a platform, and no address there.
        Disabled = "disabled",
        /// It leads to the client's page on the platform.
        Link = "link",
    }
}

/// A page rendered for one kind of client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export))]
pub struct PrerenderedPage {
    /// Which page it is.
    pub page: RecordPage,
    /// Whether it shows the client's logo, or else its name.
    pub has_logo: bool,
    /// What it has of the review button.
    pub review: ReviewButton,
    /// Its HTML. `~~name~~`, which URLs leave as it is, is the place of a field of the client, of `support_url`, or of
    /// `review_link_address`, which is its review link without `https://`.
    pub html: String,
}

impl PrerenderedPage {
    /// Whether it is the page of such a client.
    #[must_use]
    pub fn fits(&self, page: RecordPage, client: &PublicClient) -> bool {
        let review = match page {
            RecordPage::Invitation => review_button_of(client),
            RecordPage::Video => ReviewButton::None,
        };
        self.page == page && self.has_logo == client.logo_url.is_some() && self.review == review
    }

    /// The HTML for a client; `escape` makes a text safe in HTML.
    #[must_use]
    pub fn filled(&self, client: &PublicClient, support_url: &str, escape: fn(&str) -> String) -> String {
        let mut html = String::with_capacity(self.html.len());
        for (index, part) in self.html.split("~~").enumerate() {
            if index % 2 == 0 {
                html.push_str(part);
                continue;
            }
            html.push_str(&escape(match part {
                "company_name" => &client.company_name,
                "custom_slug" => &client.custom_slug,
                "logo_url" => client.logo_url.as_deref().unwrap_or_default(),
                "review_link_type" => client.review_link_type.as_str(),
                "review_link_address" => review_address(client).unwrap_or_default(),
                "support_url" => support_url,
                _ => "",
            }));
        }
        html
    }
}

fn review_button_of(client: &PublicClient) -> ReviewButton {
    match (client.review_link_type, review_address(client)) {
        (ReviewPlatform::None, _) => ReviewButton::None,
        (_, Some(_)) => ReviewButton::Link,
        (_, None) => ReviewButton::Disabled,
    }
}

/// Where the review button leads, without the scheme: nothing but `https:` is led to.
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
            watermark_enabled: false,
            watermark_text: "Blue Door".into(),
            watermark_font_size: 20,
            watermark_font_color: "#ffffff".into(),
            watermark_position: Position::BottomRight,
            watermark_text_alignment: Alignment::Right,
            accepting: Accepting::Yes,
        }
    }

    fn page(page: RecordPage, has_logo: bool, review: ReviewButton, html: &str) -> PrerenderedPage {
        PrerenderedPage { page, has_logo, review, html: html.into() }
    }

    #[test]
    fn rec01_a_place_is_filled_once_and_escaped() {
        let html =
            "<h1>For ~~company_name~~</h1><a href=\"/record/~~custom_slug~~/video\">~~unknown~~</a>~~support_url~~";
        let page = page(RecordPage::Video, false, ReviewButton::None, html);
        let escape = |text: &str| text.replace('<', "&lt;");
        assert_eq!(
            page.filled(&client(), "/help", escape),
            "<h1>For ~~support_url~~ &lt;b></h1><a href=\"/record/blue-door/video\"></a>/help"
        );
    }

    #[test]
    fn rec01_a_page_fits_the_kind_of_client_it_was_rendered_for() {
        let mut client = client();
        let fits =
            |client: &PublicClient, of: RecordPage, has_logo, review| page(of, has_logo, review, "").fits(of, client);
        assert!(fits(&client, RecordPage::Invitation, false, ReviewButton::None));
        assert!(!fits(&client, RecordPage::Invitation, true, ReviewButton::None));
        client.logo_url = Some("/logos/1".into());
        client.review_link_type = ReviewPlatform::Google;
        assert!(fits(&client, RecordPage::Invitation, true, ReviewButton::Disabled));
        assert!(fits(&client, RecordPage::Video, true, ReviewButton::None));
        client.review_link_url = Some("https://example.com/review".into());
        assert!(fits(&client, RecordPage::Invitation, true, ReviewButton::Link));
        assert!(!page(RecordPage::Video, true, ReviewButton::None, "").fits(RecordPage::Invitation, &client));
    }
}
