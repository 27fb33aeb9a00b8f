import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { axe } from "../axe.ts";
import { button, expect, toast } from "../sayso.ts";
import { dialog, test } from "./admin.ts";

test("INV42 AUT35 an admin ends every session of an account, after a question, and the log says so", async ({
  page,
  admin,
  sayso,
}) => {
  const user = await addUser(sayso);
  const theirs = await signIn(sayso, user);
  await page.goto("/clients/admin/security");
  const card = page.getByRole("region", { name: "Sessions of an account" });
  const address = card.getByRole("textbox", { name: "Email the account signs in with" });
  const ask = card.getByRole("button", { name: "End all sessions" });
  const question = dialog(page, "End all sessions?");
  const confirm = question.getByRole("button", { name: "End all sessions" });

  await ask.click();
  await expect(card.getByText("Enter the email address")).toBeVisible();
  await expect(address).toBeFocused();

  await address.fill("nobody@people.example");
  await ask.click();
  await confirm.click();
  await expect(toast(page, "Failed to end the sessions", "Account not found.")).toBeVisible();
  await expect(card.getByText("Account not found.")).toBeVisible();

  await address.fill(user.email);
  await ask.click();
  await expect(question).toContainText(user.email);
  await axe(page, "end-sessions");
  await button(page, "Leave them open").click();
  await expect(question).toBeHidden();
  expect((await call(sayso, "GET", "/api/auth/sessions", { cookie: theirs })).status).toBe(200);

  await ask.click();
  await confirm.click();
  await expect(toast(page, "Sessions ended", `1 of ${user.email}`)).toBeVisible();
  await expect(address).toHaveValue("");
  expect((await call(sayso, "GET", "/api/auth/sessions", { cookie: theirs })).status).toBe(401);

  await page.goto("/clients/admin/audit");
  const entry = page.getByRole("listitem").filter({ hasText: user.email });
  await expect(entry).toContainText("Ended all sessions of an account");
  await expect(entry).toContainText(admin.email);

  // One's own session stays.
  await page.goto("/clients/admin/security");
  await address.fill(admin.email);
  await ask.click();
  await confirm.click();
  await expect(toast(page, "Nobody was signed in")).toBeVisible();
});
