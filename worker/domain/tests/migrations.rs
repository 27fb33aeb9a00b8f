//! The CHECKs of the migrations match the enums.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// `table.column` to the words of its `CHECK (column IN ('…', …))`.
fn checks() -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        // Treats an added column like a table of its own.
        let sql = text.replace("ALTER TABLE ", "CREATE TABLE ").replace(" ADD COLUMN ", " (");
        for table in sql.split("CREATE TABLE ").skip(1) {
            let Some((name, body)) = table.split_once(" (") else { continue };
            for check in body.split("CHECK (").skip(1) {
                let Some((column, words)) = check.split_once(" IN") else { continue };
                let (Some((words, _)), true) = (words.split_once(')'), is_name(column)) else { continue };
                let words: Vec<String> = words.split('\'').skip(1).step_by(2).map(str::to_owned).collect();
                if !words.is_empty() {
                    found.insert(format!("{name}.{column}"), words);
                }
            }
        }
        for (from, to) in text.lines().filter_map(|line| line.strip_prefix("ALTER TABLE ")?.split_once(" RENAME TO ")) {
            let (old, new) = (format!("{from}."), to.trim_end_matches(';'));
            let keys: Vec<_> = found.keys().filter(|key| key.starts_with(&old)).cloned().collect();
            for key in keys {
                let words = found.remove(&key).unwrap_or_default();
                found.insert(key.replace(&old, &format!("{new}.")), words);
            }
        }
    }
    found
}

fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_lowercase() || c == '_')
}

#[test]
fn ent13_ent14_ent16_check_constraints_and_enums_list_the_same_words() {
    let enums: BTreeMap<String, Vec<String>> = serde_json::from_value(domain::enums::enums()).unwrap();
    assert_eq!(checks(), enums);
}
