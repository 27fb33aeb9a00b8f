//! A request's multipart form, parsed while it streams in.

use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use domain::limits::MAX_FORM_PARTS;
use futures_util::Stream;
use multer::{Field, Multipart};

use crate::body_reader::BodyReader;
use crate::error::{Error, Result};
use crate::request::Request;

/// A form with two parts of one name, of which one would be ignored.
pub fn field_twice() -> Error {
    Error::malformed("The form has a field twice.")
}

/// Bytes passed to the parser at once: enough to make crossings from JavaScript cheap.
const CHUNK_BYTES: u32 = 256 * 1024;
/// Bytes the parser may hold without output. It buffers the head of a part whatever its length, and wasm never returns memory.
const MAX_HELD_BYTES: usize = 1024 * 1024;

type Portion = std::result::Result<Vec<u8>, std::io::Error>;

/// A form being read.
pub struct FormStream {
    multipart: Multipart<'static>,
    held: Rc<Cell<usize>>,
    parts: usize,
}

/// One part of a form.
pub struct Part<'a> {
    field: Field<'static>,
    held: &'a Cell<usize>,
}

impl FormStream {
    /// Starts to read a form.
    ///
    /// # Errors
    /// [`Error::malformed`] if the request is no multipart form.
    pub fn open(request: &Request) -> Result<Self> {
        let content_type = request.header("content-type").unwrap_or_default();
        let boundary =
            multer::parse_boundary(content_type).map_err(|_| Error::malformed("Please send multipart/form-data."))?;
        let held = Rc::new(Cell::new(0));
        let stream = portions(request.body()?, Rc::clone(&held));
        Ok(Self { multipart: Multipart::new(OneThread(Box::pin(stream)), boundary), held, parts: 0 })
    }

    /// Returns the next part, once its head has arrived.
    ///
    /// # Errors
    /// [`Error::malformed`] if the form is incomplete, a head is too long or there are too many parts.
    pub async fn next_part(&mut self) -> Result<Option<Part<'_>>> {
        let field = self.multipart.next_field().await.map_err(malformed)?;
        self.held.set(0);
        self.parts = self.parts.saturating_add(1);
        if field.is_some() && self.parts > MAX_FORM_PARTS {
            return Err(Error::malformed("The form has too many parts."));
        }
        Ok(field.map(|field| Part { field, held: &self.held }))
    }
}

impl Part<'_> {
    pub fn name(&self) -> String {
        self.field.name().unwrap_or_default().to_owned()
    }

    /// Returns the next bytes.
    ///
    /// # Errors
    /// [`Error::malformed`] if the form is incomplete.
    pub async fn chunk(&mut self) -> Result<Option<impl AsRef<[u8]> + std::ops::Deref<Target = [u8]>>> {
        let chunk = self.field.chunk().await.map_err(malformed)?;
        self.held.set(0);
        Ok(chunk)
    }

    /// Reads a whole text field.
    ///
    /// # Errors
    /// [`Error::malformed`] if it is longer than `max` bytes or not UTF-8.
    pub async fn text(&mut self, max: u64) -> Result<String> {
        let bytes = self.bytes(max).await?.ok_or_else(|| Error::malformed("A field of the form is too long."))?;
        String::from_utf8(bytes).map_err(|_| Error::malformed("A field of the form is no UTF-8."))
    }

    /// Reads a whole part. `None` if it is longer than `max` bytes.
    ///
    /// # Errors
    /// [`Error::malformed`] if the form is incomplete.
    pub async fn bytes(&mut self, max: u64) -> Result<Option<Vec<u8>>> {
        let mut bytes = Vec::new();
        while let Some(more) = self.chunk().await? {
            bytes.extend_from_slice(&more);
            if bytes.len() as u64 > max {
                return Ok(None);
            }
        }
        Ok(Some(bytes))
    }
}

/// Streams the body in portions. `held` counts the bytes passed on since the parser's last output.
fn portions(reader: BodyReader, held: Rc<Cell<usize>>) -> impl Stream<Item = Portion> {
    futures_util::stream::unfold((reader, held), |(reader, held)| async move {
        let portion = match reader.next(CHUNK_BYTES).await {
            Ok(None) => return None,
            Ok(Some(bytes)) => {
                held.set(held.get().saturating_add(bytes.length() as usize));
                if held.get() > MAX_HELD_BYTES {
                    Err(std::io::Error::other("a part without an end to its head"))
                } else {
                    let portion = bytes.to_vec();
                    reader.recycle(&bytes);
                    Ok(portion)
                }
            }
            Err(error) => Err(std::io::Error::other(error.cause().unwrap_or_default())),
        };
        Some((portion, (reader, held)))
    })
}

/// `multer` requires `Send`; a Worker's isolate has one thread.
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

/// The error for a form that cannot be parsed.
fn malformed(_: multer::Error) -> Error {
    Error::malformed("The form is incomplete or cannot be read.")
}
