//! `sweep_cursors`: positions of sweeps that take several runs.

use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// A value kept between two runs.
#[derive(Clone, Copy)]
pub enum SweepCursor {
    /// Position in the sweep of stored chunks.
    Chunks,
    /// Position in the sweep of set-up requests' logos.
    OnboardingLogos,
    /// When the sweeps of chunks and logos began; UTC milliseconds.
    OrphansBegan,
    /// Position in the check of credit ledgers.
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

/// All stored cursors.
pub struct SweepCursors(Vec<Row>);

impl SweepCursors {
    /// Returns a cursor. `None` starts the sweep from the beginning.
    #[must_use]
    pub fn get(&self, cursor: SweepCursor) -> Option<&str> {
        self.0.iter().find(|row| row.name == cursor.name()).map(|row| row.value.as_str())
    }
}

/// Loads all cursors in one query.
pub async fn all(db: &Db) -> Result<SweepCursors> {
    db.all(Query::new("SELECT name, value FROM sweep_cursors")).await.map(SweepCursors)
}

/// Stores a cursor, or deletes it.
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
