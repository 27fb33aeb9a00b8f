import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { plantPurchase } from "../../support/people/owner/purchases.ts";
import { logoFile, plantSetup, setupForm } from "../../support/people/admin/site.ts";
import { addUser } from "../../support/people/owner/users.ts";
import type { Sayso } from "../../support/runtime/worker.ts";
import { forgetAttempts, heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const create = (page: Page) => page.getByRole("button", { name: "Create client", exact: true });
const list = (page: Page, name: string) => page.getByRole("list", { name: `${name}, newest first` });

const setup = (page: Page, company: string) =>
  list(page, "Set-ups").getByRole("listitem").filter({ hasText: company });

const badge = (page: Page) =>
  page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: /^Set-ups/ });

const someone = () => `${crypto.randomUUID().slice(0, 8)}@buyers.example`;

/** Sends what a buyer fills in. */
async function buy(sayso: Sayso, wish: Record<string, string>, logo?: Blob): Promise<void> {
  await forgetAttempts(sayso);
  const body = setupForm(wish, logo);
  const { status } = await sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body });
  expect(status).toBe(200);
}

const forgetSetups = (sayso: Sayso) => sayso.change("DELETE FROM onboarding_requests");

test("ONB13 INV47 a set-up waits as its buyer wrote it and becomes a client with its logo", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const company = uniqueName(`<img src=x onerror="window.struck=1"> Bäckerei`);
  const email = someone();
  await buy(sayso, { company, email, reviewPlatform: "trustpilot" }, await logoFile());
  const id = (await sayso.row("SELECT id FROM onboarding_requests WHERE email = ?", email))?.id;
  await page.goto("/clients/admin");
  await expect(badge(page)).toContainText("1");
  await badge(page).click();
  await expect(heading(page, "Set-ups")).toBeFocused();
  for (const text of ["Bea Buyer", email, "Trustpilot"])
    await expect(setup(page, company)).toContainText(text);
  const logo = setup(page, company).getByRole("img", { name: `Logo of ${company}` });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => "struck" in window)).toBe(false);
  await axe(page, "set-ups");
  await page.setViewportSize(DESK);

  await button(page, `Create client from ${company}`).click();
  const form = dialog(page, "New client");
  await expect(field(page, "Company name")).toHaveValue(company);
  await expect(field(page, "Contact name")).toHaveValue("Bea Buyer");
  await expect(field(page, "Email")).toHaveValue(email);
  await expect(form.getByRole("combobox", { name: "Status" })).toHaveValue("pending_onboarding");
  await expect(form.getByRole("combobox", { name: "Review link type" })).toHaveValue("Trustpilot");
  await expect(field(page, "Custom slug")).toHaveValue(/backerei|baeckerei/);
  await expect(form).toContainText("We use the buyer's logo unless you choose another.");
  await axe(page, "a client of a set-up");
  await page.setViewportSize(DESK);
  await field(page, "Contact name").fill("Bea B.");
  await page.keyboard.press("Escape");
  await expect(button(page, `Create client from ${company}`)).toBeFocused();
  await button(page, `Create client from ${company}`).click();
  await expect(field(page, "Contact name"), "what was typed is still there").toHaveValue("Bea B.");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin/setups");
  await expect(button(page, `Create client from ${company}`)).toBeFocused();
  await page.goForward();
  await page.reload();
  await expect(field(page, "Contact name"), "and after a reload").toHaveValue("Bea B.");
  await expect(field(page, "Custom slug")).not.toHaveValue("");
  await create(page).click();
  const created = dialog(page, "Client created");
  await expect(created.locator("code")).not.toBeEmpty();
  await expect(page).toHaveURL(/make=/);
  await button(page, "Done").click();
  await expect(heading(page, "Set-ups")).toBeFocused();
  await expect(page).toHaveURL("/clients/admin/setups");
  await expect(setup(page, company)).toBeHidden();
  await expect(page.getByRole("heading", { name: "No set-ups are waiting" })).toBeVisible();
  await expect(badge(page)).toHaveText("Set-ups");
  await axe(page, "no set-ups");

  const client = await sayso.row("SELECT * FROM clients WHERE email = ?", email);
  expect(client).toMatchObject({
    company_name: company,
    contact_name: "Bea B.",
    status: "pending_onboarding",
    review_link_type: "Trustpilot",
  });
  expect((await sayso.fetch(client?.logo_url)).status, `made by ${admin.email}`).toBe(200);
  expect(await sayso.keys(`onboarding/${id}/`)).toEqual([]);
});

