import { Buffer } from "node:buffer";
import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { forgetAttempts, heading } from "../login-pages.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };
const list = (page: Page, name: string) => page.getByRole("list", { name: `${name}, newest first` });

test("HOM16 EML03 sign-ups are found, filtered, told apart and exported", async ({ page, admin, sayso }) => {
  const company = uniqueName("Corner");
  const address = `vera-${crypto.randomUUID().slice(0, 8)}@visitors.example`;
  await forgetAttempts(sayso);
  const joined = await call(sayso, "POST", "/functions/v1/subscribe-getresponse", {
    body: { email: address, firstName: "Vera", surname: "Visitor", company, campaignId: "pre-launch" },
  });
  expect(joined.status).toBe(200);
  for (const [state, error] of [
    ["waiting", "The mailing list answered 503."],
    ["synced", null],
    ["confirmed", null],
    ["failed", "The mailing list answered 401."],
  ] as const) {
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, status, error_message, created_at, confirmed_at) VALUES (?, ?, 'Walt', ?, ?, ?, ?, ?, ?)",
      crypto.randomUUID(),
      `${state}-${address}`,
      state,
      company,
      state,
      error,
      Date.now() - 60_000,
      state === "confirmed" ? Date.now() : null,
    );
  }
  const found = list(page, "Sign-ups").getByRole("listitem");
  await page.goto("/clients/admin/sign-ups");
  await page.getByRole("searchbox", { name: "Search" }).fill(company);
  await expect(page).toHaveURL(/q=Corner/);
  await expect(found).toHaveCount(5);
  await expect(found.first()).toContainText("Vera Visitor");
  await expect(found.first()).toContainText("Asked to confirm");
  await axe(page, "sign-ups");
  await page.setViewportSize(DESK);
  const states = page.getByRole("combobox", { name: "Status" });
  for (const [state, text] of [
    ["Waiting for the mailing list", "The mailing list answered 503."],
    ["Passed to the list", "synced"],
    ["Confirmed", "Confirmed"],
    ["Failed", "The mailing list answered 401."],
  ] as const) {
    await states.selectOption(state);
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(text);
  }
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const csv = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(csv.trim().split("\r\n"), "what is filtered, and its head").toHaveLength(2);
  expect(csv).toContain(`failed-${address}`);
  await page.reload();
  await expect(found, `${admin.email} finds the same after a reload`).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search" }).fill("nobody-has-this");
  await expect(page.getByRole("heading", { name: "No sign-ups match your search" })).toBeVisible();
  await axe(page, "no sign-ups");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/sign-ups");
});

test("HOM16 JOB08 sign-ups that did not reach the list are queued again, one or all", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await sayso.change("DELETE FROM sign_ups");
  const plant = async (surname: string) => {
    const id = crypto.randomUUID();
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, status, error_message, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', 'failed', 'The mailing list answered 401.', ?)",
      id,
      `${id.slice(0, 8)}@visitors.example`,
      surname,
      Date.now(),
    );
    return id;
  };
  const jobs = async (id: string) =>
    (await sayso.rows("SELECT 1 FROM job_queue WHERE job_type = 'subscribe' AND subject_id = ?", id)).length;
  const [alone, faster, third, fourth] = [
    await plant("Alone"),
    await plant("Faster"),
    await plant("Third"),
    await plant("Fourth"),
  ];
  for (const path of [`/api/admin/sign-ups/${alone}/retry`, "/api/admin/sign-ups/retry-all"])
    expect((await call(sayso, "POST", path, {})).status, "a stranger").toBe(401);
  expect(await jobs(alone)).toBe(0);

  const one = (surname: string) =>
    list(page, "Sign-ups")
      .getByRole("listitem")
      .filter({ hasText: `Vera ${surname}` });
  const retry = (surname: string) => one(surname).getByRole("button", { name: "Retry" });
  await page.goto("/clients/admin/sign-ups");
  await expect(retry("Alone")).toHaveAccessibleDescription("Vera Alone");
  await axe(page, "failed sign-ups");
  await page.setViewportSize(DESK);
  // The toaster comes when a page is first touched.
  await heading(page, "Sign-ups").click();
  await expect(page.locator(".toast-layer")).toBeAttached();
  await context.setOffline(true);
  await retry("Alone").click();
  await expect(toast(page, "Failed to queue the retry", "We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  await retry("Alone").click();
  await expect(toast(page, "Retry queued")).toBeVisible();
  await expect.poll(() => jobs(alone)).toBe(1);
  expect(await jobs(third)).toBe(0);

  // Somebody else's retry overtakes this one; changed any earlier, the list might hide the button.
  await page.route(`**/sign-ups/${faster}/retry`, async (route) => {
    await sayso.change("UPDATE sign_ups SET status = 'waiting' WHERE id = ?", faster);
    await route.continue();
  });
  await retry("Faster").click();
  await expect(
    toast(page, "Nothing to retry", "This sign-up is already on its way."),
    admin.email,
  ).toBeVisible();
  await expect(one("Faster")).toContainText("Waiting for the mailing list");
  await expect(retry("Faster")).toBeHidden();

  await page.getByRole("combobox", { name: "Status" }).selectOption("Failed");
  await expect(retry("Third")).toBeVisible();
  await sayso.change("DELETE FROM sign_ups WHERE id IN (?, ?)", alone, faster);
  await button(page, "Retry all failed").click();
  await expect(toast(page, "Bulk retry initiated", "2 sign-ups queued")).toBeVisible();
  for (const id of [third, fourth]) expect(await jobs(id)).toBe(1);
  await page.goto(`/clients/admin/audit?subject=${alone}`);
  await expect(list(page, "Changes").getByRole("listitem")).toHaveCount(1);
  await expect(list(page, "Changes")).toContainText("Retried sign-ups");
});

