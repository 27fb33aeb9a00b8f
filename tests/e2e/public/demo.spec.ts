import type { Page } from "@playwright/test";
import { mailTo } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { watchLoading } from "../page-weight.ts";
import { button, expect, fillInForm, record, test, toast } from "../sayso.ts";

const TAKE = "tests/fixtures/finished.mp4";
const start = (page: Page) => button(page, "Start Demo Recording");
const sent = (page: Page) => page.getByRole("dialog", { name: "Demo Submitted!" });

test("DEM01 DEM02 DEM04 DEM05 AUT32 the demo says what to do, what becomes of it, and where to ask", async ({
  page,
}) => {
  await page.goto("/demo");
  await expect(page).toHaveTitle(/^Demo Version/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Demo Version");
  const steps = page.getByRole("main").getByRole("listitem");
  await expect(steps).toHaveCount(4);
  for (const [index, text] of [
    /name and email/,
    /Record 10-20 seconds of video/,
    /Press Send Testimonial/,
    /Check your inbox/,
  ].entries())
    await expect(steps.nth(index)).toContainText(text);
  await expect(page.getByText(/kept in a secure demo folder/)).toContainText(
    "links are sent only to the email address you give",
  );
  await expect(page.getByText(/delete them within 24 hours/)).toBeVisible();
  await expect(page.getByText(/reply within 24 hours/)).toBeVisible();
  await expect(page.getByRole("link", { name: /support ticket/ })).toHaveAttribute("href", /.+/);
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page).toHaveURL(/\/$/);
});

test("mails the link of a demo to the typed address and to nobody else (DEM03 DEM06 DEM07 EML02)", async ({
  page,
  sayso,
}) => {
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.goto("/demo");
  await start(page).click();
  await record(page);
  await fillInForm(page, { name: "Zoë Demo", email: "zoe.demo@example.com" });
  await expect(page.getByText(/Watermark/)).toBeHidden();
  await button(page, "Send Testimonial").click();
  await expect(sent(page)).toBeVisible();
  await expect(toast(page, "Thank you!", "Your demo video has been submitted successfully.")).toBeVisible();
  await expect(sent(page).getByRole("link", { name: /Google Review/ })).toHaveCount(0);

  const row = await sayso.row("SELECT * FROM submissions WHERE customer_email = 'zoe.demo@example.com'");
  expect(row?.endpoint).toBe("demo");
  const mail = await mailTo(sayso, "zoe.demo@example.com");
  expect([mail.to].flat()).toEqual(["zoe.demo@example.com"]);
  const about = (await sayso.mails()).filter(({ subject, text }) =>
    `${subject} ${text}`.includes("Zoë Demo"),
  );
  expect(about.every(({ id }) => id === mail.id)).toBe(true);
  const owner = await sayso.row("SELECT email FROM clients WHERE id = ?", row?.client_id);
  expect((await sayso.mails()).filter(({ to }) => to.includes(owner?.email))).toEqual([]);
  const link = /http:\S+/.exec(mail.text)?.[0] ?? "";
  const watcher = await page.context().newPage();
  await watcher.goto(link);
  await expect
    .poll(() => watcher.evaluate(() => document.querySelector("video")?.readyState ?? 0))
    .toBeGreaterThan(1);
  await watcher.close();

  expect(posts).toEqual(["/webhooks/testimonials/demo"]);
  await button(page, "Close Demo").click();
  await expect(page).toHaveURL(/\/$/);
  // The home page reloads to get its settings.
  await expect(page.getByRole("heading", { level: 1, name: "Your customers say so." })).toBeVisible();
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await expect(page.locator("dialog")).toHaveCount(0);
});

test("DEM06 BRA05 without consent, or with something that is no video, the demo's webhook takes nothing", async ({
  sayso,
}) => {
  const form = (consent: string) => {
    const data = new FormData();
    data.set("name", "Ann");
    data.set("email", "nobody@example.com");
    data.set("timestamp", new Date().toISOString());
    data.set("privacyConsent", "true");
    data.set("marketingConsent", consent);
    data.set("video", new File(["<html>"], "testimonial-1.mp4", { type: "video/mp4" }));
    return data;
  };
  for (const consent of ["false", "true"]) {
    const answer = await sayso.fetch("/webhooks/testimonials/demo", { method: "POST", body: form(consent) });
    expect(answer.status, consent).toBeGreaterThanOrEqual(400);
    expect(answer.status, consent).toBeLessThan(500);
  }
  expect(await sayso.rows("SELECT 1 FROM submissions WHERE customer_email = 'nobody@example.com'")).toEqual(
    [],
  );
});

test("DEM03 BUDGET the demo loads at most 100 kB of JavaScript, and no recorder before the button is pressed", async ({
  page,
}) => {
  const loaded = watchLoading(page);
  const scripts = async () => [...(await loaded())].filter(([name]) => name.endsWith(".js"));
  await page.goto("/demo");
  await expect(start(page)).toBeVisible();
  await page.waitForLoadState("networkidle");
  const first = await scripts();
  const total = first.reduce((sum, [, size]) => sum + size, 0);
  expect(total, first.map(([name, size]) => `${name} ${size}`).join("\n")).toBeLessThanOrEqual(100_000);
  const names = first.map(([name]) => name);
  expect(
    names.filter((name) => /testimonial-dialog|stage|record|home-screen|portal|camera/.test(name)),
  ).toEqual([]);
  await start(page).click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(async () => (await scripts()).join()).toContain("testimonial-dialog");
});

test("DEM01 BUDGET nothing of the demo shifts while it loads", async ({ page }) => {
  await measureShift(page);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of ["/demo", "/onboarding", "/thank-you"]) {
      await page.goto(path);
      await page.waitForLoadState("networkidle");
      const shift = await shiftOf(page);
      expect(shift, path).toBeLessThan(0.02);
    }
  }
});

test("DEM01 axe finds nothing on the demo and in its dialog", async ({ page }) => {
  await page.goto("/demo");
  await expect(start(page)).toBeVisible();
  await axe(page, "page");
  await start(page).click();
  await page.getByLabel("Upload a video instead").setInputFiles(TAKE);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await axe(page, "dialog");
});
