//! Every mail the product sends: one folder each with subject, text and HTML.

mod affiliate_application;
mod affiliate_applications;
mod affiliate_approved;
mod alert;
mod alert_over;
mod application_repeated;
mod charged_twice;
pub mod confirm_sign_up;
mod consent_requested;
mod consent_withdrawn;
mod credits_low;
mod credits_used_up;
mod data_deleted;
mod deletion_ahead;
mod demo_submission;
mod drive_failing;
mod drive_nearly_full;
mod drive_works;
mod health_check;
pub mod invitation;
mod mail;
mod mail_quota;
mod month_closed;
mod onboarding_received;
mod own_page;
mod partnership_ended;
pub mod password_reset;
pub mod payment_disputed;
mod payment_failed;
mod payment_given_back;
mod payment_waits;
mod payout_delayed;
mod payout_made;
mod plan_cancelled;
mod plan_resumed;
mod plan_suspended;
mod platform_drive;
mod recipient_added;
pub mod set_up;
mod submission_digest;
mod submission_received;
mod submissions_held;
mod testimonial_published;
pub mod testimonials_erased;
mod transfer_failed;
mod videos_expiring;
mod videos_undelivered;
mod welcome;

use std::pin::Pin;

use domain::api::payout::PayoutLine;
use domain::client::ClientStatus;
use domain::commission::in_pounds;
use domain::email::EmailTemplate;
use domain::plan::{GRACE_DAYS, TOP_UP};
use domain::retention::days;
use domain::setting::{PAYMENT_TOP_UP, SUPPORT_URL};
use domain::stripe::top_up;
use domain::subscription::{deletion, grace_end};
use domain::{credits, date};

use crate::app::App;
use crate::auth::signed_url;
use crate::error::Result;
use crate::store::clients::client::{self, CreditBalance, cancellation};
use crate::store::clients::mail_recipient;
use crate::store::drives::drive_connection::check::{self, DriveNotice};
use crate::store::partners::affiliate::{self, Affiliate};
use crate::store::partners::payout;
use crate::store::payments::subscription;
use crate::store::payments::subscription::refund_due;
use crate::store::platform::email::Email;
use crate::store::platform::setting;

/// A mail ready to be sent.
pub struct Message {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// One-click unsubscribe URL for mails of this kind, which mail programs offer beside the sender (RFC 8058).
    pub stop_url: Option<String>,
}

/// Placeholder in the footer for the unsubscribe link of recipients who have one.
const UNSUBSCRIBE_PLACEHOLDER: &str = "<!-- way out -->";

/// Composes the mail of a row; `None` if its subject no longer exists or its recipient has left the client's list.
pub async fn compose(app: &App, mail: &Email) -> Result<Option<Message>> {
    let mut leave = None;
    if mail.is_to_each() {
        let [id] = mail.subject();
        match mail_recipient::relation(&app.db, id, &mail.recipient).await? {
            Some(relation) if relation.is_own => {}
            Some(relation) if relation.confirmed => {
                let [_, path] = signed_url::recipient(&app.config, &relation.client_id, &mail.recipient, app.now);
                leave = Some(signed_url::absolute(&app.config, &path));
            }
            // Only the client's list may receive customers' names and videos.
            _ if mail.template.is_about_customers() => return Ok(None),
            _ => {}
        }
    }
    let Some(mut message) = compose_for_all(app, mail).await? else { return Ok(None) };
    let link = leave.as_ref().map(|leave| {
        format!(" <a href=\"{}\" style=\"color:inherit\">Stop these emails</a>", leave.replace('&', "&amp;"))
    });
    message.html = message.html.replace(UNSUBSCRIBE_PLACEHOLDER, &link.unwrap_or_default());
    if let Some(leave) = leave {
        message.text = format!("{}\n\nStop these emails:\n{leave}\n", message.text.trim_end());
        message.stop_url = Some(leave);
    }
    Ok(Some(message))
}

