// What a toast must leave to be seen on a small screen.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./sayso.ts";

/** The field has the focus; it and its message stand below every toast and above the screen's end. */
export async function clearOfToast(page: Page, field: Locator, message: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(message);
  await belowToasts(page, field, page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`));
}

/** They stand below every toast, once the page has scrolled. */
export async function belowToasts(page: Page, ...what: Locator[]): Promise<void> {
  // Where the pointer rests a toast does not fade.
  await page.locator("[data-sonner-toast]").first().hover();
  for (const one of what) {
    await expect
      .poll(() =>
        one.evaluate((element) => {
          const toasts = [...document.querySelectorAll("[data-sonner-toast]")];
          const end = Math.max(...toasts.map((toast) => toast.getBoundingClientRect().bottom));
          const { top, bottom } = element.getBoundingClientRect();
          return toasts.length > 0 && top >= end && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  }
}
