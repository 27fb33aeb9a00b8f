//! Configures the recipients of a business's mails, their choices, and the time of digests.

use domain::api::client::{MailRecipient, MailSettings};
use domain::audit::AuditAction;
use domain::comparable::email_address;
use domain::date::date_of;
use domain::email::EmailTemplate;
use domain::limits::{MAX_MAIL_RECIPIENTS, MAX_RECIPIENTS_ASKED};
use domain::retention::DAY_MS;
use domain::text;
use media_wasm::submission::is_email;

use crate::app::App;
use crate::auth::guard::ClientUser;
use crate::error::{Error, Result, invalid};
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::local_time::TimeZone;
use crate::store::clients::mail_recipient;
use crate::store::platform::audit::Entry;

const HOURS: u8 = 24;

/// Returns a client's configuration.
///
/// # Errors
/// [`Error::not_found`].
pub async fn load(app: &App, client_id: &str) -> Result<MailSettings> {
    let clock = mail_recipient::clock(&app.db, client_id).await?.ok_or_else(|| Error::not_found("Client"))?;
    let recipients = mail_recipient::with_own(&clock.email, mail_recipient::configured(&app.db, client_id).await?);
    Ok(MailSettings { recipients, time_zone: clock.time_zone, digest_hour: clock.digest_hour })
}

/// Stores the configuration. An added address must confirm first.
///
/// # Errors
/// [`Error::invalid`]: the field of an address is its index, such as `recipients.1`.
pub async fn save(app: &App, by: &ClientUser, settings: &MailSettings) -> Result<MailSettings> {
    let client_id = by.client_id.as_str();
    let before = load(app, client_id).await?;
    let own = before.recipients.first().map(|own| own.email.clone()).unwrap_or_default();
    let mut recipients = check(settings, &own)?;
    for one in &mut recipients {
        let known = before.recipients.iter().find(|known| known.email.eq_ignore_ascii_case(&one.email));
        one.confirmed = known.is_some_and(|known| known.confirmed);
    }
    let after = MailSettings { recipients, ..settings.clone() };
    let is_new =
        |one: &&MailRecipient| before.recipients.iter().all(|known| !known.email.eq_ignore_ascii_case(&one.email));
    let added: Vec<&MailRecipient> = after.recipients.iter().filter(is_new).collect();
    if !added.is_empty() {
        let since = app.now.saturating_sub(DAY_MS);
        if mail_recipient::confirmations_since(&app.db, client_id, since).await? >= MAX_RECIPIENTS_ASKED {
            let place = after.recipients.iter().position(|one| is_new(&one)).unwrap_or_default();
            return Err(invalid([(format!("recipients.{place}").as_str(), text::ADDRESSES_TOO_MANY)]));
        }
    }
    let json = serde_json::to_string(&after.recipients)?;
    let mut statements = mail_recipient::replace(client_id, &json, &after.time_zone, after.digest_hour);
    if let Some(admin) = by.user.admin().filter(|_| before != after) {
        let entry = Entry::difference(AuditAction::MailsChange, client_id, &by.company_name, &before, &after)?;
        statements.push(entry.query(admin, app.now));
    }
    app.db.transaction(statements).await?;
    for one in added {
        // At most one mail a day, however often the address is added and removed.
        let subject = format!("{client_id}/{}/{}", one.email, date_of(app.now));
        let (template, params) = (EmailTemplate::RecipientAdded, ());
        let mail = EmailRequest { template, subject_id: Some(&subject), recipient: &one.email, params };
        queue_email::run(app, &mail, Vec::new()).await?;
    }
    load(app, client_id).await
}

/// Validates the recipients and normalises their addresses. The client's own must be the first.
fn check(settings: &MailSettings, own: &str) -> Result<Vec<MailRecipient>> {
    if settings.recipients.len() > MAX_MAIL_RECIPIENTS {
        return Err(Error::malformed("Please send 6 recipients at most."));
    }
    if settings.digest_hour >= HOURS || TimeZone::named(&settings.time_zone).is_none() {
        return Err(Error::malformed("Please send an hour from 0 to 23, and a time zone such as Europe/London."));
    }
    if settings.recipients.first().is_none_or(|first| !first.email.eq_ignore_ascii_case(own)) {
        return Err(Error::malformed("Please send your own address first."));
    }
    let mut found: Vec<MailRecipient> = Vec::new();
    let mut faults = Vec::new();
    for (index, one) in settings.recipients.iter().enumerate() {
        let email = if index == 0 { own.to_owned() } else { email_address(&one.email) };
        let fault = if !is_email(&email) {
            Some(text::EMAIL)
        } else if found.iter().any(|other| other.email.eq_ignore_ascii_case(&email)) {
            Some(text::ADDRESS_TWICE)
        } else {
            None
        };
        faults.extend(fault.map(|fault| (format!("recipients.{index}"), fault)));
        found.push(MailRecipient { email, wants: one.wants, confirmed: false });
    }
    if faults.is_empty() {
        return Ok(found);
    }
    Err(invalid(faults.iter().map(|(name, fault)| (name.as_str(), *fault))))
}
