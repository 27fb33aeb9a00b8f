// A customer's actions on the video page, by role and name.
import { setTimeout as pause } from "node:timers/promises";
import { By, error, type WebDriver, type WebElement } from "selenium-webdriver";
import { MAY_STOP_MS, SENDABLE_MS } from "../support/browsers/recording-times.ts";
import { storedChunks, storedTakes } from "../support/browsers/stored-takes.ts";
import { slowClock, TIMES_SLOWER } from "../support/browsers/slow-clock.ts";
import { until } from "../support/runtime/worker.ts";

const COUNTDOWN_MS = 3000;

/** Selectors of a role's elements. */
const TAGS = {
  button: "button",
  checkbox: "[type=checkbox]",
  dialog: "dialog, [role=dialog]",
  heading: "h1, h2, h3",
  textbox: "input, textarea",
};

/** The first element of this role and name that can be seen. */
export const shown = (page: WebDriver, role: keyof typeof TAGS, name: string): Promise<WebElement> =>
  until(`${role} "${name}"`, async () => {
    // React may remove one while the driver counts them.
    for (const element of await page.findElements(By.css(TAGS[role])).catch(() => [])) {
      const fits = async () =>
        (await element.isDisplayed()) &&
        (await element.getAriaRole()) === role &&
        (await element.getAccessibleName()) === name;
      // React may replace it between two questions.
      if (await fits().catch(() => false)) return element;
    }
    return undefined;
  });

/** Waits until the page shows a text. */
export const waitForText = (page: WebDriver, words: string) =>
  until(`the words "${words}"`, () =>
    page.executeScript<boolean>("return document.body.innerText.includes(arguments[0])", words),
  );

export const press = (page: WebDriver, name: string) =>
  until(`button "${name}" pressed`, async () => {
    const found = await shown(page, "button", name);
    return found.click().then(() => true, unlessStale);
  });

/** React may replace an element before the driver uses it: then it is located again. */
function unlessStale(reason: unknown): false {
  if (reason instanceof error.StaleElementReferenceError) return false;
  throw reason;
}

const isPressable = async (element: WebElement) =>
  (await element.isEnabled()) && (await element.getAttribute("aria-disabled")) !== "true";

const untilEnabled = (page: WebDriver, name: string) =>
  until(`button "${name}" enabled`, async () =>
    isPressable(await shown(page, "button", name)).catch(unlessStale),
  );

/** Waits until the recorder's clock has reached a second. */
export const untilSecond = (page: WebDriver, second: number) =>
  until(`second ${second}`, async () => {
    const text = await page.executeScript<string>("return document.body.innerText");
    return Number(/0:(\d\d) \/ 0:40/.exec(text)?.[1] ?? -1) >= second;
  });

export const skipTime = (page: WebDriver, ms: number) =>
  page.executeScript((by: number) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + by;
  }, ms);

/** Opens the camera and records until the clock has reached a second. */
export async function beginRecording(page: WebDriver, second: number): Promise<void> {
  await press(page, "Grant Camera Access");
  await press(page, "Start Recording");
  await skipTime(page, COUNTDOWN_MS);
  await untilSecond(page, second);
}

/** Opens the camera and records until the limit; slows the clock for the finishing that follows. */
export async function recordToLimit(page: WebDriver): Promise<void> {
  await beginRecording(page, 0);
  await waitForText(page, "Watch it back");
  await slowPageClock(page);
}

/** Opens the camera, records for `seconds`, or the minimum that can be sent, and stops. */
export async function record(page: WebDriver, seconds = 0): Promise<void> {
  await beginRecording(page, 0);
  const ms = Math.max(seconds * 1000, SENDABLE_MS);
  await pause(ms);
  if (ms < MAY_STOP_MS) await skipTime(page, MAY_STOP_MS - ms);
  await stopRecording(page);
}

/**
 * Opens the camera, waits for the first chunk, which is late without a graphics card, and records for the minimum time.
 */
export async function recordFrames(page: WebDriver): Promise<void> {
  await beginRecording(page, 0);
  const storedCount = () =>
    page.executeAsyncScript<number>(`(${storedChunks.toString()})().then(arguments[0])`);
  await until("a chunk of the recording", async () => (await storedCount()) > 0);
  await pause(MAY_STOP_MS);
  await stopRecording(page);
}

/** Stops, with a slowed clock for the finishing that follows. */
export async function stopRecording(page: WebDriver): Promise<void> {
  // Before the clock is slowed: stopping is allowed from a certain second on, which would then take several times as
  // long.
  await untilEnabled(page, "Stop Recording");
  await slowPageClock(page);
  await press(page, "Stop Recording");
  await waitForText(page, "Watch it back");
}

/** Continues with the take found on the device. */
export async function resume(page: WebDriver): Promise<void> {
  await shown(page, "button", "Continue with it");
  await slowPageClock(page);
  await press(page, "Continue with it");
}

/** Takes stored on the device. */
export const takesOn = (page: WebDriver) =>
  page.executeAsyncScript<Awaited<ReturnType<typeof storedTakes>>>(
    `(${storedTakes.toString()})().then(arguments[0])`,
  );

/** Hides the finisher's result from the page, so that finishing never ends. */
export const blockFinishing = (page: WebDriver) =>
  page.executeScript(() => {
    const add = Worker.prototype.addEventListener;
    Worker.prototype.addEventListener = function listen(
      this: Worker,
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      const isDone = (event: Event) => (event as MessageEvent).data?.kind === "done";
      add.call(this, type, (event) => void (isDone(event) || (listener as EventListener)(event)));
    };
  });

/** Slows the page's clock, so that timeouts fit this machine. */
const slowPageClock = (page: WebDriver) => page.executeScript(slowClock, TIMES_SLOWER);

/** Chooses a video from the device. */
export async function choose(page: WebDriver, file: string): Promise<void> {
  const labelled = '//input[@id = //label[normalize-space() = "Upload a video instead"]/@for]';
  const [input] = await until("the way to choose a file", async () => {
    const found = await page.findElements(By.xpath(labelled));
    return found.length > 0 && found;
  });
  await slowPageClock(page);
  await input?.sendKeys(file);
}

/** Fills the form in and sends it. */
export async function send(page: WebDriver): Promise<void> {
  for (const [name, text] of [
    ["Name", "Ann Example"],
    ["Email", "ann@example.com"],
  ] as const) {
    await (await shown(page, "textbox", name)).sendKeys(text);
  }
  for (const box of await page.findElements(By.css(TAGS.checkbox))) {
    // The driver scrolls it to the edge, where a toast may be.
    await page.executeScript("arguments[0].scrollIntoView({ block: 'center' })", box);
    await box.click();
  }
  await press(page, "Submit Testimonial");
}

export const thanked = (page: WebDriver) => shown(page, "dialog", "Thank you!");

/** Fills the form in, sends it and waits for the thanks. */
export async function submit(page: WebDriver): Promise<void> {
  await send(page);
  await thanked(page);
}
