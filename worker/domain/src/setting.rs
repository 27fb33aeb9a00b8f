//! Settings that an admin can change, with description, default and validation.

use std::collections::BTreeMap;

use crate::embed;
use crate::https_url::{is_https_url, is_private};
use crate::limits::MAX_URL_CHARACTERS;
use crate::number::parse_u64;
use crate::retention::DRIVE_MONTHS;
use crate::string_enum::string_enum;
use crate::text;
use crate::wall;

string_enum! {
    /// Input control for a setting's value.
    SettingInput {
        /// A URL or `mailto:` link.
        Url = "url",
        /// One line.
        Text = "text",
        /// A phone number.
        Phone = "phone",
        /// A whole number.
        Number = "number",
    }
}

/// Type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// An `https` URL.
    Url,
    /// An `https` URL called by the Worker; private networks are rejected.
    Receiver,
    /// An `https` URL of a video player; the URL of the video's page is converted to one.
    Player,
    /// An `https` URL, or `mailto:` and an email address.
    Contact,
    /// One line.
    Text,
    /// A phone number as people write it.
    Phone,
    /// The address of one of our walls; which exist, only the Worker knows.
    Wall,
    /// An integer between two bounds.
    Number(u32, u32),
}

/// A documented key of `admin_settings`.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The `setting_key`.
    pub key: &'static str,
    /// Display name.
    pub label: &'static str,
    /// Value used if there is no row.
    pub default: &'static str,
    /// Purpose in one sentence.
    pub description: &'static str,
    /// Type of its values.
    pub kind: Kind,
}

impl Setting {
    /// Returns its value among stored ones by key, or its default.
    #[must_use]
    pub fn value_in(self, stored: &BTreeMap<String, String>) -> &str {
        stored.get(self.key).map_or(self.default, String::as_str)
    }
}

/// Target of all support links.
pub const SUPPORT_URL: Setting = Setting {
    key: "support_url",
    label: "Support link",
    default: "mailto:support@sayso.example",
    description: "The address behind every support link: https or mailto.",
    kind: Kind::Contact,
};
/// The phone number of the `Support Info` card.
pub const SUPPORT_PHONE: Setting = Setting {
    key: "support_phone",
    label: "Support phone",
    default: "",
    description: "The support phone number that admins see.",
    kind: Kind::Phone,
};

/// Mailing list for sign-ups, as the mailing service names it.
pub const CAMPAIGN_ID: Setting = Setting {
    key: "campaign_id",
    label: "Mailing list",
    default: "pre-launch",
    description: "The mailing list that sign-ups join, by its name at the mailing service.",
    kind: Kind::Text,
};

const fn line(key: &'static str, label: &'static str, default: &'static str, description: &'static str) -> Setting {
    Setting { key, label, default, description, kind: Kind::Text }
}

/// Company that issues partners' statements.
pub const ISSUER_NAME: Setting =
    line("issuer_name", "Company on statements", "Shopfront Software Ltd", "The company on partners' statements.");
/// Address of that company.
pub const ISSUER_ADDRESS: Setting = line(
    "issuer_address",
    "Company’s address on statements",
    "",
    "The company's address on partners' statements, on one line with commas.",
);
/// VAT number of that company.
pub const ISSUER_VAT_NUMBER: Setting = line(
    "issuer_vat_number",
    "VAT number on statements",
    "",
    "The company's VAT number on partners' statements, or a sentence such as Not VAT registered. Leave empty to omit it.",
);
/// Self-billing sentence on statements.
pub const SELF_BILLING: Setting = line(
    "self_billing_text",
    "Self-billing sentence on statements",
    "",
    "A sentence on partners' statements, such as one about a self-billing agreement. Leave empty to omit it.",
);

/// Discount promised to sign-ups.
pub const LAUNCH_DISCOUNT: Setting = line(
    "launch_discount",
    "Pre-launch discount",
    "£10 off every month",
    "The pre-launch discount as shown on the home page, such as £10 off every month.",
);
/// First client quote on the home page.
pub const CLIENT_QUOTE_1: Setting = line(
    "client_quote_1",
    "First quote of a client",
    "",
    "A client's quote about Sayso on the home page, then | and the client's name. The page shows two quotes or none.",
);
/// Second client quote on the home page.
pub const CLIENT_QUOTE_2: Setting = line(
    "client_quote_2",
    "Second quote of a client",
    "",
    "The second client quote on the home page, written like the first.",
);

