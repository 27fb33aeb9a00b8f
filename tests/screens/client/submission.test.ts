// One submission: its customer's details, deletion and rejection.
import assert from "node:assert/strict";
import { after, before, beforeEach, test, type TestContext } from "node:test";
import { addClient, type ClientRow } from "../../support/people/owner/clients.ts";
import { plantLine } from "../../support/people/owner/submission-lines.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { own } from "../../support/people/owner/testimonials.ts";
import { sendVideo } from "../../support/people/customer/send-video.ts";
import { eventually, isAt, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page, type Server } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

const LIST = "/clients/submissions";

let sayso: Sayso;
let client: ClientRow;
let cookie: string;
before(async () => {
  sayso = await startWorker();
});
beforeEach(async () => {
  client = await addClient(sayso);
  cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
});
after(() => sayso.close());

const open = (t: TestContext, query = "", server: Server = sayso) =>
  openPage(t, server, LIST + query, { cookie });
const dialog = async (page: Page, name: string) => look(await page.find("dialog", name));
const closed = (page: Page, name: string) =>
  eventually(() => assert.equal(page.all("dialog", name).length, 0));
const lines = (page: Page) =>
  page.all("list", "Submissions").flatMap((list) => look(list).all("listitem").map(textOf));
const counts = (page: Page, count: number) => eventually(() => assert.equal(lines(page).length, count));
const stored = (id: string) => sayso.row("SELECT 1 FROM submissions WHERE id = ?", id);
const credits = async () =>
  (await sayso.row("SELECT credits_remaining FROM clients WHERE id = ?", client.id))?.credits_remaining;

/** Clicks Delete in an open submission; returns the confirmation dialog. */
async function askToDelete(page: Page) {
  await page.click("button", "Delete");
  return dialog(page, "Delete permanently?");
}

test("shows what the customer agreed to and what the marks mean; a link leads to it (SUB34 WMK12)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  await sayso.change("UPDATE submissions SET unwatermarked = 1, unfinished = 'unsupported' WHERE id = ?", id);
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Ann Example");
  const mail = (await shown.find("link", "ann@example.com")) as HTMLAnchorElement;
  assert.equal(mail.getAttribute("href"), "mailto:ann@example.com");
  await shown.waitForText("Your customer's device could not add it.");
  await shown.waitForText("some players may not be able to play it");
  await shown.waitForText("Your customer's browser cannot prepare a video.");
  const consent = look(await shown.find("region", "Consent"));
  const row = await sayso.row("SELECT text_version FROM consents WHERE submission_id = ?", id);
  await consent.waitForText(`Text version ${row?.text_version}.`);
  assert.equal(consent.text().split("Agreed: ").length - 1, 2);
  await consent.waitForText("Corner Shop");
  await consent.waitForText("marketing");
  await shown.click("button", "Close");
  await closed(page, "Ann Example");
  await isAt(page, LIST);
});

test("says of a whole file without its watermark why, and nothing of players (SUB34 REC36 WMK12)", async (t) => {
  const id = await plantLine(sayso, client);
  await sayso.change(
    "UPDATE submissions SET unwatermarked = 1, unwatermarked_reason = 'crashed' WHERE id = ?",
    id,
  );
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Ann Example");
  await shown.waitForText("Your customer's device could not add it.");
  await shown.waitForText("The page closed twice on your customer's device");
  assert.doesNotMatch(shown.text(), /some players may not be able to play it/);
});

test("makes up no words of consent that are no longer known (SUB34)", async (t) => {
  const id = await plantLine(sayso, client);
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Ann Example");
  await look(await shown.find("region", "Consent")).waitForText(
    "Text version an-old-one, whose wording is no longer kept here.",
  );
  await shown.waitForText("This video cannot be played here.");
});

test("says what an older consent does not permit, and asks the customer, once (CNS01 CNS06)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  const page = await open(t, `?id=${id}`);
  const consent = look(await (await dialog(page, "Ann Example")).find("region", "Consent"));
  await consent.waitForText("You can publish this video as it is. It cannot be captioned");
  await consent.click("button", "Ask your customer by email");
  await page.toast("Your customer is asked", "The answer will appear here.");
  await consent.waitForText(/You asked on .*, and there is no answer yet\. You can ask again on /);
  assert.equal(consent.all("button", /Ask/).length, 0);
  const mails = await sayso.rows("SELECT recipient FROM emails WHERE template = 'consent_requested'");
  assert.deepEqual(mails, [{ recipient: "ann@example.com" }]);
});

test("shows a newer consent word for word, with nothing to ask for (CNS01)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  await sayso.change("UPDATE consents SET text_version = '2026-12' WHERE submission_id = ?", id);
  const page = await open(t, `?id=${id}`);
  const consent = look(await (await dialog(page, "Ann Example")).find("region", "Consent"));
  await consent.waitForText("software may transcribe, caption, translate and shorten my video");
  assert.doesNotMatch(consent.text(), /It cannot be captioned/);
  await consent.find("button", "Record as PDF");
});

