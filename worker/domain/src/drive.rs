//! Where a delivered video stands in its business's folder.

use media_wasm::probe::Container;
use media_wasm::submission::is_name_char;

use crate::retention::DAY_MS;
use crate::string_enum::string_enum;

string_enum! {
    /// Where videos are delivered to, as stored with each delivery.
    DriveProvider {
        /// A folder in our own bucket; the default, needs no account.
        BuiltIn = "built-in",
        /// A folder of the business's own on a WebDAV server.
        WebDav = "webdav",
        /// A folder in Google Drive: of the business's own account, or in a Shared Drive.
        Google = "google-drive",
    }
}

/// A folder that is not the client's to mend.
const OURS_FAILS: &str = "Sayso’s Google Drive is not accepting videos at the moment. We know about it, and there is nothing you \
    need to do.";
/// A connection whose credential is gone.
pub const CONNECTION_ENDED: &str = "The connection to this drive has ended. Connect it again.";
/// A folder in an account that the product has left.
pub const ACCOUNT_LEFT: &str = "Sayso is no longer signed in to the Google account that holds this folder. An admin has to connect that account again, or the client’s folder in the new one.";
/// Describes a drive's trouble for a client or for an admin; nothing where it works. `fault` is what it last refused
/// with, `is_platform` says that the folder is in the product's own account.
#[must_use]
pub fn trouble(fault: Option<&str>, has_ended: bool, is_platform: bool, is_for_admin: bool) -> Option<String> {
    let ended = if is_platform { ACCOUNT_LEFT } else { CONNECTION_ENDED };
    let text = fault.or(has_ended.then_some(ended))?;
    Some(if is_platform && !is_for_admin { OURS_FAILS } else { text }.to_owned())
}

/// Percent of a drive's room from which it is nearly full.
const NEARLY_FULL_PERCENT: u64 = 90;

/// For so long after a drive has worked, the fault that it had counts as still there when it comes back. Each day a small test
/// file arrives in a drive that is too full for videos, which are then tried again.
pub const RETURNING_FAULT_MS: i64 = 2 * DAY_MS;

/// Beyond this, numbers are not exact everywhere: 9 petabytes.
const MAX_BYTES: u64 = 1 << 53;

/// The room of a drive, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// What is taken, by whatever.
    pub used: u64,
    /// What there is in all.
    pub limit: u64,
}

impl Space {
    /// What a drive tells of itself; nothing where that is beyond what a drive can hold, as with servers that have no limit and
    /// say so with the largest number they know.
    #[must_use]
    pub fn told(used: u64, limit: u64) -> Option<Self> {
        (used.max(limit) <= MAX_BYTES).then_some(Self { used, limit })
    }

    /// Whether there is room for so many bytes more.
    #[must_use]
    pub fn has_room(self, bytes: u64) -> bool {
        self.used.saturating_add(bytes) < self.limit
    }

    /// Percent that is taken, rounded down; 100 of a drive without any room.
    #[must_use]
    pub fn percent(self) -> u64 {
        self.used.saturating_mul(100).checked_div(self.limit).unwrap_or(100)
    }

    /// Whether its owner is to know.
    #[must_use]
    pub fn is_nearly_full(self) -> bool {
        self.percent() >= NEARLY_FULL_PERCENT
    }
}

/// The path of a client's folder of the built-in drive: its drive link where it has no other.
#[must_use]
pub fn folder_path(client_id: &str) -> String {
    format!("/drive/folder/{client_id}")
}

/// Whether a drive link is that of a client's own folder of the built-in drive.
#[must_use]
pub fn is_folder_link(link: &str, public_origin: &str, client_id: &str) -> bool {
    link.strip_prefix(public_origin).unwrap_or(link) == folder_path(client_id)
}

/// The folder and file of a submission: `2026-11/2026-11-20 Ann Example 1a2b3c4d.mp4`.
///
/// The name is the same at every attempt, so that a repeated delivery finds what an earlier one left.
/// `created_on` is the UTC date (`yyyy-MM-dd`) of the submission, `id` its id.
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

/// The start of a submission's id, which is the last word of its file's name.
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
        assert_eq!(Space::told(90, 100), Some(Space { used: 90, limit: 100 }));
        assert_eq!((Space::told(0, i64::MAX.unsigned_abs()), Space::told(u64::MAX, 100)), (None, None));
        assert!(!Space { used: u64::MAX, limit: u64::MAX }.percent().eq(&0));
    }

    #[test]
    fn job10_a_file_name_says_when_and_who_and_never_leaves_its_folder() {
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
