import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addClient } from "../../support/clients.ts";
import { axe, findNothing, settle, TOASTS } from "../axe.ts";
import { button, expect, fillIn, record, test } from "../sayso.ts";

/** A toast, kept from fading by the pointer that rests on it. */
async function axeOnToast(page: Page, where: string) {
  await page.locator(TOASTS).first().hover();
  await settle(page);
  await findNothing(new AxeBuilder({ page }).include("[data-sonner-toaster]"), where);
  await page.mouse.move(0, 0);
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [390, 1280]) {
    test(`REC01 axe finds nothing on the record pages, ${colorScheme}, ${width} px`, async ({
      page,
      client,
      sayso,
    }) => {
      test.setTimeout(90_000);
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      const blocked = await addClient(sayso, { status: "suspended" });
      for (const path of [
        "/",
        "/terms",
        "/privacy",
        "/nothing",
        "/record/nobody",
        `/record/${blocked.custom_slug}`,
        `/record/${client.custom_slug}`,
      ]) {
        await page.goto(path);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await axe(page, path);
      }
      await page.goto(`/record/${client.custom_slug}/video`);
      await expect(button(page, "Grant Camera Access")).toBeVisible();
      await axe(page, "welcome");
      await record(page, 1);
      await axe(page, "take");
      await page.getByRole("link", { name: "Back to Corner Shop" }).click();
      await expect(page.getByRole("dialog", { name: "Leave without sending?" })).toBeVisible();
      await axe(page, "leave");
      await button(page, "Stay here").click();
      await fillIn(page, { name: "?" });
      await button(page, "Submit Testimonial").click();
      await expect(page.getByText("Name contains invalid characters")).toBeVisible();
      await axeOnToast(page, "toast");
      await axe(page, "errors");
      await page.getByRole("textbox", { name: "Name" }).fill("Ann");
      await button(page, "Submit Testimonial").click();
      await expect(page.getByRole("dialog", { name: "Thank you!" })).toBeVisible({ timeout: 20_000 });
      await axe(page, "thanks");
    });
  }
}
