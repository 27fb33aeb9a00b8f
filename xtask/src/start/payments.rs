//! Test payments: without a Stripe key of your own, `start` runs the Stripe stand-in of the tests
//! (docs/decisions/0025) and lets the product set up its account.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, anyhow, bail};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::run::{command, print_step, quiet};
use crate::{paths, seed};

const KEY: &str = "STRIPE_SECRET_KEY";
/// Age in days of the demo partner's referrals, so that two months are payable on any day.
const DAYS_AGO: &str = "105";

/// A running stand-in.
pub struct TestPayments {
    /// URL of its pages.
    pub url: String,
    /// Its process.
    pub process: Arc<Mutex<Child>>,
    origin: String,
    secret_key: String,
    webhook_secret: String,
}

/// Whether `.dev.vars` (`lines`) configures a Stripe account of your own.
pub fn has_own_account(lines: &[String]) -> bool {
    let value = |line: &String| line.strip_prefix(KEY)?.trim_start().strip_prefix('=').map(str::to_owned);
    lines.iter().filter_map(value).any(|value| !value.trim().trim_matches('"').is_empty())
}

/// File with all test purchases.
fn purchases_file() -> PathBuf {
    paths::state_file("stripe.json")
}

/// File with the addresses of the stand-in and the product at the last set-up.
fn marker_file() -> PathBuf {
    paths::state().join("payments")
}

/// Deletes all test purchases.
pub fn clear() {
    let _ = fs::remove_file(purchases_file());
}

/// Starts the stand-in for the product at `origin`. Its keys are derived from `secret_key`, so that
/// they stay the same.
pub fn start(port: u16, origin: &str, secret_key: &str) -> Result<TestPayments> {
    print_step("Starting test payments");
    let derived = |of: &str| {
        let digest = HEXLOWER.encode(&Sha256::digest(format!("{of} {secret_key}")));
        digest.chars().take(32).collect::<String>()
    };
    let secret_key = format!("sk_test_{}", derived("stripe key"));
    let webhook_secret = format!("whsec_{}", derived("stripe webhook"));
    let log = paths::state_file("stripe.log");
    let output = File::create(&log)?;
    let mut node = command("node");
    node.args([
        "tests/support/doubles/stripe/serve.ts",
        "--until-stdin-ends",
        "--port",
        &port.to_string(),
        "--key",
        &secret_key,
        "--days-ago",
        DAYS_AGO,
    ]);
    node.args(["--webhook", &format!("{origin}/webhooks/stripe"), "--secret", &webhook_secret, "--state"])
        .arg(purchases_file());
    // Its input closes when this process ends in any way, so that no process is left behind.
    let child = node.stdin(Stdio::piped()).stdout(output.try_clone()?).stderr(output).spawn()?;
    let payments = TestPayments {
        url: format!("http://127.0.0.1:{port}"),
        process: Arc::new(Mutex::new(child)),
        origin: origin.to_owned(),
        secret_key,
        webhook_secret,
    };
    super::wait_until_up(&payments.url, &payments.process)
        .with_context(|| format!("Test payments did not start; see {}", log.display()))?;
    payments.update_payment_links()?;
    Ok(payments)
}

impl TestPayments {
    /// Returns the Worker's `--var` arguments.
    pub fn vars(&self) -> [String; 4] {
        [
            format!("{KEY}:{}", self.secret_key),
            format!("STRIPE_CONNECT_KEY:{}", self.secret_key),
            format!("STRIPE_WEBHOOK_SECRETS:{}", self.webhook_secret),
            format!("STRIPE_BASE:{}", self.url),
        ]
    }

    fn addresses(&self) -> String {
        format!("{} {}", self.url, self.origin)
    }

    /// Updates the settings with payment page URLs after a change of the stand-in's port.
    fn update_payment_links(&self) -> Result<()> {
        let before = fs::read_to_string(marker_file()).unwrap_or_default();
        if before.is_empty() || before.starts_with(&format!("{} ", self.url)) {
            return Ok(());
        }
        let sql = format!(
            "UPDATE admin_settings SET setting_value = '{}' || substr(setting_value, instr(setting_value, '/pay/'))
              WHERE setting_key LIKE 'payment_link_%' AND setting_value LIKE 'http://127.0.0.1:%/pay/%'",
            self.url
        );
        let mut wrangler = command("wrangler");
        wrangler.args(["d1", "execute", "DB", "--local", "--yes", "--command", &sql, "--persist-to"]);
        quiet("payment pages", wrangler.arg(paths::state())).map(drop)
    }

    /// Lets the product create its objects in the account, as an admin would with the button; once,
    /// and again after an address changed.
    pub fn set_up(&self) -> Result<()> {
        let now = self.addresses();
        if fs::read_to_string(marker_file()).is_ok_and(|before| before == now) {
            return Ok(());
        }
        print_step("Setting up what is sold with test payments");
        let (email, password) = seed::ADMIN;
        let login = serde_json::json!({ "email": email, "password": password, "area": "admin" }).to_string();
        let answer = self.post("/api/auth/login", "", &login)?;
        let cookies: Vec<&str> =
            answer.headers().get_all("set-cookie").iter().filter_map(|it| it.to_str().ok()).collect();
        let cookie = cookies.iter().filter_map(|text| text.split(';').next()).collect::<Vec<_>>().join("; ");
        let answer = self.post("/api/admin/stripe-setup", &cookie, "")?.body_mut().read_to_string()?;
        let done: serde_json::Value = serde_json::from_str(&answer)?;
        let _ = self.post("/api/auth/logout", &cookie, "");
        let faults = done["faults"].as_array().cloned().unwrap_or_default();
        if !faults.is_empty() {
            bail!("{}", serde_json::Value::Array(faults));
        }
        Ok(fs::write(marker_file(), now)?)
    }

    /// Lets businesses buy through the demo partner's link, once; the schedule then closes the paid months.
    pub fn refer_demo_buyers(&self) -> Result<()> {
        let mark = paths::state().join("demo-buyers");
        if mark.exists() {
            return Ok(());
        }
        print_step("Referring businesses by the demo partner");
        let mut node = command("node");
        node.args(["tests/support/doubles/stripe/demo-buyers.ts", "--stripe", &self.url, "--key", &self.secret_key]);
        node.args(["--product", &self.origin, "--code", seed::PARTNER_CODE]);
        quiet("demo buyers", &mut node)?;
        Ok(fs::write(mark, "")?)
    }

    fn post(&self, path: &str, cookie: &str, body: &str) -> Result<ureq::http::Response<ureq::Body>> {
        let request = ureq::post(format!("{}{path}", self.origin))
            .header("origin", &self.origin)
            .header("cookie", cookie)
            .header("content-type", "application/json");
        request.send(body).map_err(|error| anyhow!("{path}: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::has_own_account;

    #[test]
    fn an_own_account_has_a_key() {
        let own = |text: &str| has_own_account(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        assert!(own("SECRET_KEY=1\nSTRIPE_SECRET_KEY=sk_test_1") && own("STRIPE_SECRET_KEY = \"sk_test_1\""));
        assert!(!own("SECRET_KEY=1\nSTRIPE_SECRET_KEY=\nSTRIPE_SECRET_KEY_OLD=sk_test_1"));
        assert!(!own("# STRIPE_SECRET_KEY=sk_test_1\nSTRIPE_SECRET_KEY=\"\""));
    }
}
