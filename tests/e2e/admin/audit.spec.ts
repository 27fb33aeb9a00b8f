import type { Page } from "@playwright/test";
import { addClient } from "../../support/people/owner/clients.ts";
import { button, expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { openLine, test, uniqueName } from "./admin.ts";

const changes = (page: Page) => page.getByRole("list", { name: "Changes, newest first" });

test("AUT35 the audit log says who changed what, when, before and after, and is filtered by client", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Audited") });
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await page.getByRole("textbox", { name: "Contact name" }).fill("After");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(page, "Client updated successfully")).toBeVisible();
  await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(`/clients/admin/audit?subject=${client.id}`);
  await expect(changes(page).getByRole("listitem")).toHaveCount(1);
  await page.goto("/clients/admin/audit");
  await page.getByRole("searchbox", { name: "Filter by client" }).fill(client.company_name);
  await button(page, client.company_name).first().click();
  await expect(changes(page).getByRole("listitem")).toHaveCount(1);
  const entry = changes(page).getByRole("listitem").first();
  for (const text of [
    "Edited the client",
    client.company_name,
    admin.email,
    "Contact name",
    "Owner",
    "After",
  ]) {
    await expect(entry).toContainText(text);
  }
  await axe(page, "audit log");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/audit");
});

test("AUT35 the audit log is filtered by person, name, action and date, all in the address, with a way back to all", async ({
  page,
  admin,
  sayso,
}) => {
  const other = uniqueName("other").replace(" ", ".");
  const thing = uniqueName("Thing");
  for (const [actor, action, name, day] of [
    [admin.email, "client.edit", `${thing} one`, "2026-10-01"],
    [admin.email, "client.view", `${thing} two`, "2026-10-02"],
    [`${other}@admins.example`, "client.edit", `${thing} three`, "2026-10-03"],
  ] as const) {
    await sayso.change(
      "INSERT INTO audit_log (id, at, actor_id, actor, action, subject, subject_name, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, '{}', '{}')",
      crypto.randomUUID(),
      Date.parse(`${day}T12:00:00Z`),
      admin.id,
      actor,
      action,
      crypto.randomUUID(),
      name,
    );
  }
  const lines = changes(page).getByRole("listitem");
  const search = page.getByRole("searchbox", { name: "Search" });
  await page.goto("/clients/admin/audit");
  await expect(button(page, "Show all"), "all are shown").toBeHidden();
  await search.fill(other.toUpperCase());
  await expect(lines).toHaveText([new RegExp(`${thing} three`)]);
  await search.fill(thing);
  await expect(lines).toHaveCount(3);
  await page.getByRole("combobox", { name: "Action" }).selectOption("Edited the client");
  await expect(lines).toHaveCount(2);
  await page.getByLabel("From (UTC)").fill("2026-10-03");
  await expect(lines).toHaveText([new RegExp(`${thing} three`)]);
  await page.reload();
  await expect(lines, "the same after a reload").toHaveCount(1);
  await page.getByLabel("From (UTC)").fill("");
  await expect(lines).toHaveCount(2);
  await page.getByLabel("To (UTC)").fill("2026-10-01");
  await expect(lines).toHaveText([new RegExp(`${thing} one`)]);
  await axe(page, "audit log, filtered");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("combobox", { name: "Action" }).selectOption("Deleted a sign-up");
  await expect(page.getByRole("heading", { name: "No changes match" })).toBeVisible();
  await axe(page, "audit log, nothing found");
  await button(page, "Show all").click();
  await expect(page).toHaveURL("/clients/admin/audit");
  await expect(search).toHaveValue("");
  await expect(lines.first()).toBeVisible();
});
