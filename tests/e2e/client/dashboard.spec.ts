import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { addUser } from "../../support/users.ts";
import { axe } from "../axe.ts";
import { button, expect, toast } from "../sayso.ts";
import { carrySession, heading, openDashboard, plantLine, stranger, test } from "./owner.ts";

const recent = (page: Page) => page.getByRole("table", { name: "Recent submissions" });

test("CLI03 CLI06 RTE02 a client sees its own business at both addresses, and nobody else's", async ({
  page,
  owner,
  sayso,
}) => {
  const other = await stranger(sayso);
  await openDashboard(page, owner);
  await expect(page.getByText("Admin View")).toBeHidden();
  await page.goto(`/client/${owner.client.custom_slug}`);
  await expect(heading(page, owner.client.company_name)).toBeVisible();
  for (const slug of [other.client.custom_slug, "no-such-shop"]) {
    await page.goto(`/client/${slug}`);
    await expect(heading(page, "Business not found")).toBeVisible();
    await expect(page.getByText(other.client.company_name)).toBeHidden();
    await expect(page.getByText(owner.client.company_name)).toBeHidden();
  }
  // An address that names a client is an admin's.
  for (const address of [
    `/clients/dashboard?clientId=${other.client.id}`,
    `/clients/dashboard?slug=${other.client.custom_slug}`,
    `/clients/submissions?clientId=${other.client.id}`,
    `/clients/sharing?slug=${other.client.custom_slug}`,
  ]) {
    await page.goto(address);
    await expect(heading(page, "Admin login"), address).toBeVisible();
    await expect(page.getByText(other.client.company_name)).toBeHidden();
  }
});

test("CLI03 AUT18 who is not signed in sees no dashboard", async ({ page, client }) => {
  for (const address of ["/clients/dashboard", `/client/${client.custom_slug}`, "/clients/sharing/card"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/clients\/login\?next=/);
    await expect(page.getByText(client.company_name)).toBeHidden();
  }
});

test("CLI05 a user to whom no business belongs is told so, with a way to support", async ({
  page,
  context,
  sayso,
}) => {
  await carrySession(context, sayso, await addUser(sayso));
  await page.goto("/clients/dashboard");
  await expect(heading(page, "No business here yet")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: /Contact support/ })).toHaveAttribute(
    "target",
    "_blank",
  );
  await axe(page, "no business");
});

