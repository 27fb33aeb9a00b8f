// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { ClientChange } from "../admin.ts";
import type { Billing, BillingPage, Cancellation, CreditPage, PaymentPage } from "../billing.ts";
import type { Archive, AssetReplaced, ClientView, Dashboard, Days, ErasureResult, Holds, MailSettings, NameLimit, NotesChange, Published, ReleaseResult, Selection, SignedConsent, SubmissionDetail, SubmissionPage, Tags, Views, WatermarkChange } from "../client.ts";
import type { ClipList, ClipView, PublicClip } from "../clips.ts";
import type { ClientDrive, DriveChange, DriveChoice, GoogleCode, GoogleConsent, WebDavConnect } from "../drive.ts";
import type { CheckChange, CueChange, QuoteChange, TranscriptChange, TranscriptView, Transcription } from "../transcripts.ts";
import type { Listing, NewWall, Wall, WallSettings, Walls } from "../walls.ts";

/** Returns the dashboard of the caller's client; admins name the client in the query. 404 `no_client`. */
export const dashboardGet = (query: Query<"clientId" | "slug">, signal?: AbortSignal) =>
  call<Dashboard>("GET", withQuery("/api/client/dashboard", query), undefined, signal);

/** Returns the daily figures of the last year, without uneventful days. */
export const dashboardDays = (client: string, signal?: AbortSignal) =>
  call<Days>("GET", path`/api/client/${client}/days`, undefined, signal);

/** Lists every change of the credits, newest first, 50 per page. */
export const creditsList = (client: string, query: Query<"before">, signal?: AbortSignal) =>
  call<CreditPage>("GET", withQuery(path`/api/client/${client}/credits`, query), undefined, signal);

/** Lists the parts into which the client's archive of ZIP files is split. */
export const archiveGet = (client: string, signal?: AbortSignal) =>
  call<Archive>("GET", path`/api/client/${client}/archive`, undefined, signal);

/** Streams one part of the archive, or the submissions with these ids, as a ZIP file of videos, submissions and consents. Supports range requests. */
export const archiveDownloadAddress = (client: string, query: Query<"until" | "part" | "ids">) => withQuery(path`/api/client/${client}/archive.zip`, query);

/** Cancels the plan. Access lasts until 14 days after the month paid by card; without one, 14 days from now. Then all customers' data is deleted. 409 `no_plan`; 502 `payments_away`. */
export const cancellationCancel = (client: string, signal?: AbortSignal) =>
  call<Cancellation>("POST", path`/api/client/${client}/cancellation`, undefined, signal);

