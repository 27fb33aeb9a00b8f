//! A client: a business that collects testimonials.

/// Where a client stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Paid, but the set-up form has not been matched yet.
    PendingOnboarding,
    /// Created by an admin; the invitation has not been used yet.
    PendingInvite,
    /// Takes submissions.
    Active,
    /// Stopped by an admin or an unpaid invoice.
    Suspended,
}

impl Status {
    /// Reads the stored word; an unknown one counts as not active rather than as an error.
    #[must_use]
    pub fn parse(word: &str) -> Self {
        match word {
            "active" => Self::Active,
            "pending_onboarding" => Self::PendingOnboarding,
            "pending_invite" => Self::PendingInvite,
            _ => Self::Suspended,
        }
    }
}
