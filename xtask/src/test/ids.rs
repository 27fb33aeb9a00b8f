//! Lists the requirements proved by tests: `cargo xtask test --ids[=REF]`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::paths;
use crate::run::quiet;

/// Folders with tests. TypeScript titles have ids in capitals, Rust test names in lower case.
const TESTS: [&str; 6] = ["tests", "worker/domain", "media-wasm", "statement-wasm", "worker/src", "xtask/src"];

/// Prints each id with the number of lines that contain it. Returns whether every id of
/// `docs/requirements.md`, and every id in the tests of another commit, is still present.
pub fn compare(with: &str) -> Result<bool> {
    let now = ids(None)?;
    let requirements = fs::read_to_string(paths::at("docs/requirements.md"))?;
    let mut wanted: Vec<String> = requirements
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(' ').next())
        .filter(|word| ids_in(word).next().is_some())
        .map(str::to_owned)
        .collect();
    // Other words of this form, such as codes, belong to no area.
    let areas: BTreeSet<String> = wanted.iter().map(|id| id[..3].to_owned()).collect();
    wanted.extend(ids(Some(with))?.into_keys().filter(|id| areas.contains(&id[..3])));
    wanted.sort();
    wanted.dedup();
    for id in &wanted {
        println!("{id} {}", now.get(id).copied().unwrap_or_default());
    }
    let missing: Vec<&String> = wanted.iter().filter(|&id| !now.contains_key(id)).collect();
    println!("{} ids, {} of them in no test", wanted.len(), missing.len());
    Ok(missing.is_empty())
}

/// Returns the ids in the tests of a commit, or of the work tree, with their numbers of lines.
fn ids(commit: Option<&str>) -> Result<BTreeMap<String, usize>> {
    let mut git = Command::new("git");
    git.current_dir(paths::root()).args(["grep", "-hE"]);
    git.args(commit.is_none().then_some("--untracked")).arg("[A-Za-z]{3}[0-9]{2}").args(commit);
    let text = quiet("git", git.arg("--").args(TESTS))?;
    let mut found = BTreeMap::new();
    for line in text.lines().filter(|line| !is_comment(line)) {
        for id in ids_in(line) {
            *found.entry(id).or_default() += 1;
        }
    }
    Ok(found)
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") || line.starts_with("* ") || line.starts_with("/*")
}

/// Returns the words of three letters and two digits, in capitals. `_` ends a word: `inv15_each_refusal`.
fn ids_in(line: &str) -> impl Iterator<Item = String> {
    line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| is_id(word)).map(str::to_ascii_uppercase)
}

fn is_id(word: &str) -> bool {
    let (letters, digits) = word.split_at_checked(3).unwrap_or_default();
    let same_case = letters.bytes().all(|b| b.is_ascii_uppercase()) || letters.bytes().all(|b| b.is_ascii_lowercase());
    same_case && digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_from_titles_and_from_names() {
        let of = |line| ids_in(line).collect::<Vec<_>>();
        assert_eq!(of(r#"test("keeps a take (REC26, INV08)", () => {"#), ["REC26", "INV08"]);
        assert_eq!(of("fn inv15_each_refusal_says_what_to_do() {"), ["INV15"]);
    }
}
