// The list of submissions, and one opened from it.
import type { Page } from "@playwright/test";
import { expect } from "../sayso.ts";
import { heading } from "./owner.ts";

const list = (page: Page) => page.getByRole("list", { name: "Submissions" });
export const lines = (page: Page) => list(page).getByRole("listitem");
export const opened = (page: Page, name: string) => page.getByRole("dialog", { name });

export async function openList(page: Page, query = ""): Promise<void> {
  await page.goto(`/clients/submissions${query}`);
  await expect(heading(page, "Submissions")).toBeVisible();
}