test("HOM16 a sign-up is deleted only when that is meant, and a copy at the mailing list is spoken of", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  await sayso.change("DELETE FROM sign_ups");
  const plant = async (surname: string, state: string) => {
    const id = crypto.randomUUID();
    await sayso.change(
      "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?, ?, 'Vera', ?, 'Shop', ?, ?)",
      id,
      `${id.slice(0, 8)}@visitors.example`,
      surname,
      state,
      Date.now(),
    );
    return id;
  };
  const there = (id: string) => sayso.row("SELECT 1 AS there FROM sign_ups WHERE id = ?", id);
  const handed = await plant("Handed", "synced");
  const asked = await plant("Asked", "pending_confirmation");
  await forgetAttempts(sayso);
  const owner = await addUser(sayso, { clientId: (await addClient(sayso)).id });
  for (const [cookie, status] of [
    [undefined, 401],
    [await signIn(sayso, owner), 403],
  ] as const) {
    const answer = await call(sayso, "DELETE", `/api/admin/sign-ups/${handed}`, cookie ? { cookie } : {});
    expect(answer.status, "who is no admin").toBe(status);
  }

  await page.goto("/clients/admin/sign-ups");
  await expect(page.getByRole("main")).toContainText("is deleted after 30 days");
  const remove = (surname: string) =>
    list(page, "Sign-ups")
      .getByRole("listitem")
      .filter({ hasText: `Vera ${surname}` })
      .getByRole("button", { name: "Delete" });
  const question = dialog(page, "Delete?");
  await expect(remove("Handed")).toHaveAccessibleDescription("Vera Handed");
  await remove("Asked").click();
  await expect(question).toContainText("Vera Asked");
  await expect(question).not.toContainText("The mailing list has a copy");
  await button(page, "Keep it").click();
  await expect(remove("Asked")).toBeFocused();
  await remove("Handed").click();
  await expect(question).toContainText("The mailing list has a copy, which has to be removed there.");
  await axe(page, "delete a sign-up");
  await page.setViewportSize(DESK);
  await context.setOffline(true);
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Failed to delete the sign-up", "We cannot reach the server.")).toBeVisible();
  await context.setOffline(false);
  expect(await there(handed)).toBeDefined();
  await remove("Handed").click();
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Sign-up deleted")).toBeVisible();
  await expect(remove("Handed")).toBeHidden();
  await expect(heading(page, "Sign-ups")).toBeFocused();
  expect(await there(handed)).toBeUndefined();

  await sayso.change("DELETE FROM sign_ups WHERE id = ?", asked);
  await remove("Asked").click();
  await button(page, "Delete this sign-up").click();
  await expect(toast(page, "Nothing to delete", "This sign-up has already been deleted.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No sign-ups yet" })).toBeVisible();
  await page.goto(`/clients/admin/audit?subject=${handed}`);
  await expect(list(page, "Changes")).toContainText("Deleted a sign-up");
  await expect(list(page, "Changes")).toContainText(admin.email);
});
