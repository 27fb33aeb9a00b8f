// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { AffiliateDashboard, CommissionFacts, PartnerAddress, PartnerErasure, PartnerExport, PartnershipEnd, PayoutAccount, PayoutOnboarding } from "../affiliate.ts";

/** A partner's referrals and commissions: the caller's own, or for an admin those of `affiliateId`. */
export const dashboardGet = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<AffiliateDashboard>("GET", withQuery("/api/affiliate/dashboard", query), undefined, signal);

/** Ends the caller's own partnership, or for an admin, who says why, that of `affiliateId`: its code and link give no referrals any more, and its active clients count for 30 more days. */
export const departureLeave = (query: Query<"affiliateId">, body: PartnershipEnd, signal?: AbortSignal) =>
  call<object>("POST", withQuery("/api/affiliate/departure", query), body, signal);

/** Leads the partner to Stripe's page for its payout account, which is created with the first call. 409 `no_connect`; 502 `payments_away`. */
export const payoutAccountBegin = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PayoutOnboarding>("POST", withQuery("/api/affiliate/payout-account", query), undefined, signal);

/** Asks Stripe whether transfers can reach the partner's payout account by now. */
export const payoutAccountCheck = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PayoutAccount | null>("POST", withQuery("/api/affiliate/payout-account/check", query), undefined, signal);

/** Changes the caller's own postal address, as its statements show it. */
export const payoutAccountChangeAddress = (query: Query<"affiliateId">, body: PartnerAddress, signal?: AbortSignal) =>
  call<object>("PUT", withQuery("/api/affiliate/address", query), body, signal);

/** Everything that is known of a partner, as a file. */
export const dataExportAddress = (query: Query<"affiliateId">) => withQuery("/api/affiliate/export", query);
export const dataExport = (query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<PartnerExport>("GET", withQuery("/api/affiliate/export", query), undefined, signal);

/** Erases what is known of a partner who has left: the caller's own with its password, or for an admin, who says why, that of `affiliateId`. What was earned and paid out stays. 409 `still_partner`, `money_due`. */
export const dataErase = (query: Query<"affiliateId">, body: PartnerErasure, signal?: AbortSignal) =>
  call<object>("POST", withQuery("/api/affiliate/erasure", query), body, signal);

/** What a month, such as `2026-11`, was computed from: a browser computes the same. */
export const dashboardStatement = (month: string, query: Query<"affiliateId">, signal?: AbortSignal) =>
  call<CommissionFacts>("GET", withQuery(path`/api/affiliate/statements/${month}`, query), undefined, signal);
