import { addUser } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import { hurryWaits } from "../clocks.ts";
import { button, expect, toast } from "../sayso.ts";
import { carrySession, heading, openDashboard, plantLine, test } from "./owner.ts";

test("an owner reads the dashboard, copies the address, opens it, and opens a submission; without credits the warning is readable (CLI07 CLI09 CLI10 CLI12)", async ({
  page,
  owner,
  context,
  baseURL,
  sayso,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await plantLine(sayso, owner.client, { name: "First", unwatermarked: 1, unfinished: "unsupported" });
  await openDashboard(page, owner);
  const figures = page.getByRole("region", { name: "Credits and submissions" });
  await expect(figures).toBeInViewport();
  await page.emulateMedia({ forcedColors: "active" });
  const share = figures.locator("[aria-hidden] > div");
  const colours = await share.evaluate((bar) =>
    [bar, bar.parentElement ?? bar].map((of) => getComputedStyle(of).backgroundColor),
  );
  expect(colours[0], "the share shows in forced colours").not.toBe(colours[1]);
  await expect(button(page, "Copy link")).not.toHaveCSS("border-top-width", "0px");
  await page.emulateMedia({ forcedColors: null });
  await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", owner.client.id);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("You have 0 credits left");
  await axe(page, "no credits");
  const address = `${baseURL}/record/${owner.client.custom_slug}`;
  await button(page, "Copy link").click();
  await expect(toast(page, "Copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  const [opened] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: /Open your recording page/ }).click(),
  ]);
  await expect(opened).toHaveURL(address);
  await page.getByRole("table", { name: "Recent submissions" }).getByRole("link", { name: "First" }).click();
  await expect(page.getByRole("dialog", { name: "First" })).toBeVisible();
});

test("axe finds nothing where there is no business, or no answer (CLI05)", async ({
  page,
  owner,
  context,
  sayso,
}) => {
  await hurryWaits(page);
  const unplugged = "**/api/client/dashboard*";
  await page.route(unplugged, (route) => route.abort());
  await page.goto("/clients/dashboard");
  await expect(heading(page, "We could not load this page"), owner.client.company_name).toBeVisible();
  await axe(page, "unreachable");
  await page.unroute(unplugged);
  await carrySession(context, sayso, await addUser(sayso));
  await page.goto("/clients/dashboard");
  await expect(heading(page, "No business here yet")).toBeVisible();
  await axe(page, "no business");
});
