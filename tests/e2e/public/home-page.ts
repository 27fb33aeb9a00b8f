// The home page: its sections, its settings, and its outgoing requests.
import type { Page } from "@playwright/test";
import { clearAttempts } from "../login-pages.ts";
import { expect, test as base } from "../sayso.ts";

export const PLAYER = "https://player.example";
export const EMBEDS = {
  embed_demo_video: `${PLAYER}/demo?h=1`,
  embed_testimonial_1: `${PLAYER}/one`,
  embed_testimonial_2: `${PLAYER}/two`,
  embed_testimonial_3: `${PLAYER}/three`,
  embed_testimonial_4: `${PLAYER}/four`,
};

export const test = base.extend<{ asGiven: void }>({
  /** Resets the settings and rate limits. */
  asGiven: [
    async ({ sayso }, provide) => {
      await sayso.change("DELETE FROM admin_settings");
      await clearAttempts(sayso);
      await provide();
      await sayso.change("DELETE FROM admin_settings");
    },
    { auto: true },
  ],
});

export { setSettings as settings } from "../../support/people/owner/settings.ts";

/** Opens the home page and waits until it has loaded. */
export async function openHome(page: Page, query = ""): Promise<void> {
  await page.goto(`/${query}`);
  await expect(page.getByRole("heading", { level: 1, name: "Your customers say so." })).toBeVisible();
}

/** Answers the video service, which is unreachable from here, and returns its requests. */
export async function stubPlayer(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.route(`${PLAYER}/**`, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "<title>Player</title><p>Playing</p>" });
  });
  return requests;
}

/** Requests of a page to other sites. */
export function thirdPartyRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1" && hostname !== "localhost")
      requests.push(request.url());
  });
  return requests;
}

export const plan = (page: Page, name: string) => page.getByRole("article", { name });

const FIELDS = { "First name": "Ann", Surname: "Example", Company: "Corner Shop" };

/** An address that no other test uses. */
export const freshEmail = () => `ann-${crypto.randomUUID().slice(0, 8)}@example.com`;

export const field = (page: Page, name: string) =>
  page.getByRole("form").getByRole("textbox", { name, exact: false });

export async function fillInSignUp(page: Page, email: string): Promise<void> {
  for (const [name, text] of Object.entries(FIELDS)) await field(page, name).fill(text);
  await field(page, "Email").fill(email);
}

export const signUpButton = (page: Page) => page.getByRole("form").getByRole("button", { name: /^Sign/ });
