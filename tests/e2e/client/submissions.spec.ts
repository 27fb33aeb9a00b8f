import type { Page } from "@playwright/test";
import { button, expect } from "../sayso.ts";
import { plantLine, stranger, test } from "./owner.ts";
import { lines, opened, openList } from "./submission-list.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const status = (page: Page) => page.getByRole("combobox", { name: "Status" });

test("CLI13 all submissions are listed newest first, a page at a time, and nobody else's", async ({
  page,
  owner: { client },
  sayso,
}) => {
  for (let index = 0; index < 30; index += 1)
    await plantLine(sayso, client, { name: `Customer ${index}`, daysAgo: index * 3 });
  const other = await stranger(sayso);
  await plantLine(sayso, other.client, { name: "Not mine" });
  await openList(page);
  await expect(lines(page)).toHaveCount(25);
  await expect(lines(page).first()).toContainText("Customer 0");
  await button(page, "Load more").click();
  await expect(lines(page)).toHaveCount(30);
  await expect(lines(page).last()).toContainText("Customer 29");
  await expect(button(page, "Load more")).toBeHidden();
  await expect(page.getByText("Not mine")).toBeHidden();
});

test("CLI13 names and addresses are searched, and what is looked for stands in the address", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await plantLine(sayso, client, { name: "Marta Okonkwo", email: "marta@example.com" });
  await plantLine(sayso, client, { name: "Sam Wheeler", email: "sam@bikes.example" });
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (/^\/api\/.*\/submissions$/.test(pathname)) asked.push(searchParams.get("q") ?? "");
  });
  await openList(page);
  await expect(lines(page)).toHaveCount(2);
  // As fast as can be typed: on a busy machine the keys themselves may come a pause apart.
  await search(page).focus();
  await search(page).evaluate(() => {
    for (const key of "BIKES") document.execCommand("insertText", false, key);
  });
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText("Sam Wheeler");
  expect(asked, "one question, not one for every key").toEqual(["", "BIKES"]);
  await expect(page).toHaveURL(/\?q=BIKES$/);
  await page.reload();
  await expect(search(page)).toHaveValue("BIKES");
  await expect(lines(page)).toHaveCount(1);
  await search(page).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "No submissions match" })).toBeVisible();
  await button(page, "Show all").click();
  await expect(search(page)).toHaveValue("");
  await expect(lines(page)).toHaveCount(2);
});

test("CLI13 the back button closes a submission, keeps the search, and never opens it again", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await plantLine(sayso, client, { name: "Marta Okonkwo" });
  await page.goto("/clients/dashboard");
  await page.getByRole("link", { name: "Submissions", exact: true }).first().click();
  await search(page).fill("marta");
  await expect(page).toHaveURL(/\?q=marta$/);
  for (const way of ["back", "escape"]) {
    await button(page, "Marta Okonkwo").click();
    await expect(opened(page, "Marta Okonkwo")).toBeVisible();
    await (way === "back" ? page.goBack() : page.keyboard.press("Escape"));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page, way).toHaveURL(/\/clients\/submissions\?q=marta$/);
  }
  await page.goBack();
  await expect(page).toHaveURL("/clients/dashboard");
});

test("CLI13 names are found whatever their letters and case", async ({ page, owner: { client }, sayso }) => {
  await plantLine(sayso, client, { name: "Özlem Ünal" });
  await plantLine(sayso, client, { name: "Ольга" });
  await plantLine(sayso, client, { name: "100% Ann_B" });
  for (const [typed, found] of [
    ["özlem ünal", "Özlem Ünal"],
    ["ОЛЬГА", "Ольга"],
    ["100% ann_b", "100% Ann_B"],
  ] as const) {
    await openList(page, `?q=${encodeURIComponent(typed)}`);
    await expect(lines(page)).toHaveCount(1);
    await expect(lines(page)).toContainText(found);
  }
});

test("CLI14 the list can be narrowed to a status; states of the drive count with what they mean", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await plantLine(sayso, client, { name: "One", status: "processed" });
  await plantLine(sayso, client, { name: "Two", status: "drive_upload_failed" });
  await plantLine(sayso, client, { name: "Three", status: "failed" });
  await plantLine(sayso, client, { name: "Four", status: "awaiting_drive_upload" });
  await openList(page, "?status=processed");
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText("One");
  await status(page).selectOption("Failed");
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).filter({ hasText: "Two" })).toContainText("drive_upload_failed");
  await expect(lines(page).filter({ hasText: "Three" })).toContainText("Failed");
  await status(page).selectOption("Pending");
  await expect(lines(page)).toContainText(["Four"]);
  await expect(page).toHaveURL(/\?status=pending$/);
  await openList(page, "?status=nonsense");
  await expect(lines(page)).toHaveCount(4);
});

test("CLI12 a chart counts the submissions of the last twelve months", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const now = new Date();
  const day = (month: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)).toISOString().slice(0, 10);
  for (const [month, submissions] of [
    [0, 4],
    [1, 3],
    [11, 2],
  ] as const) {
    await sayso.change(
      "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, ?, ?, 9)",
      client.id,
      day(month),
      submissions,
    );
  }
  await openList(page);
  const year = page.getByRole("table", { name: "Submissions per month, last 12 months: 9" });
  await expect(year.getByRole("row")).toHaveCount(13);
  await expect(year.getByRole("row").nth(1)).toContainText("2");
  await expect(year.getByRole("row").nth(12)).toContainText("4");
});

test("CLI13 a list that cannot be loaded is said, and asked for again", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await plantLine(sayso, client);
  const unplugged = /\/submissions\?/;
  await page.route(unplugged, (route) => route.abort());
  await openList(page);
  await expect(page.getByRole("heading", { name: "We could not load your submissions" })).toBeVisible();
  await page.unroute(unplugged);
  await button(page, "Try again").click();
  await expect(lines(page)).toHaveCount(1);
});