test("ONB13 a set-up in an existing client's name is said to be one, and makes no second client of the address", async ({
  page,
  admin,
  sayso,
}) => {
  const old = await addClient(sayso, { company_name: uniqueName("Old Customer") });
  await addUser(sayso, { clientId: old.id, email: old.email });
  const company = uniqueName("Mine now");
  await buy(sayso, { company, email: old.email });
  await page.goto("/clients/admin/setups");
  await expect(setup(page, company)).toContainText(
    `${old.company_name} already uses this address, and was not changed.`,
  );
  await expect(setup(page, company)).toContainText("Two clients cannot sign in with the same address");
  await axe(page, "set-ups, with a known address");
  await page.setViewportSize(DESK);
  await button(page, `Create client from ${company}`).click();
  await expect(dialog(page, "New client")).toContainText(
    `${old.company_name} already uses this address. Enter a different one.`,
  );
  await expect(field(page, "Custom slug")).toHaveValue(/^mine-now-/);
  await create(page).click();
  await expect(toast(page, "Error", "Failed to create client")).toBeVisible();
  await expect(page.getByText("This address already belongs to another account.")).toBeVisible();
  await expect(field(page, "Email")).toBeFocused();
  const email = someone();
  await field(page, "Email").fill(email);
  await create(page).click();
  await button(page, "Done").click();
  await expect(setup(page, company), admin.email).toBeHidden();
  expect(await sayso.row("SELECT company_name FROM clients WHERE email = ?", email)).toEqual({
    company_name: company,
  });
  expect(await sayso.row("SELECT company_name FROM clients WHERE email = ?", old.email)).toEqual({
    company_name: old.company_name,
  });
});

test("ONB13 a set-up is dismissed only when that is meant, and its logo goes with it", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await forgetSetups(sayso);
  const id = await plantSetup(sayso);
  await page.goto("/clients/admin/setups");
  const dismiss = button(page, "Dismiss the set-up of Buyer");
  const question = dialog(page, "Dismiss?");
  await dismiss.click();
  await expect(question).toContainText("is deleted, with the logo. This cannot be undone.");
  await axe(page, "dismiss a set-up");
  await page.setViewportSize(DESK);
  await button(page, "Keep it").click();
  await expect(dismiss).toBeFocused();
  expect(await sayso.row("SELECT 1 AS there FROM onboarding_requests WHERE id = ?", id)).toBeDefined();

  await dismiss.click();
  await context.setOffline(true);
  await button(page, "Dismiss this set-up").click();
  await expect(toast(page, "Failed to dismiss set-up", "We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  await dismiss.click();
  await button(page, "Dismiss this set-up").click();
  await expect(toast(page, "Set-up dismissed")).toBeVisible();
  await expect(heading(page, "Set-ups")).toBeFocused();
  await expect(page.getByRole("heading", { name: "No set-ups are waiting" })).toBeVisible();
  expect(await sayso.row("SELECT 1 FROM onboarding_requests WHERE id = ?", id)).toBeUndefined();
  expect(await sayso.keys(`onboarding/${id}/`)).toEqual([]);
  await page.goto(`/clients/admin/audit?subject=${id}`);
  await expect(list(page, "Changes")).toContainText("Dismissed a set-up");
  await expect(list(page, "Changes")).toContainText(admin.email);
});

test("ONB13 a set-up that somebody else has seen to is said to be gone, and its client is made without it only when that is meant", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const id = await plantSetup(sayso);
  const email = `${id.slice(0, 8)}@buyers.example`;
  const made = () => sayso.row("SELECT contact_name, status, logo_url FROM clients WHERE email = ?", email);
  await page.goto("/clients/admin/setups");
  await button(page, "Create client from Buyer").click();
  await expect(field(page, "Custom slug")).toHaveValue(/^buyer/);
  await field(page, "Contact name").fill("Bea, by phone");
  await sayso.change("DELETE FROM onboarding_requests WHERE id = ?", id);
  await create(page).click();
  await expect(
    page.getByText("Set-up not found. Somebody else has dismissed it in the meantime"),
  ).toBeVisible();
  await expect(page.getByText("We use the buyer's logo")).toBeHidden();
  expect(await made()).toBeUndefined();
  await axe(page, "a set-up that is gone");
  await page.setViewportSize(DESK);

  await expect(field(page, "Contact name"), "what was typed").toHaveValue("Bea, by phone");
  await button(page, "Create without the set-up").click();
  await expect(dialog(page, "Client created").locator("code")).not.toBeEmpty();
  await button(page, "Done").click();
  await expect(page.getByRole("heading", { name: "No set-ups are waiting" }), admin.email).toBeVisible();
  expect(await made()).toEqual({
    contact_name: "Bea, by phone",
    status: "pending_onboarding",
    logo_url: null,
  });
});

