//! Rules that span the Worker's modules: layers of imports, no circular imports, SQL in the store
//! only, and a reason for each refusal of a submission.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use domain::submission_attempt::AttemptReason;
use syn::visit::Visit;

/// A module's path below its crate, such as `routes::public::page`.
type Module = String;

/// Imports of one file from its own crate, its SQL, and the codes of its refusals.
#[derive(Default)]
struct Source {
    imports: BTreeSet<Module>,
    sql: Vec<String>,
    refusals: Vec<String>,
}

/// Collects `use crate::…`, paths like `crate::store::db`, string literals and `refusal!` of a
/// file, except in its tests.
struct Reader<'a> {
    module: &'a str,
    submodules: BTreeSet<String>,
    source: Source,
}

impl Reader<'_> {
    /// `crate`, `super` and `self` resolved; other first segments belong to other crates.
    fn resolve(&self, segments: &[String]) -> Option<Module> {
        let mut base: Vec<&str> = self.module.split("::").filter(|part| !part.is_empty()).collect();
        let (first, rest) = segments.split_first()?;
        match first.as_str() {
            "crate" => base.clear(),
            "super" => base.truncate(base.len().saturating_sub(1)),
            "self" => {}
            name if self.submodules.contains(name) => base.push(name),
            _ => return None,
        }
        let mut path: Vec<&str> = base;
        for segment in rest {
            match segment.as_str() {
                "super" => path.truncate(path.len().saturating_sub(1)),
                name => path.push(name),
            }
        }
        Some(path.join("::"))
    }

    fn tree(&mut self, prefix: &mut Vec<String>, tree: &syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.tree(prefix, &path.tree);
                prefix.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(prefix, item)),
            syn::UseTree::Name(name) => self.import(prefix, &name.ident),
            syn::UseTree::Rename(name) => self.import(prefix, &name.ident),
            syn::UseTree::Glob(_) => self.source.imports.extend(self.resolve(prefix)),
        }
    }

    fn import(&mut self, prefix: &[String], name: &syn::Ident) {
        let mut segments = prefix.to_vec();
        if name != "self" {
            segments.push(name.to_string());
        }
        self.source.imports.extend(self.resolve(&segments));
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = item.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if !is_test {
            self.submodules.insert(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if call.path.is_ident("refusal") {
            let parse = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
            let arguments = call.parse_body_with(parse).unwrap();
            let code = match arguments.get(1) {
                Some(syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(code), .. })) => code.value(),
                _ => format!("a computed code in {}", self.module),
            };
            self.source.refusals.push(code);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&mut Vec::new(), &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.source.imports.extend(self.resolve(&segments));
        syn::visit::visit_path(self, path);
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        let text = literal.value();
        let starts = ["SELECT ", "INSERT ", "UPDATE ", "DELETE FROM "];
        if starts.iter().any(|start| text.trim_start().starts_with(start)) {
            self.source.sql.push(text);
        }
    }
}

fn crate_sources(folder: &str) -> BTreeMap<Module, Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut sources = BTreeMap::new();
    for entry in walkdir::WalkDir::new(&root).into_iter().filter_map(Result::ok) {
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            let module = module_of(entry.path().strip_prefix(&root).unwrap());
            let file = syn::parse_file(&fs::read_to_string(entry.path()).unwrap()).unwrap();
            let mut reader = Reader { module: &module, submodules: BTreeSet::new(), source: Source::default() };
            reader.visit_file(&file);
            let source = reader.source;
            sources.insert(module, source);
        }
    }
    // An import names an item: keep the longest part that is a module.
    let modules: BTreeSet<Module> = sources.keys().cloned().collect();
    for (module, source) in &mut sources {
        let found = source.imports.iter().filter_map(|path| longest(path, &modules));
        source.imports = found.filter(|import| import != module && !import.is_empty()).collect();
    }
    sources
}

/// `routes/public/page.rs` as `routes::public::page`; `mod.rs` and `lib.rs` as their folder.
fn module_of(file: &Path) -> Module {
    let mut path: PathBuf = file.with_extension("");
    if path.ends_with("mod") || path.ends_with("lib") {
        path.pop();
    }
    path.iter().map(|part| part.to_str().unwrap()).collect::<Vec<_>>().join("::")
}

fn longest(path: &str, modules: &BTreeSet<Module>) -> Option<Module> {
    let mut path = path;
    while !modules.contains(path) {
        (path, _) = path.rsplit_once("::")?;
    }
    Some(path.to_owned())
}

/// Layers of the Worker, entry points first. A module may import from its own layer and those below.
const LAYERS: [&[&str]; 9] = [
    &["router", "cron"],
    &["routes"],
    &["jobs"],
    &["flows"],
    &["email", "auth", "integrations", "queue"],
    &["store"],
    &["app", "security"],
    &["answer", "form_stream", "files", "request", "config"],
    &["error", "body_reader", "html", "local_time", "log", "retry", "web_crypto"],
];

