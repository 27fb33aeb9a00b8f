// The record page where the app does not run: its HTML brings a form that needs nothing else.
import type { Page } from "@playwright/test";
import type { ClientRow } from "../../support/clients.ts";
import { deliveredVideo } from "../../support/delivered.ts";
import { mailTo } from "../../support/worker.ts";
import { button, expect, fillInForm, test } from "../sayso.ts";
import { axe } from "../axe.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

async function sendByForm(page: Page, client: ClientRow, film = "tests/fixtures/wk_frag.mp4"): Promise<void> {
  await expect(heading(page, `Share your experience with ${client.company_name}`)).toBeVisible();
  await fillInForm(page);
  await page.getByLabel("Video", { exact: true }).setInputFiles(film);
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
      await sayso.change("UPDATE clients SET watermark_enabled = 1 WHERE id = ?", client.id);
      await page.goto(`/record/${client.custom_slug}${path}`);
      await sendByForm(page, client);
      await expect(heading(page, "Thank you!")).toBeVisible();
      const { row } = await deliveredVideo(sayso, client);
      expect([row.container, row.unwatermarked, row.unwatermarked_reason]).toEqual(["mp4", 1, "unsupported"]);
      expect((await mailTo(sayso, client.email)).text).toContain("It carries no watermark");
    });

  test("SUB25 REC28 what is refused is said on a page, and a step back has what was typed", async ({
    page,
    client,
    sayso,
  }) => {
    await page.goto(`/record/${client.custom_slug}/video`);
    await sendByForm(page, client, "package.json");
    await expect(heading(page, "This was not sent")).toBeVisible();
    await expect(page.getByText("MP4, MOV or WebM")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ann Example");
    expect(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id)).toEqual([]);
    await sendByForm(page, client);
    await expect(heading(page, "Thank you!")).toBeVisible();

    await page.goto(`/record/${client.custom_slug}/video`);
    await sendByForm(page, client);
    await expect(page.getByText("This video has already arrived.")).toBeVisible();
    const row = await sayso.row("SELECT credits_remaining AS n FROM clients WHERE id = ?", client.id);
    expect(row?.n).toBe(49);
  });

  test("SUB11 a business that takes no videos has no form", async ({ page, client, sayso }) => {
    await sayso.change("UPDATE clients SET credits_remaining = 0 WHERE id = ?", client.id);
    await page.goto(`/record/${client.custom_slug}/video`);
    await expect(page.getByLabel("Video", { exact: true })).toHaveCount(0);
  });
});

test("REC28 ERR01 where the app's own code cannot be had the form comes at once, and axe finds nothing", async ({
  page,
  client,
}) => {
  await page.route("**/record-app.js", (route) => route.abort());
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(heading(page, `Share your experience with ${client.company_name}`)).toBeVisible();
  await axe(page, "the plain form");
});

test("REC28 where the app runs nobody meets the form", async ({ page, client }) => {
  await page.goto(`/record/${client.custom_slug}/video`);
  await expect(page.locator(".plain-form")).toBeHidden();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  await expect(page.locator(".plain-form")).toHaveCount(0);
});
