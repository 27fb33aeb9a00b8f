//! Users, roles and areas.

use crate::string_enum::string_enum;

string_enum! {
    /// A role in addition to being a client's user.
    Role {
        /// May use the admin area.
        Admin = "admin",
        /// May use the affiliate portal.
        Affiliate = "affiliate",
    }
}

string_enum! {
    /// Part of the product that a session belongs to.
    Area {
        /// The client portal.
        Client = "client",
        /// The admin area.
        Admin = "admin",
        /// The affiliate portal.
        Affiliate = "affiliate",
    }
}

string_enum! {
    /// Purpose of a one-time link.
    LinkPurpose {
        /// Replaces a forgotten password.
        Recovery = "recovery",
        /// Sets the first password.
        Invite = "invite",
    }
}

/// Roles of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    /// [`Role::Admin`].
    pub admin: bool,
    /// [`Role::Affiliate`].
    pub affiliate: bool,
}

impl Roles {
    /// Whether a user with these roles may enter an area.
    #[must_use]
    pub fn may_enter(self, area: Area) -> bool {
        match area {
            Area::Client => true,
            Area::Admin => self.admin,
            Area::Affiliate => self.affiliate,
        }
    }

    /// Returns the area whose password rules apply in a session of `area`: that of the strictest role.
    #[must_use]
    pub fn strictest_area(self, area: Area) -> Area {
        match (self.admin, self.affiliate) {
            (true, _) => Area::Admin,
            (false, true) => Area::Affiliate,
            (false, false) => area,
        }
    }

    /// Whether there is any role.
    #[must_use]
    pub fn any(self) -> bool {
        self.admin || self.affiliate
    }
}
