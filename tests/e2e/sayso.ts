// The product in a browser: a real Worker per test worker, and the checks that every test makes of its page.
import {
  test as base,
  expect,
  type BrowserContext,
  type Page,
  type WorkerFixture,
  type Request,
  type Response,
} from "@playwright/test";
import { MAY_STOP_MS, SENDABLE_MS } from "../support/browsers/recording-times.ts";
import { addClient, type ClientRow } from "../support/people/owner/clients.ts";
import { countStart } from "../support/runtime/starts.ts";
import { startWorker, until, type Sayso } from "../support/runtime/worker.ts";
import { skipCountdown, skipTime } from "./clocks.ts";

type Fixtures = { client: ClientRow; consoleErrors: string[]; unanswered: void };

/** A Worker that browsers reach; each call makes another one, for the tests that extend with it. */
export const workerWith = (
  options: Parameters<typeof startWorker>[0] = {},
): [WorkerFixture<Sayso, object>, { scope: "worker" }] => [
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  async ({}, provide) => {
    const sayso = await startWorker({ ownOrigin: true, ...options });
    await provide(sayso);
    await sayso.close();
  },
  { scope: "worker" },
];

export const test = base.extend<Fixtures, { sayso: Sayso; countedBrowser: void }>({
  sayso: workerWith(),

  countedBrowser: [
    async ({ browser }, provide) => {
      if (browser.isConnected()) countStart("browser");
      await provide();
    },
    { scope: "worker", auto: true },
  ],

  baseURL: async ({ sayso }, provide) => provide(sayso.url.origin),

  /** Also makes the `page`. */
  context: async ({ context }, provide) => {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => waitingForTheApp(await newPage());
    await provide(context);
  },

  /** This test's own business. */
  client: async ({ sayso }, provide) => {
    // All tests share one address, which may have five open uploads.
    await sayso.change("DELETE FROM uploads WHERE status = 'open'");
    await provide(await addClient(sayso));
  },

  /** Errors and policy violations on the console; a test that expects none is failed by any. */
  consoleErrors: [
    async ({ page }, provide) => {
      const consoleErrors: string[] = [];
      page.on("pageerror", (error) => consoleErrors.push(String(error)));
      page.on("console", (message) => {
        if (/Content Security Policy|Refused to|violates|Trusted/.test(message.text()))
          consoleErrors.push(message.text());
      });
      await provide(consoleErrors);
      expect(consoleErrors, "INV53 no violation and no uncaught error").toEqual([]);
    },
    { auto: true },
  ],

  /** Requests without a response; a failing test names them, because they are a common cause of timeouts. */
  unanswered: [
    async ({ context }, provide, info) => {
      const requests = new Map<Request, string>();
      context.on("request", (request) => requests.set(request, `${request.method()} ${request.url()}`));
      context.on("requestfinished", (request) => requests.delete(request));
      context.on("requestfailed", (request) => requests.delete(request));
      await provide();
      if (info.status !== info.expectedStatus) expect([...requests.values()], "never answered").toEqual([]);
    },
    { auto: true },
  ],
});

/** Makes `goto` and `reload` wait until the app has replaced the prerendered page, unless `waitUntil` is given. */
function waitingForTheApp(page: Page): Page {
  const { goto, reload } = page;
  const untilTheApp = async (answer: Response | null, options?: { waitUntil?: unknown }) => {
    // Not only hidden: it hides itself after ten seconds, whether the app is there or not.
    if (!options?.waitUntil)
      await expect(page.locator("html:not(.boot-failed) :is(div.prerendered, .page-ahead)")).toHaveCount(0);
    return answer;
  };
  page.goto = async (address, options) => untilTheApp(await goto.call(page, address, options), options);
  page.reload = async (options) => untilTheApp(await reload.call(page, options), options);
  return page;
}

export { expect };

/** A film that needs no finishing. */
export const FINISHED = "tests/fixtures/finished.mp4";

export const toast = (page: Page, title: string, text = "") =>
  page.locator("[data-sonner-toast]").filter({ hasText: title }).filter({ hasText: text });

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

/** Fills in the form as a customer would. */
export async function fillInForm(
  page: Page,
  { name = "Ann Example", email = "ann@example.com" } = {},
): Promise<void> {
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  for (const box of await page.getByRole("checkbox").all()) await box.check();
}

/** Waits until finishing has reached this percentage. */
export const untilPrepared = (page: Page, percent: number) =>
  expect
    .poll(
      () =>
        page
          .getByRole("progressbar", { name: "Preparing your video" })
          .evaluate((bar: HTMLProgressElement) => bar.value),
      { intervals: [50] },
    )
    .toBeGreaterThanOrEqual(percent);

