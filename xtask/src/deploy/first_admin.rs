//! Creates the first admin: a row, and a mail with the link that sets the password.

use anyhow::Result;
use serde_json::json;

use super::answers::Answers;
use super::check::with_retries;
use crate::run::print_step;
use crate::target::Target;

/// Creates the admin if there is none. An admin without a password is mailed again.
pub fn create(target: Target, answers: &Answers) -> Result<()> {
    // The address was validated and contains no quote.
    let email = &answers.admin;
    let id = "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))";
    let is_first = "NOT EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin')";
    target.rows(&format!(
        "INSERT INTO users (id, email, created_at) SELECT {id}, '{email}', unixepoch() * 1000 WHERE {is_first} ON CONFLICT DO NOTHING;
         INSERT INTO user_roles (user_id, role) SELECT id, 'admin' FROM users WHERE email = '{email}' AND {is_first}"
    ))?;
    let waiting = target.rows(&format!(
        "SELECT 1 FROM users u JOIN user_roles r ON r.user_id = u.id
          WHERE r.role = 'admin' AND u.email = '{email}' AND u.password_hash IS NULL"
    ))?;
    if waiting.is_empty() {
        return Ok(());
    }
    print_step(&format!("Mailing {email} the link that sets the first password"));
    let origin = answers.origin();
    with_retries("the first admin’s mail", || {
        let body = json!({ "area": "admin", "email": email }).to_string();
        let request = ureq::post(format!("{origin}/api/auth/reset")).header("origin", &origin);
        Ok(request.header("content-type", "application/json").send(body).map(drop)?)
    })
}
