// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { ClientChange, ClientPage, ClientRecord, CreatedClient, DriveAnswer, DriveCheck, EndSessions, EndedSessions, FailedUploads, RetryResult, SlugAnswer, StatusChange } from "../admin.ts";
import type { AffiliateConfiguration, AffiliatePage, CalculateCommissions, CalculationResult, MonthlyCommissions, OwedPage, Payout, PayoutLine, PayoutRequest, PayoutResolution, Payouts, ReferralRecord, ReferrerChange } from "../affiliate.ts";
import type { Payments, ProductPlan, WhosePayment } from "../billing.ts";
import type { ErasureResult } from "../client.ts";
import type { ClientDrive, GoogleCode, GoogleConsent, GoogleFolder, PlatformDrive } from "../drive.ts";
import type { AuditPage, DemoErasure, EmailPage, Health, Overview, Retention, SearchResults, SettingChange, SettingSummary, StripeSetup, StripeSetupDone, Timeline } from "../operations.ts";
import type { CreateAffiliateAccount, InviteClient, SubmitReply } from "../public.ts";
import type { ForwardPage, OnboardingRequestPage, SignUpPage } from "../site.ts";

/** Connects a folder in a Shared Drive that the deployment's service account can write to. 400 `drive_refused` with the reason; 409 `no_drive_keys`. */
export const driveConnectGoogleFolder = (client: string, body: GoogleFolder, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/folder`, body, signal);

/** Creates the client's folder in the product's own Google Drive, tests it, shares it with the client's email and selects it. 400 `drive_refused` with the reason; 409 `no_platform_drive`. */
export const driveConnectPlatformFolder = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/platform`, undefined, signal);

/** Writes to the bucket and mails the first admin, at most once a minute, to prove that jobs run and mail is sent. The deployment script may call it too. 409 `no_admin`. */
export const healthCheck = (signal?: AbortSignal) =>
  call<Health>("POST", "/api/health", undefined, signal);

/** Lists clients, 50 per page. */
export const clientList = (query: Query<"q" | "status" | "plan" | "sort" | "order" | "before">, signal?: AbortSignal) =>
  call<ClientPage>("GET", withQuery("/api/admin/clients", query), undefined, signal);

/** Returns all clients that match the filters, as CSV. */
export const clientExportAddress = (query: Query<"q" | "status" | "plan" | "sort" | "order">) => withQuery("/api/admin/clients.csv", query);

/** Returns one client. */
export const clientGet = (client: string, signal?: AbortSignal) =>
  call<ClientRecord>("GET", path`/api/admin/clients/${client}`, undefined, signal);

/** Changes fields of a client. 400 `both_credits`; 409 `changed_meanwhile` names the fields that somebody else changed. */
export const clientEdit = (client: string, body: ClientChange, signal?: AbortSignal) =>
  call<ClientRecord>("PATCH", path`/api/admin/clients/${client}`, body, signal);

/** Activates or suspends a client. 409 `changed_meanwhile`. */
export const clientStatus = (client: string, body: StatusChange, signal?: AbortSignal) =>
  call<ClientRecord>("POST", path`/api/admin/clients/${client}/status`, body, signal);

/** Suggests a slug for a company, or returns whether one is free. */
export const clientSlug = (query: Query<"company" | "slug" | "client">, signal?: AbortSignal) =>
  call<SlugAnswer>("GET", withQuery("/api/admin/slug", query), undefined, signal);

/** Returns whether videos can be delivered to a drive. */
export const driveCheck = (body: DriveCheck, signal?: AbortSignal) =>
  call<DriveAnswer>("POST", "/api/admin/drive-check", body, signal);

/** Returns the state of the product's own Google Drive. */
export const googleDriveGet = (signal?: AbortSignal) =>
  call<PlatformDrive>("GET", "/api/admin/google-drive", undefined, signal);

/** Returns the URL of Google's consent page for the product's own Google Drive. 409 `no_drive_keys`. */
export const googleDriveAsk = (signal?: AbortSignal) =>
  call<GoogleConsent>("POST", "/api/admin/google-drive", undefined, signal);

