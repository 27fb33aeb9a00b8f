//! What the product needs in its Stripe account: what there has to be, how what was found compares with it, and what makes it so. Objects
//! are known by their metadata, never by a name that somebody may change.

pub mod account;
mod compare;
mod steps;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use crate::facts::pounds;
use crate::plan::{NO_SETUP, Plan, REFERRAL_DISCOUNT_PENCE, STANDARD, TOP_UP};
use crate::setting::{PAYMENT_NO_SETUP, PAYMENT_STANDARD, PAYMENT_TOP_UP, Setting};
use crate::string_enum::string_enum;

use account::Collection;
pub use compare::{Comparison, Problem, compare};
pub use steps::{Step, next_step, page_setting};

/// The key of the metadata that says which of the needed objects one is; its value is the word of a [`SetupItem`].
pub const METADATA_KEY: &str = "sayso";

/// Why nothing could be read, where the key is to blame.
pub const KEY_REFUSED: &str = "Stripe refuses the secret key.";

string_enum! {
    /// Something that payments need.
    SetupItem {
        /// The secret key of the account.
        Key = "key",
        /// The monthly price of the one plan, with its product.
        StandardPrice = "standard-price",
        /// What setting up costs in it.
        SetUpFee = "set-up-fee",
        /// The monthly price of the other.
        NoSetupPrice = "no-setup-price",
        /// The price of a top-up.
        TopUpPrice = "top-up-price",
        /// What clients of partners pay less.
        ReferralCoupon = "referral-coupon",
        /// The payment page of the one plan.
        StandardLink = "standard-link",
        /// That of the other.
        NoSetupLink = "no-setup-link",
        /// That of a top-up.
        TopUpLink = "top-up-link",
        /// Where the customer's own page at Stripe says what it offers.
        Portal = "portal",
        /// Where events are sent to.
        Webhook = "webhook",
        /// What they are signed with.
        WebhookSecret = "webhook-secret",
    }
}

string_enum! {
    /// What was found of it.
    SetupState {
        /// As it is needed.
        Present = "present",
        /// Not there.
        Missing = "missing",
        /// There, but otherwise.
        Differs = "differs",
        /// Stripe did not say.
        Unknown = "unknown",
    }
}

/// What a deployment says of itself.
#[derive(Debug, Clone)]
pub struct Deployment {
    /// Where it is reached, without a trailing slash.
    pub public_origin: String,
    /// Where it calls the API.
    pub base: String,
    /// The secret key; it is compared by its beginning only.
    pub secret_key: String,
    /// Whether it has a key of test mode, and does not take it.
    pub refuses_key: bool,
    /// Whether it has secrets to verify events with.
    pub has_webhook_secrets: bool,
    /// Settings that differ from their defaults, by their keys.
    pub settings: BTreeMap<String, String>,
}

impl Deployment {
    fn page(&self, setting: Setting) -> &str {
        self.settings.get(setting.key).map_or(setting.default, String::as_str)
    }
}

/// A price as it has to be.
struct PriceNeed {
    /// What buyers read.
    product: String,
    pence: u32,
    is_monthly: bool,
}

/// A payment page as it has to be.
struct LinkNeed {
    /// One of each is sold.
    sells: &'static [SetupItem],
    /// Whether buyers may type a code there.
    takes_codes: bool,
    /// Whether each purchase gets an invoice; a subscription makes its own.
    makes_invoices: bool,
    /// Where they are led after they have paid.
    leads_to: String,
    /// Where the product keeps its address.
    setting: Setting,
}

impl SetupItem {
    /// What is needed, for an admin.
    #[must_use]
    pub fn needed(self) -> String {
        let monthly = |plan: Plan| format!("{}: {} a month", plan.name, pounds(plan.monthly_pence));
        match self {
            Self::Key => "The account’s secret key".into(),
            Self::StandardPrice => monthly(STANDARD),
            Self::SetUpFee => format!("Set-up of the {}: {} once", STANDARD.name, pounds(STANDARD.set_up_pence)),
            Self::NoSetupPrice => monthly(NO_SETUP),
            Self::TopUpPrice => format!("Top-up: {} credits for {}", TOP_UP.credits, pounds(TOP_UP.pence)),
            Self::ReferralCoupon => {
                format!("Coupon for clients of partners: {} off every month", pounds(REFERRAL_DISCOUNT_PENCE))
            }
            Self::StandardLink => format!("Payment page of the {}", STANDARD.name),
            Self::NoSetupLink => format!("Payment page of the {}", NO_SETUP.name),
            Self::TopUpLink => "Payment page of a top-up".into(),
            Self::Portal => "Customer portal: invoices, card, cancelling at month’s end".into(),
            Self::Webhook => "Events are sent to this product".into(),
            Self::WebhookSecret => "The signing secret of these events".into(),
        }
    }

    /// Where it stands in the account; `None` for what belongs to the deployment.
    #[must_use]
    pub fn collection(self) -> Option<Collection> {
        match self {
            Self::Key | Self::WebhookSecret => None,
            Self::StandardPrice | Self::SetUpFee | Self::NoSetupPrice | Self::TopUpPrice => Some(Collection::Prices),
            Self::ReferralCoupon => Some(Collection::Coupons),
            Self::StandardLink | Self::NoSetupLink | Self::TopUpLink => Some(Collection::PaymentLinks),
            Self::Portal => Some(Collection::PortalConfigurations),
            Self::Webhook => Some(Collection::WebhookEndpoints),
        }
    }

    fn price(self) -> Option<PriceNeed> {
        let monthly = |plan: Plan| PriceNeed { product: plan.name.into(), pence: plan.monthly_pence, is_monthly: true };
        match self {
            Self::StandardPrice => Some(monthly(STANDARD)),
            Self::NoSetupPrice => Some(monthly(NO_SETUP)),
            Self::SetUpFee => {
                Some(PriceNeed { product: "Set-up".into(), pence: STANDARD.set_up_pence, is_monthly: false })
            }
            Self::TopUpPrice => Some(PriceNeed {
                product: format!("{} video credits", TOP_UP.credits),
                pence: TOP_UP.pence,
                is_monthly: false,
            }),
            _ => None,
        }
    }

    fn link(self, origin: &str) -> Option<LinkNeed> {
        // Stripe puts the purchase's id in the place of the braces.
        let onboarding = || format!("{origin}/onboarding?checkout={{CHECKOUT_SESSION_ID}}");
        match self {
            Self::StandardLink => Some(LinkNeed {
                sells: &[Self::StandardPrice, Self::SetUpFee],
                takes_codes: true,
                makes_invoices: false,
                leads_to: onboarding(),
                setting: PAYMENT_STANDARD,
            }),
            Self::NoSetupLink => Some(LinkNeed {
                sells: &[Self::NoSetupPrice],
                takes_codes: true,
                makes_invoices: false,
                leads_to: onboarding(),
                setting: PAYMENT_NO_SETUP,
            }),
            Self::TopUpLink => Some(LinkNeed {
                sells: &[Self::TopUpPrice],
                takes_codes: false,
                makes_invoices: true,
                leads_to: format!("{origin}/clients/billing"),
                setting: PAYMENT_TOP_UP,
            }),
            _ => None,
        }
    }
}

/// Where events have to be sent to.
#[must_use]
pub fn webhook_address(origin: &str) -> String {
    format!("{origin}/webhooks/stripe")
}
