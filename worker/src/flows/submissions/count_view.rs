//! Counts how often public testimonials are seen and played, without anything that identifies who does.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::Duration;

use domain::api::client::ViewCounts;
use domain::date::date_of;
use domain::publication::View;
use domain::transient_fault::Timeout;
use worker::{Delay, Env};

use crate::app::{App, clock};
use crate::error::Result;
use crate::log;
use crate::store::submissions::testimonial_view::{self, NewViews};

/// Views are written together: so many, or those of so much time. A crash of the isolate loses no more.
const BATCH: u32 = 20;
const BATCH_TIME: Duration = Duration::from_secs(2);

type Counts = BTreeMap<(String, String), BTreeMap<View, u32>>;

thread_local! {
    /// By submission and host.
    static COUNTED: RefCell<(u32, Counts)> = RefCell::default();
}

/// Counts a view of a submission on a host.
pub fn run(app: &App, submission_id: String, host: String, view: View) {
    let number = COUNTED.with_borrow_mut(|(number, counts)| {
        let count = counts.entry((submission_id, host)).or_default().entry(view).or_default();
        *count = count.saturating_add(1);
        *number = number.saturating_add(1);
        *number
    });
    let wait = match number {
        1 => BATCH_TIME,
        BATCH => Duration::ZERO,
        // An earlier view's request writes this one, too.
        _ => return,
    };
    let env = app.env.clone();
    app.wait_until(async move {
        Delay::from(wait).await;
        if let Err(error) = write(env).await {
            log::warning("count_view", &error.cause_or_text());
        }
    });
}

async fn write(env: Env) -> Result<()> {
    let (_, counts) = COUNTED.take();
    if counts.is_empty() {
        return Ok(());
    }
    let views: Vec<NewViews> = counts
        .into_iter()
        .map(|((submission_id, host), counts)| {
            let of = |view| counts.get(&view).copied().unwrap_or_default();
            let counts = ViewCounts {
                shown: of(View::Shown),
                begun: of(View::Begun),
                half: of(View::Half),
                whole: of(View::Whole),
            };
            NewViews { submission_id, host, counts }
        })
        .collect();
    let app = App::new(env, clock(), Timeout::Background)?;
    testimonial_view::add(&app.db, &date_of(app.now).to_string(), &views).await
}
