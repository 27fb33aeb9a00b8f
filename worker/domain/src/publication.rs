//! Public testimonials: when one is public, and what is shown of its customer.

use crate::client::ClientStatus;
use crate::retention::{DAY_MS, MINUTE_MS};
use crate::string_enum::string_enum;
use crate::subscription::{self, SubscriptionState};

string_enum! {
    /// State of a submission's publication.
    PublicationStatus {
        /// The business has published it, and its copy is being made.
        Copying = "copying",
        /// Public, as long as its client's plan lasts.
        Public = "public",
        /// Published, but its client's plan or account does not allow it now. Never stored: see [`shown_status`].
        Paused = "paused",
        /// Its copy could not be made.
        Failed = "failed",
        /// The business has taken it back.
        Unpublished = "unpublished",
        /// The customer has withdrawn the consent: it is never public again.
        Withdrawn = "withdrawn",
    }
}

string_enum! {
    /// How a customer is named in public, from the longest to the shortest.
    NameDisplay {
        /// The whole name.
        Full = "full",
        /// First name, and the initial of the last.
        Initial = "initial",
        /// First name only.
        First = "first",
        /// No name.
        None = "none",
    }
}

string_enum! {
    /// A counted view of a public testimonial.
    View {
        /// It came into view.
        Shown = "shown",
        /// Its video was started.
        Begun = "begun",
        /// Half of its video was played.
        Half = "half",
        /// Its video was played to the end.
        Whole = "whole",
    }
}

/// How long the copy of an unpublished testimonial is kept, so that publishing can be undone and redone.
pub const UNPUBLISHED_COPY_MS: i64 = DAY_MS;
/// How long caches may keep a public answer. Two caches in a row stay within the minute that a change may take.
pub const PUBLIC_CACHE_MS: i64 = MINUTE_MS / 2;

/// Width and height in pixels of a film whose shape is unknown: a phone's.
pub const UNKNOWN_SHAPE: (u32, u32) = (720, 1280);
/// Largest width and height in pixels of an embedded film, unless its site asks for another size.
pub const EMBED_SIZE: (u32, u32) = (640, 640);

/// The facts on which it depends whether a testimonial is public. Ones that were withdrawn or erased have no row.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// State of the publication.
    pub publication: PublicationStatus,
    /// Status of the client.
    pub client: ClientStatus,
    /// Facts about the client's plan.
    pub plan: subscription::Facts,
}

/// Whether a testimonial is public at `now`, UTC milliseconds (PUB01).
#[must_use]
pub fn is_public(facts: &Facts, now: i64) -> bool {
    facts.publication == PublicationStatus::Public
        && facts.client == ClientStatus::Active
        && match subscription::state(facts.plan, now) {
            SubscriptionState::Active | SubscriptionState::Grace(_) | SubscriptionState::Cancelled(_) => true,
            SubscriptionState::Suspended(_) | SubscriptionState::Ended(_) => false,
        }
}

/// Returns the state that screens and documents state at `now`: only what is public is called public.
#[must_use]
pub fn shown_status(facts: &Facts, now: i64) -> PublicationStatus {
    match facts.publication {
        PublicationStatus::Public if !is_public(facts, now) => PublicationStatus::Paused,
        other => other,
    }
}

/// A way of naming a customer in public.
#[derive(Debug, PartialEq, Eq)]
pub struct NameChoice {
    /// The way.
    pub display: NameDisplay,
    /// The name as it is shown, or that there is none.
    pub text: String,
    /// Whether it is the present one.
    pub is_chosen: bool,
}

/// Returns the ways of naming a customer that differ, from the one that says `most`.
#[must_use]
pub fn name_choices(name: &str, most: NameDisplay, chosen: NameDisplay) -> Vec<NameChoice> {
    let mut choices: Vec<NameChoice> = Vec::new();
    for display in NameDisplay::ALL.iter().copied().filter(|display| *display >= most) {
        let text = public_name(name, display).unwrap_or_else(|| "No name".to_owned());
        let is_chosen = display == chosen;
        match choices.iter_mut().find(|choice| choice.text == text) {
            Some(same) => same.is_chosen |= is_chosen,
            None => choices.push(NameChoice { display, text, is_chosen }),
        }
    }
    choices
}

