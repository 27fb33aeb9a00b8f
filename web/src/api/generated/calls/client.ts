// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { ClientChange } from "../admin.ts";
import type { Billing, BillingPage, Cancellation, CreditPage, PaymentPage } from "../billing.ts";
import type { Archive, AssetReplaced, ClientView, Dashboard, Days, Erased, Holds, MailSettings, Selection, SubmissionDetail, SubmissionPage, Taken, WatermarkChange } from "../client.ts";
import type { ClientDrive, DriveChange, DriveChoice, GoogleCode, GoogleConsent, WebDavConnect } from "../drive.ts";

/** The dashboard: of the caller's own client, or for an admin of the one that the query names. */
export const dashboardGet = (query: Query<"clientId" | "slug">, signal?: AbortSignal) =>
  call<Dashboard>("GET", withQuery("/api/client/dashboard", query), undefined, signal);

/** The days of the last year on which something happened. */
export const dashboardDays = (client: string, signal?: AbortSignal) =>
  call<Days>("GET", path`/api/client/${client}/days`, undefined, signal);

/** Every change of its credits, newest first, 50 to a page. */
export const creditsList = (client: string, query: Query<"before">, signal?: AbortSignal) =>
  call<CreditPage>("GET", withQuery(path`/api/client/${client}/credits`, query), undefined, signal);

/** The parts that everything of the client makes up as ZIP files. */
export const archiveGet = (client: string, signal?: AbortSignal) =>
  call<Archive>("GET", path`/api/client/${client}/archive`, undefined, signal);

/** One part, or the submissions with these ids, as a ZIP file, written while it is sent, whole or in ranges: videos, the list of submissions, the consents. */
export const archiveDownloadAddress = (client: string, query: Query<"until" | "part" | "ids">) => withQuery(path`/api/client/${client}/archive.zip`, query);

/** Cancels the plan: access lasts 14 more days, then everything that customers sent is deleted. */
export const cancellationCancel = (client: string, signal?: AbortSignal) =>
  call<Cancellation>("POST", path`/api/client/${client}/cancellation`, undefined, signal);

/** Takes a cancelled plan up again. 409 `plan_ended` once access has ended. */
export const cancellationWithdraw = (client: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/cancellation`, undefined, signal);

/** A client's plan, and how it is paid. */
export const billingGet = (client: string, signal?: AbortSignal) =>
  call<Billing>("GET", path`/api/client/${client}/billing`, undefined, signal);

/** A client's payments, newest first, 50 to a page. */
export const billingPayments = (client: string, query: Query<"before">, signal?: AbortSignal) =>
  call<PaymentPage>("GET", withQuery(path`/api/client/${client}/payments`, query), undefined, signal);

/** The address of a page of the payment provider's, on which the plan is paid by card from now on. 409 `already_subscribed`. */
export const billingSubscribe = (client: string, signal?: AbortSignal) =>
  call<BillingPage>("POST", path`/api/client/${client}/subscription`, undefined, signal);

/** The address of a payment's invoice at the payment provider's, or of its receipt where it has no invoice. */
export const billingInvoice = (client: string, invoiceId: string, signal?: AbortSignal) =>
  call<BillingPage>("GET", path`/api/client/${client}/invoices/${invoiceId}`, undefined, signal);

/** The address of a page of the payment provider's, on which the card is changed, invoices are seen and the plan is cancelled. 409 `no_subscription`. */
export const billingOpen = (client: string, signal?: AbortSignal) =>
  call<BillingPage>("POST", path`/api/client/${client}/billing`, undefined, signal);

/** Changes what a business says about itself: its name, its contact, its link and its review address. */
export const businessEdit = (client: string, body: ClientChange, signal?: AbortSignal) =>
  call<ClientView>("PATCH", path`/api/client/${client}/business`, body, signal);

/** Changes the watermark's switch, or its five settings at once. */
export const watermarkChange = (client: string, body: WatermarkChange, signal?: AbortSignal) =>
  call<ClientView>("PATCH", path`/api/client/${client}/watermark`, body, signal);

/** Submissions, newest first, 25 to a page. `status` is `held`, `processed`, `pending` or `failed`. */
export const submissionList = (client: string, query: Query<"q" | "status" | "from" | "to" | "order" | "before">, signal?: AbortSignal) =>
  call<SubmissionPage>("GET", withQuery(path`/api/client/${client}/submissions`, query), undefined, signal);

/** One submission with its consent. */
export const submissionGet = (client: string, submission: string, signal?: AbortSignal) =>
  call<SubmissionDetail>("GET", path`/api/client/${client}/submissions/${submission}`, undefined, signal);

/** Erases a submission, or with `customer=all` all of the same email; with `reason=not-a-testimonial` its credit comes back within 7 days, and its sender's address is slowed. */
export const submissionErase = (client: string, submission: string, query: Query<"customer" | "reason">, signal?: AbortSignal) =>
  call<Erased>("DELETE", withQuery(path`/api/client/${client}/submissions/${submission}`, query), undefined, signal);

/** All submissions that the same question finds, as a CSV file. */
export const submissionExportAddress = (client: string, query: Query<"q" | "status" | "from" | "to" | "order">) => withQuery(path`/api/client/${client}/submissions.csv`, query);

/** Erases submissions for good, 50 at most, as their customers have asked. */
export const submissionEraseSelection = (client: string, body: Selection, signal?: AbortSignal) =>
  call<Erased>("POST", path`/api/client/${client}/submissions/erase`, body, signal);

/** Removes submissions that are no testimonials, 50 at most: credits of the last 7 days come back, and their senders' addresses are slowed. */
export const submissionReject = (client: string, body: Selection, signal?: AbortSignal) =>
  call<Erased>("POST", path`/api/client/${client}/submissions/reject`, body, signal);

/** Takes submissions off hold, 50 at most: each takes a credit and is delivered. */
export const submissionTake = (client: string, body: Selection, signal?: AbortSignal) =>
  call<Taken>("POST", path`/api/client/${client}/submissions/take`, body, signal);

/** Who gets mails about the client, which, and when daily digests go out. */
export const mailsGet = (client: string, signal?: AbortSignal) =>
  call<MailSettings>("GET", path`/api/client/${client}/mails`, undefined, signal);

/** Changes that. */
export const mailsPut = (client: string, body: MailSettings, signal?: AbortSignal) =>
  call<MailSettings>("PUT", path`/api/client/${client}/mails`, body, signal);

/** Removes the `logo`, or the client's own `qr` code. */
export const assetRemove = (client: string, asset: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/assets/${asset}`, undefined, signal);

