import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { totpCode } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import { addOwner, enter, heading, logIn } from "../login-pages.ts";
import { button, expect, test } from "../sayso.ts";

const code = (page: Page) => page.getByRole("textbox", { name: /code/i });
const card = (page: Page) => page.getByRole("region", { name: "Two-step verification" });

test("AUT05 a second factor is set up, its recovery codes are copied and downloaded, and axe finds nothing on the way", async ({
  page,
  context,
  sayso,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { user } = await addOwner(sayso);
  await enter(page, user);
  await page.goto("/clients/security");
  await button(page, "Set up now").click();
  const proof = card(page).getByLabel(/^Your current password/);
  await expect(proof).toBeFocused();
  await button(page, "Continue").click();
  await expect(proof).toHaveAccessibleDescription("Enter your current password");
  await axe(page, "the current password");
  await proof.fill(user.password);
  await proof.press("Enter");
  await expect(page.getByRole("img", { name: "Code for your authenticator app" })).toBeVisible();
  await axe(page, "the QR code");
  const secret = (await card(page).locator("code").innerText()).replaceAll(" ", "");
  await code(page).fill(totpCode(secret));
  await button(page, "Confirm the code").click();

  const list = card(page).getByRole("list", { name: "Recovery codes" });
  await expect(list.getByRole("listitem")).toHaveCount(8);
  const recovery = (await list.getByRole("listitem").allInnerTexts()).join("\n");
  await axe(page, "recovery codes");
  await button(page, "Copy").click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(recovery);
  const download = page.waitForEvent("download");
  await button(page, "Download").click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("sayso-recovery-codes.txt");
  expect(await readFile(await file.path(), "utf8")).toContain(recovery);

  await button(page, "I have saved them").click();
  await button(page, "Switch off").click();
  await axe(page, "switch off");
  await button(page, "Logout").click();
  await logIn(page, user);
  await expect(heading(page, "Enter your code")).toBeFocused();
  await axe(page, "code");
});
