//! A client's watermark. How it is drawn is the media core's matter.

/// What is burnt in: the client's own text or, where it has none, the company's name.
#[must_use]
pub fn text_of(own: Option<String>, company_name: &str) -> String {
    own.filter(|text| !text.trim().is_empty()).unwrap_or_else(|| company_name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::text_of;

    #[test]
    fn wmk11_without_a_text_of_its_own_it_is_the_company_name() {
        assert_eq!(text_of(Some("Blue Door\nBakery".into()), "Corner Shop"), "Blue Door\nBakery");
        for blank in [None, Some(String::new()), Some(" \n\u{a0}".into())] {
            assert_eq!(text_of(blank, "Corner Shop"), "Corner Shop");
        }
    }
}
