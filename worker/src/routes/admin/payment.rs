//! Payments: Stripe's events, and payments that need an admin.

use domain::api::payments::{Payments, ProductPlan, WhosePayment};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::AdminUser;
use crate::error::Result;
use crate::flows::payments::{assign_payment, map_product, refund_payment};
use crate::request::Request;
use crate::store::partners::payout;
use crate::store::payments::subscription::doubt;
use crate::store::payments::{payment, payment_event, plan_product, top_up};

/// `GET /api/admin/payments?q=…&before=…`.
pub async fn list(app: &App, _: AdminUser, request: &Request) -> Result<Payments> {
    let before = request.before()?;
    let page = payment_event::page(&app.db, &request.search("q")?, before.as_ref()).await?;
    let is_first = before.is_none();
    Ok(Payments {
        connected: app.config.stripe.is_some(),
        subscriptions: if is_first { doubt::newest(&app.db).await? } else { Vec::new() },
        top_ups: if is_first { top_up::in_doubt(&app.db).await? } else { Vec::new() },
        disputes: if is_first { payment::disputed(&app.db).await? } else { Vec::new() },
        failed_payouts: if is_first { payout::failed(&app.db).await? } else { Vec::new() },
        products: if is_first { plan_product::mapped_products(&app.db).await? } else { Vec::new() },
        next: page.next_text(),
        events: page.rows,
    })
}

/// `PUT /api/admin/plan-products/{product}`.
pub async fn map_product(app: &App, AdminUser(admin): AdminUser, product: &str, body: ProductPlan) -> Result<Empty> {
    map_product::run(app, &admin, product, body.plan).await?;
    Ok(Empty {})
}

/// `POST /api/admin/subscriptions/{id}/client`.
pub async fn assign_subscription(
    app: &App,
    AdminUser(admin): AdminUser,
    id: &str,
    whose: WhosePayment,
) -> Result<Empty> {
    assign_payment::subscription(app, &admin, id, &whose.client_id).await?;
    Ok(Empty {})
}

/// `POST /api/admin/top-ups/{id}/client`.
pub async fn assign_top_up(app: &App, AdminUser(admin): AdminUser, id: &str, whose: WhosePayment) -> Result<Empty> {
    assign_payment::top_up(app, &admin, id, &whose.client_id).await?;
    Ok(Empty {})
}

/// `POST /api/admin/subscriptions/{id}/refund`.
pub async fn refund_subscription(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    refund_payment::subscription(app, &admin, id).await?;
    Ok(Empty {})
}

/// `POST /api/admin/top-ups/{id}/refund`.
pub async fn refund_top_up(app: &App, AdminUser(admin): AdminUser, id: &str) -> Result<Empty> {
    refund_payment::top_up(app, &admin, id).await?;
    Ok(Empty {})
}
