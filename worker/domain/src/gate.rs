//! Whether a client takes a submission, and if not, exactly why not.

use crate::api::public::Accepting;
use crate::client::Status;

/// Decides from the client's state. Where both blocks apply the inactive one is named.
#[must_use]
pub fn accepting(status: Status, credits_remaining: i64) -> Accepting {
    if status != Status::Active {
        Accepting::Inactive
    } else if credits_remaining <= 0 {
        Accepting::NoCredits
    } else {
        Accepting::Yes
    }
}

/// What a visitor reads when a client takes no submissions.
pub const INACTIVE: &str = "This account is currently not active.";
/// What a visitor reads when a client has run out of credits.
pub const NO_CREDITS: &str = "This account has no credits remaining.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sub21_every_status_but_active_blocks() {
        for status in [Status::Suspended, Status::PendingInvite, Status::PendingOnboarding] {
            assert_eq!(accepting(status, 50), Accepting::Inactive);
        }
        assert_eq!(accepting(Status::Active, 1), Accepting::Yes);
        assert_eq!(Status::parse("something new"), Status::Suspended);
    }

    #[test]
    fn sub22_no_credit_blocks_also_below_zero() {
        assert_eq!(accepting(Status::Active, 0), Accepting::NoCredits);
        assert_eq!(accepting(Status::Active, -1), Accepting::NoCredits);
    }

    #[test]
    fn sub32_inactive_wins_where_both_blocks_apply() {
        assert_eq!(accepting(Status::Suspended, 0), Accepting::Inactive);
    }
}
