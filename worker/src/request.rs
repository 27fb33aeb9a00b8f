//! A request as the handlers read it. The runtime binding's own type unpacks the visitor's location for each
//! request, which nothing here asks for and which a look-up pays for.

use domain::limits::MAX_JSON_BYTES;
use serde::de::DeserializeOwned;
use web_sys::ReadableStream;

use crate::error::{Error, Result};
use crate::files::BodyReader;

/// What a visitor asks.
pub struct Request {
    inner: web_sys::Request,
    method: String,
    url: String,
}

impl From<web_sys::Request> for Request {
    fn from(inner: web_sys::Request) -> Self {
        Self { method: inner.method(), url: inner.url(), inner }
    }
}

impl Request {
    /// The method, in capitals.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The path, as sent: percent signs stay.
    #[must_use]
    pub fn path(&self) -> &str {
        let (address, _) = self.split();
        let after_scheme = address.split_once("://").map_or(address, |(_, rest)| rest);
        after_scheme.find('/').and_then(|at| after_scheme.get(at..)).unwrap_or("/")
    }

    /// A parameter of the query, as sent: those we know are digits, hex and slugs, which need no decoding.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.split();
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// A header, by its name in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        self.inner.headers().get(name).ok().flatten()
    }

    /// The body, if there is one.
    #[must_use]
    pub fn body(&self) -> Option<ReadableStream> {
        self.inner.body()
    }

    /// A parameter of the query, decoded: what people typed into a search, and whether a bare word is there.
    ///
    /// # Errors
    /// [`Error::Malformed`] where it cannot be decoded: it must not pass for one that was not sent.
    pub fn text_query(&self, name: &str) -> Result<Option<String>> {
        let (_, query) = self.split();
        let found = query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (key == name).then_some(value)
        });
        let Some(found) = found else { return Ok(None) };
        let decoded = js_sys::decode_uri_component(&found.replace('+', " "));
        decoded.map(|text| Some(text.into())).map_err(|_| Error::Malformed("The query cannot be decoded."))
    }

    /// The body as JSON. Only what says that it is JSON is taken: a foreign page's form cannot.
    ///
    /// # Errors
    /// [`Error::Malformed`], [`Error::BodyTooLarge`].
    pub async fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let media_type = self.header("content-type").unwrap_or_default();
        if media_type.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Error::Malformed("Please send application/json."));
        }
        let most = MAX_JSON_BYTES.saturating_add(1);
        let bytes = BodyReader::new(self)?.next(most).await?.map(|bytes| bytes.to_vec()).unwrap_or_default();
        if bytes.len() > MAX_JSON_BYTES as usize {
            return Err(Error::BodyTooLarge);
        }
        serde_json::from_slice(&bytes)
            .map_err(|_| Error::Malformed("The JSON lacks a field, or has one of a wrong kind."))
    }

    fn split(&self) -> (&str, &str) {
        self.url.split_once('?').unwrap_or((&self.url, ""))
    }
}
