//! WebDAV folders: accepted URLs, and the URLs of files in them.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use roxmltree::{Document, Node, ParsingOptions};

use crate::drive::Space;
use crate::https_url::{is_https_url, is_private};
use crate::limits::MAX_URL_CHARACTERS;
use crate::number::parse_u64;
use crate::text;

/// Characters that need no escaping in a path segment.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// WebDAV path of Nextcloud and ownCloud.
const NEXTCLOUD: &str = "/remote.php/";

/// Networks in which drive servers are accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Networks {
    /// Public host names with TLS only.
    Public,
    /// Any network, for a deployment inside its drives' network.
    Any,
}

/// PROPFIND body asking whether a URL is a folder, and for its quota (RFC 4331).
pub const FOLDER_QUESTION: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<propfind xmlns="DAV:"><prop><resourcetype/><quota-available-bytes/><quota-used-bytes/></prop></propfind>"#;

/// Whether an answer to [`FOLDER_QUESTION`] describes a folder and not a file. If it is not XML,
/// the test file that follows decides.
#[must_use]
pub fn is_folder(answer: &str) -> bool {
    parse(answer).is_none_or(|xml| elements(&xml, "collection").next().is_some())
}

/// Returns the space from an answer to [`FOLDER_QUESTION`]; `None` if the server reports none or
/// has no limit.
#[must_use]
pub fn space(answer: &str) -> Option<Space> {
    let xml = parse(answer)?;
    let number = |name| parse_u64(elements(&xml, name).next()?.text()?.trim());
    let used = number("quota-used-bytes")?;
    Space::from_reported(used, used.saturating_add(number("quota-available-bytes")?))
}

/// More nodes than any answer about one folder has.
const MAX_NODES: u32 = 4096;

/// Parses XML and rejects document types, which could expand.
fn parse(xml: &str) -> Option<Document<'_>> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(xml, options).ok()
}

/// Returns the elements with this local name, in document order.
fn elements<'a>(xml: &'a Document<'_>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    xml.descendants().filter(move |node| node.tag_name().name() == name)
}

/// Normalises a folder's URL for storage, ending in `/`.
///
/// # Errors
/// The message for the user.
pub fn folder_address(typed: &str, networks: Networks) -> Result<String, &'static str> {
    let typed = &encoded(typed.trim());
    if ["/apps/files", "/index.php/s/", "/s/"].iter().any(|page| path_of(typed).starts_with(page)) {
        return Err(text::WEBDAV_PAGE);
    }
    if typed.contains(['?', '#']) || path_of(typed).split('/').any(|part| matches!(part, "." | "..")) {
        return Err(text::WEBDAV_ADDRESS);
    }
    match networks {
        Networks::Public if !is_https_url(typed) => return Err(text::WEBDAV_ADDRESS),
        Networks::Public if is_private(typed) => return Err(text::PRIVATE_NETWORK),
        Networks::Any if !is_any_url(typed) => return Err(text::WEBDAV_ADDRESS),
        Networks::Public | Networks::Any => {}
    }
    Ok(if typed.ends_with('/') { typed.to_owned() } else { format!("{typed}/") })
}

/// Percent-encodes spaces and non-ASCII letters in a typed URL.
fn encoded(address: &str) -> String {
    const TYPED: &AsciiSet = &percent_encoding::CONTROLS.add(b' ');
    let (server, path) = address.split_at(address.len().saturating_sub(path_of(address).len()));
    format!("{server}{}", utf8_percent_encode(path, TYPED))
}

/// Returns the path of a URL, from its first slash.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default()
}

fn is_any_url(text: &str) -> bool {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '\\' | '<' | '>' | '"');
    let host = |rest: &str| rest.split('/').next().unwrap_or_default().to_owned();
    rest.is_some_and(|rest| !host(rest).is_empty() && !host(rest).contains('@') && rest.chars().all(plain))
        && text.chars().count() <= MAX_URL_CHARACTERS
}

/// Returns the URL of a file or folder below a folder's URL. `path` is unescaped and separated by `/`.
#[must_use]
pub fn below(folder: &str, path: &str) -> String {
    let parts: Vec<String> = path.split('/').map(|part| utf8_percent_encode(part, SEGMENT).to_string()).collect();
    format!("{folder}{}", parts.join("/"))
}

/// Returns the parent folder; `None` for the root of a server. Both end in `/`.
#[must_use]
pub fn parent(folder: &str) -> Option<&str> {
    let (above, _) = folder.strip_suffix('/')?.rsplit_once('/')?;
    let above = folder.get(..above.len().saturating_add(1))?;
    (!above.ends_with("://")).then_some(above)
}