async fn compose_for_all(app: &App, mail: &Email) -> Result<Option<Message>> {
    // Each mail has its own boxed future: inlined together they exceed the size limit of a wasm function
    // (xtask/src/build/worker.rs, `shrink`).
    let composed: Pin<Box<dyn Future<Output = Result<Option<Message>>> + '_>> = match mail.template {
        EmailTemplate::SubmissionReceived => Box::pin(submission_received::compose(app, mail)),
        EmailTemplate::SubmissionDigest => Box::pin(submission_digest::compose(app, mail)),
        EmailTemplate::DailyDigest => Box::pin(submission_digest::compose_daily(app, mail)),
        EmailTemplate::SubmissionsHeld => Box::pin(submissions_held::compose(app, mail)),
        EmailTemplate::TestimonialPublished => Box::pin(testimonial_published::compose(app, mail)),
        EmailTemplate::ConsentWithdrawn => Box::pin(consent_withdrawn::compose(app, mail)),
        EmailTemplate::TestimonialsErased => return testimonials_erased::compose(mail).map(Some),
        EmailTemplate::ConsentRequested => Box::pin(consent_requested::compose(app, mail)),
        EmailTemplate::OwnPage => Box::pin(own_page::compose(app, mail)),
        EmailTemplate::RecipientAdded => Box::pin(recipient_added::compose(app, mail)),
        EmailTemplate::DemoSubmission => Box::pin(demo_submission::compose(app, mail)),
        EmailTemplate::Invitation => Box::pin(invitation::compose(app, mail)),
        EmailTemplate::PasswordReset => Box::pin(password_reset::compose(app, mail)),
        EmailTemplate::Welcome => Box::pin(welcome::compose(app, mail)),
        EmailTemplate::ConfirmSignUp => Box::pin(confirm_sign_up::compose(app, mail)),
        EmailTemplate::DriveFailing => Box::pin(drive_failing::compose(app, mail)),
        EmailTemplate::DriveWorks => Box::pin(drive_works::compose(app, mail)),
        EmailTemplate::DriveNearlyFull => Box::pin(drive_nearly_full::compose(app, mail)),
        EmailTemplate::PlatformDrive => Box::pin(platform_drive::compose(app, mail)),
        EmailTemplate::CreditsLow => Box::pin(credits_low::compose(app, mail)),
        EmailTemplate::CreditsUsedUp => Box::pin(credits_used_up::compose(app, mail)),
        EmailTemplate::VideosExpiring => Box::pin(videos_expiring::compose(app, mail)),
        EmailTemplate::VideosUndelivered => Box::pin(videos_undelivered::compose(app, mail)),
        EmailTemplate::PlanCancelled => Box::pin(plan_cancelled::compose(app, mail)),
        EmailTemplate::DeletionAhead => Box::pin(deletion_ahead::compose(app, mail)),
        EmailTemplate::DataDeleted => Box::pin(data_deleted::compose(app, mail)),
        EmailTemplate::PaymentFailed => Box::pin(payment_failed::compose(app, mail)),
        EmailTemplate::PlanSuspended => Box::pin(plan_suspended::compose(app, mail)),
        EmailTemplate::PlanResumed => Box::pin(plan_resumed::compose(app, mail)),
        EmailTemplate::MailQuota => Box::pin(mail_quota::compose(app)),
        EmailTemplate::ChargedTwice => Box::pin(charged_twice::compose(app, mail)),
        EmailTemplate::PaymentGivenBack => Box::pin(payment_given_back::compose(app, mail)),
        EmailTemplate::PaymentWaits => Box::pin(payment_waits::compose(app, mail)),
        EmailTemplate::PaymentDisputed => Box::pin(payment_disputed::compose(app, mail)),
        EmailTemplate::AffiliateApplication => Box::pin(affiliate_application::compose(app, mail)),
        EmailTemplate::AffiliateApplications => Box::pin(affiliate_applications::compose(app, mail)),
        EmailTemplate::ApplicationRepeated => Box::pin(application_repeated::compose(app, mail)),
        EmailTemplate::AffiliateApproved => Box::pin(affiliate_approved::compose(app, mail)),
        EmailTemplate::PartnershipEnded => Box::pin(partnership_ended::compose(app, mail)),
        EmailTemplate::MonthClosed => Box::pin(month_closed::compose(app, mail)),
        EmailTemplate::PayoutMade => Box::pin(payout_made::compose(app, mail)),
        EmailTemplate::PayoutDelayed => Box::pin(payout_delayed::compose(app, mail)),
        EmailTemplate::TransferFailed => Box::pin(transfer_failed::compose(app, mail)),
        EmailTemplate::SetUp => Box::pin(set_up::compose(app, mail)),
        EmailTemplate::Alert => Box::pin(alert::compose(app, mail)),
        EmailTemplate::AlertOver => Box::pin(alert_over::compose(app, mail)),
        EmailTemplate::HealthCheck => return health_check::compose(app),
        EmailTemplate::OnboardingReceived => Box::pin(onboarding_received::compose(app)),
    };
    composed.await
}

