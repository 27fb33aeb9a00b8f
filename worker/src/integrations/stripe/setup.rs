//! The account's own objects: products, pages, webhook and customer portal.

use std::time::Duration;

use data_encoding::HEXLOWER;
use domain::stripe::API_VERSION;
use domain::stripe::setup::account::{Account, Collection, StripeObject};
use domain::stripe::setup::{SetupItem, Step};
use futures_util::future::{join, join3};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use worker::Delay;

use super::api::{StripeResponse, unreadable};
use super::{Fault, StripeResult};
use crate::config::Stripe;

/// Attempts of a call that conflicts with another one on the same object.
const MAX_ATTEMPTS: usize = 4;
const PAUSE: Duration = Duration::from_millis(400);
/// Idempotency keys tried if their stored answers are outdated.
const MAX_KEYS: usize = 6;

/// A created or changed object.
pub struct SavedObject {
    pub id: String,
    /// The API's answer. Includes the secret of a new webhook endpoint.
    pub object: Value,
    /// Secret of a new webhook endpoint.
    pub secret: Option<String>,
}

/// The fields common to all objects.
#[derive(Deserialize)]
struct ObjectFields {
    id: String,
    #[serde(default)]
    deleted: bool,
    /// `None` for kinds without this field.
    active: Option<bool>,
    secret: Option<String>,
}

impl Stripe {
    /// Reads all objects that the set-up needs. Records why a list could not be read.
    pub async fn account(&self) -> Account {
        let mut account = Account::default();
        let [a, b, c, d, e, f] = Collection::ALL.map(|collection| self.list(collection));
        let ((a, b, c), (d, e, f)) = join(join3(a, b, c), join3(d, e, f)).await;
        for (collection, list) in Collection::ALL.into_iter().zip([a, b, c, d, e, f]) {
            let taken = list.and_then(|all| {
                all.into_iter().try_for_each(|object| account.insert(collection, object)).map_err(unreadable)
            });
            if let Err(fault) = taken {
                account.unread.insert(collection, fault.reason());
            }
        }
        account
    }

    /// Reads one list of the account.
    pub async fn account_with(&self, collection: Collection) -> StripeResult<Account> {
        let mut account = Account::default();
        for object in self.list(collection).await? {
            account.insert(collection, object).map_err(unreadable)?;
        }
        Ok(account)
    }

    async fn list(&self, collection: Collection) -> StripeResult<Vec<Value>> {
        let expand = collection.expanded().map_or_else(String::new, |field| format!("?expand[]=data.{field}"));
        let path = format!("{}{expand}", collection.path());
        self.all(&path, |object: &Value| object.get("id").and_then(Value::as_str)).await
    }

    /// Returns the id of the customer portal's settings, if the set-up has created them.
    pub async fn portal_configuration(&self) -> StripeResult<Option<String>> {
        let account = self.account_with(Collection::PortalConfigurations).await?;
        let own = account.portals.iter().find(|portal| portal.active && portal.is(SetupItem::Portal));
        Ok(own.map(|portal| portal.id.clone()))
    }

    /// Creates or changes an object. Concurrent calls get the same object, because Stripe repeats its first answer to
    /// an idempotency key. If that answer is about a deleted object or an old failure, derives the next key from it.
    pub async fn write(&self, step: &Step) -> StripeResult<SavedObject> {
        let expanded = step.collection.expanded().map(|field| ("expand[]", field));
        let body =
            form_urlencoded::Serializer::new(String::new()).extend_pairs(&step.form).extend_pairs(expanded).finish();
        let path = step.collection.path();
        if let Some(id) = &step.id {
            let object: Value = self.send_with_lock_retry(&format!("{path}/{id}"), &body, None).await?.read()?;
            return Ok(SavedObject { id: id.clone(), object, secret: None });
        }
        let digest = HEXLOWER.encode(&Sha256::digest(format!("{API_VERSION} {body}")));
        let mut key = format!("sayso-setup-{digest}");
        for count in 0..MAX_KEYS {
            let sent = self.send_with_lock_retry(path, &body, Some(&key)).await?;
            if sent.is_replayed && sent.answer.status >= 500 {
                key = format!("sayso-setup-{digest}-after-failure-{count}");
                continue;
            }
            let is_replayed = sent.is_replayed;
            let object: Value = sent.read()?;
            let ObjectFields { id, secret, .. } = ObjectFields::deserialize(&object).map_err(unreadable)?;
            if !is_replayed {
                return Ok(SavedObject { id, object, secret });
            }
            if let Some(object) = self.get_active(step.collection, &id).await? {
                return Ok(SavedObject { id, object, secret });
            }
            key = format!("sayso-setup-{digest}-after-{id}");
        }
        Err(Fault::Permanent("It was created and removed too often today.".into()))
    }

    /// Returns the object, unless it is deleted or inactive.
    async fn get_active(&self, collection: Collection, id: &str) -> StripeResult<Option<Value>> {
        let expand = collection.expanded().map_or_else(String::new, |field| format!("?expand[]={field}"));
        let sent = self.send("GET", &format!("{}/{id}{expand}", collection.path()), None, None).await?;
        if sent.answer.status == 404 {
            return Ok(None);
        }
        let object: Value = sent.read()?;
        let known = ObjectFields::deserialize(&object).map_err(unreadable)?;
        Ok((!known.deleted && known.active != Some(false)).then_some(object))
    }

    /// Posts a form, retrying conflicts with another call on the same object.
    async fn send_with_lock_retry(&self, path: &str, body: &str, key: Option<&str>) -> StripeResult<StripeResponse> {
        let mut sent = self.send("POST", path, Some(body), key).await?;
        for _ in 1..MAX_ATTEMPTS {
            if sent.answer.status != 409 {
                break;
            }
            // A concurrent call is changing the same object.
            Delay::from(PAUSE).await;
            sent = self.send("POST", path, Some(body), key).await?;
        }
        Ok(sent)
    }
}
