import { readFile } from "node:fs/promises";
import { brokenNetwork } from "../../support/browsers/broken-network.ts";
import { deliveredVideo } from "../../support/people/customer/delivered.ts";
import { cases } from "../../support/runtime/thorough.ts";
import { bigVideo } from "../../support/films/videos.ts";
import { button, expect, fillInForm, record, test, thanks, toast } from "../sayso.ts";
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

test("rules that did not arrive with the page keep nothing from being recorded later (REC28 SUB27)", async ({
  page,
  client,
}) => {
  const rules = /\/(rules|video|fallback-core)(_bg)?\.(js|wasm)$/;
  await page.route(rules, (route) => route.abort("internetdisconnected"));
  const missed = page.waitForEvent("requestfailed", (request) => request.url().includes("fallback-core"));
  await page.goto(`/record/${client.custom_slug}/video`);
  await missed;
  await button(page, "Grant Camera Access").click();
  await expect(toast(page, "The connection dropped", "Please try again.")).toBeVisible();
  await page.unroute(rules);
  await record(page);
});
