// What a finisher needs to have fetched, on a line that comes and goes.
import { brokenNetwork } from "../../support/broken-network.ts";
import { addClient } from "../../support/clients.ts";
import { MARKED } from "../../support/finished-film.ts";
import { button, expect, skipCountdown, test, untilSecond } from "../sayso.ts";

test("REC24 WMK10 a line that is lost while recording costs no watermark: all that makes the file is there", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, MARKED);
  const network = await brokenNetwork(sayso.url);
  // Chromium on Linux makes no AAC of its own.
  const encoder = page.waitForResponse(/aac-encoder/);
  await page.goto(new URL(`/record/${client.custom_slug}/video`, network.url).href);
  await button(page, "Grant Camera Access").click();
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 2);
  await (await encoder).finished();
  await network.close();
  await button(page, "Stop Recording").click();
  await expect(page.getByText("Ready to send.")).toBeVisible();
  await expect(page.getByText("Watermark enabled. Your video will show")).toBeVisible();
});

test("REC24 WMK10 code that does not come at once is waited for, and costs no watermark", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, MARKED);
  let lost = 0;
  await page.route(/aac-encoder|finisher\.worker/, (route) => {
    lost += 1;
    return lost < 5 ? route.abort("connectionreset") : route.continue();
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
  await expect(page.getByText("Ready to send.")).toBeVisible();
  expect(lost).toBeGreaterThan(4);
});
