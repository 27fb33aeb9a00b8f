use super::*;

#[test]
fn adm09_every_setting_has_a_unique_key_and_a_valid_default() {
    for (index, setting) in ALL.iter().enumerate() {
        assert!(setting.check(setting.default).is_ok(), "{}", setting.key);
        assert!(setting.description.ends_with('.'));
        assert_eq!(ALL.iter().position(|other| other.key == setting.key), Some(index));
    }
    assert!(of_key("retention_months").is_some());
    assert!(of_key("no_such_key").is_none());
}

#[test]
fn adm09_values_are_validated_by_kind() {
    let check = |key: &str, value: &str| of_key(key).is_some_and(|setting| setting.check(value).is_ok());
    assert!(check("support_url", "https://help.example/new") && check("support_url", "mailto:help@sayso.example"));
    for bad in ["javascript:alert(1)", "help.example", "http://help.example", "mailto:nobody", "https://a.b\nc"] {
        assert!(!check("support_url", bad), "{bad}");
    }
    assert!(check("support_phone", "+44 20 7946 0000") && !check("support_phone", "call me"));
    assert!(!check("support_phone", "-----") && !check("automation_url_live", "mailto:help@sayso.example"));
    assert!(!check("automation_url_live", "https://169.254.169.254/latest"));
    assert!(check("retention_months", "3") && !check("retention_months", "7") && !check("retention_months", "3.5"));
    assert!(!check("embed_demo_video", "https://www.youtube.com.evil.example/embed/abc"));
    assert!(check("embed_demo_video", "https://youtu.be/abc") && !check("embed_demo_video", "youtu.be/abc"));
    assert!(
        check("embed_wall", "https://sayso.example/w/b7e4") && !check("embed_wall", "https://sayso.example/t/b7e4")
    );
    assert!(check("campaign_id", "Xy7k") && check("retention_months", ""));
}

#[test]
fn ret01_videos_are_retained_as_the_terms_say_unless_a_shorter_period_is_set() {
    let months = ["", "3", "7", "0", "many"].map(|value| RETENTION_MONTHS.number(value));
    assert_eq!(months, [DRIVE_MONTHS, 3, DRIVE_MONTHS, DRIVE_MONTHS, DRIVE_MONTHS]);
    assert_eq!(UNDELIVERED_WARNING_DAYS.number("25"), 25);
}

#[test]
fn hom08_each_product_has_its_own_payment_page() {
    for setting in ALL {
        let others: Vec<&str> = must_differ_from(setting.key).map(|other| other.key).collect();
        let is_page = setting.key.starts_with("payment_link");
        assert_eq!(others.len(), if is_page { 2 } else { 0 }, "{}", setting.key);
        assert!(!others.contains(&setting.key));
    }
}

#[test]
fn hom02_a_player_url_is_stored_for_a_page_url() {
    let normalise = |key: &str, typed: &str| of_key(key).map(|setting| setting.normalise(typed));
    assert_eq!(
        normalise("embed_demo_video", " https://youtu.be/a1 ").as_deref(),
        Some("https://www.youtube-nocookie.com/embed/a1")
    );
    assert_eq!(normalise("automation_url_live", "https://youtu.be/a1").as_deref(), Some("https://youtu.be/a1"));
}