/// An address that is not that of a wall.
pub const NO_WALL: &str = "Please enter the address of a wall of this site, as the Walls page of its client shows it.";
/// Wall shown on the home page and the demo page.
pub const OWN_WALL: Setting = Setting {
    key: "embed_wall",
    label: "Wall on the home page and the demo page",
    default: "",
    description: "The address of a wall, from the Walls page of its client. The home page shows it in place of the four testimonials, and the demo page too, while it is public.",
    kind: Kind::Wall,
};

const fn url(key: &'static str, label: &'static str, description: &'static str) -> Setting {
    Setting { key, label, default: "", description, kind: Kind::Url }
}

const fn automation(key: &'static str, label: &'static str, description: &'static str) -> Setting {
    Setting { key, label, default: "", description, kind: Kind::Receiver }
}

const fn player(key: &'static str, label: &'static str, description: &'static str) -> Setting {
    Setting { key, label, default: "", description, kind: Kind::Player }
}

/// Payment page of the Standard Plan.
pub const PAYMENT_STANDARD: Setting =
    url("payment_link_standard", "Payment page of the Standard Plan", "The hosted payment page of the Standard Plan.");
/// Payment page of the No Setup Plan.
pub const PAYMENT_NO_SETUP: Setting =
    url("payment_link_no_setup", "Payment page of the No Setup Plan", "The hosted payment page of the No Setup Plan.");
/// Payment page of a top-up.
pub const PAYMENT_TOP_UP: Setting = url(
    "payment_link_top_up",
    "Payment page for more credits",
    "The hosted payment page on which clients buy more credits for the month.",
);
const PAYMENT_PAGES: [Setting; 3] = [PAYMENT_STANDARD, PAYMENT_NO_SETUP, PAYMENT_TOP_UP];

/// Retention of delivered videos.
pub const RETENTION_MONTHS: Setting = Setting {
    key: "retention_months",
    label: "Months that videos are kept",
    default: "6",
    description: "Delivered videos are deleted after this many months; the terms allow up to 6. If you lower it, we delete older videos a week after telling the business.",
    kind: Kind::Number(1, DRIVE_MONTHS),
};
/// Age at which admins are warned of undelivered videos.
pub const UNDELIVERED_WARNING_DAYS: Setting = Setting {
    key: "undelivered_warning_days",
    label: "Days until undelivered videos are reported",
    default: "25",
    description: "Admins get an email about a video that could not be delivered for this many days. We keep the video.",
    kind: Kind::Number(1, 30),
};

/// Daily limit of the mail service.
pub const MAIL_DAILY_LIMIT: Setting = Setting {
    key: "mail_daily_limit",
    label: "Emails a day",
    default: "",
    description: "Emails that the mail service sends a day; Cloudflare's dashboard shows the number. From 80% on, we only send sign-in, reset and confirmation emails, and the rest the next day. Leave empty if unknown.",
    kind: Kind::Number(1, 10_000_000),
};

const fn most(key: &'static str, label: &'static str, default: &'static str, description: &'static str) -> Setting {
    Setting { key, label, default, description, kind: Kind::Number(1, MAX_SUBMISSIONS) }
}

/// Upper bound of the limits on submissions.
const MAX_SUBMISSIONS: u32 = 100_000;

