// The code of the dialog's recorder, which is loaded on the first click.
import { button, expect, test, toast } from "../sayso.ts";
import { back, dialog } from "./testimonial-dialog.ts";

test("SUB01 REC28 the recorder's code comes with the first press; a lost connection is said and tried again", async ({
  page,
  sayso,
  client,
}) => {
  await sayso.change(
    "INSERT INTO branded_pages (page, client_id) VALUES (?, ?)",
    client.custom_slug,
    client.id,
  );
  await page.route("**/testimonial-dialog*.js", (route) => route.abort(), { times: 1 });
  await page.goto(`/${client.custom_slug}`);
  await button(page, "Leave a Video Testimonial").click();
  await expect(toast(page, "The connection dropped")).toBeVisible();
  await button(page, "Leave a Video Testimonial").click();
  await expect(dialog(page)).toBeVisible();
});

test("shows a sentence at the button if no toast can be loaded either, until the next press (SUB01 ERR01)", async ({
  page,
}) => {
  await page.route(/\/(testimonial-dialog|toaster)[^/]*\.js$/, (route) => route.abort());
  await page.goto("/demo");
  await button(page, "Start Demo Recording").click();
  const sentence = page.getByRole("alert").filter({ hasText: "The recorder could not load." });
  await expect(sentence).toBeVisible();
  await page.unrouteAll();
  await button(page, "Start Demo Recording").click();
  await expect(page.getByRole("dialog", { name: "Record your demo" })).toBeVisible();
  await expect(sentence).toHaveCount(0);
});

test("leaving before the recorder's code has loaded does not bring the visitor back (RTE01 BRA03)", async ({
  page,
}) => {
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.goto("/terms");
  await page.getByRole("link", { name: "Demo" }).first().click();
  await page.route("**/testimonial-dialog*.js", async (route) => {
    await held;
    await route.continue();
  });
  const wanted = page.waitForRequest("**/testimonial-dialog*.js");
  await button(page, "Start Demo Recording").click();
  await wanted;
  await back(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms & Conditions");
  const code = page.waitForResponse("**/testimonial-dialog*.js");
  go();
  await (await code).finished();
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(/\/terms$/);
});
