import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { age, kept, plant } from "../../support/spooled.ts";
import { bigVideo } from "../../support/videos.ts";
import { until } from "../../support/worker.ts";
import {
  button,
  expect,
  goOn,
  kill,
  record,
  send,
  test,
  toast,
  untilSecond,
  reloadAnyway,
} from "../sayso.ts";

test.setTimeout(120_000);

/** The one take that is kept, once it is. */
const onlyTake = (page: Page) =>
  until("a take is kept", async () => {
    const { takes } = await kept(page);
    return takes.length === 1 && takes[0];
  });

test("REC26 what is not wanted is deleted: by choice, by a new recording, by leaving, and after a day", async ({
  page,
  client,
}) => {
  const here = `/record/${client.custom_slug}/video`;
  const nothing = { takes: [], pieces: 0 };
  await page.goto(here);
  await record(page, 1);
  const first = await onlyTake(page);
  await button(page, "Re-record").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(nothing);

  await button(page, "Start Recording").click();
  await untilSecond(page, 1);
  await button(page, "Stop Recording").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  await reloadAnyway(page);
  await button(page, "Delete it and start again").click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(nothing);

  await record(page, 1);
  const third = await onlyTake(page);
  expect(third.key).not.toBe(first.key);
  await age(page, 24 * 60 * 60 * 1000);
  await reloadAnyway(page);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(nothing);

  await record(page, 1);
  await page.getByRole("link", { name: /^Back to/ }).click();
  await button(page, "Leave without sending").click();
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(nothing);
});

test("REC26 a second tab, and another business, are not offered what this tab is busy with", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 1);
  const second = await context.newPage();
  await second.goto(`/record/${client.custom_slug}/video`);
  await expect(button(second, "Grant Camera Access")).toBeVisible();
  await expect.poll(async () => (await kept(second)).takes.length).toBe(1);
  await expect(second.getByText("Your video is still here")).toBeHidden();
  await kill(page);
  const other = await addClient(sayso);
  await second.goto(`/record/${other.custom_slug}/video`);
  await expect(button(second, "Grant Camera Access")).toBeVisible();
  await goOn(second, client.custom_slug);
});

test("REC26 a device that is full: it is said once, and the recording is made and sent all the same", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      if (this.name === "pieces") throw new DOMException("no room", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 2);
  await expect(
    toast(page, "Your device keeps no copy", "Send your video before you close this page."),
  ).toHaveCount(1);
  await send(page);
});

test("REC26 without any storage it records and sends", async ({ page, client }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 1);
  await send(page);
});

test("REC26 a chosen file that was kept in part only is not offered", async ({ page, client }) => {
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    let pieces = 0;
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      if (this.name === "pieces") pieces += 1;
      if (pieces > 1) throw new DOMException("no room", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  const buffer = Buffer.from(await bigVideo(5));
  await page
    .getByLabel("Upload a video instead")
    .setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer });
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  expect(await kept(page)).toMatchObject({ takes: [{ clientId: client.id }], pieces: 1 });
  await reloadAnyway(page);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => kept(page)).toEqual({ takes: [], pieces: 0 });
});

test("REC26 a recording that is replaced while it is being finished leaves nothing behind", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 2);
  await button(page, "Re-record").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await button(page, "Start Recording").click();
  await untilSecond(page, 2);
  await button(page, "Stop Recording").click();
  await expect(page.getByText(/^Ready to send/)).toBeVisible({ timeout: 20_000 });
  await send(page);
  await expect.poll(() => kept(page)).toEqual({ takes: [], pieces: 0 });
});

test("REC26 broken records and stray bytes are removed, and stand in nobody's way", async ({
  page,
  client,
}) => {
  const here = `/record/${client.custom_slug}/video`;
  await page.goto(here);
  await record(page, 1);
  const good = await onlyTake(page);
  await plant(page, "pieces", {}, ["nobody", "raw", "0"]);
  await plant(page, "takes", { key: "timeless", clientId: client.id, usable: true, startedAt: "yesterday" });
  await plant(page, "takes", {
    ...good,
    form: { customerName: 5 },
    finished: { type: "video/mp4", unfinished: null },
  });
  await reloadAnyway(page);
  await button(page, "Go on with it").click();
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  expect((await kept(page)).takes.map(({ key }) => key)).toEqual([good.key]);
  await send(page);
  await expect.poll(() => kept(page)).toEqual({ takes: [], pieces: 0 });
});

test("REC26 what cannot be read any more is said, and the way to the camera is open", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page, 1);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.getAll = new Proxy(IDBObjectStore.prototype.getAll, {
      apply(real, store: IDBObjectStore, args) {
        if (store.name === "pieces") throw new DOMException("gone", "NotReadableError");
        return Reflect.apply(real, store, args);
      },
    });
  });
  await reloadAnyway(page);
  await button(page, "Go on with it").click();
  await expect(toast(page, "Your video could not be read")).toBeVisible();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});
