// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path, withQuery, type Query } from "../../address.ts";
import { call } from "../../http.ts";
import type { AffiliateApplication, PartnerCode, Sponsor } from "../affiliate.ts";
import type { Health } from "../operations.ts";
import type { AffiliatePasswordReset, FilmConsents, FilmQuestion, SubmitReply } from "../public.ts";
import type { ConfirmSignUp, PaidCheckout, PurchaseAnswer, PurchaseAnswered, SignUp, SignUpReply } from "../site.ts";

/** Returns whether the product works: 200 or 503. Admins always get 200, with the result of each check. */
export const healthGet = (signal?: AbortSignal) =>
  call<Health>("GET", "/api/health", undefined, signal);

/** Returns this description. */
export const siteOpenapiAddress = "/api/openapi.json";

/** Lists up to five partners with this full name, ignoring case and spacing, earliest approved first. */
export const affiliateBySponsorName = (query: Query<"_sponsor_name">, signal?: AbortSignal) =>
  call<Array<Sponsor>>("GET", withQuery("/api/public/get_affiliate_by_sponsor_name", query), undefined, signal);

/** Returns a promotion code if it belongs to a partner, and so discounts every month. 404 otherwise. */
export const affiliateCode = (code: string, signal?: AbortSignal) =>
  call<PartnerCode>("GET", path`/api/public/partner-codes/${code}`, undefined, signal);

/** Applies to become a partner. 400 `invalid` with `fields`, also for an email that has applied and for a sponsor who is not a partner; 429 `challenge_required` or `too_many_applications`. */
export const affiliateApply = (body: AffiliateApplication, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/api/public/affiliates", body, signal);

/** Returns what a completed purchase bought, and the payer's email. 429 `too_many_attempts`; 502 `payments_away`. */
export const checkoutGet = (checkout: string, signal?: AbortSignal) =>
  call<PaidCheckout>("GET", path`/api/public/checkout/${checkout}`, undefined, signal);

/** Assigns a purchase to a business if the payer's email already belongs to one. 404 unless the buyer was asked; 429 `too_many_attempts`; 502 `payments_away`. */
export const checkoutAnswer = (checkoutId: string, body: PurchaseAnswer, signal?: AbortSignal) =>
  call<PurchaseAnswered>("POST", path`/api/public/checkout/${checkoutId}/business`, body, signal);

/** Confirms a sign-up with the token from its mail. Idempotent. 403 `link_invalid`; 410 `link_expired`. */
export const signUpConfirm = (body: ConfirmSignUp, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/api/public/sign-ups/confirm", body, signal);

/** Returns the consents to a video by its SHA-256. 429 `too_many_attempts`. */
export const verifyFilm = (body: FilmQuestion, signal?: AbortSignal) =>
  call<FilmConsents>("POST", "/api/public/films", body, signal);

/** Signs up for the mailing list. */
export const subscribeGetresponse = (body: SignUp, signal?: AbortSignal) =>
  call<SignUpReply>("POST", "/functions/v1/subscribe-getresponse", body, signal);

/** Sets up the client of the purchase `checkout` if the payer's email matches; otherwise stores the request for an admin. 409 `purchase_over`; 413 `image_too_large`; 429 `too_many_mails`. */
export const clientOnboardingAddress = "/functions/v1/client-onboarding";
export const clientOnboarding = (body: FormData, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/client-onboarding", body, signal);

/** Mails a partner a link to set a new password. The answer is the same whether or not the partner exists. */
export const sendAffiliatePasswordReset = (body: AffiliatePasswordReset, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/send-affiliate-password-reset", body, signal);

/** Receives a Stripe event signed with one of this deployment's secrets. 400 `invalid_signature` or `livemode_mismatch`. */
export const stripeReceiveAddress = "/webhooks/stripe";
