// Written by `cargo xtask gen` from the routes of `worker/domain/src/routes.rs`. Do not edit.
import { path } from "../../address.ts";
import { call } from "../../http.ts";
import type { ActiveSession, Login, NewPassword, OpenLink, PasswordSet, RecoveryCodes, Reset, Session, SignedIn, TotpBegin, TotpCode, TotpSecret } from "../auth.ts";
import type { SendWelcomeEmail, SubmitReply } from "../public.ts";

/** Returns the caller's session; `null` if signed out. */
export const sessionCurrent = (signal?: AbortSignal) =>
  call<Session | null>("GET", "/api/auth/session", undefined, signal);

/** Signs in. 401 `wrong_credentials`, `totp_required`, `totp_wrong` or `password_expired`; 403 `no_role`; 429 `too_many_attempts`. */
export const login = (body: Login, signal?: AbortSignal) =>
  call<SignedIn>("POST", "/api/auth/login", body, signal);

/** Ends the caller's session, if there is one. */
export const loginLogout = (signal?: AbortSignal) =>
  call<object>("POST", "/api/auth/logout", undefined, signal);

/** Mails a link to set a new password, if the account exists. The answer is the same either way. */
export const loginReset = (body: Reset, signal?: AbortSignal) =>
  call<object>("POST", "/api/auth/reset", body, signal);

/** Consumes a one-time link. 410 `link_used`. */
export const loginLink = (body: OpenLink, signal?: AbortSignal) =>
  call<SignedIn>("POST", "/api/auth/link", body, signal);

/** Sets a password. 400 `wrong_current_password` in a full session. */
export const passwordSet = (body: NewPassword, signal?: AbortSignal) =>
  call<PasswordSet>("POST", "/api/auth/password", body, signal);

/** Lists the caller's sessions, most recently used first. */
export const sessionList = (signal?: AbortSignal) =>
  call<Array<ActiveSession>>("GET", "/api/auth/sessions", undefined, signal);

/** Ends the caller's other sessions. */
export const sessionEndOthers = (signal?: AbortSignal) =>
  call<object>("DELETE", "/api/auth/sessions", undefined, signal);

/** Ends one of the caller's sessions. */
export const sessionEnd = (session: string, signal?: AbortSignal) =>
  call<object>("DELETE", path`/api/auth/sessions/${session}`, undefined, signal);

/** Creates a second factor, to be confirmed by a code within 15 minutes. */
export const totpBegin = (body: TotpBegin, signal?: AbortSignal) =>
  call<TotpSecret>("POST", "/api/auth/totp", body, signal);

/** Removes the second factor. 403 `totp_mandatory` if one is required. */
export const totpEnd = (body: TotpCode, signal?: AbortSignal) =>
  call<object>("DELETE", "/api/auth/totp", body, signal);

/** Confirms the second factor, ends every other session and opens a new, full one. 400 `totp_wrong`. */
export const totpConfirm = (body: TotpCode, signal?: AbortSignal) =>
  call<RecoveryCodes>("POST", "/api/auth/totp/confirm", body, signal);

/** Mails the caller a welcome, once. */
export const sendWelcomeEmail = (body: SendWelcomeEmail, signal?: AbortSignal) =>
  call<SubmitReply>("POST", "/functions/v1/send-welcome-email", body, signal);
