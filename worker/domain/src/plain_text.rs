//! Makes visitors' text safe for one line of a form or a mail.

use media_wasm::submission::is_invisible;

/// Whether a character is invisible but changes what is read: fillers, zero-width characters,
/// separators, and those that change the writing direction. Joiners and emoji variation selectors
/// are excluded, since some languages and shop names need them.
#[must_use]
pub const fn is_hidden(c: char) -> bool {
    match c {
        '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{fff9}'..='\u{fffb}' | '\u{13430}'..='\u{1345f}' => true,
        '\u{fe00}'..='\u{fe0f}' => false,
        _ => is_invisible(c),
    }
}

/// Whether a text has a letter or a digit.
#[must_use]
pub fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Makes a name safe for mails by breaking up everything mail programs would turn into a link:
/// `www.shop.example` becomes `www. shop. example`, and `Dr.Smith` becomes `Dr. Smith`.
#[must_use]
pub fn without_links(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_alphanumeric() && (plain.ends_with(['.', '@', '。', '．', '｡']) || plain.ends_with("//")) {
            plain.push(' ');
        }
        plain.push(c);
    }
    plain
}

/// Removes queries and fragments, which may hold tokens, from the links of a text.
#[must_use]
pub fn without_secrets(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let link = word.trim_end();
        match link.find("://").and_then(|_| link.find(['?', '#'])) {
            Some(at) => {
                plain.push_str(link.get(..at).unwrap_or_default());
                plain.push('…');
                plain.push_str(word.get(link.len()..).unwrap_or_default());
            }
            None => plain.push_str(word),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inv47_a_name_in_a_mail_is_no_link() {
        for (typed, shown) in [
            ("www.evil.example", "www. evil. example"),
            ("Dr.Smith", "Dr. Smith"),
            ("J. R. R. Tolkien", "J. R. R. Tolkien"),
            ("https://a.b", "https:// a. b"),
            ("<b>Pat</b>", "<b>Pat</b>"),
            ("Ann O’Neill Jr.", "Ann O’Neill Jr."),
            ("пример.рф", "пример. рф"),
            ("evil。example", "evil。 example"),
        ] {
            assert_eq!(without_links(typed), shown);
        }
    }

    #[test]
    fn inv47_invisible_characters_are_hidden_and_joiners_are_not() {
        assert!(
            "\u{3164}\u{17b4}\u{202e}\u{200b}\u{feff}\u{2066}\u{ffa0}\u{2028}\u{1d173}\u{e0100}\u{fff9}\u{2800}"
                .chars()
                .all(is_hidden)
        );
        assert!(!"Ada ❤\u{fe0f} 👩\u{200d}🍳 نامه\u{200c}ها é".chars().any(is_hidden));
        assert!(has_letter("7") && has_letter("é") && !has_letter(" . - '"));
    }
}
