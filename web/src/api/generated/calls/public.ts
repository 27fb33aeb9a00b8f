// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { AffiliateApplication, PartnerCode, Sponsor } from "../affiliate.ts";
import type { Health } from "../operations.ts";
import type { AffiliatePasswordReset, SubmitReply } from "../public.ts";
import type { ConfirmSignUp, PaidCheckout, PurchaseAnswer, PurchaseAnswered, SignUp, SignUpReply } from "../site.ts";

/** Whether the product works: 200, or 503. Admins are told what was looked at, always with 200. */
export const healthGet = (signal?: AbortSignal) =>
  call<Health>("GET", "/api/health", undefined, signal);

/** This description. */
export const siteOpenapiAddress = "/api/openapi.json";

/** The partners of a name, first name and surname, whatever its case and spaces; the one who was approved first comes first. */
export const affiliateBySponsorName = (query: Query<"_sponsor_name">, signal?: AbortSignal) =>
  call<Array<Sponsor>>("GET", withQuery("/api/public/get_affiliate_by_sponsor_name", query), undefined, signal);

/** Whether a promotion code is a partner's, and so makes every month cheaper. 404 for every other one. */
export const affiliateCode = (code: string, signal?: AbortSignal) =>
  call<PartnerCode>("GET", path`/api/public/partner-codes/${code}`, undefined, signal);

/** Applies to become a partner. 400 `invalid` with `fields`, also for an email that has applied and for a sponsor who is no partner; 429 `too_many_applications`. */
export const affiliateApply = (body: AffiliateApplication, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/api/public/affiliates", body, signal);

/** What was bought by a completed purchase, and by which address. 429 `too_many_attempts`. */
export const checkoutGet = (checkout: string, signal?: AbortSignal) =>
  call<PaidCheckout>("GET", path`/api/public/checkout/${checkout}`, undefined, signal);

/** Says which business a purchase is for whose payer's address a business has already. 404 unless that was asked. */
export const checkoutAnswer = (checkoutId: string, body: PurchaseAnswer, signal?: AbortSignal) =>
  call<PurchaseAnswered>("POST", path`/api/public/checkout/${checkoutId}/business`, body, signal);

/** Confirms a sign-up by the token of its mail, however often. 403 `link_invalid`, 410 `link_expired`. */
export const signUpConfirm = (body: ConfirmSignUp, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/api/public/sign-ups/confirm", body, signal);

/** Signs up for the mailing list. */
export const subscribeGetresponse = (body: SignUp, signal?: AbortSignal) =>
  call<SignUpReply>("POST", "/functions/v1/subscribe-getresponse", body, signal);

/** Sets up the client of a buyer's purchase, named by `checkout` and paid from the same email; every other set-up is kept for an admin. */
export const clientOnboardingAddress = "/functions/v1/client-onboarding";
export const clientOnboarding = (body: FormData, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/client-onboarding", body, signal);

/** Mails an affiliate a link to set a new password. The answer is the same whether or not there is one. */
export const sendAffiliatePasswordReset = (body: AffiliatePasswordReset, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/send-affiliate-password-reset", body, signal);

/** Receives an event of Stripe's, signed by one of the secrets of this deployment. 400 `not_stripes` or `other_mode`. */
export const stripeReceiveAddress = "/webhooks/stripe";
