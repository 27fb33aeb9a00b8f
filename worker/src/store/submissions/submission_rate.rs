//! `submission_rates`. Its `ip_hash` is a household's or its larger network's hash, or empty for everybody.

use std::collections::BTreeMap;

use domain::limits::SWEEP_BATCH;
use domain::rate_limit::{IP_HASH_PART_CHARACTERS, household_of, network_of};
use domain::retention::{DAY_MS, HOUR_MS, SLOWED_MS};
use domain::submission_rate::{Rate, SenderRates, SubmissionLimits, Window};
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Recent submissions to a client, and the limits.
pub struct Rates {
    pub stored: SubmissionLimits,
    pub sender: SenderRates,
    /// From all senders.
    pub client: Rate,
}

#[derive(Deserialize)]
struct RatesRow {
    settings: String,
    household: Option<String>,
    network: Option<String>,
    client: Option<String>,
}

#[derive(Deserialize)]
struct Row {
    hour_began: i64,
    hour_count: u32,
    day_began: i64,
    day_count: u32,
    hour_held: u32,
    day_held: u32,
    rejections: u32,
    rejected_at: i64,
}

macro_rules! rate_sql {
    ($ip_hash:literal) => {
        concat!(
            "(SELECT json_object('hour_began', hour_began, 'hour_count', hour_count, 'day_began', day_began,
                                 'day_count', day_count, 'hour_held', hour_held, 'day_held', day_held,
                                 'rejections', rejections, 'rejected_at', rejected_at)
                FROM submission_rates WHERE client_id = ?1 AND ip_hash = ",
            $ip_hash,
            ")"
        )
    };
}

/// Loads limits and rates in one query.
pub async fn load(db: &Db, client_id: &str, ip_hash: &str, now: i64) -> Result<Rates> {
    let keys = SubmissionLimits::SETTINGS.map(|setting| setting.key);
    // A list of keys costs a read for each key, set or not; a key range only for those that are set.
    let query = Query::new(concat!(
        "SELECT (SELECT json_group_object(setting_key, setting_value) FROM admin_settings
                  WHERE setting_key BETWEEN ?3 AND ?4) AS settings, ",
        rate_sql!("?2"),
        " AS household, ",
        rate_sql!("?5"),
        " AS network, ",
        rate_sql!("''"),
        " AS client"
    ))
    .bind(client_id)
    .bind(household_of(ip_hash))
    .bind(keys.into_iter().min())
    .bind(keys.into_iter().max())
    .bind(network_of(ip_hash));
    let loaded: Option<RatesRow> = db.first(query).await?;
    let RatesRow { settings, household, network, client } =
        loaded.unwrap_or(RatesRow { settings: "{}".into(), household: None, network: None, client: None });
    let settings: BTreeMap<String, String> = serde_json::from_str(&settings)?;
    let rate = |text: Option<String>| -> Result<Rate> {
        let Some(text) = text else { return Ok(Rate::default()) };
        let row: Row = serde_json::from_str(&text)?;
        Ok(Rate {
            hour: Window { began: row.hour_began, count: row.hour_count, held: row.hour_held },
            day: Window { began: row.day_began, count: row.day_count, held: row.day_held },
            rejections: if row.rejected_at > now.saturating_sub(SLOWED_MS) { row.rejections } else { 0 },
        })
    };
    let sender = SenderRates { household: rate(household)?, network: rate(network)? };
    Ok(Rates { stored: SubmissionLimits::of(&settings), sender, client: rate(client)? })
}

/// Counts a submission for its household, its network and its client, if the previous statement changed one row.
pub fn count_after_change(client_id: &str, ip_hash: &str, on_hold: bool, now: i64) -> impl Iterator<Item = Query> {
    let (household, network) = (household_of(ip_hash), network_of(ip_hash));
    let larger = (network != household).then_some(network);
    [Some(household), larger, Some("")].into_iter().flatten().map(move |ip_hash| {
        Query::new(
            "INSERT INTO submission_rates (client_id, ip_hash, hour_began, hour_count, hour_held, day_began, day_count, day_held, expires_at)
             SELECT ?1, ?2, ?3, 1, ?6, ?3, 1, ?6, ?3 + ?5 WHERE changes() = 1
             ON CONFLICT (client_id, ip_hash) DO UPDATE SET
               hour_held = iif(hour_began > ?3 - ?4, hour_held, 0) + ?6, day_held = iif(day_began > ?3 - ?5, day_held, 0) + ?6,
               hour_count = iif(hour_began > ?3 - ?4, hour_count + 1, 1), hour_began = iif(hour_began > ?3 - ?4, hour_began, ?3),
               day_count = iif(day_began > ?3 - ?5, day_count + 1, 1), day_began = iif(day_began > ?3 - ?5, day_began, ?3),
               expires_at = iif(day_began > ?3 - ?5, expires_at, max(expires_at, ?3 + ?5))",
        )
        .bind(client_id)
        .bind(ip_hash)
        .bind(now)
        .bind(HOUR_MS)
        .bind(DAY_MS)
        .bind(u32::from(on_hold))
    })
}

/// Slows the household of an upload at its client, if this record erased its submission as no testimonial. At most once
/// a day, so that rejecting one prankster's submissions does not block the shop's own Wi-Fi.
#[must_use]
pub fn slow_sender_of(upload_id: &str, erasure_id: &str, now: i64) -> Query {
    Query::new(
        "INSERT INTO submission_rates (client_id, ip_hash, hour_began, hour_count, day_began, day_count, rejections,
                                       rejected_at, expires_at)
         SELECT client_id, substr(ip_hash, 1, ?6), 0, 0, 0, 0, 1, ?3, ?3 + ?4 FROM uploads
          WHERE id = ?1 AND ip_hash <> '' AND EXISTS (SELECT 1 FROM erasures WHERE id = ?2)
         ON CONFLICT (client_id, ip_hash) DO UPDATE SET
           rejections = CASE WHEN rejected_at > ?3 - ?5 THEN rejections WHEN rejected_at > ?3 - ?4 THEN rejections + 1 ELSE 1 END,
           rejected_at = ?3, expires_at = max(expires_at, ?3 + ?4)",
    )
    .bind(upload_id)
    .bind(erasure_id)
    .bind(now)
    .bind(SLOWED_MS)
    .bind(DAY_MS)
    .bind(u32::from(IP_HASH_PART_CHARACTERS))
}

/// Deletes expired rates.
pub async fn sweep(db: &Db, now: i64) -> Result<usize> {
    let query = Query::new(
        "DELETE FROM submission_rates WHERE (client_id, ip_hash) IN
           (SELECT client_id, ip_hash FROM submission_rates WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)",
    );
    db.change(query.bind(now).bind(SWEEP_BATCH)).await
}
