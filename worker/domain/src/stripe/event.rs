//! Webhook events in any API version. Only the reference to the object is read; its current state
//! is then fetched from the API.

use serde::Deserialize;
use serde_json::Value;

use crate::comparable::search_key;

/// A webhook event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// `evt_…`.
    pub id: String,
    /// Type, such as `invoice.paid`.
    pub kind: String,
    /// Seconds since 1970.
    pub created: i64,
    /// Whether it is in live mode.
    pub livemode: bool,
    /// API version it is written in.
    pub api_version: Option<String>,
    object: Object,
}

#[derive(Deserialize)]
struct Body {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    created: i64,
    livemode: bool,
    api_version: Option<String>,
    data: Value,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
struct Object {
    id: Option<String>,
    #[serde(rename = "object")]
    kind: Option<String>,
    customer: Option<Reference>,
    payment_intent: Option<Reference>,
}

/// An id, or the whole object if the endpoint expands it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Reference {
    Id(String),
    Object { id: String },
}

impl Reference {
    fn id(&self) -> &str {
        let (Self::Id(id) | Self::Object { id }) = self;
        id
    }
}

impl Event {
    /// Parses a body; `None` if it is not an event. For unknown types, no assumptions are made
    /// about the object.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        let Body { id, kind, created, livemode, api_version, data } = serde_json::from_slice(body).ok()?;
        let object = data.get("object").and_then(|object| Object::deserialize(object).ok());
        let object = if TYPES.contains(&kind.as_str()) { object? } else { object.unwrap_or_default() };
        Some(Self { id, kind, created, livemode, api_version, object })
    }

    /// Whether its type is processed. The endpoint may receive others too.
    #[must_use]
    pub fn is_known(&self) -> bool {
        TYPES.contains(&self.kind.as_str())
    }

    /// Returns the id of its object.
    #[must_use]
    pub fn object_id(&self) -> Option<&str> {
        self.object.id.as_deref()
    }

    /// Returns the payment it refers to, if any.
    #[must_use]
    pub fn payment_intent(&self) -> Option<&str> {
        self.object.payment_intent.as_ref().map(Reference::id)
    }

    /// Returns the customer whose subscriptions may have changed; this field has the same name in
    /// every version.
    #[must_use]
    pub fn customer(&self) -> Option<&str> {
        let object = &self.object;
        match (&object.customer, object.kind.as_deref()) {
            (Some(reference), _) => Some(reference.id()),
            (None, Some("customer")) => object.id.as_deref(),
            _ => None,
        }
    }
}

/// Event types that are processed and that the endpoint has to subscribe to.
pub const TYPES: [&str; 18] = [
    "charge.dispute.closed",
    "charge.dispute.created",
    // Turns an inquiry into a dispute.
    "charge.dispute.funds_withdrawn",
    "charge.dispute.updated",
    "charge.refunded",
    "checkout.session.async_payment_succeeded",
    "checkout.session.completed",
    "credit_note.created",
    "credit_note.voided",
    "customer.deleted",
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.updated",
    "customer.updated",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.voided",
    "payment_method.attached",
];

/// Names an event's type for admins.
#[must_use]
pub fn label(kind: &str) -> String {
    let label = match kind {
        "charge.dispute.closed" => "Dispute decided",
        "charge.dispute.created" => "Payment disputed",
        "charge.dispute.funds_withdrawn" => "Disputed money taken back",
        "charge.dispute.updated" => "Dispute changed",
        "charge.refunded" => "Payment refunded",
        "checkout.session.async_payment_succeeded" => "Purchase paid later",
        "checkout.session.completed" => "Purchase completed",
        "credit_note.created" => "Credit note made",
        "credit_note.voided" => "Credit note withdrawn",
        "customer.deleted" => "Customer deleted",
        "customer.subscription.created" => "Subscription begun",
        "customer.subscription.deleted" => "Subscription ended",
        "customer.subscription.updated" => "Subscription changed",
        "customer.updated" => "Customer’s details changed",
        "invoice.paid" => "Invoice paid",
        "invoice.payment_failed" => "Payment failed",
        "invoice.voided" => "Invoice withdrawn",
        "payment_method.attached" => "Card added",
        other => return other.replace(['.', '_'], " "),
    };
    label.to_owned()
}

/// Returns the types whose label contains this search key.
pub fn types_labelled(key: &str) -> impl Iterator<Item = &'static str> {
    TYPES.into_iter().filter(move |kind| !key.is_empty() && search_key(&label(kind)).contains(key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_label_and_is_found_by_it() {
        for kind in TYPES {
            assert!(!label(kind).contains(['.', '_']) && label(kind) != kind.replace(['.', '_'], " "), "{kind}");
        }
        assert_eq!(types_labelled("payment failed").collect::<Vec<_>>(), ["invoice.payment_failed"]);
        assert_eq!(label("radar.early_warning"), "radar early warning");
    }

    fn event(object: &str) -> Option<Event> {
        let body = format!(
            r#"{{"id":"evt_1","object":"event","type":"invoice.paid","created":1796342400,"livemode":false,
                "api_version":"2023-10-16","data":{{"object":{object}}},"pending_webhooks":1}}"#
        );
        Event::parse(body.as_bytes())
    }

    #[test]
    fn bil12_the_customer_is_read_from_every_object_type() {
        for object in [
            r#"{"id":"in_1","object":"invoice","customer":"cus_1","subscription":"sub_1"}"#,
            r#"{"id":"in_1","object":"invoice","customer":{"id":"cus_1","object":"customer"},"parent":{}}"#,
            r#"{"id":"cus_1","object":"customer"}"#,
        ] {
            let event = event(object);
            assert_eq!(event.as_ref().and_then(Event::customer), Some("cus_1"), "{object}");
            assert!(event.is_some_and(|event| event.is_known()));
        }
        let nobody = event(r#"{"id":"prod_1","object":"product","customer":null}"#);
        assert_eq!(nobody.as_ref().and_then(Event::customer), None);
        assert_eq!(nobody.as_ref().and_then(Event::object_id), Some("prod_1"));
    }

    #[test]
    fn bil12_malformed_events_are_rejected() {
        for body in ["", "{}", "[]", r#"{"id":"evt_1"}"#, "null", r#"{"id":1,"type":"x"}"#] {
            assert_eq!(Event::parse(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn inv24_an_unknown_event_type_may_have_any_object_and_a_known_one_may_not() {
        for data in ["{}", "null", r#"{"object":{"id":7,"customer":[]}}"#] {
            let body = |kind: &str| {
                format!(
                    r#"{{"id":"evt_1","type":"{kind}","created":1,"livemode":false,"api_version":null,"data":{data}}}"#
                )
            };
            let unknown = Event::parse(body("v9.something").as_bytes());
            assert!(unknown.is_some_and(|event| !event.is_known()), "{data}");
            assert_eq!(Event::parse(body("invoice.paid").as_bytes()), None, "{data}");
        }
    }
}