/** Has each new submission come on hold until it is taken, or not any more. */
export const submissionHold = (client: string, body: Holds, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/holds`, body, signal);

/** The video, whole or in ranges; `download` saves it under its file name. */
export const submissionVideoAddress = (client: string, submission: string, query: Query<"download">) => withQuery(path`/api/client/${client}/submissions/${submission}/video`, query);

/** The drive that videos are delivered to, and those that hold earlier ones. */
export const driveGet = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("GET", path`/api/client/${client}/drive`, undefined, signal);

/** Has videos in drives of the client's own stay there for good, or be deleted in time like all others. */
export const driveChange = (client: string, body: DriveChange, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/drive`, body, signal);

/** Connects a WebDAV folder after a test file arrived in it whole; what could not be delivered is tried again. 400 `drive_refused` with the reason. */
export const driveConnectWebdav = (client: string, body: WebDavConnect, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/webdav`, body, signal);

/** The address of Google's page that asks whether the product may put files into a Google Drive. */
export const driveAskGoogle = (client: string, signal?: AbortSignal) =>
  call<GoogleConsent>("POST", path`/api/client/${client}/drive/google`, undefined, signal);

/** Connects a Google Drive by the code that Google's page led back with: makes the folder, tries it, and has videos delivered there. 400 `drive_refused` with the reason. */
export const driveConnectGoogle = (client: string, body: GoogleCode, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/code`, body, signal);

/** Has videos delivered to another of the client's drives, after a test file arrived there; what could not be delivered is tried again. 400 `drive_refused` with the reason. */
export const driveChoose = (client: string, body: DriveChoice, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/choice`, body, signal);

/** Queues a move for each delivered video that lies in another drive that can be read. */
export const driveMoveVideos = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/moves`, undefined, signal);

/** Puts a test file into a connected drive; where it arrives, what could not be delivered is tried again. 400 `drive_refused` with the reason. */
export const driveTest = (client: string, connection: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/${connection}/test`, undefined, signal);

/** Forgets the credential of a drive. Videos are delivered to the built-in folder from then on. */
export const driveDisconnect = (client: string, connection: string, signal?: AbortSignal) =>
  call<ClientDrive>("DELETE", path`/api/client/${client}/drive/${connection}`, undefined, signal);

/** Replaces a client's logo or QR code. */
export const replaceAssetAddress = "/functions/v1/replace-asset";
export const replaceAsset = (body: FormData, signal?: AbortSignal) =>
  call<AssetReplaced>("POST", "/functions/v1/replace-asset", body, signal);
