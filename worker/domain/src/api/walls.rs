//! Walls of testimonials, in the client portal.

use serde::{Deserialize, Serialize};

use crate::row::flag;
use crate::wall_options::{WallFilling, WallLayout, WallScheme, WallTypeface};

/// `GET /api/client/{client}/walls`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct Walls {
    /// The client's walls, oldest first.
    pub walls: Vec<Wall>,
    /// The published testimonials that a wall can show, newest first.
    pub testimonials: Vec<WallTestimonial>,
}

/// `PATCH /api/client/{client}/listing`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct Listing {
    /// Whether search engines may list the client's public testimonials and walls.
    pub is_listed: bool,
}

/// A wall of testimonials.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct Wall {
    /// Its random public id.
    pub id: String,
    /// Path of its public page.
    pub path: String,
    /// Path of its page for frames on other sites.
    pub embed_path: String,
    /// HTML that shows it on another site by a script.
    pub element: String,
    /// HTML that shows it on another site as a frame.
    pub frame: String,
    /// Its settings.
    pub settings: WallSettings,
}

/// Body of `PUT /api/client/{client}/walls/{wall}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct WallSettings {
    /// Shown to visitors as its heading.
    pub name: String,
    /// Arrangement.
    pub layout: WallLayout,
    /// Which testimonials it shows.
    pub filling: WallFilling,
    /// The tag of those that it shows, if it shows those with one.
    #[serde(default)]
    pub tag: String,
    /// When it is dark.
    pub scheme: WallScheme,
    /// Typeface.
    pub typeface: WallTypeface,
    /// Colour of links and buttons, `#rrggbb`.
    pub accent: String,
    /// Colour of the background, `#rrggbb`.
    pub background: String,
    /// Colour of texts, `#rrggbb`.
    pub text: String,
    /// Radius of corners, 0 to 32 px.
    pub radius: u8,
    /// Chosen testimonials in order, at most 200. A wall that is not filled by hand uses the pinned ones only.
    pub items: Vec<WallItem>,
}

/// A testimonial chosen for a wall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct WallItem {
    /// The submission's id.
    pub id: String,
    /// Whether it comes first.
    pub pinned: bool,
}

/// Body of `POST /api/client/{client}/walls`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct NewWall {
    /// Its name.
    pub name: String,
}

/// A published testimonial, to choose for a wall.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "walls.ts"))]
pub struct WallTestimonial {
    /// The submission's id.
    pub id: String,
    /// The customer's full name.
    pub customer_name: String,
    /// UTC milliseconds.
    pub published_at: i64,
    /// Whether the submission has a poster.
    #[serde(deserialize_with = "flag")]
    pub has_poster: bool,
}
