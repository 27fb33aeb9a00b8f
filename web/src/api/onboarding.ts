import { clientOnboarding } from "./endpoints.ts";
import { ApiError, refusal } from "./http.ts";

/** What a buyer tells about their business. */
export type Setup = {
  name: string;
  email: string;
  company: string;
  /** `google`, `facebook`, `linkedin`, `trustpilot` or `none`. */
  reviewPlatform: string;
  logo: File | null;
};

/** Hands a set-up in; any ok status is success, and nobody reads its body. Throws {@link ApiError}. */
export async function sendSetup({ logo, ...texts }: Setup): Promise<void> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set("timestamp", new Date().toISOString());
  if (logo) form.set("logo", logo);
  let answer: Response;
  try {
    answer = await fetch(clientOnboarding, { method: "POST", body: form });
  } catch {
    throw new ApiError(0, "unreachable", "The server cannot be reached. Please check your connection.");
  }
  if (!answer.ok) throw refusal(answer.status, await answer.text());
}
