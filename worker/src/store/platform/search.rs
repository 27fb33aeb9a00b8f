//! The admin area's search: a few rows of each kind, with `id`, `title`, `detail` and `at`.

use domain::limits::HITS_SHOWN;

use crate::store::db::Query;

/// A search text in its compared forms.
pub struct SearchTerm {
    /// The trimmed text, compared with ids.
    pub exact: String,
    /// The normalised search key.
    pub key: String,
    /// The same without accents, among others.
    pub folded: String,
    /// Keyed hash of the text as an address; empty if it is none.
    pub customer_hash: String,
    /// Normalised form of the text as a payer's address; empty if it is none.
    pub email_key: String,
}

/// Finds accepted videos by their or their upload's id, the customer's name or address.
#[must_use]
pub fn submissions(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT s.id, s.customer_name AS title, s.customer_email || ', to ' || c.company_name AS detail, s.created_at AS at
           FROM submissions s JOIN clients c ON c.id = s.client_id
          WHERE s.id = ?1 OR s.upload_id = ?1 OR instr(s.search_text, ?2) > 0 OR instr(s.search_text, ?4) > 0
          ORDER BY s.created_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.key)
    .bind(HITS_SHOWN)
    .bind(&needle.folded)
}

/// Finds attempts without a submission by their id or the customer's address.
#[must_use]
pub fn attempts(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT a.id, a.reason AS title, a.fields, 'To ' || c.company_name AS detail, a.ended_at AS at
           FROM submission_attempts a JOIN clients c ON c.id = a.client_id
          WHERE (a.id = ?1 OR a.customer_hash = ?2)
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.client_id = a.client_id AND s.idempotency_key = a.id)
            AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.id = a.id AND u.status IN ('accepted', 'cleared'))
          ORDER BY a.ended_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.customer_hash)
    .bind(HITS_SHOWN)
}

/// Finds unfinished uploads by their id or the customer's address. Scans those of a day.
#[must_use]
pub fn uploads(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT u.id, 'To ' || c.company_name AS detail, u.created_at AS at, u.created_at, u.moved_at, u.declared_length AS declared_bytes,
                CAST((SELECT total(value) FROM json_each(u.chunk_sizes)) AS INTEGER) AS stored_bytes
           FROM uploads u JOIN clients c ON c.id = u.client_id
          WHERE u.status IN ('open', 'receiving') AND u.expires_at > 0 AND (u.id = ?1 OR u.customer_hash = ?2)
            AND NOT EXISTS (SELECT 1 FROM submission_attempts a WHERE a.id = u.id)
          ORDER BY u.created_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.customer_hash)
    .bind(HITS_SHOWN)
}

/// Finds erased videos by their id or the customer's address.
#[must_use]
pub fn erasures(needle: &SearchTerm) -> Query {
    // Excludes leftover copies in other drives, whose records look like erasures.
    Query::new(
        "SELECT e.id, 'An erased video' AS title, 'To ' || c.company_name AS detail, e.erased_at AS at
           FROM erasures e JOIN clients c ON c.id = e.client_id
          WHERE (e.submission_id = ?1 OR e.customer_hash = ?2)
            AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.id = e.submission_id)
          ORDER BY e.erased_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.customer_hash)
    .bind(HITS_SHOWN)
}

/// Finds businesses by id, company, contact, address, or present or former slug.
#[must_use]
pub fn clients(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT id, company_name AS title, contact_name || ', ' || email AS detail, created_at AS at FROM clients
          WHERE is_demo = 0
            AND (id = ?1 OR instr(search_text, ?2) > 0 OR instr(search_text, ?4) > 0 OR id IN (SELECT client_id FROM former_slugs WHERE slug = ?1))
          ORDER BY created_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.key)
    .bind(HITS_SHOWN)
    .bind(&needle.folded)
}

/// Finds partners by id, name, address or promotion code.
#[must_use]
pub fn partners(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT id, first_name || ' ' || surname AS title, email AS detail, created_at AS at FROM affiliates
          WHERE erased_at IS NULL
            AND (id = ?1 OR instr(name_key, ?2) > 0 OR instr(email, ?2) > 0 OR stripe_coupon_id = upper(?1))
          ORDER BY created_at DESC LIMIT ?3",
    )
    .bind(&needle.exact)
    .bind(&needle.key)
    .bind(HITS_SHOWN)
}

/// Finds monthly payments by their id, or the subscription's, the payer's id or address.
#[must_use]
pub fn payments(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT p.id, p.amount_pence AS amount, 'gbp' AS currency, concat_ws(', for ', s.email, c.company_name) AS detail, p.paid_at AS at
           FROM payments p JOIN subscriptions s ON s.id = p.subscription_id LEFT JOIN clients c ON c.id = s.client_id
          WHERE p.id IN (SELECT id FROM payments WHERE id = ?1
                         UNION ALL SELECT p.id FROM subscriptions s JOIN payments p ON p.subscription_id = s.id
                                    WHERE s.id = ?1 OR s.customer = ?1 OR s.email_key = ?2)
          ORDER BY p.paid_at DESC LIMIT ?3",
    ).bind(&needle.exact).bind(&needle.email_key).bind(HITS_SHOWN)
}

/// Finds payments for credits by their id or the payer's address.
#[must_use]
pub fn top_ups(needle: &SearchTerm) -> Query {
    Query::new(
        "SELECT t.id, t.amount_pence AS amount, t.currency, concat_ws(', for ', t.email, c.company_name) AS detail, t.paid_at AS at
           FROM top_ups t LEFT JOIN clients c ON c.id = t.client_id
          WHERE t.id = ?1 OR t.invoice = ?1 OR lower(t.email) = ?2 ORDER BY t.paid_at DESC LIMIT ?3",
    ).bind(&needle.exact).bind(&needle.key).bind(HITS_SHOWN)
}

/// Finds mails by id, recipient or subject, newest first.
#[must_use]
pub fn mails(needle: &SearchTerm, now: i64) -> Query {
    Query::new(
        "SELECT id, coalesce(subject, 'An email that has not been sent yet') AS title, 'To ' || recipient AS detail, created_at AS at
           FROM emails
          WHERE created_at <= ?4
            AND (id = ?1 OR instr(lower(recipient), ?2) > 0 OR instr(lower(coalesce(subject, '')), ?2) > 0)
          ORDER BY created_at DESC LIMIT ?3",
    ).bind(&needle.exact).bind(&needle.key).bind(HITS_SHOWN).bind(now)
}
