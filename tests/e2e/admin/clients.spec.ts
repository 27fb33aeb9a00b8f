import { Buffer } from "node:buffer";
import { addClient } from "../../support/people/owner/clients.ts";
import { call, signIn } from "../../support/people/owner/users.ts";
import { button, expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { failForGood, line, openLine, test, uniqueName } from "./admin.ts";

test("ADM01 ADM03 ADM04 ADM05 RTE11 the table says everything about a client, newest first", async ({
  page,
  admin,
  sayso,
  context,
}) => {
  const name = uniqueName("Ledger");
  const old = await addClient(sayso, {
    company_name: `${name} old`,
    status: "suspended",
    credits_remaining: 0,
  });
  await sayso.change("UPDATE clients SET created_at = created_at - 86400000 WHERE id = ?", old.id);
  const client = await addClient(sayso, {
    company_name: `${name} new`,
    review_link_type: "Trustpilot",
    review_link_url: "https://review.example/x",
    watermark_enabled: 1,
  });
  await sayso.change(
    "UPDATE clients SET submissions_count = 12, storage_bytes = 3145728 WHERE id = ?",
    client.id,
  );
  await page.goto(`/clients/admin?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("note")).toContainText(
    "Total storage is shown in the hosting provider's own dashboard.",
  );
  const table = page.getByRole("table", { name: "Client Accounts" });
  for (const column of [
    "Company name",
    "Contact name",
    "Email",
    "Plan type",
    "Per month",
    "Remaining",
    "Watermark",
    "Drive link",
    "Custom slug",
    "Review link",
    "Submissions",
    "Status",
    "Actions",
  ]) {
    await expect(table.getByRole("columnheader").filter({ hasText: column })).toBeVisible();
  }
  await expect(table.getByRole("rowheader")).toHaveText([/new/, /old/]);
  for (const text of [
    client.email,
    "Owner",
    "standard",
    "50",
    "On",
    "12",
    "3.0 MB",
    "active",
    "No login yet",
  ]) {
    await expect(line(page, client)).toContainText(text);
  }
  await expect(line(page, client).getByRole("link", { name: /Trustpilot/ })).toHaveAttribute(
    "href",
    "https://review.example/x",
  );
  const view = line(page, client).getByRole("link", { name: /View/ });
  await expect(view).toHaveAttribute(
    "href",
    `/clients/dashboard?clientId=${client.id}&slug=${client.custom_slug}`,
  );
  const [opened] = await Promise.all([context.waitForEvent("page"), view.click()]);
  const banner = opened.getByRole("note").filter({ hasText: "Admin View" });
  await expect(banner, "CLI04").toContainText(client.company_name);
  await banner.getByRole("link", { name: "Back to the admin area" }).click();
  await expect(line(opened, client), `${admin.email} is back at the line`).toBeVisible();
  await expect(table.getByRole("rowheader")).toHaveCount(2);
});

test("ADM03 searching, filtering and sorting stand in the address, and the export has the same lines", async ({
  page,
  admin,
  sayso,
}) => {
  const name = uniqueName("Sorted");
  for (const [suffix, credits, status] of [
    ["b", 5, "active"],
    ["a", 9, "suspended"],
    ["c", 1, "active"],
  ] as const) {
    await addClient(sayso, { company_name: `${name} ${suffix}`, credits_remaining: credits, status });
  }
  const names = page.getByRole("table", { name: "Client Accounts" }).getByRole("rowheader");
  await page.goto("/clients/admin");
  await page.getByRole("searchbox", { name: "Search" }).fill(name);
  await expect(page).toHaveURL(/q=Sorted/);
  await expect(names).toHaveCount(3);
  await button(page, "Company name").click();
  await expect(names).toHaveText([/ a/, / b/, / c/]);
  await expect(page.getByRole("columnheader").filter({ hasText: "Company name" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("Fewest credits");
  await expect(names).toHaveText([/ c/, / b/, / a/]);
  await page.getByRole("combobox", { name: "Status" }).selectOption("active");
  await expect(names).toHaveText([/ c/, / b/]);
  await page.reload();
  await expect(names, `${admin.email} finds the same after a reload`).toHaveText([/ c/, / b/]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  const stream = await download.createReadStream();
  const csv = Buffer.concat(await stream.toArray()).toString();
  expect(csv.trim().split("\r\n")).toHaveLength(3);
  await page.getByRole("combobox", { name: "Plan" }).selectOption("no-setup");
  await expect(page.getByRole("heading", { name: "No clients match your search" })).toBeVisible();
  await button(page, "Show all").click();
  await expect(page).not.toHaveURL(/q=/);
});

test("ADM03 more than a page of clients is loaded on demand", async ({ page, admin, sayso }) => {
  const name = uniqueName("Many");
  for (let i = 0; i < 53; i += 1) await addClient(sayso, { company_name: `${name} ${i}` });
  await openLine(page, { company_name: name });
  const names = page.getByRole("table", { name: "Client Accounts" }).getByRole("rowheader");
  await expect(names).toHaveCount(50);
  await button(page, "Load more").click();
  await expect(names, admin.email).toHaveCount(53);
  await expect(button(page, "Load more")).toBeHidden();
});

test("INV47 script in a client's names is inert on the admins' screens", async ({ page, admin, sayso }) => {
  const script = `<img src=x onerror="window.struck=1">${crypto.randomUUID().slice(0, 6)}`;
  const { client } = await failForGood(sayso, script);
  const cookie = await signIn(sayso, admin, "admin");
  await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie,
    body: { changed: { contact_name: script }, loaded: { contact_name: "Owner" } },
  });
  for (const path of ["/clients/admin", "/clients/admin/audit", `/clients/dashboard?clientId=${client.id}`]) {
    await page.goto(path);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await page.evaluate(() => "struck" in window), path).toBe(false);
  }
});

test("ADM03 a small laptop sees the table with long names too, and a tablet sees cards", async ({
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
    // Across, not down: how far down the line stands depends on what is told above it.
    const last = await table.getByRole("button", { name: /^Reactivate/ }).boundingBox();
    expect(last ? last.x + last.width : Infinity, `${width} px`).toBeLessThanOrEqual(width);
    // As on a machine whose scroll bars take room.
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

test("ADM03 axe finds nothing on the clients, with lines and without", async ({ page, admin, sayso }) => {
  const client = await addClient(sayso, { company_name: uniqueName("Axe"), status: "pending_invite" });
  await openLine(page, client);
  await expect(line(page, client), admin.email).toBeVisible();
  await axe(page, "clients");
  await page.goto("/clients/admin?q=nobody-has-this");
  await expect(page.getByRole("heading", { name: "No clients match your search" })).toBeVisible();
  await axe(page, "no clients");
});
