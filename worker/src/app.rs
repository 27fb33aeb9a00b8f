//! What one request, job or schedule works with: the bindings, the settings of the deployment, and the time.

use worker::{Env, Queue, Result};

use crate::config::Config;
use crate::files::Files;
use crate::store::db::Db;

/// Everything that a handler may reach.
pub struct App {
    /// The only way to the database.
    pub db: Db,
    /// The only way to stored files.
    pub files: Files,
    /// Settings of this deployment.
    pub config: Config,
    /// UTC milliseconds; read once for each event, so that one event has one time.
    pub now: i64,
    /// Other bindings (assets, mail, queue).
    pub env: Env,
}

impl App {
    /// Opens the bindings.
    ///
    /// # Errors
    /// When the deployment lacks one of them.
    pub fn new(env: Env, now: i64) -> Result<Self> {
        Ok(Self {
            db: Db::new(env.d1("DB")?),
            files: Files::new(env.bucket("MEDIA")?),
            config: Config::read(&env)?,
            now,
            env,
        })
    }

    /// The queue that carries job ids.
    ///
    /// # Errors
    /// When the deployment lacks it.
    pub fn jobs(&self) -> Result<Queue> {
        self.env.queue("JOBS")
    }
}

/// The wall clock, for the entry points and for leases that outlast one await.
#[must_use]
#[allow(clippy::cast_possible_wrap)] // milliseconds since 1970 fit an i64 for ages
pub fn clock() -> i64 {
    worker::Date::now().as_millis() as i64
}
