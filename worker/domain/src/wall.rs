//! Walls: pages and embeds that show several testimonials.

use std::collections::HashSet;

use crate::api::walls::WallSettings;
use crate::color::is_color;
use crate::limits::{MAX_TAG_CHARACTERS, MAX_WALL_ITEMS, MAX_WALL_NAME_CHARACTERS, MAX_WALL_RADIUS, WALL_PAGE};
use crate::text;
pub use crate::wall_options::{WallFilling, WallLayout, WallScheme, WallTypeface};

/// Width and height in pixels of an embedded wall, unless its site asks for another size.
pub const WALL_SIZE: (u32, u32) = (960, 640);

impl WallSettings {
    /// Returns the settings of a new wall, which shows every published testimonial.
    #[must_use]
    pub fn new(name: String) -> Self {
        Self {
            name,
            layout: WallLayout::Grid,
            filling: WallFilling::All,
            tag: String::new(),
            scheme: WallScheme::Visitor,
            typeface: WallTypeface::Ours,
            accent: "#d92d20".to_owned(),
            background: "#fffaf3".to_owned(),
            text: "#1a1510".to_owned(),
            radius: 14,
            items: Vec::new(),
        }
    }

    /// Returns the ids of the submissions that it shows first, in order.
    #[must_use]
    pub fn listed(&self) -> Vec<&str> {
        let is_listed = |pinned: bool| pinned || self.filling == WallFilling::ByHand;
        self.items.iter().filter(|item| is_listed(item.pinned)).map(|item| item.id.as_str()).collect()
    }
}

/// Validates settings and normalises them for storage: the name trimmed, pinned testimonials first.
///
/// # Errors
/// One message per invalid field.
pub fn normalise(settings: WallSettings) -> Result<WallSettings, Vec<(&'static str, &'static str)>> {
    let mut settings = WallSettings { name: settings.name.trim().to_owned(), ..settings };
    let name = &settings.name;
    let mut ids = HashSet::new();
    let faults = [
        ("name", name.is_empty(), text::MISSING),
        ("name", name.chars().count() > MAX_WALL_NAME_CHARACTERS, text::TOO_LONG),
        ("name", name.chars().any(char::is_control), text::NOT_ONE_LINE),
        ("tag", settings.filling == WallFilling::ByTag && settings.tag.is_empty(), text::MISSING),
        ("tag", settings.tag.chars().count() > MAX_TAG_CHARACTERS, text::TAG_TOO_LONG),
        ("accent", !is_color(&settings.accent), text::NOT_A_COLOR),
        ("background", !is_color(&settings.background), text::NOT_A_COLOR),
        ("text", !is_color(&settings.text), text::NOT_A_COLOR),
        ("radius", settings.radius > MAX_WALL_RADIUS, text::WALL_RADIUS),
        ("items", settings.items.len() > MAX_WALL_ITEMS, text::WALL_ITEMS),
        ("items", settings.items.iter().any(|item| !ids.insert(item.id.as_str())), text::WALL_ITEM_TWICE),
    ];
    let found: Vec<_> =
        faults.into_iter().filter(|(_, wrong, _)| *wrong).map(|(field, _, text)| (field, text)).collect();
    if !found.is_empty() {
        return Err(found);
    }
    settings.items.sort_by_key(|item| !item.pinned);
    Ok(settings)
}

/// Returns what a wall shows of the testimonials found for it, in order: the public ones among the listed, then, unless
/// it is filled by hand, the others as they were found (PUB09).
pub fn shown<T>(
    settings: &WallSettings,
    mut found: Vec<T>,
    id_of: impl Fn(&T) -> &str,
    is_public: impl Fn(&T) -> bool,
) -> Vec<T> {
    let listed = settings.listed();
    let place = |one: &T| listed.iter().position(|id| *id == id_of(one)).unwrap_or(usize::MAX);
    found.retain(|one| is_public(one) && (settings.filling != WallFilling::ByHand || place(one) != usize::MAX));
    found.sort_by_key(|one| place(one));
    found.truncate(MAX_WALL_ITEMS);
    found
}

/// Number of the last page that a wall can have.
pub const LAST_PAGE: usize = MAX_WALL_ITEMS.div_ceil(WALL_PAGE);

/// Whether a site's font families may be written into a style: names, commas and quotes.
#[must_use]
pub fn is_font_list(text: &str) -> bool {
    let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | ',' | '-' | '_' | '"' | '\'');
    (1..=200).contains(&text.len())
        && text.chars().all(legal)
        && ['"', '\''].iter().all(|quote| text.matches(*quote).count().is_multiple_of(2))
        && !(text.contains('"') && text.contains('\''))
}

/// Returns the part of an address that is the id of a wall, if it is that of a wall's page.
#[must_use]
pub fn id_of_address(address: &str) -> Option<&str> {
    address.rsplit_once("/w/").map(|(_, id)| id)
}

/// Returns the HTML that shows a wall on another site as a frame, as wide as its place. It has no style, because some
/// sites forbid them. `title` is escaped HTML.
#[must_use]
pub fn wall_frame(origin: &str, id: &str, title: &str) -> String {
    frame_of(origin, id, title, ("100%", WALL_SIZE.1), "")
}

/// Like [`wall_frame`], of exactly this size, as oEmbed demands.
#[must_use]
pub fn oembed_wall_frame(origin: &str, id: &str, title: &str, (width, height): (u32, u32)) -> String {
    frame_of(origin, id, title, (&width.to_string(), height), " style=\"max-width:100%\"")
}

