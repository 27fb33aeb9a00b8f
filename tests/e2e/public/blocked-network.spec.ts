// Networks that forbid what an upload needs, and a server that is away for a while.
import type { Page, Route } from "@playwright/test";
import { deliveredVideo } from "../../support/delivered.ts";
import { cases } from "../../support/thorough.ts";
import { hurryWaits } from "../clocks.ts";
import { button, expect, fillInForm, test, thanks, toast } from "../sayso.ts";

const FILM = "tests/fixtures/wk_frag.mp4";
const UPLOADS = /\/api\/uploads(\/|$)/;
const FORM = "**/functions/v1/submit-testimonial";

const BLOCKED =
  "This network does not let your video through. It is still here, with your details: switch to another Wi-Fi or to mobile data, then press submit.";

const page403 = { status: 403, contentType: "text/html", body: "<h1>Blocked by your administrator</h1>" };
const page405 = { status: 405, contentType: "text/html", body: "<h1>Method not allowed</h1>" };
const welcome = { status: 200, contentType: "text/html", body: "<h1>Welcome to Hotel Wi-Fi</h1>" };

async function chooseAndFill(page: Page, slug: string): Promise<void> {
  await page.goto(`/record/${slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FILM);
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
}

const submit = (page: Page) => button(page, "Submit Testimonial").click();
const arrived = (page: Page) => expect(thanks(page)).toBeVisible();

/** Answers everything but GET and POST in place of the server. */
const forbid = (page: Page, answer: (route: Route) => Promise<void>) =>
  page.route(UPLOADS, (route) =>
    /GET|POST/.test(route.request().method()) ? route.continue() : answer(route),
  );

for (const { name, answer } of cases(1, [
  { name: "a proxy that answers 403", answer: (route: Route) => route.fulfill(page403) },
  { name: "a wall that ends the connection", answer: (route: Route) => route.abort("connectionreset") },
  { name: "a proxy that answers 405", answer: (route: Route) => route.fulfill(page405) },
  { name: "a portal that welcomes with 200", answer: (route: Route) => route.fulfill(welcome) },
])) {
  test(`SUB27 SUB35 ${name} to all but GET and POST: the upload goes on as POST`, async ({
    page,
    client,
    sayso,
  }) => {
    await forbid(page, answer);
    await chooseAndFill(page, client.custom_slug);
    await submit(page);
    await arrived(page);
    await deliveredVideo(sayso, client);
    expect(
      await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ? AND status = 'open'", client.id),
    ).toEqual([]);
  });
}

test("SUB27 SUB35 where no upload passes at all the video goes in the form itself", async ({
  page,
  client,
  sayso,
}) => {
  await page.route(UPLOADS, (route) => route.fulfill(page403));
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await arrived(page);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.container).toBe("mp4");
});

test("SUB27 SUB35 where uploads are swallowed without a word the video goes in the form itself", async ({
  page,
  client,
  sayso,
}) => {
  await hurryWaits(page);
  await page.route(UPLOADS, (route) => route.abort("connectionreset"));
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await arrived(page);
  await deliveredVideo(sayso, client);
});

test("REC24 SUB27 code that a line holds back holds nobody back: sent as it is, it goes in the form", async ({
  page,
  client,
  sayso,
}) => {
  await hurryWaits(page);
  const held: string[] = [];
  await page.route(/\/(finish-take|upload)\.js$/, (route) => void held.push(route.request().url()));
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FILM);
  await fillInForm(page);
  await submit(page);
  await button(page, "Send it now, as it was recorded").click();
  await arrived(page);
  expect(held.length).toBe(2);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.unfinished).toBe("skipped");
});

test("SUB27 where the platform answers with a page of 500 it is tried again, and no network is blamed", async ({
  page,
  client,
  sayso,
}) => {
  await hurryWaits(page);
  const fault = { status: 500, contentType: "text/html", body: "<h1>Internal error</h1>" };
  let faults = 0;
  await page.route(/\/api\/uploads$|submit-testimonial$/, (route) => {
    faults += 1;
    return faults % 2 === 1 ? route.fulfill(fault) : route.continue();
  });
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await arrived(page);
  expect(faults).toBe(4);
  const { row } = await deliveredVideo(sayso, client);
  expect(row.container).toBe("mp4");
});

test("SUB27 SUB35 a line that is dead for minutes, while the device takes itself for online, ends no upload", async ({
  page,
  client,
  sayso,
}) => {
  await hurryWaits(page);
  await chooseAndFill(page, client.custom_slug);
  let lost = 0;
  let formsWithVideo = 0;
  await page.route(/\/api\/uploads|robots\.txt|submit-testimonial/, (route) => {
    const request = route.request();
    // More than an upload takes for a network that forbids uploads.
    if (lost > 40) {
      if (request.url().endsWith("submit-testimonial") && !request.postData()?.includes("uploadId"))
        formsWithVideo += 1;
      return route.continue();
    }
    lost += 1;
    return route.abort("connectionreset");
  });
  await submit(page);
  await expect(page.getByText(/^We cannot reach our server/)).toBeVisible();
  await arrived(page);
  expect(formsWithVideo).toBe(0);
  await deliveredVideo(sayso, client);
});

test("SUB27 where nothing passes page and toast say that this network stands in the way, and the video waits for another", async ({
  page,
  client,
  sayso,
}) => {
  await page.route(UPLOADS, (route) => route.fulfill(page403));
  await page.route(FORM, (route) => route.fulfill(welcome));
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  const said = page.getByText(BLOCKED, { exact: true });
  await expect(said).toHaveCount(2);
  await expect(toast(page, "Submission Failed", BLOCKED)).toBeVisible();
  await expect(page.getByText("Please try again")).toBeHidden();
  await expect(page.getByText("This account is currently not active")).toBeHidden();
  await page.unrouteAll();
  await submit(page);
  await arrived(page);
  await deliveredVideo(sayso, client);
});

for (const { name, method, headers, status } of cases(1, [
  { name: "with 503 for its bytes", method: "PATCH", status: 503, headers: {} },
  { name: "with 429 and a moment to wait", method: "POST", status: 429, headers: { "Retry-After": "1" } },
  { name: "with 503 as the upload is opened", method: "POST", status: 503, headers: { "Retry-After": "1" } },
] as const)) {
  test(`SUB27 a server that answers ${name} is waited for, by itself`, async ({ page, client, sayso }) => {
    let refusals = 3;
    await page.route(UPLOADS, (route) => {
      if (route.request().method() !== method || refusals === 0) return route.continue();
      refusals -= 1;
      return route.fulfill({ status, headers, contentType: "text/html", body: "<h1>upstream</h1>" });
    });
    await chooseAndFill(page, client.custom_slug);
    await submit(page);
    await expect(
      page.getByText("Our server is busy. Your video goes on by itself in a moment"),
    ).toBeVisible();
    await expect(page.getByText("upstream")).toBeHidden();
    await expect(button(page, "Send it now, as it was recorded")).toBeHidden();
    await arrived(page);
    expect(refusals).toBe(0);
    await deliveredVideo(sayso, client);
  });
}

test("SUB27 SUB31 a form that the server cannot take now is sent again, with the same key, until it can", async ({
  page,
  client,
  sayso,
}) => {
  const keys: (string | undefined)[] = [];
  await page.route(FORM, (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    return keys.length < 4
      ? route.fulfill({ status: 503, headers: { "Retry-After": "1" } })
      : route.continue();
  });
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await expect(page.getByText("Our server is busy.")).toBeVisible();
  await arrived(page);
  expect(new Set(keys).size).toBe(1);
  await deliveredVideo(sayso, client);
});

test("SUB27 a server that asks for minutes is obeyed and its time said; whoever does not want to wait cancels", async ({
  page,
  client,
}) => {
  await page.route(FORM, (route) => route.fulfill({ status: 503, headers: { "Retry-After": "900" } }));
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await expect(
    page.getByText(/^Our server is busy\. Your video goes on by itself at \d\d:\d\d: keep this page open\.$/),
  ).toBeVisible();
  await button(page, "Cancel").click();
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await page.unrouteAll();
  await submit(page);
  await arrived(page);
});