/// Testimonials per hour that a client accepts from one household.
pub const HOUSEHOLD_SUBMISSIONS_HOUR: Setting = most(
    "address_hour_limit",
    "Testimonials an hour from one connection",
    "20",
    "Most testimonials a client can receive from one internet connection in an hour. A shop's own Wi-Fi counts as one.",
);
/// Testimonials per day that a client accepts from one household.
pub const HOUSEHOLD_SUBMISSIONS_DAY: Setting = most(
    "address_day_limit",
    "Testimonials a day from one connection",
    "40",
    "Most testimonials a client can receive from one internet connection in a day.",
);
/// Testimonials per hour that a client accepts.
pub const CLIENT_SUBMISSIONS_HOUR: Setting = most(
    "client_hour_limit",
    "Testimonials an hour for one client",
    "60",
    "Most testimonials a client can receive in an hour, from all connections.",
);
/// Testimonials per day that a client accepts.
pub const CLIENT_SUBMISSIONS_DAY: Setting = most(
    "client_day_limit",
    "Testimonials a day for one client",
    "120",
    "Most testimonials a client can receive in a day, from all connections.",
);
/// Testimonials per hour from one network after which further ones are put on hold.
pub const NETWORK_BURST: Setting = most(
    "address_hour_burst",
    "On hold after so many from one connection",
    "10",
    "After this many testimonials from one internet connection in an hour, or twice as many in a day, further ones from there are put on hold until the client accepts them. Neighbouring addresses count as one connection.",
);
/// Testimonials per hour from everywhere after which further ones are put on hold.
pub const CLIENT_BURST: Setting = most(
    "client_hour_burst",
    "On hold after so many for one client",
    "30",
    "After this many testimonials for a client in an hour, or twice as many in a day, further ones are put on hold.",
);
/// Uploads in progress per IP address.
pub const ADDRESS_UPLOADS: Setting = most(
    "address_upload_limit",
    "Uploads at once from one address",
    "5",
    "Most videos that one internet address can send at the same time. A shop's own Wi-Fi counts as one.",
);
/// Uploads in progress per client.
pub const CLIENT_UPLOADS: Setting = most(
    "client_upload_limit",
    "Uploads at once to one client",
    "50",
    "Most videos that can be on their way to one client at the same time. One internet connection can use a quarter of them, and at least three.",
);
/// Share of a client's credits that one network may use in a day.
pub const CREDIT_SHARE: Setting = Setting {
    key: "address_credit_share",
    label: "Share of credits from one connection",
    default: "25",
    description: "Largest share of a client's daily credits for one connection, in percent; at least one credit. Further testimonials are put on hold.",
    kind: Kind::Number(1, 100),
};

/// Webhook that receives alerts in addition to the mails.
pub const ALERTS: Setting = automation(
    "automation_url_alerts",
    "Forward alerts to",
    "We post alerts to this address, when they begin and when they end.",
);

/// Testimonials after which a further one requires a proof of work.
pub const CHALLENGE_FROM: Setting = most(
    "challenge_from",
    "Automatic check after so many",
    "5",
    "After this many testimonials from one internet address to a client in an hour, the browser must pass an automatic check.",
);

/// All settings.
pub const ALL: &[Setting] = &[
    SUPPORT_URL,
    SUPPORT_PHONE,
    PAYMENT_STANDARD,
    PAYMENT_NO_SETUP,
    PAYMENT_TOP_UP,
    CAMPAIGN_ID,
    LAUNCH_DISCOUNT,
    CLIENT_QUOTE_1,
    CLIENT_QUOTE_2,
    ISSUER_NAME,
    ISSUER_ADDRESS,
    ISSUER_VAT_NUMBER,
    SELF_BILLING,
    player(
        "embed_demo_video",
        "Demo video",
        "The demo video on the home page: a YouTube, Vimeo, Loom or player address.",
    ),
    player(
        "embed_testimonial_1",
        "First testimonial on the home page",
        "The first video testimonial on the home page, with the same kinds of address.",
    ),
    player(
        "embed_testimonial_2",
        "Second testimonial on the home page",
        "The second video testimonial on the home page, with the same kinds of address.",
    ),
    player(
        "embed_testimonial_3",
        "Third testimonial on the home page",
        "The third video testimonial on the home page, with the same kinds of address.",
    ),
    player(
        "embed_testimonial_4",
        "Fourth testimonial on the home page",
        "The fourth video testimonial on the home page, with the same kinds of address.",
    ),
    OWN_WALL,
    automation(
        "automation_url_live",
        "Forward live testimonials to",
        "We post submissions of the live endpoint to this address.",
    ),
    automation("automation_url_demo", "Forward demo testimonials to", "We post demo submissions to this address."),
    automation(
        "automation_url_wpms",
        "Forward testimonials of /wpms to",
        "We post submissions of /wpms to this address.",
    ),
    automation(
        "automation_url_career_garage",
        "Forward testimonials of /career-garage to",
        "We post submissions of /career-garage to this address.",
    ),
    automation(
        "automation_url_wpmsaic",
        "Forward testimonials of /wpmsaic to",
        "We post submissions of /wpmsaic to this address.",
    ),
    ALERTS,
    RETENTION_MONTHS,
    UNDELIVERED_WARNING_DAYS,
    MAIL_DAILY_LIMIT,
    HOUSEHOLD_SUBMISSIONS_HOUR,
    HOUSEHOLD_SUBMISSIONS_DAY,
    CLIENT_SUBMISSIONS_HOUR,
    CLIENT_SUBMISSIONS_DAY,
    CHALLENGE_FROM,
    NETWORK_BURST,
    CLIENT_BURST,
    CREDIT_SHARE,
    ADDRESS_UPLOADS,
    CLIENT_UPLOADS,
];

