//! Every bound that is not a rule of the media core. Sizes in bytes, times in milliseconds.

/// One MB as the product shows it.
pub const MEBIBYTE: u64 = 1024 * 1024;
/// The largest video that is taken.
pub const MAX_VIDEO_BYTES: u64 = media_wasm::limits::MAX_UPLOAD_BYTES;
/// The largest `submit-testimonial` body: the video and 64 KiB for the fields around it.
pub const MAX_FORM_BYTES: u64 = MAX_VIDEO_BYTES + 64 * 1024;
/// The largest text field of a form; the longest legal value has 255 characters.
pub const MAX_FIELD_BYTES: u64 = 4 * 1024;
/// The longest media type: each of its two names has at most 127 characters (RFC 6838, 4.2).
pub const MAX_MEDIA_TYPE_BYTES: usize = 255;
/// How many parts a form may have.
pub const MAX_FORM_PARTS: usize = 20;
/// An upload is stored in chunks of at most this size: each is an operation of R2, and a request holds two of them in memory.
pub const CHUNK_BYTES: u32 = 4 * 1024 * 1024;
/// What is copied of a stored video at a time; whoever copies holds two of them in memory.
pub const COPIED_BYTES: u32 = 1024 * 1024;
/// What is read of a body at a time, and what a cut connection costs at most.
pub const READ_BYTES: u32 = 256 * 1024;
/// An upload may arrive in this many chunks; whoever sends smaller ones is refused, which bounds every listing.
pub const MAX_CHUNKS: usize = 900;
/// So many of a client's a household may always have, however many others do.
pub const UPLOADS_KEPT_FOR_HOUSEHOLD: u32 = 3;
/// An upload of which no byte came for this long does not count as moving. It can still be resumed.
pub const UPLOAD_MOVES_MS: i64 = 2 * 60 * 1000;
/// Seconds after which somebody who found no place for an upload is asked to try again.
pub const UPLOAD_RETRY_SECONDS: u32 = 30;
/// Open uploads for each place among the moving ones, which bounds what can be stored and left; more push out the oldest.
pub const OPEN_UPLOADS_PER_PLACE: u32 = 8;
/// A writer that stores nothing for this long has lost its turn.
pub const WRITER_LEASE_MS: i64 = 10 * 1000;
/// What comes in this time, and with the read that is under way at its end, is stored though the chunk is not full. A line on which a
/// read takes longer than the lease, below 26 kB/s, may lose its turn to another writer.
pub const CHUNK_MS: i64 = WRITER_LEASE_MS / 2;
/// A job whose runner has not renewed its lease for this long is taken to have crashed.
pub const JOB_LEASE_MS: i64 = 5 * 60 * 1000;
/// How often a runner renews its lease.
pub const JOB_RENEWAL_MS: i64 = 20 * 1000;
/// How long an attempt of a job may take: the platform ends a queue's consumer after 15 minutes.
pub const JOB_ATTEMPT_MS: i64 = 14 * 60 * 1000;
/// How many pages of 1,000 stored chunks one run of the sweeper looks at.
pub const ORPHAN_PAGES: u32 = 2;
/// How many rows of a kind one run of the sweeper looks at.
pub const SWEEP_BATCH: u32 = 100;
/// So many refused and unfinished attempts are recorded for a client in a day: strangers can cause them.
pub const ATTEMPTS_A_DAY: u32 = 250;
/// And so many of one household, which leaves room for genuine customers whatever it sends.
pub const ATTEMPTS_OF_HOUSEHOLD: u32 = 25;
/// So many hits of a kind a search of the admins shows.
pub const HITS_SHOWN: u32 = 8;
/// So many entries of a kind a timeline of the admins shows.
pub const TIMELINE_ENTRIES: u32 = 20;
/// How many sessions a user has at most; a new one ends the one that was not used for longest.
pub const MAX_SESSIONS: u32 = 20;

