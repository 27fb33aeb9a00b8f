//! A video where it lies in a drive, as the source of its copy in another one.

use std::cell::RefCell;

use js_sys::{ArrayBuffer, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, prelude::wasm_bindgen};
use worker::ResponseBody;

use super::deadline::Deadline;
use super::{Drive, Fault, Upload};
use crate::app::App;
use crate::error::{Error, Result};
use crate::files::{ByteSource, Taken, settle};

/// How much is taken at once, in bytes.
const PIECE: u64 = 1 << 20;

const GONE: &str = "The video is no longer in the drive that it was delivered to.";
const ENDED: &str = "The connection to the drive that holds the video has ended. Connect it again.";
const AWAY: &str = "The drive that holds the video does not answer.";
const SHORTER: &str = "The drive that holds the video broke off while it was read.";

/// A delivered video.
pub struct DeliveredVideo<'a> {
    app: &'a App,
    drive: &'a Drive,
    client_id: &'a str,
    /// The path below the folder.
    name: &'a str,
    size: u64,
    /// The answer that is being read: all is read in one run, where nothing makes it begin anew.
    open: RefCell<Option<Open>>,
    /// Why it could not be read: whoever was to write it only sees that it broke off.
    fault: RefCell<Option<Fault>>,
}

/// What is read from.
struct Open {
    reader: Reader,
    /// The offset of what comes next.
    at: u64,
}

#[wasm_bindgen]
extern "C" {
    /// A `ReadableStreamBYOBReader` of the platform's own kind.
    type Reader;
    /// Comes with fewer bytes only at the end.
    #[wasm_bindgen(method, js_name = readAtLeast)]
    fn read_at_least(this: &Reader, bytes: f64, into: &Uint8Array) -> Promise;
}

impl<'a> DeliveredVideo<'a> {
    /// A video of `size` bytes.
    #[must_use]
    pub fn new(app: &'a App, drive: &'a Drive, client_id: &'a str, name: &'a str, size: u64) -> Self {
        Self { app, drive, client_id, name, size, open: RefCell::new(None), fault: RefCell::new(None) }
    }

    /// Copies it to another drive, under the same name, unless it is there already; answers the SHA-256 in hex of what is
    /// there then.
    pub async fn copy(&self, to: &Drive, media_type: &str) -> std::result::Result<String, Fault> {
        let upload = Upload { client_id: self.client_id, name: self.name, source: self, size: self.size, media_type };
        let copied = Deadline::of_delivery().in_time(to.deliver(self.app, &upload)).await?;
        match self.fault.take() {
            Some(fault) if copied.is_err() => Err(fault),
            _ => copied,
        }
    }

    /// Notes why it cannot be read.
    fn broken(&self, fault: Fault) -> Error {
        let text = format!("{fault:?}");
        self.fault.replace(Some(fault));
        Error::DriveAway(text)
    }

    async fn read(&self, offset: u64, end: u64) -> Result<ArrayBuffer> {
        let open = self.open.take().filter(|open| open.at == offset);
        let mut open = match open {
            Some(open) => open,
            None => self.open_at(offset).await?,
        };
        let read = async {
            // A drive that knows no ranges begins at the beginning.
            while open.at < offset {
                open.take(offset.saturating_sub(open.at)).await?;
            }
            open.take(end.saturating_sub(offset)).await
        };
        let bytes = read.await.map_err(|_| self.broken(Fault::Passing(SHORTER.into())))?;
        self.open.replace(Some(open));
        self.fault.take();
        Ok(bytes)
    }

    async fn open_at(&self, offset: u64) -> Result<Open> {
        let range = (offset > 0).then(|| (offset, self.size.saturating_sub(offset)));
        let found = self.drive.read(self.app, self.client_id, self.name, range).await;
        let read = match found {
            Ok(Some(read)) => read,
            Ok(None) => return Err(self.broken(Fault::Permanent(GONE.into()))),
            Err(Error::DriveEnded) => return Err(self.broken(Fault::Permanent(ENDED.into()))),
            Err(Error::DriveAway(_)) => return Err(self.broken(Fault::Passing(AWAY.into()))),
            Err(other) => return Err(other),
        };
        let ResponseBody::Stream(stream) = read.body else {
            return Err(self.broken(Fault::Passing(SHORTER.into())));
        };
        let options = js_sys::Object::new();
        Reflect::set(&options, &"mode".into(), &"byob".into()).map_err(worker::Error::from)?;
        let reader = stream.get_reader_with_options(options.unchecked_ref()).unchecked_into();
        Ok(Open { reader, at: read.range.map_or(0, |(begins, _)| begins) })
    }
}

impl Open {
    /// The next bytes: so many, or [`PIECE`].
    async fn take(&mut self, bytes: u64) -> Result<ArrayBuffer> {
        let wanted = u32::try_from(bytes.min(PIECE)).unwrap_or(u32::MAX);
        let into = Uint8Array::new_with_length(wanted);
        let came = settle(self.reader.read_at_least(wanted.into(), &into)).await?;
        let value = Reflect::get(&came, &"value".into()).map_err(worker::Error::from)?;
        let array: Uint8Array = value.dyn_into().map_err(worker::Error::from)?;
        if array.length() != wanted {
            return Err(Error::Internal(SHORTER.into()));
        }
        self.at = self.at.saturating_add(wanted.into());
        Ok(array.buffer().unchecked_into())
    }
}

impl ByteSource for DeliveredVideo<'_> {
    fn size(&self) -> u64 {
        self.size
    }

    fn take(&self, offset: u64, end: u64) -> Taken<'_> {
        Box::pin(self.read(offset, end))
    }
}
