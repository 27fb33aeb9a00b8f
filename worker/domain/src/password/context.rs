//! Words related to the account or the product, which are guessed first.

use super::letter_of;

/// The product, its subject and its users. A word also covers every longer word that contains it.
const PRODUCT_WORDS: &str = "sayso testimonial video review record customer client admin affiliate partner business portal \
                             dashboard commission";
/// Shorter parts of names occur in many other words.
const MIN_CHARACTERS: usize = 3;

/// Account a password is for.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// Its email address.
    pub email: &'a str,
    /// The business's name; empty if there is none.
    pub company_name: &'a str,
}

impl Context<'_> {
    /// Removes the words of the product, of the business's name and of the email address (except
    /// its last part), also when spelt with digits for letters. Returns the remaining letters and
    /// digits; `None` if there were no such words.
    #[must_use]
    pub fn strip_account_words(&self, password: &str) -> Option<String> {
        let mut typed = password.to_lowercase();
        typed.retain(|c| letter_of(c).is_alphanumeric());
        // Letters for digits at the same positions: both are one byte.
        let letters: String = typed.chars().map(letter_of).collect();
        let mut is_of_word = vec![false; letters.len()];
        let mut mark = |text: &str| {
            for word in text.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
                let word: String = word.chars().map(letter_of).collect();
                if word.chars().count() >= MIN_CHARACTERS {
                    for (start, _) in letters.match_indices(&word) {
                        is_of_word.iter_mut().skip(start).take(word.len()).for_each(|of_word| *of_word = true);
                    }
                }
            }
        };
        mark(PRODUCT_WORDS);
        mark(self.company_name);
        mark(self.email.rsplit_once('.').map_or(self.email, |(address, _ending)| address));
        let left = typed.char_indices().filter(|(at, _)| is_of_word.get(*at) == Some(&false));
        is_of_word.contains(&true).then(|| left.map(|(_, c)| c).collect())
    }
}
