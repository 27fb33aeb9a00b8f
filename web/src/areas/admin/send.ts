import { ApiError, refusal } from "../../api/http.ts";

/** The calls that `call` does not make: a form with files, or PUT with JSON. Throws {@link ApiError}. */
export async function send<Answer>(
  method: "POST" | "PUT",
  address: string,
  body: FormData | Record<string, unknown>,
): Promise<Answer> {
  const asForm = body instanceof FormData;
  let answer: Response;
  try {
    answer = await fetch(address, {
      method,
      headers: asForm ? {} : { "content-type": "application/json" },
      body: asForm ? body : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "unreachable", "The server cannot be reached. Please check your connection.");
  }
  const text = await answer.text();
  if (answer.ok) return JSON.parse(text) as Answer;
  throw refusal(answer.status, text);
}
