//! Writes this crate's generated files for `cargo xtask gen`. Arguments: the folders of the app's
//! JSON, of the documentation, and of the password lists.

use std::fs;
use std::path::Path;

use domain::{api_client, enums, facts, gate, openapi, pages, partner_facts, password, retention, routes, rules};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = |index: usize| Path::new(arguments.get(index).map_or("", String::as_str)).to_owned();
    let (app, docs, passwords) = (folder(1), folder(2), folder(3));
    let write = |path: &Path, value: &Value| fs::write(path, format!("{value:#}\n"));
    write(&app.join("enums.json"), &enums::enums())?;
    write(&app.join("facts.json"), &facts::facts())?;
    write(&app.join("partner-facts.json"), &partner_facts::facts())?;
    write(&app.join("gate.json"), &gate::texts())?;
    write(&app.join("paths.json"), &pages::paths())?;
    write(&app.join("admin-paths.json"), &pages::admin_paths())?;
    write(&app.join("titles.json"), &pages::titles())?;
    write(&app.join("routes.json"), &routes())?;
    write(&app.join("rules.json"), &rules::rules())?;
    write(&app.join("lifetimes.json"), &retention::record_page_lifetimes())?;
    fs::create_dir_all(app.join("calls"))?;
    for (name, text) in api_client::files() {
        fs::write(app.join(format!("calls/{name}.ts")), text)?;
    }
    write(&docs.join("openapi.json"), &openapi::openapi())?;
    let fingerprints = password::common_fingerprints().ok_or_else(|| std::io::Error::other("too many words"))?;
    fs::write(passwords.join("common_fingerprints.bin"), fingerprints)
}

/// `METHOD /pattern` to access.
fn routes() -> Value {
    let row = |(method, pattern, access): (&str, &str, routes::Access)| {
        (format!("{method} {pattern}"), json!(access.as_str()))
    };
    Value::Object(routes::access().into_iter().map(row).collect())
}
