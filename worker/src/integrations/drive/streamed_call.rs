//! A call whose body is streamed.

use futures_util::future::{Either, select};
use worker::Response;

use super::Fault;
use crate::error::Result;
use crate::integrations::http::discard;

/// Returns the answer, and the pump's result if the server accepted the body, which `is_taken` decides by the status. A server that
/// refuses need not read on, and its answer says more than the broken stream, so the pump is not awaited then.
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
