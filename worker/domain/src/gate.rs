//! Whether a client accepts submissions, and if not, why.

use serde_json::{Value, json};

use crate::api::public::Accepting;
use crate::client::ClientStatus;

/// Decides whether a client accepts submissions. Inactive takes precedence over out of credits. Sayso's own pages
/// count no credits and never run out. `store/submissions/submission.rs` has the same condition in the SQL that takes
/// the credit.
#[must_use]
pub fn accepting(status: ClientStatus, credits_remaining: i64, counts_credits: bool) -> Accepting {
    if status != ClientStatus::Active {
        Accepting::Inactive
    } else if counts_credits && credits_remaining <= 0 {
        Accepting::NoCredits
    } else {
        Accepting::Yes
    }
}

/// Message for visitors of an inactive client.
pub const INACTIVE: &str = "This account is currently not active.";
/// Message for visitors of a client without credits.
pub const NO_CREDITS: &str = "This account has no credits remaining.";

/// Returns these messages by error code: `gate.json`.
#[must_use]
pub fn texts() -> Value {
    json!({ Accepting::Inactive.as_str(): INACTIVE, Accepting::NoCredits.as_str(): NO_CREDITS })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub21_every_status_but_active_blocks() {
        for status in [ClientStatus::Suspended, ClientStatus::PendingInvite, ClientStatus::PendingOnboarding] {
            assert_eq!(accepting(status, 50, true), Accepting::Inactive);
        }
        assert_eq!(accepting(ClientStatus::Active, 1, true), Accepting::Yes);
        assert_eq!(ClientStatus::parse("something new"), None);
    }

    #[test]
    fn sub22_zero_or_negative_credits_block() {
        assert_eq!(accepting(ClientStatus::Active, 0, true), Accepting::NoCredits);
        assert_eq!(accepting(ClientStatus::Active, -1, true), Accepting::NoCredits);
    }

    #[test]
    fn bra05_a_page_without_credit_counting_never_runs_out() {
        assert_eq!(accepting(ClientStatus::Active, 0, false), Accepting::Yes);
        assert_eq!(accepting(ClientStatus::Suspended, 0, false), Accepting::Inactive);
    }

    #[test]
    fn sub32_inactive_takes_precedence_over_no_credits() {
        assert_eq!(accepting(ClientStatus::Suspended, 0, true), Accepting::Inactive);
    }
}
