//! Required objects of the Stripe account: their specification, comparison with the existing ones,
//! and the calls that fix differences. Objects are identified by metadata, never by names, which
//! somebody may change.

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

/// Metadata key that identifies a required object; the value is the word of its [`SetupItem`].
pub const METADATA_KEY: &str = "sayso";

/// Reason for unread lists if the key is rejected.
pub const KEY_REFUSED: &str = "Stripe refuses the secret key.";

string_enum! {
    /// An object or setting that payments require.
    SetupItem {
        /// The secret key of the account.
        Key = "key",
        /// Monthly price of the Standard Plan, with its product.
        StandardPrice = "standard-price",
        /// Set-up fee of the Standard Plan.
        SetUpFee = "set-up-fee",
        /// Monthly price of the No Setup Plan.
        NoSetupPrice = "no-setup-price",
        /// Price of a top-up.
        TopUpPrice = "top-up-price",
        /// Coupon for clients referred by partners.
        ReferralCoupon = "referral-coupon",
        /// Payment page of the Standard Plan.
        StandardLink = "standard-link",
        /// Payment page of the No Setup Plan.
        NoSetupLink = "no-setup-link",
        /// Payment page of a top-up.
        TopUpLink = "top-up-link",
        /// Configuration of Stripe's billing portal.
        Portal = "portal",
        /// Webhook endpoint.
        Webhook = "webhook",
        /// Signing secret of the webhook endpoint.
        WebhookSecret = "webhook-secret",
    }
}

string_enum! {
    /// Status of a required object.
    SetupState {
        /// Exists as required.
        Present = "present",
        /// Does not exist.
        Missing = "missing",
        /// Exists, but differs.
        Differs = "differs",
        /// Could not be read.
        Unknown = "unknown",
    }
}

/// Facts about the deployment.
#[derive(Debug, Clone)]
pub struct Deployment {
    /// Its origin, without a trailing slash.
    pub public_origin: String,
    /// Base URL of the Stripe API.
    pub base: String,
    /// The secret key; only its prefix is examined.
    pub secret_key: String,
    /// Whether it has a test key and rejects it.
    pub refuses_key: bool,
    /// Whether it has signing secrets for webhooks.
    pub has_webhook_secrets: bool,
    /// Settings that differ from their defaults, by key.
    pub settings: BTreeMap<String, String>,
}

impl Deployment {
    fn page(&self, setting: Setting) -> &str {
        self.settings.get(setting.key).map_or(setting.default, String::as_str)
    }
}

/// Specification of a price.
struct PriceSpec {
    /// Product name shown to buyers.
    product: String,
    pence: u32,
    is_monthly: bool,
}

/// Specification of a payment page.
struct LinkSpec {
    /// Prices it sells, one unit each.
    sells: &'static [SetupItem],
    /// Whether buyers may enter a promotion code.
    takes_codes: bool,
    /// Whether each purchase gets an invoice; subscriptions create their own.
    makes_invoices: bool,
    /// Redirect after payment.
    leads_to: String,
    /// Setting that holds its URL.
    setting: Setting,
}

impl SetupItem {
    /// Describes the requirement for an admin.
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

    /// Returns the collection of its object; `None` if it belongs to the deployment.
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

    fn price(self) -> Option<PriceSpec> {
        let monthly = |plan: Plan| PriceSpec { product: plan.name.into(), pence: plan.monthly_pence, is_monthly: true };
        match self {
            Self::StandardPrice => Some(monthly(STANDARD)),
            Self::NoSetupPrice => Some(monthly(NO_SETUP)),
            Self::SetUpFee => {
                Some(PriceSpec { product: "Set-up".into(), pence: STANDARD.set_up_pence, is_monthly: false })
            }
            Self::TopUpPrice => Some(PriceSpec {
                product: format!("{} video credits", TOP_UP.credits),
                pence: TOP_UP.pence,
                is_monthly: false,
            }),
            _ => None,
        }
    }

    fn link(self, origin: &str) -> Option<LinkSpec> {
        // Stripe replaces the braces with the id of the purchase.
        let onboarding = || format!("{origin}/onboarding?checkout={{CHECKOUT_SESSION_ID}}");
        match self {
            Self::StandardLink => Some(LinkSpec {
                sells: &[Self::StandardPrice, Self::SetUpFee],
                takes_codes: true,
                makes_invoices: false,
                leads_to: onboarding(),
                setting: PAYMENT_STANDARD,
            }),
            Self::NoSetupLink => Some(LinkSpec {
                sells: &[Self::NoSetupPrice],
                takes_codes: true,
                makes_invoices: false,
                leads_to: onboarding(),
                setting: PAYMENT_NO_SETUP,
            }),
            Self::TopUpLink => Some(LinkSpec {
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

/// Returns the URL of the webhook endpoint.
#[must_use]
pub fn webhook_address(origin: &str) -> String {
    format!("{origin}/webhooks/stripe")
}
