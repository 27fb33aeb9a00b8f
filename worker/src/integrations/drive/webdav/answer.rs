//! What the answers of WebDAV servers mean.

use domain::number::parse_u64;
use worker::Response;

use crate::integrations::drive::Fault;
use crate::integrations::http::Answer;

/// What an answer means, with the way out where there is one.
pub(super) fn fault(answer: &Answer) -> Fault {
    let permanent = |text: &str| Fault::Permanent(text.to_owned());
    match answer.status {
        300..=399 => {
            permanent("The drive's address leads to another one now. Connect the drive again with that address.")
        }
        401 => permanent(
            "The drive refused the user name or the password. Connect it again; where two-factor login is on, with an app \
             password.",
        ),
        402 | 403 => permanent(
            "The drive does not let this account write into the folder. Give it the right to, or connect \
             another folder.",
        ),
        404 | 405 | 409 | 410 => permanent(
            "There is no WebDAV folder at this address, or it has gone. Check the address, and \
             connect the drive again.",
        ),
        413 => permanent("The drive takes no files as large as this video. Raise its limit for uploads."),
        423 => Fault::Passing("The drive has locked the file. It may be busy with it.".into()),
        507 => permanent("The drive is full. Free some space, or connect another one."),
        429 | 503 if answer.retry_after.is_some() => {
            Fault::PassingFor(format!("The drive answered {}.", answer.status), answer.retry_after.unwrap_or_default())
        }
        408 | 425 | 429 | 500..=599 => Fault::Passing(format!("The drive answered {}.", answer.status)),
        status => Fault::Permanent(format!("The drive answered {status}.")),
    }
}

/// A success, or what it means that it is none.
pub(super) async fn expect_success(response: Response) -> Result<(), Fault> {
    let answer = Answer::of(response).await;
    if (200..=299).contains(&answer.status) { Ok(()) } else { Err(fault(&answer)) }
}

/// Whether an answer with a file says that it has another length than it should: then nothing of it has to be read.
pub(super) fn has_other_length(response: &Response, size: u64) -> bool {
    let header = |name: &str| response.headers().get(name).ok().flatten();
    let length = header("content-length").and_then(|text| parse_u64(&text));
    header("content-encoding").is_none() && length.is_some_and(|length| length != size)
}
