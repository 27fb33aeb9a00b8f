//! A delivered video as the source of its copy in another drive.

use std::cell::RefCell;

use js_sys::Uint8Array;
use worker::ResponseBody;

use super::deadline::Deadline;
use super::{Drive, Fault, Upload};
use crate::app::App;
use crate::error::{Error, Result};
use crate::files::{ByteSource, OpenStream, ReadFuture};
use crate::integrations::drive::{DRIVE_ENDED, DRIVE_UNAVAILABLE, drive_unavailable};

const VIDEO_MISSING: &str = "The video is no longer in the drive that it was delivered to.";
const ENDED: &str = "The connection to the drive that holds the video has ended. Connect it again.";
const DRIVE_UNREACHABLE: &str = "The drive that holds the video does not answer.";
const SHORTER: &str = "The drive that holds the video broke off while it was read.";

/// A delivered video.
pub struct DeliveredVideo<'a> {
    app: &'a App,
    drive: &'a Drive,
    client_id: &'a str,
    /// Path below the folder.
    name: &'a str,
    size: u64,
    /// The open stream. Normally one stream reads everything in order.
    open: RefCell<Option<OpenStream>>,
    /// Why reading failed: the writer of the copy only sees an aborted stream.
    fault: RefCell<Option<Fault>>,
}

impl<'a> DeliveredVideo<'a> {
    /// Creates the source of a video of `size` bytes.
    #[must_use]
    pub fn new(app: &'a App, drive: &'a Drive, client_id: &'a str, name: &'a str, size: u64) -> Self {
        Self { app, drive, client_id, name, size, open: RefCell::new(None), fault: RefCell::new(None) }
    }

    /// Copies the video to another drive under the same name, unless it is already there. Returns the SHA-256 in hex of the copy.
    pub async fn copy(&self, to: &Drive, media_type: &str) -> std::result::Result<String, Fault> {
        let upload = Upload { client_id: self.client_id, name: self.name, source: self, size: self.size, media_type };
        let copied = Deadline::of_delivery().run(to.deliver(self.app, &upload)).await?;
        match self.fault.take() {
            Some(fault) if copied.is_err() => Err(fault),
            _ => copied,
        }
    }

    /// Stores the video under a key of our bucket. Returns the SHA-256 in hex of the copy.
    pub async fn store(&self, key: &str, media_type: &str) -> std::result::Result<String, Fault> {
        let stored = Deadline::of_delivery().run(self.app.files.put_file((self, self.size), key, media_type)).await?;
        match self.fault.take() {
            Some(fault) if stored.is_err() => Err(fault),
            _ => Ok(stored?),
        }
    }

    /// Returns bytes of the video.
    pub async fn bytes(&self, offset: u64, len: u32) -> std::result::Result<Vec<u8>, Fault> {
        let end = offset.saturating_add(len.into());
        let read = async {
            let mut bytes = Vec::with_capacity(len as usize);
            let mut at = offset;
            while at < end {
                let part = self.read(at, end).await?;
                if part.length() == 0 {
                    return Err(self.broken(Fault::Transient(SHORTER.into())));
                }
                at = at.saturating_add(part.length().into());
                bytes.extend_from_slice(&part.to_vec());
                self.recycle(&part);
            }
            Ok(bytes)
        };
        let read: Result<Vec<u8>> = Deadline::of_delivery().run(read).await?;
        match self.fault.take() {
            Some(fault) if read.is_err() => Err(fault),
            _ => Ok(read?),
        }
    }

    /// Records why reading failed.
    fn broken(&self, fault: Fault) -> Error {
        let text = format!("{fault:?}");
        self.fault.replace(Some(fault));
        drive_unavailable(text)
    }

    async fn read(&self, offset: u64, end: u64) -> Result<Uint8Array> {
        let open = self.open.take().filter(|open| open.at == offset);
        let mut open = match open {
            Some(open) => open,
            None => self.open_at(offset).await?,
        };
        let read = async {
            // A drive without range requests starts at the beginning.
            while open.at < offset {
                let passed_over = open.read_exact(offset.saturating_sub(open.at)).await?;
                open.recycle(&passed_over);
            }
            open.read_exact(end.saturating_sub(offset)).await
        };
        let bytes = read.await.map_err(|_| self.broken(Fault::Transient(SHORTER.into())))?;
        self.open.replace(Some(open));
        self.fault.take();
        Ok(bytes)
    }

    async fn open_at(&self, offset: u64) -> Result<OpenStream> {
        let range = (offset > 0).then(|| (offset, self.size.saturating_sub(offset)));
        let found = self.drive.read(self.app, self.client_id, self.name, range).await;
        let read = match found {
            Ok(Some(read)) => read,
            Ok(None) => return Err(self.broken(Fault::Permanent(VIDEO_MISSING.into()))),
            Err(error) if error.is(&DRIVE_ENDED) => return Err(self.broken(Fault::Permanent(ENDED.into()))),
            Err(error) if error.is(&DRIVE_UNAVAILABLE) => {
                return Err(self.broken(Fault::Transient(DRIVE_UNREACHABLE.into())));
            }
            Err(other) => return Err(other),
        };
        let ResponseBody::Stream(stream) = read.body else {
            return Err(self.broken(Fault::Transient(SHORTER.into())));
        };
        OpenStream::new(stream, read.range.map_or(0, |(begins, _)| begins))
    }
}

impl ByteSource for DeliveredVideo<'_> {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, end: u64) -> ReadFuture<'_> {
        Box::pin(self.read(offset, end))
    }

    fn recycle(&self, bytes: &Uint8Array) {
        if let Some(open) = &*self.open.borrow() {
            open.recycle(bytes);
        }
    }
}
