//! A video being received.

use crate::string_enum::string_enum;

string_enum! {
    /// The status of an upload.
    UploadStatus {
        /// Resumable: waits for more bytes, or for the form that names it.
        Open = "open",
        /// In the body of a running request.
        Receiving = "receiving",
        /// Belongs to a submission.
        Accepted = "accepted",
        /// Delivered; its chunks are deleted.
        Cleared = "cleared",
    }
}
