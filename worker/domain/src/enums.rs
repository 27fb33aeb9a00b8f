//! Words of all stored enums, for the schema tests.

use media_wasm::finish::RawReason;
use media_wasm::probe::Container;
use media_wasm::watermark::{Alignment, Position};
use serde::Serialize;
use serde_json::{Value, json};

use crate::affiliate::AffiliateStatus;
use crate::back_up::{BackUpStatus, ErasureKind, ErasureNoteStatus};
use crate::client::{ClientStatus, ReviewPlatform};
use crate::commission::{CommissionStatus, CommissionType};
use crate::job::{AttemptOutcome, JobStatus};
use crate::payout::PayoutStatus;
use crate::plan::PlanType;
use crate::rate_limit::RateLimitKind;
use crate::referral::{ReferralEvidence, SelfReferral};
use crate::session::SessionKind;
use crate::sign_up::SignUpStatus;
use crate::stripe::returns::DisputeStanding;
use crate::submission::{HoldReason, SubmissionStatus};
use crate::subscription::DuplicateState;
use crate::upload::UploadStatus;
use crate::user::{Area, LinkPurpose, Role};

/// `table.column` to the words allowed by its CHECK.
#[must_use]
pub fn enums() -> Value {
    json!({
        "affiliate_commissions.commission_type": words(CommissionType::ALL),
        "affiliate_commissions.status": words(CommissionStatus::ALL),
        "affiliate_referrals.evidence": words(ReferralEvidence::ALL),
        "affiliate_referrals.self_referral": words(SelfReferral::ALL),
        "affiliate_referrals.sponsors_own": words(SelfReferral::ALL),
        "affiliates.status": words(AffiliateStatus::ALL),
        "back_ups.status": words(BackUpStatus::ALL),
        "clients.plan_type": words(PlanType::ALL),
        "clients.review_link_type": words(ReviewPlatform::ALL),
        "clients.status": words(ClientStatus::ALL),
        "clients.watermark_position": words(&Position::NAMED.map(|(position, _)| position)),
        "clients.watermark_text_alignment": words(&Alignment::NAMED.map(|(alignment, _)| alignment)),
        "emails.status": words(crate::email::EmailStatus::ALL),
        "erasure_notes.kind": words(ErasureKind::ALL),
        "erasure_notes.status": words(ErasureNoteStatus::ALL),
        "job_attempts.outcome": words(AttemptOutcome::ALL),
        "job_queue.status": words(JobStatus::ALL),
        "onboarding_requests.review_link_type": words(ReviewPlatform::ALL),
        "one_time_links.area": words(Area::ALL),
        "one_time_links.purpose": words(LinkPurpose::ALL),
        "payments.dispute": words(DisputeStanding::ALL),
        "top_ups.dispute": words(DisputeStanding::ALL),
        "payouts.status": words(PayoutStatus::ALL),
        "plan_products.plan_type": words(PlanType::ALL),
        "rate_limit_events.kind": words(RateLimitKind::ALL),
        "sessions.area": words(Area::ALL),
        "sessions.kind": words(SessionKind::ALL),
        "sign_ups.status": words(SignUpStatus::ALL),
        "submissions.container": words(&Container::ALL),
        "submissions.hold": words(HoldReason::ALL),
        "submissions.status": words(SubmissionStatus::ALL),
        "submissions.unfinished": words(&RawReason::ALL),
        "subscriptions.duplicate": words(DuplicateState::ALL),
        "uploads.status": words(UploadStatus::ALL),
        "user_roles.role": words(Role::ALL),
    })
}

fn words<Word: Serialize>(all: &[Word]) -> Value {
    serde_json::to_value(all).unwrap_or_default()
}
