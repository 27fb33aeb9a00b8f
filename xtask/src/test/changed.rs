//! Selects the test files a change can reach, for `cargo xtask test --changed[=REF]`. Follows
//! TypeScript and Rust imports backwards from the changed files. Rust and TypeScript are linked by
//! area: a client route is tested by the folders for clients. Styles, fixtures and other files
//! reach the files that name them. A product file that seems to reach no test reaches all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Result, anyhow};

use crate::paths;
use crate::run::{print_step, quiet};

/// Files that assemble everything. They import all modules, so that imports are not followed through them.
const ASSEMBLIES: [&str; 7] = [
    "worker/src/lib.rs",
    "worker/src/router.rs",
    "worker/src/jobs/mod.rs",
    "worker/src/cron/mod.rs",
    "worker/domain/src/lib.rs",
    "web/src/portals.tsx",
    "web/src/screens.ts",
];

/// Product files: a change reaches at least one test.
const PRODUCT: [&str; 4] = ["worker/", "web/", "media-wasm/", "statement-wasm/"];

/// Files that no Rust test reads.
const NOT_READ_BY_RUST: [&str; 5] = ["web/src/", "tests/e2e/", "tests/screens/", "tests/worker/", "tests/support/"];

/// A change here may change every test.
const EVERYTHING: [&str; 12] = [
    "migrations/",
    "tests/support/runtime/",
    "wrangler.toml",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "Cargo.lock",
    "Cargo.toml",
    "xtask/src/build",
    "xtask/bindings/",
    ".cargo/",
    "tests/e2e/playwright.config.ts",
];

/// Path prefixes of the product, with the path prefixes of the tests that run them.
const AREAS: [(&str, &[&str]); 24] = [
    (
        "worker/src/",
        &["tests/worker/authz.test.ts", "tests/worker/generated-requests.test.ts", "tests/worker/query-plans.test.ts"],
    ),
    (
        "worker/src/routes/public/",
        &["tests/worker/public/", "tests/worker/functions/", "tests/e2e/public/", "tests/screens/public/"],
    ),
    ("worker/src/routes/public/checkout.rs", &["tests/worker/payments/"]),
    ("worker/src/routes/functions/", &["tests/worker/functions/", "tests/e2e/public/", "tests/screens/public/"]),
    ("worker/src/routes/client/", &["tests/worker/client/", "tests/e2e/client/", "tests/screens/client/"]),
    ("worker/src/routes/client/billing.rs", &["tests/worker/payments/"]),
    ("worker/src/routes/client/cancellation.rs", &["tests/worker/payments/"]),
    ("worker/src/routes/admin/", &["tests/worker/admin/", "tests/e2e/admin/", "tests/screens/admin/"]),
    ("worker/src/routes/admin/money.rs", &["tests/worker/payments/"]),
    ("worker/src/routes/admin/payment.rs", &["tests/worker/payments/"]),
    ("worker/src/routes/admin/payout.rs", &["tests/worker/affiliates/"]),
    ("worker/src/routes/affiliate/", &["tests/worker/affiliates/", "tests/e2e/affiliate/"]),
    ("worker/src/routes/auth/", &["tests/worker/auth/", "tests/e2e/", "tests/screens/"]),
    ("worker/src/routes/webhooks/", &["tests/worker/payments/"]),
    ("worker/src/jobs/", &["tests/worker/jobs/"]),
    ("worker/src/cron/", &["tests/worker/jobs/", "tests/worker/payments/", "tests/worker/affiliates/"]),
    ("web/src/areas/public/", &["tests/e2e/public/", "tests/screens/public/"]),
    ("web/src/areas/client/", &["tests/e2e/client/", "tests/screens/client/"]),
    ("web/src/areas/admin/", &["tests/e2e/admin/", "tests/screens/admin/"]),
    ("web/src/areas/affiliate/", &["tests/e2e/affiliate/"]),
    ("web/src/media/", &["tests/firefox/", "tests/webkit/"]),
    (
        "media-wasm/",
        &[
            "tests/e2e/",
            "tests/firefox/",
            "tests/screens/",
            "tests/unit/",
            "tests/webkit/",
            "tests/worker/functions/",
            "media-wasm/tests-js/",
        ],
    ),
    ("statement-wasm/", &["tests/e2e/affiliate/", "tests/unit/statement"]),
    ("xtask/src/", &["tests/worker/start.test.ts"]),
];

