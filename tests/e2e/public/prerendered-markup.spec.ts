// Prerendered record pages and site pages: they match the app's rendering, and are small.
import type { Page } from "@playwright/test";
import { setSettings as settings } from "../../support/people/owner/settings.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { watchLoading } from "../page-weight.ts";
import { pauseAnimations } from "../clocks.ts";
import { VENDOR, openWithoutApp } from "../open-without-app.ts";
import { button, expect, test } from "../sayso.ts";

/** Part of the page as HTML, without parts that differ between renderings. */
const markup = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const part of [copy, ...copy.querySelectorAll("*")]) {
        const attributes = [...part.attributes].toSorted((one, other) => (one.name < other.name ? -1 : 1));
        for (const { name } of attributes) part.removeAttribute(name);
        for (const { name, value } of attributes)
          if (!/^(id|for|inert|selected|aria-(labelled|described)by)$/.test(name))
            part.setAttribute(name, value);
      }
      // React leaves them empty in a browser.
      for (const part of copy.querySelectorAll("noscript")) part.remove();
      return copy.outerHTML;
    });

const LOGO =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='40'><rect width='90' height='40'/></svg>";
const REVIEW = { review_link_type: "Trustpilot", review_link_url: "https://reviews.example/a?b=1&c=2" };

for (const [kind, overrides] of Object.entries({
  "a name that HTML could read": { company_name: `<b>O'Neill & “Sons”</b> ~~support_url~~` },
  "a logo": { logo_url: LOGO },
  "a review page": REVIEW,
  "a review platform without an address": { ...REVIEW, review_link_url: null },
  "a logo, a review page and questions": {
    logo_url: LOGO,
    ...REVIEW,
    questions: "What <i>changed</i>?\nWho is it for?",
  },
})) {
  test(`the prerendered view stays unchanged once the app has loaded: ${kind} (REC01)`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, overrides);
    for (const [path, parts] of [
      ["", ["main", "footer"]],
      ["/video", ["header", "section > div:first-of-type", "footer"]],
    ] as const) {
      const release = await openWithoutApp(page, `/record/${client.custom_slug}${path}`);
      await expect(page.locator("div.prerendered")).toBeVisible();
      const before: string[] = [];
      for (const part of parts) before.push(await markup(page, `.prerendered ${part}`));
      expect(before.join()).not.toContain("~~custom");
      release();
      await expect(page.locator(".prerendered")).toHaveCount(0);
      for (const [index, part] of parts.entries())
        expect(await markup(page, `#root ${part}`), part).toBe(before[index]);
      await page.unroute(VENDOR);
    }
  });
}

const PLANS = {
  payment_link_standard: "https://pay.example/standard?a=1&b=2",
  payment_link_no_setup: "https://pay.example/no-setup",
};

test("HOM01 a page of the site stays as its HTML has it once the app is there, and a button that was pressed early acts", async ({
  page,
  sayso,
}) => {
  for (const path of ["/", "/demo", "/onboarding", "/terms", "/privacy", "/partners"]) {
    if (path === "/") await settings(sayso, PLANS);
    const release = await openWithoutApp(page, path);
    // It is interactive as soon as it has loaded: a script's `load` fires after it has run.
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/early-press.js")),
    );
    const before: string[] = [];
    for (const part of ["header", "main", "footer"]) before.push(await markup(page, `.page-ahead ${part}`));
    expect(before.join()).not.toContain("~~");
    if (path === "/") await button(page, "Get the launch discount").click();
    release();
    await expect(page.locator(".page-ahead")).toHaveCount(0);
    if (path === "/") {
      await expect(page.getByRole("dialog", { name: "Get Your Pre-Launch Discount" })).toBeVisible();
      await button(page, "Not now").click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
    for (const [index, part] of ["header", "main", "footer"].entries())
      expect(await markup(page, `#root ${part}`), `${path} ${part}`).toBe(before[index]);
    await page.unroute(VENDOR);
  }
  await sayso.change("DELETE FROM admin_settings");
});

test("BUDGET at most 15 kB come before the camera can be asked for", async ({ page, client }) => {
  await pauseAnimations(page);
  const loaded = watchLoading(page);
  await page.route(/\.(js|wasm|woff2)$/, async (route) => {
    if (route.request().url().endsWith("/before-app.js")) await route.continue();
    else await route.abort();
  });
  await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
  await button(page, "Grant Camera Access").click();
  const needed = [...(await loaded())].filter(([name]) => /video$|before-app\.js$|\.css$/.test(name));
  expect(needed).toHaveLength(3);
  expect(needed.reduce((sum, [, size]) => sum + size, 0) / 1000).toBeLessThanOrEqual(15);
});