fn layer(module: &str) -> Option<usize> {
    let top = module.split("::").next()?;
    LAYERS.iter().position(|modules| modules.contains(&top))
}

#[test]
fn no_worker_module_violates_the_layering() {
    let sources = crate_sources("../src");
    for (module, source) in sources.iter().filter(|(module, _)| !module.is_empty()) {
        let own = layer(module);
        assert!(own.is_some(), "{module} belongs to no layer");
        for import in &source.imports {
            // The database handle is below all layers.
            let theirs = if import == "store::db" { Some(LAYERS.len()) } else { layer(import) };
            assert!(theirs >= own || module == "store::db", "{module} must not import {import}");
            let jobs = import.split("::").next() == Some("jobs");
            assert!(!jobs || matches!(module.split("::").next(), Some("jobs" | "cron")), "{module} imports {import}");
        }
    }
}

#[test]
fn sql_appears_only_in_the_store() {
    for (module, source) in crate_sources("../src") {
        assert!(module.starts_with("store") || source.sql.is_empty(), "{module}: {:?}", source.sql);
    }
    for (module, source) in crate_sources("src") {
        assert!(source.sql.is_empty(), "{module}: {:?}", source.sql);
    }
}

#[test]
fn modules_have_no_import_cycles() {
    for folder in ["../src", "src", "../../media-wasm/src", "../../statement-wasm/src", "../../xtask/src"] {
        let sources = crate_sources(folder);
        let graph: BTreeMap<&str, Vec<&str>> = sources
            .iter()
            // A module and its submodules are one subject: `use super::…` is not a cycle.
            .map(|(module, source)| {
                let others = source.imports.iter().filter(|import| !is_relative(module, import));
                (module.as_str(), others.map(String::as_str).collect())
            })
            .collect();
        for start in graph.keys() {
            let mut path = vec![*start];
            let mut seen = BTreeSet::new();
            assert!(!returns(&graph, start, start, &mut path, &mut seen), "{folder}: {}", path.join(" -> "));
        }
    }
}

fn is_relative(module: &str, other: &str) -> bool {
    module.starts_with(&format!("{other}::")) || other.starts_with(&format!("{module}::"))
}

/// Depth-first search: whether `start` is reachable from `at`; `path` collects the cycle.
fn returns<'a>(
    graph: &BTreeMap<&'a str, Vec<&'a str>>,
    start: &str,
    at: &str,
    path: &mut Vec<&'a str>,
    seen: &mut BTreeSet<&'a str>,
) -> bool {
    for next in graph.get(at).into_iter().flatten() {
        path.push(next);
        if *next == start || (seen.insert(next) && returns(graph, start, next, path, seen)) {
            return true;
        }
        path.pop();
    }
    false
}

/// Refusals of the modules that receive a submission, without a row for support.
const NOT_RECORDED: &[&str] = &[
    // No page of ours sends such a request.
    "beyond_length",
    "body_too_large",
    "malformed",
    "no_length",
    "patch_type",
    "poster_refused",
    "too_many_chunks",
    "tus_version",
    // The page resumes the upload, and an upload that ends unfinished is recorded itself.
    "upload_expired",
    "upload_locked",
    "wrong_offset",
    // `Error::Internal` by another name, recorded as `internal` before.
    "submission_failed",
    // Only for signed-in users and payments.
    "changed_meanwhile",
    "forbidden",
    "payments_away",
    "signed_out",
    "too_many_attempts",
];

/// `record_attempt` drops any other code silently.
#[test]
fn every_refusal_of_a_submission_has_a_reason_for_support() {
    let sources = crate_sources("../src");
    let mut reached = BTreeSet::new();
    let mut next = vec!["flows::submissions::receive_testimonial".to_owned(), "routes::public::upload".to_owned()];
    while let Some(module) = next.pop() {
        if reached.insert(module.clone()) {
            next.extend(sources.get(&module).unwrap().imports.iter().cloned());
        }
    }
    let refusals: BTreeSet<&str> =
        reached.iter().flat_map(|module| &sources.get(module).unwrap().refusals).map(String::as_str).collect();
    for code in &refusals {
        let is_recorded = AttemptReason::parse(code).is_some();
        assert!(is_recorded != NOT_RECORDED.contains(code), "{code}: add it to `AttemptReason` or `NOT_RECORDED`");
    }
    for code in NOT_RECORDED {
        assert!(refusals.contains(code), "{code} is no refusal of a submission any more");
    }
    for reason in ["inactive", "not_a_video", "challenge_away", "body_lost"] {
        assert!(refusals.contains(reason), "the search for refusals misses {reason}");
    }
}
