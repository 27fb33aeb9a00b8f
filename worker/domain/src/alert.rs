//! Alerts: what cannot wait until an admin looks. Each cause is told once when it begins, and once when it is over.

use crate::date::{date_of, in_words, time_in_words};
use crate::retention::{HOUR_MS, MINUTE_MS, days};
use crate::schedule::SCHEDULES;
use crate::string_enum::string_enum;

/// Jobs have stopped moving where one has waited for so long and none runs.
pub const STALLED_MS: i64 = 10 * MINUTE_MS;
/// So many jobs may fail for good within [`FAILURE_WINDOW_MS`].
pub const MAX_FAILURES: u32 = 5;
/// The time that failures are counted in.
pub const FAILURE_WINDOW_MS: i64 = HOUR_MS;
/// A credential is told of so long before it ends.
pub const ENDING_DAYS: u32 = 14;
/// What is not found any more for so long is over: what comes and goes within minutes is told of once.
pub const ABSENT_MS: i64 = 5 * MINUTE_MS;
/// How much later than its turn a schedule may run.
const LATE_MS: i64 = MINUTE_MS;

string_enum! {
    /// What an alert is about.
    AlertCause {
        /// Jobs wait, and none runs.
        JobsStalled = "jobs-stalled",
        /// Many jobs failed for good within an hour.
        JobsFailing = "jobs-failing",
        /// A schedule has missed two turns, or failed in them.
        ScheduleLate = "schedule-late",
        /// A credential ends soon.
        CredentialEnding = "credential-ending",
    }
}

impl AlertCause {
    /// What an admin reads first.
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

/// What is known when alerts are judged. Times are UTC milliseconds.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// Since when the job that waits for longest has been due, where no runner is at work.
    pub waiting_since: Option<i64>,
    /// How many jobs failed for good within [`FAILURE_WINDOW_MS`].
    pub failures: u32,
    /// When each schedule that ever ran last went well.
    pub schedules: Vec<(String, i64)>,
    /// Credentials that are known to end.
    pub credentials: Vec<Credential>,
}

/// A credential that ends.
#[derive(Debug, Clone)]
pub struct Credential {
    /// What it is known by; stays the same.
    pub id: String,
    /// For people.
    pub name: String,
    /// UTC milliseconds.
    pub ends_at: i64,
}

/// Something that an admin has to hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// What kind.
    pub cause: AlertCause,
    /// Which one of the kind.
    pub subject: String,
    /// A sentence.
    pub detail: String,
}

/// Whether jobs have stopped moving.
#[must_use]
pub fn is_stalled(waiting_since: Option<i64>, now: i64) -> bool {
    waiting_since.is_some_and(|since| now.saturating_sub(since) >= STALLED_MS)
}

/// The schedules that have missed two turns, each with when it last went well.
#[must_use]
pub fn late(schedules: &[(String, i64)], now: i64) -> Vec<(&str, i64)> {
    let is_late = |(name, good_at): &&(String, i64)| {
        let known = SCHEDULES.iter().find(|schedule| schedule.name == name.as_str());
        known.is_some_and(|one| now.saturating_sub(*good_at) >= one.every_ms.saturating_mul(2).saturating_add(LATE_MS))
    };
    schedules.iter().filter(is_late).map(|(name, good_at)| (name.as_str(), *good_at)).collect()
}

/// Everything that an admin has to hear of now.
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

/// An alert that is not over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAlert {
    /// Its id.
    pub id: String,
    /// What kind.
    pub cause: AlertCause,
    /// Which one of the kind.
    pub subject: String,
    /// Since when it is not found any more, UTC milliseconds.
    pub absent_since: Option<i64>,
}

/// What is to be done about one alert.
#[derive(Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// It begins, and is told.
    Begin(&'a Finding),
    /// It is found again after it was absent: nothing is told.
    Return(&'a str),
    /// It is not found for the first time.
    Absent(&'a str),
    /// It is over, and told.
    End(&'a OpenAlert),
}

/// What follows from what is found beside what is open already.
#[must_use]
pub fn steps<'a>(open: &'a [OpenAlert], found: &'a [Finding], now: i64) -> Vec<Step<'a>> {
    let is_one = |one: &OpenAlert, other: &Finding| one.cause == other.cause && one.subject == other.subject;
    let begun = found.iter().filter(|new| !open.iter().any(|one| is_one(one, new))).map(Step::Begin);
    let known = open.iter().filter_map(|one| match (found.iter().any(|new| is_one(one, new)), one.absent_since) {
        (true, None) => None,
        (true, Some(_)) => Some(Step::Return(&one.id)),
        (false, None) => Some(Step::Absent(&one.id)),
        (false, Some(since)) => (now.saturating_sub(since) >= ABSENT_MS).then_some(Step::End(one)),
    });
    begun.chain(known).collect()
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
    fn ops02_each_cause_is_found_at_its_limit_and_not_before() {
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
    fn ops02_what_is_found_reads_as_a_sentence() {
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
        let said: Vec<String> = find(&facts, NOW).into_iter().map(|finding| finding.detail).collect();
        assert_eq!(
            said,
            [
                "A job has been due since 15 January 2027, 07:50 UTC, and none runs.",
                "7 jobs failed permanently within an hour.",
                "The schedule sweep last went well on 15 January 2027, 07:00 UTC.",
                "Google’s permission of Corner Shop ends on 16 January 2027.",
            ]
        );
    }

    #[test]
    fn ops02_a_cause_is_told_once_and_once_when_it_is_over() {
        let finding = Finding { cause: AlertCause::JobsFailing, subject: String::new(), detail: "7".into() };
        let found = [finding.clone()];
        assert_eq!(steps(&[], &found, NOW), [Step::Begin(&finding)]);
        let open = |absent_since| {
            [OpenAlert { id: "1".into(), cause: AlertCause::JobsFailing, subject: String::new(), absent_since }]
        };
        assert_eq!(steps(&open(None), &found, NOW), []);
        assert_eq!(steps(&open(None), &[], NOW), [Step::Absent("1")]);
        assert_eq!(steps(&open(Some(NOW - 1)), &[], NOW), []);
        assert_eq!(steps(&open(Some(NOW - 1)), &found, NOW), [Step::Return("1")]);
        let over = open(Some(NOW - ABSENT_MS));
        assert_eq!(steps(&over, &[], NOW), [Step::End(&over[0])]);
        let other = [OpenAlert { subject: "sweep".into(), ..open(None)[0].clone() }];
        assert_eq!(steps(&other, &found, NOW), [Step::Begin(&finding), Step::Absent("1")]);
    }
}
