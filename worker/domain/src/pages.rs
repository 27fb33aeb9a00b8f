//! Pages of the web app: one table for the router, the titles, the sitemap and the app's own paths.

use media_wasm::limits::MAX_RECORDING_SECONDS;
use serde_json::{Value, json};

use crate::facts;
use crate::plan::STANDARD;
use crate::string_enum::string_enum;

string_enum! {
    /// Part of the app a page belongs to.
    PageArea {
        /// The site and the record pages.
        Public = "public",
        /// The client portal.
        Client = "client",
        /// The admin area.
        Admin = "admin",
        /// The affiliate portal.
        Affiliate = "affiliate",
    }
}

/// A page of the web app.
#[derive(Debug, Clone, Copy)]
pub struct AppPage {
    /// Its name in the app.
    pub name: &'static str,
    /// Its path; `{name}` is a parameter.
    pub path: &'static str,
    /// Title of its tab; `None` if it depends on the client.
    pub title: Option<&'static str>,
    /// Area of the page.
    pub area: PageArea,
    /// Set for pages that search engines may index.
    pub listing: Option<Listing>,
}

/// How search engines and shared links present a page.
#[derive(Debug, Clone, Copy)]
pub struct Listing {
    /// May contain `{seconds}` and `{monthly}` for figures of the product.
    description: &'static str,
    /// An image below `/site/`, 1200 by 630 px.
    pub picture: &'static str,
}

impl Listing {
    /// Returns the description with its figures.
    #[must_use]
    pub fn description(&self) -> String {
        self.description
            .replace("{seconds}", &MAX_RECORDING_SECONDS.to_string())
            .replace("{monthly}", &facts::pounds(STANDARD.monthly_pence))
    }
}

const fn listed(
    name: &'static str,
    path: &'static str,
    title: &'static str,
    picture: &'static str,
    description: &'static str,
) -> AppPage {
    AppPage { name, path, title: Some(title), area: PageArea::Public, listing: Some(Listing { description, picture }) }
}

const fn page(area: PageArea, name: &'static str, path: &'static str, title: &'static str) -> AppPage {
    AppPage { name, path, title: Some(title), area, listing: None }
}

const fn untitled(name: &'static str, path: &'static str) -> AppPage {
    AppPage { name, path, title: None, area: PageArea::Public, listing: None }
}

/// The home page.
pub const HOME: AppPage = listed(
    "home",
    "/",
    "Sayso: video testimonials from your customers",
    "og-home.png",
    "Send a link. Your customer talks for {seconds} seconds into their own phone, and the video lands in your folder. \
     No app, no account. From {monthly} a month.",
);
/// A client's invitation page.
pub const RECORD: AppPage = untitled("record", "/record/{slug}");
/// A client's recorder page.
pub const RECORD_VIDEO: AppPage = untitled("recordVideo", "/record/{slug}/video");
/// Branded page of a business at the root of the site.
pub const BRANDED: AppPage = untitled("branded", "/{page}");
/// Terms of service.
pub const TERMS: AppPage = listed(
    "terms",
    "/terms",
    "Terms & Conditions",
    "og-terms.png",
    "The agreement between Sayso and your business: plans, credits, how long we keep videos, cancellation.",
);
/// Privacy policy.
pub const PRIVACY: AppPage = listed(
    "privacy",
    "/privacy",
    "Privacy Policy",
    "og-terms.png",
    "The data that Sayso keeps about you and your customers, for how long, and how to erase it.",
);
/// A customer's consent record. The link to it is in the fragment, which reaches no server.
pub const CONSENT_RECORD: AppPage = page(PageArea::Public, "consentRecord", "/consent-record", "Consent record");
/// Redirect target of Google's consent page, for clients.
pub const CLIENT_GOOGLE_DRIVE: AppPage =
    page(PageArea::Client, "clientGoogleDrive", "/clients/drive/google", "Connecting Google Drive");
/// System status: schedules, jobs, drives, mails.
pub const ADMIN_OPERATIONS: AppPage =
    page(PageArea::Admin, "adminOperations", "/clients/admin/operations", "Operations");
/// Settings that admins change at run time.
pub const ADMIN_SETTINGS: AppPage = page(PageArea::Admin, "adminSettings", "/clients/admin/settings", "Settings");
/// Redirect target of Google's consent page, for admins.
pub const ADMIN_GOOGLE_DRIVE: AppPage =
    page(PageArea::Admin, "adminGoogleDrive", "/clients/admin/settings/google", "Connecting Google Drive");
/// Status of the required objects in the Stripe account.
pub const ADMIN_PAYMENT_SETUP: AppPage =
    page(PageArea::Admin, "adminPaymentSetup", "/clients/admin/settings/payments", "Payment set-up");
/// A client's dashboard by its slug.
pub const CLIENT_BY_SLUG: AppPage = page(PageArea::Client, "clientBySlug", "/client/{slug}", "Dashboard");

use PageArea::{Admin, Affiliate, Client, Public};

