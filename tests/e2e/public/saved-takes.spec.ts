import { readFile } from "node:fs/promises";
import { addClient } from "../../support/people/owner/clients.ts";
import { plantTake, putRow, storedContents } from "../../support/browsers/indexeddb.ts";
import { tempFile } from "../../support/films/pictures.ts";
import { bigVideoPath } from "../../support/films/videos.ts";
import {
  button,
  expect,
  fillInForm,
  FINISHED,
  crashTab,
  record,
  send,
  stopRecording,
  test,
  toast,
  reloadAnyway,
} from "../sayso.ts";
import { skipCountdown } from "../clocks.ts";

const NOTHING = { takes: [], chunks: 0 };

test("deletes unwanted takes: by choice, by leaving, and after a day (REC26)", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await plantTake(page, client.id);
  await page.reload();
  await button(page, "Delete it and start again").click();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);

  const day = 24 * 60 * 60 * 1000;
  await plantTake(page, client.id, { startedAt: Date.now() - day });
  const young = await plantTake(page, client.id, { startedAt: Date.now() - day + 600_000 });
  await page.reload();
  await expect(page.getByText("Your video is still here")).toBeVisible();
  await expect
    .poll(async () => (await storedContents(page)).takes.map(({ key }) => key))
    .toEqual([young.key]);

  await button(page, "Continue with it").click();
  await page.getByRole("link", { name: /^Back to/ }).click();
  await button(page, "Leave without sending").click();
  await expect(page.getByRole("link", { name: "Leave a Video Testimonial" })).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
});

test("REC26 SUB26 a page that ends in the moment its answer arrives offers nothing that has arrived", async ({
  page,
  client,
  sayso,
}) => {
  await page.addInitScript(() => {
    const { send: sendRequest } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function sendAndLeave(this: XMLHttpRequest, body) {
      this.addEventListener("load", () => {
        if (this.responseURL.endsWith("/submit-testimonial")) location.reload();
      });
      sendRequest.call(this, body);
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  const again = page.waitForEvent("load");
  await button(page, "Submit Testimonial").click();
  await again;
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
  await expect(page.getByText("Your video is still here")).toBeHidden();
  expect(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id)).toHaveLength(1);
});

test("REC26 a second tab, and another business, are not offered what this tab is busy with", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
  const second = await context.newPage();
  await second.goto(`/record/${client.custom_slug}/video`);
  await expect(button(second, "Grant Camera Access")).toBeVisible();
  await expect.poll(async () => (await storedContents(second)).takes.length).toBe(1);
  await expect(second.getByText("Your video is still here")).toBeHidden();
  // By then it is stored completely.
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await crashTab(page);
  const other = await addClient(sayso);
  await second.goto(`/record/${other.custom_slug}/video`);
  await expect(button(second, "Grant Camera Access")).toBeVisible();
  await second.goto(`/record/${client.custom_slug}/video`);
  await expect(second.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
  await button(second, "Continue with it").click();
  await expect(second.getByLabel("Your recorded video")).toBeVisible();
});

test("REC26 a device that is full: it is said once, and the recording is made and sent all the same", async ({
  page,
  client,
}) => {
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      if (this.name === "chunks") throw new DOMException("no room", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  // Toasts disappear by themselves, so each new one is recorded.
  await page.addInitScript(() => {
    Object.assign(window, { toasts: [] });
    new MutationObserver(() => {
      const { toasts } = window as unknown as { toasts: Element[] };
      for (const one of document.querySelectorAll("[data-sonner-toast]"))
        if (
          /not keeping a copy.*Send your video before you close/s.test(one.textContent) &&
          !toasts.includes(one)
        )
          toasts.push(one);
    }).observe(document, { childList: true, subtree: true });
  });
  const toasts = () => page.evaluate(() => (window as unknown as { toasts: Element[] }).toasts.length);
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  await expect.poll(toasts).toBe(1);
  await send(page);
  expect(await toasts()).toBe(1);
});

test("REC26 without any storage it records and sends", async ({ page, client }) => {
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "indexedDB", { value: undefined });
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  await send(page);
});

test("REC26 a chosen file that was kept in part only is not offered", async ({ page, client }) => {
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    let chunks = 0;
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...args: [unknown, IDBValidKey?]) {
      if (this.name === "chunks") chunks += 1;
      if (chunks > 1) throw new DOMException("no room", "QuotaExceededError");
      return real.apply(this, args);
    };
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(await bigVideoPath(5));
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  expect(await storedContents(page)).toMatchObject({ takes: [{ clientId: client.id }], chunks: 1 });
  await reloadAnyway(page);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
});

test("REC26 a recording that is replaced while it is being finished leaves nothing behind", async ({
  page,
  client,
}) => {
  const released = Promise.withResolvers<void>();
  await page.route("**/finisher.worker*", (route) => released.promise.then(() => route.continue()));
  await page.goto(`/record/${client.custom_slug}/video`);
  await record(page);
  await expect(page.getByText(/^Preparing your video/)).toBeVisible();
  expect((await storedContents(page)).takes).toHaveLength(1);
  await button(page, "Re-record").click();
  await expect(button(page, "Start Recording")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
  released.resolve();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await stopRecording(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await send(page);
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
});

test("removes broken records and stray bytes, which block nothing (REC26)", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  const good = await plantTake(page, client.id);
  await putRow(page, "chunks", {}, ["nobody", "raw", "0"]);
  await putRow(page, "takes", { key: "timeless", clientId: client.id, usable: true, startedAt: "yesterday" });
  await putRow(page, "takes", {
    ...good,
    form: { customerName: 5 },
    finished: { type: "video/mp4", unfinished: null },
  });
  await page.reload();
  await button(page, "Continue with it").click();
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  expect((await storedContents(page)).takes.map(({ key }) => key)).toEqual([good.key]);
  await send(page);
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
});

test("REC26 INV58 a recording of which only the header was stored is not offered, and its record is removed", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  const bytes = await readFile("tests/fixtures/cr_avc1_opus_frag.mp4");
  const header = bytes.subarray(0, bytes.indexOf("moof") - 4);
  await plantTake(page, client.id, { film: await tempFile(Uint8Array.from(header).buffer), seconds: null });
  expect(await storedContents(page)).toMatchObject({ takes: [{ clientId: client.id }], chunks: 1 });
  await page.reload();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect.poll(() => storedContents(page)).toEqual(NOTHING);
});

test("reports a stored take that cannot be read any more, and offers the camera (REC26)", async ({
  page,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await plantTake(page, client.id);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.getAll = new Proxy(IDBObjectStore.prototype.getAll, {
      apply(real, store: IDBObjectStore, args) {
        if (store.name === "chunks") throw new DOMException("gone", "NotReadableError");
        return Reflect.apply(real, store, args);
      },
    });
  });
  await page.reload();
  await button(page, "Continue with it").click();
  await expect(toast(page, "Your video could not be read")).toBeVisible();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});
