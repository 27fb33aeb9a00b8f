import type { Page } from "@playwright/test";
import { button, expect } from "../sayso.ts";
import { plantLine, test } from "./owner.ts";
import { opened } from "./submission-list.ts";

const search = (page: Page) => page.getByRole("searchbox", { name: "Search" });

test("CLI13 the back button closes a submission, keeps the search, and never opens it again", async ({
  page,
  owner: { client },
  sayso,
}) => {
  await plantLine(sayso, client, { name: "Marta Okonkwo" });
  await page.goto("/clients/dashboard");
  await page.getByRole("link", { name: "Submissions", exact: true }).first().click();
  await search(page).fill("marta");
  await expect(page).toHaveURL(/\?q=marta$/);
  for (const way of ["back", "escape"]) {
    await button(page, "Marta Okonkwo").click();
    await expect(opened(page, "Marta Okonkwo")).toBeVisible();
    await (way === "back" ? page.goBack() : page.keyboard.press("Escape"));
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page, way).toHaveURL(/\/clients\/submissions\?q=marta$/);
  }
  await page.goBack();
  await expect(page).toHaveURL("/clients/dashboard");
});