test("says that nobody sees a published testimonial while the account is suspended, and shortens its customer's name (CNS05 PUB01)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  await sayso.change("UPDATE submissions SET publication = 'public', public_id = 'a' WHERE id = ?", id);
  await sayso.change("UPDATE clients SET status = 'suspended' WHERE id = ?", client.id);
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Ann Example");
  const publishing = look(await shown.find("region", "Publishing"));
  await publishing.waitForText("Published, but nobody can see it now");
  assert.equal(publishing.all("link").length, 0);
  await publishing.find("button", "Unpublish");
  assert.equal(publishing.all("link", "Preview its page").length, 0);
  const name = publishing.get("combobox", "Name in public");
  await page.user.selectOptions(name, "Ann E.");
  await eventually(async () =>
    assert.deepEqual(await sayso.row("SELECT name_limit FROM submissions WHERE id = ?", id), {
      name_limit: "initial",
    }),
  );
  await shown.click("button", "Close");
  await eventually(() => assert.match(lines(page)[0] ?? "", /Not shown now/));
});

test("shows a withdrawn consent, in the list too, and what is left to do (CNS04)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "ann@example.com" });
  await sayso.fetch(own(id, "/withdraw"), { method: "POST", redirect: "manual" });
  await sayso.change(
    "INSERT INTO testimonial_views (submission_id, day, host, shown) VALUES (?, '2026-11-30', 'shop.example', 1)",
    id,
  );
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Ann Example");
  const publishing = look(await shown.find("region", "Publishing"));
  await publishing.waitForText("It was shown on shop.example, where our embeds are empty now.");
  await publishing.waitForText("Do not use the delivered copy any more");
  assert.equal(publishing.all("button").length, 0);
  const consent = look(await shown.find("region", "Consent"));
  await consent.waitForText("Consent withdrawn");
  assert.equal(consent.all("button", /Ask/).length, 0);
  await shown.click("button", "Close");
  await eventually(() => assert.match(lines(page).join(), /Consent withdrawn/));
});

