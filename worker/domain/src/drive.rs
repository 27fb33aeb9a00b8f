//! Delivery drives: providers, faults, space, and the path of a delivered video.

use media_wasm::probe::Container;
use media_wasm::submission::{is_name_char, is_virama, is_word_char};

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

/// Longest name of a file in bytes, its ending included. Most file systems allow 255; servers add an ending of their own
/// to a file that they are still receiving.
const MAX_FILE_NAME_BYTES: usize = 220;

/// Returns the folder and file name of a new submission: `2026-11/2026-11-20 Ann Example 1a2b3c4d.mp4`.
///
/// It is stored with the submission, so that a repeated delivery finds the file of an earlier one.
/// `created_on` is the UTC date (`yyyy-MM-dd`) of the submission, `id` its id.
#[must_use]
pub fn file_path(created_on: &str, customer_name: &str, id: &str, container: Container) -> String {
    let end = format!("{}.{}", short_id(id), container.extension());
    let around = created_on.len().saturating_add(end.len()).saturating_add(2);
    let name = words_of(customer_name);
    let name = match cut(&name, MAX_FILE_NAME_BYTES.saturating_sub(around)) {
        name if name.contains(is_word_char) => name,
        _ => "Customer",
    };
    path(created_on, name, &end)
}

/// Returns the path of a submission that was accepted before paths were stored. Never changes: the file may be there.
fn former_file_path(created_on: &str, customer_name: &str, id: &str, container: Container) -> String {
    let plain = |c: &char| is_name_char(*c) && !matches!(c, '\'' | '’' | '.' | '/' | ':' | '"' | '&');
    let person: String = customer_name.chars().filter(plain).take(60).collect();
    let person = match person.trim() {
        "" => "Customer",
        name => name,
    };
    path(created_on, person, &format!("{}.{}", short_id(id), container.extension()))
}

fn path(created_on: &str, person: &str, end: &str) -> String {
    let month: String = created_on.chars().take(7).collect();
    format!("{month}/{created_on} {person} {end}")
}

/// The facts that determine the path of a submission's video.
#[derive(Debug, Clone, Copy)]
pub struct DeliveryPath<'a> {
    /// The path stored when it was accepted; `None` for submissions of before.
    pub stored: Option<&'a str>,
    /// UTC date of the submission, `yyyy-MM-dd`.
    pub created_on: &'a str,
    /// Its customer's name.
    pub customer_name: &'a str,
    /// Its id.
    pub id: &'a str,
    /// The type of its file.
    pub container: Container,
}

impl DeliveryPath<'_> {
    /// Returns the path below the client's folder, the same at every attempt.
    #[must_use]
    pub fn path(self) -> String {
        let Self { stored, created_on, customer_name, id, container } = self;
        stored.map_or_else(|| former_file_path(created_on, customer_name, id, container), ToOwned::to_owned)
    }
}

/// Returns a name without the signs that a file's name cannot hold, or that hide it: a full stop stays after a word, a
/// slash or colon between two words becomes a hyphen, and invisible characters stay where they shape a letter.
fn words_of(name: &str) -> String {
    let mut words = String::with_capacity(name.len());
    let mut last = ' ';
    let mut rest = name.chars().peekable();
    while let Some(c) = rest.next() {
        let c = match c {
            _ if shapes_letter(c) => {
                if is_word_char(last) {
                    words.push(c);
                }
                continue;
            }
            '/' | ':' if is_word_char(last) && rest.peek().is_some_and(|next| is_word_char(*next)) => '-',
            '.' if !is_word_char(last) => continue,
            '/' | ':' | '"' => continue,
            '\'' => '’',
            c if is_name_char(c) && (c, last) != (' ', ' ') => c,
            _ => continue,
        };
        words.push(c);
        last = c;
    }
    words.trim().to_owned()
}

/// Cuts a name to so many bytes, before a letter and not between one and its marks.
fn cut(name: &str, max_bytes: usize) -> &str {
    if name.len() <= max_bytes {
        return name;
    }
    let mut end = 0;
    let mut last = ' ';
    for (at, c) in name.char_indices().take_while(|(at, _)| *at <= max_bytes) {
        if !is_mark(c) && last != '\u{200d}' && !is_virama(last) {
            end = at;
        }
        last = c;
    }
    name.get(..end).unwrap_or_default().trim_end()
}

