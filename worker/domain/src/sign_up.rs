//! Sign-ups for the mailing list before the launch.

use crate::string_enum::string_enum;

string_enum! {
    /// The status of a sign-up.
    SignUpStatus {
        /// Waits for the external mailing list.
        Waiting = "waiting",
        /// Our own mail asked for the confirmation.
        PendingConfirmation = "pending_confirmation",
        /// The external list has it and asks for the confirmation itself.
        Synced = "synced",
        /// Confirmed.
        Confirmed = "confirmed",
        /// The external list refused it.
        Failed = "failed",
    }
}
