import { addClient } from "../../support/people/owner/clients.ts";
import { expect, toast } from "../sayso.ts";
import { axe } from "../axe.ts";
import { dialog, field, openLine, save, test, uniqueName } from "./admin.ts";

test("ADM16 SUB08 a client's former slug leads customers to it, stands in its form, and is asked about before it is taken back", async ({
  page,
  admin,
  sayso,
}) => {
  const old = `old-door-${crypto.randomUUID().slice(0, 8)}`;
  const now = `new-door-${crypto.randomUUID().slice(0, 8)}`;
  const client = await addClient(sayso, { company_name: uniqueName("Moved"), custom_slug: old });
  const edit = async () => {
    await (await openLine(page, client)).getByRole("button", { name: /^Edit / }).click();
    await expect(dialog(page, `Edit ${client.company_name}`), admin.email).toBeVisible();
  };
  const saved = async () => {
    await save(page).click();
    await expect(toast(page, "Client updated successfully")).toBeVisible();
    await expect(dialog(page, /Edit/)).toBeHidden();
  };
  await edit();
  await field(page, "Custom slug").fill(now);
  await expect(page.getByText(`Was: ${old}. What is printed with it goes on leading here.`)).toBeVisible();
  await saved();
  await page.goto(`/record/${old}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(client.company_name);
  await page.getByRole("link", { name: "Leave a Video Testimonial" }).click();
  await expect(page.getByRole("button", { name: "Grant Camera Access" })).toBeVisible();
  await edit();
  const former = page.getByRole("list", { name: "Former slugs" });
  await expect(former.getByRole("listitem")).toContainText([old]);
  await axe(page, "a client with a former slug");
  await page.setViewportSize({ width: 1280, height: 800 });
  await former.getByRole("button", { name: `Use again ${old}` }).click();
  await expect(former.getByRole("alert")).toHaveText(`Use ${old} again? ${now} goes on leading here.`);
  await expect(former.getByRole("button", { name: "Yes, use it" })).toBeFocused();
  await former.getByRole("button", { name: "No" }).click();
  await expect(former.getByRole("button", { name: `Use again ${old}` })).toBeFocused();
  await expect(field(page, "Custom slug")).toHaveValue(now);
  await former.getByRole("button", { name: `Use again ${old}` }).click();
  await former.getByRole("button", { name: "Yes, use it" }).click();
  await expect(field(page, "Custom slug")).toHaveValue(old);
  await expect(field(page, "Custom slug")).toBeFocused();
  await saved();
  const row = await sayso.row("SELECT custom_slug FROM clients WHERE id = ?", client.id);
  expect(row?.custom_slug).toBe(old);
});
