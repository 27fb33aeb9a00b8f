import type { EmailTemplate } from "#api/generated/enums.ts";

export const TEMPLATE_LABELS: Record<EmailTemplate, string> = {
  submission_received: "New video",
  submission_digest: "Many new videos",
  demo_submission: "Demo video",
  invitation: "Invitation",
  password_reset: "Password reset",
  welcome: "Welcome",
  set_up: "Set-up link",
  onboarding_received: "Set-up received",
  drive_failing: "Drive failing",
  daily_digest: "Daily testimonials",
  recipient_added: "Asked to get emails",
  drive_works: "Drive works again",
  drive_nearly_full: "Drive nearly full",
  credits_low: "Few credits left",
  credits_used_up: "No credits left",
  application_repeated: "Applied again",
  testimonial_published: "Testimonial published",
  consent_withdrawn: "Consent withdrawn",
  testimonials_erased: "Testimonials erased",
  consent_requested: "Asked to agree anew",
  own_page: "Link to the own testimonial",
  submissions_held: "Testimonials on hold",
  videos_expiring: "Videos will be deleted",
  videos_undelivered: "Videos not delivered",
  mail_quota: "Emails nearly used up",
  payment_failed: "Payment failed",
  plan_suspended: "Suspended: unpaid",
  plan_resumed: "Plan resumed",
  charged_twice: "Second subscription ended",
  payment_given_back: "Payment refunded",
  payment_waits: "Payment needs a decision",
  payment_disputed: "Payment disputed",
  plan_cancelled: "Plan cancelled",
  deletion_ahead: "Deletion ahead",
  data_deleted: "Data deleted",
  affiliate_application: "Partner’s application",
  affiliate_applications: "Partners’ applications",
  affiliate_approved: "Partner approved",
  partnership_ended: "Partnership ended",
  month_closed: "Partner’s month closed",
  payout_made: "Payout on its way",
  payout_delayed: "Payout delayed",
  transfer_failed: "Transfer failed",
  platform_drive: "Sayso’s Google Drive",
  alert: "Alert",
  alert_over: "Alert over",
  health_check: "Test email",
  confirm_sign_up: "Confirm a sign-up",
};

/** Replaces a template's label in the search by its name, which the server knows. */
export function searchByName(params: URLSearchParams): URLSearchParams {
  const search = new URLSearchParams(params);
  const text = search.get("q")?.trim().toLowerCase();
  const match = Object.entries(TEMPLATE_LABELS).find(([, label]) => label.toLowerCase() === text);
  if (match) search.set("q", match[0]);
  return search;
}
