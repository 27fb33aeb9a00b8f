import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { video } from "../../support/clients.ts";
import { until } from "../../support/worker.ts";
import { button, expect, toast } from "../sayso.ts";
import { heading, plantLine, sendVideo, stranger, test } from "./owner.ts";

const list = (page: Page) => page.getByRole("list", { name: "Submissions" });
const lines = (page: Page) => list(page).getByRole("listitem");
const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });
const status = (page: Page) => page.getByRole("combobox", { name: "Status" });
const opened = (page: Page, name: string) => page.getByRole("dialog", { name });

async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/clients/submissions${query}`);
  await expect(heading(page, "Submissions")).toBeVisible();
}

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
  await search(page).pressSequentially("BIKES", { delay: 20 });
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText("Sam Wheeler");
  expect(asked, "one question, not one for every key").toEqual(["", "BIKES"]);
  await expect(page).toHaveURL(/\?q=BIKES$/);
  await page.reload();
  await expect(search(page)).toHaveValue("BIKES");
  await expect(lines(page)).toHaveCount(1);
  await search(page).fill("nobody at all");
  await expect(page.getByRole("heading", { name: "Nothing fits" })).toBeVisible();
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

test("CLI13 a submission is played from its folder in parts, and downloaded whole under its name", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await sendVideo(sayso, client, { name: "Ann Example" });
  const parts: number[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/video")) parts.push(answer.status());
  });
  await openList(page);
  await button(page, "Ann Example").click();
  const player = opened(page, "Ann Example").locator("video");
  await expect(player).toHaveAccessibleName("Video of Ann Example");
  await expect(player).toHaveAttribute("playsinline");
  await expect(player).toHaveAttribute("preload", "metadata");
  // It lies there a while before it is played, as it does when somebody reads first.
  await expect(opened(page, "Ann Example").getByRole("region", { name: "Consent" })).toBeVisible();
  await player.evaluate(
    (element: HTMLVideoElement) =>
      new Promise((resolve) => {
        if (element.readyState > 0) resolve(null);
        else element.addEventListener("loadedmetadata", resolve);
      }),
  );
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
  expect(parts.every((answer) => answer === 206)).toBe(true);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    opened(page, "Ann Example").getByRole("link", { name: "Download" }).click(),
  ]);
  const row = await sayso.row("SELECT drive_path FROM submissions WHERE client_id = ?", client.id);
  expect(download.suggestedFilename()).toBe(row?.drive_path.split("/").at(-1));
  await expect(opened(page, "Ann Example")).toContainText(download.suggestedFilename());
  const sha = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  expect(sha(await readFile(await download.path()))).toBe(sha(await video()));
});

test("CLI13 every line gets a still of its video, at most two at a time, made once for the visit", async ({
  page,
  owner: { client },
  sayso,
}) => {
  for (const name of ["Ann", "Bea", "Cem", "Dot"]) await sendVideo(sayso, client, { name });
  await page.addInitScript(() => {
    const making = new Set<HTMLVideoElement>();
    Object.assign(window, { most: 0, made: 0 });
    const seen = window as unknown as { most: number; made: number };
    const { set } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "src") ?? {};
    Object.defineProperty(HTMLMediaElement.prototype, "src", {
      configurable: true,
      set(this: HTMLVideoElement, address: string) {
        making.add(this);
        seen.made += 1;
        seen.most = Math.max(seen.most, making.size);
        set?.call(this, address);
      },
    });
    const { load } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.load = function (this: HTMLVideoElement) {
      making.delete(this);
      load.call(this);
    };
  });
  await openList(page);
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(4);
  const counts = () => page.evaluate(() => (({ most, made }) => ({ most, made }))(window as never));
  expect(await counts()).toEqual({ most: 2, made: 4 });
  await page.getByRole("link", { name: "Sharing" }).click();
  await expect(heading(page, "Ask your customers")).toBeVisible();
  await page.getByRole("link", { name: "Submissions" }).click();
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(4);
  expect(await counts(), "nothing is made twice").toEqual({ most: 2, made: 4 });
});

test("CLI13 a submission that a link opens gets a still before it is played", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example" });
  await openList(page, `?id=${id}`);
  const player = opened(page, "Ann Example").locator("video");
  await expect(player).toHaveAttribute("poster", /^blob:/);
  await page.reload();
  await expect(player).toHaveAttribute("poster", /^blob:/);
});

test("INV51 AUT17 stills are let go of after a deletion, and with whoever signs out", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann" });
  await sendVideo(sayso, client, { name: "Bea" });
  await page.addInitScript(() => {
    const kept = new Set<string>();
    Object.assign(window, { kept });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (thing) => {
      const address = createObjectURL.call(URL, thing);
      kept.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      kept.delete(address);
      revokeObjectURL.call(URL, address);
    };
  });
  const kept = () => page.evaluate(() => (window as unknown as { kept: Set<string> }).kept.size);
  const stills = lines(page).locator("img[src^='blob:']");
  await openList(page);
  await expect(stills).toHaveCount(2);
  expect(await kept()).toBe(2);
  await button(page, "Ann").click();
  await expect(page).toHaveURL(new RegExp(id));
  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(lines(page)).toHaveCount(1);
  await expect.poll(kept).toBe(0);
  await page.getByRole("link", { name: "Sharing" }).click();
  await expect(heading(page, "Ask your customers")).toBeVisible();
  await page.getByRole("link", { name: "Submissions" }).click();
  await expect(stills, "the other one is made again").toHaveCount(1);
  expect(await kept()).toBe(1);
  await button(page, "Logout").click();
  await expect(heading(page, "Client login")).toBeVisible();
  await expect.poll(kept).toBe(0);
});

test("SUB34 WMK12 one submission shows what the customer agreed to and what its marks mean; a link leads to it", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  await sayso.change("UPDATE submissions SET unwatermarked = 1, unfinished = 'unsupported' WHERE id = ?", id);
  await openList(page, `?id=${id}`);
  const dialog = opened(page, "Ann Example");
  await expect(dialog.getByRole("link", { name: "ann@example.com" })).toHaveAttribute(
    "href",
    "mailto:ann@example.com",
  );
  await expect(dialog).toContainText("Your customer's device did not add it.");
  await expect(dialog).toContainText("some players may not play it");
  const consent = dialog.getByRole("region", { name: "Consent" });
  await expect(consent.getByText("Agreed: ")).toHaveCount(2);
  await expect(consent).toContainText("Corner Shop");
  await expect(consent).toContainText("marketing");
  const row = await sayso.row("SELECT text_version FROM consents WHERE submission_id = ?", id);
  await expect(consent).toContainText(`Text version ${row?.text_version}.`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/clients/submissions");
});

test("SUB34 words of consent that are no longer known are not made up", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await plantLine(sayso, client);
  await openList(page, `?id=${id}`);
  const consent = opened(page, "Ann Example").getByRole("region", { name: "Consent" });
  await expect(consent).toContainText("Text version an-old-one, whose words are no longer kept here.");
  await expect(opened(page, "Ann Example")).toContainText("The video cannot be played here.");
});

test("CLI03 INV40 another client's submission, and none, are not found", async ({ page, owner, sayso }) => {
  const other = await stranger(sayso);
  const foreign = await plantLine(sayso, other.client, { name: "Not mine" });
  for (const id of [foreign, crypto.randomUUID()]) {
    await openList(page, `?id=${id}`);
    await expect(opened(page, "Not found")).toContainText("does not exist, or it has been deleted");
    await expect(page.getByText("Not mine")).toBeHidden();
  }
  await openList(page);
  const attempt = await page.evaluate(
    async ([client, id]) =>
      (await fetch(`/api/client/${client}/submissions/${id}`, { method: "DELETE" })).status,
    [owner.client.id, foreign] as const,
  );
  expect(attempt).toBe(404);
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", foreign)).toBeDefined();
});

test("INV51 one submission is deleted on request, for good, after saying exactly what that means", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "gone@example.com" });
  const credits = () => sayso.row("SELECT credits_remaining FROM clients WHERE id = ?", client.id);
  const before = await credits();
  await openList(page, `?id=${id}`);
  await button(page, "Delete").click();
  const question = opened(page, "Delete for good?");
  for (const text of [
    "removed from your folder and from our storage, every trace within five minutes",
    "Name, email and consent are erased everywhere",
    "cannot be undone. The credit is not returned",
    "Emails already in your inbox stay there",
    "A record that something was erased is kept, without the email address",
  ])
    await expect(question).toContainText(text);
  await expect(question.getByRole("radio")).toHaveCount(0);
  await button(page, "Keep it").click();
  await expect(question).toBeHidden();
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id)).toBeDefined();

  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(toast(page, "Submission deleted")).toBeVisible();
  await expect(opened(page, "Ann Example")).toBeHidden();
  await expect(page.getByText("Nobody has said anything yet")).toBeVisible();
  await expect(page).toHaveURL("/clients/submissions");
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id)).toBeUndefined();
  await until("the file is gone", async () => (await sayso.keys(`drive/${client.id}/`)).length === 0);
  expect(await credits()).toEqual(before);
  expect(await sayso.row("SELECT 1 FROM erasures WHERE submission_id = ?", id)).toBeDefined();
});

test("INV51 everything from the same customer goes at once where that is chosen", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await plantLine(sayso, client, { name: "Ann", email: "ann@example.com" });
  await plantLine(sayso, client, { name: "Ann again", email: "ANN@example.com", daysAgo: 4 });
  await plantLine(sayso, client, { name: "Somebody", email: "other@example.com", daysAgo: 5 });
  await openList(page, `?id=${id}`);
  await button(page, "Delete").click();
  const question = opened(page, "Delete for good?");
  await expect(question.getByRole("radio", { name: "This submission only" })).toBeChecked();
  await question.getByText("Everything from this customer: 2 submissions").click();
  await button(page, "Delete 2 submissions").click();
  await expect(toast(page, "2 submissions deleted")).toBeVisible();
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText("Somebody");
  expect(await sayso.rows("SELECT customer_name FROM submissions WHERE client_id = ?", client.id)).toEqual([
    { customer_name: "Somebody" },
  ]);
});

test("INV51 a deletion that failed says so and leaves everything as it was", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await plantLine(sayso, client);
  await openList(page, `?id=${id}`);
  await expect(opened(page, "Ann Example")).toBeVisible();
  await page.route("**/submissions/*", (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.continue(),
  );
  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(toast(page, "Error", "The server cannot be reached.")).toBeVisible();
  await expect(opened(page, "Delete for good?")).toBeVisible();
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id)).toBeDefined();
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
  await expect(page.getByRole("heading", { name: "We could not load your submissions" })).toBeVisible({
    timeout: 20_000,
  });
  await page.unroute(unplugged);
  await button(page, "Try again").click();
  await expect(lines(page)).toHaveCount(1);
});
