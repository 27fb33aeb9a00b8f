//! Guards identify the sender of a request. A handler that needs a right takes the guard's value as proof.

use domain::session::SessionKind;
use domain::user::Area;

use crate::app::App;
use crate::auth::{origin, session, token};
use crate::error::{Error, Result, refusal};
use crate::request::Request;
use crate::store::clients::client;
use crate::store::identity::session::CurrentSession;
use crate::store::partners::affiliate::{self, Affiliate};

/// The partners' area requires a session.
pub const NOT_AUTHENTICATED: Error = refusal!(401, "signed_out", "Not authenticated");

/// Proof of a live session of any kind, sent from our own pages.
pub struct AnyUser(pub CurrentSession);

impl AnyUser {
    /// # Errors
    /// [`Error::SIGNED_OUT`], or `foreign_origin` on a change from a foreign page.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        if session::token_of(app, request).is_some() {
            origin::require_same_origin(app, request)?;
        }
        session::of(app, request).await?.map(Self).ok_or(Error::SIGNED_OUT)
    }
}

/// Proof of a session that may change the second factor: a full one, or one for setting it up.
pub struct SecondFactorUser(pub CurrentSession);

impl SecondFactorUser {
    /// # Errors
    /// Those of [`AnyUser::of`]; [`Error::FORBIDDEN`] for a session that only sets a password.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let AnyUser(found) = AnyUser::of(app, request).await?;
        if found.kind == SessionKind::SetPassword { Err(Error::FORBIDDEN) } else { Ok(Self(found)) }
    }
}

/// Proof of a session with all rights of its user.
pub struct FullUser(pub CurrentSession);

impl FullUser {
    /// # Errors
    /// Those of [`AnyUser::of`]; [`Error::FORBIDDEN`] for a session limited to a single step.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let AnyUser(found) = AnyUser::of(app, request).await?;
        if found.kind == SessionKind::Full { Ok(Self(found)) } else { Err(Error::FORBIDDEN) }
    }
}

/// Proof of an admin. The role alone is not enough: the session must belong to the admin area, whose sign-in is stricter.
pub struct AdminUser(pub CurrentSession);

impl AdminUser {
    /// # Errors
    /// Those of [`FullUser::of`]; [`Error::FORBIDDEN`] for everybody else.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let FullUser(found) = FullUser::of(app, request).await?;
        if found.area == Area::Admin { Ok(Self(found)) } else { Err(Error::FORBIDDEN) }
    }
}

/// Proof of the deployment that created this version. Each deployment generates a key that only it and its version know.
struct Deployer;

impl Deployer {
    fn of(app: &App, request: &Request) -> Result<Self> {
        let header = request.header("authorization").unwrap_or_default();
        let key = header.strip_prefix("Bearer ").unwrap_or_default();
        // Compares hashes, so that the duration reveals nothing about the key.
        match &app.config.deploy_key {
            Some(own) if token::hash(&app.config, own) == token::hash(&app.config, key) => Ok(Self),
            _ => Err(Error::FORBIDDEN),
        }
    }
}

/// Proof of the deployment that created this version, or of an admin.
pub struct Operator;

impl Operator {
    /// # Errors
    /// Those of [`AdminUser::of`].
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        if Deployer::of(app, request).is_err() {
            AdminUser::of(app, request).await?;
        }
        Ok(Self)
    }
}

/// Proof of a client's user or an admin.
pub struct PortalUser(CurrentSession);

impl PortalUser {
    /// # Errors
    /// Those of [`FullUser::of`]; [`Error::FORBIDDEN`] for an affiliate's session.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let FullUser(found) = FullUser::of(app, request).await?;
        if found.area == Area::Affiliate { Err(Error::FORBIDDEN) } else { Ok(Self(found)) }
    }

    /// The user's id.
    #[must_use]
    pub fn user_id(&self) -> &str {
        &self.0.user_id
    }

    /// The user's session.
    #[must_use]
    pub fn session(&self) -> &CurrentSession {
        &self.0
    }

    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.0.area == Area::Admin
    }

    /// The admin, if the user is one: an admin's changes in a client's portal are audited.
    #[must_use]
    pub fn admin(&self) -> Option<&CurrentSession> {
        self.is_admin().then_some(&self.0)
    }

    /// The user whose clients are visible; `None` makes all visible.
    #[must_use]
    pub fn scope(&self) -> Option<&str> {
        if self.is_admin() { None } else { Some(self.user_id()) }
    }
}

