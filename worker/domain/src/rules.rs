//! Rules shared by app and server: `rules.json`.

use media_wasm::watermark::{FONT_SIZE_MAX, FONT_SIZE_MIN, MAX_LINES};
use serde_json::{Value, json};

use crate::api::client::{LOW_CREDITS, RECENT_DAYS, RECENT_MAX};
use crate::user::Area;
use crate::{date, limits, password, plan, retention, setting, slug, text};

/// Returns the shared limits: lengths in characters, sizes in bytes, lifetimes in words.
#[must_use]
pub fn rules() -> Value {
    json!({
        "lengths": {
            "personName": limits::MAX_NAME_CHARACTERS,
            "companyName": limits::MAX_COMPANY_CHARACTERS,
            "email": limits::MAX_EMAIL_CHARACTERS,
            "url": limits::MAX_URL_CHARACTERS,
            "setting": limits::MAX_URL_CHARACTERS,
            "slug": slug::MAX_CHARACTERS,
            "promotionCode": limits::MAX_CODE_CHARACTERS,
            "notes": limits::MAX_NOTES_CHARACTERS,
        },
        "questions": limits::MAX_QUESTIONS,
        "patterns": { "slug": slug::PATTERN, "color": "^#[0-9a-fA-F]{6}$" },
        "credits": {
            "perMonth": plan::CREDITS_PER_MONTH,
            "perMonthMin": 1,
            "remainingMin": 0,
            "max": limits::MAX_CREDITS,
            "low": LOW_CREDITS,
        },
        "password": {
            "min": {
                "client": password::min_characters(Area::Client),
                "admin": password::min_characters(Area::Admin),
                "affiliate": password::min_characters(Area::Affiliate),
            },
            "max": password::MAX_CHARACTERS,
        },
        "watermark": {
            "lines": MAX_LINES,
            "characters": limits::MAX_WATERMARK_CHARACTERS,
            "fontSizeMin": FONT_SIZE_MIN,
            "fontSizeMax": FONT_SIZE_MAX,
        },
        "image": {
            "bytes": limits::MAX_IMAGE_BYTES,
            "side": limits::MAX_IMAGE_SIDE,
            "pixels": limits::MAX_IMAGE_PIXELS,
            "types": ["image/jpeg", "image/png", "image/webp"],
        },
        "posters": { "stillBytes": limits::MAX_POSTER_BYTES, "cardBytes": limits::MAX_CARD_BYTES },
        "upload": { "bytes": limits::MAX_VIDEO_BYTES },
        "pages": {
            "rows": limits::ROWS_PER_PAGE,
            "doubts": limits::ATTENTION_SHOWN,
            "submissions": limits::SUBMISSIONS_PER_PAGE,
            "folder": limits::FOLDER_ROWS,
            "retried": limits::MAX_RETRIED,
            "selected": limits::MAX_SELECTED,
            "recentDays": RECENT_DAYS,
            "recent": RECENT_MAX,
        },
        "walls": {
            "max": limits::MAX_WALLS,
            "items": limits::MAX_WALL_ITEMS,
            "name": limits::MAX_WALL_NAME_CHARACTERS,
            "radius": limits::MAX_WALL_RADIUS,
        },
        "mailRecipients": limits::MAX_MAIL_RECIPIENTS,
        "rangeDays": date::MAX_RANGE_DAYS,
        "settings": setting::ALL.iter().map(|setting| setting.key).collect::<Vec<_>>(),
        "lifetimes": retention::lifetimes(),
        "texts": text::texts(),
    })
}
