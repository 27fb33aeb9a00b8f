import { clientOnboardingAddress } from "./generated/calls/public.ts";
import { ApiError, errorFromResponse } from "./http.ts";
import { withScheme } from "./review-address.ts";

export type Onboarding = {
  name: string;
  email: string;
  company: string;
  /** `google`, `facebook`, `linkedin`, `trustpilot` or `none`. */
  reviewPlatform: string;
  /** URL of the review page, or empty. */
  reviewUrl: string;
  logo: File | null;
};

/** Whether a welcome email was sent, and the path of the record page once it is live. */
export type OnboardingSent = { mailed: boolean; recordPage: string | null };

/** Id of the payment that led here, if any. */
export type CheckoutId = string | null;

/** Sends a set-up; any 2xx status is success, and the body is ignored. Throws {@link ApiError}. */
export async function sendOnboarding(
  { logo, reviewUrl, ...texts }: Onboarding,
  checkout: CheckoutId,
): Promise<OnboardingSent> {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  if (reviewUrl) form.set("reviewUrl", withScheme(reviewUrl));
  form.set("timestamp", new Date().toISOString());
  if (checkout !== null) form.set("checkout", checkout);
  if (logo) form.set("logo", logo);
  let answer: Response;
  try {
    answer = await fetch(clientOnboardingAddress, { method: "POST", body: form });
  } catch {
    throw new ApiError(0, "unreachable", "We cannot reach the server. Please check your connection.");
  }
  // An HTML page is a proxy's answer and no success, whatever its status.
  const isPage = answer.headers.get("content-type")?.includes("html") ?? false;
  if (!answer.ok || isPage) throw errorFromResponse(answer.status, await answer.text());
  return {
    mailed: answer.headers.get("x-welcome-email") === "queued",
    recordPage: answer.headers.get("x-record-page"),
  };
}
