import type { ReviewPlatform } from "./generated/ReviewPlatform.ts";
import { urlOf } from "../lib/url-of.ts";

/** Where a platform's pages are, and what the address of a review page looks like. */
const PLATFORMS: Record<Exclude<ReviewPlatform, "None">, { hosts: string[]; example: string }> = {
  "Google Business Profile": {
    hosts: ["g.page", "google.com", "maps.app.goo.gl", "google.co.uk"],
    example: "https://g.page/r/your-code/review",
  },
  Facebook: { hosts: ["facebook.com", "fb.me"], example: "https://www.facebook.com/your-page/reviews" },
  LinkedIn: { hosts: ["linkedin.com"], example: "https://www.linkedin.com/company/your-company" },
  Trustpilot: { hosts: ["trustpilot.com"], example: "https://uk.trustpilot.com/evaluate/your-site.example" },
};

/** What is to be said of a typed address beneath its field: an example, or that it leads somewhere else. */
export function reviewAddressHint(platform: ReviewPlatform, typed: string): string {
  if (platform === "None") return "";
  const { hosts, example } = PLATFORMS[platform];
  const host = urlOf(typed.trim())?.hostname;
  if (host === undefined) return `For example ${example}`;
  const isThere = hosts.some((known) => host === known || host.endsWith(`.${known}`));
  return isThere ? "" : `This leads to ${host}, not to ${platform}. Is that right?`;
}
