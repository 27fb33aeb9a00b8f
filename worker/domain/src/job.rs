//! Background jobs.

use crate::string_enum::string_enum;

string_enum! {
    /// Type of a job.
    JobType {
        /// Delivers a video to the client's drive.
        UploadToDrive = "upload-to-drive",
        /// Sends an email.
        SendEmail = "send-email",
        /// Posts a submission to an automation URL.
        ForwardSubmission = "forward-submission",
        /// Posts an alert to the automation URL of alerts.
        ForwardAlert = "forward-alert",
        /// Moves a delivered video to the current drive.
        MoveVideo = "move-video",
        /// Synchronises a customer's subscriptions from Stripe.
        ApplyPaymentEvent = "apply-payment-event",
        /// Creates the Stripe transfer of a payout to a partner.
        SendTransfer = "send-transfer",
        /// Makes the public copy of a published submission.
        PublishTestimonial = "publish-testimonial",
        /// Transcribes the film of a delivered submission.
        Transcribe = "transcribe",
        /// Puts a clip into the client's drive.
        DeliverClip = "deliver-clip",
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
        // The table stores a pending job with a lease instead; builds before 26 November 2026 wrote
        // this word.
        Running = "running",
        /// Succeeded.
        Done = "done",
        /// Failed permanently.
        Failed = "failed",
    }
}

string_enum! {
    /// Outcome of one attempt of a job.
    AttemptOutcome {
        /// It succeeded.
        Done = "done",
        /// It failed and will be retried.
        Retry = "retry",
        /// It failed permanently.
        Failed = "failed",
    }
}
