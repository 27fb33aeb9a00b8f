//! All routes of the Worker except the pages of the web app, which are in [`crate::pages`].
//!
//! The list is a macro that passes its rows to another macro. The Worker's router turns them into a
//! `match`, which needs no table; [`crate::openapi`] turns them into the API description.
//!
//! A row is: method, segments (a string is literal, a name is a parameter), handler below `routes`,
//! access, query parameters, request body, answer, and a sentence. The router calls the handler
//! with `&App`, the value of the access guard, the arguments in the handler's brackets, and for
//! `json` the parsed body; the handler returns the type of the answer. A row with wrong types does
//! not compile. A handler that reads more than the JSON body (query parameters, headers, a form, a
//! stream of bytes) takes `request`. `client_form` is a form with the fields of
//! [`crate::client_form`] and those listed. The first parameter of an `Owner` route, if there is one, is
//! the client; the guard checks it and contains it.

mod pattern;

pub use access::{Access, access};

/// Passes every route to the macro `$callback`.
#[macro_export]
#[rustfmt::skip]
macro_rules! routes {
    ($callback:ident) => { $callback! {
        // Sign-in, passwords, sessions, second factor.
        "GET" ["api", "auth", "session"] auth::session::current(request) Anyone query[] body(none) answer(json Option<auth::Session>)
            "Returns the caller's session; `null` if signed out.";
        "POST" ["api", "auth", "login"] auth::login::login(request) Anyone query[] body(json auth::Login) answer(json auth::SignedIn)
            "Signs in. 401 `wrong_credentials`, `totp_required`, `totp_wrong` or `password_expired`; 403 `no_role`; 429 `too_many_attempts`.";
        "POST" ["api", "auth", "logout"] auth::login::logout(request) Anyone query[] body(none) answer(empty)
            "Ends the caller's session, if there is one.";
        "POST" ["api", "auth", "reset"] auth::login::reset(request) Anyone query[] body(json auth::Reset) answer(empty)
            "Mails a link to set a new password, if the account exists. The answer is the same either way.";
        "POST" ["api", "auth", "link"] auth::login::link(request) Anyone query[] body(json auth::OpenLink) answer(json auth::SignedIn)
            "Consumes a one-time link. 410 `link_used`.";
        "POST" ["api", "auth", "password"] auth::password::set(request) Session query[] body(json auth::NewPassword) answer(json auth::PasswordSet)
            "Sets a password. 400 `wrong_current_password` in a full session.";
        "GET" ["api", "auth", "sessions"] auth::session::list() SignedIn query[] body(none) answer(json Vec<auth::ActiveSession>)
            "Lists the caller's sessions, most recently used first.";
        "DELETE" ["api", "auth", "sessions"] auth::session::end_others() SignedIn query[] body(none) answer(empty)
            "Ends the caller's other sessions.";
        "DELETE" ["api", "auth", "sessions", session] auth::session::end(session) SignedIn query[] body(none) answer(empty)
            "Ends one of the caller's sessions.";
        "POST" ["api", "auth", "totp"] auth::totp::begin(request) SecondFactor query[] body(json auth::TotpBegin) answer(json auth::TotpSecret)
            "Creates a second factor, to be confirmed by a code within 15 minutes.";
        "DELETE" ["api", "auth", "totp"] auth::totp::end(request) SignedIn query[] body(json auth::TotpCode) answer(empty)
            "Removes the second factor. 403 `totp_mandatory` if one is required.";
        "POST" ["api", "auth", "totp", "confirm"] auth::totp::confirm(request) SecondFactor query[] body(json auth::TotpCode) answer(json auth::RecoveryCodes)
            "Confirms the second factor, ends every other session and opens a new, full one. 400 `totp_wrong`.";

        // The partners' portal.
        "GET" ["api", "affiliate", "dashboard"] affiliate::dashboard::get() Partner query["affiliateId"] body(none) answer(json commission::AffiliateDashboard)
            "Returns a partner's referrals and commissions: the caller's own; admins name `affiliateId`.";
        "POST" ["api", "affiliate", "departure"] affiliate::departure::leave() Partner query["affiliateId"] body(json affiliate::PartnershipEnd) answer(empty)
            "Ends the caller's own partnership; admins name `affiliateId` and a reason. The code and link bring no more referrals; active clients earn for 30 more days.";
        "POST" ["api", "affiliate", "payout-account"] affiliate::payout_account::begin() PartnerAlone query["affiliateId"] body(none) answer(json payout::PayoutOnboarding)
            "Returns the URL of Stripe's onboarding page; the first call creates the payout account. 409 `no_connect`; 502 `payments_away`.";
        "POST" ["api", "affiliate", "payout-account", "check"] affiliate::payout_account::check() PartnerAlone query["affiliateId"] body(none) answer(json Option<payout::PayoutAccount>)
            "Refreshes the state of the partner's payout account from Stripe. 502 `payments_away`.";
        "PUT" ["api", "affiliate", "address"] affiliate::payout_account::change_address() PartnerAlone query["affiliateId"] body(json payout::PartnerAddress) answer(empty)
            "Changes the caller's postal address, which their statements show.";
        "GET" ["api", "affiliate", "export"] affiliate::data::export() Partner query["affiliateId"] body(none) answer(json affiliate::PartnerExport)
            "Returns all data stored about a partner, as a file.";
        "POST" ["api", "affiliate", "erasure"] affiliate::data::erase(request) Partner query["affiliateId"] body(json affiliate::PartnerErasure) answer(empty)
            "Erases a former partner's personal data; needs their password, or from an admin a reason. Commissions and payouts stay. 409 `still_partner`, `last_month_open` or `money_due`.";
        "GET" ["api", "affiliate", "statements", month] affiliate::dashboard::statement(month) Partner query["affiliateId"] body(none) answer(json commission::CommissionFacts)
            "Returns the inputs of a month's commissions (such as `2026-11`), from which a browser recomputes them.";

        // The client portal.
        "GET" ["api", "client", "dashboard"] client::dashboard::get(request) Owner query["clientId", "slug"] body(none) answer(json client::Dashboard)
            "Returns the dashboard of the caller's client; admins name the client in the query. 404 `no_client`.";
        "GET" ["api", "client", client, "days"] client::dashboard::days(client) Owner query[] body(none) answer(json client::Days)
            "Returns the daily figures of the last year, without uneventful days.";
        "GET" ["api", "client", client, "credits"] client::credits::list(client, request) Owner query["before"] body(none) answer(json billing::CreditPage)
            "Lists every change of the credits, newest first, 50 per page.";
        "GET" ["api", "client", client, "archive"] client::archive::get(client) Owner query[] body(none) answer(json client::Archive)
            "Lists the parts into which the client's archive of ZIP files is split.";
        "GET" ["api", "client", client, "archive.zip"] client::archive::download(client, request) Owner query["until", "part", "ids"] body(none) answer(file)
            "Streams one part of the archive, or the submissions with these ids, as a ZIP file of videos, submissions and consents. Supports range requests.";
        "POST" ["api", "client", client, "cancellation"] client::cancellation::cancel(client) Owner query[] body(none) answer(json billing::Cancellation)
            "Cancels the plan. Access lasts until 14 days after the month paid by card; without one, 14 days from now. Then all customers' data is deleted. 409 `no_plan`; 502 `payments_away`.";
        "DELETE" ["api", "client", client, "cancellation"] client::cancellation::withdraw(client) Owner query[] body(none) answer(empty)
            "Withdraws a cancellation. 409 `plan_ended` once access has ended; 502 `payments_away`.";
        "GET" ["api", "client", client, "billing"] client::billing::get(client) Owner query[] body(none) answer(json billing::Billing)
            "Returns a client's plan and how it is paid.";
        "GET" ["api", "client", client, "payments"] client::billing::payments(client, request) Owner query["before"] body(none) answer(json billing::PaymentPage)
            "Lists a client's payments, newest first, 50 per page.";
        "POST" ["api", "client", client, "subscription"] client::billing::subscribe(client) Owner query[] body(none) answer(json billing::BillingPage)
            "Returns the URL of a Stripe page that starts paying the plan by card. 403 `inactive`; 409 `no_plan`, `already_subscribed` or `purchase_unanswered`; 502 `payments_away`.";
        "GET" ["api", "client", client, "invoices", invoice_id] client::billing::invoice(client, invoice_id) Owner query[] body(none) answer(json billing::BillingPage)
            "Returns the URL of a payment's invoice at Stripe, or of its receipt if it has no invoice. 502 `payments_away`.";
        "POST" ["api", "client", client, "billing"] client::billing::open(client) Owner query[] body(none) answer(json billing::BillingPage)
            "Returns the URL of Stripe's customer portal for card, invoices and cancellation. 409 `no_subscription`; 502 `payments_away`.";
        "PATCH" ["api", "client", client, "business"] client::business::edit(client) Owner query[] body(json admin::ClientChange) answer(json client::ClientView)
            "Edits a business's own details: name, contact, link and review address. 409 `changed_meanwhile`.";
        "PATCH" ["api", "client", client, "watermark"] client::watermark::change(client) Owner query[] body(json client::WatermarkChange) answer(json client::ClientView)
            "Switches the watermark on or off, or changes all five of its settings.";
        "GET" ["api", "client", client, "submissions"] client::submission::list(client, request) Owner query["q", "status", "tag", "from", "to", "order", "before"] body(none) answer(json client::SubmissionPage)
            "Lists submissions, newest first, 25 per page. `status` is `held`, `processed`, `pending`, `failed`, `published` or `private`.";
        "GET" ["api", "client", client, "submissions", submission] client::submission::get(client, submission) Owner query[] body(none) answer(json client::SubmissionDetail)
            "Returns one submission with its consent.";
        "DELETE" ["api", "client", client, "submissions", submission] client::submission::erase(client, request, submission) Owner query["customer", "reason"] body(none) answer(json client::ErasureResult)
            "Erases a submission, or with `customer=all` all of the same email. `reason=not-a-testimonial` refunds a credit of the last 7 days and slows the sender's IP address.";
        "GET" ["api", "client", client, "submissions.csv"] client::submission::export(client, request) Owner query["q", "status", "tag", "from", "to", "order"] body(none) answer(file)
            "Returns all submissions that match the filters, as CSV.";
        "POST" ["api", "client", client, "submissions", "erase"] client::submission::erase_selection(client) Owner query[] body(json client::Selection) answer(json client::ErasureResult)
            "Erases up to 50 submissions at their customers' request.";
        "POST" ["api", "client", client, "submissions", "reject"] client::submission::reject(client) Owner query[] body(json client::Selection) answer(json client::ErasureResult)
            "Erases up to 50 submissions that are not testimonials, refunds credits of the last 7 days and slows the senders' IP addresses.";
        "POST" ["api", "client", client, "submissions", "release"] client::submission::release(client) Owner query[] body(json client::Selection) answer(json client::ReleaseResult)
            "Releases up to 50 submissions from hold: each takes a credit and is delivered.";
        "GET" ["api", "client", client, "mails"] client::mails::get(client) Owner query[] body(none) answer(json client::MailSettings)
            "Returns the settings of a client's mails: recipients, kinds and the time of the daily digest.";
        "PUT" ["api", "client", client, "mails"] client::mails::put(client) Owner query[] body(json client::MailSettings) answer(json client::MailSettings)
            "Changes the settings of a client's mails.";
        "DELETE" ["api", "client", client, "assets", asset] client::asset::remove(client, asset) Owner query[] body(none) answer(empty)
            "Removes the `logo`, or the client's own `qr` code.";
        "POST" ["api", "client", client, "submissions", "publish"] client::submission::publish(client) Owner query[] body(json client::Selection) answer(json client::Published)
            "Publishes up to 50 submissions. Each is public once its video has been copied.";
        "POST" ["api", "client", client, "submissions", "unpublish"] client::submission::unpublish(client) Owner query[] body(json client::Selection) answer(json client::Published)
            "Takes up to 50 submissions back from the public.";
        "GET" ["api", "client", client, "submissions", submission, "consent"] client::submission::consent(client, submission) Owner query[] body(none) answer(json client::SignedConsent)
            "Returns the consent record of a submission, signed (JWS).";
        "POST" ["api", "client", client, "submissions", submission, "consent", "ask"] client::submission::ask_again(client, submission) Owner query[] body(none) answer(empty)
            "Asks the customer by mail to agree to the current consent texts. 409 `nothing_to_ask`, or `asked_already` within a week.";
        "GET" ["api", "client", client, "submissions", submission, "preview"] client::submission::preview(client, submission) Owner query[] body(none) answer(file)
            "Returns the public page of a submission as it would look if it were published now. 404 while it is on hold, and after a withdrawal.";
        "GET" ["api", "client", client, "submissions", submission, "poster"] client::submission::poster(client, request, submission) Owner query["card"] body(none) answer(file)
            "Returns the poster of a submission; `card`: the picture that shared links show. 404 if it has none yet.";
        "PUT" ["api", "client", client, "submissions", submission, "poster"] client::submission::put_poster(client, request, submission) Owner query[] body(form "still", "card") answer(empty)
            "Replaces the poster of a submission: a JPEG of at most 25 kB in the video's shape, and one of 1200 by 630 pixels and at most 300 kB. 415 `poster_refused`.";
        "PUT" ["api", "client", client, "submissions", submission, "name"] client::submission::put_name(client, submission) Owner query[] body(json client::NameLimit) answer(empty)
            "Shows at most this much of the customer's name in public, never more than the customer chose.";
        "PUT" ["api", "client", client, "submissions", submission, "notes"] client::submission::put_notes(client, submission) Owner query[] body(json client::NotesChange) answer(empty)
            "Replaces the tags and the private note of a submission.";
        "GET" ["api", "client", client, "submissions", submission, "views"] client::submission::views(client, submission) Owner query[] body(none) answer(json client::Views)
            "Returns how often a public testimonial was seen and played in the last 30 days, by day and by site.";
        "GET" ["api", "client", client, "submissions", submission, "transcript"] client::transcript::get(client, submission) Owner query[] body(none) answer(json transcripts::TranscriptView)
            "Returns what was said in a submission's film: words, captions, quote; or why not.";
        "POST" ["api", "client", client, "submissions", submission, "transcript"] client::transcript::begin(client, submission) Owner query[] body(none) answer(json transcripts::TranscriptView)
            "Transcribes a delivered submission that has no transcript. 409 `not_transcribable`, or `no_transcriptions_left` this month.";
        "PUT" ["api", "client", client, "submissions", submission, "transcript"] client::transcript::put(client, submission) Owner query[] body(json transcripts::TranscriptChange) answer(json transcripts::TranscriptView)
            "Replaces the text of a transcript; words that stay keep their times. 409 `changed_meanwhile` for a stale version, `captions_not_allowed` without the customer's consent.";
        "PUT" ["api", "client", client, "submissions", submission, "transcript", "quote"] client::transcript::put_quote(client, submission) Owner query[] body(json transcripts::QuoteChange) answer(json transcripts::TranscriptView)
            "Replaces the quote of a submission, one or two ranges of words; none removes it. 409 `changed_meanwhile` for a stale version.";
        "PUT" ["api", "client", client, "submissions", submission, "transcript", "cues"] client::transcript::put_cues(client, submission) Owner query[] body(json transcripts::CueChange) answer(json transcripts::TranscriptView)
            "Says where captions begin and where they do not. 409 `changed_meanwhile` for a stale version.";
        "PUT" ["api", "client", client, "submissions", submission, "transcript", "check"] client::transcript::put_check(client, submission) Owner query[] body(json transcripts::CheckChange) answer(json transcripts::TranscriptView)
            "Marks the captions of a submission as checked, or not. 409 `changed_meanwhile` for a stale version.";
        "GET" ["api", "client", client, "submissions", submission, "captions.vtt"] client::transcript::captions(client, submission) Owner query[] body(none) answer(file)
            "Returns the captions of a submission as WebVTT. 404 if it has none.";
        "GET" ["api", "client", client, "submissions", submission, "clips"] client::clip::list(client, submission) Owner query[] body(none) answer(json clips::ClipList)
            "Returns the clips of a submission, and whether more can be made.";
        "PUT" ["api", "client", client, "submissions", submission, "clips", clip] client::clip::put(client, request, submission, clip) Owner query[] body(form "recipe", "film", "still", "card") answer(json clips::ClipView)
            "Stores a clip under an id of 32 hexadecimal digits: its recipe as JSON, its film as MP4 of at most 24 MB, and its pictures as of a poster. Repeating it changes nothing. 409 `clips_not_allowed`, `no_video`, `too_many_clips`; 413 `too_large`; 415 `clip_refused`.";
        "DELETE" ["api", "client", client, "submissions", submission, "clips", clip] client::clip::remove(client, submission, clip) Owner query[] body(none) answer(empty)
            "Deletes a clip. 409 `clip_is_public`.";
        "POST" ["api", "client", client, "submissions", submission, "clips", clip, "deliver"] client::clip::deliver(client, submission, clip) Owner query[] body(none) answer(json clips::ClipView)
            "Puts a clip into the client's drive, beside its video.";
        "GET" ["api", "client", client, "submissions", submission, "clips", clip, "video"] client::clip::video(client, request, submission, clip) Owner query["download"] body(none) answer(file)
            "Streams the film of a clip, with ranges.";
        "GET" ["api", "client", client, "submissions", submission, "clips", clip, "poster"] client::clip::poster(client, request, submission, clip) Owner query["card"] body(none) answer(file)
            "Returns the poster of a clip; `card`: the picture that shared links show.";
        "GET" ["api", "client", client, "submissions", submission, "clips", clip, "captions.vtt"] client::clip::captions(client, submission, clip) Owner query[] body(none) answer(file)
            "Returns the captions of a clip as WebVTT. 404 if nothing is said in it.";
        "PUT" ["api", "client", client, "submissions", submission, "public-clip"] client::clip::put_public(client, submission) Owner query[] body(json clips::PublicClip) answer(empty)
            "Shows a clip in public in place of the film, or the film again. Whether the submission is public stays as it is. 409 `clips_not_allowed`.";
        "PATCH" ["api", "client", client, "transcription"] client::transcript::switch(client) Owner query[] body(json transcripts::Transcription) answer(empty)
            "Switches on or off whether the client's new submissions are transcribed.";
        "GET" ["api", "client", client, "tags"] client::submission::tags(client) Owner query[] body(none) answer(json client::Tags)
            "Lists the tags of the client's submissions.";
        "GET" ["api", "client", client, "walls"] client::walls::list(client) Owner query[] body(none) answer(json walls::Walls)
            "Lists the client's walls, and the published testimonials that they can show.";
        "POST" ["api", "client", client, "walls"] client::walls::create(client) Owner query[] body(json walls::NewWall) answer(json walls::Wall)
            "Creates a wall, which shows every published testimonial. 409 `too_many_walls` beyond 20.";
        "PUT" ["api", "client", client, "walls", wall] client::walls::change(client, wall) Owner query[] body(json walls::WallSettings) answer(json walls::Wall)
            "Changes a wall: its name, its look and its testimonials in order, pinned ones first.";
        "DELETE" ["api", "client", client, "walls", wall] client::walls::delete(client, wall) Owner query[] body(none) answer(empty)
            "Deletes a wall. Its addresses answer 410 from then on.";
        "PATCH" ["api", "client", client, "listing"] client::walls::list_in_searches(client) Owner query[] body(json walls::Listing) answer(empty)
            "Switches on or off whether search engines may list the client's public testimonials and walls.";
        "PATCH" ["api", "client", client, "holds"] client::submission::hold(client) Owner query[] body(json client::Holds) answer(empty)
            "Switches on or off whether every new submission is put on hold.";
        "GET" ["api", "client", client, "submissions", submission, "video"] client::submission::video(client, request, submission) Owner query["download"] body(none) answer(file)
            "Streams the video, with range requests; `download` sends its file name.";

        "GET" ["api", "client", client, "drive"] client::drive::get(client) Owner query[] body(none) answer(json drive::ClientDrive)
            "Returns the selected drive and the earlier ones that still hold videos.";
        "PATCH" ["api", "client", client, "drive"] client::drive::change(client) Owner query[] body(json drive::DriveChange) answer(empty)
            "Chooses whether videos in the client's own drives are kept, or deleted by the retention rules.";
        "POST" ["api", "client", client, "drive", "webdav"] client::drive::connect_webdav(client) Owner query[] body(json drive::WebDavConnect) answer(json drive::ClientDrive)
            "Connects a WebDAV folder after a successful test file, and retries failed deliveries. 400 `drive_refused` with the reason; 409 `no_drive_keys`.";
        "POST" ["api", "client", client, "drive", "google"] client::drive::ask_google(client) Owner query[] body(none) answer(json drive::GoogleConsent)
            "Returns the URL of Google's consent page for the client's own Google Drive. 409 `no_drive_keys`.";
        "POST" ["api", "client", client, "drive", "google", "code"] client::drive::connect_google(client) Owner query[] body(json drive::GoogleCode) answer(json drive::ClientDrive)
            "Connects a Google Drive with the authorisation code from Google's consent page, after a successful test file in a new folder. 400 `drive_refused` with the reason; 409 `no_drive_keys`.";
        "POST" ["api", "client", client, "drive", "google", "folder"] client::drive::connect_google_folder(client) Admin query[] body(json drive::GoogleFolder) answer(json drive::ClientDrive)
            "Connects a folder in a Shared Drive that the deployment's service account can write to. 400 `drive_refused` with the reason; 409 `no_drive_keys`.";
        "POST" ["api", "client", client, "drive", "choice"] client::drive::choose(client) Owner query[] body(json drive::DriveChoice) answer(json drive::ClientDrive)
            "Selects another of the client's drives after a successful test file, or the built-in folder, and retries failed deliveries. 400 `drive_refused` with the reason.";
        "POST" ["api", "client", client, "drive", "moves"] client::drive::move_videos(client) Owner query[] body(none) answer(json drive::ClientDrive)
            "Queues a move to the selected drive for every delivered video in another readable drive.";
        "POST" ["api", "client", client, "drive", "google", "platform"] client::drive::connect_platform_folder(client) Admin query[] body(none) answer(json drive::ClientDrive)
            "Creates the client's folder in the product's own Google Drive, tests it, shares it with the client's email and selects it. 400 `drive_refused` with the reason; 409 `no_platform_drive`.";
        "POST" ["api", "client", client, "drive", connection, "test"] client::drive::test(client, connection) Owner query[] body(none) answer(json drive::ClientDrive)
            "Puts a test file into a connected drive and, on success, retries failed deliveries. 400 `drive_refused` with the reason.";
        "DELETE" ["api", "client", client, "drive", connection] client::drive::disconnect(client, connection) Owner query[] body(none) answer(json drive::ClientDrive)
            "Disconnects a drive and deletes its credential. If it was selected, videos go to the built-in folder.";

        // Public API.
        "GET" ["api", "health"] public::health::get(request) Anyone query[] body(none) answer(json health::Health)
            "Returns whether the product works: 200 or 503. Admins always get 200, with the result of each check.";
        "POST" ["api", "health"] public::health::check() Operator query[] body(none) answer(json health::Health)
            "Writes to the bucket and mails the first admin, at most once a minute, to prove that jobs run and mail is sent. The deployment script may call it too. 409 `no_admin`.";
        "GET" ["api", "openapi.json"] public::site::openapi() Anyone query[] body(none) answer(file)
            "Returns this description.";
        "GET" ["api", "public", "get_client_by_slug"] public::client::by_slug(request) Anyone query["_slug"] body(none) answer(json Vec<public::PublicClient>)
            "Returns zero or one client, with the fields that record pages may see.";
        "GET" ["api", "public", "get_affiliate_by_sponsor_name"] public::affiliate::by_sponsor_name(request) Anyone query["_sponsor_name"] body(none) answer(json Vec<affiliate::Sponsor>)
            "Lists up to five partners with this full name, ignoring case and spacing, earliest approved first.";
        "GET" ["api", "public", "partner-codes", code] public::affiliate::code(code) Anyone query[] body(none) answer(json affiliate::PartnerCode)
            "Returns a promotion code if it belongs to a partner, and so discounts every month. 404 otherwise.";
        "POST" ["api", "public", "affiliates"] public::affiliate::apply(request) Anyone query[] body(json affiliate::AffiliateApplication) answer(json public::SubmitReply)
            "Applies to become a partner. 400 `invalid` with `fields`, also for an email that has applied and for a sponsor who is not a partner; 429 `challenge_required` or `too_many_applications`.";
        "GET" ["api", "public", "checkout", checkout] public::checkout::get(request, checkout) Anyone query[] body(none) answer(json site::PaidCheckout)
            "Returns what a completed purchase bought, and the payer's email. 429 `too_many_attempts`; 502 `payments_away`.";
        "POST" ["api", "public", "checkout", checkout_id, "business"] public::checkout::answer(request, checkout_id) Anyone query[] body(json site::PurchaseAnswer) answer(json site::PurchaseAnswered)
            "Assigns a purchase to a business if the payer's email already belongs to one. 404 unless the buyer was asked; 429 `too_many_attempts`; 502 `payments_away`.";
        "POST" ["api", "public", "sign-ups", "confirm"] public::sign_up::confirm() Anyone query[] body(json site::ConfirmSignUp) answer(json public::SubmitReply)
            "Confirms a sign-up with the token from its mail. Idempotent. 403 `link_invalid`; 410 `link_expired`.";
        "POST" ["api", "public", "films"] public::verify::film(request) Anyone query[] body(json public::FilmQuestion) answer(json public::FilmConsents)
            "Returns the consents to a video by its SHA-256. 429 `too_many_attempts`.";
        "OPTIONS" ["api", "uploads"] public::upload::options() Anyone query[] body(none) answer(tus)
            "Returns the capabilities of the tus 1.0.0 server.";
        "POST" ["api", "uploads"] public::upload::create(request) Anyone query[] body(bytes "application/offset+octet-stream") answer(tus)
            "Creates a resumable upload for the client named in `Upload-Metadata`; a body contains the first bytes. 423 `upload_locked` if the id exists; 429 `too_many_uploads`.";
        "OPTIONS" ["api", "uploads", upload] public::upload::options_of(upload) Anyone query[] body(none) answer(tus)
            "Returns the capabilities of the tus 1.0.0 server.";
        "HEAD" ["api", "uploads", upload] public::upload::head(request, upload) Anyone query[] body(none) answer(tus)
            "Returns how many bytes of an upload are stored.";
        "PATCH" ["api", "uploads", upload] public::upload::patch(request, upload) Anyone query[] body(bytes "application/offset+octet-stream") answer(tus)
            "Appends bytes at the upload's current offset. 409 `wrong_offset`; 423 `upload_locked`.";
        "DELETE" ["api", "uploads", upload] public::upload::delete(request, upload) Anyone query[] body(none) answer(tus)
            "Deletes an upload that was not accepted.";

        // The admin area.
        "GET" ["api", "admin", "clients"] admin::client::list(request) Admin query["q", "status", "plan", "sort", "order", "before"] body(none) answer(json admin::ClientPage)
            "Lists clients, 50 per page.";
        "GET" ["api", "admin", "clients.csv"] admin::client::export(request) Admin query["q", "status", "plan", "sort", "order"] body(none) answer(csv)
            "Returns all clients that match the filters, as CSV.";
        "GET" ["api", "admin", "clients", client] admin::client::get(client) Admin query[] body(none) answer(json admin::ClientRecord)
            "Returns one client.";
        "PATCH" ["api", "admin", "clients", client] admin::client::edit(client) Admin query[] body(json admin::ClientChange) answer(json admin::ClientRecord)
            "Changes fields of a client. 400 `both_credits`; 409 `changed_meanwhile` names the fields that somebody else changed.";
        "POST" ["api", "admin", "clients", client, "status"] admin::client::status(client) Admin query[] body(json admin::StatusChange) answer(json admin::ClientRecord)
            "Activates or suspends a client. 409 `changed_meanwhile`.";
        "GET" ["api", "admin", "slug"] admin::client::slug(request) Admin query["company", "slug", "client"] body(none) answer(json admin::SlugAnswer)
            "Suggests a slug for a company, or returns whether one is free.";
        "POST" ["api", "admin", "drive-check"] admin::drive::check() Admin query[] body(json admin::DriveCheck) answer(json admin::DriveAnswer)
            "Returns whether videos can be delivered to a drive.";
        "GET" ["api", "admin", "google-drive"] admin::google_drive::get() Admin query[] body(none) answer(json drive::PlatformDrive)
            "Returns the state of the product's own Google Drive.";
        "POST" ["api", "admin", "google-drive"] admin::google_drive::ask() Admin query[] body(none) answer(json drive::GoogleConsent)
            "Returns the URL of Google's consent page for the product's own Google Drive. 409 `no_drive_keys`.";
        "POST" ["api", "admin", "google-drive", "code"] admin::google_drive::connect() Admin query[] body(json drive::GoogleCode) answer(json drive::PlatformDrive)
            "Connects the product's own Google Drive with the authorisation code from Google's consent page, and delivers what was waiting. 400 `drive_refused` with the reason; 409 `no_drive_keys`.";
        "POST" ["api", "admin", "google-drive", "test"] admin::google_drive::test() Admin query[] body(none) answer(json drive::PlatformDrive)
            "Puts a test file into the product's own Google Drive and, on success, delivers what was waiting. 400 `drive_refused` with the reason; 409 `no_platform_drive`.";
        "DELETE" ["api", "admin", "google-drive"] admin::google_drive::disconnect() Admin query[] body(none) answer(json drive::PlatformDrive)
            "Disconnects the product's own Google Drive and revokes its permission. 409 `no_platform_drive`, or `drive_in_use` while clients' folders use it.";
        "GET" ["api", "admin", "failed-uploads"] admin::submission::failed(request) Admin query["before"] body(none) answer(json admin::FailedUploads)
            "Lists submissions that could not be delivered, newest first, 50 per page.";
        "POST" ["api", "admin", "submissions", "retry-all"] admin::submission::retry_all() Admin query[] body(none) answer(json admin::RetryResult)
            "Requeues the oldest 500 failed deliveries.";
        "POST" ["api", "admin", "submissions", submission, "retry"] admin::submission::retry(submission) Admin query[] body(none) answer(json admin::RetryResult)
            "Requeues a failed delivery.";
        "GET" ["api", "admin", "affiliates"] admin::affiliate::list(request) Admin query["status", "before"] body(none) answer(json affiliate::AffiliatePage)
            "Lists the pending applications with `status=pending`, otherwise the partners, newest first, 50 per page.";
        "PUT" ["api", "admin", "affiliates", affiliate] admin::affiliate::configure(affiliate) Admin query[] body(json affiliate::AffiliateConfiguration) answer(empty)
            "Stores an application's promotion code and notes. 400 `code_missing`, `code_unusable`, `code_expired`, `code_limited`, `code_discount`, `code_taken` or `no_coupon`; 409 `application_decided`; 502 `payments_away`.";
        "DELETE" ["api", "admin", "affiliates", affiliate] admin::affiliate::reject(affiliate) Admin query[] body(none) answer(empty)
            "Rejects an application; the same email may apply again. 409 `application_decided`.";
        "POST" ["api", "admin", "affiliates", affiliate, "payouts"] admin::commission::pay(affiliate) Admin query[] body(json payout::PayoutRequest) answer(json payout::Payout)
            "Pays out a partner's balance up to and including a month, once. 409 `not_payable_yet`, `month_uncounted`, `below_minimum`, `nothing_pending`, `amount_changed` or `no_payout_account`.";
        "GET" ["api", "admin", "owed"] admin::payout::owed(request) Admin query["before"] body(none) answer(json payout::OwedPage)
            "Lists partners with a balance and what blocks their payout, longest waiting first, 50 per page.";
        "GET" ["api", "admin", "payouts"] admin::payout::list(request) Admin query["before"] body(none) answer(json payout::Payouts)
            "Lists payouts to partners with their status, newest first, 50 per page.";
        "POST" ["api", "admin", "payouts", payout, "settlement"] admin::payout::settle(payout) Admin query[] body(json payout::PayoutResolution) answer(json payout::PayoutLine)
            "Retries a failed transfer, or records a manual payment, after looking up the transfer at Stripe. 409 `payout_settled`, `no_payout_account` or `no_connect`; 502 `payments_away`.";
        "DELETE" ["api", "admin", "affiliates", affiliate, "departure"] admin::affiliate::take_back(affiliate) Admin query[] body(none) answer(empty)
            "Reinstates a partner who has left. 409 `partnership_over` after 30 days.";
        "GET" ["api", "admin", "commissions"] admin::commission::list(request) Admin query["month", "before"] body(none) answer(json commission::MonthlyCommissions)
            "Lists the commissions of a month, a line for each partner, 50 per page; without `month`, of the last complete month.";
        "GET" ["api", "admin", "clients", client, "referral"] admin::commission::referral(client) Admin query[] body(none) answer(json Option<commission::ReferralRecord>)
            "Returns who referred a client, when, and by what evidence.";
        "PUT" ["api", "admin", "clients", client, "referral"] admin::commission::settle(client) Admin query[] body(json commission::ReferrerChange) answer(empty)
            "Sets or clears a client's referrer. 409 `changed_meanwhile`.";
        "GET" ["api", "admin", "onboarding-requests"] admin::onboarding_request::list(request) Admin query["before"] body(none) answer(json site::OnboardingRequestPage)
            "Lists buyers' set-up requests, newest first, 50 per page.";
        "DELETE" ["api", "admin", "onboarding-requests", request_id] admin::onboarding_request::dismiss(request_id) Admin query[] body(none) answer(empty)
            "Dismisses a set-up request.";
        "POST" ["api", "admin", "onboarding-requests", request_id, "use"] admin::onboarding_request::use_for_client(request_id) Admin query[] body(none) answer(empty)
            "Sets up the client of the request's purchase with it, and invites the client. 409 `not_usable` if no such client is waiting, or `address_taken`.";
        "GET" ["api", "admin", "onboarding-requests", request_id, "logo"] admin::onboarding_request::logo(request_id) Admin query[] body(none) answer(file)
            "Returns the logo of a set-up request.";
        "GET" ["api", "admin", "sign-ups"] admin::sign_up::list(request) Admin query["q", "status", "before"] body(none) answer(json site::SignUpPage)
            "Lists sign-ups for the mailing list, newest first, 50 per page.";
        "GET" ["api", "admin", "sign-ups.csv"] admin::sign_up::export(request) Admin query["q", "status"] body(none) answer(csv)
            "Returns all sign-ups that match the filters, as CSV.";
        "POST" ["api", "admin", "sign-ups", "retry-all"] admin::sign_up::retry_all() Admin query[] body(none) answer(json admin::RetryResult)
            "Requeues the oldest 500 failed sign-ups.";
        "DELETE" ["api", "admin", "sign-ups", sign_up] admin::sign_up::delete(sign_up) Admin query[] body(none) answer(empty)
            "Deletes a sign-up with its mails.";
        "POST" ["api", "admin", "sign-ups", sign_up, "retry"] admin::sign_up::retry(sign_up) Admin query[] body(none) answer(json admin::RetryResult)
            "Requeues a failed sign-up.";
        "GET" ["api", "admin", "forwards"] admin::forward::list(request) Admin query["before"] body(none) answer(json site::ForwardPage)
            "Lists submissions forwarded to automation URLs, newest first, 50 per page.";
        "POST" ["api", "admin", "forwards", submission, "retry"] admin::forward::retry(submission) Admin query[] body(none) answer(json admin::RetryResult)
            "Requeues a failed forward. 409 `forward_in_flight`.";
        "GET" ["api", "admin", "overview"] admin::overview::get() Admin query[] body(none) answer(json operations::Overview)
            "Returns the queue, failures, schedules and figures.";
        "GET" ["api", "admin", "emails"] admin::email::list(request) Admin query["q", "status", "before"] body(none) answer(json operations::EmailPage)
            "Lists emails, newest first, 50 per page.";
        "POST" ["api", "admin", "emails", email, "resend"] admin::email::resend(email) Admin query[] body(none) answer(empty)
            "Requeues an email. 409 `email_in_flight`.";
        "GET" ["api", "admin", "retention"] admin::retention::get() Admin query[] body(none) answer(json operations::Retention)
            "Returns what is deleted within the next 30 days, when and why.";
        "POST" ["api", "admin", "demo-erasures"] admin::retention::erase_demos() Admin query[] body(json operations::DemoErasure) answer(json client::ErasureResult)
            "Erases all demos of an email address.";
        "GET" ["api", "admin", "payments"] admin::payment::list(request) Admin query["q", "before"] body(none) answer(json payments::Payments)
            "Lists Stripe's events, newest first, and the payments that need an admin.";
        "GET" ["api", "admin", "money.csv"] admin::money::movements(request) Admin query["from", "to"] body(none) answer(csv)
            "Returns every movement of the Stripe balance between two days (UTC) as CSV: payments, refunds, disputes, payouts to partners, fees; and payouts made by hand. 400 without a range, or for more than a year; 502 `payments_away`.";
        "GET" ["api", "admin", "commissions.csv"] admin::money::commissions(request) Admin query["from", "to"] body(none) answer(csv)
            "Returns every commission of the months between two days, as CSV.";
        "POST" ["api", "admin", "subscriptions", subscription_id, "refund"] admin::payment::refund_subscription(subscription_id) Admin query[] body(none) answer(empty)
            "Refunds and ends an unassigned subscription. 404 if it is assigned; 409 `payment_decided`; 502 `payments_away`.";
        "POST" ["api", "admin", "top-ups", top_up_id, "refund"] admin::payment::refund_top_up(top_up_id) Admin query[] body(none) answer(empty)
            "Refunds an unassigned top-up. 404 if it is unknown; 409 `payment_decided`; 502 `payments_away`.";
        "PUT" ["api", "admin", "plan-products", product] admin::payment::map_product(product) Admin query[] body(json payments::ProductPlan) answer(empty)
            "Maps a Stripe product to a plan, which its payers then have, with its credits. 404 if no payment waits for it; 502 `payments_away`.";
        "POST" ["api", "admin", "subscriptions", subscription_id, "client"] admin::payment::assign_subscription(subscription_id) Admin query[] body(json payments::WhosePayment) answer(empty)
            "Assigns an unassigned subscription to a client. 409 `payment_decided`; 502 `payments_away`.";
        "POST" ["api", "admin", "top-ups", top_up_id, "client"] admin::payment::assign_top_up(top_up_id) Admin query[] body(json payments::WhosePayment) answer(empty)
            "Assigns an unassigned top-up to a client. 409 `payment_decided`.";
        "GET" ["api", "admin", "search"] admin::search::find(request) Admin query["q"] body(none) answer(json search::SearchResults)
            "Searches customers, submissions, uploads, businesses, partners, payments and mails; an address also finds what was refused, cut off or erased.";
        "GET" ["api", "admin", "timeline", kind, id] admin::search::timeline(kind, id) Admin query[] body(none) answer(json search::Timeline)
            "Returns the history of a search result, as a sentence and as steps.";
        "GET" ["api", "admin", "audit"] admin::audit::list(request) Admin query["subject", "q", "action", "from", "to", "before"] body(none) answer(json operations::AuditPage)
            "Lists the audit log, newest first, 50 per page.";
        "DELETE" ["api", "admin", "sessions"] admin::session::end() Admin query[] body(json admin::EndSessions) answer(json admin::EndedSessions)
            "Ends every session of an account except the caller's own.";
        "GET" ["api", "admin", "settings"] admin::setting::list() Admin query[] body(none) answer(json Vec<operations::SettingSummary>)
            "Lists every setting.";
        "GET" ["api", "admin", "stripe-setup"] admin::stripe_setup::get() Admin query[] body(none) answer(json stripe_setup::StripeSetup)
            "Returns whether the Stripe account has what the product needs.";
        "POST" ["api", "admin", "stripe-setup"] admin::stripe_setup::create() Admin query[] body(none) answer(json stripe_setup::StripeSetupDone)
            "Creates missing Stripe objects and returns the new state.";
        "PUT" ["api", "admin", "settings", key] admin::setting::change(key) Admin query[] body(json operations::SettingChange) answer(json operations::SettingSummary)
            "Changes a setting; an empty value resets it to its default. 409 `changed_meanwhile`.";

        // Server functions, under the names in the specification.
        "POST" ["functions", "v1", "submit-testimonial"] functions::submit_testimonial::submit(request) Anyone query[] body(form "clientId", "customerName", "customerEmail", "consentData", "consentMarketing", "consentVersion", "watermarked", "soundLeftOut", "endMissing", "unfinished", "posterStill", "posterCard", "uploadId", "video") answer(json public::SubmitReply)
            "Submits a testimonial: the video as the last part, or the `uploadId` of a finished upload.";
        "POST" ["functions", "v1", "subscribe-getresponse"] functions::subscribe_getresponse::subscribe(request) Anyone query[] body(json site::SignUp) answer(json site::SignUpReply)
            "Signs up for the mailing list.";
        "POST" ["functions", "v1", "client-onboarding"] functions::client_onboarding::submit(request) Anyone query[] body(form "name", "email", "company", "reviewPlatform", "reviewUrl", "timestamp", "checkout", "logo") answer(json public::SubmitReply)
            "Sets up the client of the purchase `checkout` if the payer's email matches; otherwise stores the request for an admin. 409 `purchase_over`; 413 `image_too_large`; 429 `too_many_mails`.";
        "POST" ["functions", "v1", "create-client"] functions::create_client::create(request) Admin query[] body(client_form "logoFile", "qrFile", "onboardingRequestId") answer(json admin::CreatedClient)
            "Creates a client with its user and a temporary password.";
        "POST" ["functions", "v1", "invite-client"] functions::invite_client::send() Admin query[] body(json functions::InviteClient) answer(json public::SubmitReply)
            "Mails a client the link that sets the first password. 409 `address_taken`.";
        "POST" ["functions", "v1", "replace-asset"] functions::replace_asset::replace(request) Owner query[] body(form "clientId", "assetType", "file", "currentUrl") answer(json client::AssetReplaced)
            "Replaces a client's logo or QR code.";
        "POST" ["functions", "v1", "send-welcome-email"] functions::send_welcome_email::send() SignedIn query[] body(json functions::SendWelcomeEmail) answer(json public::SubmitReply)
            "Mails the caller a welcome, once.";
        "POST" ["functions", "v1", "create-affiliate-account"] functions::create_affiliate_account::create() Admin query[] body(json functions::CreateAffiliateAccount) answer(json public::SubmitReply)
            "Approves an application: creates the partner's account, and mails the promotion code and a link to set the password. 400 with the codes of `PUT /api/admin/affiliates/{affiliate}`; 409 `code_needed`, `partner_taken` or `changed_meanwhile`; 502 `payments_away`.";
        "POST" ["functions", "v1", "calculate-monthly-commissions"] functions::calculate_monthly_commissions::calculate() Admin query[] body(json commission::CalculateCommissions) answer(json commission::CalculationResult)
            "Computes the commissions of a month: the current one as of now, an earlier one as of its close.";
        "POST" ["functions", "v1", "notify-admin-new-affiliate"] functions::notify_admin_new_affiliate::refuse() Nobody query[] body(none) answer(empty)
            "Rejects every caller: an application itself notifies the admins. Kept for the specification.";
        "POST" ["functions", "v1", "send-affiliate-password-reset"] functions::send_affiliate_password_reset::send(request) Anyone query[] body(json functions::AffiliatePasswordReset) answer(json public::SubmitReply)
            "Mails a partner a link to set a new password. The answer is the same whether or not the partner exists.";
        "POST" ["webhooks", "testimonials", endpoint] webhooks::testimonial::receive(request, endpoint) Anyone query[] body(form "name", "email", "timestamp", "privacyConsent", "marketingConsent", "consentVersion", "watermarked", "soundLeftOut", "endMissing", "unfinished", "posterStill", "posterCard", "video") answer(json public::SubmitReply)
            "Submits a testimonial from a dialog: `live`, `demo`, or a branded page's name.";

        "POST" ["webhooks", "stripe"] webhooks::stripe::receive(request) Anyone query[] body(bytes "application/json") answer(empty)
            "Receives a Stripe event signed with one of this deployment's secrets. 400 `invalid_signature` or `livemode_mismatch`.";

        // Files and pages rendered by the Worker.
        "GET" [".well-known", "jwks.json"] public::verify::keys() Anyone query[] body(none) answer(file) "Returns the public keys of consent records as a JWK set (RFC 7517).";
        "GET" ["sitemap.xml"] public::site::map() Anyone query[] body(none) answer(file) "Returns the sitemap.";
        "GET" ["robots.txt"] public::site::robots() Anyone query[] body(none) answer(file) "Returns which pages search engines may visit.";
        "GET" ["manifest.webmanifest"] public::site::manifest() Anyone query[] body(none) answer(file) "Returns the web app's manifest.";
        "GET" ["favicon.ico"] public::site::favicon() Anyone query[] body(none) answer(file) "Returns the icon that browsers request by this name, regardless of the page's links.";
        "GET" ["apple-touch-icon.png"] public::site::apple_touch_icon() Anyone query[] body(none) answer(file) "Returns the icon that iOS requests by this name.";
        "GET" ["site", file] public::site::picture(file) Anyone query[] body(none) answer(file) "Returns a picture of the site.";
        "GET" ["site", "logos", file] public::site::logo(file) Anyone query[] body(none) answer(file) "Returns the logo of a built-in client.";
        "GET" ["media", client, file] public::asset::get(client, file) Anyone query[] body(none) answer(file) "Returns a client's logo or QR code.";
        "GET" ["t", testimonial] public::testimonial::page(testimonial) Published query[] body(none) answer(file) "Shows a public testimonial.";
        "GET" ["t", testimonial, "film"] public::testimonial::film(testimonial, request) Published query[] body(none) answer(file) "Streams the film of a public testimonial, with range requests.";
        "POST" ["t", testimonial, "views"] public::testimonial::count(testimonial, request) Published query["view", "host"] body(none) answer(empty) "Counts that a public testimonial was `shown`, or its video `begun`, played to the `half` or `whole`, on the site `host`. Stores nothing about the caller.";
        "GET" ["t", testimonial, "captions.vtt"] public::testimonial::captions(testimonial) Published query[] body(none) answer(file) "Returns the captions of a public testimonial as WebVTT. 404 if it has none.";
        "GET" ["t", testimonial, "poster.jpg"] public::testimonial::poster(testimonial, request) Published query[] body(none) answer(file) "Returns the poster of a public testimonial.";
        "GET" ["t", testimonial, "card.jpg"] public::testimonial::card(testimonial, request) Published query[] body(none) answer(file) "Returns the picture of a public testimonial for previews of links, 1200 by 630 pixels.";
        "GET" ["embed", testimonial] public::testimonial::embed(testimonial) Published query[] body(none) answer(file) "Shows the film of a public testimonial, for frames on other sites.";
        "GET" ["embed", "wall", wall] public::wall::embed(wall, request) PublishedWall query["page", "font"] body(none) answer(file) "Shows a wall of testimonials, for frames on other sites; `font` names the site's typeface.";
        "GET" ["embed.js"] public::wall::script(request) Anyone query[] body(none) answer(file) "Returns the script that shows testimonials and walls on other sites.";
        "GET" ["w", wall] public::wall::page(wall, request) PublishedWall query["page"] body(none) answer(file) "Shows a wall of testimonials, 12 per page.";
        "GET" ["w", wall, "poster.jpg"] public::wall::poster(wall, request) PublishedWall query[] body(none) answer(file) "Returns the poster of the first testimonial of a wall. 404 if it has none.";
        "GET" ["yours", submission] public::own_testimonial::show(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Shows a customer's own testimonial by its private link: the consent, and where it is public. Changes nothing.";
        "GET" ["yours", submission, "consent.json"] public::own_testimonial::consent(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Returns a customer's consent record as signed JSON (JWS).";
        "POST" ["yours", submission, "mail"] public::own_testimonial::mail(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Mails the private link to its customer, once a day.";
        "POST" ["yours", submission, "agree", version] public::own_testimonial::agree(request, submission, version) Anyone query["expires", "signature"] body(none) answer(file) "Agrees to the current version of the consent texts, if the business has asked.";
        "GET" ["yours", submission, "film"] public::own_testimonial::film(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Streams the video of a customer's own testimonial, with range requests.";
        "GET" ["yours", submission, "clips", clip] public::own_testimonial::clip(request, submission, clip) Anyone query["expires", "signature"] body(none) answer(file) "Streams a clip of a customer's own testimonial.";
        "GET" ["yours", submission, "captions.vtt"] public::own_testimonial::captions(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Returns the captions of a customer's own testimonial as WebVTT. 404 if it has none.";
        "POST" ["yours", submission, "withdraw"] public::own_testimonial::withdraw(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Withdraws the customer's consent to marketing and takes the testimonial back from the public.";
        "POST" ["yours", submission, "erase"] public::own_testimonial::erase(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Erases all testimonials of the customer to this business.";
        "POST" ["yours", submission, "name", display] public::own_testimonial::name(request, submission, display) Anyone query["expires", "signature"] body(none) answer(file) "Changes how the customer is named in public: `full`, `initial`, `first` or `none`.";
        "GET" ["oembed"] public::oembed::get(request) Anyone query["url", "format", "maxwidth", "maxheight"] body(none) answer(file) "Describes a public testimonial or wall as oEmbed 1.0, as JSON or XML. 404 for other addresses; 501 for other formats.";
        "GET" ["record", slug, "testimonials.xml"] public::testimonial::sitemap(slug) Anyone query[] body(none) answer(file) "Returns the sitemap of a client's public testimonials.";
        "POST" ["record", slug, "video"] public::plain_submission::receive(request, slug) Anyone query[] body(form "clientId", "customerName", "customerEmail", "consentData", "consentMarketing", "consentVersion", "unfinished", "video") answer(file) "Receives a record page's form from a browser in which the app does not run; answers with a page.";
        "GET" ["demo", submission, "delete"] public::demo_erasure::ask(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Shows the page of a signed link that erases a demo; changes nothing.";
        "POST" ["demo", submission, "delete"] public::demo_erasure::erase(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Erases a demo with all data about its sender.";
        "GET" ["emails", "stop", recipient] public::stop_mails::ask(request, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Shows the page of a signed link that stops the demo's mails; changes nothing.";
        "POST" ["emails", "stop", recipient] public::stop_mails::stop(request, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Stops the demo's mails to a recipient for good (RFC 8058).";
        "GET" ["emails", "get", client, recipient] public::recipient::subscribe(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Shows the page of a signed link that opts a recipient in to a business's mails; changes nothing.";
        "POST" ["emails", "get", client, recipient] public::recipient::subscribe(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Opts a recipient in to a business's mails.";
        "GET" ["emails", "leave", client, recipient] public::recipient::unsubscribe(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Shows the page of a signed link that unsubscribes a recipient from a business's mails; changes nothing.";
        "POST" ["emails", "leave", client, recipient] public::recipient::unsubscribe(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Unsubscribes a recipient from the mails of a business that added them (RFC 8058).";
        "GET" ["drive", "video", submission] public::drive::video(request, submission) LinkHolder query["expires", "signature", "download"] body(none) answer(file) "Streams a submission's video, with range requests.";
        "GET" ["drive", "watch", submission] public::drive::watch(request, submission) LinkHolder query["expires", "signature"] body(none) answer(file) "Shows a testimonial: its video, its sender and the consent.";
        "GET" ["drive", "poster", submission] public::drive::poster(request, submission) LinkHolder query["expires", "signature"] body(none) answer(file) "Returns the poster of a testimonial.";
        "POST" ["drive", "watch", submission] public::drive::watched(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Records that the link's holder played or saved the video.";
        "GET" ["drive", "folder", client] public::drive::folder(request, client) LinkHolder query["expires", "signature", "before"] body(none) answer(file) "Shows a client's folder of the built-in drive.";
    } };
}

// Follows the macro because it uses it.
mod access;