/// Returns the drive of a mail whose subject id begins with the connection's id. `None` if the connection has ended.
async fn drive_of(app: &App, mail: &Email) -> Result<Option<DriveNotice>> {
    let [connection_id] = mail.subject();
    check::notice(&app.db, connection_id).await
}

/// Returns the partner and the payout of a mail whose subject id begins with their ids. `None` if one of them no longer exists.
async fn payout_of(app: &App, mail: &Email) -> Result<Option<(Affiliate, PayoutLine)>> {
    let [id, payout_id] = mail.subject();
    let partner = affiliate::get(&app.db, id).await?;
    Ok(partner.zip(payout::admin_row(&app.db, payout_id).await?))
}

/// Returns the URL of a client's drive page, for its owner or for an admin.
fn drive_page(app: &App, notice: &DriveNotice, recipient: &str) -> String {
    let whose = if recipient == notice.email { String::new() } else { format!("?clientId={}", notice.client_id) };
    format!("{}/clients/drive{whose}", app.config.public_origin)
}

/// Values of a mail about a business's credits.
struct Credits {
    company: String,
    left: i64,
    per_month: i64,
    /// Next renewal, such as `23 December 2026`; `None` if no renewal follows.
    renewal: Option<String>,
    /// URL of the page that shows the credits.
    page: String,
    /// Number of credits in a top-up and its purchase URL; `None` if none is on sale.
    top_up: Option<(u32, String)>,
}

/// Returns the credits for a mail whose subject id begins with the client's id. `None` unless this mail is still the one due.
async fn credits_of(app: &App, mail: &Email, due: EmailTemplate) -> Result<Option<Credits>> {
    let [client_id] = mail.subject();
    let Some(balance) = client::credit_balance(&app.db, client_id).await? else { return Ok(None) };
    // A cancelled client gets no further month.
    if balance.cancelled_at.is_some_and(|at| at <= app.now) {
        return Ok(None);
    }
    if credits::warning(balance.credits_remaining, balance.credits_per_month) != Some(due) {
        return Ok(None);
    }
    let payment_page = setting::get(&app.db, PAYMENT_TOP_UP).await?;
    let page = top_up::page(&payment_page, client_id, &balance.email);
    let top_up = page.filter(|_| balance.status != ClientStatus::Suspended).map(|page| (TOP_UP.credits, page));
    let renewal = match balance {
        CreditBalance { cancelled_at: Some(_), .. } => None,
        CreditBalance { unpaid_since: Some(_), .. } => Some("your plan is paid".to_owned()),
        CreditBalance { next_reset_date: Some(day), .. } => Some(date::in_words(day)),
        _ => Some("the next month begins".to_owned()),
    };
    Ok(Some(Credits {
        top_up,
        renewal,
        company: balance.company_name,
        left: balance.credits_remaining,
        per_month: balance.credits_per_month,
        page: format!("{}/clients/billing", app.config.public_origin),
    }))
}

/// Values of a mail about a cancellation.
struct Leaving {
    company: String,
    /// Date on which all data is deleted.
    end: String,
    /// Whether the record page is closed until then.
    is_suspended: bool,
    /// Whether a payment would reopen the record page.
    is_unpaid: bool,
    /// Date on which the record page closes earlier for lack of payment.
    record_end: Option<String>,
    /// Whether resuming requires a new subscription.
    has_ended: bool,
    /// Ending of the sentence about the deletion: its effect on videos in the business's own drive.
    own_drive: &'static str,
    /// Whether the current month is still unpaid.
    owes: bool,
    /// A sentence about purchases made with the business's address that were refunded with the plan; empty if none were.
    given_back: String,
}

