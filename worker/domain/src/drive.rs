//! Delivery drives: providers, faults, space, and the path of a delivered video.

use media_wasm::probe::Container;
use media_wasm::submission::is_name_char;

use crate::retention::DAY_MS;
use crate::string_enum::string_enum;

string_enum! {
    /// Provider of a drive, as stored with each delivery.
    DriveProvider {
        /// A folder in our own bucket; the default, needs no account.
        BuiltIn = "built-in",
        /// The business's own folder on a WebDAV server.
        WebDav = "webdav",
        /// A folder in Google Drive: in the business's own account, or in a Shared Drive.
        Google = "google-drive",
    }
}

/// Fault of a folder that the client cannot fix.
const PLATFORM_FAILING: &str = "Sayso’s Google Drive is not accepting videos at the moment. We know about it, and there is nothing you \
    need to do.";
/// Fault of a connection whose credential is gone.
pub const CONNECTION_ENDED: &str = "The connection to this drive has ended. Connect it again.";
/// Fault of a folder in an account that Sayso no longer uses.
pub const ACCOUNT_LEFT: &str = "Sayso is no longer signed in to the Google account that holds this folder. An admin has to connect that account again, or the client’s folder in the new one.";
/// Describes a drive's fault for a client or an admin; `None` if it works. `fault` is its last
/// error, `is_platform` means that the folder is in Sayso's own account.
#[must_use]
pub fn trouble(fault: Option<&str>, has_ended: bool, is_platform: bool, is_for_admin: bool) -> Option<String> {
    let ended = if is_platform { ACCOUNT_LEFT } else { CONNECTION_ENDED };
    let text = fault.or(has_ended.then_some(ended))?;
    Some(if is_platform && !is_for_admin { PLATFORM_FAILING } else { text }.to_owned())
}

/// Used percentage from which a drive is nearly full.
const NEARLY_FULL_PERCENT: u64 = 90;

/// A fault that returns within this time after the drive worked counts as the same fault. A drive
/// too full for videos accepts the small daily test file, upon which the videos are tried again.
pub const RETURNING_FAULT_MS: i64 = 2 * DAY_MS;

/// Larger numbers are not exact in JavaScript: 9 petabytes.
const MAX_BYTES: u64 = 1 << 53;

/// Space of a drive, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// Used space, by any files.
    pub used: u64,
    /// Total space.
    pub limit: u64,
}

impl Space {
    /// Returns the space a drive reports; `None` if the numbers are implausible, as from servers
    /// that report the largest integer for no limit.
    #[must_use]
    pub fn from_reported(used: u64, limit: u64) -> Option<Self> {
        (used.max(limit) <= MAX_BYTES).then_some(Self { used, limit })
    }

    /// Whether a file of this size fits.
    #[must_use]
    pub fn has_room(self, bytes: u64) -> bool {
        self.used.saturating_add(bytes) < self.limit
    }

    /// Returns the used percentage, rounded down; 100 for a drive without space.
    #[must_use]
    pub fn percent(self) -> u64 {
        self.used.saturating_mul(100).checked_div(self.limit).unwrap_or(100)
    }

    /// Whether its owner is to be warned.
    #[must_use]
    pub fn is_nearly_full(self) -> bool {
        self.percent() >= NEARLY_FULL_PERCENT
    }
}

/// Returns the path of a client's built-in folder, which is its default drive link.
#[must_use]
pub fn folder_path(client_id: &str) -> String {
    format!("/drive/folder/{client_id}")
}

/// Whether a drive link is that of the client's own built-in folder.
#[must_use]
pub fn is_folder_link(link: &str, public_origin: &str, client_id: &str) -> bool {
    link.strip_prefix(public_origin).unwrap_or(link) == folder_path(client_id)
}

/// Returns the folder and file name of a submission: `2026-11/2026-11-20 Ann Example 1a2b3c4d.mp4`.
///
/// The name is the same at every attempt, so that a repeated delivery finds the file of an earlier
/// one. `created_on` is the UTC date (`yyyy-MM-dd`) of the submission, `id` its id.
#[must_use]
pub fn file_path(created_on: &str, customer_name: &str, id: &str, container: Container) -> String {
    let month: String = created_on.chars().take(7).collect();
    let plain = |c: &char| is_name_char(*c) && !matches!(c, '\'' | '’' | '.' | '/' | ':' | '"');
    let person: String = customer_name.chars().filter(plain).take(60).collect();
    let person = match person.trim() {
        "" => "Customer",
        name => name,
    };
    format!("{month}/{created_on} {person} {}.{}", short_id(id), container.extension())
}

/// Returns the start of a submission's id, the last word of its file name.
#[must_use]
pub fn short_id(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).take(8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv15_a_drive_is_nearly_full_from_90_percent_on() {
        for (used, limit, percent, full) in
            [(0, 100, 0, false), (89, 100, 89, false), (90, 100, 90, true), (9, 8, 112, true)]
        {
            let space = Space { used, limit };
            assert_eq!((space.percent(), space.is_nearly_full()), (percent, full));
        }
        assert!(Space { used: 0, limit: 0 }.is_nearly_full());
        assert_eq!(Space::from_reported(90, 100), Some(Space { used: 90, limit: 100 }));
        assert_eq!(
            (Space::from_reported(0, i64::MAX.unsigned_abs()), Space::from_reported(u64::MAX, 100)),
            (None, None)
        );
        assert!(!Space { used: u64::MAX, limit: u64::MAX }.percent().eq(&0));
    }

    #[test]
    fn job10_a_file_name_contains_date_and_customer_and_stays_in_its_folder() {
        let path = file_path("2026-11-20", "Ann O'Neill", "1a2b3c4d-9999", Container::Mp4);
        assert_eq!(path, "2026-11/2026-11-20 Ann ONeill 1a2b3c4d.mp4");
        let nasty = file_path("2026-11-20", "../../etc/passwd\n", "1a2b3c4d", Container::Webm);
        assert_eq!(nasty, "2026-11/2026-11-20 etcpasswd 1a2b3c4d.webm");
        assert_eq!(
            file_path("2026-11-20", "...", "1a2b3c4d", Container::Mov),
            "2026-11/2026-11-20 Customer 1a2b3c4d.mov"
        );
        let child = file_path("2026-11-20", "Ravi s/o \"Bob: Kumar\", Jr.", "1a2b3c4d", Container::Mp4);
        assert_eq!(child, "2026-11/2026-11-20 Ravi so Bob Kumar, Jr 1a2b3c4d.mp4");
        let name = file_path("2026-11-20", "शर्मा", "1a2b3c4d", Container::Mp4);
        assert_eq!(name, "2026-11/2026-11-20 शर्मा 1a2b3c4d.mp4");
    }
}
