//! A call whose body is streamed while it is sent.

use futures_util::future::{Either, select};
use worker::Response;

use super::Fault;
use crate::error::Result;
use crate::integrations::http::discard;

/// The answer to a call, with what the pouring of its body came to where the server takes it: `is_taken` says so of a status.
/// A server that refuses need not read on, and its answer says more than the broken stream: the pouring is not waited for.
pub(super) async fn streamed_call<T>(
    pump: impl Future<Output = Result<T>>,
    call: impl Future<Output = std::result::Result<Response, Fault>>,
    is_taken: impl Fn(u16) -> bool,
) -> std::result::Result<(Response, Option<T>), Fault> {
    let (poured, response) = match select(Box::pin(pump), Box::pin(call)).await {
        Either::Left((poured, call)) => (Either::Left(poured), call.await?),
        Either::Right((answered, pump)) => (Either::Right(pump), answered?),
    };
    if !is_taken(response.status_code()) {
        return Ok((response, None));
    }
    let poured = match poured {
        Either::Left(poured) => poured,
        Either::Right(pump) => pump.await,
    };
    match poured {
        Ok(poured) => Ok((response, Some(poured))),
        Err(error) => {
            discard(response).await;
            Err(error.into())
        }
    }
}
