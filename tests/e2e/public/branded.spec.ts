import type { Page, Request } from "@playwright/test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { cases } from "../../support/runtime/thorough.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { button, expect, fillInForm, test } from "../sayso.ts";

const TAKE = "tests/fixtures/finished.mp4";
const PAGES = ["wpms", "career-garage", "wpmsaic"];

/** Gives a business a branded page at its slug. */
async function ownPage(sayso: Sayso, client: ClientRow) {
  await sayso.change(
    "INSERT INTO branded_pages (page, client_id) VALUES (?, ?)",
    client.custom_slug,
    client.id,
  );
  return `/${client.custom_slug}`;
}

/** The parts of a multipart form in their order: name, then file name or text. */
function parts(form: Buffer): [string, string][] {
  const part = /name="(\w+)"(?:; filename="([^"]+)")?\r\n(?:Content-Type: [^\r]+\r\n)?\r\n([^\r]*)/g;
  return [...form.toString("latin1").matchAll(part)].map(([, name, file, text]) => [
    name ?? "",
    file ?? text ?? "",
  ]);
}

/** The next POST; only a route handler sees its body's bytes. */
async function passing(page: Page) {
  let answer: (posted: { request: Request; form: Buffer }) => void = () => undefined;
  const posted = new Promise<{ request: Request; form: Buffer }>((resolve) => (answer = resolve));
  await page.route(
    "**/webhooks/**",
    (route) => {
      const request = route.request();
      answer({ request, form: request.postDataBuffer() ?? Buffer.alloc(0) });
      return route.continue();
    },
    { times: 1 },
  );
  return { posted };
}

async function send(page: Page) {
  await button(page, "Leave a Video Testimonial").click();
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await fillInForm(page);
  await button(page, "Send Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
}

test("BRA01 BRA02 AUT32 each of the three pages belongs to another business and shows its logo", async ({
  page,
  sayso,
}) => {
  const shown = new Set<string>();
  for (const path of PAGES) {
    const business = await sayso.row(
      "SELECT c.company_name, c.logo_url FROM branded_pages b JOIN clients c ON c.id = b.client_id WHERE b.page = ?",
      path,
    );
    await page.goto(`/${path}`);
    const title = `Share your experience with ${business?.company_name}`;
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title}`));
    await expect(page.getByText(/video testimonial/)).toBeVisible();
    const logo = page.getByRole("main").getByRole("img", { name: business?.company_name });
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    shown.add((await logo.getAttribute("src")) ?? "");
  }
  expect(shown.size).toBe(3);
});

test("a business without a logo is shown by its name; an unknown slug is not found (BRA01)", async ({
  page,
  sayso,
  client,
}) => {
  await page.goto(`/${client.custom_slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Oops! Page not found");
  await page.goto(await ownPage(sayso, client));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share your experience with Corner Shop");
  await expect(page.getByRole("main").getByText("Corner Shop", { exact: true })).toBeVisible();
});

test("BRA03 BRA04 the dialog opens on the same page, and the review page in a new tab", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { review_link_url: "https://reviews.example/corner" });
  const path = await ownPage(sayso, client);
  await page.goto(path);
  const review = page.getByRole("link", { name: /Leave a Google Review/ });
  await expect(review).toHaveAttribute("href", "https://reviews.example/corner");
  await expect(review).toHaveAttribute("target", "_blank");
  await button(page, "Leave a Video Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Leave a Video Testimonial" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
});

test("BRA04 without a review page the button is disabled", async ({ page, sayso, client }) => {
  await page.goto(await ownPage(sayso, client));
  await expect(button(page, "Leave a Google Review")).toBeDisabled();
});

test("BRA05 BRA06 BRA07 BRA08 each page posts to an endpoint of its own: six fields and the version of the consent, the video last", async ({
  page,
  sayso,
}) => {
  const endpoints: string[] = [];
  for (const path of PAGES) {
    await page.goto(`/${path}`);
    const { posted } = await passing(page);
    await send(page);
    const { request, form: bytes } = await posted;
    endpoints.push(new URL(request.url()).pathname);
    const fields = parts(bytes);
    expect(fields.map(([name]) => name)).toEqual([
      "name",
      "email",
      "timestamp",
      "privacyConsent",
      "marketingConsent",
      "consentVersion",
      "video",
    ]);
    const form = Object.fromEntries(fields);
    expect(form).toMatchObject({
      name: "Ann Example",
      email: "ann@example.com",
      privacyConsent: "true",
      marketingConsent: "true",
    });
    expect(new Date(form.timestamp ?? "").toISOString()).toBe(form.timestamp);
    expect(form.video).toMatch(/^testimonial-.+\.(mp4|webm)$/);
    expect(form.video).toContain(form.timestamp ?? "?");
    expect(await request.headerValue("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    const rows = await sayso.rows(
      "SELECT s.endpoint FROM submissions s JOIN branded_pages b ON b.client_id = s.client_id WHERE b.page = ?",
      path,
    );
    expect(rows).toEqual([{ endpoint: path }]);
  }
  expect(new Set([...endpoints, "/webhooks/testimonials/live", "/webhooks/testimonials/demo"]).size).toBe(5);
});

for (const [id, state, text] of [
  ["SUB21", { status: "suspended" }, "This account is currently not active."],
  ["SUB22", { credits_remaining: 0 }, "This account has no credits remaining."],
] as const) {
  test(`${id} SUB23 BRA03 a page whose business takes nothing now says so instead of recording for nobody`, async ({
    page,
    sayso,
  }) => {
    const client = await addClient(sayso, state);
    await page.goto(await ownPage(sayso, client));
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(page.getByRole("alert")).toContainText(
      "Please contact support if you believe this is an error.",
    );
    await expect(page.getByRole("link", { name: "Contact Support" })).toBeVisible();
    await expect(button(page, "Leave a Video Testimonial")).toBeHidden();
  });
}

test("BRA02 axe finds nothing on a branded page", async ({ page }) => {
  for (const path of cases(1, PAGES)) {
    await page.goto(`/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await axe(page, path);
  }
});
