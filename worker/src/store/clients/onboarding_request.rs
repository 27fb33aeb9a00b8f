//! `onboarding_requests`.

use domain::api::site::{OnboardingPayment, OnboardingRequestSummary};
use domain::client::{ClientStatus, ReviewPlatform};
use domain::limits::ROWS_PER_PAGE;
use domain::onboarding::{PaidClient, Purchase, WaitReason, wait_reason};
use domain::page::{Cursor, Page, limit_plus_one};
use domain::plan::PlanType;
use domain::row::flag;
use domain::site_form;
use serde::Deserialize;

use crate::error::Result;
use crate::store::db::{Db, Query};

/// Stores a set-up request. `logo` is the file's name, if there is one.
#[must_use]
pub fn insert(id: &str, form: &site_form::OnboardingRequest, logo: Option<&str>, now: i64) -> Query {
    Query::new(
        "INSERT INTO onboarding_requests (id, name, email, company, review_link_type, review_link_url, logo, created_at, checkout_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(&form.name)
    .bind(&form.email)
    .bind(&form.company)
    .bind(form.review_link_type.as_str())
    .bind(form.review_link_url.as_deref())
    .bind(logo)
    .bind(now)
    .bind(form.checkout.as_deref())
}

/// Deletes set-up requests: their client was created, they were dismissed, or they expired. `ids` is a JSON array.
#[must_use]
pub fn delete(ids: &str) -> Query {
    Query::new("DELETE FROM onboarding_requests WHERE id IN (SELECT value FROM json_each(?1))").bind(ids)
}

/// The fields that dismissing a request, and creating a client from it, need.
#[derive(Deserialize)]
pub struct OnboardingRequest {
    pub company: String,
    /// Name of the logo's file.
    pub logo: Option<String>,
}

/// Returns a set-up request.
pub async fn get(db: &Db, id: &str) -> Result<Option<OnboardingRequest>> {
    db.first(Query::new("SELECT company, logo FROM onboarding_requests WHERE id = ?1").bind(id)).await
}

/// A set-up request with its purchase, as far as known.
#[derive(Deserialize)]
pub struct PaidRequest {
    pub id: String,
    pub name: String,
    pub email: String,
    pub company: String,
    pub review_link_type: ReviewPlatform,
    pub review_link_url: Option<String>,
    pub logo: Option<String>,
    created_at: i64,
    checkout_id: Option<String>,
    same_email_client: Option<String>,
    paid_email: Option<String>,
    paid_plan: Option<PlanType>,
    /// The client that the purchase pays for.
    pub client_id: Option<String>,
    client_name: Option<String>,
    client_status: Option<ClientStatus>,
    #[serde(deserialize_with = "flag")]
    email_is_taken: bool,
    #[serde(deserialize_with = "flag")]
    purchase_is_over: bool,
}

impl PaidRequest {
    fn client(&self) -> Option<PaidClient> {
        self.client_status.map(|status| PaidClient { status, email_is_taken: self.email_is_taken })
    }

    /// Why the request waits for an admin. `None` if it can set up its purchase's client.
    #[must_use]
    pub fn wait_reason(&self) -> Option<WaitReason> {
        let purchase = self.paid_email.as_deref().map(|email| Purchase {
            email,
            client: self.client(),
            is_over: self.purchase_is_over,
        });
        wait_reason(&self.email, self.checkout_id.as_deref(), purchase)
    }

    /// Whether the purchase's client waits for a set-up.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        !self.purchase_is_over && self.client().is_some_and(PaidClient::is_open)
    }
}

impl From<PaidRequest> for OnboardingRequestSummary {
    fn from(row: PaidRequest) -> Self {
        let (wait_reason, is_open) = (row.wait_reason(), row.is_usable());
        let client = row.client_name;
        let payment = |email| OnboardingPayment { plan: row.paid_plan, email, client, is_open };
        Self {
            wait_reason,
            payment: row.paid_email.map(payment),
            id: row.id,
            name: row.name,
            email: row.email,
            company: row.company,
            review_link_type: row.review_link_type,
            review_link_url: row.review_link_url,
            has_logo: row.logo.is_some(),
            created_at: row.created_at,
            same_email_client: row.same_email_client,
        }
    }
}

macro_rules! paid_sql {
    ($condition:literal) => {
        concat!(
            "SELECT o.id, o.name, o.email, o.company, o.review_link_type, o.review_link_url, o.logo, o.created_at, o.checkout_id,
                    coalesce((SELECT company_name FROM clients WHERE email = o.email AND is_demo = 0 LIMIT 1),
                             (SELECT c.company_name FROM users u JOIN clients c ON c.user_id = u.id WHERE u.email = o.email),
                             (SELECT 'Another account' FROM users WHERE email = o.email)) AS same_email_client,
                    coalesce(p.email, s.email) AS paid_email, s.plan_type AS paid_plan, p.id AS client_id, p.company_name AS client_name,
                    p.status AS client_status,
                    EXISTS (SELECT 1 FROM users WHERE email = p.email AND id IS NOT p.user_id) AS email_is_taken,
                    coalesce(iif(p.id IS NULL, s.refund_due_at IS NOT NULL OR s.ended_at IS NOT NULL,
                                 s.ended_at IS NOT NULL AND p.subscription_id IS s.id), 0) AS purchase_is_over
               FROM onboarding_requests o
               LEFT JOIN subscriptions s ON s.checkout_id = o.checkout_id
               LEFT JOIN clients p ON p.id = s.client_id ",
            $condition
        )
    };
}

/// Returns a set-up request with its purchase.
pub async fn paid(db: &Db, id: &str) -> Result<Option<PaidRequest>> {
    db.first(Query::new(paid_sql!("WHERE o.id = ?1")).bind(id)).await
}

/// Returns up to 20 requests of a purchase, oldest first.
pub async fn of_checkout(db: &Db, checkout_id: &str) -> Result<Vec<PaidRequest>> {
    let query = Query::new(paid_sql!("WHERE o.checkout_id = ?1 ORDER BY o.created_at, o.id LIMIT 20"));
    db.all(query.bind(checkout_id)).await
}

/// Returns a page of the pending requests.
pub async fn page(db: &Db, before: Option<&Cursor>) -> Result<Page<OnboardingRequestSummary>> {
    let (at, id) = Cursor::keyset(before);
    let query = Query::new(paid_sql!(
        "WHERE o.created_at <= ?1 AND (o.created_at < ?1 OR o.id > ?2) ORDER BY o.created_at DESC, o.id LIMIT ?3"
    ));
    let rows: Vec<PaidRequest> = db.all(query.bind(at).bind(id).bind(limit_plus_one(ROWS_PER_PAGE))).await?;
    Ok(Page::split(rows.into_iter().map(Into::into).collect(), ROWS_PER_PAGE))
}

/// Counts the pending requests.
pub async fn pending(db: &Db) -> Result<u32> {
    db.count(Query::new("SELECT count(*) AS count FROM onboarding_requests")).await
}

/// Returns those of these ids that exist. `ids` is a JSON array.
pub async fn existing_ids(db: &Db, ids: &str) -> Result<Vec<String>> {
    let query =
        Query::new("SELECT s.id FROM json_each(?1) AS wanted JOIN onboarding_requests s ON s.id = wanted.value");
    db.ids(query.bind(ids)).await
}
