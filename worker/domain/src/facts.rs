//! Figures in public texts, so that they state what the code does.

use serde_json::{Value, json};

use crate::{credits, limits, plan, retention, schedule, subscription};

/// Returns all figures that public texts may use. Money is in pounds, formatted.
#[must_use]
pub fn facts() -> Value {
    let priced = |plan: plan::Plan| {
        json!({
            "key": plan.key,
            "name": plan.name,
            "setUp": pounds(plan.set_up_pence),
            "monthly": pounds(plan.monthly_pence),
            "referred": pounds(plan.monthly_pence.saturating_sub(plan::REFERRAL_DISCOUNT_PENCE)),
        })
    };
    json!({
        "effectiveDate": plan::TERMS_EFFECTIVE,
        "privacyDate": plan::PRIVACY_EFFECTIVE,
        "driveMonths": retention::DRIVE_MONTHS,
        "noticeDays": retention::NOTICE_DAYS,
        "reminderDays": subscription::REMINDERS.get(1..),
        "temporaryDays": retention::TEMPORARY_DAYS,
        "demoHours": retention::DEMO_HOURS,
        "attemptDays": retention::ATTEMPT_DAYS,
        "unconfirmedDays": retention::UNCONFIRMED_DAYS,
        "onboardingRequestDays": retention::ONBOARDING_REQUEST_DAYS,
        "applicationDays": retention::APPLICATION_DAYS,
        "backUpDays": limits::BACK_UPS_KEPT,
        "databaseHistoryDays": limits::DATABASE_HISTORY_DAYS,
        // By then every delivery in progress has ended and the sweeper has run once more.
        "erasureMinutes": (limits::JOB_ATTEMPT_MS + schedule::SWEEP.every_ms) / retention::MINUTE_MS,
        "moneyYears": retention::MONEY_YEARS,
        "daysAfterCancellation": plan::DAYS_AFTER_CANCELLATION,
        "graceDays": plan::GRACE_DAYS,
        "referralDays": plan::REFERRAL_DAYS,
        "termsNoticeDays": plan::TERMS_NOTICE_DAYS,
        "liabilityMonths": plan::LIABILITY_MONTHS,
        "supportHours": plan::SUPPORT_HOURS,
        "uploadHours": retention::UPLOAD_LIFETIME_MS / retention::HOUR_MS,
        "creditsPerMonth": plan::CREDITS_PER_MONTH,
        "rejectionDays": credits::REJECTION_DAYS,
        "deliveryDays": { "least": plan::DELIVERY_BUSINESS_DAYS.0, "most": plan::DELIVERY_BUSINESS_DAYS.1 },
        "recordingSeconds": media_wasm::limits::MAX_RECORDING_SECONDS,
        "largestUploadMb": limits::MAX_VIDEO_BYTES / limits::MEBIBYTE,
        "longestUploadMinutes": media_wasm::limits::MAX_VIDEO_MS / 60_000,
        "videoLinkDays": retention::VIDEO_LINK_MS / retention::DAY_MS,
        "plans": { "standard": priced(plan::STANDARD), "noSetup": priced(plan::NO_SETUP) },
    })
}

/// Formats an amount in pounds, without pence if they are zero: `£29`.
#[must_use]
pub fn pounds(pence: u32) -> String {
    let (whole, rest) = (pence / 100, pence % 100);
    if rest == 0 { format!("£{whole}") } else { format!("£{whole}.{rest:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trm13_bil06_bil07_public_texts_state_the_days_on_which_plan_states_change() {
        use crate::retention::DAY_MS;
        use subscription::{Facts, SubscriptionState, state};
        let facts = facts();
        let ms = |name: &str| facts.get(name).and_then(Value::as_i64).map(|days| days.saturating_mul(DAY_MS));
        let (Some(grace), Some(access)) = (ms("graceDays"), ms("daysAfterCancellation")) else {
            panic!("the texts have no days to quote");
        };
        let unpaid = Facts { unpaid_since: Some(0), cancelled_at: None };
        assert_eq!(state(unpaid, grace - 1), SubscriptionState::Grace(grace));
        assert_eq!(state(unpaid, grace), SubscriptionState::Suspended(grace));
        let cancelled = Facts { unpaid_since: None, cancelled_at: Some(0) };
        assert_eq!(state(cancelled, access - 1), SubscriptionState::Cancelled(access));
        assert_eq!(state(cancelled, access), SubscriptionState::Ended(access));
    }

    #[test]
    fn trm08_trm09_prices_are_formatted_in_pounds() {
        let facts = facts();
        let text = |pointer: &str| facts.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
        assert_eq!(text("/plans/standard/setUp").as_deref(), Some("£199"));
        assert_eq!(text("/plans/standard/monthly").as_deref(), Some("£29"));
        assert_eq!(text("/plans/noSetup/setUp").as_deref(), Some("£0"));
        assert_eq!(text("/plans/noSetup/monthly").as_deref(), Some("£39"));
        assert_eq!(pounds(1_250), "£12.50");
    }
}