/** Connects the product's own Google Drive with the authorisation code from Google's consent page, and delivers what was waiting. 400 `drive_refused` with the reason; 409 `no_drive_keys`. */
export const googleDriveConnect = (body: GoogleCode, signal?: AbortSignal) =>
  call<PlatformDrive>("POST", "/api/admin/google-drive/code", body, signal);

/** Puts a test file into the product's own Google Drive and, on success, delivers what was waiting. 400 `drive_refused` with the reason; 409 `no_platform_drive`. */
export const googleDriveTest = (signal?: AbortSignal) =>
  call<PlatformDrive>("POST", "/api/admin/google-drive/test", undefined, signal);

/** Disconnects the product's own Google Drive and revokes its permission. 409 `no_platform_drive`, or `drive_in_use` while clients' folders use it. */
export const googleDriveDisconnect = (signal?: AbortSignal) =>
  call<PlatformDrive>("DELETE", "/api/admin/google-drive", undefined, signal);

/** Lists submissions that could not be delivered, newest first, 50 per page. */
export const submissionFailed = (query: Query<"before">, signal?: AbortSignal) =>
  call<FailedUploads>("GET", withQuery("/api/admin/failed-uploads", query), undefined, signal);

/** Requeues the oldest 500 failed deliveries. */
export const submissionRetryAll = (signal?: AbortSignal) =>
  call<RetryResult>("POST", "/api/admin/submissions/retry-all", undefined, signal);

/** Requeues a failed delivery. */
export const submissionRetry = (submission: string, signal?: AbortSignal) =>
  call<RetryResult>("POST", path`/api/admin/submissions/${submission}/retry`, undefined, signal);

/** Lists the pending applications with `status=pending`, otherwise the partners, newest first, 50 per page. */
export const affiliateList = (query: Query<"status" | "before">, signal?: AbortSignal) =>
  call<AffiliatePage>("GET", withQuery("/api/admin/affiliates", query), undefined, signal);

/** Stores an application's promotion code and notes. 400 `code_missing`, `code_unusable`, `code_expired`, `code_limited`, `code_discount`, `code_taken` or `no_coupon`; 409 `application_decided`; 502 `payments_away`. */
export const affiliateConfigure = (affiliate: string, body: AffiliateConfiguration, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/affiliates/${affiliate}`, body, signal);

/** Rejects an application; the same email may apply again. 409 `application_decided`. */
export const affiliateReject = (affiliate: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/affiliates/${affiliate}`, undefined, signal);

/** Pays out a partner's balance up to and including a month, once. 409 `not_payable_yet`, `month_uncounted`, `below_minimum`, `nothing_pending`, `amount_changed` or `no_payout_account`. */
export const commissionPay = (affiliate: string, body: PayoutRequest, signal?: AbortSignal) =>
  call<Payout>("POST", path`/api/admin/affiliates/${affiliate}/payouts`, body, signal);

/** Lists partners with a balance and what blocks their payout, longest waiting first, 50 per page. */
export const payoutOwed = (query: Query<"before">, signal?: AbortSignal) =>
  call<OwedPage>("GET", withQuery("/api/admin/owed", query), undefined, signal);

/** Lists payouts to partners with their status, newest first, 50 per page. */
export const payoutList = (query: Query<"before">, signal?: AbortSignal) =>
  call<Payouts>("GET", withQuery("/api/admin/payouts", query), undefined, signal);

/** Retries a failed transfer, or records a manual payment, after looking up the transfer at Stripe. 409 `payout_settled`, `no_payout_account` or `no_connect`; 502 `payments_away`. */
export const payoutSettle = (payout: string, body: PayoutResolution, signal?: AbortSignal) =>
  call<PayoutLine>("POST", path`/api/admin/payouts/${payout}/settlement`, body, signal);

/** Reinstates a partner who has left. 409 `partnership_over` after 30 days. */
export const affiliateTakeBack = (affiliate: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/affiliates/${affiliate}/departure`, undefined, signal);

/** Lists the commissions of a month, a line for each partner, 50 per page; without `month`, of the last complete month. */
export const commissionList = (query: Query<"month" | "before">, signal?: AbortSignal) =>
  call<MonthlyCommissions>("GET", withQuery("/api/admin/commissions", query), undefined, signal);

/** Returns who referred a client, when, and by what evidence. */
export const commissionReferral = (client: string, signal?: AbortSignal) =>
  call<ReferralRecord | null>("GET", path`/api/admin/clients/${client}/referral`, undefined, signal);

/** Sets or clears a client's referrer. 409 `changed_meanwhile`. */
export const commissionSettle = (client: string, body: ReferrerChange, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/clients/${client}/referral`, body, signal);

