import { pageData } from "#api/page-data.ts";
import { routes } from "#paths.ts";
import type { HomeData } from "#api/generated/public.ts";

const UNSET: HomeData = {
  payment_link_standard: null,
  payment_link_no_setup: null,
  campaign_id: "",
  launch_discount: "",
  quotes: [],
  demo_video: null,
  testimonials: [],
};

/** Settings of the home page. An unsafe URL counts as unset. */
export const homeSettings: HomeData = pageData.home ? withSafeAddresses(pageData.home) : UNSET;

/** Whether a plan can be bought, which is the case once a payment page is set. The page's wording depends on it. */
export const isOpen = (): boolean =>
  homeSettings.payment_link_standard !== null || homeSettings.payment_link_no_setup !== null;

function withSafeAddresses(home: HomeData): HomeData {
  return {
    ...home,
    payment_link_standard: safe(home.payment_link_standard, isTestPayments),
    payment_link_no_setup: safe(home.payment_link_no_setup, isTestPayments),
    demo_video: safe(home.demo_video),
    testimonials: home.testimonials.map((address) => safe(address)),
  };
}

/** Never throws: a typo in a setting must not take the page down. */
function safe(address: string | null, isAlsoSafe: (url: URL) => boolean = () => false): string | null {
  try {
    const url = new URL(address ?? "");
    return url.protocol === "https:" || isAlsoSafe(url) ? address : null;
  } catch {
    return null;
  }
}

/** Whether this is the test payment page of `cargo xtask start`, on the same machine as this page. */
function isTestPayments(url: URL): boolean {
  return [url, location].every(({ hostname }) => hostname === "127.0.0.1");
}

/**
 * Whether the visit began on another page. Its document lacks the settings, and its policy forbids players: the home
 * page then has to be loaded as a new document.
 */
export function needsReload(): boolean {
  const [document] = performance.getEntriesByType("navigation");
  return !pageData.home && document !== undefined && new URL(document.name).pathname !== routes.home;
}
