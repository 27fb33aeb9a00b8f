//! Access control of routes.

use crate::route_pattern;

/// Callers allowed to use a route. `tests/worker/authz/table.ts` proves it for every role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody; sessions are ignored.
    Anyone,
    /// Everybody with a full session.
    SignedIn,
    /// Everybody with a session, including one limited to setting a password or a second factor.
    Session,
    /// Like `Session`, except sessions limited to setting a password.
    SecondFactor,
    /// The client's own user, and admins.
    Owner,
    /// The holder of a signed link, the client's own user, and admins.
    LinkHolder,
    /// The partner, and admins.
    Partner,
    /// The partner only.
    PartnerAlone,
    /// Admins, through the admins' login.
    Admin,
    /// Admins, and the deployment script of this version.
    Operator,
    /// Nobody: the guard rejects callers without a session, the handler all others.
    Nobody,
}

impl Access {
    /// Returns the word used in `routes.json` and in the API description.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anyone => "anyone",
            Self::SignedIn => "signed-in",
            Self::Session | Self::SecondFactor => "session",
            Self::Owner => "owner",
            Self::LinkHolder => "link-holder",
            Self::Partner => "partner",
            Self::PartnerAlone => "partner-alone",
            Self::Admin | Self::Operator => "admin",
            Self::Nobody => "nobody",
        }
    }
}

/// Returns every route with its access, for the completeness check of the tests.
#[must_use]
pub fn access() -> Vec<(&'static str, &'static str, Access)> {
    macro_rules! list {
        ($($method:literal [$($segment:tt),*] $area:ident::$module:ident::$handler:ident($($argument:ident),*)
            $access:ident query[$($query:literal),*] body($($body:tt)*) answer($($answer:tt)*) $summary:literal;)*) => {
            vec![$(($method, route_pattern!($($segment),*), Access::$access),)*]
        };
    }
    routes!(list)
}