/** Lists buyers' set-up requests, newest first, 50 per page. */
export const onboardingRequestList = (query: Query<"before">, signal?: AbortSignal) =>
  call<OnboardingRequestPage>("GET", withQuery("/api/admin/onboarding-requests", query), undefined, signal);

/** Dismisses a set-up request. */
export const onboardingRequestDismiss = (requestId: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/onboarding-requests/${requestId}`, undefined, signal);

/** Sets up the client of the request's purchase with it, and invites the client. 409 `not_usable` if no such client is waiting, or `address_taken`. */
export const onboardingRequestUseForClient = (requestId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/onboarding-requests/${requestId}/use`, undefined, signal);

/** Returns the logo of a set-up request. */
export const onboardingRequestLogoAddress = (requestId: string) => path`/api/admin/onboarding-requests/${requestId}/logo`;

/** Lists sign-ups for the mailing list, newest first, 50 per page. */
export const signUpList = (query: Query<"q" | "status" | "before">, signal?: AbortSignal) =>
  call<SignUpPage>("GET", withQuery("/api/admin/sign-ups", query), undefined, signal);

/** Returns all sign-ups that match the filters, as CSV. */
export const signUpExportAddress = (query: Query<"q" | "status">) => withQuery("/api/admin/sign-ups.csv", query);

/** Requeues the oldest 500 failed sign-ups. */
export const signUpRetryAll = (signal?: AbortSignal) =>
  call<RetryResult>("POST", "/api/admin/sign-ups/retry-all", undefined, signal);

/** Deletes a sign-up with its mails. */
export const signUpDelete = (signUp: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/sign-ups/${signUp}`, undefined, signal);

/** Requeues a failed sign-up. */
export const signUpRetry = (signUp: string, signal?: AbortSignal) =>
  call<RetryResult>("POST", path`/api/admin/sign-ups/${signUp}/retry`, undefined, signal);

/** Lists submissions forwarded to automation URLs, newest first, 50 per page. */
export const forwardList = (query: Query<"before">, signal?: AbortSignal) =>
  call<ForwardPage>("GET", withQuery("/api/admin/forwards", query), undefined, signal);

/** Requeues a failed forward. 409 `forward_in_flight`. */
export const forwardRetry = (submission: string, signal?: AbortSignal) =>
  call<RetryResult>("POST", path`/api/admin/forwards/${submission}/retry`, undefined, signal);

/** Returns the queue, failures, schedules and figures. */
export const overviewGet = (signal?: AbortSignal) =>
  call<Overview>("GET", "/api/admin/overview", undefined, signal);

/** Lists emails, newest first, 50 per page. */
export const emailList = (query: Query<"q" | "status" | "before">, signal?: AbortSignal) =>
  call<EmailPage>("GET", withQuery("/api/admin/emails", query), undefined, signal);

/** Requeues an email. 409 `email_in_flight`. */
export const emailResend = (email: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/emails/${email}/resend`, undefined, signal);

/** Returns what is deleted within the next 30 days, when and why. */
export const retentionGet = (signal?: AbortSignal) =>
  call<Retention>("GET", "/api/admin/retention", undefined, signal);

/** Erases all demos of an email address. */
export const retentionEraseDemos = (body: DemoErasure, signal?: AbortSignal) =>
  call<ErasureResult>("POST", "/api/admin/demo-erasures", body, signal);

/** Lists Stripe's events, newest first, and the payments that need an admin. */
export const paymentList = (query: Query<"q" | "before">, signal?: AbortSignal) =>
  call<Payments>("GET", withQuery("/api/admin/payments", query), undefined, signal);

/** Returns every movement of the Stripe balance between two days (UTC) as CSV: payments, refunds, disputes, payouts to partners, fees; and payouts made by hand. 400 without a range, or for more than a year; 502 `payments_away`. */
export const moneyMovementsAddress = (query: Query<"from" | "to">) => withQuery("/api/admin/money.csv", query);

