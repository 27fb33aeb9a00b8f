//! Access control of routes.

use crate::route_pattern;

/// Callers allowed to use a route, with the guard (`worker/src/auth/guard.rs`) that the router creates.
/// `tests/worker/authz.test.ts` proves it for every role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody; sessions are ignored.
    Anyone,
    /// Everybody with a full session (`FullUser`).
    SignedIn,
    /// Everybody with a session, including one limited to setting a password or a second factor (`AnyUser`).
    Session,
    /// Like `Session`, except sessions limited to setting a password (`SecondFactorUser`).
    SecondFactor,
    /// Everybody, while the testimonial named by the first argument is public (`PublicTestimonial`).
    Published,
    /// Everybody, while the wall named by the first argument is public (`PublicWall`).
    PublishedWall,
    /// The client's own user, and admins (`ClientUser`, or `PortalUser` if the request names the client).
    Owner,
    /// The holder of a signed link, the client's own user, and admins.
    LinkHolder,
    /// The partner, and admins (`AffiliateUser`).
    Partner,
    /// The partner only (`OwnPartner`).
    PartnerAlone,
    /// Admins, through the admins' login (`AdminUser`).
    Admin,
    /// Admins, and the deployment script of this version (`Operator`).
    Operator,
    /// Nobody: the guard (`AnyUser`) rejects callers without a session, the handler all others.
    Nobody,
}

impl Access {
    /// Returns the word used in `routes.json` and in the API description.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anyone | Self::Published | Self::PublishedWall => "anyone",
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
