//! Meaning of WebDAV servers' answers.

use domain::number::parse_u64;
use worker::Response;

use crate::integrations::drive::Fault;
use crate::integrations::http::Answer;

const FULL: &str = "The drive is full. Free some space, or connect another one.";

/// No folder exists at the address.
pub(super) fn no_folder() -> Fault {
    Fault::Permanent(
        "There is no WebDAV folder at this address, or it has gone. Check the address, and connect the drive again."
            .to_owned(),
    )
}

/// A file has the name of a needed folder.
pub(super) fn file_in_place(name: &str) -> Fault {
    Fault::Permanent(format!(
        "The drive has a file named “{name}” where the folder of that name should be. Rename or move the file."
    ))
}

/// The folder exists but accepts no file. A server that answers 500 may only be temporarily broken.
pub(super) fn unwritable(answer: &Answer, is_full: bool) -> Fault {
    let text = if is_full {
        FULL
    } else {
        "The drive’s folder is there, but nothing can be saved in it: the disk is full, or the folder is read-only. Free some \
         space, or allow writing."
    };
    if answer.status == 500 && !is_full { Fault::Transient(text.to_owned()) } else { Fault::Permanent(text.to_owned()) }
}

/// Explains a refusal, with a solution if there is one.
pub(super) fn fault(answer: &Answer) -> Fault {
    let permanent = |text: &str| Fault::Permanent(text.to_owned());
    match answer.status {
        300..=399 => {
            permanent("The drive's address leads to another one now. Connect the drive again with that address.")
        }
        401 => permanent(
            "The drive refused the user name or the password. Connect it again with the right ones. If your drive uses \
             two-factor login, it needs an app password.",
        ),
        402 | 403 => permanent(
            "The drive does not let this account write into the folder. Give it the right to, or connect \
             another folder.",
        ),
        404 | 405 | 409 | 410 => no_folder(),
        413 => permanent("The drive takes no files as large as this video. Raise its limit for uploads."),
        423 => Fault::Transient("The drive has locked the file. It may be busy with it.".into()),
        507 => permanent(FULL),
        // Cloudflare's answers instead of a server's.
        525 | 526 => permanent(
            "The drive's certificate cannot be trusted: it is self-signed, has expired, or is for another name. Give the drive \
             a valid one.",
        ),
        520..=524 | 530 => Fault::Transient(
            "The drive cannot be reached from the internet. Check its address, and that it is switched on.".into(),
        ),
        429 | 503 if answer.retry_after.is_some() => {
            Fault::RetryAfter(format!("The drive answered {}.", answer.status), answer.retry_after.unwrap_or_default())
        }
        408 | 425 | 429 | 500..=599 => Fault::Transient(format!("The drive answered {}.", answer.status)),
        status => Fault::Permanent(format!("The drive answered {status}.")),
    }
}

/// Whether an answer's declared length differs from the expected one, so that its body need not be read.
pub(super) fn has_other_length(response: &Response, size: u64) -> bool {
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let length = header("content-length").and_then(|text| parse_u64(&text));
    header("content-encoding").is_none() && length.is_some_and(|length| length != size)
}
