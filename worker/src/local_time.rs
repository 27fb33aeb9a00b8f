//! Hours of the day in a time zone, from the platform's database.

use domain::retention::HOUR_MS;
use js_sys::{Object, Reflect};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Intl)]
    type DateTimeFormat;
    #[wasm_bindgen(constructor, catch, js_namespace = Intl)]
    fn new(locale: &str, options: &Object) -> Result<DateTimeFormat, JsValue>;
    #[wasm_bindgen(method)]
    fn format(this: &DateTimeFormat, at: f64) -> String;
}

/// A time zone of the IANA database.
pub struct TimeZone(DateTimeFormat);

/// Two days: within them each hour of the day occurs, despite clock changes.
const HOURS_AHEAD: i64 = 48;

impl TimeZone {
    /// Returns a time zone by its name, such as `Europe/London`. `None` if the platform does not know it.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let options = Object::new();
        for (key, value) in [("timeZone", name), ("hourCycle", "h23"), ("hour", "2-digit")] {
            Reflect::set(&options, &key.into(), &value.into()).ok()?;
        }
        DateTimeFormat::new("en-GB", &options).ok().map(Self)
    }

    /// Returns the hour of the day at a time in UTC milliseconds.
    fn hour(&self, at: i64) -> Option<u8> {
        #[allow(clippy::cast_precision_loss)] // exact for 285,000 years
        let text = self.0.format(at as f64);
        text.trim().parse().ok()
    }

    /// Returns the first full UTC hour after a time at which the local hour is `hour`.
    #[must_use]
    pub fn next(&self, hour: u8, after: i64) -> Option<i64> {
        let begun = after.div_euclid(HOUR_MS);
        (1..=HOURS_AHEAD)
            .map(|ahead| begun.saturating_add(ahead).saturating_mul(HOUR_MS))
            .find(|at| self.hour(*at) == Some(hour))
    }
}
