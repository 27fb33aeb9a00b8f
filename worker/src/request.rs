//! A request as the handlers read it. The runtime binding's own type unpacks the visitor's location for each
//! request, which nothing here asks for and which a look-up pays for.

use web_sys::ReadableStream;

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

    fn split(&self) -> (&str, &str) {
        self.url.split_once('?').unwrap_or((&self.url, ""))
    }
}
