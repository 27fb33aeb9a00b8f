//! All routes of the Worker except the pages of the web app, which are in [`crate::pages`].
//!
//! The list is a macro that passes its rows to another macro. The Worker's router turns them into a
//! `match`, which needs no table; [`crate::openapi`] turns them into the API description.
//!
//! A row is: method, segments (a string is literal, a name is a parameter), handler below `routes`,
//! access, query parameters, request body, answer, and a sentence. The router calls the handler
//! with `&App`, the value of the access guard, the arguments in the handler's brackets, and for
//! `json` the parsed body; the handler returns the type of the answer. A row with wrong types does
//! not compile. `request` in the brackets is for handlers that read more than the JSON body: query
//! parameters, headers, a form, a stream of bytes. The first parameter of an owner's route is the
//! client, which becomes part of the guard's value.

mod pattern;

pub use access::{Access, access};

/// Passes every route to the macro `$callback`.
#[macro_export]
#[rustfmt::skip]
macro_rules! routes {
    ($callback:ident) => { $callback! {
        // Sign-in, passwords, sessions, second factor.
        "GET" ["api", "auth", "session"] auth::session::current(request) Anyone query[] body(none) answer(json Option<auth::Session>)
            "The session of the caller; `null` for whoever is signed out.";
        "POST" ["api", "auth", "login"] auth::login::login(request) Anyone query[] body(json auth::Login) answer(json auth::SignedIn)
            "Signs in. 401 `wrong_credentials`, `totp_required`, `totp_wrong` or `password_expired`; 403 `no_role`; 429 `too_many_attempts`.";
        "POST" ["api", "auth", "logout"] auth::login::logout(request) Anyone query[] body(none) answer(empty)
            "Ends the caller's session, if there is one.";
        "POST" ["api", "auth", "reset"] auth::login::reset(request) Anyone query[] body(json auth::Reset) answer(empty)
            "Mails a link to set a new password, if there is such an account. The answer is the same either way.";
        "POST" ["api", "auth", "link"] auth::login::link(request) Anyone query[] body(json auth::OpenLink) answer(json auth::SignedIn)
            "Consumes a one-time link. 410 `link_used`.";
        "POST" ["api", "auth", "password"] auth::password::set(request) Session query[] body(json auth::NewPassword) answer(json auth::PasswordSet)
            "Sets a password. 400 `wrong_current_password` in a full session.";
        "GET" ["api", "auth", "sessions"] auth::session::list() SignedIn query[] body(none) answer(json Vec<auth::ActiveSession>)
            "The caller's sessions, newest use first.";
        "DELETE" ["api", "auth", "sessions"] auth::session::end_others() SignedIn query[] body(none) answer(empty)
            "Ends the caller's other sessions.";
        "DELETE" ["api", "auth", "sessions", session] auth::session::end(session) SignedIn query[] body(none) answer(empty)
            "Ends one of the caller's sessions.";
        "POST" ["api", "auth", "totp"] auth::totp::begin(request) SecondFactor query[] body(json auth::TotpBegin) answer(json auth::TotpSecret)
            "Creates a second factor, which counts once a code confirms it within 15 minutes.";
        "DELETE" ["api", "auth", "totp"] auth::totp::end(request) SignedIn query[] body(json auth::TotpCode) answer(empty)
            "Ends the second factor. 403 `totp_mandatory` where one is required.";
        "POST" ["api", "auth", "totp", "confirm"] auth::totp::confirm(request) SecondFactor query[] body(json auth::TotpCode) answer(json auth::RecoveryCodes)
            "Confirms the second factor. Every other session ends; the caller gets a new, full one.";

        // The partners' portal.
        "GET" ["api", "affiliate", "dashboard"] affiliate::dashboard::get() Partner query["affiliateId"] body(none) answer(json commission::AffiliateDashboard)
            "A partner's referrals and commissions: the caller's own, or for an admin those of `affiliateId`.";
        "POST" ["api", "affiliate", "departure"] affiliate::departure::leave() Partner query["affiliateId"] body(json affiliate::PartnershipEnd) answer(empty)
            "Ends the caller's own partnership, or for an admin, who says why, that of `affiliateId`: its code and link give no referrals any more, and its active clients count for 30 more days.";
        "POST" ["api", "affiliate", "payout-account"] affiliate::payout_account::begin() PartnerAlone query["affiliateId"] body(none) answer(json payout::PayoutOnboarding)
            "Leads the partner to Stripe's page for its payout account, which is created with the first call. 409 `no_connect`; 502 `payments_away`.";
        "POST" ["api", "affiliate", "payout-account", "check"] affiliate::payout_account::check() PartnerAlone query["affiliateId"] body(none) answer(json Option<payout::PayoutAccount>)
            "Asks Stripe whether transfers can reach the partner's payout account by now.";
        "PUT" ["api", "affiliate", "address"] affiliate::payout_account::change_address() PartnerAlone query["affiliateId"] body(json payout::PartnerAddress) answer(empty)
            "Changes the caller's own postal address, as its statements show it.";
        "GET" ["api", "affiliate", "export"] affiliate::data::export() Partner query["affiliateId"] body(none) answer(json affiliate::PartnerExport)
            "Everything that is known of a partner, as a file.";
        "POST" ["api", "affiliate", "erasure"] affiliate::data::erase(request) Partner query["affiliateId"] body(json affiliate::PartnerErasure) answer(empty)
            "Erases what is known of a partner who has left: the caller's own with its password, or for an admin, who says why, that of `affiliateId`. What was earned and paid out stays. 409 `still_partner`, `money_due`.";
        "GET" ["api", "affiliate", "statements", month] affiliate::dashboard::statement(month) Partner query["affiliateId"] body(none) answer(json commission::CommissionFacts)
            "What a month, such as `2026-11`, was computed from: a browser computes the same.";

        // The client portal.
        "GET" ["api", "client", "dashboard"] client::dashboard::get(request) Owner query["clientId", "slug"] body(none) answer(json client::Dashboard)
            "The dashboard: of the caller's own client, or for an admin of the one that the query names.";
        "GET" ["api", "client", client, "days"] client::dashboard::days(client) Owner query[] body(none) answer(json client::Days)
            "The days of the last year on which something happened.";
        "GET" ["api", "client", client, "credits"] client::credits::list(client, request) Owner query["before"] body(none) answer(json billing::CreditPage)
            "Every change of its credits, newest first, 50 to a page.";
        "GET" ["api", "client", client, "archive"] client::archive::get(client) Owner query[] body(none) answer(json client::Archive)
            "The parts that everything of the client makes up as ZIP files.";
        "GET" ["api", "client", client, "archive.zip"] client::archive::download(client, request) Owner query["until", "part", "ids"] body(none) answer(file)
            "One part, or the submissions with these ids, as a ZIP file, written while it is sent, whole or in ranges: videos, the list of submissions, the consents.";
        "POST" ["api", "client", client, "cancellation"] client::cancellation::cancel(client) Owner query[] body(none) answer(json billing::Cancellation)
            "Cancels the plan: access lasts 14 more days, then everything that customers sent is deleted.";
        "DELETE" ["api", "client", client, "cancellation"] client::cancellation::withdraw(client) Owner query[] body(none) answer(empty)
            "Takes a cancelled plan up again. 409 `plan_ended` once access has ended.";
        "GET" ["api", "client", client, "billing"] client::billing::get(client) Owner query[] body(none) answer(json billing::Billing)
            "A client's plan, and how it is paid.";
        "GET" ["api", "client", client, "payments"] client::billing::payments(client, request) Owner query["before"] body(none) answer(json billing::PaymentPage)
            "A client's payments, newest first, 50 to a page.";
        "POST" ["api", "client", client, "subscription"] client::billing::subscribe(client) Owner query[] body(none) answer(json billing::BillingPage)
            "The address of a page of the payment provider's, on which the plan is paid by card from now on. 409 `already_subscribed`.";
        "GET" ["api", "client", client, "invoices", invoice_id] client::billing::invoice(client, invoice_id) Owner query[] body(none) answer(json billing::BillingPage)
            "The address of a payment's invoice at the payment provider's, or of its receipt where it has no invoice.";
        "POST" ["api", "client", client, "billing"] client::billing::open(client) Owner query[] body(none) answer(json billing::BillingPage)
            "The address of a page of the payment provider's, on which the card is changed, invoices are seen and the plan is cancelled. 409 `no_subscription`.";
        "PATCH" ["api", "client", client, "business"] client::business::edit(client) Owner query[] body(json admin::ClientChange) answer(json client::ClientView)
            "Changes what a business says about itself: its name, its contact, its link and its review address.";
        "PATCH" ["api", "client", client, "watermark"] client::watermark::change(client) Owner query[] body(json client::WatermarkChange) answer(json client::ClientView)
            "Changes the watermark's switch, or its five settings at once.";
        "GET" ["api", "client", client, "submissions"] client::submission::list(client, request) Owner query["q", "status", "from", "to", "order", "before"] body(none) answer(json client::SubmissionPage)
            "Submissions, newest first, 25 to a page. `status` is `held`, `processed`, `pending` or `failed`.";
        "GET" ["api", "client", client, "submissions", submission] client::submission::get(client, submission) Owner query[] body(none) answer(json client::SubmissionDetail)
            "One submission with its consent.";
        "DELETE" ["api", "client", client, "submissions", submission] client::submission::erase(client, request, submission) Owner query["customer", "reason"] body(none) answer(json client::Erased)
            "Erases a submission, or with `customer=all` all of the same email; with `reason=not-a-testimonial` its credit comes back within 7 days, and its sender's address is slowed.";
        "GET" ["api", "client", client, "submissions.csv"] client::submission::export(client, request) Owner query["q", "status", "from", "to", "order"] body(none) answer(file)
            "All submissions that the same question finds, as a CSV file.";
        "POST" ["api", "client", client, "submissions", "erase"] client::submission::erase_selection(client) Owner query[] body(json client::Selection) answer(json client::Erased)
            "Erases submissions for good, 50 at most, as their customers have asked.";
        "POST" ["api", "client", client, "submissions", "reject"] client::submission::reject(client) Owner query[] body(json client::Selection) answer(json client::Erased)
            "Removes submissions that are no testimonials, 50 at most: credits of the last 7 days come back, and their senders' addresses are slowed.";
        "POST" ["api", "client", client, "submissions", "take"] client::submission::take(client) Owner query[] body(json client::Selection) answer(json client::Taken)
            "Takes submissions off hold, 50 at most: each takes a credit and is delivered.";
        "GET" ["api", "client", client, "mails"] client::mails::get(client) Owner query[] body(none) answer(json client::MailSettings)
            "Who gets mails about the client, which, and when daily digests go out.";
        "PUT" ["api", "client", client, "mails"] client::mails::put(client) Owner query[] body(json client::MailSettings) answer(json client::MailSettings)
            "Changes that.";
        "DELETE" ["api", "client", client, "assets", asset] client::asset::remove(client, asset) Owner query[] body(none) answer(empty)
            "Removes the `logo`, or the client's own `qr` code.";
        "PATCH" ["api", "client", client, "holds"] client::submission::hold(client) Owner query[] body(json client::Holds) answer(empty)
            "Has each new submission come on hold until it is taken, or not any more.";
        "GET" ["api", "client", client, "submissions", submission, "video"] client::submission::video(client, request, submission) Owner query["download"] body(none) answer(file)
            "The video, whole or in ranges; `download` saves it under its file name.";

        "GET" ["api", "client", client, "drive"] client::drive::get(client) Owner query[] body(none) answer(json drive::ClientDrive)
            "The drive that videos are delivered to, and those that hold earlier ones.";
        "PATCH" ["api", "client", client, "drive"] client::drive::change(client) Owner query[] body(json drive::DriveChange) answer(empty)
            "Has videos in drives of the client's own stay there for good, or be deleted in time like all others.";
        "POST" ["api", "client", client, "drive", "webdav"] client::drive::connect_webdav(client) Owner query[] body(json drive::WebDavConnect) answer(json drive::ClientDrive)
            "Connects a WebDAV folder after a test file arrived in it whole; what could not be delivered is tried again. 400 `drive_refused` with the reason.";
        "POST" ["api", "client", client, "drive", "google"] client::drive::ask_google(client) Owner query[] body(none) answer(json drive::GoogleConsent)
            "The address of Google's page that asks whether the product may put files into a Google Drive.";
        "POST" ["api", "client", client, "drive", "google", "code"] client::drive::connect_google(client) Owner query[] body(json drive::GoogleCode) answer(json drive::ClientDrive)
            "Connects a Google Drive by the code that Google's page led back with: makes the folder, tries it, and has videos delivered there. 400 `drive_refused` with the reason.";
        "POST" ["api", "client", client, "drive", "google", "folder"] client::drive::connect_google_folder(client) Admin query[] body(json drive::GoogleFolder) answer(json drive::ClientDrive)
            "Connects a folder in a Shared Drive that the deployment's service account may write into. 400 `drive_refused` with the reason.";
        "POST" ["api", "client", client, "drive", "choice"] client::drive::choose(client) Owner query[] body(json drive::DriveChoice) answer(json drive::ClientDrive)
            "Has videos delivered to another of the client's drives, after a test file arrived there; what could not be delivered is tried again. 400 `drive_refused` with the reason.";
        "POST" ["api", "client", client, "drive", "moves"] client::drive::move_videos(client) Owner query[] body(none) answer(json drive::ClientDrive)
            "Queues a move for each delivered video that lies in another drive that can be read.";
        "POST" ["api", "client", client, "drive", "google", "platform"] client::drive::connect_platform_folder(client) Admin query[] body(none) answer(json drive::ClientDrive)
            "Makes the client's folder in the product's own Google Drive, tries it, shares it with the client's email, and has videos delivered there. 400 `drive_refused` with the reason; 409 `no_platform_drive`.";
        "POST" ["api", "client", client, "drive", connection, "test"] client::drive::test(client, connection) Owner query[] body(none) answer(json drive::ClientDrive)
            "Puts a test file into a connected drive; where it arrives, what could not be delivered is tried again. 400 `drive_refused` with the reason.";
        "DELETE" ["api", "client", client, "drive", connection] client::drive::disconnect(client, connection) Owner query[] body(none) answer(json drive::ClientDrive)
            "Forgets the credential of a drive. Videos are delivered to the built-in folder from then on.";

        // Public API.
        "GET" ["api", "health"] public::health::get(request) Anyone query[] body(none) answer(json health::Health)
            "Whether the product works: 200, or 503. Admins are told what was looked at, always with 200.";
        "POST" ["api", "health"] public::health::check() Operator query[] body(none) answer(json health::Health)
            "Writes to the bucket and mails the first admin, at most once a minute: the proof that jobs run and mail leaves. 409 `no_admin`. The deployment itself may too.";
        "GET" ["api", "openapi.json"] public::site::openapi() Anyone query[] body(none) answer(file)
            "This description.";
        "GET" ["api", "public", "get_client_by_slug"] public::client::by_slug(request) Anyone query["_slug"] body(none) answer(json Vec<public::PublicClient>)
            "Zero or one client, as the record pages know it.";
        "GET" ["api", "public", "get_affiliate_by_sponsor_name"] public::affiliate::by_sponsor_name(request) Anyone query["_sponsor_name"] body(none) answer(json Vec<affiliate::Sponsor>)
            "The partners of a name, first name and surname, whatever its case and spaces; the one who was approved first comes first.";
        "GET" ["api", "public", "partner-codes", code] public::affiliate::code(code) Anyone query[] body(none) answer(json affiliate::PartnerCode)
            "Whether a promotion code is a partner's, and so makes every month cheaper. 404 for every other one.";
        "POST" ["api", "public", "affiliates"] public::affiliate::apply(request) Anyone query[] body(json affiliate::AffiliateApplication) answer(json public::SubmitReply)
            "Applies to become a partner. 400 `invalid` with `fields`, also for an email that has applied and for a sponsor who is no partner; 429 `too_many_applications`.";
        "GET" ["api", "public", "checkout", checkout] public::checkout::get(request, checkout) Anyone query[] body(none) answer(json site::PaidCheckout)
            "What was bought by a completed purchase, and by which address. 429 `too_many_attempts`.";
        "POST" ["api", "public", "checkout", checkout_id, "business"] public::checkout::answer(request, checkout_id) Anyone query[] body(json site::PurchaseAnswer) answer(json site::PurchaseAnswered)
            "Says which business a purchase is for whose payer's address a business has already. 404 unless that was asked.";
        "POST" ["api", "public", "sign-ups", "confirm"] public::sign_up::confirm() Anyone query[] body(json site::ConfirmSignUp) answer(json public::SubmitReply)
            "Confirms a sign-up by the token of its mail, however often. 403 `link_invalid`, 410 `link_expired`.";
        "OPTIONS" ["api", "uploads"] public::upload::options() Anyone query[] body(none) answer(tus)
            "What the tus 1.0.0 server can do.";
        "POST" ["api", "uploads"] public::upload::create(request) Anyone query[] body(bytes "application/offset+octet-stream") answer(tus)
            "Creates a resumable upload for the client that `Upload-Metadata` names; a body is its first bytes. 423 `upload_locked` where there is one of that id.";
        "OPTIONS" ["api", "uploads", upload] public::upload::options_of(upload) Anyone query[] body(none) answer(tus)
            "What the tus 1.0.0 server can do.";
        "HEAD" ["api", "uploads", upload] public::upload::head(request, upload) Anyone query[] body(none) answer(tus)
            "How many bytes of an upload are stored.";
        "PATCH" ["api", "uploads", upload] public::upload::patch(request, upload) Anyone query[] body(bytes "application/offset+octet-stream") answer(tus)
            "Adds bytes at the offset where the upload stands. 409 `wrong_offset`, 423 `upload_locked`.";
        "DELETE" ["api", "uploads", upload] public::upload::delete(request, upload) Anyone query[] body(none) answer(tus)
            "Ends an upload that was not accepted.";

        // The admin area.
        "GET" ["api", "admin", "clients"] admin::client::list(request) Admin query["q", "status", "plan", "sort", "order", "before"] body(none) answer(json admin::ClientPage)
            "Clients, 50 to a page.";
        "GET" ["api", "admin", "clients.csv"] admin::client::export(request) Admin query["q", "status", "plan", "sort", "order"] body(none) answer(csv)
            "The same as CSV.";
        "GET" ["api", "admin", "clients", client] admin::client::get(client) Admin query[] body(none) answer(json admin::ClientRecord)
            "One client.";
        "PATCH" ["api", "admin", "clients", client] admin::client::edit(client) Admin query[] body(json admin::ClientChange) answer(json admin::ClientRecord)
            "Changes fields of a client. 409 `changed_meanwhile` names those that somebody else has changed.";
        "POST" ["api", "admin", "clients", client, "status"] admin::client::status(client) Admin query[] body(json admin::StatusChange) answer(json admin::ClientRecord)
            "Activates or suspends a client.";
        "GET" ["api", "admin", "slug"] admin::client::slug(request) Admin query["company", "slug", "client"] body(none) answer(json admin::SlugAnswer)
            "Suggests a slug for a company, or says whether one is free.";
        "POST" ["api", "admin", "drive-check"] admin::drive::check() Admin query[] body(json admin::DriveCheck) answer(json admin::DriveAnswer)
            "Whether videos would arrive at a drive.";
        "GET" ["api", "admin", "google-drive"] admin::google_drive::get() Admin query[] body(none) answer(json drive::PlatformDrive)
            "The product's own Google Drive.";
        "POST" ["api", "admin", "google-drive"] admin::google_drive::ask() Admin query[] body(none) answer(json drive::GoogleConsent)
            "The address of Google's page that asks whether the product may put files into its own Google Drive.";
        "POST" ["api", "admin", "google-drive", "code"] admin::google_drive::connect() Admin query[] body(json drive::GoogleCode) answer(json drive::PlatformDrive)
            "Connects the product's own Google Drive by the code that Google's page led back with; what waited for it is delivered. 400 `drive_refused` with the reason.";
        "POST" ["api", "admin", "google-drive", "test"] admin::google_drive::test() Admin query[] body(none) answer(json drive::PlatformDrive)
            "Puts a test file into it; where it arrives, what waited is delivered. 400 `drive_refused` with the reason; 409 `no_platform_drive`.";
        "DELETE" ["api", "admin", "google-drive"] admin::google_drive::disconnect() Admin query[] body(none) answer(json drive::PlatformDrive)
            "Gives its permission back. 409 `drive_in_use` while folders of clients go by it.";
        "GET" ["api", "admin", "failed-uploads"] admin::submission::failed(request) Admin query["before"] body(none) answer(json admin::FailedUploads)
            "Submissions that could not be delivered, newest first, 50 to a page.";
        "POST" ["api", "admin", "submissions", "retry-all"] admin::submission::retry_all() Admin query[] body(none) answer(json admin::Retried)
            "Queues the oldest 500 failed deliveries again.";
        "POST" ["api", "admin", "submissions", submission, "retry"] admin::submission::retry(submission) Admin query[] body(none) answer(json admin::Retried)
            "Queues a failed delivery again.";
        "GET" ["api", "admin", "affiliates"] admin::affiliate::list(request) Admin query["status", "before"] body(none) answer(json affiliate::AffiliatePage)
            "With `status` `pending` the applications that wait, else the partners, newest first, 50 to a page.";
        "PUT" ["api", "admin", "affiliates", affiliate] admin::affiliate::configure(affiliate) Admin query[] body(json affiliate::AffiliateConfiguration) answer(empty)
            "Keeps the promotion code and the notes of an application. 400 `code_missing`, `code_unusable`, `code_expired`, `code_discount`, `code_taken` or `no_coupon`; 409 `application_decided`.";
        "DELETE" ["api", "admin", "affiliates", affiliate] admin::affiliate::reject(affiliate) Admin query[] body(none) answer(empty)
            "Rejects an application; the same email may apply again. 409 `application_decided`.";
        "POST" ["api", "admin", "affiliates", affiliate, "payouts"] admin::commission::pay(affiliate) Admin query[] body(json payout::PayoutRequest) answer(json payout::Payout)
            "Pays everything out that waits of a partner up to a month, once. 409 `not_payable_yet`, `month_uncounted`, `below_minimum`, `nothing_pending`.";
        "GET" ["api", "admin", "owed"] admin::payout::owed(request) Admin query["before"] body(none) answer(json payout::Owed)
            "Partners with a balance, those first who have waited longest, 50 to a page, and what each waits for.";
        "GET" ["api", "admin", "payouts"] admin::payout::list(request) Admin query["before"] body(none) answer(json payout::Payouts)
            "Payouts to partners, newest first, 50 to a page, and what has become of each.";
        "POST" ["api", "admin", "payouts", payout, "settlement"] admin::payout::settle(payout) Admin query[] body(json payout::PayoutSettlement) answer(json payout::PayoutLine)
            "Tries a failed transfer again, or notes that it was paid by hand; Stripe is asked first whether it exists after all. 409 `payout_settled`, `no_payout_account`, `no_connect`; 502 `payments_away`.";
        "DELETE" ["api", "admin", "affiliates", affiliate, "departure"] admin::affiliate::take_back(affiliate) Admin query[] body(none) answer(empty)
            "Takes a partner back who has left. 409 `partnership_over` after the 30 days.";
        "GET" ["api", "admin", "commissions"] admin::commission::list(request) Admin query["month", "before"] body(none) answer(json commission::MonthlyCommissions)
            "The commissions of a month, a line for each partner, 50 to a page; without `month` of the last one that is over.";
        "GET" ["api", "admin", "clients", client, "referral"] admin::commission::referral(client) Admin query[] body(none) answer(json Option<commission::ReferralRecord>)
            "Who referred a client, when, and what says so.";
        "PUT" ["api", "admin", "clients", client, "referral"] admin::commission::settle(client) Admin query[] body(json commission::ReferralSettlement) answer(empty)
            "Settles who referred a client.";
        "GET" ["api", "admin", "onboarding-requests"] admin::onboarding_request::list(request) Admin query["before"] body(none) answer(json site::OnboardingRequestPage)
            "Set-ups that buyers sent, newest first, 50 to a page.";
        "DELETE" ["api", "admin", "onboarding-requests", request_id] admin::onboarding_request::dismiss(request_id) Admin query[] body(none) answer(empty)
            "Dismisses a set-up.";
        "POST" ["api", "admin", "onboarding-requests", request_id, "use"] admin::onboarding_request::use_for_client(request_id) Admin query[] body(none) answer(empty)
            "Sets the client of its purchase up with it, and invites it. 409 `not_usable` where none waits for that, `address_taken`.";
        "GET" ["api", "admin", "onboarding-requests", request_id, "logo"] admin::onboarding_request::logo(request_id) Admin query[] body(none) answer(file)
            "The logo of a set-up.";
        "GET" ["api", "admin", "sign-ups"] admin::sign_up::list(request) Admin query["q", "status", "before"] body(none) answer(json site::SignUpPage)
            "Sign-ups for the mailing list, newest first, 50 to a page.";
        "GET" ["api", "admin", "sign-ups.csv"] admin::sign_up::export(request) Admin query["q", "status"] body(none) answer(csv)
            "The same as CSV.";
        "POST" ["api", "admin", "sign-ups", "retry-all"] admin::sign_up::retry_all() Admin query[] body(none) answer(json admin::Retried)
            "Queues the oldest 500 failed sign-ups again.";
        "DELETE" ["api", "admin", "sign-ups", sign_up] admin::sign_up::delete(sign_up) Admin query[] body(none) answer(empty)
            "Deletes a sign-up with its mails.";
        "POST" ["api", "admin", "sign-ups", sign_up, "retry"] admin::sign_up::retry(sign_up) Admin query[] body(none) answer(json admin::Retried)
            "Queues a failed sign-up again.";
        "GET" ["api", "admin", "forwards"] admin::forward::list(request) Admin query["before"] body(none) answer(json site::ForwardPage)
            "Submissions forwarded to automation URLs, newest first, 50 to a page.";
        "POST" ["api", "admin", "forwards", submission, "retry"] admin::forward::retry(submission) Admin query[] body(none) answer(json admin::Retried)
            "Queues a failed forward again. 409 `forward_in_flight`.";
        "GET" ["api", "admin", "overview"] admin::overview::get() Admin query[] body(none) answer(json operations::Overview)
            "Queue, failures, schedules and figures.";
        "GET" ["api", "admin", "emails"] admin::email::list(request) Admin query["q", "status", "before"] body(none) answer(json operations::EmailPage)
            "Emails, newest first, 50 to a page.";
        "POST" ["api", "admin", "emails", email, "resend"] admin::email::resend(email) Admin query[] body(none) answer(empty)
            "Queues an email again. 409 `email_in_flight`.";
        "GET" ["api", "admin", "retention"] admin::retention::get() Admin query[] body(none) answer(json operations::Retention)
            "What is deleted within the next 30 days, when and why.";
        "POST" ["api", "admin", "demo-erasures"] admin::retention::erase_demos() Admin query[] body(json operations::DemoErasure) answer(json client::Erased)
            "Erases all demos that were made with an email address.";
        "GET" ["api", "admin", "payments"] admin::payment::list(request) Admin query["q", "before"] body(none) answer(json payments::Payments)
            "What the payment provider told of, newest first, and the payments that need an admin.";
        "GET" ["api", "admin", "money.csv"] admin::money::movements(request) Admin query["from", "to"] body(none) answer(csv)
            "Every movement of the balance at the payment provider between two days (UTC), as CSV: payments, refunds, disputes, payouts to partners, fees. 400 for no range, or for more than a year; 502 `payments_away`.";
        "GET" ["api", "admin", "commissions.csv"] admin::money::commissions(request) Admin query["from", "to"] body(none) answer(csv)
            "Every commission of the months between two days, as CSV.";
        "POST" ["api", "admin", "subscriptions", subscription_id, "refund"] admin::payment::refund_subscription(subscription_id) Admin query[] body(none) answer(empty)
            "Gives back what a subscription took that is nobody's, and ends it. 404 where it is somebody's by now; 502 `payments_away`.";
        "POST" ["api", "admin", "top-ups", top_up_id, "refund"] admin::payment::refund_top_up(top_up_id) Admin query[] body(none) answer(empty)
            "Gives back what a top-up took that is nobody's. 404, 502 `payments_away`.";
        "PUT" ["api", "admin", "plan-products", product] admin::payment::map_product(product) Admin query[] body(json payments::ProductPlan) answer(empty)
            "Says which plan a product at the payment provider is: whoever pays for it has that plan, and its credits. 404 where nobody waits for it; 502 `payments_away`.";
        "POST" ["api", "admin", "subscriptions", subscription_id, "client"] admin::payment::assign_subscription(subscription_id) Admin query[] body(json payments::WhosePayment) answer(empty)
            "Says whose a subscription is of which nobody knew.";
        "POST" ["api", "admin", "top-ups", top_up_id, "client"] admin::payment::assign_top_up(top_up_id) Admin query[] body(json payments::WhosePayment) answer(empty)
            "Says whose a top-up is of which nobody knew.";
        "GET" ["api", "admin", "search"] admin::search::find(request) Admin query["q"] body(none) answer(json search::SearchResults)
            "Looks for customers, submissions, uploads, businesses, partners, payments and mails; an address also finds what was refused, cut off or erased.";
        "GET" ["api", "admin", "timeline", kind, id] admin::search::timeline(kind, id) Admin query[] body(none) answer(json search::Timeline)
            "What became of a hit of the search, in a sentence and step by step.";
        "GET" ["api", "admin", "audit"] admin::audit::list(request) Admin query["subject", "q", "action", "from", "to", "before"] body(none) answer(json operations::AuditPage)
            "The audit log, newest first, 50 to a page.";
        "DELETE" ["api", "admin", "sessions"] admin::session::end() Admin query[] body(json admin::EndSessions) answer(json admin::EndedSessions)
            "Ends every session of an account but the caller's own one.";
        "GET" ["api", "admin", "settings"] admin::setting::list() Admin query[] body(none) answer(json Vec<operations::SettingSummary>)
            "Every setting.";
        "GET" ["api", "admin", "stripe-setup"] admin::stripe_setup::get() Admin query[] body(none) answer(json stripe_setup::StripeSetup)
            "Whether the Stripe account has what the product needs.";
        "POST" ["api", "admin", "stripe-setup"] admin::stripe_setup::create() Admin query[] body(none) answer(json stripe_setup::StripeSetupDone)
            "Creates what is missing of it, and says how everything is then.";
        "PUT" ["api", "admin", "settings", key] admin::setting::change(key) Admin query[] body(json operations::SettingChange) answer(json operations::SettingSummary)
            "Changes a setting; an empty value sets it back to its default. 409 `changed_meanwhile`.";

        // Server functions, under the names in the specification.
        "POST" ["functions", "v1", "submit-testimonial"] functions::submit_testimonial::submit(request) Anyone query[] body(form "clientId", "customerName", "customerEmail", "consentData", "consentMarketing", "consentVersion", "watermarked", "soundLeftOut", "endMissing", "unfinished", "uploadId", "video") answer(json public::SubmitReply)
            "Submits a testimonial: the video as the last part, or the `uploadId` of a finished upload.";
        "POST" ["functions", "v1", "subscribe-getresponse"] functions::subscribe_getresponse::subscribe(request) Anyone query[] body(json site::SignUp) answer(json site::SignUpReply)
            "Signs up for the mailing list.";
        "POST" ["functions", "v1", "client-onboarding"] functions::client_onboarding::submit(request) Anyone query[] body(form "name", "email", "company", "reviewPlatform", "reviewUrl", "timestamp", "checkout", "logo") answer(json public::SubmitReply)
            "Sets up the client of a buyer's purchase, named by `checkout` and paid from the same email; every other set-up is kept for an admin.";
        "POST" ["functions", "v1", "create-client"] functions::create_client::create(request) Admin query[] body(form "companyName", "contactName", "email", "planType", "creditsPerMonth", "watermarkEnabled", "driveLink", "customSlug", "reviewLinkType", "reviewLinkUrl", "questions", "status", "nextResetDate", "logoFile", "qrFile", "onboardingRequestId") answer(json admin::ClientCreated)
            "Creates a client with its user and a temporary password.";
        "POST" ["functions", "v1", "invite-client"] functions::invite_client::send() Admin query[] body(json functions::InviteClient) answer(json public::SubmitReply)
            "Mails a client the link that sets the first password.";
        "POST" ["functions", "v1", "replace-asset"] functions::replace_asset::replace(request) Owner query[] body(form "clientId", "assetType", "file", "currentUrl") answer(json client::AssetReplaced)
            "Replaces a client's logo or QR code.";
        "POST" ["functions", "v1", "send-welcome-email"] functions::send_welcome_email::send() SignedIn query[] body(json functions::SendWelcomeEmail) answer(json public::SubmitReply)
            "Welcomes the caller, once.";
        "POST" ["functions", "v1", "create-affiliate-account"] functions::create_affiliate_account::create() Admin query[] body(json functions::CreateAffiliateAccount) answer(json public::SubmitReply)
            "Approves an application: gives the partner an account, and mails the promotion code with a link that sets the password. 409 `code_needed`; 400 as where it is configured.";
        "POST" ["functions", "v1", "calculate-monthly-commissions"] functions::calculate_monthly_commissions::calculate() Admin query[] body(json commission::CalculateCommissions) answer(json commission::CommissionsCalculated)
            "Computes the commissions of a month: the current one as it is now, an earlier one as it closed.";
        "POST" ["functions", "v1", "notify-admin-new-affiliate"] functions::notify_admin_new_affiliate::refuse() Nobody query[] body(none) answer(empty)
            "Refuses everybody: an application itself tells the admins.";
        "POST" ["functions", "v1", "send-affiliate-password-reset"] functions::send_affiliate_password_reset::send(request) Anyone query[] body(json functions::AffiliatePasswordReset) answer(json public::SubmitReply)
            "Mails an affiliate a link to set a new password. The answer is the same whether or not there is one.";
        "POST" ["webhooks", "testimonials", endpoint] webhooks::testimonial::receive(request, endpoint) Anyone query[] body(form "name", "email", "timestamp", "privacyConsent", "marketingConsent", "consentVersion", "watermarked", "soundLeftOut", "endMissing", "unfinished", "video") answer(json public::SubmitReply)
            "Submits a testimonial of a dialog: `live`, `demo`, or a branded page's name.";

        "POST" ["webhooks", "stripe"] webhooks::stripe::receive(request) Anyone query[] body(bytes "application/json") answer(empty)
            "Receives an event of Stripe's, signed by one of the secrets of this deployment. 400 `not_stripes` or `other_mode`.";

        // Files and pages rendered by the Worker.
        "GET" ["sitemap.xml"] public::site::map() Anyone query[] body(none) answer(file) "The site's map.";
        "GET" ["robots.txt"] public::site::robots() Anyone query[] body(none) answer(file) "What search engines may visit.";
        "GET" ["manifest.webmanifest"] public::site::manifest() Anyone query[] body(none) answer(file) "The web app's manifest.";
        "GET" ["favicon.ico"] public::site::favicon() Anyone query[] body(none) answer(file) "Asked for by name, whatever a page says of its icons.";
        "GET" ["apple-touch-icon.png"] public::site::apple_touch_icon() Anyone query[] body(none) answer(file) "The same, by iOS.";
        "GET" ["site", file] public::site::picture(file) Anyone query[] body(none) answer(file) "A picture of the site.";
        "GET" ["site", "logos", file] public::site::logo(file) Anyone query[] body(none) answer(file) "A logo of a built-in client.";
        "GET" ["media", client, file] public::asset::get(client, file) Anyone query[] body(none) answer(file) "A logo or QR code of a client.";
        "POST" ["record", slug, "video"] public::plain_submission::receive(request, slug) Anyone query[] body(form "clientId", "customerName", "customerEmail", "consentData", "consentMarketing", "consentVersion", "unfinished", "video") answer(file) "The form of a record page where the app does not run; answered by a page.";
        "GET" ["demo", submission, "delete"] public::demo_erasure::ask(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "The page of a signed link that erases a demo; it changes nothing.";
        "POST" ["demo", submission, "delete"] public::demo_erasure::erase(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Erases a demo with everything of whoever made it.";
        "GET" ["emails", "stop", recipient] public::stop_mails::ask(request, recipient) Anyone query["expires", "signature"] body(none) answer(file) "The page of a signed link that stops the demo's mails; it changes nothing.";
        "POST" ["emails", "stop", recipient] public::stop_mails::stop(request, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Stops the demo's mails to a recipient for good (RFC 8058).";
        "GET" ["emails", "get", client, recipient] public::recipient::get(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "The page of a signed link by which somebody agrees to a business's mails; it changes nothing.";
        "POST" ["emails", "get", client, recipient] public::recipient::get(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Agrees to a business's mails.";
        "GET" ["emails", "leave", client, recipient] public::recipient::leave(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "The page of a signed link that ends a business's mails to somebody; it changes nothing.";
        "POST" ["emails", "leave", client, recipient] public::recipient::leave(request, client, recipient) Anyone query["expires", "signature"] body(none) answer(file) "Ends a business's mails to somebody whom it has added (RFC 8058).";
        "GET" ["drive", "video", submission] public::drive::video(request, submission) LinkHolder query["expires", "signature", "download"] body(none) answer(file) "A submission's video, with ranges.";
        "GET" ["drive", "watch", submission] public::drive::watch(request, submission) LinkHolder query["expires", "signature"] body(none) answer(file) "The page of a testimonial: its video, its sender and the consent.";
        "POST" ["drive", "watch", submission] public::drive::watched(request, submission) Anyone query["expires", "signature"] body(none) answer(file) "Records that whoever holds the link plays or saves the video.";
        "GET" ["drive", "folder", client] public::drive::folder(request, client) LinkHolder query["expires", "signature", "before"] body(none) answer(file) "A client's folder of the built-in drive.";
    } };
}

// Follows the macro because it uses it.
mod access;