/// How many partners one batch of a month's commissions holds.
pub const COMMISSION_BATCH: u32 = 100;
/// So many months are computed when one closes: that one, and those before it of which something may have become known since. A payment
/// can be disputed for 120 days.
pub const MONTHS_COMPUTED_AGAIN: usize = 5;
/// How many clients one run of the schedule begins a month for.
pub const RENEWAL_BATCH: u32 = 500;
/// How many submissions one run of the schedule erases for each rule: each is a transaction of its own, and an invocation may
/// make 1,000 queries.
pub const ERASED_AT_ONCE: u32 = 25;
/// How many days ahead the admins' page shows what is going to be deleted.
pub const RETENTION_SHOWN_DAYS: u32 = 30;
/// How many things of each rule that page shows.
pub const RETENTION_SHOWN: u32 = 100;
/// How many customers one run of the schedule asks the payment provider about.
pub const SUBSCRIPTIONS_READ: u32 = 20;
/// How many submissions a part of an archive holds at most: each video in it is an object to ask for.
pub const ARCHIVE_SUBMISSIONS: u32 = 500;
/// How many ledgers one run adds up: a row was written for each video.
pub const LEDGERS_CHECKED: u32 = 50;
/// The largest logo or QR image.
pub const MAX_IMAGE_BYTES: u64 = 5 * MEBIBYTE;
/// The longest side of a logo or QR image in px: a browser unpacks every one of them into memory.
pub const MAX_IMAGE_SIDE: usize = 8000;
/// The most px of a logo or QR image.
pub const MAX_IMAGE_PIXELS: usize = 40_000_000;
/// The largest JSON body of a call.
pub const MAX_JSON_BYTES: u32 = 16 * 1024;
/// The largest event of the payment provider.
pub const MAX_EVENT_BYTES: u32 = 512 * 1024;
/// How many submissions a page of the list holds.
pub const SUBMISSIONS_PER_PAGE: usize = 25;
/// The longest name of a person.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// The longest name of a company.
pub const MAX_COMPANY_CHARACTERS: usize = 200;
/// How many questions a business's page offers to its customers.
pub const MAX_QUESTIONS: usize = 3;
/// The longest of them: it stands over the camera's picture.
pub const MAX_QUESTION_CHARACTERS: usize = 80;
/// The longest email address.
pub const MAX_EMAIL_CHARACTERS: usize = media_wasm::submission::EMAIL_MAX;
/// The longest promotion code: the home page takes no longer ones from an address.
pub const MAX_CODE_CHARACTERS: usize = 200;
/// The longest note about a partner.
pub const MAX_NOTES_CHARACTERS: usize = 2000;
/// The longest postal address.
pub const MAX_ADDRESS_CHARACTERS: usize = 300;
/// In so many lines.
pub const MAX_ADDRESS_LINES: usize = 6;
/// The longest password, or token, of a drive.
pub const MAX_DRIVE_SECRET_CHARACTERS: usize = 4000;
/// The bytes after which a chunk of a back-up ends, with the row that it is in: D1 takes no text above 2,000,000.
pub const BACK_UP_CHUNK_BYTES: u32 = 512 * 1024;
/// How many chunks one transaction copies: a Worker's invocation may make 1,000 queries.
pub const BACK_UP_CHUNKS: u32 = 800;
/// How many chunks one object of a back-up holds: all of it is in the memory of the Worker, more than once.
pub const BACK_UP_OBJECT_CHUNKS: u32 = 8;
/// How many objects one run of the schedule stores.
pub const BACK_UP_OBJECTS_AT_ONCE: u32 = 10;
/// How long a run of a schedule may take: the platform ends it then.
pub const SCHEDULE_RUN_MS: i64 = 15 * 60 * 1000;
/// How many back-ups are kept.
pub const BACK_UPS_KEPT: usize = 30;
/// For how many days the platform keeps every change of the database (D1's Time Travel).
pub const DATABASE_HISTORY_DAYS: u32 = 30;
/// How many alerts the admins' overview names.
pub const ALERTS_SHOWN: u32 = 20;
/// How many drives the admins' overview names.
pub const DRIVES_SHOWN: u32 = 50;
/// Of how many deliveries the overview says how long they took.
pub const TIMED_DELIVERIES: u32 = 200;
/// How many drives one run looks at.
pub const DRIVE_CHECKS: u32 = 20;
/// How long one run may look at drives, in milliseconds.
pub const DRIVE_CHECKS_MS: i64 = 120_000;
/// How many folders of the product's own Google drive one run shares.
pub const FOLDERS_SHARED: u32 = 20;
/// How long a run may take to change whom a folder is shared with, in milliseconds; shorter than any pause after a refusal.
pub const SHARE_LEASE_MS: i64 = 2 * 60_000;
/// The most credits of a client.
pub const MAX_CREDITS: i64 = 1_000_000;
/// How many addresses an owner may leave behind: each is kept for its business for good.
pub const MAX_OWN_FORMER_SLUGS: usize = 10;
/// The longest URL, and the longest value of a setting.
pub const MAX_URL_CHARACTERS: usize = 2000;
/// The most characters of a watermark; what does not fit into a frame is of no use.
pub const MAX_WATERMARK_CHARACTERS: usize = 120;
/// How many payments, and changes, of a plan are shown.
pub const PLAN_CHANGES_SHOWN: u32 = 24;
/// How many payments that need an admin are shown at once.
pub const DOUBTS_SHOWN: u32 = 50;
/// How many rows a page of an admin's list holds.
pub const ROWS_PER_PAGE: usize = 50;
/// How many rows an export holds at most.
pub const MAX_EXPORTED_ROWS: u32 = 100_000;
/// How many submissions one call removes as no testimonials: each is a transaction of its own, and an invocation may make
/// 1,000 queries.
pub const MAX_SELECTED: usize = 50;
/// So many mails about new testimonials a business gets in an hour; what comes above them is told of in one.
pub const MAILS_BEFORE_DIGEST: u32 = 5;
/// How many testimonials such a mail names.
pub const DIGEST_NAMES: u32 = 30;
/// How many failed deliveries, or sign-ups, are retried at once.
pub const MAX_RETRIED: u32 = 500;
/// How many videos a folder page shows.
pub const FOLDER_ROWS: usize = 100;
/// So many addresses get a client's mails, its own included.
pub const MAX_MAIL_RECIPIENTS: usize = 6;
/// So many mails ask addresses in a day whether they want a client's mails.
pub const MAX_RECIPIENTS_ASKED: u32 = 20;
/// Rows of an export that are read at once.
pub const EXPORT_ROWS: usize = 1000;