/// Whether this is an invisible character that belongs to the letter before it: a joiner, or the selector of a form.
const fn shapes_letter(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Whether this is written on the letter before it.
fn is_mark(c: char) -> bool {
    // The vowel signs of Indian scripts have the same positions in each script's block of 128 characters. The standard
    // library escapes whatever Unicode says extends a letter.
    let is_vowel_sign = matches!(c, '\u{900}'..='\u{d7f}') && matches!(u32::from(c) & 0x7f, 1..=3 | 0x3e..=0x4d);
    shapes_letter(c) || is_vowel_sign || (!c.is_ascii() && c.escape_debug().len() > 1)
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
        for (typed, person) in [
            ("Ann O'Neill", "Ann O’Neill"),
            ("St. John", "St. John"),
            ("J. R. R. Tolkien, Jr.", "J. R. R. Tolkien, Jr."),
            ("../../etc/passwd\n", "etc-passwd"),
            ("...", "Customer"),
            ("’ - .", "Customer"),
            ("Ravi s/o \"Bob: Kumar\", Jr.", "Ravi s-o Bob Kumar, Jr."),
            ("Muthu A/L Samy", "Muthu A-L Samy"),
            ("Ann / Tom", "Ann Tom"),
            ("K:son & Sons", "K-son & Sons"),
            ("शर्मा", "शर्मा"),
            ("می\u{200c}رزا \u{200c}علی", "می\u{200c}رزا علی"),
            ("ශ්\u{200d}රී", "ශ්\u{200d}රී"),
            ("葛\u{e0100}城", "葛\u{e0100}城"),
            ("CON", "CON"),
        ] {
            let path = file_path("2026-11-20", typed, "1a2b3c4d-9999", Container::Mp4);
            assert_eq!(path, format!("2026-11/2026-11-20 {person} 1a2b3c4d.mp4"), "{typed}");
        }
    }

    #[test]
    fn job10_a_file_name_fits_any_file_system_and_ends_between_letters() {
        let name_of = |typed: &str| {
            let path = file_path("2026-11-20", typed, "1a2b3c4d-9999", Container::Webm);
            let name = path.strip_prefix("2026-11/").unwrap_or_default().to_owned();
            assert!(name.len() <= MAX_FILE_NAME_BYTES, "{} bytes", name.len());
            let person = name.strip_prefix("2026-11-20 ").and_then(|rest| rest.strip_suffix(" 1a2b3c4d.webm"));
            person.unwrap_or_default().to_owned()
        };
        assert_eq!(name_of(&"𠮷".repeat(100)).chars().count(), 48);
        assert_eq!(name_of(&"é".repeat(100)).chars().count(), 97);
        assert_eq!(name_of(&"a".repeat(100)).len(), 100);
        for (letters, bytes) in [("e\u{302}\u{323}", 5), ("क्षि", 12), ("ශ්\u{200d}රී", 15), ("葛\u{e0100}", 7), ("กี่", 9)]
        {
            for before in ["", "a", "ab", "abc"] {
                let kept = name_of(&format!("{before}{}", letters.repeat(100)));
                let rest = kept.strip_prefix(before).unwrap_or_default();
                assert_eq!((letters.len(), rest.len() % bytes), (bytes, 0), "{kept}");
                assert!(rest.len() > 170, "{kept}");
            }
        }
    }

    #[test]
    fn job10_the_path_of_a_video_is_the_same_at_every_attempt() {
        let of = |stored| DeliveryPath {
            stored,
            created_on: "2026-11-20",
            customer_name: "Ravi s/o O'Neill",
            id: "1a2b3c4d-9999",
            container: Container::Mp4,
        };
        assert_eq!(of(Some("2026-11/it.mp4")).path(), "2026-11/it.mp4");
        assert_eq!(of(None).path(), "2026-11/2026-11-20 Ravi so ONeill 1a2b3c4d.mp4", "accepted before");
        let long = DeliveryPath { customer_name: &"𠮷".repeat(100), ..of(None) }.path();
        assert_eq!(long.chars().filter(|c| *c == '𠮷').count(), 60);
    }
}
