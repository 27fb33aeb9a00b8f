//! Background jobs.

use crate::string_enum::string_enum;

string_enum! {
    /// What a job does.
    JobType {
        /// Delivers a video to the client's drive.
        UploadToDrive = "upload-to-drive",
        /// Sends an email.
        SendEmail = "send-email",
        /// Posts a submission to an automation URL.
        ForwardSubmission = "forward-submission",
        /// Posts an alert to the automation URL of alerts.
        ForwardAlert = "forward-alert",
        /// Moves a delivered video to the drive that new ones go to.
        MoveVideo = "move-video",
        /// Brings the subscriptions of a customer up to what the payment provider says.
        ApplyPaymentEvent = "apply-payment-event",
        /// Has the payment provider transfer a payout to a partner.
        SendTransfer = "send-transfer",
        /// Adds a sign-up to the external mailing list.
        Subscribe = "subscribe",
    }
}

string_enum! {
    /// The status of a job.
    JobStatus {
        /// Waits until it is due.
        Pending = "pending",
        /// An attempt is running, or its runner has crashed.
        // In the table it is a pending job with a lease; builds before 26 November 2026 wrote the word.
        Running = "running",
        /// Succeeded.
        Done = "done",
        /// Failed for good.
        Failed = "failed",
    }
}

string_enum! {
    /// What one attempt of a job came to.
    AttemptOutcome {
        /// It succeeded.
        Done = "done",
        /// It failed and is tried again.
        Retry = "retry",
        /// It failed for good.
        Failed = "failed",
    }
}