/** Returns every commission of the months between two days, as CSV. */
export const moneyCommissionsAddress = (query: Query<"from" | "to">) => withQuery("/api/admin/commissions.csv", query);

/** Refunds and ends an unassigned subscription. 404 if it is assigned; 409 `payment_decided`; 502 `payments_away`. */
export const paymentRefundSubscription = (subscriptionId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/subscriptions/${subscriptionId}/refund`, undefined, signal);

/** Refunds an unassigned top-up. 404 if it is unknown; 409 `payment_decided`; 502 `payments_away`. */
export const paymentRefundTopUp = (topUpId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/top-ups/${topUpId}/refund`, undefined, signal);

/** Maps a Stripe product to a plan, which its payers then have, with its credits. 404 if no payment waits for it; 502 `payments_away`. */
export const paymentMapProduct = (product: string, body: ProductPlan, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/plan-products/${product}`, body, signal);

/** Assigns an unassigned subscription to a client. 409 `payment_decided`; 502 `payments_away`. */
export const paymentAssignSubscription = (subscriptionId: string, body: WhosePayment, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/subscriptions/${subscriptionId}/client`, body, signal);

/** Assigns an unassigned top-up to a client. 409 `payment_decided`. */
export const paymentAssignTopUp = (topUpId: string, body: WhosePayment, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/top-ups/${topUpId}/client`, body, signal);

/** Searches customers, submissions, uploads, businesses, partners, payments and mails; an address also finds what was refused, cut off or erased. */
export const searchFind = (query: Query<"q">, signal?: AbortSignal) =>
  call<SearchResults>("GET", withQuery("/api/admin/search", query), undefined, signal);

/** Returns the history of a search result, as a sentence and as steps. */
export const searchTimeline = (kind: string, id: string, signal?: AbortSignal) =>
  call<Timeline>("GET", path`/api/admin/timeline/${kind}/${id}`, undefined, signal);

/** Lists the audit log, newest first, 50 per page. */
export const auditList = (query: Query<"subject" | "q" | "action" | "from" | "to" | "before">, signal?: AbortSignal) =>
  call<AuditPage>("GET", withQuery("/api/admin/audit", query), undefined, signal);

/** Ends every session of an account except the caller's own. */
export const sessionEnd = (body: EndSessions, signal?: AbortSignal) =>
  call<EndedSessions>("DELETE", "/api/admin/sessions", body, signal);

/** Lists every setting. */
export const settingList = (signal?: AbortSignal) =>
  call<Array<SettingSummary>>("GET", "/api/admin/settings", undefined, signal);

/** Returns whether the Stripe account has what the product needs. */
export const stripeSetupGet = (signal?: AbortSignal) =>
  call<StripeSetup>("GET", "/api/admin/stripe-setup", undefined, signal);

/** Creates missing Stripe objects and returns the new state. */
export const stripeSetupCreate = (signal?: AbortSignal) =>
  call<StripeSetupDone>("POST", "/api/admin/stripe-setup", undefined, signal);

/** Changes a setting; an empty value resets it to its default. 409 `changed_meanwhile`. */
export const settingChange = (key: string, body: SettingChange, signal?: AbortSignal) =>
  call<SettingSummary>("PUT", path`/api/admin/settings/${key}`, body, signal);

/** Creates a client with its user and a temporary password. */
export const createClientAddress = "/functions/v1/create-client";
export const createClient = (body: FormData, signal?: AbortSignal) =>
  call<CreatedClient>("POST", "/functions/v1/create-client", body, signal);

/** Mails a client the link that sets the first password. 409 `address_taken`. */
export const inviteClient = (body: InviteClient, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/invite-client", body, signal);

/** Approves an application: creates the partner's account, and mails the promotion code and a link to set the password. 400 with the codes of `PUT /api/admin/affiliates/{affiliate}`; 409 `code_needed`, `partner_taken` or `changed_meanwhile`; 502 `payments_away`. */
export const createAffiliateAccount = (body: CreateAffiliateAccount, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/create-affiliate-account", body, signal);

/** Computes the commissions of a month: the current one as of now, an earlier one as of its close. */
export const calculateMonthlyCommissions = (body: CalculateCommissions, signal?: AbortSignal) =>
  call<CalculationResult>("POST", "/functions/v1/calculate-monthly-commissions", body, signal);
