//! Who may call a route.

use crate::route_pattern;

/// Who gets a success. `tests/worker/authz/table.ts` proves it for every role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody; a session is not looked at.
    Anyone,
    /// Everybody with a full session.
    SignedIn,
    /// Everybody with a session, also one that is for setting a password or a second factor only.
    Session,
    /// The same without a session that is for setting a password only.
    SecondFactor,
    /// The client's own user, and admins.
    Owner,
    /// The holder of a signed link, the client's own user, and admins.
    LinkHolder,
    /// The partner itself, and admins.
    Partner,
    /// The partner itself.
    PartnerAlone,
    /// Admins, through the admins' login.
    Admin,
    /// Admins, and the deployment that made this version.
    Operator,
    /// Nobody: the product itself does it.
    Nobody,
}

impl Access {
    /// The word in `routes.json` and in the description of the API.
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

/// Every route with who may call it, for the tests' completeness check.
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
