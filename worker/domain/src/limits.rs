//! All limits that are not rules of the media core. Sizes in bytes, times in milliseconds.

/// One MB as shown in the product.
pub const MEBIBYTE: u64 = 1024 * 1024;
/// Maximum size of a video.
pub const MAX_VIDEO_BYTES: u64 = media_wasm::limits::MAX_UPLOAD_BYTES;
/// Maximum size of the film of a clip, which is held in memory while it is stored.
pub const MAX_CLIP_BYTES: u64 = 24 * MEBIBYTE;
/// Maximum size of a `submit-testimonial` body: the video, its poster, and 64 KiB for the fields around them.
pub const MAX_FORM_BYTES: u64 = MAX_VIDEO_BYTES + (MAX_POSTER_BYTES + MAX_CARD_BYTES) as u64 + 64 * 1024;
/// Maximum size of a form's text field; the longest valid value has 255 characters.
pub const MAX_FIELD_BYTES: u64 = 4 * 1024;
/// The longest media type: each of its two names has at most 127 characters (RFC 6838, 4.2).
pub const MAX_MEDIA_TYPE_BYTES: usize = 255;
/// Maximum number of parts of a form.
pub const MAX_FORM_PARTS: usize = 20;
/// Maximum size of a stored upload chunk: each is an R2 operation, and a request holds two of them
/// in memory.
pub const CHUNK_BYTES: u32 = 4 * 1024 * 1024;
/// Bytes copied from a stored video at a time; a copy holds two such blocks in memory.
pub const COPIED_BYTES: u32 = 1024 * 1024;
/// Bytes read from a body at a time, and so the most that a dropped connection loses.
pub const READ_BYTES: u32 = 256 * 1024;
/// Maximum number of chunks of an upload; smaller chunks are rejected, which bounds every listing.
pub const MAX_CHUNKS: usize = 900;
/// Open uploads to a client that a household may keep, however many others there are.
pub const UPLOADS_KEPT_FOR_HOUSEHOLD: u32 = 3;
/// An upload without new bytes for this long is not in progress. It can still be resumed.
pub const UPLOAD_MOVES_MS: i64 = 2 * 60 * 1000;
/// `Retry-After` in seconds if no upload slot is free.
pub const UPLOAD_RETRY_SECONDS: u32 = 30;
/// Open uploads per slot for uploads in progress, which bounds storage; beyond it the oldest are evicted.
pub const OPEN_UPLOADS_PER_PLACE: u32 = 8;
/// A writer that stores nothing for this long loses its lease.
pub const WRITER_LEASE_MS: i64 = 10 * 1000;
/// Data received in this time, plus the read in progress at its end, is stored even if the chunk is
/// not full. On a connection where one read takes longer than the lease, below 26 kB/s, another
/// writer may take over.
pub const CHUNK_MS: i64 = WRITER_LEASE_MS / 2;
/// A job whose lease was not renewed for this long is considered crashed.
pub const JOB_LEASE_MS: i64 = 5 * 60 * 1000;
/// Interval at which a runner renews its lease.
pub const JOB_RENEWAL_MS: i64 = 20 * 1000;
/// Time limit of a job attempt: the platform ends a queue consumer after 15 minutes.
pub const JOB_ATTEMPT_MS: i64 = 14 * 60 * 1000;
/// Pages of 1,000 stored chunks that one sweeper run checks.
pub const ORPHAN_PAGES: u32 = 2;
/// Rows of a kind that one sweeper run checks.
pub const SWEEP_BATCH: u32 = 100;
/// Rejected and unfinished attempts recorded per client and day: visitors can cause them.
pub const ATTEMPTS_A_DAY: u32 = 250;
/// The part of them per household, which leaves room for genuine customers whatever it sends.
pub const ATTEMPTS_OF_HOUSEHOLD: u32 = 25;
/// Hits per kind in an admin search.
pub const HITS_SHOWN: u32 = 8;
/// Entries per kind in an admin timeline.
pub const TIMELINE_ENTRIES: u32 = 20;
/// Maximum number of sessions per user; a new one ends the least recently used.
pub const MAX_SESSIONS: u32 = 20;

