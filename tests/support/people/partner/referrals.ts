// Partners with the clients that they referred, as the events of Stripe leave them.
import { call } from "../owner/users.ts";
import type { Sayso } from "../../runtime/worker.ts";

export const DAY = 86_400_000;

/** The first day of a month, relative to the current one. */
export function monthFromNow(months: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months));
}

/** A month as the product writes it: its first day. */
export const monthKey = (month: Date): string => month.toISOString().slice(0, 10);

/** Partners of an earlier time, in the order of their names; the second to the last may be sponsored by the first. */
export async function addPartners(
  sayso: Sayso,
  count: number,
  { approved = monthFromNow(-12), sponsor = null }: { approved?: Date; sponsor?: string | null } = {},
): Promise<string[]> {
  const partners = Array.from({ length: count }, (_, index) => ({
    id: crypto.randomUUID(),
    user: crypto.randomUUID(),
    email: `partner-${crypto.randomUUID()}@partners.example`,
    code: `P-${crypto.randomUUID().slice(0, 13).toUpperCase()}`,
    surname: `Partner ${index}`,
  }));
  await sayso.change(
    `INSERT INTO users (id, email, created_at) SELECT value ->> 'user', value ->> 'email', ?2 FROM json_each(?1)`,
    JSON.stringify(partners),
    approved.getTime(),
  );
  await sayso.change(
    `INSERT INTO affiliates (id, user_id, first_name, surname, name_key, email, email_key, sponsor_id, status, stripe_coupon_id,
                             approved_at, created_at)
     SELECT value ->> 'id', value ->> 'user', 'Pat', value ->> 'surname', 'pat ' || lower(value ->> 'surname'), value ->> 'email',
            value ->> 'email', ?3, 'active', value ->> 'code', ?2, ?2 FROM json_each(?1)`,
    JSON.stringify(partners),
    approved.getTime(),
    sponsor,
  );
  return partners.map(({ id }) => id);
}

export type Paid = { from: Date; until?: Date; paidAt?: Date; pence?: number; returned?: number };
export type ReferralOptions = {
  paid: Paid[];
  began?: Date;
  ended?: Date;
  unpaid?: Date;
  selfReferral?: string;
};

/** Clients that a partner referred, each with one subscription; returns the subscriptions' ids. */
export async function addReferrals(
  sayso: Sayso,
  affiliateId: string,
  options: ReferralOptions[],
): Promise<string[]> {
  const rows = options.map(({ paid, began, ended, unpaid, selfReferral }) => ({
    client: crypto.randomUUID(),
    slug: `client-${crypto.randomUUID()}`,
    referral: crypto.randomUUID(),
    subscription: `sub_${crypto.randomUUID()}`,
    began: (began ?? paid[0]?.from ?? new Date()).getTime(),
    ended: ended?.getTime() ?? null,
    unpaid: unpaid?.getTime() ?? null,
    selfReferral: selfReferral ?? null,
  }));
  const payments = options.flatMap(({ paid }, index) =>
    paid.map(({ from, until, paidAt, pence = 2900, returned = 0 }) => ({
      id: `in_${crypto.randomUUID()}`,
      subscription: rows[index]?.subscription,
      from: from.getTime(),
      until: (until ?? new Date(from.getTime() + 30 * DAY)).getTime(),
      paidAt: (paidAt ?? from).getTime(),
      pence,
      returned,
    })),
  );
  const each = (sql: string, all: unknown, ...more: unknown[]) =>
    sayso.change(sql, JSON.stringify(all), ...more);
  await each(
    `INSERT INTO clients (id, company_name, contact_name, email, status, custom_slug, created_at)
     SELECT value ->> 'client', 'Blue Door Bakery', 'Mary Hill', value ->> 'client' || '@clients.example', 'active', value ->> 'slug',
            value ->> 'began' FROM json_each(?)`,
    rows,
  );
  await each(
    `INSERT INTO subscriptions (id, customer, client_id, email, plan_type, ended_at, unpaid_since, created_at, read_at)
     SELECT value ->> 'subscription', 'cus_' || (value ->> 'client'), value ->> 'client', value ->> 'client' || '@clients.example',
            'standard', value ->> 'ended', value ->> 'unpaid', value ->> 'began', value ->> 'began' FROM json_each(?)`,
    rows,
  );
  await each(
    `INSERT INTO affiliate_referrals (id, client_id, affiliate_id, evidence, referral_date, self_referral, created_at)
     SELECT value ->> 'referral', value ->> 'client', ?2, 'promotion_code', value ->> 'began', value ->> 'selfReferral',
            value ->> 'began' FROM json_each(?1)`,
    rows,
    affiliateId,
  );
  await each(
    `INSERT INTO payments (id, subscription_id, amount_pence, paid_at, period_start, period_end, returned_pence)
     SELECT value ->> 'id', value ->> 'subscription', value ->> 'pence', value ->> 'paidAt', value ->> 'from', value ->> 'until',
            value ->> 'returned' FROM json_each(?)`,
    payments,
  );
  return rows.map(({ subscription }) => subscription);
}

/** A client that has paid for a month from its second day on, to its end. */
export const paying = (month: Date): ReferralOptions => ({
  paid: [
    {
      from: new Date(month.getTime() + DAY),
      until: new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)),
    },
  ],
});

/** Calculates a month's commissions, as an admin. */
export const calculate = (sayso: Sayso, cookie: string, month?: Date | string) =>
  call(sayso, "POST", "/functions/v1/calculate-monthly-commissions", {
    body: month === undefined ? {} : { month: month instanceof Date ? monthKey(month).slice(0, 7) : month },
    cookie,
  });

/** Pays a partner out, as an admin. */
export const payOut = (sayso: Sayso, cookie: string, affiliateId: string, month: Date, reference = "") =>
  call(sayso, "POST", `/api/admin/affiliates/${affiliateId}/payouts`, {
    body: { month: monthKey(month), reference },
    cookie,
  });

/** A partner's rows, in the order of months. */
export const commissionsOf = (sayso: Sayso, affiliateId: string) =>
  sayso.rows(
    `SELECT month_period AS month, commission_type AS type, active_clients_count AS clients, commission_amount AS pence, status
       FROM affiliate_commissions WHERE affiliate_id = ? ORDER BY month_period, seq`,
    affiliateId,
  );
