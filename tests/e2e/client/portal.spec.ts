import { addPublication } from "../../support/people/owner/publications.ts";
import { addUser } from "../../support/people/owner/users.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { axe } from "../axe.ts";
import { measureShift, shiftOf } from "../layout-shift.ts";
import { button, expect, replaceableBuild } from "../sayso.ts";
import { carrySession, loaded, openDashboard, plantLine, test } from "./owner.ts";

test("INV47 script in a company's name, a watermark's text and a customer's name is inert", async ({
  page,
  owner,
  sayso,
}) => {
  const script = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`;
  await sayso.change(
    "UPDATE clients SET company_name = ?, watermark_enabled = 1, watermark_text = ? WHERE id = ?",
    script,
    script,
    owner.client.id,
  );
  const id = await plantLine(sayso, owner.client, { name: script, email: `"${script}"@example.com` });
  await sayso.change(
    "INSERT INTO credit_ledger (client_id, seq, at, reason, amount, balance, source) VALUES (?, 2, 1, 'submission', -1, 49, ?)",
    owner.client.id,
    id,
  );
  for (const address of [
    "/clients/dashboard",
    "/clients/submissions",
    `/clients/submissions?id=${id}`,
    `/clients/submissions?q=${encodeURIComponent(script)}`,
    "/clients/sharing",
    "/clients/sharing/card",
    "/clients/billing",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("window.pwned").first()).toBeVisible();
    expect(await page.evaluate(() => "pwned" in window), address).toBe(false);
    await expect(page.locator("main img[src=x], dialog img[src=x]")).toHaveCount(0);
  }
});

test("BUDGET nothing of the dashboard shifts while it loads", async ({ page, owner, sayso }) => {
  await sayso.change("UPDATE clients SET credits_remaining = 1 WHERE id = ?", owner.client.id);
  await plantLine(sayso, owner.client);
  await measureShift(page);
  for (const address of [
    "/clients/dashboard",
    "/clients/submissions",
    "/clients/sharing",
    "/clients/billing",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await shiftOf(page), address).toBeLessThan(0.02);
  }
});

test("CLI03 CLI04 axe finds nothing on the portal's screens and dialogs, nor on an admin's view", async ({
  page,
  context,
  owner,
  sayso,
}) => {
  for (const address of ["/clients/submissions", "/clients/dashboard"]) {
    await page.goto(address);
    await expect(page.getByText(/No testimonials yet/)).toBeVisible();
    await axe(page, `${address}, empty`);
  }
  await sayso.change("UPDATE clients SET credits_remaining = 2 WHERE id = ?", owner.client.id);
  await plantLine(sayso, owner.client, { status: "drive_upload_failed", daysAgo: 2 });
  const id = await plantLine(sayso, owner.client, { unwatermarked: 1, unfinished: "failed" });
  await addPublication(sayso, owner.client);
  await addWall(sayso, owner.client);
  for (const address of [
    "/clients/dashboard",
    "/clients/submissions",
    "/clients/walls",
    "/clients/sharing",
    "/clients/sharing/card?size=a6",
    `/drive/folder/${owner.client.id}`,
    `/drive/watch/${id}`,
    "/clients/business",
  ]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await loaded(page);
    await axe(page, address);
  }
  await page.goto(`/clients/submissions?id=${id}`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await axe(page, "a submission");
  await button(page, "Delete").click();
  await expect(page.getByRole("dialog", { name: "Delete permanently?" })).toBeVisible();
  await axe(page, "delete");
  await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", owner.client.id);
  await page.goto("/clients/sharing");
  await expect(page.getByRole("alert")).toBeVisible();
  await loaded(page);
  await axe(page, "sharing, suspended");
  await carrySession(context, sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
  await page.goto(`/clients/dashboard?clientId=${owner.client.id}`);
  await expect(page.getByRole("note").filter({ hasText: "Admin View" })).toBeVisible();
  await loaded(page);
  await axe(page, "admin view");
});

test("RTE08 on a phone the bar at its foot leads to every screen of the portal", async ({ page, owner }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/clients/dashboard");
  await expect(page.getByRole("heading", { level: 1, name: owner.client.company_name })).toBeVisible();
  const bar = page.getByRole("navigation", { name: "Portal" });
  for (const name of [
    "Submissions",
    "Sharing",
    "Business",
    "Drive",
    "Billing",
    "Security",
    "Support",
    "Dashboard",
  ]) {
    // The menu closes as a screen opens, and its links are hidden then.
    const link = bar.getByRole("link", { name, includeHidden: true });
    if (!(await link.isVisible())) await bar.getByRole("button", { name: "More" }).click();
    const { y, height } = (await link.boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height / 2, `${name} is in the thumb's half of the screen`).toBeGreaterThan(422);
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
  }
});

test("RTE02 a screen that a new version has taken away is loaded anew by itself", async ({ page, owner }) => {
  const { replace } = await replaceableBuild(page);
  await openDashboard(page, owner);
  await page.waitForLoadState("networkidle");
  replace();
  const again = page.waitForEvent("load");
  await page.getByRole("link", { name: "Sharing" }).click();
  await again;
  await expect(page).toHaveURL(/\/clients\/sharing$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