/** Watches for a text that may disappear quickly; returns a function with the page's text at that moment, or `null`. */
export async function watchForText(page: Page, text: string): Promise<() => Promise<string | null>> {
  await page.evaluate((wanted) => {
    Object.assign(window, { seenText: null });
    new MutationObserver((_, observer) => {
      const { innerText } = document.body;
      if (!innerText.includes(wanted)) return;
      Object.assign(window, { seenText: innerText });
      observer.disconnect();
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  }, text);
  return () => page.evaluate(() => (window as unknown as { seenText: string | null }).seenText);
}

/** Confirmation after a testimonial was accepted. */
export const thanks = (page: Page) => page.getByRole("dialog", { name: "Thank you!" });

/** Fills in the form and sends it; a busy machine may take a while to finish the video. */
export async function send(page: Page): Promise<void> {
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible();
}

/** Ends the tab's process, as a phone does that needs the memory. */
export async function crashTab(page: Page) {
  const crashed = page.waitForEvent("crash");
  const session = await page.context().newCDPSession(page);
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

/** Reloads and confirms the browser's warning. */
export async function reloadAnyway(page: Page): Promise<void> {
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
}

/** Waits until the recorder's timer has reached a second; polling for an exact text could miss it. */
export const untilSecond = (page: Page, second: number) =>
  page.waitForFunction(
    (wanted) => Number(/0:(\d\d) \/ 0:40/.exec(document.body.innerText)?.[1] ?? -1) >= wanted,
    second,
    { polling: 100 },
  );

/** Starts a recording on a page with a paused clock, and checks each number of the countdown. */
export async function countDown(page: Page, advance: (ms: number) => Promise<void>): Promise<void> {
  await button(page, "Start Recording").click();
  for (const left of [3, 2, 1]) {
    await page.waitForFunction(
      (number) => new RegExp(`Recording starts in\\.\\.\\.\\s*${number}`).test(document.body.innerText),
      left,
      { polling: 100 },
    );
    await advance(1000);
  }
  await untilSecond(page, 0);
}

type Wanted = {
  /** Minimum length, by a clock that tests do not change. */
  ms?: number;
  /** Uses the requested picture size instead of the small one, which is cheap to encode. */
  large?: boolean;
};

/** Opens the camera, records and stops. */
export async function record(page: Page, wanted: Wanted = {}): Promise<void> {
  await button(page, "Grant Camera Access").click();
  await recordOpenCamera(page, wanted);
}

/** The same with a camera that is open already. */
export async function recordOpenCamera(
  page: Page,
  { ms = SENDABLE_MS, large = false }: Wanted = {},
): Promise<void> {
  await expect(button(page, "Start Recording")).toBeVisible();
  if (!large) await shrinkPicture(page);
  // The recording starts with the first frame, which is late on a busy machine.
  const hasFrame = () =>
    page.getByLabel("Live camera preview").evaluate((video: HTMLVideoElement) => video.readyState > 1);
  await expect.poll(hasFrame).toBe(true);
  await button(page, "Start Recording").click();
  await skipCountdown(page);
  await untilSecond(page, 0);
  await stopRecording(page, { ms });
}

/**
 * Stops the current recording at this length; the page's clock jumps to where stopping is allowed. `before` runs just
 * before that.
 */
export async function stopRecording(
  page: Page,
  { ms = SENDABLE_MS, before }: { ms?: number; before?: (page: Page) => Promise<void> } = {},
): Promise<void> {
  const end = Date.now() + ms;
  await page.waitForFunction((moment) => Date.now() >= moment, end, { polling: 50 });
  await skipTime(page, MAY_STOP_MS);
  await before?.(page);
  await button(page, "Stop Recording").click();
  await expect(page.getByLabel("Your recorded video")).toBeVisible();
}

/** Reconfigures the open camera, bypassing the page, for a picture that is cheap to encode. */
const shrinkPicture = (page: Page) =>
  page.getByLabel("Live camera preview").evaluate(async (video: HTMLVideoElement) => {
    const [track] = (video.srcObject as MediaStream).getVideoTracks();
    await track?.applyConstraints({ width: 240, height: 320, frameRate: 20 });
  });

/** Has uploads opened, and none of their bytes leave. */
export const stallUploads = (on: Page | BrowserContext) =>
  on.route(/\/api\/uploads/, async (route) => {
    const request = route.request();
    if (request.method() === "PATCH") return;
    const { "content-type": type, ...headers } = request.headers();
    if (type === undefined) await route.continue();
    // A body without a type carries no bytes of the video.
    else await route.fetch({ headers });
  });

/** Submits a film whose bytes never leave: the upload stays open on the server. */
export async function submitStalled(page: Page, sayso: Sayso, client: ClientRow): Promise<void> {
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await fillInForm(page);
  await stallUploads(page);
  await button(page, "Submit Testimonial").click();
  await until("the upload is open", () =>
    sayso.row("SELECT 1 FROM uploads WHERE client_id = ? AND status = 'open'", client.id),
  );
  // Only then is everything stored that another visit needs.
  await page.waitForFunction(() => localStorage.getItem("sayso-sending") !== null, null, { polling: 100 });
}

/** Deletes this build's files when `replace` is called, until the page is reloaded. Call it before opening the page. */
export async function replaceableBuild(page: Page) {
  const missed: string[] = [];
  let replaced = false;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) replaced = false;
  });
  await page.route("**/assets/**", (route) => {
    if (!replaced) return route.continue();
    missed.push(route.request().url());
    return route.fulfill({ status: 404 });
  });
  // The page checks whether its build is still served, and takes no answer within five seconds for yes.
  await page.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (ms) => timeout(20 * ms);
  });
  return { missed, replace: () => (replaced = true) };
}