/** Withdraws a cancellation. 409 `plan_ended` once access has ended; 502 `payments_away`. */
export const cancellationWithdraw = (client: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/cancellation`, undefined, signal);

/** Returns a client's plan and how it is paid. */
export const billingGet = (client: string, signal?: AbortSignal) =>
  call<Billing>("GET", path`/api/client/${client}/billing`, undefined, signal);

/** Lists a client's payments, newest first, 50 per page. */
export const billingPayments = (client: string, query: Query<"before">, signal?: AbortSignal) =>
  call<PaymentPage>("GET", withQuery(path`/api/client/${client}/payments`, query), undefined, signal);

/** Returns the URL of a Stripe page that starts paying the plan by card. 403 `inactive`; 409 `no_plan`, `already_subscribed` or `purchase_unanswered`; 502 `payments_away`. */
export const billingSubscribe = (client: string, signal?: AbortSignal) =>
  call<BillingPage>("POST", path`/api/client/${client}/subscription`, undefined, signal);

/** Returns the URL of a payment's invoice at Stripe, or of its receipt if it has no invoice. 502 `payments_away`. */
export const billingInvoice = (client: string, invoiceId: string, signal?: AbortSignal) =>
  call<BillingPage>("GET", path`/api/client/${client}/invoices/${invoiceId}`, undefined, signal);

/** Returns the URL of Stripe's customer portal for card, invoices and cancellation. 409 `no_subscription`; 502 `payments_away`. */
export const billingOpen = (client: string, signal?: AbortSignal) =>
  call<BillingPage>("POST", path`/api/client/${client}/billing`, undefined, signal);

/** Edits a business's own details: name, contact, link and review address. 409 `changed_meanwhile`. */
export const businessEdit = (client: string, body: ClientChange, signal?: AbortSignal) =>
  call<ClientView>("PATCH", path`/api/client/${client}/business`, body, signal);

/** Switches the watermark on or off, or changes all five of its settings. */
export const watermarkChange = (client: string, body: WatermarkChange, signal?: AbortSignal) =>
  call<ClientView>("PATCH", path`/api/client/${client}/watermark`, body, signal);

/** Lists submissions, newest first, 25 per page. `status` is `held`, `processed`, `pending`, `failed`, `published` or `private`. */
export const submissionList = (client: string, query: Query<"q" | "status" | "tag" | "from" | "to" | "order" | "before">, signal?: AbortSignal) =>
  call<SubmissionPage>("GET", withQuery(path`/api/client/${client}/submissions`, query), undefined, signal);

/** Returns one submission with its consent. */
export const submissionGet = (client: string, submission: string, signal?: AbortSignal) =>
  call<SubmissionDetail>("GET", path`/api/client/${client}/submissions/${submission}`, undefined, signal);

/** Erases a submission, or with `customer=all` all of the same email. `reason=not-a-testimonial` refunds a credit of the last 7 days and slows the sender's IP address. */
export const submissionErase = (client: string, submission: string, query: Query<"customer" | "reason">, signal?: AbortSignal) =>
  call<ErasureResult>("DELETE", withQuery(path`/api/client/${client}/submissions/${submission}`, query), undefined, signal);

/** Returns all submissions that match the filters, as CSV. */
export const submissionExportAddress = (client: string, query: Query<"q" | "status" | "tag" | "from" | "to" | "order">) => withQuery(path`/api/client/${client}/submissions.csv`, query);

/** Erases up to 50 submissions at their customers' request. */
export const submissionEraseSelection = (client: string, body: Selection, signal?: AbortSignal) =>
  call<ErasureResult>("POST", path`/api/client/${client}/submissions/erase`, body, signal);

/** Erases up to 50 submissions that are not testimonials, refunds credits of the last 7 days and slows the senders' IP addresses. */
export const submissionReject = (client: string, body: Selection, signal?: AbortSignal) =>
  call<ErasureResult>("POST", path`/api/client/${client}/submissions/reject`, body, signal);

/** Releases up to 50 submissions from hold: each takes a credit and is delivered. */
export const submissionRelease = (client: string, body: Selection, signal?: AbortSignal) =>
  call<ReleaseResult>("POST", path`/api/client/${client}/submissions/release`, body, signal);

/** Returns the settings of a client's mails: recipients, kinds and the time of the daily digest. */
export const mailsGet = (client: string, signal?: AbortSignal) =>
  call<MailSettings>("GET", path`/api/client/${client}/mails`, undefined, signal);

/** Changes the settings of a client's mails. */
export const mailsPut = (client: string, body: MailSettings, signal?: AbortSignal) =>
  call<MailSettings>("PUT", path`/api/client/${client}/mails`, body, signal);

/** Removes the `logo`, or the client's own `qr` code. */
export const assetRemove = (client: string, asset: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/assets/${asset}`, undefined, signal);

/** Publishes up to 50 submissions. Each is public once its video has been copied. */
export const submissionPublish = (client: string, body: Selection, signal?: AbortSignal) =>
  call<Published>("POST", path`/api/client/${client}/submissions/publish`, body, signal);

/** Takes up to 50 submissions back from the public. */
export const submissionUnpublish = (client: string, body: Selection, signal?: AbortSignal) =>
  call<Published>("POST", path`/api/client/${client}/submissions/unpublish`, body, signal);

/** Returns the consent record of a submission, signed (JWS). */
export const submissionConsent = (client: string, submission: string, signal?: AbortSignal) =>
  call<SignedConsent>("GET", path`/api/client/${client}/submissions/${submission}/consent`, undefined, signal);

/** Asks the customer by mail to agree to the current consent texts. 409 `nothing_to_ask`, or `asked_already` within a week. */
export const submissionAskAgain = (client: string, submission: string, signal?: AbortSignal) =>
  call<object>("POST", path`/api/client/${client}/submissions/${submission}/consent/ask`, undefined, signal);

/** Returns the public page of a submission as it would look if it were published now. 404 while it is on hold, and after a withdrawal. */
export const submissionPreviewAddress = (client: string, submission: string) => path`/api/client/${client}/submissions/${submission}/preview`;

/** Returns the poster of a submission; `card`: the picture that shared links show. 404 if it has none yet. */
export const submissionPosterAddress = (client: string, submission: string, query: Query<"card">) => withQuery(path`/api/client/${client}/submissions/${submission}/poster`, query);

/** Replaces the poster of a submission: a JPEG of at most 25 kB in the video's shape, and one of 1200 by 630 pixels and at most 300 kB. 415 `poster_refused`. */
export const submissionPutPosterAddress = (client: string, submission: string) => path`/api/client/${client}/submissions/${submission}/poster`;
export const submissionPutPoster = (client: string, submission: string, body: FormData, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/client/${client}/submissions/${submission}/poster`, body, signal);

/** Shows at most this much of the customer's name in public, never more than the customer chose. */
export const submissionPutName = (client: string, submission: string, body: NameLimit, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/client/${client}/submissions/${submission}/name`, body, signal);

