import { readFile } from "node:fs/promises";
import { addClient } from "../../support/people/owner/clients.ts";
import { button, expect, test } from "../sayso.ts";

test("a logo is shown, on light ground in both themes (SUB08)", async ({ page, sayso }) => {
  await sayso.media.put("assets/plate-shop/logo.png", await readFile("tests/support/films/logo.png"), {
    httpMetadata: { contentType: "image/png" },
  });
  const shop = await addClient(sayso, { logo_url: "/media/plate-shop/logo.png", company_name: "Plate Shop" });
  for (const tail of ["", "/video"]) {
    await page.goto(`/record/${shop.custom_slug}${tail}`);
    const logo = page.getByRole("img", { name: "Plate Shop" });
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const ground = await logo.evaluate((image) => {
        for (let at: Element | null = image; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!colour.endsWith(", 0)")) return colour;
        }
        return "";
      });
      const [red, green, blue] = ground.match(/\d+/g)?.map(Number) ?? [];
      expect(Math.min(red ?? 0, green ?? 0, blue ?? 0), `${tail} ${ground}`).toBeGreaterThan(235);
    }
  }
});

test("a record page that is left stays until the code of the next one is there (RTE01)", async ({
  page,
  client,
}) => {
  const asked = Promise.withResolvers<void>();
  await page.route("**/record-screen*.js", async (route) => {
    await asked.promise;
    await route.continue();
  });
  await page.goto(`/record/${client.custom_slug}/video`);
  await page.getByRole("link", { name: "Back to Corner Shop" }).click();
  await expect(page).toHaveURL(`/record/${client.custom_slug}/`);
  await expect(button(page, "Grant Camera Access")).toBeVisible();
  asked.resolve();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Share your experience with Corner Shop");
  await page.goBack();
  await expect(button(page, "Grant Camera Access")).toBeVisible();
});
