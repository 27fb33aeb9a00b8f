//! Permissions on a folder.

use domain::google_drive::{self, API};
use serde_json::json;

use super::{ALL_DRIVES, Folder, Outcome, answer};
use crate::app::App;
use crate::integrations::drive::deadline::Deadline;
use crate::integrations::http::{Answer, discard};

#[derive(serde::Deserialize)]
struct List {
    permissions: Vec<Permission>,
}

#[derive(serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Permission {
    id: String,
    email_address: Option<String>,
}

impl Folder {
    fn permissions(&self) -> String {
        format!("{API}/files/{}/permissions", self.id)
    }

    /// Grants somebody read access and returns the permission's id. Idempotent. Google mails an invitation only if no
    /// account has this address.
    pub async fn share(&self, app: &App, email: &str) -> Outcome<String> {
        let calls = self.account.calls(app, Deadline::of_calls());
        let permission = json!({ "type": "user", "role": "reader", "emailAddress": email });
        let mut notified = false;
        loop {
            let url =
                format!("{}?{ALL_DRIVES}&sendNotificationEmail={notified}&fields=id,emailAddress", self.permissions());
            let response = calls.post(&url, &permission).await?;
            if (200..=299).contains(&response.status_code()) {
                return Ok(answer::json::<Permission>(response).await?.id);
            }
            let (Answer { status, retry_after, .. }, text) = Answer::with_text(response).await;
            let reason = google_drive::reason(&text.unwrap_or_default());
            if notified || !google_drive::needs_notification(status, &reason) {
                return Err(answer::of_refusal(google_drive::sharing_refusal(status, &reason, email), retry_after));
            }
            notified = true;
        }
    }

    /// Returns the permission id of an address.
    pub async fn permission_of(&self, app: &App, email: &str) -> Outcome<Option<String>> {
        let calls = self.account.calls(app, Deadline::of_calls());
        let url = format!("{}?{ALL_DRIVES}&pageSize=100&fields=permissions(id,emailAddress)", self.permissions());
        let list: List = answer::json(calls.send("GET", &url, &[], None).await?).await?;
        let is_theirs =
            |one: &Permission| one.email_address.as_ref().is_some_and(|held| held.eq_ignore_ascii_case(email));
        Ok(list.permissions.into_iter().find(is_theirs).map(|one| one.id))
    }

    /// Revokes a permission. Succeeds if it no longer exists.
    pub async fn unshare(&self, app: &App, permission_id: &str) -> Outcome<()> {
        let calls = self.account.calls(app, Deadline::of_calls());
        let url = format!("{}/{permission_id}?{ALL_DRIVES}", self.permissions());
        let response = calls.send("DELETE", &url, &[], None).await?;
        match response.status_code() {
            404 => {
                discard(response).await;
                Ok(())
            }
            _ => answer::outcome(response).await,
        }
    }
}
