import { mergeTests, type Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import type { PaymentWorld } from "../../support/people/owner/payments.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { heading } from "../login-pages.ts";
import { test as withPayments } from "../payments.ts";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test as withoutPayments, uniqueName } from "./admin.ts";

const test = mergeTests(withoutPayments, withPayments);

const DESK = { width: 1280, height: 800 };
const events = (page: Page) => page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem");
const doubts = (page: Page) => page.getByRole("region", { name: "To decide" }).getByRole("listitem");

async function openPayments(page: Page): Promise<void> {
  await page.goto("/clients/admin");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: "Payments", exact: true })
    .click();
  await expect(heading(page, "Payments")).toBeVisible();
}

/** Chooses a business in the dialog, as an admin does who knows its name. */
async function give(page: Page, name: string): Promise<void> {
  const question = dialog(page, "Whose payment is it?");
  await expect(button(page, "Give it to them"), "nobody is chosen yet").toBeDisabled();
  await question.getByRole("searchbox", { name: "Find a business" }).fill(name);
  const business = question.getByRole("combobox", { name: "Business" });
  await expect(business.getByRole("option")).toHaveCount(2);
  await business.selectOption(
    await business
      .getByRole("option")
      .nth(1)
      .evaluate((one: HTMLOptionElement) => one.value),
  );
  await axe(page, "whose payment it is");
  await page.setViewportSize(DESK);
  await button(page, "Give it to them").click();
  await expect(toast(page, "The payment is theirs")).toBeVisible();
  await expect(question).toHaveCount(0);
}

/** A business, and a plan that somebody has bought by its address: nobody knows whether it was them. */
async function inDoubt(payments: PaymentWorld) {
  const client = await addClient(payments.sayso, { company_name: uniqueName("Known") });
  await payments.buy("noSetup", { email: client.email, name: "Somebody" });
  await payments.settled();
  return client;
}

test("BIL11 an admin sees what Stripe told of and what came of it, and finds the events of a business", async ({
  page,
  admin,
  payments,
}) => {
  const name = uniqueName("Bought");
  const email = await payments.buy("standard", { name });
  await payments.settled();
  await payments.buy("standard");
  await payments.settled();
  await measureShift(page);
  await page.goto("/clients/admin/payments");
  await expect(events(page).first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await shiftOf(page), `nothing moves for ${admin.email}`).toBeLessThan(0.02);
  await axe(page, "events");
  await page.setViewportSize(DESK);
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await expect(page).toHaveURL(/q=Bought/);
  const found = await payments.sayso.rows(
    "SELECT e.id FROM payment_events e JOIN subscriptions s ON s.customer = e.customer WHERE s.email = ?",
    email,
  );
  await expect(events(page)).toHaveCount(found.length);
  const first = events(page).filter({ hasText: "checkout.session.completed" });
  await expect(first).toContainText(name);
  await expect(first).toContainText("It is paid.");
  await first.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/\/clients\/admin\?q=/);
  await page.goBack();
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing of this kind");
  await expect(page.getByRole("heading", { name: "No events match your search" })).toBeVisible();
  await axe(page, "no events match");
  await page.setViewportSize(DESK);
  await button(page, "Show all").click();
  await expect(events(page).filter({ hasText: name }).first()).toBeVisible();
});

test("INV25 BIL11 a plan that was bought by the address of a business waits until an admin says whose it is", async ({
  page,
  admin,
  payments,
}) => {
  const client = await inDoubt(payments);
  const real = await addClient(payments.sayso, { company_name: uniqueName("Payer") });
  await openPayments(page);
  const doubt = doubts(page).filter({ hasText: client.email });
  await expect(doubt).toContainText(
    `The address is that of ${client.company_name}, but anybody can type it.`,
  );
  await axe(page, "payments to decide");
  await page.setViewportSize(DESK);
  const say = doubt.getByRole("button", { name: "Say whose it is" });
  await say.click();
  await expect(dialog(page, "Whose payment is it?")).toContainText(`Paid by ${client.email}.`);
  await button(page, "Not now").click();
  await expect(say).toBeFocused();
  await say.click();
  await give(page, real.company_name);
  await expect(doubt).toHaveCount(0);
  await expect(heading(page, "Payments")).toBeFocused();
  const paysFor = await payments.sayso.row(
    "SELECT c.company_name, c.plan_type FROM subscriptions s JOIN clients c ON c.subscription_id = s.id WHERE s.email = ?",
    client.email,
  );
  expect(paysFor, `said by ${admin.email}`).toEqual({
    company_name: real.company_name,
    plan_type: "no-setup",
  });
  await page.goto(`/clients/admin/audit?subject=${real.id}`);
  await expect(page.getByRole("list", { name: "Changes, newest first" })).toContainText(admin.email);
});

test("BIL05 BIL11 credits that were bought for nobody are given to the business that an admin names", async ({
  page,
  admin,
  payments,
}) => {
  const { sayso } = payments;
  const shop = await addClient(sayso, { company_name: uniqueName("Top Shop"), credits_remaining: 3 });
  const link = await sayso.row(
    "SELECT setting_value FROM admin_settings WHERE setting_key = 'payment_link_top_up'",
  );
  const email = await payments.pay(`${link?.setting_value}`);
  await payments.settled();
  await openPayments(page);
  const doubt = doubts(page).filter({ hasText: email });
  await expect(doubt).toContainText("£15");
  await doubt.getByRole("button", { name: "Say whose it is" }).click();
  await expect(dialog(page, "Whose payment is it?")).toContainText("gets its credits at once");
  await give(page, shop.company_name);
  await expect(doubt).toHaveCount(0);
  const after = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", shop.id);
  expect(after?.n, `given by ${admin.email}`).toBe(28);
});

test("BIL11 an admin sees on the page of a client what became of its plan", async ({
  page,
  admin,
  payments,
}) => {
  const email = await payments.buy("standard");
  await payments.settled();
  const id = (await payments.client(email))?.id;
  const [customer] = (await payments.api.customers.list({ email })).data;
  const [bought] = (await payments.api.subscriptions.list({ customer: customer?.id ?? "" })).data;
  await payments.api.subscriptions.update(bought?.id ?? "", { cancel_at_period_end: true });
  await payments.settled();
  await payments.api.subscriptions.update(bought?.id ?? "", { cancel_at_period_end: false });
  await payments.settled();
  await page.goto(`/clients/billing?clientId=${id}`);
  const states = page.getByRole("region", { name: "What became of the plan" }).getByRole("listitem");
  await expect(states, `for ${admin.email}`).toHaveText([/^Active/, /^Cancelled, until/]);
  await axe(page, "the billing of a client");
  await button(page, "Manage billing").click();
  await page.getByRole("link", { name: "Back to Sayso" }).click();
  await expect(page).toHaveURL(`/clients/billing?clientId=${id}`);
  await expect(states, "still the same client").toHaveCount(2);
});

withoutPayments("BIL11 without keys an admin reads what is to be done to sell", async ({ page, admin }) => {
  await openPayments(page);
  await expect(page.getByRole("note")).toContainText("Nothing is sold online yet.");
  await expect(page.getByRole("note"), admin.email).toContainText("STRIPE_SECRET_KEY");
  await expect(page.getByRole("heading", { name: "No events yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "To decide" })).toHaveCount(0);
  await axe(page, "no payments");
});