/// Tests that `--changed` selects.
pub struct Selection {
    /// TypeScript test files; `None` for all.
    tests: Option<BTreeSet<String>>,
    /// Whether Rust tests may be reached.
    pub rust: bool,
}

impl Selection {
    pub fn includes(&self, file: &Path) -> bool {
        let file = file.strip_prefix(paths::root()).unwrap_or(file);
        self.tests.as_ref().is_none_or(|tests| tests.contains(&*file.to_string_lossy()))
    }
}

/// Returns the tests that changes since a commit can reach.
pub fn since(commit: &str) -> Result<Selection> {
    let git = |words: &[&str]| quiet("git", Command::new("git").current_dir(paths::root()).args(words));
    git(&["rev-parse", "--quiet", "--verify", &format!("{commit}^{{commit}}")])
        .map_err(|_| anyhow!("No commit is called {commit}."))?;
    let mut changed: BTreeSet<String> = git(&["diff", "--name-only", commit])?.lines().map(str::to_owned).collect();
    changed.extend(git(&["ls-files", "--others", "--exclude-standard"])?.lines().map(str::to_owned));
    let tracked = git(&["ls-files", "--cached", "--others", "--exclude-standard"])?;
    let files: BTreeMap<String, String> = tracked
        .lines()
        .filter(|path| is_source(path))
        .filter_map(|path| Some((path.to_owned(), fs::read_to_string(paths::at(path)).ok()?)))
        .collect();
    let tests = reached(&changed, &files);
    let count = tests.as_ref().map_or("all".to_owned(), |tests| tests.len().to_string());
    print_step(&format!(
        "Files that differ from {commit}: {}; files of tests that can be reached: {count}",
        changed.len()
    ));
    let rust = changed.iter().any(|path| may_be_read_by_rust(path));
    Ok(Selection { tests, rust })
}

fn may_be_read_by_rust(path: &str) -> bool {
    ends_with(path, &["rs"])
        || !(ends_with(path, &["md"]) || NOT_READ_BY_RUST.iter().any(|folder| path.starts_with(folder)))
        || path.starts_with("web/src/media/generated/")
}

/// Returns the test files these changes can reach; `None` for all.
fn reached(changed: &BTreeSet<String>, files: &BTreeMap<String, String>) -> Option<BTreeSet<String>> {
    let importers = importers(files);
    let mut all = BTreeSet::new();
    for path in changed {
        let reaches_all = EVERYTHING.iter().any(|one| path.starts_with(one)) || ASSEMBLIES.contains(&path.as_str());
        let tests = reached_by(path, files, &importers);
        let is_product = PRODUCT.iter().any(|part| path.starts_with(part)) && !ends_with(path, &["md"]);
        if reaches_all || (tests.is_empty() && is_product) {
            return None;
        }
        all.extend(tests);
    }
    Some(all)
}

fn reached_by(path: &str, files: &BTreeMap<String, String>, importers: &BTreeMap<&str, Vec<&str>>) -> BTreeSet<String> {
    let mut reached: BTreeSet<&str> = BTreeSet::new();
    let mut next: Vec<&str> = files.get_key_value(path).map(|(file, _)| file.as_str()).into_iter().collect();
    // A file without importers reaches the sources that name it.
    if next.is_empty() && !path.starts_with("docs/decisions") {
        let name = path.rsplit('/').next().unwrap_or(path);
        next.extend(files.iter().filter(|(_, text)| text.contains(name)).map(|(file, _)| file.as_str()));
    }
    while let Some(file) = next.pop() {
        if reached.insert(file) && !ASSEMBLIES.contains(&file) {
            next.extend(importers.get(file).into_iter().flatten());
        }
    }
    let folders: BTreeSet<&str> = AREAS
        .iter()
        .filter(|(part, _)| reached.iter().any(|file| file.starts_with(part) && !ASSEMBLIES.contains(file)))
        .flat_map(|(_, folders)| *folders)
        .copied()
        .collect();
    let is_reached = |file: &str| reached.contains(file) || folders.iter().any(|folder| file.starts_with(folder));
    files.keys().filter(|file| is_test(file) && is_reached(file)).cloned().collect()
}

