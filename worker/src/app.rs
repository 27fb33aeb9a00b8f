//! What one request, job or schedule works with: the bindings, the settings of the deployment, and the time.

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

/// What never changes within a deployment, opened and checked once for each isolate.
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

/// Everything that a handler may reach.
pub struct App {
    pub db: Db,
    pub files: Files,
    pub config: Rc<Config>,
    /// UTC milliseconds; read once for each event, so that one event has one time.
    pub now: i64,
    pub env: Env,
    context: Option<Context>,
    cookies: RefCell<Vec<String>>,
    password_hashes: Cell<u32>,
    sends: Cell<u32>,
}

impl App {
    /// The account that buyers pay to, for a call that cannot do without.
    ///
    /// # Errors
    /// [`Error::PaymentsUnavailable`].
    pub fn stripe(&self) -> std::result::Result<&Stripe, Error> {
        self.config.stripe.as_ref().ok_or_else(|| Error::PaymentsUnavailable("No Stripe key is set.".into()))
    }

    /// Opens the bindings, with the timeout of each of their calls.
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

    /// The same, with the platform's means to go on after the answer.
    #[must_use]
    pub fn with_context(self, context: Context) -> Self {
        Self { context: Some(context), ..self }
    }

    /// Goes on with work after the answer was given: it has to hold all that it needs.
    pub fn finish_later(&self, work: impl Future<Output = ()> + 'static) {
        match &self.context {
            Some(context) => context.wait_until(work),
            None => wasm_bindgen_futures::spawn_local(work),
        }
    }

    /// Keeps the event alive until the returned guard is dropped, also after the client has disconnected; the platform allows
    /// 30 seconds.
    #[must_use]
    pub fn keep_running(&self) -> EventGuard {
        let mut end = None;
        let ended = Promise::new(&mut |resolve, _| end = Some(resolve));
        if let Some(context) = &self.context {
            context.wait_until(async { drop(JsFuture::from(ended).await) });
        }
        EventGuard(end)
    }

    /// Sends a cookie with the answer, whatever the answer is.
    pub fn add_cookie(&self, cookie: String) {
        self.cookies.borrow_mut().push(cookie);
    }

    /// The cookies to send. Of one name the last holds.
    #[must_use]
    pub fn take_cookies(&self) -> Vec<String> {
        self.cookies.take()
    }

    /// Counts the hashing of a password, for the log and the proof that unknown accounts cost the same.
    pub fn count_password_hash(&self) {
        self.password_hashes.set(self.password_hashes.get().saturating_add(1));
    }

    /// How many passwords were hashed.
    #[must_use]
    pub fn password_hashes(&self) -> u32 {
        self.password_hashes.get()
    }

    /// Counts one message to the queue.
    pub fn record_send(&self) {
        self.sends.set(self.sends.get().saturating_add(1));
    }

    /// How many messages were sent to the queue.
    #[must_use]
    pub fn sends(&self) -> u32 {
        self.sends.get()
    }

    /// The queue that carries job ids.
    pub fn jobs(&self) -> Result<Queue> {
        self.env.queue("JOBS")
    }
}

/// Keeps an event alive until it is dropped.
pub struct EventGuard(Option<Function>);

impl Drop for EventGuard {
    fn drop(&mut self) {
        if let Some(end) = &self.0 {
            let _ = end.call0(&JsValue::UNDEFINED);
        }
    }
}

/// The wall clock, for the entry points and for leases that outlast one await.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // whole milliseconds since 1970
pub fn clock() -> i64 {
    js_sys::Date::now() as i64
}
