//! Checks whether the product works: database and bucket answer, jobs run, schedules run, mail is sent.

use domain::alert::{Facts, is_stalled, late};
use domain::api::health::{Health, HealthCheck, HealthDetails, HealthPart, RoundTrip};
use domain::date::time_in_words;
use domain::email::EmailTemplate;
use domain::retention::MINUTE_MS;

use crate::app::App;
use crate::error::{Error, Result, refusal};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::identity::user;
use crate::store::platform::{alert, health_check};

/// No admin exists to mail.
pub const NO_ADMIN: Error = refusal!(409, "no_admin", "There is no admin to email yet.");

/// Public health: whether the parts without outside dependencies work.
pub async fn run(app: &App) -> Health {
    Health { ok: checks(app).await.iter().all(|check| check.ok), details: None }
}

/// Health with the details of every check.
pub async fn details(app: &App) -> Health {
    let mut checks = checks(app).await;
    let ok = checks.iter().all(|check| check.ok);
    checks.push(match health_check::mail_fault(&app.db).await {
        Ok(fault) => HealthCheck { part: HealthPart::Mail, ok: fault.is_none(), detail: fault.unwrap_or_default() },
        Err(_) => unknown(HealthPart::Mail),
    });
    let round_trip: Option<RoundTrip> = health_check::newest(&app.db).await.ok().flatten();
    Health { ok, details: Some(HealthDetails { version: app.config.version.clone(), checks, round_trip }) }
}

/// Writes to the bucket and mails the first admin, to show that jobs run and mail is sent. At most once a minute.
///
/// # Errors
/// [`NO_ADMIN`]; those of database and bucket.
pub async fn start_round_trip(app: &App) -> Result<()> {
    app.files.write_health_probe(app.now).await?;
    let admins = user::admin_emails(&app.db).await?;
    let recipient = admins.first().ok_or(NO_ADMIN)?;
    let minute = format!("{:012}", app.now.div_euclid(MINUTE_MS));
    let mail = EmailRequest { template: EmailTemplate::HealthCheck, subject_id: Some(&minute), recipient, params: () };
    queue_email::run(app, &mail, Vec::new()).await
}

async fn checks(app: &App) -> Vec<HealthCheck> {
    let bucket = match app.files.check().await {
        Ok(()) => HealthCheck { part: HealthPart::Bucket, ok: true, detail: String::new() },
        Err(error) => failed(HealthPart::Bucket, &error),
    };
    match alert::job_facts(&app.db, app.now).await {
        Ok(facts) => {
            let database = HealthCheck { part: HealthPart::Database, ok: true, detail: String::new() };
            vec![database, bucket, jobs(&facts, app.now), schedules(&facts, app.now)]
        }
        Err(error) => vec![
            failed(HealthPart::Database, &error),
            bucket,
            unknown(HealthPart::Jobs),
            unknown(HealthPart::Schedules),
        ],
    }
}

fn jobs(facts: &Facts, now: i64) -> HealthCheck {
    let is_stalled = is_stalled(facts.waiting_since, now);
    let since = facts.waiting_since.filter(|_| is_stalled).map(time_in_words);
    let detail = since.map_or_else(String::new, |since| format!("A job has been due since {since}."));
    HealthCheck { part: HealthPart::Jobs, ok: !is_stalled, detail }
}

fn schedules(facts: &Facts, now: i64) -> HealthCheck {
    let late = late(&facts.schedules, now);
    let names: Vec<&str> = late.iter().map(|(name, _)| *name).collect();
    let detail = if names.is_empty() { String::new() } else { format!("Late: {}.", names.join(", ")) };
    HealthCheck { part: HealthPart::Schedules, ok: names.is_empty(), detail }
}

fn failed(part: HealthPart, error: &Error) -> HealthCheck {
    HealthCheck { part, ok: false, detail: error.cause_or_text() }
}

fn unknown(part: HealthPart) -> HealthCheck {
    HealthCheck { part, ok: false, detail: "The database has not answered.".to_owned() }
}
