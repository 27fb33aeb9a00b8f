//! Notifies partners of closed months and payouts, and admins of failed transfers.

use domain::email::EmailTemplate;
use domain::payout::PayoutStatus;

use crate::app::App;
use crate::error::Result;
use crate::flows::platform::queue_email::{self, EmailRequest};
use crate::store::db::Query;
use crate::store::identity::user;
use crate::store::partners::{commission_snapshot, payout};

/// Sends one batch of each. Returns the number of notices.
///
/// # Errors
/// If the database fails.
pub async fn run(app: &App) -> Result<usize> {
    let mut notified = 0_usize;
    for closed in commission_snapshot::months_to_notify(&app.db, app.now).await? {
        let record = commission_snapshot::mark_notified(&closed, app.now);
        if closed.has_commissions {
            let subject_id = format!("{}/{}", closed.affiliate_id, closed.month_period);
            notify(app, EmailTemplate::MonthClosed, &subject_id, &closed.email, vec![record]).await?;
            notified = notified.saturating_add(1);
        } else {
            app.db.idempotent_change(record).await?;
        }
    }
    for paid in payout::payouts_to_notify(&app.db).await? {
        let template = match paid.status {
            PayoutStatus::Recorded | PayoutStatus::Sent => EmailTemplate::PayoutMade,
            PayoutStatus::Failed => EmailTemplate::PayoutDelayed,
            PayoutStatus::Sending => continue,
        };
        // The attempt distinguishes the mails when a retried payout fails again.
        let attempt = format!("{}/{}", paid.status.as_str(), paid.attempt);
        if paid.status == PayoutStatus::Failed {
            let admins = user::admin_emails(&app.db).await?;
            queue_email::to_each(app, EmailTemplate::TransferFailed, &format!("{}/{attempt}", paid.id), &admins)
                .await?;
        }
        let subject_id = format!("{}/{}/{attempt}", paid.affiliate_id, paid.id);
        notify(app, template, &subject_id, &paid.email, vec![payout::mark_notified(&paid)]).await?;
        notified = notified.saturating_add(1);
    }
    Ok(notified)
}

async fn notify(
    app: &App,
    template: EmailTemplate,
    subject_id: &str,
    recipient: &str,
    record: Vec<Query>,
) -> Result<()> {
    let mail = EmailRequest { template, subject_id: Some(subject_id), recipient, params: () };
    queue_email::run(app, &mail, record).await
}
