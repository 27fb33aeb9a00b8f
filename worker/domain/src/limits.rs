//! Every bound that is not a rule of the media core. Sizes in bytes, times in milliseconds.

/// One MB as the product shows it.
pub const MEBIBYTE: u64 = 1024 * 1024;
/// The largest video that is taken.
pub const MAX_VIDEO_BYTES: u64 = media_wasm::limits::MAX_UPLOAD_BYTES;
/// The largest `submit-testimonial` body: the video and 64 KiB for the fields around it.
pub const MAX_FORM_BYTES: u64 = MAX_VIDEO_BYTES + 64 * 1024;
/// The largest text field of a form; the longest legal value has 255 characters.
pub const MAX_FIELD_BYTES: u64 = 4 * 1024;
/// How many parts a form may have.
pub const MAX_FORM_PARTS: usize = 20;
/// An upload is stored in pieces of this size, so that a cut costs at most one of them.
pub const CHUNK_BYTES: u32 = 1024 * 1024;
/// An upload may arrive in this many pieces; whoever sends smaller ones is refused, which bounds every listing.
pub const MAX_CHUNKS: usize = 900;
/// Open uploads for one visitor's address.
pub const OPEN_UPLOADS_PER_ADDRESS: u32 = 5;
/// Open uploads for one client.
pub const OPEN_UPLOADS_PER_CLIENT: u32 = 50;
/// An unfinished upload is kept this long.
pub const UPLOAD_LIFE_MS: i64 = 24 * 60 * 60 * 1000;
/// A writer that stores nothing for this long has lost its turn.
pub const WRITER_LEASE_MS: i64 = 10 * 1000;
/// A job that runs longer than this is taken to have crashed.
pub const JOB_LEASE_MS: i64 = 5 * 60 * 1000;
/// Links to videos in mails work this long, then ask for sign-in.
pub const VIDEO_LINK_LIFE_MS: i64 = 30 * 24 * 60 * 60 * 1000;
/// The link of a confirmation mail works this long.
pub const SIGN_UP_LINK_LIFE_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// Stored bytes that no row knows are removed after this long; no upload is that slow.
pub const ORPHAN_AGE_MS: i64 = UPLOAD_LIFE_MS + 60 * 60 * 1000;
/// How many pages of 1,000 stored pieces one run of the sweeper looks at.
pub const ORPHAN_PAGES: u32 = 10;
/// How many rows of a kind one run of the sweeper looks at.
pub const SWEEP_BATCH: u32 = 100;
/// The largest logo or QR image.
pub const MAX_IMAGE_BYTES: u64 = 5 * MEBIBYTE;
/// The longest side of a logo or QR image in px: a browser unpacks every one of them into memory.
pub const MAX_IMAGE_SIDE: usize = 8000;
/// The most px of a logo or QR image.
pub const MAX_IMAGE_PIXELS: usize = 40_000_000;
/// The largest JSON body of a call.
pub const MAX_JSON_BYTES: u32 = 16 * 1024;
/// How many submissions a page of the list holds.
pub const SUBMISSIONS_PER_PAGE: usize = 25;