fn is_source(path: &str) -> bool {
    ends_with(path, &["rs", "ts", "tsx", "js", "css"])
}

fn ends_with(path: &str, endings: &[&str]) -> bool {
    Path::new(path).extension().is_some_and(|ending| endings.iter().any(|one| ending == *one))
}

pub fn is_test(path: &str) -> bool {
    path.contains(".test.") || path.contains(".spec.")
}

/// Returns the importers of each file.
fn importers(files: &BTreeMap<String, String>) -> BTreeMap<&str, Vec<&str>> {
    let mut importers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, text) in files {
        let imports = if ends_with(file, &["rs"]) { rust_imports(file, text) } else { script_imports(file, text) };
        for import in imports {
            if let Some((imported, _)) = files.get_key_value(&import) {
                importers.entry(imported).or_default().push(file);
            }
        }
    }
    importers
}

/// Returns the files for `"./x.ts"`, `"#ui/x.ts"` and `"tests/support/x.js"`; the last is how
/// Worker entry points are named.
fn script_imports(file: &str, text: &str) -> Vec<String> {
    let folder = Path::new(file).parent().unwrap_or(Path::new(""));
    let words = text.split(['"', '`', '\'']).skip(1);
    words
        .filter(|word| word.len() < 200 && is_source(word))
        .map(|word| match word.strip_prefix('#') {
            Some(below) => format!("web/src/{below}"),
            None if word.starts_with('.') => plain(&folder.join(word)),
            None => word.to_owned(),
        })
        .collect()
}

/// Normalises `.` and `..`.
fn plain(path: &Path) -> String {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain.to_string_lossy().into_owned()
}

/// Returns the files of the module paths in a file. A path may continue with items, so that every
/// prefix is tried.
fn rust_imports(file: &str, text: &str) -> Vec<String> {
    let source = if file.starts_with("worker/domain/") { "worker/domain/src" } else { "worker/src" };
    let roots = [("crate::", source), ("domain::", "worker/domain/src"), ("media_wasm::", "media-wasm/src")];
    let mut found = Vec::new();
    for (prefix, root) in roots {
        for rest in text.split(prefix).skip(1) {
            for path in grouped(rest).into_iter().flat_map(|path| with_members(path, text)) {
                let parts: Vec<&str> = path.split("::").collect();
                for length in 1..=parts.len() {
                    let module = format!("{root}/{}", parts[..length].join("/"));
                    found.extend([format!("{module}.rs"), format!("{module}/mod.rs")]);
                }
            }
        }
    }
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    // Submodules it uses.
    let own = if file.ends_with("/mod.rs") { folder } else { file.trim_end_matches(".rs") };
    for line in text.lines().filter_map(|line| line.trim_end().strip_suffix(';')) {
        let Some((_, name)) = line.rsplit_once("mod ") else { continue };
        if text.contains(&format!("{name}::")) {
            found.extend([format!("{own}/{name}.rs"), format!("{own}/{name}/mod.rs")]);
        }
    }
    // `super` and `self` stay within a folder, whose files count as one subject.
    if text.contains("super::") {
        found.extend([format!("{folder}.rs"), format!("{folder}/mod.rs")]);
    }
    found
}

/// Returns an imported path and the members used through it: `flows`, and `flows::sweep` for
/// `flows::sweep::run()`.
fn with_members(path: String, text: &str) -> Vec<String> {
    let name = path.trim_end_matches("::self").rsplit("::").next().unwrap_or_default().to_owned();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let is_alone = |before: &str| !before.ends_with(|c: char| is_word(c) || c == ':');
    let mut paths = vec![path];
    if name.is_empty() {
        return paths;
    }
    for (at, found) in text.match_indices(&format!("{name}::")) {
        let member: String = text[at + found.len()..].chars().take_while(|c| is_word(*c)).collect();
        if is_alone(&text[..at]) && !member.is_empty() {
            paths.push(format!("{}::{member}", paths[0].trim_end_matches("::self")));
        }
    }
    paths.dedup();
    paths
}

