//! Recomputes a partner's month from the facts in its statement.

use super::activity::{Standing, earns, standing};
use super::month::Month;
use super::{Commission, CommissionStatus, commissions_of, sum, unpaid_rows};
use crate::api::commission::{CommissionFacts, CommissionView};

/// Computed and stated commission of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StatementCheck {
    /// Number of the partner's active clients.
    pub own_clients: u32,
    /// Number of active clients of the partners it sponsors.
    pub sponsored_clients: u32,
    /// Commission computed from those numbers, in pence.
    pub computed_pence: i64,
    /// Sum of the stated commissions, in pence.
    pub stated_pence: i64,
    /// Whether every pending commission follows from the facts and the paid commissions.
    pub is_right: bool,
}

/// Checks a statement; `None` if its month is malformed.
#[must_use]
pub fn check(statement: &CommissionFacts) -> Option<StatementCheck> {
    let month = Month::parse(&statement.month)?;
    let as_of = statement.as_of;
    let own_clients = statement.own.active_clients(month, as_of);
    let counted = statement.sponsored.iter().map(|one| one.sponsored_clients(month, as_of));
    let sponsored_clients = if earns(statement.own.left_at, as_of) { counted.fold(0, u32::saturating_add) } else { 0 };
    let month_target = commissions_of(own_clients, sponsored_clients);
    let computed_pence = sum(&month_target);
    let of = |status| statement.commissions.iter().filter(move |one| one.status == status).map(commission);
    let paid: Vec<Commission> = of(CommissionStatus::Paid).collect();
    let waiting: Vec<Commission> = of(CommissionStatus::Pending).collect();
    Some(StatementCheck {
        own_clients,
        sponsored_clients,
        computed_pence,
        stated_pence: sum(&paid).saturating_add(sum(&waiting)),
        is_right: unpaid_rows(month_target, &paid) == waiting,
    })
}

/// Returns the standing of each of the partner's own referrals, in order; empty if the month is malformed.
#[must_use]
pub fn standings(statement: &CommissionFacts) -> Vec<Standing> {
    Month::parse(&statement.month).map_or_else(Vec::new, |month| {
        statement.own.referrals.iter().map(|one| standing(one, month, statement.as_of)).collect()
    })
}

const fn commission(view: &CommissionView) -> Commission {
    Commission {
        commission_type: view.commission_type,
        rate_pence: view.rate_per_client,
        clients: view.active_clients_count,
        amount_pence: view.commission_amount,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commission::activity::{PaidMonth, ReferralActivity, ReferralFacts, SubscriptionFacts};
    use crate::commission::snapshot::PartnerFacts;

    fn partner(month: Month, clients: usize) -> PartnerFacts {
        let (from, until) = (month.begins_at(), month.closes_at());
        let paid = PaidMonth { period_start: from, period_end: until, due_at: None, paid_at: from, is_refunded: false };
        let subscription = SubscriptionFacts { paid: vec![paid], ..SubscriptionFacts::default() };
        let referral = ReferralFacts { subscriptions: vec![subscription], ..ReferralFacts::default() };
        PartnerFacts { left_at: None, referrals: vec![referral; clients] }
    }

    fn view(one: &Commission, status: CommissionStatus) -> CommissionView {
        CommissionView {
            commission_type: one.commission_type,
            band: one.band(),
            rate_per_client: one.rate_pence,
            active_clients_count: one.clients,
            commission_amount: one.amount_pence,
            status,
            paid_at: None,
            payout_id: None,
            payout_status: None,
        }
    }

    #[test]
    fn inv27_com21_a_statement_check_reports_any_difference_to_the_penny() {
        let month = Month::parse("2027-03").unwrap_or_else(|| Month::of(0));
        let rows = |own, sponsored, status| -> Vec<CommissionView> {
            commissions_of(own, sponsored).iter().map(|one| view(one, status)).collect()
        };
        let mut statement = CommissionFacts {
            month: month.to_string(),
            as_of: month.closes_at(),
            is_computing: false,
            own: partner(month, 28),
            sponsored: vec![partner(month, 3), partner(month, 1)],
            commissions: rows(28, 4, CommissionStatus::Pending),
            ..CommissionFacts::default()
        };
        let checked = StatementCheck {
            own_clients: 28,
            sponsored_clients: 4,
            computed_pence: 17_500,
            stated_pence: 17_500,
            is_right: true,
        };
        assert_eq!(check(&statement), Some(checked));
        // 26 were paid out; two more became known later.
        statement.commissions = rows(26, 4, CommissionStatus::Paid);
        let is_right = false;
        assert_eq!(check(&statement), Some(StatementCheck { stated_pence: 15_500, is_right, ..checked }));
        statement.commissions.push(view(&Commission::adjustment(2_000), CommissionStatus::Pending));
        assert_eq!(check(&statement), Some(checked));
        // A correct sum with wrong rows is an error.
        statement.commissions = vec![view(&Commission::adjustment(17_500), CommissionStatus::Pending)];
        assert_eq!(check(&statement), Some(StatementCheck { is_right, ..checked }));
        statement.month = "soon".into();
        assert_eq!(check(&statement), None);
        assert_eq!(standings(&statement), []);
    }

    #[test]
    fn com22_a_statement_excludes_payments_after_its_date() {
        let month = Month::parse("2027-03").unwrap_or_else(|| Month::of(0));
        let (from, until) = (month.begins_at(), month.closes_at());
        let mut own = partner(month, 1);
        let later =
            PaidMonth { period_start: until, period_end: until + 1, due_at: None, paid_at: until, is_refunded: false };
        if let Some(one) = own.referrals.first_mut().and_then(|one| one.subscriptions.first_mut()) {
            one.paid.push(later);
            one.ended_at = Some(until + 2);
        }
        let statement = CommissionFacts {
            month: month.to_string(),
            as_of: until,
            is_computing: false,
            own,
            ..CommissionFacts::default()
        };
        let found = standings(&statement);
        let [only] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(only.activity, ReferralActivity::Active);
        assert_eq!(only.last_paid.map(|paid| paid.period_start), Some(from));
        assert_eq!((only.ended_at, only.unpaid_since), (None, None));
    }
}
