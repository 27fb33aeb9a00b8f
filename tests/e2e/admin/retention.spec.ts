import { addClient } from "../../support/people/owner/clients.ts";
import { DAY_MS, retentionOf } from "../../support/people/admin/retention.ts";
import { expect } from "../sayso.ts";
import { axe } from "../axe.ts";
import { test, uniqueName } from "./admin.ts";

test("an admin sees the next deletions and their reasons, and afterwards that they happened (RET01 INV52)", async ({
  page,
  admin,
  sayso,
}) => {
  const client = await addClient(sayso, { company_name: uniqueName("Old Films") });
  const { delivered } = retentionOf(() => sayso);
  const at = new Date(Date.now() - 200 * DAY_MS).toISOString();
  for (const name of ["Ann Example", "Zoë O’Hara"]) await delivered(client, at, { customer_name: name });
  await page.goto("/clients/admin/retention");
  const videos = page.getByRole("row").filter({ hasText: "Delivered videos" });
  await expect(videos.getByRole("cell").first(), admin.email).toContainText("6 months");
  await expect(videos.getByRole("listitem").filter({ hasText: client.company_name })).toContainText(
    /2 videos of Old Films .*kept since/,
  );
  await expect(page.getByRole("row").filter({ hasText: "Set-ups" })).toContainText("180 days");
  await page.getByLabel("Delete all demo videos from an address").fill("nobody");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("Please enter a valid email address")).toBeVisible();
  await axe(page, "retention");
  await page.getByLabel("Delete all demo videos from an address").fill("nobody@visitors.example");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const asked = page.getByRole("dialog", { name: "Delete demo videos?" });
  await expect(asked).toContainText("This deletes every demo video from nobody@visitors.example");
  await axe(page, "demo videos that are about to be deleted");
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("There is no demo video from this address.")).toBeVisible();

  await sayso.change(
    "UPDATE submissions SET deletion_told_at = ? WHERE client_id = ?",
    Date.now() - 8 * DAY_MS,
    client.id,
  );
  await sayso.schedule(new Date());
  await page.reload();
  await expect(videos).toBeVisible();
  await expect(videos.getByRole("listitem").filter({ hasText: client.company_name })).toHaveCount(0);
  await page.goto(`/clients/submissions?clientId=${client.id}`);
  await page.getByRole("button", { name: /Ann Example/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Video deleted on");
  await expect(dialog).toContainText("This video was deleted at the end of its retention period.");
  await expect(dialog.getByRole("link", { name: "Download" })).toHaveCount(0);
  await axe(page, "an entry whose video was deleted");
});
