// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { ClientChange, ClientCreated, ClientPage, ClientRecord, DriveAnswer, DriveCheck, EndSessions, EndedSessions, FailedUploads, Retried, SlugAnswer, StatusChange } from "../admin.ts";
import type { AffiliateConfiguration, AffiliatePage, CalculateCommissions, CommissionsCalculated, MonthlyCommissions, Owed, Payout, PayoutLine, PayoutRequest, PayoutSettlement, Payouts, ReferralRecord, ReferralSettlement } from "../affiliate.ts";
import type { Payments, ProductPlan, WhosePayment } from "../billing.ts";
import type { Erased } from "../client.ts";
import type { ClientDrive, GoogleCode, GoogleConsent, GoogleFolder, PlatformDrive } from "../drive.ts";
import type { AuditPage, DemoErasure, EmailPage, Health, Overview, Retention, SearchResults, SettingChange, SettingSummary, StripeSetup, StripeSetupDone, Timeline } from "../operations.ts";
import type { CreateAffiliateAccount, InviteClient, SubmitReply } from "../public.ts";
import type { ForwardPage, OnboardingRequestPage, SignUpPage } from "../site.ts";

/** Connects a folder in a Shared Drive that the deployment's service account may write into. 400 `drive_refused` with the reason. */
export const driveConnectGoogleFolder = (client: string, body: GoogleFolder, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/folder`, body, signal);

/** Makes the client's folder in the product's own Google Drive, tries it, shares it with the client's email, and has videos delivered there. 400 `drive_refused` with the reason; 409 `no_platform_drive`. */
export const driveConnectPlatformFolder = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/platform`, undefined, signal);

/** Writes to the bucket and mails the first admin, at most once a minute: the proof that jobs run and mail leaves. 409 `no_admin`. The deployment itself may too. */
export const healthCheck = (signal?: AbortSignal) =>
  call<Health>("POST", "/api/health", undefined, signal);

/** Clients, 50 to a page. */
export const clientList = (query: Query<"q" | "status" | "plan" | "sort" | "order" | "before">, signal?: AbortSignal) =>
  call<ClientPage>("GET", withQuery("/api/admin/clients", query), undefined, signal);

/** The same as CSV. */
export const clientExportAddress = (query: Query<"q" | "status" | "plan" | "sort" | "order">) => withQuery("/api/admin/clients.csv", query);

/** One client. */
export const clientGet = (client: string, signal?: AbortSignal) =>
  call<ClientRecord>("GET", path`/api/admin/clients/${client}`, undefined, signal);

/** Changes fields of a client. 409 `changed_meanwhile` names those that somebody else has changed. */
export const clientEdit = (client: string, body: ClientChange, signal?: AbortSignal) =>
  call<ClientRecord>("PATCH", path`/api/admin/clients/${client}`, body, signal);

/** Activates or suspends a client. */
export const clientStatus = (client: string, body: StatusChange, signal?: AbortSignal) =>
  call<ClientRecord>("POST", path`/api/admin/clients/${client}/status`, body, signal);

/** Suggests a slug for a company, or says whether one is free. */
export const clientSlug = (query: Query<"company" | "slug" | "client">, signal?: AbortSignal) =>
  call<SlugAnswer>("GET", withQuery("/api/admin/slug", query), undefined, signal);

/** Whether videos would arrive at a drive. */
export const driveCheck = (body: DriveCheck, signal?: AbortSignal) =>
  call<DriveAnswer>("POST", "/api/admin/drive-check", body, signal);

/** The product's own Google Drive. */
export const googleDriveGet = (signal?: AbortSignal) =>
  call<PlatformDrive>("GET", "/api/admin/google-drive", undefined, signal);

/** The address of Google's page that asks whether the product may put files into its own Google Drive. */
export const googleDriveAsk = (signal?: AbortSignal) =>
  call<GoogleConsent>("POST", "/api/admin/google-drive", undefined, signal);

/** Connects the product's own Google Drive by the code that Google's page led back with; what waited for it is delivered. 400 `drive_refused` with the reason. */
export const googleDriveConnect = (body: GoogleCode, signal?: AbortSignal) =>
  call<PlatformDrive>("POST", "/api/admin/google-drive/code", body, signal);