/// Expands a path at the start of a text: `a::b` from `a::b;`, and `a::b` and `a::c::d` from
/// `a::{b, c::{d}}`.
fn grouped(text: &str) -> Vec<String> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let end = text.find(|c: char| !is_path(c)).unwrap_or(text.len());
    let (path, rest) = text.split_at(end);
    let path = path.trim_end_matches(':');
    let Some(group) = rest.strip_prefix('{') else { return vec![path.to_owned()] };
    let prefix = if path.is_empty() { String::new() } else { format!("{path}::") };
    let mut paths = Vec::new();
    let mut depth = 0;
    let mut item = String::new();
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 0 {
            paths.append(&mut grouped(item.trim()));
            item.clear();
        } else {
            item.push(c);
        }
    }
    paths.append(&mut grouped(item.trim()));
    paths.into_iter().map(|path| format!("{prefix}{path}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tests_reached(changed: &[&str]) -> Option<Vec<String>> {
        let files = [
            ("worker/src/store/submission.rs", ""),
            ("worker/src/flows/deliver.rs", "use crate::store::{client, submission::{self, Row}};"),
            ("worker/src/jobs/upload.rs", "use crate::flows::deliver::run;"),
            ("worker/src/jobs/sweep.rs", "use crate::{email, flows};\nfn run() { flows::sweep::run(); email::send() }"),
            ("worker/src/flows/sweep.rs", ""),
            ("worker/src/email/mod.rs", "mod welcome;\nfn send() { welcome::compose() }"),
            ("worker/src/email/welcome.rs", ""),
            ("worker/src/routes/client/list.rs", "use crate::store::submission;"),
            ("worker/src/routes/admin/list.rs", "use crate::store::client;"),
            ("worker/src/router.rs", "use crate::routes::client::list;"),
            ("web/src/areas/client/list.tsx", r##"import { Card } from "#ui/card.tsx";"##),
            ("web/src/ui/card.tsx", ""),
            ("tests/unit/card.test.ts", r#"import "../../web/src/ui/card.tsx";"#),
            ("tests/worker/jobs/upload.test.ts", r#"readFile("tests/fixtures/film.mp4")"#),
            ("tests/worker/client/list.test.ts", ""),
            ("tests/worker/admin/list.test.ts", ""),
            ("tests/e2e/client/list.spec.ts", ""),
        ];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
        reached(&changed.iter().map(|&path| path.to_owned()).collect(), &files).map(|tests| tests.into_iter().collect())
    }

    #[test]
    fn a_change_selects_the_tests_that_import_it() {
        let of = |path: &str| tests_reached(&[path]).unwrap_or_default();
        assert_eq!(of("worker/src/flows/deliver.rs"), ["tests/worker/jobs/upload.test.ts"]);
        assert_eq!(
            of("worker/src/store/submission.rs"),
            ["tests/e2e/client/list.spec.ts", "tests/worker/client/list.test.ts", "tests/worker/jobs/upload.test.ts"]
        );
        assert_eq!(of("web/src/ui/card.tsx"), ["tests/e2e/client/list.spec.ts", "tests/unit/card.test.ts"]);
        assert_eq!(of("tests/fixtures/film.mp4"), ["tests/worker/jobs/upload.test.ts"]);
        assert_eq!(of("docs/scale.md"), Vec::<String>::new());
        assert_eq!(of("worker/src/flows/sweep.rs"), ["tests/worker/jobs/upload.test.ts"], "named below its folder");
        assert_eq!(of("worker/src/email/welcome.rs"), ["tests/worker/jobs/upload.test.ts"], "a module that is used");
        assert_eq!(tests_reached(&["worker/src/email/welcome/mail.html"]), None, "nothing names it, and it is sent");
        assert_eq!(tests_reached(&["worker/src/router.rs"]), None);
        assert_eq!(tests_reached(&["migrations/0001_start.sql"]), None);
    }

    #[test]
    fn grouped_paths_are_split() {
        assert_eq!(grouped("a::{b, c::{self, D}, e::f};"), ["a::b", "a::c::self", "a::c::D", "a::e::f"]);
        assert_eq!(grouped("store::client::Row>"), ["store::client::Row"]);
    }
}
