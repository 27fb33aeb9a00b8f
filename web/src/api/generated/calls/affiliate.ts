// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { AffiliateDashboard, CommissionFacts, PartnerAddress, PartnerErasure, PartnerExport, PartnershipEnd, PayoutAccount, PayoutOnboarding } from "../affiliate.ts";

/** Returns a partner's referrals and commissions: the caller's own; admins name `affiliateId`. */
export const dashboardGet = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<AffiliateDashboard>("GET", withQuery("/api/affiliate/dashboard", query), undefined, signal);

/** Ends the caller's own partnership; admins name `affiliateId` and a reason. The code and link bring no more referrals; active clients earn for 30 more days. */
export const departureLeave = (query: Query<"affiliateId">, body: PartnershipEnd, signal?: AbortSignal) =>
  call<object>("POST", withQuery("/api/affiliate/departure", query), body, signal);

/** Returns the URL of Stripe's onboarding page; the first call creates the payout account. 409 `no_connect`; 502 `payments_away`. */
export const payoutAccountBegin = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PayoutOnboarding>("POST", withQuery("/api/affiliate/payout-account", query), undefined, signal);

/** Refreshes the state of the partner's payout account from Stripe. 502 `payments_away`. */
export const payoutAccountCheck = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PayoutAccount | null>("POST", withQuery("/api/affiliate/payout-account/check", query), undefined, signal);

/** Changes the caller's postal address, which their statements show. */
export const payoutAccountChangeAddress = (query: Query<"affiliateId">, body: PartnerAddress, signal?: AbortSignal) =>
  call<object>("PUT", withQuery("/api/affiliate/address", query), body, signal);

/** Returns all data stored about a partner, as a file. */
export const dataExportAddress = (query: Query<"affiliateId">) => withQuery("/api/affiliate/export", query);
export const dataExport = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PartnerExport>("GET", withQuery("/api/affiliate/export", query), undefined, signal);

/** Erases a former partner's personal data; needs their password, or from an admin a reason. Commissions and payouts stay. 409 `still_partner`, `last_month_open` or `money_due`. */
export const dataErase = (query: Query<"affiliateId">, body: PartnerErasure, signal?: AbortSignal) =>
  call<object>("POST", withQuery("/api/affiliate/erasure", query), body, signal);

/** Returns the inputs of a month's commissions (such as `2026-11`), from which a browser recomputes them. */
export const dashboardStatement = (month: string, query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<CommissionFacts>("GET", withQuery(path`/api/affiliate/statements/${month}`, query), undefined, signal);