/// Returns the last part of a folder's URL for display.
#[must_use]
pub fn last_part(folder: &str) -> String {
    let name = folder.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

/// Whether the server shows a file only after its upload is complete, so that no temporary name is needed.
#[must_use]
pub fn is_atomic(folder: &str) -> bool {
    folder.contains(NEXTCLOUD)
}

/// Returns the SHA-256 in lower-case hex from an `OC-Checksum` header, which may hold other checksums too.
#[must_use]
pub fn sha256_in(header: &str) -> Option<String> {
    header.split([' ', ',']).find_map(|one| {
        let (algorithm, hex) = one.split_once(':')?;
        let is_sha256 = algorithm.eq_ignore_ascii_case("sha256") && hex.len() == 64;
        (is_sha256 && hex.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| hex.to_ascii_lowercase())
    })
}

/// Returns the link to a folder for people: the web page of Nextcloud or ownCloud, otherwise the
/// WebDAV URL.
#[must_use]
pub fn link(folder: &str) -> String {
    let Some((server, rest)) = folder.split_once(NEXTCLOUD) else { return folder.to_owned() };
    let below_user = |files: &'static str| rest.strip_prefix(files)?.split_once('/').map(|(_, path)| path);
    let path = below_user("dav/files/").or_else(|| rest.strip_prefix("webdav/"));
    path.map_or_else(|| folder.to_owned(), |path| format!("{server}/apps/files/?dir=/{}", path.trim_end_matches('/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv15_free_space_is_read_with_any_xml_prefix() {
        let answer = |prefix: &str, used: &str, left: &str| {
            format!(
                "<?xml version=\"1.0\"?><{prefix}multistatus xmlns=\"DAV:\" xmlns:d=\"DAV:\" xmlns:D=\"DAV:\"><{prefix}prop>\
                 <{prefix}quota-used-bytes>{used}</{prefix}quota-used-bytes>\
                 <{prefix}quota-available-bytes>{left}</{prefix}quota-available-bytes></{prefix}prop></{prefix}multistatus>"
            )
        };
        for prefix in ["", "d:", "D:"] {
            assert_eq!(space(&answer(prefix, "90", " 10 ")), Some(Space { used: 90, limit: 100 }));
        }
        assert_eq!(space(&answer("d:", "<![CDATA[90]]>", "&#49;0")), Some(Space { used: 90, limit: 100 }));
        assert_eq!(space(&answer("d:", "90", "9223372036854775807")), None);
        // Nextcloud uses -3 for no limit.
        assert_eq!(space(&answer("d:", "90", "-3")), None);
        for odd in ["", "<", "<d:quota-used-bytes/><d:quota-available-bytes/>", "quota-used-bytes>5"] {
            assert_eq!(space(odd), None, "{odd}");
        }
    }

    #[test]
    fn inv15_a_folder_is_distinguished_from_a_file_of_its_name() {
        let answer = |kind: &str| {
            format!(
                "<D:multistatus xmlns:D=\"DAV:\" xmlns:d=\"DAV:\"><D:resourcetype>{kind}</D:resourcetype></D:multistatus>"
            )
        };
        for folder in
            ["<D:collection/>", "<D:collection />", "<collection xmlns=\"DAV:\"/>", "<d:collection></d:collection>"]
        {
            assert!(is_folder(&answer(folder)), "{folder}");
        }
        for file in ["", "<D:collections/>", "collection", "<!-- <D:collection/> -->", "<![CDATA[<D:collection/>]]>"] {
            assert!(!is_folder(&answer(file)), "{file}");
        }
        assert!(is_folder("<html>"), "what is no XML is left to the test file");
        let bomb = "<!DOCTYPE a [<!ENTITY b \"90\">]><a><quota-used-bytes>&b;</quota-used-bytes><quota-available-bytes>10</quota-available-bytes></a>";
        assert_eq!(space(bomb), None);
        assert_eq!(last_part("https://a.example/dav/Kundenvid%C3%A9os/"), "Kundenvidéos");
    }

    #[test]
    fn job10_an_address_is_stored_with_a_slash_at_its_end() {
        let typed = "https://cloud.example/dav/ann@shop.example/Kundenvidéos neu";
        let stored = Ok("https://cloud.example/dav/ann@shop.example/Kundenvid%C3%A9os%20neu/");
        assert_eq!(folder_address(typed, Networks::Public).as_deref(), stored);
        assert_eq!(folder_address(typed, Networks::Any).as_deref(), stored);
        for typed in ["https://cloud.example/dav/Videos", " https://cloud.example/dav/Videos/ "] {
            assert_eq!(folder_address(typed, Networks::Public).as_deref(), Ok("https://cloud.example/dav/Videos/"));
        }
        assert_eq!(folder_address("https://cloud.example", Networks::Public).as_deref(), Ok("https://cloud.example/"));
    }

    #[test]
    fn inv47_private_network_addresses_are_rejected_unless_the_deployment_allows_them() {
        for private in [
            "https://nas.local/dav/",
            "https://localhost.localdomain.lan/dav",
            "https://metadata.google.internal/",
            "https://router.home.arpa:8443/",
        ] {
            assert_eq!(folder_address(private, Networks::Public), Err(text::PRIVATE_NETWORK), "{private}");
            assert!(folder_address(private, Networks::Any).is_ok(), "{private}");
        }
        for number in ["https://127.0.0.1/", "https://[::1]/", "https://0x7f.1/", "https://2130706433/", "https://nas/"]
        {
            assert_eq!(folder_address(number, Networks::Public), Err(text::WEBDAV_ADDRESS), "{number}");
        }
        assert!(folder_address("https://mylocal/", Networks::Public).is_err());
        assert!(
            folder_address("https://mylocal.example/", Networks::Public).is_ok(),
            "only whole parts of a name count"
        );
        assert!(folder_address("http://127.0.0.1:8080/dav", Networks::Any).is_ok());
        for bad in ["http://", "ftp://a.b/", "https://a b/", "https://u:p@a.example/", "https:///x", "nas", ""] {
            assert_eq!(folder_address(bad, Networks::Any), Err(text::WEBDAV_ADDRESS), "{bad}");
            assert_eq!(folder_address(bad, Networks::Public), Err(text::WEBDAV_ADDRESS), "{bad}");
        }
        assert!(folder_address("http://cloud.example/dav/", Networks::Public).is_err(), "passwords go by TLS only");
    }

    #[test]
    fn job10_a_web_page_url_is_distinguished_from_a_webdav_url() {
        for page in ["https://cloud.example/apps/files/?dir=/Videos", "https://cloud.example/s/aBcDeF"] {
            assert_eq!(folder_address(page, Networks::Public), Err(text::WEBDAV_PAGE), "{page}");
        }
        for bad in ["https://cloud.example/dav/?x=1", "https://cloud.example/dav/#a", "https://cloud.example/a/../b/"] {
            assert_eq!(folder_address(bad, Networks::Public), Err(text::WEBDAV_ADDRESS), "{bad}");
        }
    }

    #[test]
    fn job10_file_urls_stay_below_their_folder_for_any_name() {
        assert_eq!(
            below("https://a.example/dav/", "2026-11/2026-11-20 Zoë O?#%&+ 1a2b.mp4"),
            "https://a.example/dav/2026-11/2026-11-20%20Zo%C3%AB%20O%3F%23%25%26%2B%201a2b.mp4"
        );
        assert_eq!(parent("https://a.example/dav/b/"), Some("https://a.example/dav/"));
        assert_eq!(parent("https://a.example/dav/"), Some("https://a.example/"));
        assert_eq!(parent("https://a.example/"), None);
    }

    #[test]
    fn job10_nextcloud_and_owncloud_folders_open_their_web_page() {
        let cases = [
            (
                "https://c.example/remote.php/dav/files/ann/Our%20videos/",
                "https://c.example/apps/files/?dir=/Our%20videos",
            ),
            ("https://c.example/nc/remote.php/webdav/Videos/", "https://c.example/nc/apps/files/?dir=/Videos"),
            ("https://c.example/remote.php/dav/files/ann/", "https://c.example/apps/files/?dir=/"),
            ("https://c.example/remote.php/dav/spaces/x/", "https://c.example/remote.php/dav/spaces/x/"),
            ("https://nas.example/dav/Videos/", "https://nas.example/dav/Videos/"),
        ];
        for (folder, page) in cases {
            assert_eq!(link(folder), page);
        }
        assert!(is_atomic("https://c.example/remote.php/webdav/") && !is_atomic("https://nas.example/dav/"));
    }

    #[test]
    fn inv17_only_a_sha_256_is_read_from_a_checksum_header() {
        let hex = "704F2841A7DF746D648CC633DE20CD1962BC3E01FE5A853C1EC87C51CAC9DA8A";
        let found = sha256_in(&format!("SHA256:{hex}"));
        assert_eq!(found.as_deref(), Some(hex.to_lowercase().as_str()));
        assert_eq!(sha256_in(&format!("SHA1:3ee962b8 sha256:{hex}")), found);
        for other in ["", hex, "SHA256:", "SHA256:704f", &format!("MD5:{hex}"), &format!("SHA256:{}", "g".repeat(64))] {
            assert_eq!(sha256_in(other), None, "{other}");
        }
    }
}
