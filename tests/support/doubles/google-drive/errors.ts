// Google's refusals, in the JSON that the Drive API gives them.
import { json, type Answer } from "../double-http.ts";

type Detail = { message: string; domain: string; reason: string; location?: string; locationType?: string };

/** Thrown by request handlers of the Drive API. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(
    status: number,
    reason: string,
    message: string,
    { domain = "global", headers = {}, more = {}, detail = message, at = "" }: Options = {},
  ) {
    super(message);
    const [locationType, location] = at.split(":");
    const error: Detail = {
      message: detail,
      domain,
      reason,
      ...(locationType && location && { location, locationType }),
    };
    this.answer = json({ error: { code: status, message, errors: [error], ...more } }, status, headers);
  }
}

type Options = {
  domain?: string;
  headers?: Record<string, string>;
  more?: Record<string, unknown>;
  /** Message of the entry in `errors`, if it differs. */
  detail?: string;
  /** Location of the fault: `parameter:fileId`, `header:Authorization`. */
  at?: string;
};

const LOGIN =
  "Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.";
const CHALLENGE = 'Bearer realm="https://accounts.google.com/"';

export const notFound = (id: string) =>
  new Refusal(404, "notFound", `File not found: ${id}.`, { at: "parameter:fileId" });

export const invalid = (parameter: string, message = "Invalid Value") =>
  new Refusal(400, "invalid", message, { at: `parameter:${parameter}` });

/** Google's refusals by reason; tests order them by name, and the double uses them. */
export const REFUSALS = {
  authError: () =>
    new Refusal(401, "authError", `Request had invalid authentication credentials. ${LOGIN}`, {
      detail: "Invalid Credentials",
      at: "header:Authorization",
      headers: { "www-authenticate": `${CHALLENGE}, error="invalid_token"` },
      more: { status: "UNAUTHENTICATED" },
    }),
  required: () =>
    new Refusal(401, "required", `Request is missing required authentication credential. ${LOGIN}`, {
      detail: "Login Required.",
      at: "header:Authorization",
      headers: { "www-authenticate": CHALLENGE },
      more: { status: "UNAUTHENTICATED" },
    }),
  insufficientPermissions: () =>
    new Refusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.", {
      detail: "Insufficient Permission",
      headers: { "www-authenticate": `${CHALLENGE}, error="insufficient_scope"` },
      more: { status: "PERMISSION_DENIED" },
    }),
  rateLimitExceeded: () =>
    new Refusal(403, "rateLimitExceeded", "Rate Limit Exceeded", { domain: "usageLimits" }),
  userRateLimitExceeded: () =>
    new Refusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded", { domain: "usageLimits" }),
  tooManyRequests: () =>
    new Refusal(429, "rateLimitExceeded", "Rate Limit Exceeded", { domain: "usageLimits" }),
  dailyLimitExceeded: () =>
    new Refusal(403, "dailyLimitExceeded", "Daily Limit Exceeded", { domain: "usageLimits" }),
  storageQuotaExceeded: () =>
    new Refusal(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded."),
  noStorageQuota: () =>
    new Refusal(
      403,
      "storageQuotaExceeded",
      "Service Accounts do not have storage quota. Leverage shared drives (https://developers.google.com/workspace/drive/api/guides/about-shareddrives), or use OAuth delegation (http://support.google.com/a/answer/7281227) instead.",
    ),
  insufficientFilePermissions: () =>
    new Refusal(
      403,
      "insufficientFilePermissions",
      "The user does not have sufficient permissions for this file.",
    ),
  insufficientParentPermissions: () =>
    new Refusal(403, "insufficientParentPermissions", "Insufficient permissions for the specified parent."),
  appNotAuthorizedToFile: (app = "407408718192", id = "the-file") =>
    new Refusal(
      403,
      "appNotAuthorizedToFile",
      `The user has not granted the app ${app} write access to the file ${id}.`,
    ),
  domainPolicy: () => new Refusal(403, "domainPolicy", "The domain administrators have disabled Drive apps."),
  accessNotConfigured: () =>
    new Refusal(
      403,
      "accessNotConfigured",
      "Google Drive API has not been used in project 407408718192 before or it is disabled.",
      { domain: "usageLimits", more: { status: "PERMISSION_DENIED" } },
    ),
  /** For a share without a notification email to an address without a Google account. */
  notifyPeople: (email = "nobody@example.com") =>
    new Refusal(
      400,
      "invalidSharingRequest",
      `Bad Request. User message: "You are trying to invite ${email}. Since there is no Google account associated with this email address, you must check the "Notify people" box to invite this recipient."`,
    ),
  aclChangeNotAllowed: () =>
    new Refusal(400, "invalidSharingRequest", 'Bad Request. User message: "ACL change not allowed."'),
  sharingRateLimitExceeded: () =>
    new Refusal(
      403,
      "sharingRateLimitExceeded",
      'Rate limit exceeded. User message: "Sorry, you have exceeded your sharing quota."',
    ),
  fileIdInUse: () => new Refusal(409, "fileIdInUse", "A file already exists with the provided ID."),
  backendError: () => new Refusal(503, "backendError", "Transient failure", { detail: "Transient failure" }),
  internalError: () => new Refusal(500, "internalError", "Internal Error"),
} as const;

export type Reason = keyof typeof REFUSALS;
