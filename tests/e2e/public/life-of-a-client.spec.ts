// A client from the first visit to the last byte: months pass by the clocks of Stripe and of the schedule.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { format } from "date-fns";
import { unzip } from "../../support/people/owner/archives.ts";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { DAY_MS } from "../../support/people/admin/retention.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import * as login from "../login-pages.ts";
import { addPromotion, monthEnd, payOnPage, sellPlans, test } from "../payments.ts";
import { button, expect, record, send, toast } from "../sayso.ts";
import { openHome, plan } from "./home-page.ts";

const PASSWORD = "geese at dawn";
const HOUR_MS = 3_600_000;
const day = (at: number) => format(at, "dd MMM yyyy");
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const payments = (page: Page) =>
  page.getByRole("list", { name: "Payments, newest first" }).getByRole("listitem");
const notice = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

async function buy(page: Page, world: PaymentWorld, code: string): Promise<{ buying: Page; email: string }> {
  await sellPlans(world, page.context());
  await addPromotion(world, code);
  await openHome(page, `?ref=${code}`);
  const opened = page.context().waitForEvent("page");
  await plan(page, "No Setup Plan").getByRole("link", { name: "Get Started" }).click();
  const buying = await opened;
  await expect(buying.getByText(`Discount ${code}`)).toBeVisible();
  const email = `bea-${code.toLowerCase()}@example.com`;
  await payOnPage(buying, { email, name: "Bea Buyer" });
  await expect(buying.getByText("Payment received: No Setup Plan")).toBeVisible();
  return { buying, email };
}

async function setUp(page: Page, company: string): Promise<void> {
  const field = (name: string) => page.getByRole("textbox", { name });
  await field("Name").fill("Bea Buyer");
  await field("Company").fill(company);
  await page.getByRole("combobox", { name: "Review platform" }).selectOption("none");
  await button(page, "Complete setup").click();
  await expect(login.heading(page, "Thank you for completing your set-up.")).toBeVisible();
}

async function choosePassword(page: Page, sayso: Sayso, email: string): Promise<void> {
  const mail = await login.mailTo(sayso, email, "Your Sayso portal is ready");
  await page.goto(login.linkOf(mail));
  await login.newPassword(page).fill(PASSWORD);
  await login.repeat(page).fill(PASSWORD);
  await button(page, "Set password").click();
  await expect(toast(page, "Password set successfully!")).toBeVisible();
  await signIn(page, email);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(login.pages.client);
  await login.logIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL("/clients/dashboard");
}

async function openBilling(page: Page): Promise<void> {
  await page.goto("/clients/billing");
  await expect(card(page, "Payment")).toBeVisible();
}

