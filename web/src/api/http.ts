import { parseReply } from "./submit-reply.ts";

/** A refusal by the server, or a network failure (`status` 0, `code` `unreachable`). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Messages by field, if single fields are invalid. */
  readonly fields: Record<string, string>;
  /** A challenge to be solved first. */
  readonly challenge: string | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Record<string, string> = {},
    challenge?: string,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.challenge = challenge;
  }
}

const UNREACHABLE = "We cannot reach the server. Please check your connection.";
/** A proxy, or a network that wants a login first. */
const FOREIGN = "Your network answered in our place. Please check your connection, or try another network.";

/** A call with JSON, or a form with files, and a JSON answer. Throws {@link ApiError}; an abort throws its reason. */
export async function call<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  address: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  if (method === "GET" || method === "POST") return send(method, address, body, signal);
  const asPost = () => send<Answer>("POST", address, body, signal, { "x-http-method-override": method });
  if (isPostOnly) return asPost();
  try {
    return await send(method, address, body, signal);
  } catch (error) {
    const { code } = error as ApiError;
    // A proxy's answer means the request never arrived, so it is resent as POST. No answer means we cannot tell: the
    // next call goes as POST, but nothing is resent automatically.
    isPostOnly = code === "foreign" || code === "unreachable";
    if (code !== "foreign") throw error;
    return asPost();
  }
}

/** Whether this network may pass only GET and POST. */
let isPostOnly = false;

async function send<Answer>(
  method: string,
  address: string,
  body: unknown,
  signal?: AbortSignal,
  overriding: Record<string, string> = {},
): Promise<Answer> {
  const json = body !== undefined && !(body instanceof FormData);
  const init: RequestInit = {
    method,
    headers: { ...overriding, ...(json ? { "content-type": "application/json" } : {}) },
    ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    ...(signal ? { signal } : {}),
  };
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(address, init);
    text = await answer.text();
  } catch {
    signal?.throwIfAborted();
    throw new ApiError(0, "unreachable", UNREACHABLE);
  }
  if (!answer.ok) throw errorFromResponse(answer.status, text);
  try {
    return JSON.parse(text) as Answer;
  } catch {
    throw new ApiError(0, "foreign", FOREIGN);
  }
}

export function errorFromResponse(status: number, body: string): ApiError {
  const reply = parseReply(body);
  if (!reply && (status < 500 || status === 501)) return new ApiError(status, "foreign", FOREIGN);
  if (!reply) return new ApiError(status, "unknown", UNREACHABLE);
  return new ApiError(
    status,
    reply.code ?? "unknown",
    reply.error ?? UNREACHABLE,
    reply.fields,
    reply.challenge,
  );
}
