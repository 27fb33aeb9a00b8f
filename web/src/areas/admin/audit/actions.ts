import type { AuditAction } from "../../../api/generated/AuditAction.ts";

/** What an admin did, as the log words it. */
export const ACTION_LABELS: Record<AuditAction, string> = {
  "client.create": "Created the client",
  "client.edit": "Edited the client",
  "client.view": "Viewed the dashboard",
  "client.invite": "Sent an invitation",
  "watermark.change": "Changed the watermark",
  "plan.cancel": "Cancelled the plan",
  "plan.resume": "Took the plan up again",
  "payment.assign": "Said whose a payment is",
  "affiliate.configure": "Configured a partner’s application",
  "affiliate.approve": "Approved a partner",
  "affiliate.reject": "Rejected a partner’s application",
  "affiliate.pay": "Paid a partner’s commissions out",
  "payout.settle": "Settled a failed payout",
  "affiliate.end": "Ended a partnership",
  "affiliate.take-back": "Took a partner back",
  "affiliate.erase": "Erased a partner’s data",
  "commission.calculate": "Calculated the commissions of a month",
  "referral.settle": "Settled who referred a client",
  "archive.download": "Downloaded everything",
  "drive.connect": "Connected a drive",
  "drive.choose": "Chose another drive",
  "drive.move": "Moved the videos to another drive",
  "drive.disconnect": "Disconnected a drive",
  "platform-drive.connect": "Connected Sayso’s Google Drive",
  "platform-drive.disconnect": "Disconnected Sayso’s Google Drive",
  "asset.replace": "Replaced a picture",
  "submission.erase": "Deleted a submission",
  "submission.reject": "Removed what was not a testimonial",
  "submission.retry": "Retried a delivery",
  "setting.change": "Changed a setting",
  "stripe.create": "Created something in Stripe",
  "stripe.change": "Changed something in Stripe",
  "email.resend": "Sent an email again",
  "onboarding.dismiss": "Dismissed a set-up",
  "onboarding.use": "Used a set-up for the client",
  "sign-up.retry": "Retried sign-ups",
  "sign-up.delete": "Deleted a sign-up",
  "forward.retry": "Retried forwarding a testimonial",
};

/** For the filter. */
export const ACTION_OPTIONS = [
  { value: "", label: "All" },
  ...Object.entries(ACTION_LABELS).map(([value, label]) => ({ value, label })),
];