/** Replaces the tags and the private note of a submission. */
export const submissionPutNotes = (client: string, submission: string, body: NotesChange, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/client/${client}/submissions/${submission}/notes`, body, signal);

/** Returns how often a public testimonial was seen and played in the last 30 days, by day and by site. */
export const submissionViews = (client: string, submission: string, signal?: AbortSignal) =>
  call<Views>("GET", path`/api/client/${client}/submissions/${submission}/views`, undefined, signal);

/** Returns what was said in a submission's film: words, captions, quote; or why not. */
export const transcriptGet = (client: string, submission: string, signal?: AbortSignal) =>
  call<TranscriptView>("GET", path`/api/client/${client}/submissions/${submission}/transcript`, undefined, signal);

/** Transcribes a delivered submission that has no transcript. 409 `not_transcribable`, or `no_transcriptions_left` this month. */
export const transcriptBegin = (client: string, submission: string, signal?: AbortSignal) =>
  call<TranscriptView>("POST", path`/api/client/${client}/submissions/${submission}/transcript`, undefined, signal);

/** Replaces the text of a transcript; words that stay keep their times. 409 `changed_meanwhile` for a stale version, `captions_not_allowed` without the customer's consent. */
export const transcriptPut = (client: string, submission: string, body: TranscriptChange, signal?: AbortSignal) =>
  call<TranscriptView>("PUT", path`/api/client/${client}/submissions/${submission}/transcript`, body, signal);

/** Replaces the quote of a submission, one or two ranges of words; none removes it. 409 `changed_meanwhile` for a stale version. */
export const transcriptPutQuote = (client: string, submission: string, body: QuoteChange, signal?: AbortSignal) =>
  call<TranscriptView>("PUT", path`/api/client/${client}/submissions/${submission}/transcript/quote`, body, signal);

/** Says where captions begin and where they do not. 409 `changed_meanwhile` for a stale version. */
export const transcriptPutCues = (client: string, submission: string, body: CueChange, signal?: AbortSignal) =>
  call<TranscriptView>("PUT", path`/api/client/${client}/submissions/${submission}/transcript/cues`, body, signal);

/** Marks the captions of a submission as checked, or not. 409 `changed_meanwhile` for a stale version. */
export const transcriptPutCheck = (client: string, submission: string, body: CheckChange, signal?: AbortSignal) =>
  call<TranscriptView>("PUT", path`/api/client/${client}/submissions/${submission}/transcript/check`, body, signal);

/** Returns the captions of a submission as WebVTT. 404 if it has none. */
export const transcriptCaptionsAddress = (client: string, submission: string) => path`/api/client/${client}/submissions/${submission}/captions.vtt`;

/** Returns the clips of a submission, and whether more can be made. */
export const clipList = (client: string, submission: string, signal?: AbortSignal) =>
  call<ClipList>("GET", path`/api/client/${client}/submissions/${submission}/clips`, undefined, signal);

/** Stores a clip under an id of 32 hexadecimal digits: its recipe as JSON, its film as MP4 of at most 24 MB, and its pictures as of a poster. Repeating it changes nothing. 409 `clips_not_allowed`, `no_video`, `too_many_clips`; 413 `too_large`; 415 `clip_refused`. */
export const clipPutAddress = (client: string, submission: string, clip: string) => path`/api/client/${client}/submissions/${submission}/clips/${clip}`;
export const clipPut = (client: string, submission: string, clip: string, body: FormData, signal?: AbortSignal) =>
  call<ClipView>("PUT", path`/api/client/${client}/submissions/${submission}/clips/${clip}`, body, signal);

/** Deletes a clip. 409 `clip_is_public`. */
export const clipRemove = (client: string, submission: string, clip: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/submissions/${submission}/clips/${clip}`, undefined, signal);

/** Puts a clip into the client's drive, beside its video. */
export const clipDeliver = (client: string, submission: string, clip: string, signal?: AbortSignal) =>
  call<ClipView>("POST", path`/api/client/${client}/submissions/${submission}/clips/${clip}/deliver`, undefined, signal);

/** Streams the film of a clip, with ranges. */
export const clipVideoAddress = (client: string, submission: string, clip: string, query: Query<"download">) => withQuery(path`/api/client/${client}/submissions/${submission}/clips/${clip}/video`, query);

/** Returns the poster of a clip; `card`: the picture that shared links show. */
export const clipPosterAddress = (client: string, submission: string, clip: string, query: Query<"card">) => withQuery(path`/api/client/${client}/submissions/${submission}/clips/${clip}/poster`, query);

