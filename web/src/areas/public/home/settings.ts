import { pageData } from "../../../api/page-data.ts";
import { routes } from "../../../paths.ts";
import type { HomeData } from "../../../api/generated/HomeData.ts";

const UNSET: HomeData = {
  payment_link_standard: null,
  payment_link_no_setup: null,
  campaign_id: "",
  demo_video: null,
  testimonials: [],
};

/** What the settings say of the home page. */
export const homeSettings: HomeData = pageData.home ?? UNSET;

/**
 * Whether the visit began on another page. Its document knows none of the settings, and its policy lets no player
 * in: the home page is then loaded as a page of its own.
 */
export function cameFromElsewhere(): boolean {
  const [document] = performance.getEntriesByType("navigation");
  return !pageData.home && document !== undefined && new URL(document.name).pathname !== routes.home;
}
