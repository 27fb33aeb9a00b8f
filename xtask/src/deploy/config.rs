//! Generates the configuration of a deployment: `wrangler.toml` with its own names, ids and URLs.

use std::fs;

use anyhow::{Context, Result};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, value};

use super::answers::Answers;
use crate::environment::Environment;
use crate::paths;

/// Rewrites the file.
pub fn write(environment: Environment, answers: &Answers, database_id: &str) -> Result<()> {
    let common = fs::read_to_string(paths::at("wrangler.toml"))?;
    let text = of(&common, environment, answers, database_id)?;
    Ok(fs::write(environment.config(), text)?)
}

fn of(common: &str, environment: Environment, answers: &Answers, database_id: &str) -> Result<String> {
    let mut config: DocumentMut = common.parse()?;
    let [jobs, dead] = environment.queues();
    config["name"] = value(environment.worker());
    config["workers_dev"] = value(false);
    let mut route = InlineTable::new();
    route.insert("pattern", answers.domain.as_str().into());
    route.insert("custom_domain", true.into());
    config["routes"] = value(Array::from_iter([route]));
    config["vars"]["PUBLIC_ORIGIN"] = value(answers.origin());
    config["vars"]["MAIL_FROM"] = value(&answers.sender);
    // Staging accepts the cards of Stripe's test mode.
    if environment != Environment::Production {
        config["vars"]["STRIPE_TEST_KEYS"] = value("allowed");
    }
    // Only here: with it `wrangler dev` demands a login.
    let mut ai = Table::new();
    ai["binding"] = value("AI");
    config["ai"] = Item::Table(ai);
    let database = first(&mut config["d1_databases"])?;
    database["database_name"] = value(environment.worker());
    database["database_id"] = value(database_id);
    first(&mut config["r2_buckets"])?["bucket_name"] = value(environment.bucket());
    first(&mut config["queues"]["producers"])?["queue"] = value(&jobs);
    let consumer = first(&mut config["queues"]["consumers"])?;
    consumer["queue"] = value(&jobs);
    // After too many deliveries the message is kept for inspection; the job's row decides what happens.
    consumer["dead_letter_queue"] = value(&dead);
    Ok(format!("# Written by `cargo xtask deploy`; what is changed here goes with the next one.\n{config}"))
}

fn first(tables: &mut Item) -> Result<&mut Item> {
    tables.get_mut(0).context("wrangler.toml lacks a binding")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops05_a_deployment_has_names_of_its_own_and_keeps_everything_else() -> Result<()> {
        let common = fs::read_to_string(paths::at("wrangler.toml"))?;
        let answers = Answers {
            domain: "try.example.com".into(),
            sender: "Sayso <hello@example.com>".into(),
            admin: "ann@example.com".into(),
        };
        let text = of(&common, Environment::Staging, &answers, "an-id")?;
        let (made, kept): (DocumentMut, DocumentMut) = (text.parse()?, common.parse()?);
        assert_eq!(made["name"].as_str(), Some("sayso-staging"));
        assert_eq!(made["vars"]["PUBLIC_ORIGIN"].as_str(), Some("https://try.example.com"));
        assert_eq!(made["d1_databases"][0]["database_id"].as_str(), Some("an-id"));
        assert_eq!(made["queues"]["consumers"][0]["dead_letter_queue"].as_str(), Some("sayso-jobs-staging-dead"));
        assert_eq!(made["triggers"].to_string(), kept["triggers"].to_string());
        assert_eq!(made["ai"]["binding"].as_str(), Some("AI"));
        assert!(kept.get("ai").is_none());
        assert_eq!(made["vars"]["ADMIN_TOTP"].as_str(), Some("required"));
        assert!(!text.contains("sayso.example\"") && !text.contains("00000000-0000"));
        Ok(())
    }
}