test("INV25 ONB13 a set-up from another address than the one that paid says so, and is used for the client of its payment", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const { client, checkout } = await plantPurchase(sayso, { company_name: uniqueName("Bea") });
  const company = uniqueName("Bea’s Bakery");
  const email = someone();
  await buy(sayso, { company, email, checkout }, await logoFile());
  await buy(sayso, { company: "Made up", email: someone(), checkout: "cs_test_made_up" });
  await page.goto("/clients/admin/setups");
  await expect(setup(page, company)).toContainText(
    `Standard Plan, paid by ${client.email} for the client ${client.company_name}`,
  );
  await expect(setup(page, company)).toContainText("It came from another address than the one that paid.");
  await expect(setup(page, "Made up")).toContainText("We do not know the payment that it names");
  await expect(setup(page, "Made up").getByRole("button", { name: /^Use for/ })).toHaveCount(0);
  await axe(page, "set-ups that were paid for");
  await page.setViewportSize(DESK);

  const use = setup(page, company).getByRole("button", { name: `Use for ${client.company_name}` });
  await use.click();
  const question = dialog(page, `Use for ${client.company_name}?`);
  await expect(question).toContainText(`becomes ${company} and goes live.`);
  await expect(question).toContainText(client.email);
  await axe(page, "use a set-up");
  await page.setViewportSize(DESK);
  await button(page, "Not now").click();
  await expect(use).toBeFocused();
  await use.click();
  await button(page, "Set up and invite").click();
  await expect(toast(page, "Client set up", "The invitation is on its way.")).toBeVisible();
  await expect(setup(page, company)).toBeHidden();
  await expect(heading(page, "Set-ups")).toBeFocused();
  expect(await sayso.row("SELECT * FROM clients WHERE id = ?", client.id)).toMatchObject({
    company_name: company,
    email: client.email,
    status: "active",
  });
  await page.goto(`/clients/admin/audit?subject=${client.id}`);
  await expect(list(page, "Changes")).toContainText("Used a set-up for the client");
  await expect(list(page, "Changes")).toContainText(admin.email);
});

test("INV25 a set-up that somebody else has used meanwhile is said to be gone", async ({
  page,
  admin,
  sayso,
}) => {
  await forgetSetups(sayso);
  const { client, checkout } = await plantPurchase(sayso, { company_name: uniqueName("Bea") });
  const company = uniqueName("Twice");
  await buy(sayso, { company, email: someone(), checkout });
  await page.goto("/clients/admin/setups");
  await setup(page, company)
    .getByRole("button", { name: /^Use for/ })
    .click();
  await sayso.change("UPDATE clients SET status = 'active' WHERE id = ?", client.id);
  await button(page, "Set up and invite").click();
  await expect(
    toast(page, "Failed to set up the client", "No client waits for this set-up any more."),
  ).toBeVisible();
  await expect(setup(page, company), admin.email).toContainText("is set up already, and was not changed.");
});