/// Returns the customer's name as it is shown in public; `None` if it is not shown. The shorter counts of what the
/// customer chose and what the business shows at most.
#[must_use]
pub fn shown_name(name: &str, chosen: NameDisplay, limit: NameDisplay) -> Option<String> {
    public_name(name, chosen.max(limit))
}

/// Returns a customer's name in a way.
#[must_use]
pub fn public_name(name: &str, display: NameDisplay) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (first, last) = match words.as_slice() {
        [] => return None,
        [only] => (*only, None),
        [first, .., last] => (*first, Some(*last)),
    };
    match (display, last.and_then(|last| last.chars().find(|sign| sign.is_alphabetic()))) {
        (NameDisplay::None, _) => None,
        (NameDisplay::Full, _) => Some(words.join(" ")),
        (NameDisplay::Initial, Some(initial)) => Some(format!("{first} {}.", initial.to_uppercase())),
        (NameDisplay::First | NameDisplay::Initial, _) => Some(first.to_owned()),
    }
}

/// Returns the HTML that shows the film of a public testimonial on another site. It reserves its space, needs no script
/// and loads nothing before it is seen. Its attributes alone fit it into its site, because some forbid styles. `title` is
/// escaped HTML.
#[must_use]
pub fn frame(origin: &str, public_id: &str, title: &str, size: (u32, u32)) -> String {
    let most = format!("{}px", size.0);
    frame_of(origin, public_id, title, ("100%", &most), size)
}

/// Like [`frame`], of exactly this width where its site forbids styles, as oEmbed demands.
#[must_use]
pub fn oembed_frame(origin: &str, public_id: &str, title: &str, size: (u32, u32)) -> String {
    frame_of(origin, public_id, title, (&size.0.to_string(), "100%"), size)
}

fn frame_of(
    origin: &str,
    public_id: &str,
    title: &str,
    (width, max_width): (&str, &str),
    (shape, height): (u32, u32),
) -> String {
    format!(
        "<iframe src=\"{origin}/embed/{public_id}\" title=\"{title}\" width=\"{width}\" height=\"{height}\" frameborder=\"0\" \
         loading=\"lazy\" allowfullscreen style=\"max-width:{max_width};height:auto;aspect-ratio:{shape}/{height}\"></iframe>"
    )
}

/// Returns the HTML that shows it by the script, which replaces the link with its poster. `title` is escaped HTML.
#[must_use]
pub fn element(origin: &str, public_id: &str, title: &str, (width, height): (u32, u32)) -> String {
    format!(
        "<script async src=\"{origin}/embed.js\"></script>\n\
         <sayso-testimonial of=\"{public_id}\" width=\"{width}\" height=\"{height}\"><a href=\"{origin}/t/{public_id}\">\
         <img src=\"{origin}/t/{public_id}/poster.jpg\" alt=\"{title}\" width=\"{width}\" height=\"{height}\" \
         loading=\"lazy\" style=\"max-width:100%;height:auto\"></a></sayso-testimonial>"
    )
}

