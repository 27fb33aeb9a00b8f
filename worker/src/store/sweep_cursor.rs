//! `sweep_cursors`: where walks go on that one run does not end.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// What is kept between two runs.
#[derive(Clone, Copy)]
pub enum SweepCursor {
    /// Where the walk over stored chunks goes on.
    Chunks,
    /// Where the walk over set-ups' logos goes on.
    OnboardingLogos,
    /// When the walks over chunks and logos began; UTC milliseconds.
    OrphansBegan,
    /// Where the walk over ledgers goes on.
    CreditLedgers,
}

impl SweepCursor {
    fn name(self) -> &'static str {
        match self {
            Self::Chunks => "orphans",
            Self::OnboardingLogos => "onboarding-logos",
            Self::OrphansBegan => "orphans-began",
            Self::CreditLedgers => "credit-ledgers",
        }
    }
}

#[derive(Deserialize)]
struct Row {
    name: String,
    value: String,
}

/// All that is kept.
pub struct SweepCursors(Vec<Row>);

impl SweepCursors {
    /// One of them; a walk that is not there begins anew.
    #[must_use]
    pub fn get(&self, cursor: SweepCursor) -> Option<&str> {
        self.0.iter().find(|row| row.name == cursor.name()).map(|row| row.value.as_str())
    }
}

/// Loads them in one query.
pub async fn all(db: &Db) -> Result<SweepCursors> {
    db.all(Query::new("SELECT name, value FROM sweep_cursors")).await.map(SweepCursors)
}

/// Keeps one, or forgets it.
pub async fn set(db: &Db, cursor: SweepCursor, value: Option<&str>) -> Result<()> {
    let query = match value {
        None => Query::new("DELETE FROM sweep_cursors WHERE name = ?1").bind(cursor.name()),
        Some(value) => Query::new(
            "INSERT INTO sweep_cursors (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
        )
        .bind(cursor.name())
        .bind(value),
    };
    db.idempotent_change(query).await.map(drop)
}
