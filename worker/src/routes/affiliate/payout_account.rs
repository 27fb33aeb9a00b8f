//! A partner's account for payouts. Only the partner can connect one; admins can only read.

use domain::affiliate::postal_address;
use domain::api::payout::{PartnerAddress, PayoutAccount, PayoutOnboarding};

use crate::answer::Empty;
use crate::app::App;
use crate::auth::guard::OwnPartner;
use crate::error::{Error, Result};
use crate::flows::partners::connect_payouts;
use crate::store::partners::affiliate;

/// `POST /api/affiliate/payout-account?affiliateId=…`.
pub async fn begin(app: &App, OwnPartner(partner): OwnPartner) -> Result<PayoutOnboarding> {
    let url = connect_payouts::start_onboarding(app, &partner).await?;
    Ok(PayoutOnboarding { url })
}

/// `PUT /api/affiliate/address?affiliateId=…`.
pub async fn change_address(
    app: &App,
    OwnPartner(partner): OwnPartner,
    PartnerAddress { address }: PartnerAddress,
) -> Result<Empty> {
    let address = postal_address(&address).map_err(Error::malformed)?;
    affiliate::change_address(&app.db, &partner.id, &address).await?;
    Ok(Empty {})
}

/// `POST /api/affiliate/payout-account/check?affiliateId=…`.
pub async fn check(app: &App, OwnPartner(partner): OwnPartner) -> Result<Option<PayoutAccount>> {
    connect_payouts::check(app, &partner).await
}
