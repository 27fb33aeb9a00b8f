// The page solves challenges against many submissions without asking the customer.
import { addClient } from "../../support/people/owner/clients.ts";
import { button, expect, fillInForm, FINISHED, test as base, thanks, workerWith } from "../sayso.ts";

const test = base.extend({ sayso: workerWith({ submissionLimits: true }) });

// Four times the threshold for a household, and the limit for one sender; below a client's hourly limit.
const CAME = 40;

/** From now on every submission is challenged. */
const crowd = (
  sayso: { change: (sql: string, ...values: unknown[]) => Promise<unknown> },
  clientId: string,
) =>
  sayso.change(
    "INSERT INTO submission_rates (client_id, ip_hash, hour_began, hour_count, day_began, day_count, expires_at) VALUES (?1, '', ?2, ?3, ?2, ?3, 9e15)",
    clientId,
    Date.now(),
    CAME,
  );

test("SUB41 the work is done while the video goes, in a worker, and the customer sees nothing of it", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso);
  await crowd(sayso, client.id);
  const answers: (string | undefined)[] = [];
  page.on("response", async (answer) => {
    if (answer.url().endsWith("/submit-testimonial"))
      answers.push(((await answer.json()) as { code?: string }).code);
  });
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await fillInForm(page);
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible();
  // The route handler reads a response after the page does.
  await expect.poll(() => answers, "it was solved before it was asked for").toEqual([undefined]);
  expect(workers.some((url) => url.includes("challenge"))).toBe(true);
});

test("SUB41 a form that is asked only as it comes is sent once more with the proof", async ({
  page,
  sayso,
}) => {
  const client = await addClient(sayso);
  const answers: (string | undefined)[] = [];
  page.on("response", async (answer) => {
    if (answer.url().endsWith("/submit-testimonial"))
      answers.push(((await answer.json()) as { code?: string }).code);
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
  await fillInForm(page);
  // The other submissions arrive during the upload.
  await page.route("**/functions/v1/submit-testimonial", async (route) => {
    if (answers.length === 0) await crowd(sayso, client.id).catch(() => undefined);
    await route.continue();
  });
  await button(page, "Submit Testimonial").click();
  await expect(thanks(page)).toBeVisible();
  await expect.poll(() => answers).toEqual(["challenge_required", undefined]);
});

test.describe("Turnstile", () => {
  const withKeys = base.extend({
    sayso: workerWith({
      submissionLimits: true,
      secrets: {
        TURNSTILE_SITE_KEY: "1x00",
        TURNSTILE_SECRET_KEY: "secret",
        // No server listens here: only the browser's request with the token is tested.
        TURNSTILE_BASE: "http://127.0.0.1:9",
      },
    }),
  });

  withKeys("SUB41 its widget's token goes with the form", async ({ page, sayso }) => {
    const client = await addClient(sayso);
    await crowd(sayso, client.id);
    await page.route("https://challenges.cloudflare.com/**", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "window.turnstile = { render: (place, { sitekey, callback }) => { callback(`token-of-${sitekey}`); return 'w'; }, remove() {} };",
      }),
    );
    const form = page.waitForRequest((request) => request.url().endsWith("/submit-testimonial"));
    await page.goto(`/record/${client.custom_slug}/video`);
    await page.getByLabel("Upload a video instead").setInputFiles(FINISHED);
    await fillInForm(page);
    await button(page, "Submit Testimonial").click();
    expect((await form).postData()).toContain("turnstile.token-of-1x00");
    await expect(page.getByText("Our server is busy.")).toBeVisible();
  });
});

test("SUB41 SUB42 REC28 without JavaScript nobody can solve it: the video is taken on hold", async ({
  browser,
  sayso,
}) => {
  const client = await addClient(sayso);
  await crowd(sayso, client.id);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(new URL(`/record/${client.custom_slug}/video`, sayso.url).href);
  await fillInForm(page);
  await page.getByLabel("Video", { exact: true }).setInputFiles(FINISHED);
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("heading", { name: "Thank you!" })).toBeVisible();
  await page.close();
  const row = await sayso.row(
    "SELECT s.hold, c.credits_remaining FROM submissions s JOIN clients c ON c.id = s.client_id WHERE c.id = ?",
    client.id,
  );
  expect([row?.hold, row?.credits_remaining]).toEqual(["unusual-traffic", 50]);
});
