import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { recording } from "../../support/people/owner/clients.ts";
import { until } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { disableTimeouts } from "../clocks.ts";
import { button, expect, toast } from "../sayso.ts";
import { plantLine, sendVideo, stranger, test } from "./owner.ts";
import { lines, opened, openList } from "./submission-list.ts";

test("CLI13 a submission is played from its folder in parts, and downloaded whole under its name", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await sendVideo(sayso, client, { name: "Ann Example", film: await recording() });
  const parts: number[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/video")) parts.push(answer.status());
  });
  await disableTimeouts(page, 15_000);
  await openList(page);
  // A still that takes longer than three seconds leaves the player without its own first picture.
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(1);
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
  expect(sha(await readFile(await download.path()))).toBe(sha(await recording()));
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
  await expect(dialog).toContainText("Your customer's device could not add it.");
  await expect(dialog).toContainText("some players may not be able to play it");
  await expect(dialog).toContainText("Your customer's browser cannot prepare a video.");
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

test("SUB34 REC36 WMK12 of a whole file without its watermark it is said why, and nothing of players", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example" });
  await sayso.change(
    "UPDATE submissions SET unfinished = NULL, unwatermarked = 1, unwatermarked_reason = 'crashed' WHERE id = ?",
    id,
  );
  await openList(page, `?id=${id}`);
  const dialog = opened(page, "Ann Example");
  await expect(dialog).toContainText("Your customer's device could not add it.");
  await expect(dialog).toContainText("The page closed twice on your customer's device");
  await expect(dialog).not.toContainText("some players may not be able to play it");
});

test("SUB34 words of consent that are no longer known are not made up", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await plantLine(sayso, client);
  await openList(page, `?id=${id}`);
  const consent = opened(page, "Ann Example").getByRole("region", { name: "Consent" });
  await expect(consent).toContainText("Text version an-old-one, whose wording is no longer kept here.");
  await expect(opened(page, "Ann Example")).toContainText("This video cannot be played here.");
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
  const question = opened(page, "Delete permanently?");
  for (const text of [
    "removed from your folder and from our storage, with every trace gone within five minutes",
    "Name, email and consent are deleted everywhere",
    "cannot be undone. The credit is not returned",
    "Emails already in your inbox stay there",
    "We keep a record that something was deleted, without the email address",
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
  await expect(page.getByText("No testimonials yet")).toBeVisible();
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
  const question = opened(page, "Delete permanently?");
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
  await expect(toast(page, "Error", "We cannot reach the server.")).toBeVisible();
  await expect(opened(page, "Delete permanently?")).toBeVisible();
  expect(await sayso.row("SELECT 1 FROM submissions WHERE id = ?", id)).toBeDefined();
});

test("SUB38 a selection that is not a testimonial goes with one press, and its credits come back", async ({
  page,
  owner: { client },
  sayso,
}) => {
  for (const name of ["Ann Example", "Troll", "Spam"]) await sendVideo(sayso, client, { name });
  await openList(page);
  await expect(lines(page)).toHaveCount(3);
  await button(page, "Select").click();
  const remove = button(page, "Not a testimonial");
  await expect(remove).toBeDisabled();
  for (const name of ["Troll", "Spam"]) await page.getByRole("checkbox", { name }).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await axe(page, "a selection");
  await remove.click();
  const question = opened(page, "Not testimonials?");
  await expect(question).toContainText("A credit comes back for each video of the last 7 days.");
  await axe(page, "the question");
  await question.getByRole("button", { name: "Remove 2 submissions" }).click();
  await expect(toast(page, "2 submissions removed")).toContainText("2 credits have come back.");
  await expect(lines(page)).toHaveCount(1);
  await expect(button(page, "Ann Example"), "selecting is over").toBeVisible();
  expect((await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id))?.n).toBe(49);
});
