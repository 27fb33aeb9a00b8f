import { readReply } from "./submit-reply.ts";

/** What the server refused, or that it could not be reached (`status` 0, `code` `unreachable`). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  /** Field name to message, where single fields are at fault. */
  readonly fields: Record<string, string>;

  constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

const UNREACHABLE = "The server cannot be reached. Please check your connection.";

/** A call with JSON, or a form with files, and a JSON answer. Throws {@link ApiError}; an abort throws its reason. */
export async function call<Answer>(
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  address: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(address, { method, ...carrying(body), ...(signal ? { signal } : {}) });
  } catch {
    signal?.throwIfAborted();
    throw new ApiError(0, "unreachable", UNREACHABLE);
  }
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as Answer;
  throw refusal(answer.status, text);
}

function carrying(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (body instanceof FormData) return { body };
  return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The error that a refused answer stands for. */
export function refusal(status: number, body: string): ApiError {
  const reply = readReply(body);
  return new ApiError(status, reply.code ?? "unknown", reply.error ?? UNREACHABLE, reply.fields);
}