/** Puts a test file into it; where it arrives, what waited is delivered. 400 `drive_refused` with the reason; 409 `no_platform_drive`. */
export const googleDriveTest = (signal?: AbortSignal) =>
  call<PlatformDrive>("POST", "/api/admin/google-drive/test", undefined, signal);

/** Gives its permission back. 409 `drive_in_use` while folders of clients go by it. */
export const googleDriveDisconnect = (signal?: AbortSignal) =>
  call<PlatformDrive>("DELETE", "/api/admin/google-drive", undefined, signal);

/** Submissions that could not be delivered, newest first, 50 to a page. */
export const submissionFailed = (query: Query<"before">, signal?: AbortSignal) =>
  call<FailedUploads>("GET", withQuery("/api/admin/failed-uploads", query), undefined, signal);

/** Queues the oldest 500 failed deliveries again. */
export const submissionRetryAll = (signal?: AbortSignal) =>
  call<Retried>("POST", "/api/admin/submissions/retry-all", undefined, signal);

/** Queues a failed delivery again. */
export const submissionRetry = (submission: string, signal?: AbortSignal) =>
  call<Retried>("POST", path`/api/admin/submissions/${submission}/retry`, undefined, signal);

/** With `status` `pending` the applications that wait, else the partners, newest first, 50 to a page. */
export const affiliateList = (query: Query<"status" | "before">, signal?: AbortSignal) =>
  call<AffiliatePage>("GET", withQuery("/api/admin/affiliates", query), undefined, signal);

/** Keeps the promotion code and the notes of an application. 400 `code_missing`, `code_unusable`, `code_expired`, `code_discount`, `code_taken` or `no_coupon`; 409 `application_decided`. */
export const affiliateConfigure = (affiliate: string, body: AffiliateConfiguration, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/affiliates/${affiliate}`, body, signal);

/** Rejects an application; the same email may apply again. 409 `application_decided`. */
export const affiliateReject = (affiliate: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/affiliates/${affiliate}`, undefined, signal);

/** Pays everything out that waits of a partner up to a month, once. 409 `not_payable_yet`, `month_uncounted`, `below_minimum`, `nothing_pending`. */
export const commissionPay = (affiliate: string, body: PayoutRequest, signal?: AbortSignal) =>
  call<Payout>("POST", path`/api/admin/affiliates/${affiliate}/payouts`, body, signal);

/** Partners with a balance, those first who have waited longest, 50 to a page, and what each waits for. */
export const payoutOwed = (query: Query<"before">, signal?: AbortSignal) =>
  call<Owed>("GET", withQuery("/api/admin/owed", query), undefined, signal);

/** Payouts to partners, newest first, 50 to a page, and what has become of each. */
export const payoutList = (query: Query<"before">, signal?: AbortSignal) =>
  call<Payouts>("GET", withQuery("/api/admin/payouts", query), undefined, signal);

/** Tries a failed transfer again, or notes that it was paid by hand; Stripe is asked first whether it exists after all. 409 `payout_settled`, `no_payout_account`, `no_connect`; 502 `payments_away`. */
export const payoutSettle = (payout: string, body: PayoutSettlement, signal?: AbortSignal) =>
  call<PayoutLine>("POST", path`/api/admin/payouts/${payout}/settlement`, body, signal);

/** Takes a partner back who has left. 409 `partnership_over` after the 30 days. */
export const affiliateTakeBack = (affiliate: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/affiliates/${affiliate}/departure`, undefined, signal);

/** The commissions of a month, a line for each partner, 50 to a page; without `month` of the last one that is over. */
export const commissionList = (query: Query<"month" | "before">, signal?: AbortSignal) =>
  call<MonthlyCommissions>("GET", withQuery("/api/admin/commissions", query), undefined, signal);

/** Who referred a client, when, and what says so. */
export const commissionReferral = (client: string, signal?: AbortSignal) =>
  call<ReferralRecord | null>("GET", path`/api/admin/clients/${client}/referral`, undefined, signal);

/** Settles who referred a client. */
export const commissionSettle = (client: string, body: ReferralSettlement, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/clients/${client}/referral`, body, signal);

