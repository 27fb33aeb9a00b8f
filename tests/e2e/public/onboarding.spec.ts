import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { clearOfToast } from "../clear-of-toast.ts";
import { button, expect, test } from "../sayso.ts";

const LOGO = "tests/support/films/logo.png";
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const platform = (page: Page) => page.getByRole("combobox", { name: "Review platform" });
const submit = (page: Page) => button(page, "Complete setup");
/** Positions of the form's labels and their distance from the text above; read at once, because the page may scroll. */
const labelsOf = (page: Page) =>
  page.getByRole("form").evaluate((form) =>
    [...form.querySelectorAll<HTMLElement>('label, p[id$="-label"]')].map((label) => {
      const above = label.parentElement?.previousElementSibling?.querySelector("p:last-child");
      const { top } = label.getBoundingClientRect();
      return {
        text: label.innerText,
        top: Math.round(top - form.getBoundingClientRect().top),
        gap: above ? Math.round(top - above.getBoundingClientRect().bottom) : null,
      };
    }),
  );
/** Fills in the form for a new buyer. All tests share one address, which may request ten emails a day. */
async function fill(page: Page, overrides: { name?: string; email?: string; company?: string } = {}) {
  const {
    name = "Bea Buyer",
    email = `bea-${crypto.randomUUID()}@example.com`,
    company = "Bea & Sons",
  } = overrides;
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Company").fill(company);
  await platform(page).selectOption("trustpilot");
  return email.trim();
}

test("ONB06 ONB08 ONB09 a set-up with a logo arrives trimmed, and leads to the thanks", async ({
  page,
  sayso,
}) => {
  await page.goto("/onboarding?plan=standard");
  const email = await fill(page, { name: "  Bea Buyer ", company: " Bea & Sons  " });
  await page.locator("input[type=file]").setInputFiles(LOGO);
  const posted = page.waitForRequest("**/functions/v1/client-onboarding");
  // Delays the response, to leave time for the checks.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/functions/v1/client-onboarding", async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).click();
  await expect(button(page, "Submitting...")).toBeDisabled();
  const form = (await posted).postDataBuffer()?.toString("latin1") ?? "";
  release();
  await expect(page).toHaveURL(/\/thank-you$/);
  const names = [...form.matchAll(/form-data; name="(\w+)"/g)].map(([, name]) => name ?? "");
  expect(names.toSorted()).toEqual(["company", "email", "logo", "name", "reviewPlatform", "timestamp"]);
  const timestamp = /name="timestamp"\r\n\r\n([^\r]+)/.exec(form)?.[1] ?? "";
  expect(new Date(timestamp).toISOString()).toBe(timestamp);
  const row = await sayso.row("SELECT * FROM onboarding_requests WHERE email = ?", email);
  expect([row?.name, row?.company, row?.review_link_type]).toEqual(["Bea Buyer", "Bea & Sons", "Trustpilot"]);
  expect(row?.logo).toBeTruthy();
});

test("ONB06 ERR01 on a phone the toast covers neither the field to mend nor what is said beside it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/onboarding");
  for (const [name, message] of [
    ["Name", "Enter your name"],
    ["Company", "Enter your company"],
  ] as const) {
    await fill(page);
    await field(page, name).fill("");
    await submit(page).click();
    await clearOfToast(page, field(page, name), message);
  }
});

test("a label keeps its distance from the hint or message above, and nothing jumps (ONB02)", async ({
  page,
}) => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/onboarding");
    await expect(submit(page)).toBeVisible();
    const before = (await labelsOf(page)).slice(0, 4);
    expect(before.map(({ text }) => text)).toEqual(["Name *", "Email *", "Company *", "Review platform *"]);
    for (const { text, gap } of before.slice(1)) expect(gap, text).toBeGreaterThanOrEqual(10);
    expect(before[2]?.gap, "after a hint, which always stands there").toBeGreaterThanOrEqual(14);
    await submit(page).click();
    await expect(page.getByText("Enter your company")).toBeVisible();
    expect((await labelsOf(page)).slice(0, 4), `${width} px`).toEqual(before);
  }
});

test("ONB01 axe finds nothing on onboarding and its thanks", async ({ page }) => {
  await page.goto("/onboarding");
  await expect(submit(page)).toBeVisible();
  await axe(page, "form");
  await submit(page).click();
  await page.locator("input[type=file]").setInputFiles(LOGO);
  await expect(page.getByText("Enter your name")).toBeVisible();
  await axe(page, "errors");
  await page.goto("/thank-you");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await axe(page, "thanks");
});
