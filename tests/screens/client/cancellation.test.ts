// A plan that is not paid by card: cancelled, resumed, and ended.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DAY_MS } from "../../support/people/admin/retention.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { sendVideo } from "../../support/people/customer/send-video.ts";
import { eventually, look } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const BILLING = "/clients/billing";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("is cancelled after a question, everything can be downloaded, and it is taken up again (BIL07 RET03)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, BILLING);
  await sendVideo(sayso, client);
  const gone = (role: string, name?: string) =>
    eventually(() => assert.equal(page.all(role, name).length, 0));
  await page.click("button", "Cancel plan");
  const question = () => page.find("dialog", "Cancel your plan?");
  await look(await question()).waitForText("Your record page and this portal work for 14 more days.");
  await look(await question()).waitForText("We then delete all videos and your customers' details.");
  await look(await question()).click("button", "Keep my plan");
  await gone("dialog");
  await page.click("button", "Cancel plan");
  await look(await question()).click("button", "Cancel plan");
  await page.toast("Plan cancelled");
  await look(await page.find("alert")).waitForText("Your plan is cancelled and ends on");
  await gone("button", "Cancel plan");
  await page.goto("/clients/dashboard");
  await look(await page.find("alert")).click("link", "Download everything");
  await page.find("heading", "Where your videos arrive", { level: 1 });
  await page.find("link", /^Download ZIP file/);
  await page.goto(BILLING);
  await look(await page.find("alert")).click("button", "Keep my plan");
  await page.toast("Good to have you back");
  await gone("alert");
  await page.find("button", "Cancel plan");
});

test("says what happens to videos in a drive of one's own, once there are some (RET03)", async (t) => {
  const { page, client } = await openAsOwner(t, sayso, BILLING);
  await sayso.change("UPDATE clients SET keeps_own_drive = 1 WHERE id = ?", client.id);
  const shows = async (words: string) => {
    await page.goto(BILLING);
    await page.click("button", "Cancel plan");
    await look(await page.find("dialog", "Cancel your plan?")).waitForText(`your customers' details${words}`);
  };
  await shows(".");
  await sayso.change(
    `INSERT INTO drive_connections (id, client_id, provider, link, address, account, connected_at, delivered_at, last_video_at)
     VALUES (?1, ?2, 'webdav', 'https://nas.example/', 'https://nas.example/', 'ann', 1, 1, 1)`,
    crypto.randomUUID(),
    client.id,
  );
  await shows("; the videos in your own drive stay there.");
  await sayso.change("UPDATE clients SET keeps_own_drive = 0 WHERE id = ?", client.id);
  await shows(", including the videos in your own drive.");
});

test("has ended: everything is deleted, and the contact is shown (BIL07 RET03)", async (t) => {
  const client = await addClient(sayso);
  const user = await addUser(sayso, { clientId: client.id });
  await sayso.change("UPDATE clients SET cancelled_at = ? WHERE id = ?", Date.now() - 15 * DAY_MS, client.id);
  await sayso.schedule(new Date());
  const page = await openPage(t, sayso, "/clients/dashboard", { cookie: await signIn(sayso, user) });
  const notice = look(await page.find("alert"));
  await notice.waitForText("Your plan ended on");
  await notice.waitForText("Your videos are deleted");
  assert.equal(notice.all("button").length, 0);
  await notice.waitForText("contact support, to start again");
  await look(await page.find("region", "Credits and submissions")).waitForText("None: the plan has ended");
  await page.goto(BILLING);
  await eventually(() => assert.match(page.text(), /Your plan has ended, so you have no credits/));
  assert.doesNotMatch(page.text(), /credits left/);
});
