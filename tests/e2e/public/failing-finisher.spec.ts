// A finisher whose code is late, missing, or does nothing.
import { brokenNetwork } from "../../support/browsers/broken-network.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { WITH_WATERMARK } from "../../support/films/finished-film.ts";
import { skipCountdown, slowClock, slowPageClock } from "../clocks.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { button, expect, send, test, untilSecond } from "../sayso.ts";

test(
  "REC24 WMK10 a line that is lost while recording costs no watermark: all that makes the file is there",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    const network = await brokenNetwork(sayso.url);
    // Chromium on Linux has no AAC encoder.
    const encoder = page.waitForResponse(/aac-encoder/);
    await page.goto(new URL(`/record/${client.custom_slug}/video`, network.url).href);
    await button(page, "Grant Camera Access").click();
    await button(page, "Start Recording").click();
    await skipCountdown(page);
    await untilSecond(page, 2);
    await (await encoder).finished();
    await network.close();
    await slowPageClock(page);
    await button(page, "Stop Recording").click();
    await expect(page.getByText("Ready to send.")).toBeVisible();
    await expect(page.getByText("Watermark enabled. Your video will show")).toBeVisible();
  },
);

test(
  "REC24 WMK10 code that does not come at once is waited for, and costs no watermark",
  { tag: "@thorough" },
  async ({ page, sayso }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    await slowClock(page);
    const lost = { "aac-encoder": 0, "finisher.worker": 0 };
    for (const part of ["aac-encoder", "finisher.worker"] as const) {
      await page.route(`**/*${part}*`, (route) => {
        if (lost[part] === 2) return route.continue();
        lost[part] += 1;
        return route.abort("connectionreset");
      });
    }
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
    await expect(page.getByText("Ready to send.")).toBeVisible();
    expect(lost).toEqual({ "aac-encoder": 2, "finisher.worker": 2 });
  },
);

test("REC24 WMK10 a part of the media core that is lost on its way once costs no watermark", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso, WITH_WATERMARK);
  await slowClock(page);
  for (const part of ["rules", "video"])
    await page.route(`**/${part}_bg.wasm`, (route) => route.abort("connectionreset"), { times: 1 });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
  await expect(page.getByText("Ready to send.")).toBeVisible();
  await expect(page.getByText("Watermark enabled. Your video will show")).toBeVisible();
});

for (const [failure, breakWorker, reason] of cases(1, [
  ["its worker never says a word", "mute", "failed"],
  ["its worker has its code and does nothing", "idle", "stalled"],
  ["its worker cannot be loaded", "missing", "failed"],
] as const)) {
  test(`REC24 REC31 a finisher that fails: ${failure}`, async ({ page, sayso }) => {
    const client = await addClient(sayso, WITH_WATERMARK);
    await page.addInitScript((how) => {
      const { setTimeout: after, setInterval: every } = window;
      const now = performance.now.bind(performance);
      // Speeds up seven waits of up to a minute.
      const hurry = () => {
        const since = now();
        performance.now = () => since + 100 * (now() - since);
        Object.assign(window, {
          setInterval: (run: () => void) => every(run, 5),
          setTimeout: (run: () => void, ms = 0) => after(run, ms >= 1000 ? ms / 100 : ms),
        });
      };
      const Real = Worker;
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (how !== "idle") hurry();
        }
        override postMessage(message: unknown) {
          const data = { kind: "code-there" };
          if (how === "missing") super.postMessage(message);
          if (how === "idle") this.dispatchEvent(new MessageEvent("message", { data }));
        }
        override terminate() {
          performance.now = now;
          Object.assign(window, { setInterval: every });
          super.terminate();
        }
      };
    }, breakWorker);
    if (breakWorker === "missing")
      await page.route("**/finisher.worker*", (route) => route.fulfill({ status: 404 }));
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
    await expect(page.getByText("Ready to send as it was recorded.")).toBeVisible();
    await send(page);
    const { row } = await deliveredVideo(sayso, client);
    expect([row.unfinished, row.unwatermarked]).toEqual([reason, 1]);
  });
}