/// Partners in one batch of a month's commissions.
pub const COMMISSION_BATCH: u32 = 100;
/// Months recomputed when one closes: that one and earlier ones whose facts may have changed. A
/// payment can be disputed for 120 days.
pub const MONTHS_COMPUTED_AGAIN: usize = 5;
/// Clients whose credits are renewed in one run of the schedule.
pub const RENEWAL_BATCH: u32 = 500;
/// Submissions erased per rule in one run of the schedule: each is a transaction, and an invocation
/// may make 1,000 queries.
pub const ERASED_AT_ONCE: u32 = 25;
/// Days of upcoming deletions on the admins' page.
pub const RETENTION_SHOWN_DAYS: u32 = 30;
/// Entries per rule on that page.
pub const RETENTION_SHOWN: u32 = 100;
/// Customers synchronised from Stripe in one run of the schedule.
pub const SUBSCRIPTIONS_READ: u32 = 20;
/// Maximum number of submissions in a part of an archive: each video in it is a read from the bucket.
pub const ARCHIVE_SUBMISSIONS: u32 = 500;
/// Ledgers summed in one run: each has a row per video.
pub const LEDGERS_CHECKED: u32 = 50;
/// Maximum size of a logo or QR image.
pub const MAX_IMAGE_BYTES: u64 = 5 * MEBIBYTE;
/// Maximum size of a submission's poster: lists and walls on other sites show many of them.
pub const MAX_POSTER_BYTES: usize = 25 * 1024;
/// Maximum size of the card that previews of shared links show: messengers ignore larger ones.
pub const MAX_CARD_BYTES: usize = 300 * 1024;
/// Longest side of a logo or QR image in px, since browsers decode every one into memory.
pub const MAX_IMAGE_SIDE: usize = 8000;
/// Maximum number of pixels of a logo or QR image.
pub const MAX_IMAGE_PIXELS: usize = 40_000_000;
/// Maximum number of a client's walls.
pub const MAX_WALLS: u32 = 20;
/// Maximum number of testimonials of a wall.
pub const MAX_WALL_ITEMS: usize = 200;
/// Testimonials on a page of a wall.
pub const WALL_PAGE: usize = 12;
/// Maximum length of a wall's name.
pub const MAX_WALL_NAME_CHARACTERS: usize = 80;
/// Largest radius of a wall's corners in px.
pub const MAX_WALL_RADIUS: u8 = 32;
/// Published testimonials among which walls choose.
pub const WALL_CHOICES: u32 = 1000;
/// Maximum size of a JSON body.
pub const MAX_JSON_BYTES: u32 = 16 * 1024;
/// Maximum size of a Stripe webhook event.
pub const MAX_EVENT_BYTES: u32 = 512 * 1024;
/// Submissions on a page of the list.
pub const SUBMISSIONS_PER_PAGE: usize = 25;
/// Maximum length of a person's name.
pub const MAX_NAME_CHARACTERS: usize = 100;
/// Maximum length of a company name.
pub const MAX_COMPANY_CHARACTERS: usize = 200;
/// Maximum number of suggested questions on a business's page.
pub const MAX_QUESTIONS: usize = 3;
/// Maximum length of a question, which is shown over the camera's picture.
pub const MAX_QUESTION_CHARACTERS: usize = 80;
/// Maximum length of an email address.
pub const MAX_EMAIL_CHARACTERS: usize = media_wasm::submission::EMAIL_MAX;
/// Maximum length of a promotion code; the home page accepts no longer ones from its URL.
pub const MAX_CODE_CHARACTERS: usize = 200;
/// Maximum length of a note about a partner.
pub const MAX_NOTES_CHARACTERS: usize = 2000;
/// Maximum number of tags of a submission.
pub const MAX_TAGS: usize = 10;
/// Hosts of a testimonial that are counted by name on a day.
pub const HOSTS_A_DAY: u32 = 50;
/// Hosts of a testimonial that its business sees.
pub const HOSTS_SHOWN: u32 = 50;
/// Days whose views of a testimonial its business sees.
pub const VIEW_DAYS: i64 = 30;
/// Tags offered as a filter.
pub const TAGS_SHOWN: u32 = 500;
/// Maximum length of a tag in characters.
pub const MAX_TAG_CHARACTERS: usize = 30;
/// Maximum number of words of a transcript: five minutes of fast speech.
pub const MAX_TRANSCRIPT_WORDS: usize = 2000;
/// Maximum length of a word of a transcript.
pub const MAX_WORD_CHARACTERS: usize = 100;
/// Maximum length of a postal address.
pub const MAX_ADDRESS_CHARACTERS: usize = 300;
/// Maximum number of lines of a postal address.
pub const MAX_ADDRESS_LINES: usize = 6;
/// Maximum length of a drive's password or token.
pub const MAX_DRIVE_SECRET_CHARACTERS: usize = 4000;
/// Size at which a back-up chunk is closed after the current row: D1 rejects texts above 2,000,000 bytes.
pub const BACK_UP_CHUNK_BYTES: u32 = 512 * 1024;
/// Chunks copied in one transaction: a Worker invocation may make 1,000 queries.
pub const BACK_UP_CHUNKS: u32 = 800;
/// Chunks in one object of a back-up: the Worker holds the object in memory more than once.
pub const BACK_UP_OBJECT_CHUNKS: u32 = 8;
/// Objects stored in one run of the schedule.
pub const BACK_UP_OBJECTS_AT_ONCE: u32 = 10;
/// Time limit the platform sets for a schedule run.
pub const SCHEDULE_RUN_MS: i64 = 15 * 60 * 1000;
/// Number of back-ups kept.
pub const BACK_UPS_KEPT: usize = 30;
/// Days for which the platform keeps the database history (D1 Time Travel).
pub const DATABASE_HISTORY_DAYS: u32 = 30;
/// Alerts on the admins' overview.
pub const ALERTS_SHOWN: u32 = 20;
/// Drives on the admins' overview.
pub const DRIVES_SHOWN: u32 = 50;
/// Deliveries whose times are on the overview.
pub const TIMED_DELIVERIES: u32 = 200;
/// Drives checked in one run.
pub const DRIVE_CHECKS: u32 = 20;
/// Time limit for checking drives in one run, in milliseconds.
pub const DRIVE_CHECKS_MS: i64 = 120_000;
/// Folders of Sayso's own Google Drive shared in one run.
pub const FOLDERS_SHARED: u32 = 20;
/// Lease for changing whom a folder is shared with, in milliseconds; shorter than any retry delay.
pub const SHARE_LEASE_MS: i64 = 2 * 60_000;
/// Maximum number of a client's credits.
pub const MAX_CREDITS: i64 = 1_000_000;
/// Maximum number of former slugs an owner may leave behind: each is reserved for its business permanently.
pub const MAX_OWN_FORMER_SLUGS: usize = 10;
/// Maximum length of a URL, and of a setting's value.
pub const MAX_URL_CHARACTERS: usize = 2000;
/// Maximum number of characters of a watermark; more would not fit into a frame.
pub const MAX_WATERMARK_CHARACTERS: usize = 120;
/// Number of payments, and of plan changes, shown.
pub const PLAN_CHANGES_SHOWN: u32 = 24;
/// Maximum number of entries of each list under `To decide`.
pub const ATTENTION_SHOWN: u32 = 50;
/// Rows on a page of an admin list.
pub const ROWS_PER_PAGE: usize = 50;
/// Maximum number of rows of an export.
pub const MAX_EXPORTED_ROWS: u32 = 100_000;
/// Submissions rejected in one call: each is a transaction, and an invocation may make 1,000 queries.
pub const MAX_SELECTED: usize = 50;
/// Mails about new testimonials per business and hour; further ones are combined in a digest.
pub const MAILS_BEFORE_DIGEST: u32 = 5;
/// Testimonials named in a digest.
pub const DIGEST_NAMES: u32 = 30;
/// Failed deliveries, or sign-ups, retried at once.
pub const MAX_RETRIED: u32 = 500;
/// Videos on a folder page.
pub const FOLDER_ROWS: usize = 100;
/// Maximum number of recipients of a client's mails, its own address included.
pub const MAX_MAIL_RECIPIENTS: usize = 6;
/// Confirmation mails sent per day to added recipients.
pub const MAX_RECIPIENTS_ASKED: u32 = 20;
/// Rows of an export read at once.
pub const EXPORT_ROWS: usize = 1000;
