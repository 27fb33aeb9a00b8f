// A page that ends while sending: the next one resumes automatically.
import { stat } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { brokenNetwork } from "../../support/browsers/broken-network.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { film, repeated } from "../../support/films/films.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { storedContents } from "../../support/browsers/indexeddb.ts";
import { bigVideoPath } from "../../support/films/videos.ts";
import { until } from "../../support/runtime/worker.ts";
import { slowClock } from "../clocks.ts";
import {
  button,
  crashTab,
  expect,
  fillInForm,
  reloadAnyway,
  stallUploads,
  submitStalled,
  test,
  thanks,
} from "../sayso.ts";

test("resumes an upload at its offset after a reload, with the same form (SUB35 REC26)", async ({
  page,
  client,
  sayso,
}) => {
  const network = await brokenNetwork(sayso.url);
  const large = await bigVideoPath(5);
  const { size: bytes } = await stat(large);
  await page.goto(`${network.url.origin}/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(large);
  await fillInForm(page);
  // Cut permanently, so that no retry succeeds before the page is closed.
  let isGone = false;
  await page.route("**/api/uploads/*", (route) =>
    route.request().method() === "HEAD" && !isGone ? undefined : route.continue(),
  );
  network.cutAfter(3_000_000);
  await button(page, "Submit Testimonial").click();
  await until("the cut", async () => network.carried.length === 1);
  await until("what arrived is stored", async () => {
    const upload = await sayso.row("SELECT id FROM uploads WHERE client_id = ?", client.id);
    return upload && (await sayso.keys(`uploads/${upload.id}/`)).length === 1;
  });
  await expect.poll(async () => (await storedContents(page)).takes[0]?.upload?.url).toBeTruthy();
  const offsets: number[] = [];
  page.on("request", (request) => {
    isGone ||= request.isNavigationRequest();
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  await reloadAnyway(page);
  await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue("ann@example.com");
  for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await expect(thanks(page), "it goes on by itself").toBeVisible();
  expect(Math.min(...offsets), "it goes on where it was cut").toBeGreaterThan(2_700_000);
  const { row, size } = await deliveredVideo(sayso, client);
  expect([row.size_bytes, size]).toEqual([bytes, bytes]);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
  await page.goto("about:blank");
  await network.close();
});

test("SUB35 REC26 leaving an upload by choice ends it, closing the tab does not", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await submitStalled(page, sayso, client);
  await expect.poll(async () => (await storedContents(page)).takes[0]?.upload?.url).toBeTruthy();
  await crashTab(page);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
  const again = await context.newPage();
  await again.goto(`/record/${client.custom_slug}/video`);
  await expect(thanks(again)).toBeVisible();
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
});

test("sending that crashes the page resumes automatically three times, and not after a cancel (REC26)", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await stallUploads(context);
  const here = `/record/${client.custom_slug}/video`;
  const pages = (which: Page) =>
    which.evaluate(() => {
      const stored = localStorage.getItem("sayso-sending");
      return stored === null ? 0 : (JSON.parse(stored) as { pages: number }).pages;
    });
  const sending = (which: Page) =>
    expect(which.getByText("Keep this page open until it is done.")).toBeVisible();
  await page.goto(here);
  await submitStalled(page, sayso, client);
  let last = page;
  for (const begun of [1, 2, 3, 4]) {
    await sending(last);
    await expect.poll(() => pages(last)).toBe(begun);
    await crashTab(last);
    last = await context.newPage();
    await last.goto(here);
  }
  await expect(last.getByText(/It was being sent when this page closed/)).toBeVisible();
  await button(last, "Continue with it").click();
  const sent = last.waitForRequest((request) => request.method() === "PATCH");
  await button(last, "Submit Testimonial").click();
  await sent;
  await button(last, "Cancel upload").click();
  await expect(button(last, "Submit Testimonial")).toBeEnabled();
  expect(await pages(last)).toBe(0);
  await expect
    .poll(async () => (await storedContents(last)).takes[0]?.upload, "nothing is left to go on with")
    .toMatchObject({ url: null });
  await reloadAnyway(last);
  await expect(last.getByText(/^You chose it .*It has not been sent\.$/)).toBeVisible();
});

test("offers an interrupted sending, without resuming it, if the user is busy or the consents have changed (REC26)", async ({
  page,
  context,
  client,
  sayso,
}) => {
  await stallUploads(context);
  const here = `/record/${client.custom_slug}/video`;
  const offer = (which: Page) => which.getByRole("heading", { name: "Your video is still here" });
  await page.goto(here);
  await submitStalled(page, sayso, client);
  await crashTab(page);

  const busy = await context.newPage();
  // Slow, as on a poor connection: the user begins to type meanwhile.
  await busy.route("**/saved-take-offer*.js", async (route) => {
    await busy.getByRole("textbox", { name: "Name" }).fill("Bob");
    await busy.getByRole("textbox", { name: "Name" }).press("Tab");
    await route.continue();
  });
  await busy.goto(here);
  await expect(offer(busy)).toBeVisible();
  await expect(busy.getByRole("textbox", { name: "Name" })).toHaveValue("Bob");
  await crashTab(busy);

  await sayso.change("UPDATE clients SET company_name = 'Corner Shop & Sons' WHERE id = ?", client.id);
  const later = await context.newPage();
  await later.goto(here);
  await expect(offer(later)).toBeVisible();
  await button(later, "Delete it and start again").click();
  await expect.poll(() => storedContents(later)).toEqual({ takes: [], chunks: 0 });
  expect(await later.evaluate(() => localStorage.getItem("sayso-sending"))).toBeNull();
});

test("an interrupted sending continued by hand then waits for a press (REC26)", async ({
  page,
  context,
  client,
  sayso,
}) => {
  const here = `/record/${client.custom_slug}/video`;
  await page.goto(here);
  await submitStalled(page, sayso, client);
  await crashTab(page);
  const touched = await context.newPage();
  await touched.route("**/saved-take-offer*.js", async (route) => {
    await touched.keyboard.press("Tab");
    await route.continue();
  });
  await touched.goto(here);
  await button(touched, "Continue with it").click();
  await expect(button(touched, "Submit Testimonial")).toBeEnabled();
  await touched.unrouteAll({ behavior: "ignoreErrors" });
  await reloadAnyway(touched);
  await expect(touched.getByRole("heading", { name: "Your video is still here" })).toBeVisible();
  expect(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id)).toEqual([]);
});

test("raw sending stays raw after a reload, and the business is notified (REC26 WMK12)", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, { watermark_enabled: 1 });
  const short = await film(
    "slow.webm",
    ["testsrc2=size=720x1280:rate=30:duration=3"],
    ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "2500k"],
  );
  const slow = await repeated(short, 12);
  await slowClock(page);
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(slow);
  await fillInForm(page);
  await page.route("**/functions/v1/submit-testimonial", (route) => route.abort("connectionfailed"));
  await button(page, "Submit Testimonial").click();
  await button(page, "Send it now, as it was recorded").click();
  await until("the upload has arrived", async () => {
    const upload = await sayso.row("SELECT id FROM uploads WHERE client_id = ?", client.id);
    return upload && (await sayso.keys(`uploads/${upload.id}/`)).length > 0;
  });
  await expect(page.getByRole("progressbar", { name: "Waiting for connection" })).toBeVisible();
  await expect.poll(async () => (await storedContents(page)).takes[0]?.upload?.id).toBeTruthy();
  await reloadAnyway(page);
  await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
  await expect(page.getByText(/Your video will be sent without “Corner Shop”/)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(thanks(page)).toBeVisible();
  const { row } = await deliveredVideo(sayso, client);
  expect([row.unfinished, row.unwatermarked, row.container]).toEqual(["skipped", 1, "webm"]);
  expect(await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ?", client.id)).toHaveLength(1);
});
