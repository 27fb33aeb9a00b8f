//! Languages of transcripts.

/// Returns the primary tag of a BCP 47 tag, or of Whisper's code, in lower case; `None` if it has none.
#[must_use]
pub fn primary_tag(tag: &str) -> Option<String> {
    let primary = tag.trim().split(['-', '_']).next()?.to_ascii_lowercase();
    let is_tag = (2..=3).contains(&primary.len()) && primary.bytes().all(|b| b.is_ascii_lowercase());
    // Whisper's code for Javanese, and former codes of Hebrew, Indonesian and Yiddish.
    let current = match primary.as_str() {
        "jw" => "jv",
        "iw" => "he",
        "in" => "id",
        "ji" => "yi",
        other => other,
    };
    is_tag.then(|| current.to_owned())
}

/// Whether a language is written without spaces between words: those whose words Whisper splits at every character,
/// Khmer and Tibetan.
#[must_use]
pub fn is_unspaced(language: &str) -> bool {
    matches!(language, "zh" | "yue" | "ja" | "th" | "lo" | "my" | "km" | "bo")
}

/// Whether a language is usually written from right to left.
#[must_use]
pub fn is_right_to_left(language: &str) -> bool {
    matches!(language, "ar" | "he" | "fa" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" | "ckb" | "ks" | "syr" | "arc")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cap03_a_language_is_stored_as_its_primary_tag() {
        for (tag, primary) in [("en-GB", "en"), (" PT_br", "pt"), ("yue", "yue"), ("jw", "jv"), ("zh-Hant-TW", "zh")] {
            assert_eq!(primary_tag(tag).as_deref(), Some(primary));
        }
        for none in ["", "-en", "english", "e", "d3"] {
            assert_eq!(primary_tag(none), None, "{none}");
        }
    }
}
