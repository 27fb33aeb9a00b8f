import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { recording } from "../../support/people/owner/clients.ts";
import { axe } from "../axe.ts";
import { disableTimeouts } from "../clocks.ts";
import { button, expect, toast } from "../sayso.ts";
import { plantLine, sendVideo, test } from "./owner.ts";
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
  // A delay before playback, as if somebody reads first.
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

test("CLI13 SUB38 history leads out of a submission and never into it again, and axe finds nothing in a selection", async ({
  page,
  owner: { client },
  sayso,
}) => {
  for (const name of ["Marta Okonkwo", "Troll"]) await plantLine(sayso, client, { name });
  await page.goto("/clients/dashboard");
  await page.getByRole("link", { name: "Submissions", exact: true }).first().click();
  await page.getByRole("searchbox", { name: "Search" }).fill("marta");
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

  await openList(page);
  await button(page, "Select").click();
  for (const name of ["Marta Okonkwo", "Troll"]) await page.getByRole("checkbox", { name }).check();
  await axe(page, "a selection");
  await button(page, "Not a testimonial").click();
  const question = opened(page, "Not testimonials?");
  await axe(page, "the question");
  await question.getByRole("button", { name: "Remove 2 submissions" }).click();
  await expect(toast(page, "2 submissions removed")).toBeVisible();
  await expect(page.getByText("No testimonials yet")).toBeVisible();
});
