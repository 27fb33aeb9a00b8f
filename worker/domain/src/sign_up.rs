//! Sign-ups for the mailing list before the launch.

use crate::string_enum::string_enum;

string_enum! {
    /// The status of a sign-up.
    SignUpStatus {
        /// Waiting for the external mailing list.
        Waiting = "waiting",
        /// Our own mail asked for confirmation.
        PendingConfirmation = "pending_confirmation",
        /// On the external list, which asks for confirmation itself.
        Synced = "synced",
        /// Confirmed.
        Confirmed = "confirmed",
        /// Rejected by the external list.
        Failed = "failed",
    }
}
