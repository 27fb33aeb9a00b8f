//! A request, as handlers read it. The binding's own type decodes the visitor's location for each request, which nobody
//! needs and which slows look-ups down.

use domain::limits::MAX_JSON_BYTES;
use domain::page::Cursor;
use serde::de::DeserializeOwned;

use crate::body_reader::BodyReader;
use crate::error::{Error, Result, refusal};

/// A body longer than any call needs.
pub const BODY_TOO_LARGE: Error = refusal!(413, "body_too_large", "The request body is too large.");

/// The request has no length.
pub const LENGTH_REQUIRED: Error = refusal!(411, "no_length", "Please send a Content-Length.");

/// A visitor's request.
pub struct Request {
    inner: web_sys::Request,
    method: String,
    url: String,
}

impl From<web_sys::Request> for Request {
    fn from(inner: web_sys::Request) -> Self {
        let mut request = Self { method: inner.method(), url: inner.url(), inner };
        if let Some(method) = request.overriding_method() {
            method.clone_into(&mut request.method);
        }
        request
    }
}

impl Request {
    /// Returns the intended method of an API request sent as POST from a network that only allows GET and POST. Accepts
    /// HEAD only for uploads.
    fn overriding_method(&self) -> Option<&'static str> {
        let path = self.path();
        if self.method != "POST" || !path.starts_with("/api/") {
            return None;
        }
        let named = self.header("x-http-method-override")?;
        let known = ["PATCH", "PUT", "DELETE", "HEAD"].into_iter().find(|method| *method == named)?;
        (known != "HEAD" || path.starts_with("/api/uploads/")).then_some(known)
    }

    /// The method, in capitals.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// The whole URL, with the visitor's scheme.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The path with the query, as sent.
    #[must_use]
    pub fn path_and_query(&self) -> &str {
        let after_scheme = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        after_scheme.find('/').and_then(|at| after_scheme.get(at..)).unwrap_or("/")
    }

    /// Whether only the headers of an answer are requested.
    #[must_use]
    pub fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// The path, as sent: percent-encoded.
    #[must_use]
    pub fn path(&self) -> &str {
        let path = self.path_and_query();
        path.split_once('?').map_or(path, |(path, _)| path)
    }

    /// A query parameter, as sent. The ones we read are digits, hex and slugs, which need no decoding.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        let (_, query) = self.split();
        query.split('&').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// Returns a header, ignoring the name's case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        self.inner.headers().get(name).ok().flatten()
    }

    /// Returns the body, empty if the request has none. Can be called once.
    pub fn body(&self) -> Result<BodyReader> {
        BodyReader::new(self.inner.body())
    }

    /// Parses the cursor of a list's page from the query's `before`.
    ///
    /// # Errors
    /// [`Error::malformed`].
    pub fn before(&self) -> Result<Option<Cursor>> {
        let text = self.text_query("before")?.filter(|text| !text.is_empty());
        text.map(|text| Cursor::parse(&text).ok_or_else(|| Error::malformed("There is no such page."))).transpose()
    }

    /// Returns a search text of the query; empty if missing.
    pub fn search(&self, name: &str) -> Result<String> {
        Ok(self.text_query(name)?.unwrap_or_default())
    }

    /// Parses a filter of the query. `None` if it is missing or empty.
    ///
    /// # Errors
    /// [`Error::malformed`] with `unknown` for any other word.
    pub fn filter<Word>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Option<Word>,
        unknown: &'static str,
    ) -> Result<Option<Word>> {
        match self.search(name)?.as_str() {
            "" => Ok(None),
            word => parse(word).map(Some).ok_or_else(|| Error::malformed(unknown)),
        }
    }

    /// Returns a decoded query parameter; empty if it has no value.
    ///
    /// # Errors
    /// [`Error::malformed`] if it is not UTF-8, because it must not count as missing.
    pub fn text_query(&self, name: &str) -> Result<Option<String>> {
        let (_, query) = self.split();
        let found = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name);
        match found.map(|(_, value)| value.into_owned()) {
            Some(value) if value.contains(char::REPLACEMENT_CHARACTER) => {
                Err(Error::malformed("The query cannot be decoded."))
            }
            found => Ok(found),
        }
    }

    /// Parses the body as JSON. Requires the media type of JSON, which a foreign page's form cannot send.
    ///
    /// # Errors
    /// [`Error::malformed`], [`BODY_TOO_LARGE`].
    pub async fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let media_type = self.header("content-type").unwrap_or_default();
        if media_type.split(';').next().map(str::trim) != Some("application/json") {
            return Err(Error::malformed("Please send application/json."));
        }
        serde_json::from_slice(&self.bytes(MAX_JSON_BYTES).await?).map_err(|error| {
            Error::malformed(if error.is_data() {
                "The JSON lacks a field, or has one of a wrong kind."
            } else {
                "This is not JSON."
            })
        })
    }

    /// Returns the body's bytes, at most `max`.
    ///
    /// # Errors
    /// [`BODY_TOO_LARGE`].
    pub async fn bytes(&self, max: u32) -> Result<Vec<u8>> {
        let bytes = self.body()?.next(max.saturating_add(1)).await?.map(|bytes| bytes.to_vec()).unwrap_or_default();
        if bytes.len() > max as usize { Err(BODY_TOO_LARGE) } else { Ok(bytes) }
    }

    fn split(&self) -> (&str, &str) {
        self.url.split_once('?').unwrap_or((&self.url, ""))
    }
}
