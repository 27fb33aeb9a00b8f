//! A request as the handlers read it. The runtime binding's own type unpacks the visitor's location for each
//! request, which nothing here asks for and which a look-up pays for.

use domain::limits::MAX_JSON_BYTES;
use domain::page::Cursor;
use serde::de::DeserializeOwned;

use crate::body_reader::BodyReader;
use crate::error::{Error, Result};

/// What a visitor asks.
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
    /// What a request to the API is that came as POST, from a network that knows GET and POST only. Only an upload is
    /// ever asked about with HEAD.
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

    /// The whole address. Its scheme is the one that the visitor used.
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

    /// Whether only the head of an answer is asked for.
    #[must_use]
    pub fn is_head(&self) -> bool {
        self.method == "HEAD"
    }

    /// The path, as sent: percent signs stay.
    #[must_use]
    pub fn path(&self) -> &str {
        let path = self.path_and_query();
        path.split_once('?').map_or(path, |(path, _)| path)
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

    /// The body; a request without one reads as empty. Can be called once.
    pub fn body(&self) -> Result<BodyReader> {
        BodyReader::new(self.inner.body())
    }

    /// Where the page of a list begins: the `before` of the query.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn before(&self) -> Result<Option<Cursor>> {
        let text = self.text_query("before")?.filter(|text| !text.is_empty());
        text.map(|text| Cursor::parse(&text).ok_or(Error::Malformed("There is no such page."))).transpose()
    }

    /// A search text of the query; empty where there is none.
    pub fn search(&self, name: &str) -> Result<String> {
        Ok(self.text_query(name)?.unwrap_or_default())
    }

    /// One of a filter's words; `None` where it is missing or empty.
    ///
    /// # Errors
    /// [`Error::Malformed`] with `unknown` for any other word.
    pub fn filter<Word>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Option<Word>,
        unknown: &'static str,
    ) -> Result<Option<Word>> {
        match self.search(name)?.as_str() {
            "" => Ok(None),
            word => parse(word).map(Some).ok_or(Error::Malformed(unknown)),
        }
    }

    /// A parameter of the query, decoded; empty for a bare word.
    ///
    /// # Errors
    /// [`Error::Malformed`] where it is no UTF-8: it must not pass for one that was not sent.
    pub fn text_query(&self, name: &str) -> Result<Option<String>> {
        let (_, query) = self.split();
        let found = form_urlencoded::parse(query.as_bytes()).find(|(key, _)| key == name);
        match found.map(|(_, value)| value.into_owned()) {
            Some(value) if value.contains(char::REPLACEMENT_CHARACTER) => {
                Err(Error::Malformed("The query cannot be decoded."))
            }
            found => Ok(found),
        }
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
        serde_json::from_slice(&self.bytes(MAX_JSON_BYTES).await?)
            .map_err(|_| Error::Malformed("The JSON lacks a field, or has one of a wrong kind."))
    }

    /// The body's bytes, at most so many.
    ///
    /// # Errors
    /// [`Error::BodyTooLarge`].
    pub async fn bytes(&self, max: u32) -> Result<Vec<u8>> {
        let bytes = self.body()?.next(max.saturating_add(1)).await?.map(|bytes| bytes.to_vec()).unwrap_or_default();
        if bytes.len() > max as usize { Err(Error::BodyTooLarge) } else { Ok(bytes) }
    }

    fn split(&self) -> (&str, &str) {
        self.url.split_once('?').unwrap_or((&self.url, ""))
    }
}
