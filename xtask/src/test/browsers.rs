//! Updates `docs/browsers.md`, which lists the tests that ran in the secondary engines.

use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::paths;

const PAGE: &str = "docs/browsers.md";

/// Compares the page with the tests that passed in an engine, and updates it; CI fails instead.
pub fn document<'a>(engine: &str, titles: impl IntoIterator<Item = &'a str>) -> Result<()> {
    let path = paths::at(PAGE);
    let page = fs::read_to_string(&path)?;
    let written = with_list(&page, engine, titles)?;
    if written == page {
        return Ok(());
    }
    if !env::var_os("CI").unwrap_or_default().is_empty() {
        bail!("{PAGE} does not name what ran in {engine}; `cargo xtask test e2e` writes it.");
    }
    fs::write(path, written).context(PAGE)
}

/// Returns the page with an engine's list between its two markers, sorted.
fn with_list<'a>(page: &str, engine: &str, titles: impl IntoIterator<Item = &'a str>) -> Result<String> {
    let (begin, end) = (format!("<!-- {engine}: begin -->\n"), format!("<!-- {engine}: end -->\n"));
    let cut = page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = cut.with_context(|| format!("{PAGE} has no place for {engine}"))?;
    let mut lines: Vec<String> = titles.into_iter().filter_map(line).collect();
    lines.sort();
    Ok(format!("{before}{begin}\n{}\n{end}{after}", lines.concat()))
}

/// Formats a title with its ids; `None` without ids, since it proves no requirement.
fn line(title: &str) -> Option<String> {
    let is_id = |word: &&str| word.len() >= 5 && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    let ids: Vec<&str> = title.split(' ').take_while(is_id).collect();
    let words: Vec<&str> = title.split(' ').skip(ids.len()).collect();
    (!ids.is_empty()).then(|| format!("- {} ({})\n", words.join(" "), ids.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::with_list;

    #[test]
    fn the_list_of_an_engine_is_written_between_its_markers() {
        let page = "# Browsers\n\n<!-- WebKit: begin -->\n\n- old (REC01)\n\n<!-- WebKit: end -->\n\nThe rest.\n";
        let titles = ["REC24 WMK10 a file is finished", "the benchmark runs", "AUT01 a business logs in"];
        let written = "# Browsers\n\n<!-- WebKit: begin -->\n\n- a business logs in (AUT01)\n- a file is finished (REC24, WMK10)\n\n<!-- WebKit: end -->\n\nThe rest.\n";
        assert_eq!(with_list(page, "WebKit", titles).ok().as_deref(), Some(written));
        assert!(with_list("# Browsers\n", "WebKit", titles).is_err());
    }
}
