//! Mails the admins about a new dispute or inquiry, however it became known: Stripe's deadline is running, and events may be lost.

use domain::email::EmailTemplate;
use domain::stripe::returns::{Dispute, DisputeNotice};

use crate::app::App;
use crate::email::payment_disputed::Params;
use crate::error::Result;
use crate::flows::platform::queue_email;
use crate::store::identity::user;
use crate::store::platform::email;

/// Queues one mail to each admin for each notice of a dispute. `payer` is the customer, or a guest's purchase.
///
/// # Errors
/// If the database fails.
pub async fn run<'a>(app: &App, payer: &str, disputes: impl IntoIterator<Item = &'a Dispute>) -> Result<()> {
    for dispute in disputes {
        let Some(notice) = dispute.status.notice() else { continue };
        let first_subject = format!("{}/{payer}", dispute.id);
        let of = |notice: DisputeNotice| format!("{first_subject}/{}", notice.as_str());
        let subject = match notice {
            DisputeNotice::Dispute => first_subject.clone(),
            other => of(other),
        };
        // Admins who were notified of the dispute follow it in Stripe.
        let is_known = notice == DisputeNotice::Lost
            && email::is_queued(&app.db, EmailTemplate::PaymentDisputed, &first_subject, &of(DisputeNotice::Inquiry))
                .await?;
        if !is_known {
            let admins = user::admin_emails(&app.db).await?;
            let params = Params { amount: dispute.amount, currency: dispute.currency.clone() };
            queue_email::to_each_with(app, EmailTemplate::PaymentDisputed, &subject, &admins, &params).await?;
        }
    }
    Ok(())
}
