import type { ReviewPlatform } from "./generated/enums.ts";
import { urlOf } from "#lib/url-of.ts";

/** The hosts of each platform, and an example of a review page's address there. */
const PLATFORMS: Record<Exclude<ReviewPlatform, "None">, { hosts: string[]; example: string }> = {
  "Google Business Profile": {
    hosts: ["g.page", "google.com", "maps.app.goo.gl", "google.co.uk"],
    example: "https://g.page/r/your-code/review",
  },
  Facebook: { hosts: ["facebook.com", "fb.me"], example: "https://www.facebook.com/your-page/reviews" },
  LinkedIn: { hosts: ["linkedin.com"], example: "https://www.linkedin.com/company/your-company" },
  Trustpilot: { hosts: ["trustpilot.com"], example: "https://uk.trustpilot.com/evaluate/your-site.example" },
};

/** Adds `https://`, which people leave out. */
export const withScheme = (typed: string): string => {
  const text = typed.trim();
  return text === "" || text.includes("://") ? text : `https://${text}`;
};

const isAt = (host: string, hosts: string[]) =>
  hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));

/** The platform of a URL, if it is a known one. */
export function platformOfAddress(typed: string): ReviewPlatform | undefined {
  const host = typed.trim() === "" ? undefined : urlOf(withScheme(typed))?.hostname;
  if (host === undefined) return undefined;
  return reviewPlatforms.find((platform) => platform !== "None" && isAt(host, PLATFORMS[platform].hosts));
}

/** Every platform with review pages. */
export const reviewPlatforms = Object.keys(PLATFORMS) as ReviewPlatform[];

/** Hint below the URL field: an example, or a warning that the URL leads elsewhere. */
export function reviewAddressHint(platform: ReviewPlatform, typed: string): string {
  if (platform === "None") return "";
  const { hosts, example } = PLATFORMS[platform];
  const host = typed.trim() === "" ? undefined : urlOf(withScheme(typed))?.hostname;
  if (host === undefined) return `For example ${example}`;
  return isAt(host, hosts) ? "" : `This leads to ${host}, not to ${platform}. Is that right?`;
}