test("finds neither another client's submission nor none (CLI03 INV40)", async (t) => {
  const foreign = await plantLine(sayso, await addClient(sayso), { name: "Not mine" });
  const page = await open(t, `?id=${foreign}`);
  for (const id of [foreign, crypto.randomUUID()]) {
    if (id !== foreign) await page.goto(`${LIST}?id=${id}`);
    await (await dialog(page, "Not found")).waitForText("does not exist, or it has been deleted");
    assert.doesNotMatch(page.text(), /Not mine/);
  }
  const attempt = await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${foreign}`, { cookie });
  assert.equal(attempt.status, 404);
  assert.ok(await stored(foreign));
});

test("is deleted on request, for good, after saying exactly what that means (INV51)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Ann Example", email: "gone@example.com" });
  const creditsBefore = await credits();
  const page = await open(t, `?id=${id}`);
  const question = await askToDelete(page);
  for (const text of [
    "removed from your folder and from our storage within 15 minutes",
    "Name, email and consent are deleted. Our back-ups, which we read only if the database is lost, forget them the following night, and our provider’s database history within 30 days.",
    "cannot be undone. The credit is not returned",
    "Emails already in your inbox stay there",
    "We keep a record that something was deleted, without the email address",
  ])
    await question.waitForText(text);
  assert.equal(question.all("radio").length, 0);
  await question.click("button", "Keep it");
  await closed(page, "Delete permanently?");
  assert.ok(await stored(id));

  await (await askToDelete(page)).click("button", "Delete this submission");
  await page.toast("Submission deleted");
  await closed(page, "Ann Example");
  await page.waitForText("No testimonials yet");
  await isAt(page, LIST);
  assert.equal(await stored(id), undefined);
  await until("the file is gone", async () => (await sayso.keys(`drive/${client.id}/`)).length === 0);
  assert.equal(await credits(), creditsBefore);
  assert.ok(await sayso.row("SELECT 1 FROM erasures WHERE submission_id = ?", id));
});

test("takes everything from the same customer along where that is chosen (INV51)", async (t) => {
  const id = await plantLine(sayso, client, { name: "Ann", email: "ann@example.com" });
  await plantLine(sayso, client, { name: "Ann again", email: "ANN@example.com", daysAgo: 4 });
  await plantLine(sayso, client, { name: "Somebody", email: "other@example.com", daysAgo: 5 });
  const page = await open(t, `?id=${id}`);
  const question = await askToDelete(page);
  assert.ok(((await question.find("radio", "This submission only")) as HTMLInputElement).checked);
  await question.click("radio", "Everything from this customer: 2 submissions");
  await question.click("button", "Delete 2 submissions");
  await page.toast("2 submissions deleted");
  await counts(page, 1);
  assert.match(lines(page)[0] ?? "", /Somebody/);
  assert.deepEqual(await sayso.rows("SELECT customer_name FROM submissions WHERE client_id = ?", client.id), [
    { customer_name: "Somebody" },
  ]);
});

test("says that a deletion failed, and leaves everything as it was (INV51)", async (t) => {
  const id = await plantLine(sayso, client);
  const network = behind(sayso, ({ method }) => {
    if (method === "DELETE") throw new TypeError("fetch failed");
    return undefined;
  });
  const page = await open(t, `?id=${id}`, network);
  await (await askToDelete(page)).click("button", "Delete this submission");
  await page.toast("Error", "We cannot reach the server.");
  page.get("dialog", "Delete permanently?");
  assert.ok(await stored(id));
});

test("is deleted all the same over a network that knows GET and POST only, once (INV51 RTE14)", async (t) => {
  const id = await plantLine(sayso, client);
  const sent: string[] = [];
  const network = behind(sayso, ({ method, path, init }) => {
    if (method !== "GET" && path.includes(id))
      sent.push(new Headers(init.headers).get("x-http-method-override") ?? method);
    return /GET|POST/.test(method)
      ? undefined
      : new Response("<h1>Method not allowed</h1>", {
          status: 405,
          headers: { "content-type": "text/html" },
        });
  });
  const page = await open(t, `?id=${id}`, network);
  await (await askToDelete(page)).click("button", "Delete this submission");
  await page.toast("Submission deleted");
  assert.deepEqual(sent, ["DELETE", "DELETE"]);
  assert.equal(await stored(id), undefined);
  assert.equal((await sayso.rows("SELECT 1 FROM erasures WHERE submission_id = ?", id)).length, 1);
});

test("goes with others that are no testimonials by one press, and their credits come back (SUB38)", async (t) => {
  for (const name of ["Ann Example", "Troll", "Spam"]) await sendVideo(sayso, client, { name });
  const page = await open(t);
  await counts(page, 3);
  await page.click("button", "Select");
  const remove = await page.find("button", "Not a testimonial");
  assert.ok(remove.hasAttribute("disabled"));
  for (const name of [/Troll/, /Spam/]) await page.click("checkbox", name);
  await page.waitForText("2 selected");
  await page.click("button", "Not a testimonial");
  const question = await dialog(page, "Not testimonials?");
  await question.waitForText("A credit comes back for each video of the last 7 days.");
  await question.click("button", "Remove 2 submissions");
  await page.toast("2 submissions removed", "2 credits have come back.");
  await counts(page, 1);
  await page.find("button", /Ann Example/);
  assert.equal(await credits(), 49);
});

test("gives its credit back when it is rejected, and Billing shows every change (BIL03 BIL04 BIL05 BIL08)", async (t) => {
  await sayso.change("UPDATE clients SET next_reset_date = '2027-01-31' WHERE id = ?", client.id);
  const id = await sendVideo(sayso, client, { name: "Troll" });
  const page = await open(t, `?id=${id}`);
  await page.click("button", "Not a testimonial");
  const question = await dialog(page, "Not a testimonial?");
  await question.waitForText("Sent under the name of Troll");
  await question.waitForText("The credit comes back");
  await question.click("button", "Remove this submission");
  await page.toast("Submission removed", "A credit has come back.");
  await closed(page, "Troll");

  await page.goto("/clients/dashboard");
  await page.click("link", "Plan and credits");
  await page.find("heading", "Plan and credits", { level: 1 });
  const plan = look(await page.find("region", "Standard Plan"));
  await plan.waitForText("50credits left");
  await plan.waitForText("On 31 Jan 2027 a new month begins with 50 credits");
  assert.doesNotMatch(plan.text(), /£/, "what it would cost others is no price of this one");
  const changes = look(await page.find("list", "Changes, newest first"))
    .all("listitem")
    .map(textOf);
  assert.equal(changes.length, 3);
  assert.match(changes[0] ?? "", /Credit returned: video rejected.*\+150 left/);
  assert.match(changes[1] ?? "", /−149 left/);
  assert.match(changes[2] ?? "", /\+5050 left/);
});

test("can be rejected after seven days too, and the question says that its credit stays gone (BIL05)", async (t) => {
  const id = await sendVideo(sayso, client, { name: "Troll" });
  await sayso.change("UPDATE submissions SET created_at = created_at - 8 * 86400000 WHERE id = ?", id);
  const page = await open(t, `?id=${id}`);
  const shown = await dialog(page, "Troll");
  await shown.waitForText("Is this an insult, advertising or a bad joke?");
  assert.doesNotMatch(shown.text(), /credit that it took comes back/);
  await page.click("button", "Not a testimonial");
  const question = await dialog(page, "Not a testimonial?");
  await question.waitForText("The credit is not returned");
  await question.click("button", "Remove this submission");
  assert.doesNotMatch(textOf(await page.toast("Submission removed")), /credit/);
});
