//! Answers that a deployment asks for once and stores in `deploy.<environment>.toml`.

use std::fs;
use std::io::{IsTerminal, Write, stdin, stdout};

use anyhow::{Context, Result, bail};
use toml_edit::{DocumentMut, value};

use crate::environment::Environment;
use crate::paths;

/// Answers on the command line, which override stored ones.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Arguments {
    /// Host of the product, such as `sayso.example.com`: a domain of the account.
    #[arg(long)]
    domain: Option<String>,
    /// Sender of every mail, such as `Sayso <hello@example.com>`: on a domain that may send.
    #[arg(long)]
    sender: Option<String>,
    /// The email address of the first admin.
    #[arg(long)]
    admin: Option<String>,
}

/// All answers.
pub struct Answers {
    pub domain: String,
    pub sender: String,
    pub admin: String,
}

impl Answers {
    /// Reads stored answers, asks for missing ones, and stores them.
    pub fn ask_once(environment: Environment, given: Arguments) -> Result<Self> {
        let file = paths::at(&format!("deploy.{}.toml", environment.name()));
        let text = fs::read_to_string(&file).unwrap_or_default();
        let mut stored: DocumentMut = text.parse().with_context(|| format!("{} cannot be read", file.display()))?;
        let mut answer =
            |name: &str, given: Option<String>, question: &str, fits: fn(&str) -> bool| -> Result<String> {
                let known = given.or_else(|| Some(stored.get(name)?.as_str()?.to_owned()));
                let found = match known {
                    Some(known) => known,
                    None => prompt(name, question)?,
                };
                let found = found.trim().to_owned();
                if !fits(&found) {
                    bail!("`{found}` is no {name}. {question}");
                }
                stored[name] = value(&found);
                Ok(found)
            };
        let answers = Self {
            domain: answer(
                "domain",
                given.domain,
                "Where is it reached? A domain of your account, such as sayso.example.com",
                is_domain,
            )?,
            sender: answer(
                "sender",
                given.sender,
                "Who sends its mails? Such as Sayso <hello@example.com>",
                is_sender,
            )?,
            admin: answer("admin", given.admin, "Who is the first admin? An email address", is_email)?,
        };
        fs::write(file, stored.to_string())?;
        Ok(answers)
    }

    /// Returns the origin of the product.
    pub fn origin(&self) -> String {
        let is_local = self.domain.starts_with("127.0.0.1:");
        format!("{}://{}", if is_local { "http" } else { "https" }, self.domain)
    }
}

fn prompt(name: &str, question: &str) -> Result<String> {
    if !stdin().is_terminal() {
        bail!("Please say --{name}. {question}");
    }
    print!("{question}: ");
    stdout().flush()?;
    let mut line = String::new();
    stdin().read_line(&mut line)?;
    Ok(line)
}

fn is_domain(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-:".contains(c);
    text.contains('.') && text.chars().all(fits) && !text.starts_with('.') && !text.ends_with('.')
}

fn is_email(text: &str) -> bool {
    let parts: Vec<&str> = text.split('@').collect();
    matches!(parts[..], [user, host] if !user.is_empty() && host.contains('.'))
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || "<>'\"".contains(c))
}

fn is_sender(text: &str) -> bool {
    let address = text.strip_suffix('>').and_then(|text| text.rsplit_once('<')).map_or(text, |(_, address)| address);
    is_email(address) && !text.contains(|c: char| c.is_control() || c == '"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ops05_answers_are_checked_before_anything_is_made() {
        assert!(is_domain("sayso.example.com") && is_domain("127.0.0.1:8787"));
        assert!(!is_domain("https://sayso.example.com") && !is_domain("localhost") && !is_domain("a b.c"));
        assert!(is_email("ann@example.com") && !is_email("ann") && !is_email("a'n@example.com"));
        assert!(is_sender("Sayso <hello@example.com>") && is_sender("hello@example.com") && !is_sender("Sayso"));
    }
}
