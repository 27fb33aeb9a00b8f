//! Secrets that a deployment makes itself, from the system's random source. They are in the Worker alone.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::{Map, Value};

use crate::environment::Environment;
use crate::run::{command, quiet};
use crate::{paths, random};

/// What a deployment cannot do without, and what stands before the random part.
const GENERATED: [(&str, &str); 2] = [("SECRET_KEY", ""), ("DRIVE_KEYS", "first:")];
/// New with each version.
const DEPLOY_KEY: &str = "DEPLOY_KEY";

/// A file of secrets, which goes with this value.
pub struct SecretsFile(pub PathBuf);

impl Drop for SecretsFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Makes the secrets that are missing, and a key for this deployment; answers that key, and the file.
pub fn make(environment: Environment, is_deployed: bool) -> Result<(String, SecretsFile)> {
    let known = if is_deployed { known(environment)? } else { Vec::new() };
    let mut secrets = Map::new();
    for (name, prefix) in GENERATED.iter().filter(|(name, _)| !known.iter().any(|one| one == name)) {
        secrets.insert((*name).to_owned(), Value::String(format!("{prefix}{}", random::hex()?)));
        println!("    made the secret {name}");
    }
    let deploy_key = random::hex()?;
    secrets.insert(DEPLOY_KEY.to_owned(), Value::String(deploy_key.clone()));
    let file = SecretsFile(paths::kept(&format!("secrets.{}.json", environment.name())));
    write_privately(&file.0, &serde_json::to_string(&secrets)?)?;
    Ok((deploy_key, file))
}

fn known(environment: Environment) -> Result<Vec<String>> {
    let mut list = command("wrangler");
    list.args(["secret", "list", "--format", "json", "--config"]).arg(environment.config());
    let listed: Vec<Value> = serde_json::from_str(&quiet("secrets", &mut list)?)?;
    Ok(listed.iter().filter_map(|one| one["name"].as_str().map(str::to_owned)).collect())
}

fn write_privately(file: &PathBuf, text: &str) -> Result<()> {
    use std::io::Write as _;
    let _ = fs::remove_file(file);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    Ok(options.open(file)?.write_all(text.as_bytes())?)
}