/// Finds a setting by its key.
#[must_use]
pub fn of_key(key: &str) -> Option<Setting> {
    ALL.iter().copied().find(|setting| setting.key == key)
}

/// Returns the setting with the forwarding URL of a webhook, if it has one: a branded page
/// `career-garage` has `automation_url_career_garage`.
#[must_use]
pub fn automation_url(endpoint: &str) -> Option<Setting> {
    of_key(&format!("automation_url_{}", endpoint.replace('-', "_")))
}

/// Returns the settings whose values must differ from this one's: each payment page sells one thing.
pub fn must_differ_from(key: &str) -> impl Iterator<Item = Setting> {
    let is_page = PAYMENT_PAGES.iter().any(|page| page.key == key);
    PAYMENT_PAGES.into_iter().filter(move |other| is_page && other.key != key)
}

/// Whether submissions may be forwarded to a URL.
#[must_use]
pub fn is_receiver(url: &str) -> bool {
    is_https_url(url) && !is_private(url)
}

impl Setting {
    /// Normalises a typed value for storage.
    #[must_use]
    pub fn normalise(&self, typed: &str) -> String {
        let value = typed.trim();
        if self.kind == Kind::Player { embed::embed_url(value) } else { value.to_owned() }
    }

    /// Validates a new value; an empty one restores the default and is always valid.
    ///
    /// # Errors
    /// The message for the admin.
    pub fn check(&self, value: &str) -> Result<(), String> {
        if value.is_empty() {
            return Ok(());
        }
        if value.chars().any(char::is_control) || value.chars().count() > MAX_URL_CHARACTERS {
            return Err("Please write one line of up to 2000 characters.".into());
        }
        let fits = match self.kind {
            Kind::Url => is_https_url(value),
            Kind::Wall => wall::id_of_address(value).is_some(),
            Kind::Player => is_https_url(value) && !embed::is_look_alike(value),
            Kind::Receiver => is_receiver(value),
            Kind::Contact => {
                is_https_url(value) || value.strip_prefix("mailto:").is_some_and(media_wasm::submission::is_email)
            }
            Kind::Text => true,
            Kind::Phone => {
                let digits = value.chars().filter(char::is_ascii_digit).count();
                digits >= 5 && value.chars().all(|c| c.is_ascii_digit() || " +-()./".contains(c))
            }
            Kind::Number(min, max) => number_in(value, min, max).is_some(),
        };
        if fits { Ok(()) } else { Err(self.refusal()) }
    }

    /// Parses a stored number; falls back to the default if it is invalid.
    #[must_use]
    pub fn number(&self, value: &str) -> u32 {
        match self.kind {
            Kind::Number(min, max) => {
                number_in(value, min, max).or_else(|| number_in(self.default, min, max)).unwrap_or(max)
            }
            _ => 0,
        }
    }

    fn refusal(&self) -> String {
        match self.kind {
            Kind::Url => text::HTTPS_URL.into(),
            Kind::Wall => NO_WALL.into(),
            Kind::Player => {
                "Please enter an https address, not one that only looks like YouTube, Vimeo or Loom.".into()
            }
            Kind::Receiver => "Please enter a public address that begins with https://.".into(),
            Kind::Contact => "Please enter an https address, or mailto: and an email address.".into(),
            Kind::Text => "Please write one line.".into(),
            Kind::Phone => "Please enter a phone number.".into(),
            Kind::Number(min, max) => format!("Please enter a whole number from {min} to {max}."),
        }
    }

    /// Returns the input control for it.
    #[must_use]
    pub fn input(&self) -> SettingInput {
        match self.kind {
            Kind::Url | Kind::Receiver | Kind::Player | Kind::Contact | Kind::Wall => SettingInput::Url,
            Kind::Text => SettingInput::Text,
            Kind::Phone => SettingInput::Phone,
            Kind::Number(..) => SettingInput::Number,
        }
    }
}

fn number_in(text: &str, min: u32, max: u32) -> Option<u32> {
    parse_u64(text)?.try_into().ok().filter(|number| (min..=max).contains(number))
}

#[cfg(test)]
mod tests;
