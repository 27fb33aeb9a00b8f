//! An event as Stripe posts it, in whatever version of the API: only what leads to the object is read. What became of that is asked of
//! the API.

use serde::Deserialize;

/// What an event says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Event {
    /// `evt_…`.
    pub id: String,
    /// `invoice.paid` and the like.
    #[serde(rename = "type")]
    pub kind: String,
    /// Seconds since 1970.
    pub created: i64,
    /// Whether it is about real money.
    pub livemode: bool,
    /// The version of the API that it is written in.
    pub api_version: Option<String>,
    data: Data,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Data {
    object: Object,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Object {
    id: Option<String>,
    #[serde(rename = "object")]
    kind: Option<String>,
    customer: Option<Reference>,
    payment_intent: Option<Reference>,
}

/// An id, or the whole object where the endpoint expands it.
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
    /// Reads a body. `None` where it is no event.
    #[must_use]
    pub fn parse(body: &[u8]) -> Option<Self> {
        serde_json::from_slice(body).ok()
    }

    /// Whether the product does anything about its type. The endpoint may be told of more.
    #[must_use]
    pub fn is_known(&self) -> bool {
        TYPES.contains(&self.kind.as_str())
    }

    /// The id of the object that it is about.
    #[must_use]
    pub fn object_id(&self) -> Option<&str> {
        self.data.object.id.as_deref()
    }

    /// The payment that it is about, where it names one.
    #[must_use]
    pub fn payment_intent(&self) -> Option<&str> {
        self.data.object.payment_intent.as_ref().map(Reference::id)
    }

    /// The customer whose subscriptions may have changed: named alike in every version.
    #[must_use]
    pub fn customer(&self) -> Option<&str> {
        let object = &self.data.object;
        match (&object.customer, object.kind.as_deref()) {
            (Some(reference), _) => Some(reference.id()),
            (None, Some("customer")) => object.id.as_deref(),
            _ => None,
        }
    }
}

/// The types that the product does something about: what its endpoint has to be told of.
pub const TYPES: [&str; 14] = [
    "charge.dispute.closed",
    "charge.dispute.created",
    "charge.refunded",
    "checkout.session.async_payment_succeeded",
    "checkout.session.completed",
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

#[cfg(test)]
mod tests {
    use super::*;

    fn event(object: &str) -> Option<Event> {
        let body = format!(
            r#"{{"id":"evt_1","object":"event","type":"invoice.paid","created":1796342400,"livemode":false,
                "api_version":"2023-10-16","data":{{"object":{object}}},"pending_webhooks":1}}"#
        );
        Event::parse(body.as_bytes())
    }

    #[test]
    fn bil12_the_customer_is_found_in_every_kind_of_object() {
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
    fn bil12_what_is_no_event_is_none() {
        for body in ["", "{}", "[]", r#"{"id":"evt_1"}"#, "null", r#"{"id":1,"type":"x"}"#] {
            assert_eq!(Event::parse(body.as_bytes()), None, "{body}");
        }
    }
}
