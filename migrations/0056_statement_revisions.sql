-- How often the facts of a closed month have changed, from 1 on, and when they did last; 0 before the month is closed. What was closed before
-- keeps the number that its statement had: one for each payout, and one for an adjustment that waits.
ALTER TABLE commission_snapshots ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
ALTER TABLE commission_snapshots ADD COLUMN revised_at INTEGER;
UPDATE commission_snapshots AS s
   SET revision = max(1, (SELECT count(DISTINCT c.payout_id) + count(DISTINCT iif(c.payout_id IS NULL, c.commission_type, NULL))
                            FROM affiliate_commissions c
                           WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period
                             AND (c.payout_id IS NOT NULL OR c.commission_type = 'adjustment'))),
       revised_at = iif(EXISTS (SELECT 1 FROM affiliate_commissions c
                                 WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period
                                   AND c.status = 'pending' AND c.commission_type = 'adjustment'),
                        coalesce(s.computed_at, s.taken_at),
                        max(s.as_of, (SELECT coalesce(max(c.paid_at), 0) FROM affiliate_commissions c
                                       WHERE c.affiliate_id = s.affiliate_id AND c.month_period = s.month_period)))
 WHERE s.as_of >= unixepoch(s.month_period, '+1 month') * 1000;