/** Set-ups that buyers sent, newest first, 50 to a page. */
export const onboardingRequestList = (query: Query<"before">, signal?: AbortSignal) =>
  call<OnboardingRequestPage>("GET", withQuery("/api/admin/onboarding-requests", query), undefined, signal);

/** Dismisses a set-up. */
export const onboardingRequestDismiss = (requestId: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/onboarding-requests/${requestId}`, undefined, signal);

/** Sets the client of its purchase up with it, and invites it. 409 `not_usable` where none waits for that, `address_taken`. */
export const onboardingRequestUseForClient = (requestId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/onboarding-requests/${requestId}/use`, undefined, signal);

/** The logo of a set-up. */
export const onboardingRequestLogoAddress = (requestId: string) => path`/api/admin/onboarding-requests/${requestId}/logo`;

/** Sign-ups for the mailing list, newest first, 50 to a page. */
export const signUpList = (query: Query<"q" | "status" | "before">, signal?: AbortSignal) =>
  call<SignUpPage>("GET", withQuery("/api/admin/sign-ups", query), undefined, signal);

/** The same as CSV. */
export const signUpExportAddress = (query: Query<"q" | "status">) => withQuery("/api/admin/sign-ups.csv", query);

/** Queues the oldest 500 failed sign-ups again. */
export const signUpRetryAll = (signal?: AbortSignal) =>
  call<Retried>("POST", "/api/admin/sign-ups/retry-all", undefined, signal);

/** Deletes a sign-up with its mails. */
export const signUpDelete = (signUp: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/admin/sign-ups/${signUp}`, undefined, signal);

/** Queues a failed sign-up again. */
export const signUpRetry = (signUp: string, signal?: AbortSignal) =>
  call<Retried>("POST", path`/api/admin/sign-ups/${signUp}/retry`, undefined, signal);

/** Submissions forwarded to automation URLs, newest first, 50 to a page. */
export const forwardList = (query: Query<"before">, signal?: AbortSignal) =>
  call<ForwardPage>("GET", withQuery("/api/admin/forwards", query), undefined, signal);

/** Queues a failed forward again. 409 `forward_in_flight`. */
export const forwardRetry = (submission: string, signal?: AbortSignal) =>
  call<Retried>("POST", path`/api/admin/forwards/${submission}/retry`, undefined, signal);

/** Queue, failures, schedules and figures. */
export const overviewGet = (signal?: AbortSignal) =>
  call<Overview>("GET", "/api/admin/overview", undefined, signal);

/** Emails, newest first, 50 to a page. */
export const emailList = (query: Query<"q" | "status" | "before">, signal?: AbortSignal) =>
  call<EmailPage>("GET", withQuery("/api/admin/emails", query), undefined, signal);

/** Queues an email again. 409 `email_in_flight`. */
export const emailResend = (email: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/emails/${email}/resend`, undefined, signal);

/** What is deleted within the next 30 days, when and why. */
export const retentionGet = (signal?: AbortSignal) =>
  call<Retention>("GET", "/api/admin/retention", undefined, signal);

/** Erases all demos that were made with an email address. */
export const retentionEraseDemos = (body: DemoErasure, signal?: AbortSignal) =>
  call<Erased>("POST", "/api/admin/demo-erasures", body, signal);

/** What the payment provider told of, newest first, and the payments that need an admin. */
export const paymentList = (query: Query<"q" | "before">, signal?: AbortSignal) =>
  call<Payments>("GET", withQuery("/api/admin/payments", query), undefined, signal);

/** Every movement of the balance at the payment provider between two days (UTC), as CSV: payments, refunds, disputes, payouts to partners, fees. 400 for no range, or for more than a year; 502 `payments_away`. */
export const moneyMovementsAddress = (query: Query<"from" | "to">) => withQuery("/api/admin/money.csv", query);

