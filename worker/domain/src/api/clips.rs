//! Clips of a client's submissions.

use serde::{Deserialize, Serialize};

use crate::clip::{ClipDelivery, ClipObstacle, Recipe};

/// `GET /api/client/{client}/submissions/{id}/clips`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct ClipList {
    /// The clips, oldest first.
    pub clips: Vec<ClipView>,
    /// Why no clip can be made; `null` if one can.
    pub obstacle: Option<ClipObstacle>,
    /// The watermark that the film carries; `null` if it has none.
    pub watermark: Option<FilmWatermark>,
}

/// A clip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct ClipView {
    /// Id of the clip.
    pub id: String,
    /// How it is made.
    pub recipe: Recipe,
    /// Width of its film in pixels.
    pub width: u32,
    /// Height of its film in pixels.
    pub height: u32,
    /// Size of its film in bytes.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub size_bytes: u64,
    /// Duration of its film in milliseconds.
    pub duration_ms: u32,
    /// When it was made, UTC milliseconds.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created_at: i64,
    /// Whether it is shown in public in place of the film, once the submission is published.
    pub is_public: bool,
    /// Its way to the drive; `null` if it was not sent there.
    pub delivery: Option<ClipDelivery>,
    /// Name of its file in the drive.
    pub file_name: Option<String>,
    /// Why it is not in the drive, in a sentence.
    pub problem: Option<String>,
}

/// The watermark in a film, as it was set when the film was received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
#[serde(rename_all = "camelCase")]
pub struct FilmWatermark {
    /// Its text.
    pub text: String,
    /// Size of its font, as in the settings.
    pub font_size: u32,
    /// Its colour, as `#rrggbb`.
    pub font_color: String,
    /// Its place in the picture.
    pub position: String,
    /// Alignment of its lines.
    pub alignment: String,
}

/// `PUT /api/client/{client}/submissions/{id}/public-clip`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, schemars::JsonSchema), ts(export, export_to = "clips.ts"))]
pub struct PublicClip {
    /// Id of the clip that is shown in place of the film; `null` shows the film.
    pub clip: Option<String>,
}