/// Proof of the right to see a partner's data: of the partner, or of an admin, who only reads.
pub struct AffiliateUser {
    pub affiliate: Affiliate,
    session: CurrentSession,
}

impl AffiliateUser {
    /// An admin selects the partner with the query parameter `affiliateId`.
    ///
    /// # Errors
    /// [`NOT_AUTHENTICATED`], [`Error::FORBIDDEN`] for a client's session, [`Error::not_found`] alike for another
    /// partner and an unknown one.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        let chosen = request.query("affiliateId");
        let FullUser(found) = FullUser::of(app, request)
            .await
            .map_err(|error| if error.is(&Error::SIGNED_OUT) { NOT_AUTHENTICATED } else { error })?;
        let affiliate = match (found.area, chosen) {
            (Area::Client, _) => return Err(Error::FORBIDDEN),
            (Area::Admin, None) => None,
            (Area::Admin, Some(id)) => affiliate::get(&app.db, id).await?,
            (Area::Affiliate, _) => affiliate::of_user(&app.db, &found.user_id).await?,
        };
        affiliate
            .filter(|one| one.user_id.is_some() && chosen.is_none_or(|id| id == one.id))
            .map(|affiliate| Self { affiliate, session: found })
            .ok_or_else(|| Error::not_found("Affiliate account"))
    }

    /// The user's session.
    #[must_use]
    pub fn session(&self) -> &CurrentSession {
        &self.session
    }

    /// The admin, if the user is one.
    #[must_use]
    pub fn admin(&self) -> Option<&CurrentSession> {
        (self.session.area == Area::Admin).then_some(&self.session)
    }
}

/// Proof of a partner acting for itself. Excludes admins.
pub struct OwnPartner(pub Affiliate);

impl OwnPartner {
    /// # Errors
    /// Those of [`AffiliateUser::of`]; [`Error::FORBIDDEN`] for an admin.
    pub async fn of(app: &App, request: &Request) -> Result<Self> {
        match FullUser::of(app, request).await {
            Ok(FullUser(found)) if found.area != Area::Affiliate => Err(Error::FORBIDDEN),
            _ => Ok(Self(AffiliateUser::of(app, request).await?.affiliate)),
        }
    }
}

/// Proof of the right to act for a client: of its own user, or of an admin.
pub struct ClientUser {
    pub client_id: String,
    pub company_name: String,
    pub user: PortalUser,
}

impl ClientUser {
    /// # Errors
    /// Those of [`PortalUser::of`]; [`Error::not_found`] alike for another user's client and an unknown one.
    pub async fn of(app: &App, request: &Request, client_id: &str) -> Result<Self> {
        Self::for_client(app, PortalUser::of(app, request).await?, client_id).await
    }

    /// Checks the client for a proven admin.
    ///
    /// # Errors
    /// [`Error::not_found`].
    pub async fn by_admin(app: &App, AdminUser(admin): &AdminUser, client_id: &str) -> Result<Self> {
        Self::for_client(app, PortalUser(admin.clone()), client_id).await
    }

    /// Checks that the client is visible to the user.
    ///
    /// # Errors
    /// [`Error::not_found`] for any other.
    pub async fn for_client(app: &App, user: PortalUser, client_id: &str) -> Result<Self> {
        let name = client::name(&app.db, client_id, user.scope()).await?;
        let company_name = name.ok_or_else(|| Error::not_found("Client"))?;
        Ok(Self { client_id: client_id.to_owned(), company_name, user })
    }
}
