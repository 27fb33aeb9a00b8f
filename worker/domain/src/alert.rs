//! Alerts for admins: one mail when a problem begins and one when it is over.

use crate::date::{date_of, in_words, time_in_words};
use crate::retention::{HOUR_MS, MINUTE_MS, days};
use crate::schedule::SCHEDULES;
use crate::string_enum::string_enum;

/// Jobs have stalled if one has been due for this long and none runs.
pub const STALLED_MS: i64 = 10 * MINUTE_MS;
/// More permanent failures than this within [`FAILURE_WINDOW_MS`] raise an alert.
pub const MAX_FAILURES: u32 = 5;
/// Window in which failures are counted.
pub const FAILURE_WINDOW_MS: i64 = HOUR_MS;
/// Days before its expiry at which a credential raises an alert.
pub const ENDING_DAYS: u32 = 14;
/// An alert ends once its problem has been absent for this long, so that a flapping problem sends one mail.
pub const ABSENT_MS: i64 = 5 * MINUTE_MS;
/// Tolerance for a late schedule.
const LATE_MS: i64 = MINUTE_MS;

string_enum! {
    /// Kind of problem an alert reports.
    AlertCause {
        /// Jobs are due, but none runs.
        JobsStalled = "jobs-stalled",
        /// Many jobs failed permanently within an hour.
        JobsFailing = "jobs-failing",
        /// A schedule missed or failed two runs.
        ScheduleLate = "schedule-late",
        /// A credential expires soon.
        CredentialEnding = "credential-ending",
    }
}

impl AlertCause {
    /// Title of the alert.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::JobsStalled => "Jobs have stopped moving",
            Self::JobsFailing => "Jobs are failing",
            Self::ScheduleLate => "A schedule has missed two turns",
            Self::CredentialEnding => "A permission ends soon",
        }
    }
}

/// State of the system that alerts are derived from. Times are UTC milliseconds.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// When the oldest waiting job became due; `None` while a runner is active.
    pub waiting_since: Option<i64>,
    /// Jobs that failed permanently within [`FAILURE_WINDOW_MS`].
    pub failures: u32,
    /// Each schedule that has ever run, with its last success.
    pub schedules: Vec<(String, i64)>,
    /// Credentials with a known expiry.
    pub credentials: Vec<Credential>,
}

/// A credential that expires.
#[derive(Debug, Clone)]
pub struct Credential {
    /// Stable identifier.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Expiry, UTC milliseconds.
    pub ends_at: i64,
}

/// A problem to report to admins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Kind of problem.
    pub cause: AlertCause,
    /// Identifies the problem among those of its kind.
    pub subject: String,
    /// One sentence.
    pub detail: String,
}

/// Whether jobs have stalled.
#[must_use]
pub fn is_stalled(waiting_since: Option<i64>, now: i64) -> bool {
    waiting_since.is_some_and(|since| now.saturating_sub(since) >= STALLED_MS)
}

/// Returns the schedules that missed two runs, each with its last success.
#[must_use]
pub fn late(schedules: &[(String, i64)], now: i64) -> Vec<(&str, i64)> {
    let is_late = |(name, good_at): &&(String, i64)| {
        let known = SCHEDULES.iter().find(|schedule| schedule.name == name.as_str());
        known.is_some_and(|one| now.saturating_sub(*good_at) >= one.every_ms.saturating_mul(2).saturating_add(LATE_MS))
    };
    schedules.iter().filter(is_late).map(|(name, good_at)| (name.as_str(), *good_at)).collect()
}

/// Returns all current problems.
#[must_use]
pub fn find(facts: &Facts, now: i64) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut add = |cause, subject: &str, detail| found.push(Finding { cause, subject: subject.to_owned(), detail });
    if let Some(since) = facts.waiting_since.filter(|_| is_stalled(facts.waiting_since, now)) {
        let detail = format!("A job has been due since {}, and none runs.", time_in_words(since));
        add(AlertCause::JobsStalled, "", detail);
    }
    if facts.failures > MAX_FAILURES {
        add(AlertCause::JobsFailing, "", format!("{} jobs failed permanently within an hour.", facts.failures));
    }
    for (name, good_at) in late(&facts.schedules, now) {
        let detail = format!("The schedule {name} last went well on {}.", time_in_words(good_at));
        add(AlertCause::ScheduleLate, name, detail);
    }
    let soon = now.saturating_add(days(ENDING_DAYS));
    for one in facts.credentials.iter().filter(|one| one.ends_at <= soon) {
        let verb = if one.ends_at <= now { "ended" } else { "ends" };
        let detail = format!("{} {verb} on {}.", one.name, in_words(date_of(one.ends_at)));
        add(AlertCause::CredentialEnding, &one.id, detail);
    }
    found
}

/// An alert that has not ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAlert {
    /// Id of the alert.
    pub id: String,
    /// Kind of problem.
    pub cause: AlertCause,
    /// Identifies the problem among those of its kind.
    pub subject: String,
    /// Since when the problem has been absent, UTC milliseconds.
    pub absent_since: Option<i64>,
}

