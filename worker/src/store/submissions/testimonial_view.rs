//! `testimonial_views`: how often public testimonials were seen and played.

use domain::api::client::{ViewCounts, ViewsOfDay, ViewsOnHost};
use domain::limits::{HOSTS_A_DAY, HOSTS_SHOWN};
use serde::Serialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Views to add.
#[derive(Serialize)]
pub struct NewViews {
    pub submission_id: String,
    /// Empty for the testimonial's own page, and if unknown.
    pub host: String,
    #[serde(flatten)]
    pub counts: ViewCounts,
}

/// Adds views to those of a day, `yyyy-MM-dd`. Hosts beyond the most that a testimonial may have on a day are counted as
/// unknown: anybody can name one.
pub async fn add(db: &Db, day: &str, views: &[NewViews]) -> Result<()> {
    let query = Query::new(
        "INSERT INTO testimonial_views (submission_id, day, host, shown, begun, half, whole)
         SELECT submission_id, ?2, iif(is_known OR hosts < ?3, host, ''), shown, begun, half, whole
           FROM (SELECT value ->> 'submission_id' AS submission_id, value ->> 'host' AS host, value ->> 'shown' AS shown,
                        value ->> 'begun' AS begun, value ->> 'half' AS half, value ->> 'whole' AS whole,
                        (SELECT count(*) FROM testimonial_views v
                          WHERE v.submission_id = value ->> 'submission_id' AND v.day = ?2) AS hosts,
                        EXISTS (SELECT 1 FROM testimonial_views v WHERE v.submission_id = value ->> 'submission_id'
                                   AND v.day = ?2 AND v.host = value ->> 'host') AS is_known
                   FROM json_each(?1)) new
          WHERE EXISTS (SELECT 1 FROM submissions s WHERE s.id = new.submission_id)
         ON CONFLICT DO UPDATE SET shown = shown + excluded.shown, begun = begun + excluded.begun,
                                   half = half + excluded.half, whole = whole + excluded.whole",
    );
    let query = query.bind(&serde_json::to_string(views)?).bind(day).bind(HOSTS_A_DAY);
    db.transaction(vec![query]).await.map(drop)
}

macro_rules! views_sql {
    ($by:literal, $order:literal) => {
        concat!(
            "SELECT v.",
            $by,
            ", sum(v.shown) AS shown, sum(v.begun) AS begun, sum(v.half) AS half, sum(v.whole) AS whole
               FROM testimonial_views v JOIN submissions s ON s.id = v.submission_id
              WHERE v.submission_id = ?1 AND s.client_id = ?2 AND v.day >= ?3 GROUP BY v.",
            $by,
            $order
        )
    };
}

/// Returns a submission's views by day since a day, the latest first.
pub async fn by_day(db: &Db, client_id: &str, submission_id: &str, since: &str) -> Result<Vec<ViewsOfDay>> {
    let query = Query::new(views_sql!("day", " ORDER BY v.day DESC"));
    db.all(query.bind(submission_id).bind(client_id).bind(since)).await
}

/// Returns a submission's views by host since a day, the most frequent first.
pub async fn by_host(db: &Db, client_id: &str, submission_id: &str, since: &str) -> Result<Vec<ViewsOnHost>> {
    let query = Query::new(views_sql!("host", " ORDER BY sum(v.shown) DESC, v.host LIMIT ?4"));
    db.all(query.bind(submission_id).bind(client_id).bind(since).bind(HOSTS_SHOWN)).await
}

/// Returns the hosts that ever showed a submission, the most frequent first.
pub async fn hosts(db: &Db, submission_id: &str) -> Result<Vec<String>> {
    let query = Query::new(
        "SELECT host AS id FROM testimonial_views WHERE submission_id = ?1 AND host <> ''
          GROUP BY host ORDER BY sum(shown) DESC, host LIMIT ?2",
    );
    db.ids(query.bind(submission_id).bind(HOSTS_SHOWN)).await
}
