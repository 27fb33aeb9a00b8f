//! The audit log.

use crate::string_enum::string_enum;

string_enum! {
    /// What an admin did.
    AuditAction {
        /// Created a client.
        ClientCreate = "client.create",
        /// Changed a client.
        ClientEdit = "client.edit",
        /// Opened a client's portal; noted once an hour.
        ClientView = "client.view",
        /// Invited a client.
        ClientInvite = "client.invite",
        /// Changed a client's watermark.
        WatermarkChange = "watermark.change",
        /// Replaced a client's logo or QR code.
        AssetReplace = "asset.replace",
        /// Cancelled a client's plan.
        PlanCancel = "plan.cancel",
        /// Took a client's cancelled plan up again.
        PlanResume = "plan.resume",
        /// Assigned a payment.
        PaymentAssign = "payment.assign",
        /// Refunded a payment that was nobody's.
        PaymentRefund = "payment.refund",
        /// Said which plan a product at the payment provider is.
        ProductMap = "product.map",
        /// Had a month's commissions calculated.
        CommissionCalculate = "commission.calculate",
        /// Configured a partner's application.
        AffiliateConfigure = "affiliate.configure",
        /// Approved it.
        AffiliateApprove = "affiliate.approve",
        /// Rejected it.
        AffiliateReject = "affiliate.reject",
        /// Paid a partner's commissions out.
        AffiliatePay = "affiliate.pay",
        /// Decided what becomes of a payout whose transfer has failed.
        PayoutSettle = "payout.settle",
        /// Ended a partnership.
        AffiliateEnd = "affiliate.end",
        /// Reinstated a partner who had left.
        AffiliateTakeBack = "affiliate.take-back",
        /// Erased a partner's data.
        AffiliateErase = "affiliate.erase",
        /// Corrected a client’s referrer.
        ReferralSettle = "referral.settle",
        /// Downloaded all videos and data of a client; noted once an hour.
        ArchiveDownload = "archive.download",
        /// Exported the list of a client's submissions; noted once an hour.
        SubmissionsExport = "submissions.export",
        /// Connected a drive for a client.
        DriveConnect = "drive.connect",
        /// Chose another of a client's drives.
        DriveChoose = "drive.choose",
        /// Had a client's delivered videos moved to the drive that new ones go to.
        DriveMove = "drive.move",
        /// Changed who gets a client's mails.
        MailsChange = "mails.change",
        /// Changed whether a client's videos stay in its own drive.
        DriveKeep = "drive.keep",
        /// Ended the connection to a drive of a client.
        DriveDisconnect = "drive.disconnect",
        /// Connected the product's own Google Drive.
        PlatformDriveConnect = "platform-drive.connect",
        /// Ended the connection to it.
        PlatformDriveDisconnect = "platform-drive.disconnect",
        /// Erased submissions.
        SubmissionErase = "submission.erase",
        /// Submissions were removed because they are no testimonials.
        SubmissionReject = "submission.reject",
        /// Took submissions off hold.
        SubmissionTake = "submission.take",
        /// Changed whether a client's submissions come on hold.
        HoldChange = "hold.change",
        /// Retried failed deliveries.
        SubmissionRetry = "submission.retry",
        /// Changed a setting.
        SettingChange = "setting.change",
        /// Created something in the Stripe account.
        StripeCreate = "stripe.create",
        /// Changed something in it.
        StripeChange = "stripe.change",
        /// Resent an email.
        EmailResend = "email.resend",
        /// Dismissed an onboarding request.
        OnboardingDismiss = "onboarding.dismiss",
        /// Used an onboarding request for the client of its purchase.
        OnboardingUse = "onboarding.use",
        /// Retried forwarding a submission.
        ForwardRetry = "forward.retry",
        /// Retried failed sign-ups.
        SignUpRetry = "sign-up.retry",
        /// Deleted a sign-up.
        SignUpDelete = "sign-up.delete",
        /// Ended the sessions of an account.
        SessionsEnd = "sessions.end",
        /// Took the second factor off an account; written by the statement in `docs/operations.md`.
        SecondFactorRemove = "second-factor.remove",
    }
}
