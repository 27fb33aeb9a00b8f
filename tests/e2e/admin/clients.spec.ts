import { Buffer } from "node:buffer";
import { addClient } from "../../support/people/owner/clients.ts";
import { call, signIn } from "../../support/people/owner/users.ts";
import { button, expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, addPermanentFailure, line, openLine, test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };

test("script in a client's names is inert, and View opens its portal in a new tab, which leads back (ADM05 CLI04 INV47 RTE11)", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const script = `<img src=x onerror="window.struck=1">${crypto.randomUUID().slice(0, 6)}`;
  const { client } = await addPermanentFailure(sayso, script);
  const cookie = await signIn(sayso, admin, "admin");
  await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: { changed: { contact_name: script }, loaded: { contact_name: "Owner" } },
  });
  for (const path of ["/clients/admin/audit", "/clients/admin"]) {
    await page.goto(path);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await page.evaluate(() => "struck" in window), path).toBe(false);
  }
  await openLine(page, client);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    line(page, client).getByRole("link", { name: /View/ }).click(),
  ]);
  const banner = opened.getByRole("note").filter({ hasText: "Admin View" });
  await expect(banner).toContainText(client.company_name);
  expect(await opened.evaluate(() => "struck" in window)).toBe(false);
  await banner.getByRole("link", { name: "Back to the admin area" }).click();
  await expect(line(opened, client), `${admin.email} is back at the line`).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const csv = Buffer.concat(await (await download.createReadStream()).toArray()).toString();
  expect(csv.trim().split("\r\n")).toHaveLength(2);
});

test("axe finds nothing on the clients, with lines and without, nor on the question (ADM03 ADM06)", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Axe") });
  await openLine(page, client);
  await expect(line(page, client), admin.email).toBeVisible();
  await axe(page, "clients");
  await page.setViewportSize(DESK);
  await button(page, `Deactivate ${client.company_name}`).click();
  await expect(dialog(page, "Deactivate?")).toBeVisible();
  await axe(page, "deactivate");
  await page.goto("/clients/admin?q=nobody-has-this");
  await expect(page.getByRole("heading", { name: "No clients match your search" })).toBeVisible();
  await axe(page, "no clients");
});

test("a small laptop sees the table with long names too, and a tablet sees cards (ADM03)", async ({
  page,
  admin,
  sayso,
}) => {
  const name = uniqueName("Long");
  await addClient(sayso, {
    company_name: `${name} Featherstonehaugh, Thistlethwaite & Daughters Reupholstery Ltd`,
    email: `accounts.${crypto.randomUUID().slice(0, 8)}@featherstonehaugh-thistlethwaite.example`,
    status: "pending_onboarding",
    review_link_type: "Google Business Profile",
    review_link_url: "https://review.example/x",
  });
  await openLine(page, { company_name: name });
  const table = page.getByRole("table", { name: "Client Accounts" });
  for (const width of [1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(table, `${width} px for ${admin.email}`).toBeVisible();
    // Only horizontally: the row's vertical position depends on the notices above.
    const last = await table.getByRole("button", { name: /^Reactivate/ }).boundingBox();
    expect(last ? last.x + last.width : Infinity, `${width} px`).toBeLessThanOrEqual(width);
    // As with scroll bars that take space.
    const room = await page.evaluate(() => document.documentElement.clientWidth - 15 - 2 * 32);
    const least = await table.evaluate((element) => {
      element.style.width = "0";
      const { width: needed } = element.getBoundingClientRect();
      element.style.width = "";
      return needed;
    });
    expect(least, `${width} px`).toBeLessThanOrEqual(room);
  }
  await page.setViewportSize({ width: 1000, height: 768 });
  await expect(table).toBeHidden();
  await expect(page.getByRole("list", { name: "Client Accounts" })).toContainText(name);
});
