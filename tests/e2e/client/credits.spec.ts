import type { Page } from "@playwright/test";
import { axe } from "../axe.ts";
import { button, expect } from "../sayso.ts";
import { heading, openDashboard, test } from "./owner.ts";

const CREDITS = "Credits and submissions";
const figures = (page: Page) => page.getByRole("region", { name: CREDITS });

test("CLI09 credits remaining, credits per month and the reset date stand first", async ({
  page,
  owner,
  sayso,
}) => {
  await sayso.change(
    "UPDATE clients SET credits_remaining = 34, next_reset_date = '2026-12-01' WHERE id = ?",
    owner.client.id,
  );
  await openDashboard(page, owner);
  await expect(figures(page)).toContainText("34");
  await expect(figures(page)).toContainText("of 50 per month");
  await expect(figures(page)).toContainText("Resets on 01 Dec 2026");
  await expect(page.getByRole("alert")).toBeHidden();
});

for (const [left, text] of [
  [2, "Only 2 credits left"],
  [1, "Only 1 credit left"],
  [0, "You have 0 credits left"],
] as const) {
  test(`CLI10 SUB22 with ${left} left it warns, names the number and says what to do`, async ({
    page,
    owner,
    sayso,
  }) => {
    await sayso.change("UPDATE clients SET credits_remaining = ? WHERE id = ?", left, owner.client.id);
    await openDashboard(page, owner);
    const warning = page.getByRole("alert");
    await expect(warning).toContainText(text);
    await expect(warning).toContainText("an upgrade or a top-up");
    await expect(warning.getByRole("link", { name: /Contact support/ })).toHaveAttribute("target", "_blank");
    await expect(warning.getByRole("link", { name: "Plan and credits" })).toBeVisible();
    if (left === 0) await expect(warning).toContainText("Your recording page is not taking videos");
    await axe(page, text);
  });
}

test("CLI10 with 3 left nothing warns", async ({ page, owner, sayso }) => {
  await sayso.change("UPDATE clients SET credits_remaining = 3 WHERE id = ?", owner.client.id);
  await openDashboard(page, owner);
  await expect(page.getByRole("alert")).toBeHidden();
});

test("SUB21 SUB32 a suspended account is told that its record page takes no videos, whatever its credits are", async ({
  page,
  owner,
  sayso,
}) => {
  await sayso.change(
    "UPDATE clients SET status = 'suspended', credits_remaining = 0 WHERE id = ?",
    owner.client.id,
  );
  await openDashboard(page, owner);
  await expect(page.getByRole("alert")).toContainText("Your recording page is not taking videos");
  await expect(page.getByRole("alert")).toContainText("Your account is suspended");
  await expect(page.getByRole("alert")).not.toContainText("credits left");
});

for (const [why, change] of [
  ["suspended", "status = 'suspended'"],
  ["out of credits", "credits_remaining = 0"],
] as const) {
  test(`SUB21 SUB22 SUB32 nowhere is a business that is ${why} invited to send its link`, async ({
    page,
    owner: { client },
    sayso,
  }) => {
    await sayso.change(`UPDATE clients SET ${change} WHERE id = ?`, client.id);
    for (const [address, title] of [
      ["/clients/dashboard", client.company_name],
      ["/clients/submissions", "Submissions"],
      ["/clients/sharing", "Ask your customers"],
      ["/clients/sharing/card", "Table card"],
    ] as const) {
      await page.goto(address);
      await expect(heading(page, title)).toBeVisible();
      await expect(page.getByRole("alert"), address).toContainText(
        "Your recording page is not taking videos",
      );
      await expect(page.getByRole("link", { name: "Share your link" })).toHaveCount(0);
      await expect(page.getByText(/appears here|can leave you a video|They record/)).toHaveCount(0);
    }
    await page.goto("/clients/sharing");
    await expect(page.getByText("Your page is not taking videos at the moment")).toBeVisible();
    await expect(button(page, "Copy link")).toBeVisible();
    await page.goto("/clients/dashboard");
    await expect(page.getByText("No testimonials yet.")).toBeVisible();
  });
}

test("CLI10 few credits are said on every screen about the business", async ({ page, owner, sayso }) => {
  await sayso.change("UPDATE clients SET credits_remaining = 1 WHERE id = ?", owner.client.id);
  for (const address of ["/clients/submissions", "/clients/sharing", "/clients/sharing/card"]) {
    await page.goto(address);
    await expect(page.getByRole("alert"), address).toContainText("Only 1 credit left");
  }
  await page.goto("/clients/sharing");
  await expect(page.getByText(/can leave you a video/)).toBeVisible();
});