/** Every commission of the months between two days, as CSV. */
export const moneyCommissionsAddress = (query: Query<"from" | "to">) => withQuery("/api/admin/commissions.csv", query);

/** Gives back what a subscription took that is nobody's, and ends it. 404 where it is somebody's by now; 502 `payments_away`. */
export const paymentRefundSubscription = (subscriptionId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/subscriptions/${subscriptionId}/refund`, undefined, signal);

/** Gives back what a top-up took that is nobody's. 404, 502 `payments_away`. */
export const paymentRefundTopUp = (topUpId: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/top-ups/${topUpId}/refund`, undefined, signal);

/** Says which plan a product at the payment provider is: whoever pays for it has that plan, and its credits. 404 where nobody waits for it; 502 `payments_away`. */
export const paymentMapProduct = (product: string, body: ProductPlan, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/admin/plan-products/${product}`, body, signal);

/** Says whose a subscription is of which nobody knew. */
export const paymentAssignSubscription = (subscriptionId: string, body: WhosePayment, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/subscriptions/${subscriptionId}/client`, body, signal);

/** Says whose a top-up is of which nobody knew. */
export const paymentAssignTopUp = (topUpId: string, body: WhosePayment, signal?: AbortSignal) =>
  call<object>("POST", path`/api/admin/top-ups/${topUpId}/client`, body, signal);

/** Looks for customers, submissions, uploads, businesses, partners, payments and mails; an address also finds what was refused, cut off or erased. */
export const searchFind = (query: Query<"q">, signal?: AbortSignal) =>
  call<SearchResults>("GET", withQuery("/api/admin/search", query), undefined, signal);

/** What became of a hit of the search, in a sentence and step by step. */
export const searchTimeline = (kind: string, id: string, signal?: AbortSignal) =>
  call<Timeline>("GET", path`/api/admin/timeline/${kind}/${id}`, undefined, signal);

/** The audit log, newest first, 50 to a page. */
export const auditList = (query: Query<"subject" | "q" | "action" | "from" | "to" | "before">, signal?: AbortSignal) =>
  call<AuditPage>("GET", withQuery("/api/admin/audit", query), undefined, signal);

/** Ends every session of an account but the caller's own one. */
export const sessionEnd = (body: EndSessions, signal?: AbortSignal) =>
  call<EndedSessions>("DELETE", "/api/admin/sessions", body, signal);

/** Every setting. */
export const settingList = (signal?: AbortSignal) =>
  call<Array<SettingSummary>>("GET", "/api/admin/settings", undefined, signal);

/** Whether the Stripe account has what the product needs. */
export const stripeSetupGet = (signal?: AbortSignal) =>
  call<StripeSetup>("GET", "/api/admin/stripe-setup", undefined, signal);

/** Creates what is missing of it, and says how everything is then. */
export const stripeSetupCreate = (signal?: AbortSignal) =>
  call<StripeSetupDone>("POST", "/api/admin/stripe-setup", undefined, signal);

/** Changes a setting; an empty value sets it back to its default. 409 `changed_meanwhile`. */
export const settingChange = (key: string, body: SettingChange, signal?: AbortSignal) =>
  call<SettingSummary>("PUT", path`/api/admin/settings/${key}`, body, signal);

/** Creates a client with its user and a temporary password. */
export const createClientAddress = "/functions/v1/create-client";
export const createClient = (body: FormData, signal?: AbortSignal) =>
  call<ClientCreated>("POST", "/functions/v1/create-client", body, signal);

/** Mails a client the link that sets the first password. */
export const inviteClient = (body: InviteClient, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/invite-client", body, signal);

/** Approves an application: gives the partner an account, and mails the promotion code with a link that sets the password. 409 `code_needed`; 400 as where it is configured. */
export const createAffiliateAccount = (body: CreateAffiliateAccount, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/create-affiliate-account", body, signal);

/** Computes the commissions of a month: the current one as it is now, an earlier one as it closed. */
export const calculateMonthlyCommissions = (body: CalculateCommissions, signal?: AbortSignal) =>
  call<CommissionsCalculated>("POST", "/functions/v1/calculate-monthly-commissions", body, signal);