test("CLI04 CLI05 RTE07 an admin sees the client of the address under a banner, and stays with it", async ({
  page,
  context,
  sayso,
}) => {
  const { client } = await stranger(sayso, { company_name: "Blue Door Bakery" });
  await carrySession(context, sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  for (const address of [
    `/clients/dashboard?clientId=${client.id}&slug=${client.custom_slug}`,
    `/clients/dashboard?slug=${client.custom_slug}`,
    `/client/${client.custom_slug}`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole("note").filter({ hasText: "Admin View" })).toContainText("Blue Door Bakery");
    await page.getByRole("link", { name: "invitation, a QR code" }).click();
    await expect(page.getByRole("note").filter({ hasText: "Admin View" })).toContainText("Blue Door Bakery");
    await expect(heading(page, "Ask your customers")).toBeVisible();
    await page.getByRole("link", { name: /A6/ }).click();
    await expect(heading(page, "Table card")).toBeVisible();
    await expect(page.getByRole("article").getByText("Blue Door Bakery")).toBeVisible();
  }
  // Without a parameter: the first of the list, which is the newest.
  const newest = await addClient(sayso, { company_name: "The Newest" });
  await sayso.change("UPDATE clients SET created_at = created_at + 1000 WHERE id = ?", newest.id);
  await page.goto("/clients/dashboard");
  await expect(heading(page, "The Newest")).toBeVisible();
  await sayso.change("UPDATE clients SET created_at = 0 WHERE id = ?", newest.id);
});

test("CLI07 the recording address is copied, and opens in a new tab", async ({
  page,
  owner,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDashboard(page, owner);
  const address = `${baseURL}/record/${owner.client.custom_slug}`;
  await expect(page.getByText(address)).toBeVisible();
  await button(page, "Copy link").click();
  await expect(toast(page, "Copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: /Open your recording page/ }).click(),
  ]);
  await expect(heading(opened, /Share your experience with Corner Shop/)).toBeVisible();
});

test("CLI07 where the browser forbids copying it says what to do", async ({ page, owner }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await openDashboard(page, owner);
  await button(page, "Copy link").click();
  await expect(toast(page, "Failed to copy", "Please copy the URL manually.")).toBeVisible();
});

test("CLI12 the card says how many came when it does not show them all", async ({
  page,
  owner: { client, user },
  sayso,
}) => {
  for (let index = 0; index < 17; index += 1)
    await plantLine(sayso, client, { name: `Customer ${index}`, daysAgo: index / 100 });
  await sayso.change(
    "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, date('now'), 17, 9)",
    client.id,
  );
  await plantLine(sayso, client, { daysAgo: 40 });
  await openDashboard(page, { client, user });
  const shown = (await recent(page).getByRole("row").count()) - 1;
  expect(shown).toBeLessThan(17);
  await expect(page.getByText(`Newest ${shown} of 17`)).toBeVisible();
});

test("CLI12 CLI13 CLI14 WMK12 the card lists the last 30 days, newest first, with states and marks", async ({
  page,
  owner: { client, user },
  sayso,
}) => {
  await plantLine(sayso, client, { name: "Third", daysAgo: 29, status: "failed" });
  await plantLine(sayso, client, {
    name: "First",
    daysAgo: 0.01,
    unwatermarked: 1,
    unfinished: "unsupported",
  });
  await plantLine(sayso, client, { name: "Second", daysAgo: 3, status: "awaiting_drive_upload" });
  await plantLine(sayso, client, { name: "Too old", daysAgo: 31 });
  const other = await stranger(sayso);
  await plantLine(sayso, other.client, { name: "Not mine" });
  await openDashboard(page, { client, user });
  await expect(page.getByRole("heading", { name: /last 30 days/ })).toBeVisible();
  const rows = recent(page).getByRole("row");
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText("First");
  await expect(rows.nth(1)).toContainText("Processed");
  await expect(rows.nth(1)).toContainText("No watermark");
  await expect(rows.nth(1)).toContainText("As recorded");
  await expect(rows.nth(2)).toContainText("Second");
  await expect(rows.nth(2)).toContainText("awaiting_drive_upload");
  await expect(rows.nth(2)).toContainText("On its way to your folder");
  await expect(rows.nth(3)).toContainText("Third");
  await expect(rows.nth(3)).toContainText("Failed");
  await expect(page.getByText("Too old")).toBeHidden();
  await expect(page.getByText("Not mine")).toBeHidden();
  await recent(page).getByRole("link", { name: "First" }).click();
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
});

test("CLI12 nothing yet is a state of its own that leads to sharing", async ({ page, owner }) => {
  await openDashboard(page, owner);
  await expect(page.getByText("No testimonials yet.")).toBeVisible();
  await page.getByRole("link", { name: "Share your link" }).click();
  await expect(heading(page, "Ask your customers")).toBeVisible();
});

test("CLI12 where something came before the last 30 days, that is not nothing yet", async ({
  page,
  owner: { client, user },
  sayso,
}) => {
  await plantLine(sayso, client, { daysAgo: 31 });
  await openDashboard(page, { client, user });
  await expect(page.getByText("Nothing in the last 30 days.")).toBeVisible();
  await expect(page.getByText("No testimonials yet")).toHaveCount(0);
  await page.getByRole("link", { name: "All submissions" }).click();
  await expect(page.getByRole("list", { name: "Submissions" }).getByRole("listitem")).toHaveCount(1);
});

test("CLI15 TRM02 RTE11 the terms and the folder open in a new tab", async ({ page, owner, context }) => {
  await openDashboard(page, owner);
  await expect(page.getByRole("link", { name: /Your folder/ })).toHaveAttribute("target", "_blank");
  await expect(page.getByRole("link", { name: /Your folder/ })).toHaveAttribute(
    "href",
    owner.client.drive_link ?? "",
  );
  const terms = page.getByRole("link", { name: /^terms\b/ });
  await expect(terms).toHaveAttribute("href", "/terms");
  const [opened] = await Promise.all([context.waitForEvent("page"), terms.click()]);
  await expect(heading(opened, /Terms/)).toBeVisible();
});

test("CLI12 the charts can be read without seeing them", async ({ page, owner, sayso }) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const [ago, submissions, credits] of [
    [3, 2, 40],
    [1, 1, 39],
  ]) {
    await sayso.change(
      "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, ?, ?, ?)",
      owner.client.id,
      day(ago ?? 0),
      submissions,
      credits,
    );
  }
  await openDashboard(page, owner);
  const received = page.getByRole("table", { name: "Submissions per day, last 30 days: 3" });
  await expect(received.getByRole("row")).toHaveCount(31);
  await expect(received.getByRole("row").nth(27)).toContainText("2");
  const credits = page.getByRole("table", { name: "Credits left at the end of each day" });
  await expect(credits.getByRole("row").nth(1)).toContainText("unknown");
  await expect(credits.getByRole("row").nth(28)).toContainText("40");
  await expect(credits.getByRole("row").nth(30)).toContainText("50");
});

test("CLI05 a server that cannot be reached is said, and asked again", async ({ page, owner }) => {
  const unplugged = "**/api/client/dashboard*";
  await page.route(unplugged, (route) => route.abort());
  await page.goto("/clients/dashboard");
  await expect(heading(page, "We could not load this page")).toBeVisible();
  await axe(page, "unreachable");
  await page.unroute(unplugged);
  await button(page, "Try again").click();
  await expect(heading(page, owner.client.company_name)).toBeVisible();
});
