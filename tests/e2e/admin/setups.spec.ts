import { plantPurchase } from "../../support/people/owner/purchases.ts";
import { logoFile, setupForm } from "../../support/people/admin/site.ts";
import { clearAttempts, heading } from "../login-pages.ts";
import { button, expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, test, uniqueName } from "./admin.ts";

const DESK = { width: 1280, height: 800 };

test("script in a set-up is inert, its logo is shown, and Back keeps what was typed (ONB13 INV47)", async ({
  page,
  admin,
  sayso,
}) => {
  await sayso.change("DELETE FROM onboarding_requests");
  await clearAttempts(sayso);
  const company = uniqueName(`<img src=x onerror="window.struck=1"> Bäckerei`);
  const { client, checkout } = await plantPurchase(sayso, { company_name: uniqueName("Bea") });
  const body = setupForm({ company, email: "bea@buyers.example", checkout }, await logoFile());
  const sent = await sayso.fetch("/functions/v1/client-onboarding", { method: "POST", body });
  expect(sent.status).toBe(200);
  await page.goto("/clients/admin");
  const nav = page.getByRole("navigation", { name: "Admin" });
  await nav.getByRole("link", { name: /^Set-ups/ }).click();
  await expect(heading(page, "Set-ups")).toBeFocused();
  const setup = page.getByRole("list", { name: "Set-ups, newest first" }).getByRole("listitem");
  const logo = setup.getByRole("img", { name: `Logo of ${company}` });
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => "struck" in window), admin.email).toBe(false);
  await axe(page, "set-ups");
  await page.setViewportSize(DESK);

  const create = button(page, `Create client from ${company}`);
  await create.click();
  const form = dialog(page, "New client");
  await expect(field(page, "Custom slug")).toHaveValue(/backerei|baeckerei/);
  await axe(page, "a client of a set-up");
  await page.setViewportSize(DESK);
  await field(page, "Contact name").fill("Bea B.");
  await page.keyboard.press("Escape");
  await expect(create).toBeFocused();
  await create.click();
  await expect(field(page, "Contact name"), "what was typed is still there").toHaveValue("Bea B.");
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL("/clients/admin/setups");
  await expect(create).toBeFocused();
  await page.goForward();
  await expect(field(page, "Contact name")).toHaveValue("Bea B.");
  await page.keyboard.press("Escape");

  const dismiss = button(page, `Dismiss the set-up of ${company}`);
  await dismiss.click();
  await button(page, "Keep it").click();
  await expect(dismiss).toBeFocused();
  const use = setup.getByRole("button", { name: `Use for ${client.company_name}` });
  await use.click();
  await expect(dialog(page, `Use for ${client.company_name}?`)).toBeVisible();
  await axe(page, "use a set-up");
  await page.setViewportSize(DESK);
  await button(page, "Not now").click();
  await expect(use).toBeFocused();
  await use.click();
  await button(page, "Set up and invite").click();
  await expect(setup).toHaveCount(0);
  await expect(heading(page, "Set-ups")).toBeFocused();
  await axe(page, "no set-ups");
});
