//! A request's multipart form, parsed while it streams in.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_util::Stream;
use multer::Multipart;
use worker::Request;

use crate::error::{Error, Result};
use crate::files::BodyReader;

/// How much is handed to the parser at once: large enough that the border to JavaScript costs little.
const PORTION_BYTES: u32 = 256 * 1024;

type Portion = std::result::Result<Vec<u8>, std::io::Error>;

/// `multer` asks for `Send`; a Worker's isolate has one thread.
struct OneThread<S>(S);

#[allow(unsafe_code)]
// SAFETY: a Worker never moves a request to another thread; wasm32-unknown-unknown has none.
unsafe impl<S> Send for OneThread<S> {}

impl<S: Stream<Item = Portion> + Unpin> Stream for OneThread<S> {
    type Item = Portion;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Portion>> {
        Pin::new(&mut self.0).poll_next(context)
    }
}

/// Begins to read a form.
///
/// # Errors
/// [`Error::Malformed`] when the request is no multipart form.
pub fn open(request: &Request) -> Result<Multipart<'static>> {
    let content_type = request.headers().get("content-type")?.unwrap_or_default();
    let boundary =
        multer::parse_boundary(content_type).map_err(|_| Error::Malformed("Please send multipart/form-data."))?;
    let reader = BodyReader::new(request)?;
    let stream = futures_util::stream::unfold(reader, |reader| async move {
        let portion = match reader.next(PORTION_BYTES).await {
            Ok(None) => return None,
            Ok(Some(bytes)) => Ok(bytes.to_vec()),
            Err(error) => Err(std::io::Error::other(error.cause().unwrap_or_default())),
        };
        Some((portion, reader))
    });
    Ok(Multipart::new(OneThread(Box::pin(stream)), boundary))
}

/// What a form that cannot be read is answered with.
pub fn error(_: multer::Error) -> Error {
    Error::Malformed("The form is incomplete or cannot be read.")
}
