// Stripe's refusals, in the JSON and with the texts that its API gives them.

/** The `error` object of a response. */
export type ErrorBody = {
  type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error" | "rate_limit_error";
  message: string;
  code?: string;
  param?: string;
  doc_url?: string;
  decline_code?: string;
  charge?: string;
  /** Its id; the answer carries the whole object. */
  payment_intent?: string;
  request_log_url?: string;
};

/** Thrown by request handlers. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    const doc = body.code && `https://stripe.com/docs/error-codes/${body.code.replaceAll("_", "-")}`;
    this.body = { ...body, ...(doc && { doc_url: doc }) };
  }
}

/** An invalid request. */
export const invalid = (message: string, more: Partial<ErrorBody> = {}, status = 400) =>
  new StripeRefusal(status, { type: "invalid_request_error", message, ...more });

/** An unknown id: 404 if it is in the path, 400 in a parameter. */
export const missing = (noun: string, id: string, param: string, status: 400 | 404) =>
  invalid(`No such ${noun}: '${id}'`, { code: "resource_missing", param }, status);

export const unknownRoute = (method: string, path: string) =>
  invalid(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {},
    404,
  );

export const noKey = () =>
  invalid(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    {},
    401,
  );

/** Shows only the key's prefix and last four characters, as Stripe does. */
export const wrongKey = (key: string) => {
  const kind = /^[a-z]+_(test|live)_/.exec(key)?.[0] ?? "";
  const hidden = "*".repeat(Math.max(0, key.length - kind.length - 4));
  return invalid(`Invalid API Key provided: ${kind}${hidden}${key.slice(-4)}`, {}, 401);
};

/** An idempotency key reused with other parameters. */
export const otherParameters = (key: string) =>
  new StripeRefusal(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

/** A version that the double does not speak. */
export const unknownVersion = (version: string) => invalid(`Invalid Stripe API version: ${version}`);

/** A declined card; `param` only if a number was typed. */
export const cardError = (
  decline: { code: string; decline_code?: string; message: string },
  more: Partial<ErrorBody> = {},
) => new StripeRefusal(402, { type: "card_error", ...decline, ...more });

export const FAULTS = {
  api_error: () =>
    new StripeRefusal(500, {
      type: "api_error",
      message: "Sorry! There was an error while talking to one of our backends. Support has been notified.",
    }),
  rate_limit: () =>
    new StripeRefusal(429, {
      type: "rate_limit_error",
      code: "rate_limit",
      message: "Request rate limit exceeded.",
    }),
  lock_timeout: () =>
    invalid(
      "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.",
      { code: "lock_timeout" },
      429,
    ),
} as const;

/** Refusals that no call deserves, by the name that tests order them with. */
export type FaultName = keyof typeof FAULTS;