/** A customer records and sends a video; returns the SHA-256 of the file in the folder. */
async function receiveVideo(browser: Browser, sayso: Sayso, client: ClientRow): Promise<string> {
  const context = await browser.newContext({ baseURL: sayso.url.origin });
  const page = await context.newPage();
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  await send(page);
  await context.close();
  const { file } = await deliveredVideo(sayso, client);
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** Advances Stripe's clock just past a moment, and waits until all effects are applied. */
async function passUntil(world: PaymentWorld, moment: number): Promise<void> {
  world.stripe.advanceTo(new Date(moment));
  await world.eventsApplied();
}

async function downloadEverything(page: Page) {
  await page.getByRole("link", { name: "Download everything" }).click();
  const link = page.getByRole("link", { name: "Download ZIP file" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return unzip(await readFile(await download.path()));
}

test("BIL02 BIL06 BIL07 BIL10 BIL11 RET03 INV52 a client buys, is paid for, fails, recovers, leaves with everything, and nothing is left", async ({
  page,
  browser,
  payments: world,
}) => {
  const { sayso, stripe, api } = world;
  await login.clearAttempts(sayso);
  const code = `ANN${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const { buying, email } = await buy(page, world, code);
  await setUp(buying, `Bakery ${code}`);
  await buying.close();
  await world.eventsApplied();
  const client = (await world.client(email)) as ClientRow;
  expect(client).toMatchObject({ company_name: `Bakery ${code}`, status: "active" });
  const bought = await sayso.row("SELECT * FROM subscriptions WHERE client_id = ?", client.id);
  expect(bought, "the partner").toMatchObject({ client_reference: code });
  const subscription = String(bought?.id);
  const ends = async () => (await monthEnd(world, subscription)).getTime();
  await choosePassword(page, sayso, email);
  const sha256 = await receiveVideo(browser, sayso, client);
  await openBilling(page);
  await expect(card(page, "No Setup Plan")).toContainText("49credits left");
  await expect(payments(page)).toHaveText([/£29/]);

  // A month later it is paid again, at the partner's price.
  await passUntil(world, (await ends()) + HOUR_MS);
  await openBilling(page);
  await expect(card(page, "No Setup Plan")).toContainText("50credits left");
  await expect(payments(page)).toHaveText([/£29/, /£29/]);

  // The next payment fails; its retry succeeds.
  const failing = await ends();
  stripe.declineNext(String(bought?.customer));
  await passUntil(world, failing + HOUR_MS);
  await sayso.schedule(new Date());
  await openBilling(page);
  await expect(notice(page, "Your last payment failed")).toContainText("Everything keeps working until");
  await login.mailTo(sayso, email, "Your payment did not go through");
  await passUntil(world, failing + 2 * DAY_MS);
  await openBilling(page);
  await expect(payments(page)).toHaveCount(3);
  await expect(page.getByRole("alert")).toHaveCount(0);

  // It cancels: the paid period continues, and 14 days more.
  const end = await ends();
  const last = end + 14 * DAY_MS;
  await button(page, "Cancel plan").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel plan" }).click();
  await expect(notice(page, "Your plan is cancelled")).toContainText(`ends on ${day(last)}`);
  await expect(card(page, "Payment")).toContainText(`Paid until ${day(end)}`);
  await login.mailTo(sayso, email, "Your plan is cancelled");
  const files = await downloadEverything(page);
  const videos = [...files].filter(([name]) => name.startsWith("videos/"));
  expect(videos.map(([, file]) => file.sha256)).toEqual([sha256]);
  expect(files.get("submissions.csv")?.bytes.toString()).toContain("Ann Example");

  await passUntil(world, end + HOUR_MS);
  expect((await api.subscriptions.retrieve(subscription)).status).toBe("canceled");
  await page.goto(`/record/${client.custom_slug}`);
  await expect(page.getByRole("main")).toContainText(client.company_name);
  await expect(page.getByText("This account is currently not active.")).toHaveCount(0);
  for (const days of [0, 7.01, 13.01]) await sayso.schedule(new Date(end + days * DAY_MS));
  expect(await sayso.keys(`drive/${client.id}/`), "until the last day").toHaveLength(1);
  for (const days of [14.02, 15.1, 16.2]) await sayso.schedule(new Date(end + days * DAY_MS));
  expect(await sayso.keys(`drive/${client.id}/`)).toEqual([]);
  // Their jobs are due later: checks the queued emails, not the sent ones.
  const mails = await sayso.rows(
    "SELECT template FROM emails WHERE recipient = ? ORDER BY created_at",
    email,
  );
  expect(mails.map(({ template }) => template).slice(-6)).toEqual([
    "payment_failed",
    "plan_resumed",
    "plan_cancelled",
    "deletion_ahead",
    "deletion_ahead",
    "data_deleted",
  ]);
  await login.clearAttempts(sayso);
  await signIn(page, email);
  await expect(page.getByText("No testimonials yet.")).toBeVisible();
  await page.goto(`/record/${client.custom_slug}`);
  await expect(page.getByText("This account is currently not active.")).toBeVisible();
});
