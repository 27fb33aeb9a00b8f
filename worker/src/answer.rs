//! Results of typed handlers. The router checks them against the type in the route's row and serialises them.

use serde::Serialize;
use worker::{Response, ResponseBuilder};

use crate::error::Result;

/// The result of a handler whose route says `answer(json T)`: a `T`, or one in [`WithHeaders`].
pub trait Answer<T> {
    /// Serialises the result as a JSON response.
    ///
    /// # Errors
    /// If it cannot be serialised.
    fn into_response(self) -> Result<Response>;
}

impl<T: Serialize> Answer<T> for T {
    fn into_response(self) -> Result<Response> {
        Ok(Response::from_json(&self)?)
    }
}

/// The result of a handler whose route says `answer(empty)`: `{}`.
#[derive(Serialize)]
pub struct Empty {}

/// A result with a status other than 200, or with extra headers.
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
