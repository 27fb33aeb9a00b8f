import { disableTimeouts, shortenTimeouts } from "../clocks.ts";
import { button, crashTab, expect } from "../sayso.ts";
import { heading, sendVideo, test } from "./owner.ts";
import { lines, opened, openList } from "./submission-list.ts";

// A still that is not made in time is not made at all.
test.beforeEach(({ page }) => disableTimeouts(page, 15_000));

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
  // A row gets its thumbnail when it comes near the viewport.
  await lines(page).last().scrollIntoViewIfNeeded();
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(4);
  const counts = () => page.evaluate(() => (({ most, made }) => ({ most, made }))(window as never));
  expect(await counts()).toEqual({ most: 2, made: 4 });
  await page.getByRole("link", { name: "Sharing" }).click();
  await expect(heading(page, "Ask your customers")).toBeVisible();
  await page.getByRole("link", { name: "Submissions" }).click();
  await lines(page).last().scrollIntoViewIfNeeded();
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(4);
  expect(await counts(), "nothing is made twice").toEqual({ most: 2, made: 4 });
});

test("a submission that a link opens gets a still before it is played, and another one if its owner chooses (CLI13 PUB10)", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example" });
  // A busy machine makes it in more than the three seconds for which the player waits.
  await disableTimeouts(page, 3000);
  await openList(page, `?id=${id}`);
  const player = opened(page, "Ann Example").locator("video");
  await expect(player).toHaveAttribute("poster", /^blob:/);
  await page.reload();
  await expect(player, "kept").toHaveAttribute("poster", /\/poster$/);
  const kept = await sayso.row("SELECT poster FROM submissions WHERE id = ?", id);
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  await player.evaluate((element: HTMLVideoElement) => element.pause());
  await button(page, "Use as its picture").click();
  await expect(player).toHaveAttribute("poster", /\/poster\?chosen=/);
  expect((await sayso.row("SELECT poster FROM submissions WHERE id = ?", id))?.poster).not.toBe(kept?.poster);
});

test("CLI13 a video whose still does not come in time is played without one", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example" });
  // The three seconds for which the player waits.
  await shortenTimeouts(page, 3000);
  // Its request hangs for ever.
  await page.route("**/video?still", () => undefined);
  await openList(page, `?id=${id}`);
  const player = opened(page, "Ann Example").locator("video");
  await expect(player).toBeVisible();
  // Play is pressed before the video has a source.
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    void element.play().catch(() => undefined);
  });
  await expect(player).toHaveAttribute("src", /video$/);
  await expect(player).not.toHaveAttribute("poster");
  await expect
    .poll(() => player.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.2);
});

test("stills are released after a deletion and on logout (INV51 AUT17)", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Ann" });
  await sendVideo(sayso, client, { name: "Bea" });
  await page.addInitScript(() => {
    const liveUrls = new Set<string>();
    Object.assign(window, { liveUrls });
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (thing) => {
      const address = createObjectURL.call(URL, thing);
      liveUrls.add(address);
      return address;
    };
    URL.revokeObjectURL = (address) => {
      liveUrls.delete(address);
      revokeObjectURL.call(URL, address);
    };
  });
  const liveUrls = () => page.evaluate(() => (window as unknown as { liveUrls: Set<string> }).liveUrls.size);
  const stills = lines(page).locator("img[src^='blob:']");
  await openList(page);
  await expect(stills).toHaveCount(2);
  expect(await liveUrls()).toBe(2);
  await button(page, "Ann").click();
  await expect(page).toHaveURL(new RegExp(id));
  await button(page, "Delete").click();
  await button(page, "Delete this submission").click();
  await expect(lines(page)).toHaveCount(1);
  await expect.poll(liveUrls).toBe(0);
  await page.getByRole("link", { name: "Sharing" }).click();
  await expect(heading(page, "Ask your customers")).toBeVisible();
  await page.getByRole("link", { name: "Submissions" }).click();
  await expect(lines(page).locator("img[src$='/poster']"), "the other one was kept").toHaveCount(1);
  await button(page, "Logout").click();
  await expect(heading(page, "Client login")).toBeVisible();
  await expect.poll(liveUrls).toBe(0);
});

test("REC36 a still over which the page died is not made again, and its video can be played all the same", async ({
  page,
  context,
  owner: { client },
  sayso,
}) => {
  const deadly = await sendVideo(sayso, client, { name: "Ann Example" });
  await sendVideo(sayso, client, { name: "Bea Example" });
  // It hangs, which leaves time for a crash.
  await context.route(`**/${deadly}/video?still`, () => undefined);
  await openList(page);
  await expect(lines(page).locator("img[src^='blob:']")).toHaveCount(1);
  await crashTab(page);
  await context.unrouteAll({ behavior: "ignoreErrors" });

  const again = await context.newPage();
  await openList(again);
  // The other's, made anew or kept.
  await expect(lines(again).locator("img")).toHaveCount(1);
  await button(again, "Ann Example").click();
  const player = opened(again, "Ann Example").locator("video");
  await expect(player).toHaveAttribute("src", /video$/);
  await expect(player).toHaveAttribute("preload", "none");
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
});