/// Returns the largest size of a shape within bounds.
#[must_use]
pub fn fit((width, height): (u32, u32), (most_width, most_height): (u32, u32)) -> (u32, u32) {
    let (width, height) = (u64::from(width.max(1)), u64::from(height.max(1)));
    let (most_width, most_height) = (u64::from(most_width), u64::from(most_height));
    let by_width = (most_width, most_width.saturating_mul(height).checked_div(width).unwrap_or(1).max(1));
    let fitting = if by_width.1 <= most_height {
        by_width
    } else {
        (most_height.saturating_mul(width).checked_div(height).unwrap_or(1).max(1), most_height)
    };
    (fitting.0.try_into().unwrap_or(u32::MAX), fitting.1.try_into().unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUBLIC: Facts = Facts {
        publication: PublicationStatus::Public,
        client: ClientStatus::Active,
        plan: subscription::Facts { unpaid_since: None, cancelled_at: None },
    };

    #[test]
    fn pub01_a_testimonial_is_public_while_published_and_its_plan_lasts() {
        assert!(is_public(&PUBLIC, 0));
        for publication in PublicationStatus::ALL.iter().copied().filter(|state| *state != PublicationStatus::Public) {
            assert!(!is_public(&Facts { publication, ..PUBLIC }, 0));
        }
        for client in [ClientStatus::Suspended, ClientStatus::PendingInvite, ClientStatus::PendingOnboarding] {
            assert!(!is_public(&Facts { client, ..PUBLIC }, 0));
        }
    }

    #[test]
    fn pub01_it_stays_public_in_grace_and_until_a_cancelled_plan_ends() {
        let unpaid = Facts { plan: subscription::Facts { unpaid_since: Some(0), cancelled_at: None }, ..PUBLIC };
        let grace_end = subscription::grace_end(0);
        assert!(is_public(&unpaid, grace_end - 1) && !is_public(&unpaid, grace_end));
        let left = Facts { plan: subscription::Facts { unpaid_since: None, cancelled_at: Some(0) }, ..PUBLIC };
        let end = subscription::access_end(0);
        assert!(is_public(&left, end - 1) && !is_public(&left, end));
        let shown = [end - 1, end].map(|now| shown_status(&left, now));
        assert_eq!(shown, [PublicationStatus::Public, PublicationStatus::Paused]);
    }

    #[test]
    fn pub06_a_shape_fills_its_bounds_and_never_exceeds_them() {
        assert_eq!(fit((720, 1280), (300, 300)), (168, 300));
        assert_eq!(fit((1280, 720), (300, 300)), (300, 168));
        assert_eq!(fit((0, 0), (300, 200)), (200, 200));
        assert_eq!(fit((1, 9000), (10, 10)), (1, 10));
    }

    #[test]
    fn pub07_a_frame_fits_its_site_by_attributes_alone_and_oembeds_has_its_width() {
        let snippet = frame("https://o", "id", "Title", (360, 640));
        assert!(
            snippet.contains("width=\"100%\" height=\"640\" frameborder=\"0\"") && snippet.contains("max-width:360px")
        );
        let described = oembed_frame("https://o", "id", "Title", (360, 640));
        assert!(
            described.contains("width=\"360\" height=\"640\" frameborder=\"0\"")
                && described.contains("max-width:100%")
        );
    }

    #[test]
    fn cns05_a_business_names_a_customer_shorter_never_longer() {
        for chosen in NameDisplay::ALL {
            for limit in NameDisplay::ALL {
                let shown = shown_name("Ann Example", *chosen, *limit).unwrap_or_default();
                let longest = public_name("Ann Example", *chosen).unwrap_or_default();
                assert!(shown.len() <= longest.len());
                assert_eq!(shown == longest, limit <= chosen);
            }
        }
        let texts = |name, most| {
            name_choices(name, most, NameDisplay::First).into_iter().map(|choice| (choice.text, choice.is_chosen))
        };
        let left: Vec<_> = texts("Ann Example", NameDisplay::Initial).collect();
        assert_eq!(left, [("Ann E.".into(), false), ("Ann".into(), true), ("No name".into(), false)]);
        let single: Vec<_> = texts("Ann", NameDisplay::Full).collect();
        assert_eq!(single, [("Ann".into(), true), ("No name".into(), false)]);
    }

    #[test]
    fn cns05_a_customer_is_named_as_chosen() {
        let shown = |name, display| public_name(name, display);
        assert_eq!(shown("Ann  Marie Example", NameDisplay::Full).as_deref(), Some("Ann Marie Example"));
        assert_eq!(shown("Ann Marie Example", NameDisplay::Initial).as_deref(), Some("Ann E."));
        assert_eq!(shown("Ann ßmith", NameDisplay::Initial).as_deref(), Some("Ann SS."));
        assert_eq!(shown("Ann (Example", NameDisplay::Initial).as_deref(), Some("Ann E."));
        assert_eq!(shown("やまだ", NameDisplay::Initial).as_deref(), Some("やまだ"));
        assert_eq!(shown("Ann Example", NameDisplay::First).as_deref(), Some("Ann"));
        assert_eq!(shown("Ann Example", NameDisplay::None), None);
        assert_eq!(shown("  ", NameDisplay::Full), None);
    }
}
