import { axe } from "../axe.ts";
import { button, expect, toast } from "../sayso.ts";
import { carrySession, heading, openDashboard, sendVideo, test } from "./owner.ts";
import { opened, openList } from "./submission-list.ts";
import { addUser } from "../../support/people/owner/users.ts";

test("BIL03 BIL04 BIL05 a rejected video gives its credit back, and Billing shows every change", async ({
  page,
  owner,
  sayso,
}) => {
  const { client } = owner;
  await sayso.change("UPDATE clients SET next_reset_date = '2027-01-31' WHERE id = ?", client.id);
  const id = await sendVideo(sayso, client, { name: "Troll" });
  await openList(page, `?id=${id}`);
  await button(page, "Not a testimonial").click();
  const question = opened(page, "Not a testimonial?");
  await expect(question).toContainText("Sent under the name of Troll");
  await expect(question).toContainText("The credit comes back");
  await axe(page, "the question");
  await button(page, "Remove this submission").click();
  await expect(toast(page, "Submission removed")).toContainText("A credit has come back.");
  await expect(opened(page, "Troll")).toBeHidden();

  await openDashboard(page, owner);
  await page.getByRole("link", { name: "Plan and credits" }).click();
  await expect(heading(page, "Plan and credits")).toBeVisible();
  const plan = page.getByRole("region", { name: "Standard Plan" });
  await expect(plan, "BIL08 what it would cost others is no price of this one").not.toContainText("£");
  await expect(plan).toContainText("50credits left");
  await expect(plan).toContainText("On 31 Jan 2027 a new month begins with 50 credits");
  const changes = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(0)).toContainText("Credit returned: video rejected");
  await expect(changes.nth(0)).toContainText("+150 left");
  await expect(changes.nth(1)).toContainText("−149 left");
  await expect(changes.nth(2)).toContainText("+5050 left");
  await axe(page, "Billing");
});

test("BIL05 after seven days a video can be rejected, and the question says that its credit stays gone", async ({
  page,
  owner: { client },
  sayso,
}) => {
  const id = await sendVideo(sayso, client, { name: "Troll" });
  await sayso.change("UPDATE submissions SET created_at = created_at - 8 * 86400000 WHERE id = ?", id);
  await openList(page, `?id=${id}`);
  await expect(opened(page, "Troll")).toContainText("Is this an insult, advertising or a bad joke?");
  await expect(opened(page, "Troll")).not.toContainText("credit that it took comes back");
  await button(page, "Not a testimonial").click();
  await expect(opened(page, "Not a testimonial?")).toContainText("The credit is not returned");
  await button(page, "Remove this submission").click();
  await expect(toast(page, "Submission removed")).not.toContainText("credit");
});

test("BIL03 ADM17 an admin sees on a client's Billing page who changed its credits", async ({
  page,
  context,
  owner: { client },
  sayso,
}) => {
  const admin = await addUser(sayso, { roles: ["admin"] });
  await carrySession(context, sayso, admin, "admin");
  await page.goto(`/clients/billing?clientId=${client.id}`);
  const answer = await page.evaluate(
    async (id) =>
      (
        await fetch(`/api/admin/clients/${id}`, {
          method: "PATCH",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ changed: {}, loaded: {}, credit_adjustment: 25 }),
        })
      ).status,
    client.id,
  );
  expect(answer).toBe(200);
  await page.reload();
  const changes = page.getByRole("list", { name: "Changes, newest first" }).getByRole("listitem");
  await expect(changes.first()).toContainText(`Changed by Sayso, ${admin.email}`);
  await expect(changes.first()).toContainText("+2575 left");
});
