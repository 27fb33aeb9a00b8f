//! A small multipart form of text fields and images, read into memory. Its length is known and limited before.

use std::collections::BTreeMap;

use domain::limits::{MAX_FIELD_BYTES, MAX_IMAGE_BYTES};
use domain::number::parse_u64;
use domain::text;

use crate::error::{Error, Result, refusal};
use crate::form_stream::{FormStream, Part, field_twice};
use crate::request::{LENGTH_REQUIRED, Request};

/// A logo or QR image above its limit.
pub const IMAGE_TOO_LARGE: Error = refusal!(413, "image_too_large", text::IMAGE_TOO_LARGE);

/// Maximum size of a form without its images, in bytes.
const MAX_FIELDS_BYTES: u64 = 64 * 1024;

/// A form's parts.
pub struct SmallForm {
    fields: BTreeMap<String, String>,
    images: BTreeMap<String, Vec<u8>>,
}

impl SmallForm {
    /// Reads a form. Parts named in `images` are images of at most 5 MB each; an empty one counts as missing.
    ///
    /// # Errors
    /// [`LENGTH_REQUIRED`], [`IMAGE_TOO_LARGE`], [`Error::malformed`].
    pub async fn read(request: &Request, images: &[&str]) -> Result<Self> {
        let length = request.header("content-length").and_then(|text| parse_u64(&text)).ok_or(LENGTH_REQUIRED)?;
        let max = MAX_IMAGE_BYTES.saturating_mul(images.len() as u64).saturating_add(MAX_FIELDS_BYTES);
        if length > max {
            return Err(IMAGE_TOO_LARGE);
        }
        let mut read = Self { fields: BTreeMap::new(), images: BTreeMap::new() };
        let mut form = FormStream::open(request)?;
        while let Some(mut part) = form.next_part().await? {
            let name = part.name();
            if images.contains(&name.as_str()) {
                if read.images.insert(name, image(&mut part).await?).is_some() {
                    return Err(field_twice());
                }
            } else {
                let value = part.text(MAX_FIELD_BYTES).await?;
                if read.fields.insert(name, value).is_some() {
                    return Err(field_twice());
                }
            }
        }
        Ok(read)
    }

    /// Returns a text field; empty if missing.
    #[must_use]
    pub fn text(&self, name: &str) -> &str {
        self.fields.get(name).map(String::as_str).unwrap_or_default()
    }

    /// Takes an image's bytes, if sent.
    pub fn take_image(&mut self, name: &str) -> Option<Vec<u8>> {
        self.images.remove(name)
    }
}

async fn image(part: &mut Part<'_>) -> Result<Vec<u8>> {
    part.bytes(MAX_IMAGE_BYTES).await?.ok_or(IMAGE_TOO_LARGE)
}
