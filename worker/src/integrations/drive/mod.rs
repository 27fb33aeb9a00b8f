//! Where videos are delivered. The client's `drive_link` chooses the provider.

mod built_in;

use domain::drive::DriveProvider;

use crate::app::App;

pub use built_in::key;

/// A video to deliver.
pub struct Upload<'a> {
    pub client_id: &'a str,
    /// The path below the folder; the same at every attempt.
    pub name: &'a str,
    /// Where the bytes are.
    pub upload_id: &'a str,
    pub size: u64,
    pub media_type: &'a str,
}

/// Why a delivery did not happen; the text is for an admin.
pub enum Fault {
    Passing(String),
    Permanent(String),
}

/// The providers.
pub enum Drive {
    /// A folder in our own bucket; the default, needs no account.
    BuiltIn,
    Unknown,
}

impl Drive {
    /// Chooses by the link: this client's own folder page, or none at all, means the built-in drive.
    #[must_use]
    pub fn of(link: Option<&str>, client_id: &str, app: &App) -> Self {
        let Some(link) = link else { return Self::BuiltIn };
        let path = link.strip_prefix(&app.config.public_origin).unwrap_or(link);
        if path == domain::drive::folder_path(client_id) { Self::BuiltIn } else { Self::Unknown }
    }

    /// The provider, as it is stored with each delivery.
    #[must_use]
    pub fn provider(&self) -> Option<DriveProvider> {
        match self {
            Self::BuiltIn => Some(DriveProvider::BuiltIn),
            Self::Unknown => None,
        }
    }

    /// The drive that holds a delivered video, whatever its client's link says today.
    #[must_use]
    pub fn of_provider(provider: Option<DriveProvider>) -> Self {
        match provider {
            Some(DriveProvider::BuiltIn) => Self::BuiltIn,
            None => Self::Unknown,
        }
    }

    /// Delivers a video, unless it is there already.
    pub async fn deliver(&self, app: &App, upload: &Upload<'_>) -> Result<(), Fault> {
        match self {
            Self::BuiltIn => built_in::deliver(app, upload).await,
            Self::Unknown => Err(Fault::Permanent("Sayso cannot deliver to this drive link.".into())),
        }
    }

    /// Removes a file from a client's folder; removing twice changes nothing more.
    pub async fn remove(&self, app: &App, client_id: &str, name: &str) -> crate::error::Result<()> {
        match self {
            Self::BuiltIn => built_in::remove(app, client_id, name).await,
            // Nothing is ever delivered there.
            Self::Unknown => Ok(()),
        }
    }

    /// Checks whether videos would arrive; with `upload` by trying. The text is for an admin.
    pub async fn check(&self, app: &App, client_id: &str, upload: bool) -> Result<String, String> {
        match self {
            Self::BuiltIn if !upload => Ok("This is the client's own folder of the built-in drive.".into()),
            Self::BuiltIn => match built_in::try_upload(app, client_id).await {
                Ok(true) => Ok("A test file was put into the folder, read back and removed.".into()),
                Ok(false) => Err("The test file did not arrive whole.".into()),
                Err(error) => Err(format!("The folder could not be written: {}", error.cause().unwrap_or_default())),
            },
            Self::Unknown => Err("The product cannot deliver to this link, so videos would fail. \
                Leave it empty for the built-in drive."
                .into()),
        }
    }
}
