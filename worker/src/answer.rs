//! What typed handlers return. The router checks it against the type in the route's row and serialises it.

use serde::Serialize;
use worker::{Response, ResponseBuilder};

use crate::error::Result;

/// A handler's answer to a route whose row says `answer(json T)`: a `T`, or one in [`WithHeaders`].
pub trait Answer<T> {
    /// The response with the answer as JSON.
    ///
    /// # Errors
    /// When it cannot be serialised.
    fn into_response(self) -> Result<Response>;
}

impl<T: Serialize> Answer<T> for T {
    fn into_response(self) -> Result<Response> {
        Ok(Response::from_json(&self)?)
    }
}

/// The answer to a route whose row says `answer(empty)`: `{}`.
#[derive(Serialize)]
pub struct Empty {}

/// An answer with a status other than 200, or with headers of its own.
pub struct WithHeaders<T> {
    body: T,
    status: u16,
    headers: Vec<(&'static str, String)>,
}

impl<T> WithHeaders<T> {
    #[must_use]
    pub fn new(body: T) -> Self {
        Self { body, status: 200, headers: Vec::new() }
    }

    #[must_use]
    pub fn status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    #[must_use]
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}

impl<T: Serialize> Answer<T> for WithHeaders<T> {
    fn into_response(self) -> Result<Response> {
        let mut response = ResponseBuilder::new().with_status(self.status);
        for (name, value) in &self.headers {
            response = response.with_header(name, value)?;
        }
        Ok(response.from_json(&self.body)?)
    }
}
