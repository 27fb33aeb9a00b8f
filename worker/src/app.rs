//! Context of one request, job or schedule: the bindings, the deployment's settings, and the time.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use domain::transient_fault::Timeout;
use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use worker::{Bucket, Context, D1Database, Env, Queue, Result};

use crate::config::{Config, Stripe};
use crate::error::Error;
use crate::files::Files;
use crate::store::db::Db;

/// The constant parts of a deployment, opened and checked once per isolate.
#[derive(Clone)]
struct Deployment {
    db: Rc<D1Database>,
    media: Bucket,
    config: Rc<Config>,
}

thread_local! {
    static DEPLOYMENT: RefCell<Option<Deployment>> = const { RefCell::new(None) };
}

impl Deployment {
    fn of(env: &Env) -> Result<Self> {
        if let Some(deployment) = DEPLOYMENT.with_borrow(Clone::clone) {
            return Ok(deployment);
        }
        let config = Rc::new(Config::read(env)?);
        let deployment = Self { db: Rc::new(env.d1("DB")?), media: env.bucket("MEDIA")?, config };
        DEPLOYMENT.set(Some(deployment.clone()));
        Ok(deployment)
    }
}

/// Everything a handler can access.
pub struct App {
    pub db: Db,
    pub files: Files,
    pub config: Rc<Config>,
    /// UTC milliseconds, read once, so that an event has a single time.
    pub now: i64,
    pub env: Env,
    context: Option<Context>,
    cookies: RefCell<Vec<String>>,
    password_hashes: Cell<u32>,
    sends: Cell<u32>,
}

impl App {
    /// Returns the account that buyers pay to, for calls that need it.
    ///
    /// # Errors
    /// [`Error::payments_unavailable`].
    pub fn stripe(&self) -> std::result::Result<&Stripe, Error> {
        self.config.stripe.as_ref().ok_or_else(|| Error::payments_unavailable("No Stripe key is set.".into()))
    }

    /// Opens the bindings, with a timeout for each of their calls.
    pub fn new(env: Env, now: i64, timeout: Timeout) -> Result<Self> {
        let Deployment { db, media, config } = Deployment::of(&env)?;
        Ok(Self {
            db: Db::new(db, timeout),
            files: Files::new(media, timeout),
            config,
            now,
            env,
            context: None,
            cookies: RefCell::default(),
            password_hashes: Cell::new(0),
            sends: Cell::new(0),
        })
    }

    /// Adds the platform's context for work after the answer.
    #[must_use]
    pub fn with_context(self, context: Context) -> Self {
        Self { context: Some(context), ..self }
    }

    /// Continues work after the answer. The work must own its data.
    pub fn wait_until(&self, work: impl Future<Output = ()> + 'static) {
        match &self.context {
            Some(context) => context.wait_until(work),
            None => wasm_bindgen_futures::spawn_local(work),
        }
    }

    /// Keeps the event alive until the returned guard is dropped, even if the client disconnects. The platform allows 30 seconds.
    #[must_use]
    pub fn keep_alive(&self) -> EventGuard {
        let mut end = None;
        let ended = Promise::new(&mut |resolve, _| end = Some(resolve));
        if let Some(context) = &self.context {
            context.wait_until(async { drop(JsFuture::from(ended).await) });
        }
        EventGuard(end)
    }

    /// Sets a cookie with any answer, including errors.
    pub fn add_cookie(&self, cookie: String) {
        self.cookies.borrow_mut().push(cookie);
    }

    /// Takes the cookies to set. The last cookie with a name wins.
    #[must_use]
    pub fn take_cookies(&self) -> Vec<String> {
        self.cookies.take()
    }

    /// Counts a password hash, for the log and the proof that unknown accounts take the same work.
    pub fn count_password_hash(&self) {
        self.password_hashes.set(self.password_hashes.get().saturating_add(1));
    }

    /// Number of hashed passwords.
    #[must_use]
    pub fn password_hashes(&self) -> u32 {
        self.password_hashes.get()
    }

    /// Counts a message to the queue.
    pub fn record_send(&self) {
        self.sends.set(self.sends.get().saturating_add(1));
    }

    /// Number of messages sent to the queue.
    #[must_use]
    pub fn sends(&self) -> u32 {
        self.sends.get()
    }

    /// Returns the queue of job ids.
    pub fn jobs(&self) -> Result<Queue> {
        self.env.queue("JOBS")
    }
}

/// Keeps an event alive until dropped.
pub struct EventGuard(Option<Function>);

impl Drop for EventGuard {
    fn drop(&mut self) {
        if let Some(end) = &self.0 {
            let _ = end.call0(&JsValue::UNDEFINED);
        }
    }
}

/// Wall clock in UTC milliseconds, for the entry points and for leases that outlast one await.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // whole milliseconds since 1970
pub fn clock() -> i64 {
    js_sys::Date::now() as i64
}
