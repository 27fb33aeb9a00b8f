// Networks that block uploads, and connections that delay code.
import type { Page } from "@playwright/test";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { hurryWaits } from "../clocks.ts";
import { button, expect, fillInForm, test, thanks } from "../sayso.ts";

const FILM = "tests/fixtures/wk_frag.mp4";
const UPLOADS = /\/api\/uploads(\/|$)/;
const page403 = { status: 403, contentType: "text/html", body: "<h1>Blocked by your administrator</h1>" };

async function chooseAndFill(page: Page, slug: string): Promise<void> {
  await page.goto(`/record/${slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles(FILM);
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
}

const submit = (page: Page) => button(page, "Submit Testimonial").click();
const arrived = (page: Page) => expect(thanks(page)).toBeVisible();

test("behind a proxy that lets only GET and POST pass the upload goes on as POST (SUB27 SUB35)", async ({
  page,
  client,
  sayso,
}) => {
  await page.route(UPLOADS, (route) =>
    /GET|POST/.test(route.request().method()) ? route.continue() : route.fulfill(page403),
  );
  await chooseAndFill(page, client.custom_slug);
  await submit(page);
  await arrived(page);
  await deliveredVideo(sayso, client);
  expect(
    await sayso.rows("SELECT 1 FROM uploads WHERE client_id = ? AND status = 'open'", client.id),
  ).toEqual([]);
});

test("a slow script delays nobody: the raw recording is sent in the form (REC24 SUB27)", async ({
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
