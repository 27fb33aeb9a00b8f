//! Tags and the private note by which an owner sorts submissions.

use crate::comparable::{folded_key, nfc, search_text};
use crate::limits::{MAX_NOTES_CHARACTERS, MAX_TAG_CHARACTERS, MAX_TAGS};
use crate::text;

/// Checked tags and note of a submission.
#[derive(Debug, PartialEq, Eq)]
pub struct SubmissionNotes {
    /// Each once, without regard to case and accents, in the order given.
    pub tags: Vec<String>,
    /// Trimmed.
    pub note: String,
}

impl SubmissionNotes {
    /// Checks what an owner typed. A comma separates tags.
    ///
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(tags: &[String], note: &str) -> Result<Self, (&'static str, &'static str)> {
        let mut kept: Vec<String> = Vec::new();
        for typed in tags.iter().flat_map(|typed| typed.split([',', '\u{3001}', '\u{ff0c}', '\u{60c}'])) {
            let tag = nfc(&typed.split_whitespace().collect::<Vec<_>>().join(" "));
            if tag.chars().any(char::is_control) {
                return Err(("tags", text::NOT_ONE_LINE));
            }
            if tag.chars().count() > MAX_TAG_CHARACTERS {
                return Err(("tags", text::TAG_TOO_LONG));
            }
            if !tag.is_empty() && kept.iter().all(|other| folded_key(other) != folded_key(&tag)) {
                kept.push(tag);
            }
        }
        if kept.len() > MAX_TAGS {
            return Err(("tags", text::TAGS_TOO_MANY));
        }
        let note = nfc(note.trim());
        if note.chars().count() > MAX_NOTES_CHARACTERS {
            return Err(("note", text::TOO_LONG));
        }
        Ok(Self { tags: kept, note })
    }

    /// The text by which the owner's search finds them.
    #[must_use]
    pub fn search_text(&self) -> String {
        search_text(&format!("{} {}", self.tags.join(" "), self.note))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(typed: &[&str]) -> Result<Vec<String>, (&'static str, &'static str)> {
        let typed: Vec<String> = typed.iter().map(|tag| (*tag).to_owned()).collect();
        SubmissionNotes::parse(&typed, "").map(|notes| notes.tags)
    }

    #[test]
    fn pub12_tags_are_free_words_each_once() {
        assert_eq!(
            tags(&["  Summer   2026 ", "café, CAFE\u{301}", "", "山田、猫"]).unwrap(),
            ["Summer 2026", "café", "山田", "猫"]
        );
    }

    #[test]
    fn pub12_too_many_or_too_long_tags_are_refused() {
        let many: Vec<String> = (0..=MAX_TAGS).map(|number| number.to_string()).collect();
        assert_eq!(SubmissionNotes::parse(&many, ""), Err(("tags", text::TAGS_TOO_MANY)));
        assert_eq!(tags(&["é".repeat(MAX_TAG_CHARACTERS).as_str()]).unwrap().len(), 1);
        assert_eq!(tags(&["a".repeat(MAX_TAG_CHARACTERS + 1).as_str()]), Err(("tags", text::TAG_TOO_LONG)));
        assert_eq!(tags(&["a\u{0}b"]), Err(("tags", text::NOT_ONE_LINE)));
        assert_eq!(SubmissionNotes::parse(&[], &"a".repeat(MAX_NOTES_CHARACTERS + 1)), Err(("note", text::TOO_LONG)));
    }
}
