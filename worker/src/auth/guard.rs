//! Who a request comes from. A handler that needs a right takes the guard's value as proof.

use domain::session::SessionKind;
use domain::user::Area;

use crate::app::App;
use crate::auth::{origin, session, token};
use crate::error::{Error, Result};
use crate::request::Request;
use crate::store::affiliate::{self, Affiliate};
use crate::store::client;
use crate::store::session::CurrentSession;

/// Proof that the request carries a live session of some kind, from a page of our own.
pub struct AnyUser(pub CurrentSession);

impl AnyUser {
    /// # Errors
    /// [`Error::SignedOut`], or [`Error::ForeignOrigin`] on a change from a foreign page.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        if session::token_of(app, request).is_some() {
            origin::require_same_origin(app, request)?;
        }
        session::of(app, request).await?.map(Self).ok_or(Error::SignedOut)
    }
}

/// Proof that the request carries a session that may change the second factor: a full one, or one for setting it up.
pub struct SecondFactorUser(pub CurrentSession);

impl SecondFactorUser {
    /// # Errors
    /// As [`AnyUser::of`]; [`Error::Forbidden`] for a session that is for setting a password only.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let AnyUser(found) = AnyUser::of(app, request).await?;
        if found.kind == SessionKind::SetPassword { Err(Error::Forbidden) } else { Ok(Self(found)) }
    }
}

/// Proof that the request carries a session that may do everything its user may.
pub struct FullUser(pub CurrentSession);

impl FullUser {
    /// # Errors
    /// As [`AnyUser::of`]; [`Error::Forbidden`] for a session that is for a single step only.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let AnyUser(found) = AnyUser::of(app, request).await?;
        if found.kind == SessionKind::Full { Ok(Self(found)) } else { Err(Error::Forbidden) }
    }
}

/// Proof that an admin asks. The role alone is not enough: the session must belong to the admin area,
/// which asks for more.
pub struct AdminUser(pub CurrentSession);

impl AdminUser {
    /// # Errors
    /// As [`FullUser::of`]; [`Error::Forbidden`] for everybody else.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let FullUser(found) = FullUser::of(app, request).await?;
        if found.area == Area::Admin { Ok(Self(found)) } else { Err(Error::Forbidden) }
    }
}

/// Proof that the deployment asks that made this version: each makes a key of its own, which only the version and it know.
struct Deployer;

impl Deployer {
    fn of(app: &App, request: &Request) -> Result<Self> {
        let header = request.header("authorization").unwrap_or_default();
        let key = header.strip_prefix("Bearer ").unwrap_or_default();
        // Hashes are compared: how long that takes tells nothing of the key.
        match &app.config.deploy_key {
            Some(own) if token::hash(&app.config, own) == token::hash(&app.config, key) => Ok(Self),
            _ => Err(Error::Forbidden),
        }
    }
}

/// Proof that the deployment asks that made this version, or an admin.
pub struct Operator;

impl Operator {
    /// # Errors
    /// As [`AdminUser::of`].
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        if Deployer::of(app, request).is_err() {
            AdminUser::of(app, request).await?;
        }
        Ok(Self)
    }
}

/// Proof that a client's own user asks, or an admin.
pub struct PortalUser(CurrentSession);

impl PortalUser {
    /// # Errors
    /// As [`FullUser::of`]; [`Error::Forbidden`] for an affiliate's session.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let FullUser(found) = FullUser::of(app, request).await?;
        if found.area == Area::Affiliate { Err(Error::Forbidden) } else { Ok(Self(found)) }
    }

    /// The user's id.
    #[must_use]
    pub fn user_id(&self) -> &str {
        &self.0.user_id
    }

    /// Whose session it is.
    #[must_use]
    pub fn session(&self) -> &CurrentSession {
        &self.0
    }

    /// Whether it is an admin.
    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.0.area == Area::Admin
    }

    /// The admin, where it is one: what an admin does in a client's portal is audited.
    #[must_use]
    pub fn admin(&self) -> Option<&CurrentSession> {
        self.is_admin().then_some(&self.0)
    }

    /// Whose clients the user may see: its own, or with `None` everybody's.
    #[must_use]
    pub fn scope(&self) -> Option<&str> {
        if self.is_admin() { None } else { Some(self.user_id()) }
    }
}

/// Proof that the request may see what a certain partner may: from its own account, or from an admin, who only looks.
pub struct AffiliateUser {
    pub affiliate: Affiliate,
    session: CurrentSession,
}

impl AffiliateUser {
    /// An admin names the partner in the query, as `affiliateId`.
    ///
    /// # Errors
    /// [`Error::NotAuthenticated`], [`Error::Forbidden`] for a client's session, [`Error::NotFound`] for a foreign partner, exactly as for
    /// an unknown one.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let chosen = request.query("affiliateId");
        let FullUser(found) = FullUser::of(app, request).await.map_err(|error| match error {
            Error::SignedOut => Error::NotAuthenticated,
            other => other,
        })?;
        let affiliate = match (found.area, chosen) {
            (Area::Client, _) => return Err(Error::Forbidden),
            (Area::Admin, None) => None,
            (Area::Admin, Some(id)) => affiliate::get(&app.db, id).await?,
            (Area::Affiliate, _) => affiliate::of_user(&app.db, &found.user_id).await?,
        };
        affiliate
            .filter(|one| one.user_id.is_some() && chosen.is_none_or(|id| id == one.id))
            .map(|affiliate| Self { affiliate, session: found })
            .ok_or(Error::NotFound("Affiliate account"))
    }

    /// Whose session it is.
    #[must_use]
    pub fn session(&self) -> &CurrentSession {
        &self.session
    }

    /// The admin, where it is one.
    #[must_use]
    pub fn admin(&self) -> Option<&CurrentSession> {
        (self.session.area == Area::Admin).then_some(&self.session)
    }
}

/// Proof that a partner asks for itself: no admin does it in its place.
pub struct OwnPartner(pub Affiliate);

impl OwnPartner {
    /// # Errors
    /// As [`AffiliateUser::of`]; [`Error::Forbidden`] for an admin.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        match FullUser::of(app, request).await {
            Ok(FullUser(found)) if found.area != Area::Affiliate => Err(Error::Forbidden),
            _ => Ok(Self(AffiliateUser::of(app, request).await?.affiliate)),
        }
    }
}

/// Proof that the request may do what a certain client may: from its own user, or from an admin.
pub struct ClientUser {
    pub client_id: String,
    pub company_name: String,
    pub user: PortalUser,
}

impl ClientUser {
    /// # Errors
    /// As [`PortalUser::of`]; [`Error::NotFound`] for a foreign client, exactly as for an unknown one.
    pub async fn of(app: &App, request: &Request, client_id: &str) -> Result<Self> {
        Self::among(app, PortalUser::of(app, request).await?, client_id).await
    }

    /// The same for an admin who has proven to be one.
    ///
    /// # Errors
    /// [`Error::NotFound`].
    pub async fn by_admin(app: &App, AdminUser(admin): &AdminUser, client_id: &str) -> Result<Self> {
        Self::among(app, PortalUser(admin.clone()), client_id).await
    }

    /// A client among those that a user may see.
    ///
    /// # Errors
    /// [`Error::NotFound`] for any other.
    pub async fn among(app: &App, user: PortalUser, client_id: &str) -> Result<Self> {
        let name = client::name(&app.db, client_id, user.scope()).await?;
        let company_name = name.ok_or(Error::NotFound("Client"))?;
        Ok(Self { client_id: client_id.to_owned(), company_name, user })
    }
}
