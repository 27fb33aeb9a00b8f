// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path } from "../../address.ts";
import { call } from "../../http.ts";
import type { ActiveSession, Login, NewPassword, OpenLink, PasswordSet, RecoveryCodes, Reset, Session, SignedIn, TotpBegin, TotpCode, TotpSecret } from "../auth.ts";
import type { SendWelcomeEmail, SubmitReply } from "../public.ts";

/** The session of the caller; `null` for whoever is signed out. */
export const sessionCurrent = (signal?: AbortSignal) =>
  call<Session | null>("GET", "/api/auth/session", undefined, signal);

/** Signs in. 401 `wrong_credentials`, `totp_required`, `totp_wrong` or `password_expired`; 403 `no_role`; 429 `too_many_attempts`. */
export const login = (body: Login, signal?: AbortSignal) =>
  call<SignedIn>("POST", "/api/auth/login", body, signal);

/** Ends the caller's session, if there is one. */
export const loginLogout = (signal?: AbortSignal) =>
  call<object>("POST", "/api/auth/logout", undefined, signal);

/** Mails a link to set a new password, if there is such an account. The answer is the same either way. */
export const loginReset = (body: Reset, signal?: AbortSignal) =>
  call<object>("POST", "/api/auth/reset", body, signal);

/** Consumes a one-time link. 410 `link_used`. */
export const loginLink = (body: OpenLink, signal?: AbortSignal) =>
  call<SignedIn>("POST", "/api/auth/link", body, signal);

/** Sets a password. 400 `wrong_current_password` in a full session. */
export const passwordSet = (body: NewPassword, signal?: AbortSignal) =>
  call<PasswordSet>("POST", "/api/auth/password", body, signal);

/** The caller's sessions, newest use first. */
export const sessionList = (signal?: AbortSignal) =>
  call<Array<ActiveSession>>("GET", "/api/auth/sessions", undefined, signal);

/** Ends the caller's other sessions. */
export const sessionEndOthers = (signal?: AbortSignal) =>
  call<object>("DELETE", "/api/auth/sessions", undefined, signal);

/** Ends one of the caller's sessions. */
export const sessionEnd = (session: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/auth/sessions/${session}`, undefined, signal);

/** Creates a second factor, which counts once a code confirms it within 15 minutes. */
export const totpBegin = (body: TotpBegin, signal?: AbortSignal) =>
  call<TotpSecret>("POST", "/api/auth/totp", body, signal);

/** Ends the second factor. 403 `totp_mandatory` where one is required. */
export const totpEnd = (body: TotpCode, signal?: AbortSignal) =>
  call<object>("DELETE", "/api/auth/totp", body, signal);

/** Confirms the second factor. Every other session ends; the caller gets a new, full one. */
export const totpConfirm = (body: TotpCode, signal?: AbortSignal) =>
  call<RecoveryCodes>("POST", "/api/auth/totp/confirm", body, signal);

/** Welcomes the caller, once. */
export const sendWelcomeEmail = (body: SendWelcomeEmail, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/send-welcome-email", body, signal);