/// Change to make to one alert.
#[derive(Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Opens an alert and sends a mail.
    Open(&'a Finding),
    /// The problem is back after an absence; no mail.
    ClearAbsence(&'a str),
    /// The problem is absent for the first time.
    MarkAbsent(&'a str),
    /// Closes the alert and sends a mail.
    Close(&'a OpenAlert),
}

/// Returns the changes that bring the open alerts in line with the current problems.
#[must_use]
pub fn steps<'a>(open: &'a [OpenAlert], found: &'a [Finding], now: i64) -> Vec<Step<'a>> {
    let is_one = |one: &OpenAlert, other: &Finding| one.cause == other.cause && one.subject == other.subject;
    let opened = found.iter().filter(|new| !open.iter().any(|one| is_one(one, new))).map(Step::Open);
    let known = open.iter().filter_map(|one| match (found.iter().any(|new| is_one(one, new)), one.absent_since) {
        (true, None) => None,
        (true, Some(_)) => Some(Step::ClearAbsence(&one.id)),
        (false, None) => Some(Step::MarkAbsent(&one.id)),
        (false, Some(since)) => (now.saturating_sub(since) >= ABSENT_MS).then_some(Step::Close(one)),
    });
    opened.chain(known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retention::DAY_MS;
    use crate::schedule::{CLOSE_COMMISSIONS, SWEEP};

    const NOW: i64 = 1_800_000_000_000;

    fn causes(facts: &Facts) -> Vec<AlertCause> {
        find(facts, NOW).into_iter().map(|finding| finding.cause).collect()
    }

    #[test]
    fn ops02_each_cause_is_found_only_at_its_threshold() {
        let waiting = |ms| Facts { waiting_since: Some(NOW - ms), ..Facts::default() };
        assert_eq!(causes(&waiting(STALLED_MS)), [AlertCause::JobsStalled]);
        assert_eq!(causes(&waiting(STALLED_MS - 1)), []);
        let failing = |failures| Facts { failures, ..Facts::default() };
        assert_eq!(causes(&failing(MAX_FAILURES + 1)), [AlertCause::JobsFailing]);
        assert_eq!(causes(&failing(MAX_FAILURES)), []);
        let ran = |name: &str, ms| Facts { schedules: vec![(name.to_owned(), NOW - ms)], ..Facts::default() };
        assert_eq!(causes(&ran(SWEEP.name, 3 * MINUTE_MS)), [AlertCause::ScheduleLate]);
        assert_eq!(causes(&ran(SWEEP.name, 3 * MINUTE_MS - 1)), []);
        assert_eq!(causes(&ran(CLOSE_COMMISSIONS.name, 2 * HOUR_MS)), []);
        assert_eq!(causes(&ran("one that is gone", 30 * DAY_MS)), []);
        let ending = |ms| {
            let credential = Credential { id: "a".into(), name: "A".into(), ends_at: NOW + ms };
            Facts { credentials: vec![credential], ..Facts::default() }
        };
        assert_eq!(causes(&ending(days(ENDING_DAYS))), [AlertCause::CredentialEnding]);
        assert_eq!(causes(&ending(days(ENDING_DAYS) + 1)), []);
        assert_eq!(causes(&Facts::default()), []);
    }

    #[test]
    fn ops02_findings_are_described_in_sentences() {
        let facts = Facts {
            waiting_since: Some(NOW - STALLED_MS),
            failures: 7,
            schedules: vec![(SWEEP.name.to_owned(), NOW - HOUR_MS)],
            credentials: vec![Credential {
                id: "google/1".into(),
                name: "Google’s permission of Corner Shop".into(),
                ends_at: NOW + DAY_MS,
            }],
        };
        let details: Vec<String> = find(&facts, NOW).into_iter().map(|finding| finding.detail).collect();
        assert_eq!(
            details,
            [
                "A job has been due since 15 January 2027, 07:50 UTC, and none runs.",
                "7 jobs failed permanently within an hour.",
                "The schedule sweep last went well on 15 January 2027, 07:00 UTC.",
                "Google’s permission of Corner Shop ends on 16 January 2027.",
            ]
        );
    }

    #[test]
    fn ops02_an_alert_is_notified_once_when_opened_and_once_when_closed() {
        let finding = Finding { cause: AlertCause::JobsFailing, subject: String::new(), detail: "7".into() };
        let found = [finding.clone()];
        assert_eq!(steps(&[], &found, NOW), [Step::Open(&finding)]);
        let open = |absent_since| {
            [OpenAlert { id: "1".into(), cause: AlertCause::JobsFailing, subject: String::new(), absent_since }]
        };
        assert_eq!(steps(&open(None), &found, NOW), []);
        assert_eq!(steps(&open(None), &[], NOW), [Step::MarkAbsent("1")]);
        assert_eq!(steps(&open(Some(NOW - 1)), &[], NOW), []);
        assert_eq!(steps(&open(Some(NOW - 1)), &found, NOW), [Step::ClearAbsence("1")]);
        let over = open(Some(NOW - ABSENT_MS));
        assert_eq!(steps(&over, &[], NOW), [Step::Close(&over[0])]);
        let other = [OpenAlert { subject: "sweep".into(), ..open(None)[0].clone() }];
        assert_eq!(steps(&other, &found, NOW), [Step::Open(&finding), Step::MarkAbsent("1")]);
    }
}