/** Returns the captions of a clip as WebVTT. 404 if nothing is said in it. */
export const clipCaptionsAddress = (client: string, submission: string, clip: string) => path`/api/client/${client}/submissions/${submission}/clips/${clip}/captions.vtt`;

/** Shows a clip in public in place of the film, or the film again. Whether the submission is public stays as it is. 409 `clips_not_allowed`. */
export const clipPutPublic = (client: string, submission: string, body: PublicClip, signal?: AbortSignal) =>
  call<object>("PUT", path`/api/client/${client}/submissions/${submission}/public-clip`, body, signal);

/** Switches on or off whether the client's new submissions are transcribed. */
export const transcriptSwitch = (client: string, body: Transcription, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/transcription`, body, signal);

/** Lists the tags of the client's submissions. */
export const submissionTags = (client: string, signal?: AbortSignal) =>
  call<Tags>("GET", path`/api/client/${client}/tags`, undefined, signal);

/** Lists the client's walls, and the published testimonials that they can show. */
export const wallsList = (client: string, signal?: AbortSignal) =>
  call<Walls>("GET", path`/api/client/${client}/walls`, undefined, signal);

/** Creates a wall, which shows every published testimonial. 409 `too_many_walls` beyond 20. */
export const wallsCreate = (client: string, body: NewWall, signal?: AbortSignal) =>
  call<Wall>("POST", path`/api/client/${client}/walls`, body, signal);

/** Changes a wall: its name, its look and its testimonials in order, pinned ones first. */
export const wallsChange = (client: string, wall: string, body: WallSettings, signal?: AbortSignal) =>
  call<Wall>("PUT", path`/api/client/${client}/walls/${wall}`, body, signal);

/** Deletes a wall. Its addresses answer 410 from then on. */
export const wallsDelete = (client: string, wall: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/client/${client}/walls/${wall}`, undefined, signal);

/** Switches on or off whether search engines may list the client's public testimonials and walls. */
export const wallsListInSearches = (client: string, body: Listing, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/listing`, body, signal);

/** Switches on or off whether every new submission is put on hold. */
export const submissionHold = (client: string, body: Holds, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/holds`, body, signal);

/** Streams the video, with range requests; `download` sends its file name. */
export const submissionVideoAddress = (client: string, submission: string, query: Query<"download">) => withQuery(path`/api/client/${client}/submissions/${submission}/video`, query);

/** Returns the selected drive and the earlier ones that still hold videos. */
export const driveGet = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("GET", path`/api/client/${client}/drive`, undefined, signal);

/** Chooses whether videos in the client's own drives are kept, or deleted by the retention rules. */
export const driveChange = (client: string, body: DriveChange, signal?: AbortSignal) =>
  call<object>("PATCH", path`/api/client/${client}/drive`, body, signal);

/** Connects a WebDAV folder after a successful test file, and retries failed deliveries. 400 `drive_refused` with the reason; 409 `no_drive_keys`. */
export const driveConnectWebdav = (client: string, body: WebDavConnect, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/webdav`, body, signal);

/** Returns the URL of Google's consent page for the client's own Google Drive. 409 `no_drive_keys`. */
export const driveAskGoogle = (client: string, signal?: AbortSignal) =>
  call<GoogleConsent>("POST", path`/api/client/${client}/drive/google`, undefined, signal);

/** Connects a Google Drive with the authorisation code from Google's consent page, after a successful test file in a new folder. 400 `drive_refused` with the reason; 409 `no_drive_keys`. */
export const driveConnectGoogle = (client: string, body: GoogleCode, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/google/code`, body, signal);

/** Selects another of the client's drives after a successful test file, or the built-in folder, and retries failed deliveries. 400 `drive_refused` with the reason. */
export const driveChoose = (client: string, body: DriveChoice, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/choice`, body, signal);

/** Queues a move to the selected drive for every delivered video in another readable drive. */
export const driveMoveVideos = (client: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/moves`, undefined, signal);

/** Puts a test file into a connected drive and, on success, retries failed deliveries. 400 `drive_refused` with the reason. */
export const driveTest = (client: string, connection: string, signal?: AbortSignal) =>
  call<ClientDrive>("POST", path`/api/client/${client}/drive/${connection}/test`, undefined, signal);

/** Disconnects a drive and deletes its credential. If it was selected, videos go to the built-in folder. */
export const driveDisconnect = (client: string, connection: string, signal?: AbortSignal) =>
  call<ClientDrive>("DELETE", path`/api/client/${client}/drive/${connection}`, undefined, signal);

/** Replaces a client's logo or QR code. */
export const replaceAssetAddress = "/functions/v1/replace-asset";
export const replaceAsset = (body: FormData, signal?: AbortSignal) =>
  call<AssetReplaced>("POST", "/functions/v1/replace-asset", body, signal);
