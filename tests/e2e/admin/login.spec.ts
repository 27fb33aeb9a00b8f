import { addUser, totpCode } from "../../support/people/owner/users.ts";
import { startWorker } from "../../support/runtime/worker.ts";
import { axe } from "../axe.ts";
import * as login from "../login-pages.ts";
import { button, expect, test, toast } from "../sayso.ts";

test("AUT19 where admins must have a second factor it is set up before anything else", async ({
  browser,
}) => {
  const sayso = await startWorker({ ownOrigin: true, adminTotp: "required" });
  const context = await browser.newContext({ baseURL: sayso.url.origin });
  try {
    const page = await context.newPage();
    const admin = await addUser(sayso, { roles: ["admin"] });
    await page.goto(`${login.pages.admin}?next=%2Fclients%2Fsecurity`);
    await login.logIn(page, admin);
    await expect(login.heading(page, "Set up two-step verification")).toBeFocused();
    await page.goto("/clients/dashboard");
    await expect(
      login.heading(page, "Set up two-step verification"),
      "there is no way around it",
    ).toBeVisible();
    await page.goto(`${login.pages.admin}?next=%2Fclients%2Fsecurity`);
    await button(page, "Set up now").click();
    const secret = (await page.locator("code").innerText()).replaceAll(" ", "");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await axe(page, "set-up");
    await page.getByRole("textbox", { name: "Code" }).fill(totpCode(secret));
    await button(page, "Confirm the code").click();
    await expect(login.heading(page, "Save your recovery codes")).toBeVisible();
    await axe(page, "recovery codes");
    await button(page, "I have saved them").click();
    await expect(page).toHaveURL("/clients/security");
    await expect(page.getByText("Your account must keep it.")).toBeVisible();
    await expect(button(page, "Switch off")).toHaveCount(0);
  } finally {
    await context.close();
    await sayso.close();
  }
});

test("AUT19 axe finds nothing on the admin's login page", async ({ page }) => {
  await page.goto(login.pages.admin);
  await button(page, "Login").click();
  await expect(toast(page, "Login failed")).toBeVisible();
  await axe(page, "login, with errors");
  await button(page, "Forgot password?").click();
  await axe(page, "reset");
});
