import { readFile } from "node:fs/promises";
import { brokenNetwork } from "../../support/broken-network.ts";
import { deliveredVideo } from "../../support/delivered.ts";
import { bigVideo } from "../../support/videos.ts";
import { until } from "../../support/worker.ts";
import { hurryWaits } from "../clocks.ts";
import { cases } from "../../support/thorough.ts";
import { button, expect, fillInForm, record, submitStalled, test, thanks, toast } from "../sayso.ts";
import { brandPage } from "./testimonial-dialog.ts";

for (const place of cases(1, ["record page", "dialog"] as const)) {
  test(`INV08 SUB35 a connection lost in the middle of an upload from the ${place}: it resumes and arrives whole`, async ({
    page,
    client,
    sayso,
  }) => {
    const network = await brokenNetwork(sayso.url);
    const bytes = await bigVideo(5);
    if (place === "dialog") await brandPage(sayso, client);
    await page.goto(
      `${network.url.origin}/${place === "dialog" ? client.custom_slug : `record/${client.custom_slug}/video`}`,
    );
    if (place === "dialog") await button(page, "Leave a Video Testimonial").click();
    await page
      .getByLabel("Upload a video instead")
      .setInputFiles({ name: "film.mp4", mimeType: "video/mp4", buffer: Buffer.from(bytes) });
    await fillInForm(page);
    network.cutAfter(3_000_000);
    const heads: string[] = [];
    page.on("response", (answer) => {
      if (answer.request().method() === "HEAD") heads.push(answer.headers()["upload-offset"] ?? "");
    });
    await button(page, place === "dialog" ? "Send Testimonial" : "Submit Testimonial").click();
    await expect(
      place === "dialog" ? thanks(page) : page.getByRole("dialog", { name: "Thank you!" }),
    ).toBeVisible();
    expect(network.carried.length).toBe(1);
    expect(Number(heads.at(-1)), "it goes on where it was cut").toBeGreaterThan(1_000_000);
    const { row, file } = await deliveredVideo(sayso, client);
    expect(row.size_bytes).toBe(bytes.length);
    expect((await readFile(file)).equals(Buffer.from(bytes))).toBe(true);
    await page.goto("about:blank");
    await network.close();
  });
}

test("SUB27 offline it says so, waits, and goes on by itself when the connection is back", async ({
  page,
  context,
  client,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
  await fillInForm(page);
  await expect(page.getByText(/^Ready to send/)).toBeVisible();
  await context.setOffline(true);
  await button(page, "Submit Testimonial").click();
  await expect(page.getByText("You are offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
});

test("SUB27 SUB31 an answer that got lost: the same key is sent again, and it counts once", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/ff_firefox.webm");
  await fillInForm(page);
  const keys: (string | undefined)[] = [];
  await page.route("**/functions/v1/submit-testimonial", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await button(page, "Submit Testimonial").click();
  await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible();
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
  const row = await sayso.row(
    "SELECT credits_remaining AS n, (SELECT count(*) FROM submissions WHERE client_id = c.id) AS rows FROM clients c WHERE id = ?",
    client.id,
  );
  expect(row).toEqual({ n: 49, rows: 1 });
});

test("SUB35 cancelling an upload removes it from the server and keeps the form", async ({
  page,
  client,
  sayso,
}) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await submitStalled(page, sayso, client);
  await button(page, "Cancel upload").click();
  await expect(button(page, "Submit Testimonial")).toBeEnabled();
  await expect(toast(page, "Submission Failed")).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
  await until(
    "the upload is gone",
    async () => !(await sayso.row("SELECT 1 FROM uploads WHERE client_id = ?", client.id)),
  );
});

for (const way of ["recorded", "sent"] as const) {
  test(`REC28 SUB27 rules that did not arrive with the page keep nothing from being ${way} later`, async ({
    page,
    client,
    sayso,
  }) => {
    if (way === "sent") await hurryWaits(page);
    const rules = /\/(rules|video|fallback-core)(_bg)?\.(js|wasm)$/;
    await page.route(rules, (route) => route.abort("internetdisconnected"));
    const missed = page.waitForEvent("requestfailed", (request) => request.url().includes("fallback-core"));
    await page.goto(`/record/${client.custom_slug}/video`);
    await missed;
    if (way === "recorded") {
      await button(page, "Grant Camera Access").click();
      await expect(toast(page, "The connection dropped", "Please try again.")).toBeVisible();
      await page.unroute(rules);
      await record(page, 1);
      return;
    }
    await page.getByLabel("Upload a video instead").setInputFiles("tests/fixtures/wk_frag.mp4");
    await fillInForm(page, { name: "?" });
    await button(page, "Submit Testimonial").click();
    await expect(page.getByText("Name contains invalid characters"), "the server says it").toBeVisible();
    await page.getByRole("textbox", { name: "Name" }).fill("Ann Example");
    await button(page, "Submit Testimonial").click();
    await expect(thanks(page)).toBeVisible();
    const row = await sayso.row("SELECT unfinished FROM submissions WHERE client_id = ?", client.id);
    expect(row?.unfinished, "it is sent as it was made, and the business is told").not.toBeNull();
  });
}
