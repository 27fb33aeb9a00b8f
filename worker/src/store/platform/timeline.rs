//! Queries for the admin area's timelines.

use domain::limits::TIMELINE_ENTRIES;

use crate::store::db::Query;

/// An accepted video with its mail: its own mail before a digest, and the client's own before another recipient's. A
/// daily digest's subject contains when it is due; it covers deliveries since it was queued.
#[must_use]
pub fn submission(id: &str) -> Query {
    Query::new(
        "SELECT s.id, s.client_id, c.company_name, s.customer_name, s.customer_email, s.status, s.hold, s.size_bytes, s.duration_ms,
                s.created_at, s.delivered_at, s.drive_path, s.video_deleted_at, s.error_message,
                (SELECT created_at FROM uploads WHERE id = s.upload_id) AS upload_began_at,
                m.status AS mail_status, m.template AS mail_template, m.recipient, m.error_message AS mail_error,
                m.created_at AS mail_queued_at, m.sent_at AS mail_sent_at, s.watched_at
           FROM submissions s JOIN clients c ON c.id = s.client_id
           LEFT JOIN emails m ON m.id = coalesce(
                (SELECT id FROM emails
                  WHERE template IN ('submission_received', 'demo_submission') AND subject_id >= s.id AND subject_id < s.id || '0'
                  ORDER BY subject_id LIMIT 1),
                (SELECT id FROM emails
                  WHERE template = 'submission_digest' AND subject_id >= s.client_id || '/' || s.digest_hour
                    AND subject_id < s.client_id || '/' || s.digest_hour || '0'
                  ORDER BY subject_id LIMIT 1),
                (SELECT id FROM emails
                  WHERE template = 'daily_digest' AND subject_id > s.client_id || '/' || (s.delivered_at + 1)
                    AND subject_id < s.client_id || '0' AND created_at <= s.delivered_at
                  ORDER BY subject_id LIMIT 1))
          WHERE s.id = ?1",
    ).bind(id)
}

/// Every attempt to deliver a submission, oldest first.
#[must_use]
pub fn deliveries(submission_id: &str) -> Query {
    Query::new(
        "SELECT started_at, outcome, reason FROM job_attempts WHERE subject_id = ?1 AND job_type = 'upload-to-drive'
          ORDER BY started_at LIMIT ?2",
    )
    .bind(submission_id)
    .bind(TIMELINE_ENTRIES)
}

macro_rules! attempt_sql {
    ($where:literal) => {
        concat!(
            "SELECT a.id, a.client_id, c.company_name, a.customer_hash, a.reason, a.fields, a.sentence, a.tries, a.declared_bytes,
                    a.stored_bytes, a.began_at, a.ended_at
               FROM submission_attempts a JOIN clients c ON c.id = a.client_id ",
            $where
        )
    };
}

/// An attempt without a submission.
#[must_use]
pub fn attempt(id: &str) -> Query {
    Query::new(attempt_sql!("WHERE a.id = ?1")).bind(id)
}

/// A customer's attempts at a client, oldest first.
#[must_use]
pub fn attempts_of_customer(client_id: &str, customer_hash: &str) -> Query {
    Query::new(attempt_sql!("WHERE a.customer_hash = ?2 AND a.client_id = ?1 ORDER BY a.ended_at LIMIT ?3"))
        .bind(client_id)
        .bind(customer_hash)
        .bind(TIMELINE_ENTRIES)
}

/// An unfinished upload.
#[must_use]
pub fn upload(id: &str) -> Query {
    Query::new(
        "SELECT u.id, u.client_id, c.company_name, u.declared_length AS declared_bytes,
                CAST((SELECT total(value) FROM json_each(u.chunk_sizes)) AS INTEGER) AS stored_bytes, u.created_at, u.moved_at, u.expires_at
           FROM uploads u JOIN clients c ON c.id = u.client_id WHERE u.id = ?1 AND u.status IN ('open', 'receiving')",
    ).bind(id)
}

/// An erasure.
#[must_use]
pub fn erasure(id: &str) -> Query {
    Query::new(
        "SELECT e.id, e.client_id, c.company_name, e.erased_by, u.email AS eraser, e.rejected_sha256 IS NOT NULL AS is_rejection,
                e.erased_at
           FROM erasures e JOIN clients c ON c.id = e.client_id LEFT JOIN users u ON u.id = e.erased_by WHERE e.id = ?1",
    ).bind(id)
}

