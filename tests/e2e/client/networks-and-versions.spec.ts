// Networks that know GET and POST only, and a new version that is published while the portal is open.
import type { Route } from "@playwright/test";
import { button, expect, replaceableBuild, toast } from "../sayso.ts";
import { openDashboard, sendVideo, test } from "./owner.ts";
import { openList } from "./submission-list.ts";

const forbidden = { status: 405, contentType: "text/html", body: "<h1>Method not allowed</h1>" };

const withoutMethods = (route: Route) =>
  /GET|POST/.test(route.request().method()) ? route.continue() : route.fulfill(forbidden);

test("WMK01 RTE14 a network that knows GET and POST only saves all the same", async ({
  page,
  owner,
  sayso,
}) => {
  await page.route("**/api/**", withoutMethods);
  await openDashboard(page, owner);
  await page.getByRole("region", { name: "Watermark" }).getByRole("switch").click();
  await expect(toast(page, "Watermark setting updated")).toBeVisible();
  const saved = await sayso.row("SELECT watermark_enabled FROM clients WHERE id = ?", owner.client.id);
  expect(saved?.watermark_enabled).toBe(1);
});

test("INV51 RTE14 a network that knows GET and POST only deletes all the same, once", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example" });
  const sent: string[] = [];
  await page.route("**/api/**", (route) => {
    const request = route.request();
    if (request.method() !== "GET" && request.url().includes(id))
      sent.push(request.headers()["x-http-method-override"] ?? request.method());
    return withoutMethods(route);
  });
  await openList(page, `?id=${id}`);
  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(toast(page, "Submission deleted")).toBeVisible();
  expect(sent).toEqual(["DELETE", "DELETE"]);
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id)).toBeUndefined();
  expect(await sayso.rows("SELECT 1 FROM erasures WHERE submission_id = ?", id)).toHaveLength(1);
});

test("WMK02 a change that nobody answered is not repeated by itself; pressed again it goes as POST", async ({
  page,
  owner,
}) => {
  const sent: string[] = [];
  await page.route("**/watermark", (route) => {
    sent.push(route.request().method());
    return /GET|POST/.test(route.request().method()) ? route.continue() : route.abort("connectionreset");
  });
  await openDashboard(page, owner);
  const turn = page.getByRole("region", { name: "Watermark" }).getByRole("switch");
  await turn.click();
  await expect(toast(page, "Error", "We cannot reach the server.")).toBeVisible();
  expect(sent).toEqual(["PATCH"]);
  await turn.click();
  await expect(toast(page, "Watermark setting updated")).toBeVisible();
  expect(sent).toEqual(["PATCH", "POST"]);
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
