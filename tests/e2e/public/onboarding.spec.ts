import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { clearOfToast } from "../clear-of-toast.ts";
import { button, expect, test, toast } from "../sayso.ts";

const LOGO = "tests/support/films/logo.png";
const field = (page: Page, name: string) => page.getByRole("textbox", { name });
const platform = (page: Page) => page.getByRole("combobox", { name: "Review platform" });
const submit = (page: Page) => button(page, "Complete setup");
/** Where the labels of the form stand in it, and how far each is from the text above; at one moment, for it may scroll. */
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
const failed = (page: Page) => toast(page, "Submission failed", "Please try again or contact support.");

/** All tests come from one address, which may ask for ten mails a day; each has a buyer of its own. */
async function fill(page: Page, wish: { name?: string; email?: string; company?: string } = {}) {
  const {
    name = "Bea Buyer",
    email = `bea-${crypto.randomUUID()}@example.com`,
    company = "Bea & Sons",
  } = wish;
  await field(page, "Name").fill(name);
  await field(page, "Email").fill(email);
  await field(page, "Company").fill(company);
  await platform(page).selectOption("trustpilot");
  return email.trim();
}

test("ONB01 ONB02 ONB03 ONB05 AUT32 the form says which email to use and asks for five things", async ({
  page,
}) => {
  await page.goto("/onboarding");
  await expect(page).toHaveTitle(/^Complete Your Setup/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Complete Your Setup");
  await expect(page.getByText(/same email address you used for payment/)).toBeVisible();
  for (const name of ["Name", "Email", "Company"])
    await expect(field(page, name)).toHaveAttribute("required");
  await expect(page.getByLabel("Choose a logo")).not.toHaveAttribute("required");
  const options = await platform(page)
    .locator("option:not([disabled])")
    .evaluateAll((all) => all.map((option) => [(option as HTMLOptionElement).value, option.textContent]));
  expect(options).toEqual([
    ["google", "Google Business Profile"],
    ["facebook", "Facebook"],
    ["linkedin", "LinkedIn"],
    ["trustpilot", "Trustpilot"],
    ["none", "None"],
  ]);
  await page.getByRole("link", { name: "Back to pricing" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("ONB04 RTE07 ?plan= is accepted and changes nothing", async ({ page }) => {
  const text = async (path: string) => {
    await page.goto(path);
    await expect(submit(page)).toBeVisible();
    return page.getByRole("main").innerText();
  };
  expect(await text("/onboarding?plan=standard")).toBe(await text("/onboarding"));
  expect(await text("/onboarding?plan=%3Cb%3E")).toBe(await text("/onboarding"));
});

test("ONB06 ERR01 what is missing is said, beside each field too, and nothing is sent", async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.goto("/onboarding");
  await submit(page).click();
  await expect(toast(page, "Error", "Please fill in all required fields")).toBeVisible();
  await expect(field(page, "Name")).toHaveAccessibleDescription("Enter your name");
  await expect(field(page, "Name")).toBeFocused();
  await expect(platform(page)).toHaveAccessibleDescription("Choose one");
  await fill(page, { company: "   " });
  await expect(page.getByText("Enter your name")).toBeHidden();
  await submit(page).click();
  await expect(field(page, "Company")).toBeFocused();
  expect(calls).toEqual([]);
});

test("ONB07 a logo must be an image: anything else is refused at once, with words", async ({ page }) => {
  await page.goto("/onboarding");
  const logo = page.locator("input[type=file]");
  for (const [name, mimeType] of [
    ["list.pdf", "application/pdf"],
    ["fake.png", "image/png"],
  ] as const) {
    await logo.setInputFiles({ name, mimeType, buffer: Buffer.from("%PDF-1.7 nothing to see") });
    await expect(
      toast(page, "Invalid file", "Please select an image file (JPEG, PNG, WebP)").first(),
    ).toBeVisible();
    await expect(logo).toHaveAccessibleDescription("Please select an image file (JPEG, PNG, WebP)");
    await expect(page.getByRole("img", { name: "Your logo" })).toBeHidden();
  }
  await logo.setInputFiles(LOGO);
  await expect(page.getByRole("img", { name: "Your logo" })).toBeVisible();
  await expect(logo).toHaveAccessibleDescription("logo.png");
  await button(page, "Remove").click();
  await expect(page.getByRole("img", { name: "Your logo" })).toBeHidden();
  await expect(logo).toBeFocused();
});

test("ONB06 ONB08 ONB09 a set-up with a logo arrives trimmed, and leads to the thanks", async ({
  page,
  sayso,
}) => {
  await page.goto("/onboarding?plan=standard");
  const email = await fill(page, { name: "  Bea Buyer ", company: " Bea & Sons  " });
  await page.locator("input[type=file]").setInputFiles(LOGO);
  const posted = page.waitForRequest("**/functions/v1/client-onboarding");
  // Held back for a moment: there is time to look.
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/functions/v1/client-onboarding", async (route) => {
    await held;
    await route.continue();
  });
  await submit(page).click();
  await expect(button(page, "Submitting...")).toBeDisabled();
  const form = (await posted).postDataBuffer()?.toString("latin1") ?? "";
  goOn();
  await expect(page).toHaveURL(/\/thank-you$/);
  const names = [...form.matchAll(/form-data; name="(\w+)"/g)].map(([, name]) => name ?? "");
  expect(names.toSorted()).toEqual(["company", "email", "logo", "name", "reviewPlatform", "timestamp"]);
  const timestamp = /name="timestamp"\r\n\r\n([^\r]+)/.exec(form)?.[1] ?? "";
  expect(new Date(timestamp).toISOString()).toBe(timestamp);
  const row = await sayso.row("SELECT * FROM onboarding_requests WHERE email = ?", email);
  expect([row?.name, row?.company, row?.review_link_type]).toEqual(["Bea Buyer", "Bea & Sons", "Trustpilot"]);
  expect(row?.logo).toBeTruthy();
});

test("ONB09 success is the ok status alone: a body that says otherwise is not read", async ({ page }) => {
  await page.goto("/onboarding");
  await fill(page);
  await page.route("**/functions/v1/client-onboarding", (route) => route.fulfill({ status: 204, body: "" }));
  await submit(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
});

test("ONB10 what fails keeps the form, says what the server has against it, and may be sent again", async ({
  page,
  sayso,
}) => {
  await page.goto("/onboarding");
  await fill(page, { email: "bea@nowhere" });
  await page.locator("input[type=file]").setInputFiles(LOGO);
  await submit(page).click();
  await expect(failed(page)).toBeVisible();
  await expect(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, "Email")).toBeFocused();
  await expect(page).toHaveURL(/\/onboarding$/);
  await expect(field(page, "Name")).toHaveValue("Bea Buyer");
  await expect(platform(page)).toHaveValue("trustpilot");
  await expect(page.getByRole("img", { name: "Your logo" })).toBeVisible();
  expect(await sayso.rows("SELECT 1 FROM onboarding_requests WHERE email = 'bea@nowhere'")).toEqual([]);

  await fill(page);
  await page.route("**/functions/v1/client-onboarding", (route) => route.abort(), { times: 1 });
  await submit(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "cannot reach the server" })).toBeVisible();
  await submit(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
});

test("ONB10 what was typed outlives a reload, and is forgotten when it was sent", async ({ page }) => {
  await page.goto("/onboarding");
  const email = await fill(page);
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("Bea Buyer");
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(field(page, "Company")).toHaveValue("Bea & Sons");
  await expect(platform(page)).toHaveValue("trustpilot");
  await field(page, "Company").fill("");
  await page.reload();
  await expect(field(page, "Name")).toHaveValue("Bea Buyer");
  await expect(field(page, "Company")).toHaveValue("");
  await field(page, "Company").fill("Bea & Sons");
  await submit(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  await page.goto("/onboarding");
  await expect(submit(page)).toBeVisible();
  for (const name of ["Name", "Email", "Company"]) await expect(field(page, name)).toHaveValue("");
  await expect(platform(page)).toHaveValue("");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
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

for (const width of [390, 1280]) {
  test(`ONB02 a label keeps its distance from the hint or message above, and nothing jumps, ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto("/onboarding");
    await expect(submit(page)).toBeVisible();
    const before = (await labelsOf(page)).slice(0, 4);
    expect(before.map(({ text }) => text)).toEqual(["Name *", "Email *", "Company *", "Review platform *"]);
    for (const { text, gap } of before.slice(1)) expect(gap, text).toBeGreaterThanOrEqual(10);
    expect(before[2]?.gap, "after a hint, which always stands there").toBeGreaterThanOrEqual(14);
    await submit(page).click();
    await expect(page.getByText("Enter your company")).toBeVisible();
    expect((await labelsOf(page)).slice(0, 4)).toEqual(before);
  });
}

test("ONB11 ONB12 the thanks name the welcome email, the spam folder, support and the way home", async ({
  page,
}) => {
  await page.goto("/onboarding");
  await fill(page);
  await submit(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Thank you for completing your set-up/);
  await expect(page.getByText(/sent you a welcome email/)).toBeVisible();
  await expect(page.getByText(/within a few minutes.*spam folder/)).toBeVisible();
  await expect(page.getByRole("link", { name: /support ticket/ })).toHaveAttribute("href", /.+/);
  await page.reload();
  await expect(page.getByText(/sent you a welcome email/)).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("ONB11 where no mail was sent, the thanks speak of none", async ({ page }) => {
  await page.goto("/thank-you");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/Thank you/);
  await expect(page.getByText(/an email with an invitation to your portal/)).toBeVisible();
  await expect(page.getByText(/welcome email/)).toHaveCount(0);

  await page.goto("/onboarding");
  await fill(page);
  await page.route("**/functions/v1/client-onboarding", (route) =>
    route.fulfill({ json: { success: true } }),
  );
  await submit(page).click();
  await expect(page).toHaveURL(/\/thank-you$/);
  await expect(page.getByText(/an email with an invitation to your portal/)).toBeVisible();
  await expect(page.getByText(/welcome email/)).toHaveCount(0);
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

test("ONB09 a network's own page is no success, whatever its status: nothing typed is lost", async ({
  page,
}) => {
  await page.goto("/onboarding");
  await fill(page, { company: "Kept & Sons" });
  await page.route("**/functions/v1/client-onboarding", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Welcome to Hotel Wi-Fi</h1>" }),
  );
  await submit(page).click();
  await expect(failed(page)).toBeVisible();
  await expect(field(page, "Company")).toHaveValue("Kept & Sons");
  await expect(page).toHaveURL(/\/onboarding$/);
});