/// A business.
#[must_use]
pub fn client(id: &str) -> Query {
    Query::new(
        "SELECT c.id, c.id AS client_id, c.company_name, c.status, c.credits_remaining, c.counts_credits, c.created_at, c.cancelled_at,
                c.data_deleted_at, (SELECT unpaid_since FROM subscriptions WHERE id = c.subscription_id) AS unpaid_since,
                d.fault AS drive_fault, d.fault_at AS drive_fault_at
           FROM clients c
           LEFT JOIN drive_connections d ON d.id = (SELECT id FROM drive_connections
                                                     WHERE client_id = c.id AND link = c.drive_link AND credential IS NOT NULL LIMIT 1)
          WHERE c.id = ?1",
    ).bind(id)
}

/// The newest videos of a business.
#[must_use]
pub fn videos_of_client(client_id: &str) -> Query {
    Query::new(
        "SELECT created_at AS at, customer_name, hold IS NOT NULL AS is_held, status = 'processed' AS is_delivered, error_message
           FROM submissions WHERE client_id = ?1 ORDER BY created_at DESC LIMIT ?2",
    ).bind(client_id).bind(TIMELINE_ENTRIES)
}

/// The newest attempts at a business.
#[must_use]
pub fn attempts_of_client(client_id: &str) -> Query {
    Query::new(
        "SELECT ended_at, reason, fields, sentence FROM submission_attempts WHERE client_id = ?1 ORDER BY ended_at DESC LIMIT ?2",
    ).bind(client_id).bind(TIMELINE_ENTRIES)
}

/// The newest payments of a business.
#[must_use]
pub fn payments_of_client(client_id: &str) -> Query {
    Query::new(
        "SELECT * FROM (SELECT p.paid_at, p.amount_pence, p.returned_pence, p.returned_at, 0 AS is_top_up
                          FROM subscriptions s CROSS JOIN payments p ON p.subscription_id = s.id WHERE s.client_id = ?1
                        UNION ALL SELECT paid_at, amount_pence, refunded_pence, returned_at, 1
                                    FROM top_ups WHERE client_id = ?1 AND currency = 'gbp')
          ORDER BY paid_at DESC LIMIT ?2",
    )
    .bind(client_id)
    .bind(TIMELINE_ENTRIES)
}

/// A partner.
#[must_use]
pub fn partner(id: &str) -> Query {
    Query::new(
        "SELECT id, first_name || ' ' || surname AS name, status, created_at, approved_at, left_at, erased_at FROM affiliates WHERE id = ?1",
    ).bind(id)
}

/// The newest payouts to a partner.
#[must_use]
pub fn payouts_of_partner(affiliate_id: &str) -> Query {
    Query::new(
        "SELECT paid_at, amount_pence, status, problem FROM payouts WHERE affiliate_id = ?1 ORDER BY paid_at DESC LIMIT ?2",
    ).bind(affiliate_id).bind(TIMELINE_ENTRIES)
}

/// A monthly payment, by its invoice's id.
#[must_use]
pub fn payment(id: &str) -> Query {
    Query::new(
        "SELECT p.id, p.amount_pence AS amount, 'gbp' AS currency, p.paid_at, p.returned_pence, p.returned_at, p.dispute,
                p.inquired_pence, s.problem, s.email, c.id AS client_id, c.company_name
           FROM payments p JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN clients c ON c.id = s.client_id
          WHERE p.id = ?1",
    ).bind(id)
}

/// A payment for credits, by its checkout session's id.
#[must_use]
pub fn top_up(id: &str) -> Query {
    Query::new(
        "SELECT t.id, t.amount_pence AS amount, t.currency, t.paid_at, t.refunded_pence AS returned_pence, t.returned_at, t.dispute,
                t.inquired_pence, t.problem, t.email, c.id AS client_id, c.company_name
           FROM top_ups t LEFT JOIN clients c ON c.id = t.client_id WHERE t.id = ?1",
    ).bind(id)
}

/// A mail, and when its video was watched.
#[must_use]
pub fn mail(id: &str) -> Query {
    Query::new(
        "SELECT id, recipient, subject, text, status, error_message, created_at, sent_at,
                (SELECT watched_at FROM submissions WHERE id = substr(subject_id, 1, 36)) AS watched_at
           FROM emails WHERE id = ?1",
    )
    .bind(id)
}