/// Returns the cancellation of a mail whose subject id begins with the client's id and the cancellation time. `None` if
/// that cancellation no longer applies.
async fn leaver_of(app: &App, mail: &Email) -> Result<Option<Leaving>> {
    let [client_id, cancelled_at] = mail.subject();
    let leaver = cancellation::leaver(&app.db, client_id).await?;
    let Some(leaver) = leaver.filter(|leaver| leaver.cancelled_at.to_string() == cancelled_at) else { return Ok(None) };
    let given_back = match refund_due::refunded_pence(&app.db, client_id, &leaver.email, mail.created_at).await? {
        0 => String::new(),
        pence => format!(
            " The plan bought with your address that belonged to no business has ended too: {} went back to the card that paid for it.",
            in_pounds(pence.into())
        ),
    };
    Ok(Some({
        let last = leaver.reminded_at.filter(|_| leaver.reminded_days == Some(1));
        let end = deletion(leaver.cancelled_at, last, mail.created_at);
        let day = |at: i64| date::in_words(date::date_of(at));
        let closes = leaver.unpaid_since.map(grace_end).filter(|at| *at < end && !leaver.is_suspended);
        Leaving {
            company: leaver.company_name,
            end: day(end),
            is_suspended: leaver.is_suspended,
            is_unpaid: leaver.is_unpaid,
            record_end: closes.map(day),
            has_ended: leaver.has_ended,
            own_drive: match (leaver.has_own_drive, leaver.keeps_own_drive) {
                (false, _) => "",
                (true, true) => "; the videos in your own drive stay there",
                (true, false) => ", including the videos in your own drive",
            },
            owes: leaver.owes,
            given_back,
        }
    }))
}

/// Values of a mail about a failed payment.
struct Unpaid {
    company: String,
    /// Last day of the grace period, such as `23 December 2026`.
    end: String,
    /// Amount due, such as ` of £39.00`; empty if unknown.
    amount: String,
    /// Date of the next payment attempt; empty if there is none.
    retry: String,
    /// Whether the subscription has ended, so that paying changes nothing.
    has_ended: bool,
    /// Whether an admin has suspended the client, so that a payment does not reopen its page.
    is_suspended: bool,
}

/// Returns the failed payment of a mail whose subject id is the client's id and the time since when it is unpaid. `None` if it was paid.
async fn unpaid_of(app: &App, mail: &Email) -> Result<Option<Unpaid>> {
    let [client_id, since] = mail.subject();
    let Some(since) = since.parse::<i64>().ok() else { return Ok(None) };
    let Some(found) = subscription::debtor(&app.db, client_id, since).await? else { return Ok(None) };
    let day = |at: i64| date::in_words(date::date_of(at));
    Ok(Some(Unpaid {
        company: found.company_name,
        end: day(since.saturating_add(days(GRACE_DAYS))),
        amount: found.open_pence.map(|pence| format!(" of {}", in_pounds(pence.into()))).unwrap_or_default(),
        retry: found.retry_at.map(day).unwrap_or_default(),
        has_ended: found.has_ended,
        is_suspended: found.is_suspended,
    }))
}

/// Placeholder for an account without a business name.
const NO_COMPANY: &str = "your company";

fn company_or_yours(name: Option<&str>) -> &str {
    name.filter(|name| !name.trim().is_empty()).unwrap_or(NO_COMPANY)
}

/// Returns the support address as text and as a link.
async fn support(app: &App) -> Result<(String, String)> {
    let url = setting::get(&app.db, SUPPORT_URL).await?;
    let text = url.strip_prefix("mailto:").unwrap_or(&url).to_owned();
    Ok((text, url))
}

/// Returns a sentence about the refund of a sum.
fn refund_sentence(sum: &str) -> String {
    format!("{sum} went back to the card that paid it; banks take up to ten days to show it.")
}

/// Formats a number of videos: `1 video`, `12 videos`.
fn videos(count: u32) -> String {
    format!("{count} video{}", if count == 1 { "" } else { "s" })
}
