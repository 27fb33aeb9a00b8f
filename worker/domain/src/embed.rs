//! Embedding of third-party video players.

/// Converts the URL of a `YouTube`, Vimeo or Loom page to its player's URL, since the pages refuse
/// to be framed. Other URLs are returned unchanged.
#[must_use]
pub fn embed_url(address: &str) -> String {
    of_page(address).unwrap_or_else(|| address.to_owned())
}

const KNOWN_HOSTS: [&str; 5] = ["youtube.com", "youtu.be", "youtube-nocookie.com", "vimeo.com", "loom.com"];

/// Whether a URL's host imitates one of these players: `www.youtube.com.example`.
#[must_use]
pub fn is_look_alike(address: &str) -> bool {
    let host = address.split('/').nth(2).and_then(|host| host.split(':').next()).unwrap_or_default();
    let host = format!(".{}", host.to_ascii_lowercase());
    KNOWN_HOSTS.iter().any(|known| host.contains(&format!(".{known}.")))
}

fn of_page(address: &str) -> Option<String> {
    let rest = address.strip_prefix("https://")?;
    let (host, rest) = rest.split_once('/')?;
    let rest = rest.split('#').next()?;
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match (host.to_ascii_lowercase().as_str(), parts.as_slice()) {
        ("youtube.com" | "www.youtube.com" | "m.youtube.com", ["watch"]) => youtube(parameter(query, "v")?),
        ("youtube.com" | "www.youtube.com" | "m.youtube.com", ["shorts" | "live", id]) | ("youtu.be", [id]) => {
            youtube(id)
        }
        ("vimeo.com" | "www.vimeo.com", [id]) if is_number(id) => Some(format!("https://player.vimeo.com/video/{id}")),
        ("vimeo.com" | "www.vimeo.com", [id, hash]) if is_number(id) && is_id(hash) => {
            Some(format!("https://player.vimeo.com/video/{id}?h={hash}"))
        }
        ("loom.com" | "www.loom.com", ["share", id]) if is_id(id) => Some(format!("https://www.loom.com/embed/{id}")),
        _ => None,
    }
}

/// Returns the player that sets no cookies before playback.
fn youtube(id: &str) -> Option<String> {
    is_id(id).then(|| format!("https://www.youtube-nocookie.com/embed/{id}"))
}

fn parameter<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
}

fn is_id(text: &str) -> bool {
    (1..=64).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
}

fn is_number(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{embed_url, is_look_alike};

    #[test]
    fn hom02_a_video_page_url_becomes_its_player_url() {
        let youtube = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
        for page in [
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://youtube.com/watch?t=4&v=dQw4w9WgXcQ#x",
            "https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1",
            "https://youtu.be/dQw4w9WgXcQ?si=abc",
            "https://www.youtube.com/shorts/dQw4w9WgXcQ",
        ] {
            assert_eq!(embed_url(page), youtube, "{page}");
        }
        assert_eq!(embed_url("https://vimeo.com/76979871"), "https://player.vimeo.com/video/76979871");
        assert_eq!(
            embed_url("https://vimeo.com/76979871/8272103f6e"),
            "https://player.vimeo.com/video/76979871?h=8272103f6e"
        );
        assert_eq!(embed_url("https://www.loom.com/share/ab12"), "https://www.loom.com/embed/ab12");
    }

    #[test]
    fn hom02_other_urls_are_unchanged() {
        for other in [
            "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
            "https://player.vimeo.com/video/1",
            "https://videos.example/watch?v=1",
            "https://www.youtube.com/watch",
            "https://www.youtube.com/watch?v=a%22b",
            "https://vimeo.com/channels/staffpicks",
            "not an address",
        ] {
            assert_eq!(embed_url(other), other);
        }
    }

    #[test]
    fn hom02_a_look_alike_player_host_is_detected() {
        for address in [
            "https://www.youtube.com.evil.example/embed/1",
            "https://youtube.com.evil.example",
            "https://PLAYER.VIMEO.COM.evil.example:8443/video/1",
        ] {
            assert!(is_look_alike(address), "{address}");
        }
        for address in [
            "https://www.youtube.com/embed/1",
            "https://player.vimeo.com/video/1",
            "https://videos.bloom.com.example/1",
            "https://videos.example/www.youtube.com.evil/",
        ] {
            assert!(!is_look_alike(address), "{address}");
        }
    }
}
