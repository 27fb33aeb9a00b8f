//! Fills `{{name}}` places of a text.

/// Escapes a text for HTML, attributes included.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// Fills the places of a plain text. A value that looks like a place is left as it is: one pass only.
#[must_use]
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut parts = template.split("{{");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("}}").unwrap_or(("", part));
        if let Some((_, value)) = values.iter().find(|(key, _)| *key == name) {
            out.push_str(value);
        }
        out.push_str(rest);
    }
    out
}

/// Fills the places of an HTML text with escaped values.
#[must_use]
pub fn fill_html(template: &str, values: &[(&str, &str)]) -> String {
    let escaped: Vec<(&str, String)> = values.iter().map(|(key, value)| (*key, escape(value))).collect();
    let escaped: Vec<(&str, &str)> = escaped.iter().map(|(key, value)| (*key, value.as_str())).collect();
    fill(template, &escaped)
}