/// Every page.
pub const PAGES: &[AppPage] = &[
    HOME,
    listed(
        "demo",
        "/demo",
        "Demo Version",
        "og-demo.png",
        "Try Sayso as your customers will: record 10 to 20 seconds in the browser and get the video by email.",
    ),
    listed(
        "onboarding",
        "/onboarding",
        "Complete Your Setup",
        "og-onboarding.png",
        "Tell us your business, your review platform and your logo, and we build your recording page.",
    ),
    TERMS,
    PRIVACY,
    listed(
        "partners",
        "/partners",
        "Partner programme",
        "og-home.png",
        "Bring businesses to Sayso and earn £5 to £10 a month for each of them, as long as they stay.",
    ),
    listed(
        "affiliateTerms",
        "/affiliates/terms",
        "Partner Terms",
        "og-terms.png",
        "Commissions, payouts and rules for partners of Sayso.",
    ),
    listed(
        "verify",
        "/verify",
        "Verify a video",
        "og-home.png",
        "Check whether somebody agreed to the use of a testimonial video. The file stays on your device.",
    ),
    CONSENT_RECORD,
    page(Public, "thankYou", "/thank-you", "Thank you"),
    page(Public, "signUpConfirm", "/sign-up/confirm", "Confirm your email"),
    page(Public, "affiliateApply", "/affiliates/apply", "Become a partner"),
    page(Public, "affiliateSuccess", "/affiliates/success", "Application submitted"),
    page(Public, "iosDebug", "/ios-debug", "iOS Diagnostics"),
    RECORD,
    RECORD_VIDEO,
    BRANDED,
    page(Client, "portal", "/clients", "Client Portal"),
    page(Client, "clientLogin", "/clients/login", "Client login"),
    page(Client, "clientDashboard", "/clients/dashboard", "Dashboard"),
    page(Client, "clientSubmissions", "/clients/submissions", "Submissions"),
    page(Client, "clientSharing", "/clients/sharing", "Sharing"),
    page(Client, "clientCard", "/clients/sharing/card", "Table card"),
    page(Client, "clientWalls", "/clients/walls", "Walls"),
    page(Client, "clientDrive", "/clients/drive", "Drive"),
    CLIENT_GOOGLE_DRIVE,
    page(Client, "clientBilling", "/clients/billing", "Billing"),
    page(Client, "clientBusiness", "/clients/business", "Business"),
    page(Client, "clientSecurity", "/clients/security", "Security"),
    page(Client, "clientSupport", "/clients/support", "Support"),
    CLIENT_BY_SLUG,
    page(Admin, "adminLogin", "/clients/admin/login", "Admin login"),
    page(Admin, "admin", "/clients/admin", "Clients"),
    page(Admin, "adminAffiliates", "/clients/admin/affiliates", "Affiliate Management"),
    page(Admin, "adminSearch", "/clients/admin/search", "Search"),
    ADMIN_OPERATIONS,
    page(Admin, "adminSetups", "/clients/admin/setups", "Set-ups"),
    page(Admin, "adminSignUps", "/clients/admin/sign-ups", "Sign-ups"),
    page(Admin, "adminForwarding", "/clients/admin/forwarding", "Forwarding"),
    page(Admin, "adminEmails", "/clients/admin/emails", "Email log"),
    page(Admin, "adminPayments", "/clients/admin/payments", "Payments"),
    page(Admin, "adminRetention", "/clients/admin/retention", "Retention"),
    page(Admin, "adminAudit", "/clients/admin/audit", "Audit log"),
    ADMIN_SETTINGS,
    ADMIN_GOOGLE_DRIVE,
    ADMIN_PAYMENT_SETUP,
    page(Admin, "adminSecurity", "/clients/admin/security", "Security"),
    page(Affiliate, "affiliateLogin", "/affiliates/login", "Partner login"),
    page(Affiliate, "affiliateDashboard", "/affiliates/dashboard", "Dashboard"),
    page(Affiliate, "affiliateSecurity", "/affiliates/security", "Security"),
];

/// Finds a titled page by its path, for paths without parameters. `path` has no trailing slash,
/// except for the home page.
#[must_use]
pub fn find(path: &str) -> Option<&'static AppPage> {
    PAGES.iter().find(|page| page.title.is_some() && page.path == path)
}

/// Returns name to path, with `:name` for parameters, for the app's router and links. Admin pages
/// are separate, since record pages would load their bytes too.
#[must_use]
pub fn paths() -> Value {
    paths_of(PAGES.iter().filter(|page| page.area != PageArea::Admin))
}

/// Returns name to path of the admin pages.
#[must_use]
pub fn admin_paths() -> Value {
    paths_of(PAGES.iter().filter(|page| page.area == PageArea::Admin))
}

fn paths_of<'a>(pages: impl Iterator<Item = &'a AppPage>) -> Value {
    let path = |page: &AppPage| page.path.replace('{', ":").replace('}', "");
    Value::Object(pages.map(|page| (page.name.to_owned(), json!(path(page)))).collect())
}

/// Returns name to title, for tabs and navigation.
#[must_use]
pub fn titles() -> Value {
    Value::Object(PAGES.iter().filter_map(|page| Some((page.name.to_owned(), json!(page.title?)))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rte01_names_and_paths_are_unique_and_titles_are_found_by_path() {
        for (index, page) in PAGES.iter().enumerate() {
            assert_eq!(PAGES.iter().position(|other| other.name == page.name), Some(index), "{}", page.name);
            assert_eq!(PAGES.iter().position(|other| other.path == page.path), Some(index), "{}", page.path);
        }
        assert_eq!(find("/clients/admin/audit").and_then(|page| page.title), Some("Audit log"));
        assert!(find("/record/{slug}").is_none() && find("/nowhere").is_none());
        assert!(HOME.listing.is_some_and(|listing| listing.description().contains("40 seconds")));
    }
}
