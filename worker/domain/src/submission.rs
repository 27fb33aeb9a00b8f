//! What a submission is after it was accepted.

/// `awaiting_drive_upload`, then `processed` or `drive_upload_failed`.
pub const AWAITING: &str = "awaiting_drive_upload";
/// Delivered to the business's folder.
pub const PROCESSED: &str = "processed";
/// All attempts failed, or the fault is permanent; can be retried.
pub const FAILED: &str = "drive_upload_failed";

/// The media type that a stored container is served with.
#[must_use]
pub fn media_type(container: &str) -> &'static str {
    match container {
        "mp4" => "video/mp4",
        "mov" => "video/quicktime",
        _ => "video/webm",
    }
}
