// Checks that toasts do not cover a field and its error on a small screen.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./sayso.ts";

/** The field has the focus; it and its message are on the screen and under no toast. */
export async function clearOfToast(page: Page, field: Locator, message: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(message);
  await besideToasts(page, field, page.locator(`[id="${await field.getAttribute("aria-describedby")}"]`));
}

/** They are on the screen and under no toast, once the page has scrolled. */
export async function besideToasts(page: Page, ...locators: Locator[]): Promise<void> {
  // A toast under the pointer does not fade.
  await page.locator("[data-sonner-toast]").first().hover();
  for (const one of locators) {
    await expect
      .poll(() =>
        one.evaluate((element) => {
          const toasts = [...document.querySelectorAll("[data-sonner-toast]")];
          const { top, bottom } = element.getBoundingClientRect();
          const isCovered = toasts
            .map((toast) => toast.getBoundingClientRect())
            .some((toast) => toast.top < bottom && toast.bottom > top);
          return toasts.length > 0 && !isCovered && top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
  }
}