fn frame_of(origin: &str, id: &str, title: &str, (width, height): (&str, u32), style: &str) -> String {
    format!(
        "<iframe src=\"{origin}/embed/wall/{id}\" title=\"{title}\" width=\"{width}\" height=\"{height}\" frameborder=\"0\" \
         loading=\"lazy\" allowfullscreen{style}></iframe>"
    )
}

/// Returns the HTML that shows a wall on another site by the script, and a link without it, with a poster unless the wall
/// has nothing to show. `title` is escaped HTML.
#[must_use]
pub fn wall_element(origin: &str, id: &str, title: &str, settings: &WallSettings) -> String {
    let height = WALL_SIZE.1;
    let width = height.saturating_mul(9) / 16;
    let link = if settings.filling == WallFilling::ByHand && settings.items.is_empty() {
        title.to_owned()
    } else {
        format!(
            "<img src=\"{origin}/w/{id}/poster.jpg\" alt=\"{title}\" width=\"{width}\" height=\"{height}\" loading=\"lazy\" \
             style=\"max-width:100%;height:{height}px;object-fit:cover\">"
        )
    };
    format!(
        "<script async src=\"{origin}/embed.js\"></script>\n\
         <sayso-wall of=\"{id}\" height=\"{height}\"><a href=\"{origin}/w/{id}\">{link}</a></sayso-wall>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::walls::WallItem;

    fn wall(filling: WallFilling, items: &[(&str, bool)]) -> WallSettings {
        let items = items.iter().map(|(id, pinned)| WallItem { id: (*id).to_owned(), pinned: *pinned }).collect();
        WallSettings { filling, items, ..WallSettings::new("Wall".to_owned()) }
    }

    fn order(settings: WallSettings, found: &[&'static str]) -> Vec<&'static str> {
        let settings = normalise(settings).expect("valid settings");
        shown(&settings, found.to_vec(), |id| id, |id| !id.starts_with("private"))
    }

    #[test]
    fn pub09_a_wall_by_hand_shows_the_chosen_public_ones_pinned_first() {
        let by_hand = wall(WallFilling::ByHand, &[("a", false), ("private", true), ("b", false), ("c", true)]);
        assert_eq!(order(by_hand, &["b", "private", "other", "a", "c"]), ["c", "a", "b"]);
    }

    #[test]
    fn pub09_a_wall_of_all_shows_pinned_ones_first_and_the_others_as_found() {
        let all = wall(WallFilling::All, &[("a", false), ("z", true)]);
        assert_eq!(order(all, &["new", "a", "private", "old", "z"]), ["z", "new", "a", "old"]);
    }

    #[test]
    fn pub09_settings_are_refused_by_field() {
        let fields = |settings| {
            normalise(settings).map_or_else(|faults| faults.iter().map(|(field, _)| *field).collect(), |_| Vec::new())
        };
        let good = wall(WallFilling::ByHand, &[("a", true)]);
        assert!(fields(good.clone()).is_empty());
        assert_eq!(fields(WallSettings { name: "  ".into(), radius: 33, ..good.clone() }), ["name", "radius"]);
        assert_eq!(
            fields(WallSettings { accent: "red".into(), text: "#12".into(), ..good.clone() }),
            ["accent", "text"]
        );
        assert_eq!(fields(WallSettings { background: "#000}".into(), ..good }), ["background"]);
        assert_eq!(fields(wall(WallFilling::ByHand, &[("a", true), ("a", false)])), ["items"]);
        assert_eq!(fields(wall(WallFilling::ByTag, &[])), ["tag"]);
        let many: Vec<String> = (0..=MAX_WALL_ITEMS).map(|number| number.to_string()).collect();
        let many: Vec<(&str, bool)> = many.iter().map(|id| (id.as_str(), false)).collect();
        assert_eq!(fields(wall(WallFilling::ByHand, &many)), ["items"]);
    }

    #[test]
    fn pub07_an_empty_wall_by_hand_refers_to_no_poster() {
        let snippet = |settings| wall_element("https://o", "id", "Title", &settings);
        assert!(snippet(wall(WallFilling::ByHand, &[])).contains("<a href=\"https://o/w/id\">Title</a>"));
        for shown in [wall(WallFilling::ByHand, &[("a", false)]), wall(WallFilling::All, &[])] {
            assert!(snippet(shown).contains("https://o/w/id/poster.jpg"));
        }
    }

    #[test]
    fn pub07_a_frame_is_as_wide_as_its_place_and_oembeds_as_asked_for() {
        let snippet = wall_frame("https://o", "id", "Title");
        assert!(snippet.contains("width=\"100%\" height=\"640\" frameborder=\"0\"") && !snippet.contains("style"));
        let described = oembed_wall_frame("https://o", "id", "Title", (500, 300));
        assert!(described.contains("width=\"500\" height=\"300\"") && !described.contains(";width:100%"));
    }

    #[test]
    fn pub09_a_sites_typeface_cannot_end_a_style() {
        assert!(is_font_list("Georgia, \"Times New Roman\", serif") && is_font_list("system-ui"));
        for bad in ["", "a;b", "a}b", "</style>", "\"a", "\"a'\"'", "a\\b", "url(x)"] {
            assert!(!is_font_list(bad), "{bad}");
        }
    }
}
