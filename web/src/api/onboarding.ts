import { clientOnboardingAddress } from "./generated/calls/public.ts";
import { ApiError, errorFromResponse } from "./http.ts";
import { withScheme } from "./review-address.ts";

export type Onboarding = {
  name: string;
  email: string;
  company: string;
  /** `google`, `facebook`, `linkedin`, `trustpilot` or `none`. */
  reviewPlatform: string;
  /** The address of the review page there, or nothing. */
  reviewUrl: string;
  logo: File | null;
};

/** Whether a welcome mail was sent, and the path of the record page, where it is live by now. */
export type OnboardingSent = { mailed: boolean; recordPage: string | null };

/** The id of the payment that led here, where one did. */
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
  // A page in the server's place is no success, whatever its status.
  const isPage = answer.headers.get("content-type")?.includes("html") ?? false;
  if (!answer.ok || isPage) throw errorFromResponse(answer.status, await answer.text());
  return {
    mailed: answer.headers.get("x-welcome-email") === "queued",
    recordPage: answer.headers.get("x-record-page"),
  };
}
