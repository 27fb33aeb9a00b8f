//! Validation rules of the form. `tests-js` proves that the JavaScript patterns agree.

use media_wasm::submission::{
    CONSENT_VERSIONS, Consent, Field, FieldError, Form, ValidForm, consent_texts, is_email, is_name_char, trim,
    validate,
};
use serde::Deserialize;

fn form<'a>(customer_name: &'a str, customer_email: &'a str) -> Form<'a> {
    Form { customer_name, customer_email, consent_data: true, consent_marketing: true }
}

fn message(form: &Form, field: Field) -> Option<&'static str> {
    let errors = validate(form).err().unwrap_or_default();
    errors.into_iter().find(|error| error.field == field).map(|error| error.message)
}

fn name_message(name: &str) -> Option<&'static str> {
    message(&form(name, "ada@example.com"), Field::CustomerName)
}

fn email_message(email: &str) -> Option<&'static str> {
    message(&form("Ada", email), Field::CustomerEmail)
}

#[test]
fn sub15_a_name_has_1_to_100_characters() {
    for empty in ["", " ", "\t \n", "\u{feff}"] {
        assert_eq!(name_message(empty), Some("Name is required"));
    }
    assert_eq!(name_message("A"), None);
    assert_eq!(name_message(&"a".repeat(100)), None);
    assert_eq!(name_message(&"a".repeat(101)), Some("Name too long"));
    assert_eq!(name_message(&"@".repeat(101)), Some("Name too long"));
}

#[test]
fn sub15_spaces_around_a_name_do_not_count() {
    let padded = format!("  {}\n", "a".repeat(100));
    assert_eq!(name_message(&padded), None);
}

#[test]
fn sub16_length_counts_characters_not_bytes() {
    assert_eq!(name_message(&"\u{10400}".repeat(100)), None);
    assert_eq!(name_message(&"\u{10400}".repeat(101)), Some("Name too long"));
}

/// Names from around the world as typed and as stored, and invalid ones.
#[derive(Deserialize)]
struct Names {
    kept: Vec<(String, String)>,
    refused: Vec<String>,
    nothing: Vec<String>,
}

#[test]
fn sub16_names_in_all_scripts_are_accepted() {
    let names: Names = serde_json::from_str(include_str!("names.json")).unwrap();
    assert!(names.kept.len() >= 60);
    for (typed, kept) in &names.kept {
        let valid = validate(&form(typed, "ada@example.com")).map(|valid| valid.customer_name);
        assert_eq!(valid.as_ref(), Ok(kept), "{typed:?}");
        assert_eq!(validate(&form(kept, "ada@example.com")).map(|valid| valid.customer_name).as_ref(), Ok(kept));
    }
    for name in &names.refused {
        assert_eq!(name_message(name), Some("Name contains invalid characters"), "{name:?}");
    }
    for name in &names.nothing {
        assert_eq!(name_message(name), Some("Name is required"), "{name:?}");
    }
    assert!(!is_name_char('\u{10ffff}'));
}

#[test]
fn sub17_an_email_is_trimmed_and_valid() {
    for email in [
        "a@b.co",
        "  ada.lovelace+test@mail.example.co.uk ",
        "o'neil@example.com",
        "ünal@müller.example",
        "用户@例子.广告",
        "x@1.2.example",
        "a@xn--bcher-kva.example",
    ] {
        assert_eq!(email_message(email), None, "{email}");
    }
    for email in [
        "",
        "ada",
        "@example.com",
        "ada@",
        "ada@example",
        "ada@@example.com",
        "a@b@example.com",
        "ada @example.com",
        "ada@exam ple.com",
        "ada@example..com",
        "ada@.example.com",
        "ada@example.com.",
        "ada@-example.com",
        "ada@example-.com",
        "ada@example.c",
        "ada@127.0.0.1",
        ".ada@example.com",
        "ada.@example.com",
        "a..da@example.com",
        "ada@example.com\nBcc: eve@example.com",
        "ada\r\n@example.com",
        "ada\u{0}@example.com",
        "<ada@example.com>",
        "\"ada\"@example.com",
        "ada,eve@example.com",
        "ada;eve@example.com",
        "ada@exam_ple.com",
        "ada@example.com\u{200b}",
    ] {
        assert_eq!(email_message(email), Some("Invalid email address"), "{email:?}");
        assert!(!is_email(email));
    }
    let label = "a".repeat(63);
    assert!(is_email(&format!("ada@{label}.com")));
    assert!(!is_email(&format!("ada@{label}a.com")));
}

