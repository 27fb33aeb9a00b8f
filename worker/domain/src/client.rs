//! A client: a business that collects testimonials.

use crate::string_enum::string_enum;

string_enum! {
    /// The status of a client. Only an active one accepts submissions.
    ClientStatus {
        /// Paid; the onboarding form has not been matched yet.
        PendingOnboarding = "pending_onboarding",
        /// Created by an admin; the invitation has not been used yet.
        PendingInvite = "pending_invite",
        /// Accepts submissions.
        Active = "active",
        /// Stopped by an admin or because of an unpaid invoice.
        Suspended = "suspended",
    }
}

string_enum! {
    /// The platform that a client's review link leads to.
    ReviewPlatform {
        /// Google.
        Google = "Google Business Profile",
        /// Facebook.
        Facebook = "Facebook",
        /// LinkedIn.
        #[allow(clippy::doc_markdown)]
        LinkedIn = "LinkedIn",
        /// Trustpilot.
        Trustpilot = "Trustpilot",
        /// The client has no review page.
        None = "None",
    }
}

string_enum! {
    /// Images of a client, under their names in `replace-asset`.
    AssetType {
        /// Shown to customers.
        Logo = "logo",
        /// The client's own QR code in place of the generated one.
        Qr = "qr",
    }
}

impl AssetType {
    /// Returns the column of `clients` with its URL.
    #[must_use]
    pub const fn column(self) -> &'static str {
        match self {
            Self::Logo => "logo_url",
            Self::Qr => "qr_code_url",
        }
    }
}

string_enum! {
    /// Sort key of the admins' client list.
    ClientSort {
        /// Creation time.
        Created = "created_at",
        /// Company name.
        Company = "company_name",
        /// Remaining credits.
        Credits = "credits_remaining",
        /// Number of submissions.
        Submissions = "submissions_count",
    }
}

string_enum! {
    /// The order of a list.
    SortOrder {
        /// Smallest first.
        Ascending = "asc",
        /// Largest first.
        Descending = "desc",
    }
}
