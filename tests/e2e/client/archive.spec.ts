import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { unzip } from "../../support/people/owner/archives.ts";
import { recording, video } from "../../support/people/owner/clients.ts";
import { axe } from "../axe.ts";
import { expect } from "../sayso.ts";
import { heading, sendVideo, test } from "./owner.ts";

test("RET03 a business downloads everything as one ZIP file with its videos as they came", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await page.goto("/clients/drive");
  await expect(page.getByText("There is nothing to download yet.")).toBeVisible();
  const films = [await recording(), await video()];
  await sendVideo(sayso, client, { name: "Ann Example", film: films[0] });
  await sendVideo(sayso, client, { name: "Zoë O’Hara", film: films[1] });
  await page.reload();
  await expect(heading(page, "Where your videos arrive")).toBeVisible();
  const card = page.getByRole("region", { name: "Download everything" });
  await expect(card).toContainText("2 videos, 0.2 MB");
  await axe(page, "Download everything");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    card.getByRole("link", { name: "Download ZIP file" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Corner Shop testimonials \d{4}-\d\d-\d\d part 1\.zip$/);
  const files = await unzip(await readFile(await download.path()));
  const sums = films.map((film) => createHash("sha256").update(film).digest("hex"));
  const videos = [...files].filter(([name]) => name.startsWith("videos/"));
  expect(videos.map(([, file]) => file.sha256)).toEqual(sums);
  expect([...files.keys()].slice(0, 2)).toEqual(["submissions.csv", "consents.csv"]);
});