#[test]
fn sub17_an_email_has_at_most_255_characters() {
    let of = |len: usize| format!("{}@example.com", "a".repeat(len - "@example.com".len()));
    assert_eq!(email_message(&of(255)), None);
    assert_eq!(email_message(&of(256)), Some("Email too long"));
    assert_eq!(email_message(&"a".repeat(300)), Some("Email too long"));
    assert_eq!([255, 256].map(|len| is_email(&of(len))), [true, false]);
}

#[test]
fn sub14_both_consents_are_required() {
    for (consent_data, consent_marketing) in [(true, false), (false, true), (false, false)] {
        let form = Form { consent_data, consent_marketing, ..form("Ada", "ada@example.com") };
        let text = "Please tick this box to continue";
        assert_eq!(message(&form, Field::ConsentData), (!consent_data).then_some(text));
        assert_eq!(message(&form, Field::ConsentMarketing), (!consent_marketing).then_some(text));
    }
}

#[test]
fn sub24_a_valid_form_is_returned_trimmed_and_errors_use_wire_names() {
    let valid = validate(&form(" Ada Lovelace ", "\tada@example.com\n")).unwrap();
    let expected = ValidForm { customer_name: "Ada Lovelace".into(), customer_email: "ada@example.com".into() };
    assert_eq!(valid, expected);

    let empty = Form { customer_name: "", customer_email: "", consent_data: false, consent_marketing: false };
    let errors = validate(&empty).unwrap_err();
    let fields: Vec<_> = errors.iter().map(|error| error.field.name()).collect();
    assert_eq!(fields, ["customerName", "customerEmail", "consentData", "consentMarketing"]);
    let one = FieldError { field: Field::CustomerEmail, message: "Invalid email address" };
    assert_eq!(errors[1], one);
    assert_eq!(
        serde_json::to_value(one).unwrap(),
        serde_json::json!({ "field": "customerEmail", "message": "Invalid email address" })
    );
}

#[test]
fn sub15_trimming_is_javascripts() {
    assert_eq!(trim("\u{feff}\u{3000}\u{2028} a b \u{a0}"), "a b");
    assert_eq!(trim("\u{85}a"), "\u{85}a");
}

#[test]
fn sub34_consent_texts_are_versioned_and_contain_the_business_name() {
    // Changing a word requires a new version and a change here.
    assert_eq!(CONSENT_VERSIONS, ["2026-12", "2026-11"]);
    assert_eq!(
        Consent::DATA.text_for("Bean & Co"),
        "I agree that Bean & Co and its service provider Sayso may store and process my name, my \
         email address and my video for testimonial purposes."
    );
    assert_eq!(
        Consent::MARKETING.text_for("Bean & Co"),
        "I agree that Bean & Co may use my testimonial in its marketing materials, for example \
         on its website, on social media and in advertising."
    );
}

#[test]
fn cns01_the_second_version_adds_a_text_below_the_same_labels() {
    let words = |version| consent_texts(version, "Bean & Co");
    let [second, first] = CONSENT_VERSIONS.map(|version| words(version).expect("a known version"));
    assert_eq!([&first.data, &first.marketing], [&second.data, &second.marketing]);
    assert_eq!(first.explanation, None);
    assert_eq!(
        second.explanation,
        Some(
            "This includes that software may transcribe, caption, translate and shorten my video and cut it to other \
             formats, without changing what I said."
        )
    );
    assert_eq!(words("1999-01"), None);
}
