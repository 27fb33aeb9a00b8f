// The code of the dialog's recorder, which comes with the first press.
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

test("RTE01 BRA03 whoever leaves before the recorder's code is there is not brought back", async ({
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
