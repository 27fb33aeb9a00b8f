// The record page without its app: its HTML has a form that needs nothing else.
import type { Page } from "@playwright/test";
import type { ClientRow } from "../../support/people/owner/clients.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { mailTo } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import { pauseAnimations } from "../clocks.ts";
import { button, expect, fillInForm, test } from "../sayso.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });
const invited = (page: Page, client: ClientRow) =>
  expect(heading(page, `Share your experience with ${client.company_name}`)).toBeVisible();
const choose = (page: Page, film: string) => page.getByLabel("Video", { exact: true }).setInputFiles(film);

async function sendByForm(page: Page, client: ClientRow, film = "tests/fixtures/wk_frag.mp4"): Promise<void> {
  await invited(page, client);
  await fillInForm(page);
  await choose(page, film);
  await button(page, "Submit Testimonial").click();
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["", "/video"])
    test(`REC28 SUB12 SUB30 WMK12 the form of /record/{slug}${path} takes a video of the camera app`, async ({
      page,
      client,
      sayso,
    }) => {
      await sayso.change(
        "UPDATE clients SET watermark_enabled = 1, review_link_type = 'Facebook', review_link_url = 'https://fb.example/us' WHERE id = ?",
        client.id,
      );
      await page.goto(`/record/${client.custom_slug}${path}`);
      await sendByForm(page, client);
      await expect(heading(page, "Thank you!")).toBeVisible();
      await expect(page.getByRole("link", { name: "Leave a Facebook Review" })).toHaveAttribute(
        "href",
        "https://fb.example/us",
      );
      const { row } = await deliveredVideo(sayso, client);
      expect([row.container, row.unwatermarked, row.unwatermarked_reason]).toEqual(["mp4", 1, "unsupported"]);
      expect((await mailTo(sayso, client.email)).text).toContain("It carries no watermark");
    });

  test("a refused form comes back with its input and can be sent again; sent twice it counts once (SUB13 SUB25 REC28)", async ({
    page,
    client,
    sayso,
  }) => {
    await page.goto(`/record/${client.custom_slug}/video`);
    await sendByForm(page, client, "package.json");
    await expect(page.getByRole("alert")).toContainText("MP4, MOV or WebM");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
    for (const box of await page.getByRole("checkbox").all()) await expect(box).toBeChecked();
    expect(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id)).toEqual([]);

    await page.getByRole("textbox", { name: "Name" }).fill("?<b>");
    await choose(page, "tests/fixtures/wk_frag.mp4");
    await button(page, "Submit Testimonial").click();
    await expect(page.getByRole("alert")).toHaveText(
      /^Name contains invalid characters\. Your video has to be chosen once more\.$/,
    );
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("?<b>");
    await sendByForm(page, client);
    await expect(heading(page, "Thank you!")).toBeVisible();

    await page.goto(`/record/${client.custom_slug}/video`);
    await sendByForm(page, client);
    await expect(page.getByText("This video has already arrived.")).toBeVisible();
    const row = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
    expect(row?.n).toBe(49);
  });

  test("SUB11 SUB26 a business that takes no videos says so, and an address of nobody", async ({
    page,
    client,
    sayso,
  }) => {
    await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", client.id);
    await page.goto(`/record/${client.custom_slug}/video`);
    await expect(heading(page, client.company_name)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText("This account has no credits remaining.");
    await expect(page.getByLabel("Video", { exact: true })).toHaveCount(0);
    await page.goto("/record/nobody-has-this");
    await expect(heading(page, "Client Not Found")).toBeVisible();
    await page.goto("/", { waitUntil: "load" });
    await expect(heading(page, "Your customers say so.")).toBeVisible();
    await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeVisible();
    await expect(page.locator("button:visible:not(:has(img)), form:visible")).toHaveCount(0);
    await page.goto("/clients/login");
    await expect(page.locator("noscript h1")).toHaveText("Client login");
    await expect(page.locator("noscript p").first()).toBeInViewport();
  });
});

test("REC28 in a browser that knows no layers of styles the form is as wide as the screen allows", async ({
  page,
  client,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route("**/*.css", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withoutLayers(await answer.text()) });
  });
  await page.route("**/*.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}`);
  // Without its app the page waits 10 seconds before showing the form.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await invited(page, client);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  const [box, body] = [await button(page, "Submit Testimonial").boundingBox(), 390];
  expect([box?.x, body - (box?.x ?? 0) - (box?.width ?? 0)].map((margin) => Math.round(margin ?? 0))).toEqual(
    [28, 28],
  );
});

/** A stylesheet as parsed by browsers without `@layer`. */
function withoutLayers(css: string): string {
  let left = css;
  for (let at = left.indexOf("@layer"); at !== -1; at = left.indexOf("@layer")) {
    const [open, end] = [left.indexOf("{", at), left.indexOf(";", at)];
    let after = end + 1;
    if (end === -1 || open < end) {
      let depth = 1;
      for (after = open + 1; depth > 0; after += 1) depth += { "{": 1, "}": -1 }[left[after] ?? ""] ?? 0;
    }
    left = left.slice(0, at) + left.slice(after);
  }
  return left;
}

test("without the app's code the form is shown at once, and axe finds nothing (REC28 ERR01)", async ({
  page,
  client,
}) => {
  await page.route("**/record-app.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await invited(page, client);
  await expect(page.getByText("This page has not loaded yet.")).toBeHidden();
  await axe(page, "the plain form");
});

test("REC28 an app that comes late leaves a form alone that somebody has begun, and takes the place of any other", async ({
  page,
  client,
  sayso,
}) => {
  let held: (() => void)[] = [];
  await page.route("**/record-app.js", async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const comes = () => {
    const waiting = held;
    held = [];
    waiting.forEach((go) => go());
  };
  const opened = async () => {
    const finishAnimations = await pauseAnimations(page);
    await page.goto(`/record/${client.custom_slug}/video`, { waitUntil: "commit" });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await expect(page.locator(".without-app")).toBeHidden();
    await finishAnimations();
    await invited(page, client);
  };
  await opened();
  const loaded = page.waitForResponse("**/record-app.js");
  await page.getByRole("textbox", { name: "Name" }).fill("Ann");
  comes();
  await (await loaded).finished();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann");
  await sendByForm(page, client);
  await expect(heading(page, "Thank you!")).toBeVisible();
  await deliveredVideo(sayso, client);

  await opened();
  comes();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect(page.locator(".without-app")).toHaveCount(0);
});
