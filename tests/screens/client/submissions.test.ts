// The list of submissions: contents, search, filters and details.
import assert from "node:assert/strict";
import { after, before, test, type TestContext } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { hurryWaits } from "../../support/screens/handles.ts";
import { eventually, fill, isAt, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page, type Server } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { plantLine } from "../../support/people/owner/submission-lines.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const LIST = "/clients/submissions";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

/** Opens a screen as the owner of a business. */
async function openAs(
  t: TestContext,
  client: ClientRow,
  address = LIST,
  server: Server = sayso,
): Promise<Page> {
  const user = await addUser(sayso, { clientId: client.id });
  return openPage(t, server, address, { cookie: await signIn(sayso, user) });
}

const lines = (page: Page) =>
  page.all("list", "Submissions").flatMap((list) => look(list).all("listitem").map(textOf));
const counts = (page: Page, count: number) => eventually(() => assert.equal(lines(page).length, count));
const search = (page: Page) => page.get("searchbox", "Search") as HTMLInputElement;

test("lists all submissions newest first, a page at a time, and nobody else's (CLI13)", async (t) => {
  const client = await addClient(sayso);
  for (let index = 0; index < 30; index += 1)
    await plantLine(sayso, client, { name: `Customer ${index}`, daysAgo: index * 3 });
  await plantLine(sayso, await addClient(sayso), { name: "Not mine" });
  const page = await openAs(t, client);
  await counts(page, 25);
  assert.ok(lines(page)[0]?.includes("Customer 0"));
  await page.click("button", "Load more");
  await counts(page, 30);
  assert.ok(lines(page)[29]?.includes("Customer 29"));
  assert.equal(page.all("button", "Load more").length, 0);
  assert.doesNotMatch(page.text(), /Not mine/);
});

test("searches names and addresses by one question, which stands in the address (CLI13)", async (t) => {
  const client = await addClient(sayso);
  await plantLine(sayso, client, { name: "Marta Okonkwo", email: "marta@example.com" });
  await plantLine(sayso, client, { name: "Sam Wheeler", email: "sam@bikes.example" });
  const page = await openAs(t, client);
  const asked = () =>
    page.calls
      .map((call) => new URL(call.split(" ")[1] ?? "", sayso.origin))
      .filter(({ pathname }) => /^\/api\/.*\/submissions$/.test(pathname))
      .map(({ searchParams }) => searchParams.get("q") ?? "");
  await counts(page, 2);
  await page.user.type(search(page), "BIKES");
  await counts(page, 1);
  assert.ok(lines(page)[0]?.includes("Sam Wheeler"));
  assert.deepEqual(asked(), ["", "BIKES"]);
  await isAt(page, `${LIST}?q=BIKES`);
  await page.goto(page.address);
  await counts(page, 1);
  assert.equal(search(page).value, "BIKES");
  fill(search(page), "nobody at all");
  await page.find("heading", "No submissions match");
  await page.click("button", "Show all");
  await counts(page, 2);
  assert.equal(search(page).value, "");
});

test("closes a submission by the back button, keeps the search, and never opens it again (CLI13)", async (t) => {
  const client = await addClient(sayso);
  await plantLine(sayso, client, { name: "Marta Okonkwo" });
  const page = await openAs(t, client, "/clients/dashboard");
  await page.find("heading", client.company_name, { level: 1 });
  await page.user.click(page.all("link", "Submissions")[0] ?? assert.fail());
  fill(await page.find("searchbox", "Search"), "marta");
  await isAt(page, `${LIST}?q=marta`);
  for (const way of ["back", "escape"]) {
    await page.click("button", /Marta Okonkwo/);
    await page.find("dialog", "Marta Okonkwo");
    if (way === "back") page.window.history.back();
    else await page.user.keyboard("{Escape}");
    await eventually(() => assert.equal(page.all("dialog").length, 0));
    await isAt(page, `${LIST}?q=marta`);
  }
  page.window.history.back();
  await isAt(page, "/clients/dashboard");
});

test("finds names whatever their letters and case (CLI13)", async (t) => {
  const client = await addClient(sayso);
  for (const name of ["Özlem Ünal", "Ольга", "100% Ann_B"]) await plantLine(sayso, client, { name });
  const page = await openAs(t, client);
  for (const [typed, found] of [
    ["özlem ünal", "Özlem Ünal"],
    ["ОЛЬГА", "Ольга"],
    ["100% ann_b", "100% Ann_B"],
  ] as const) {
    await page.goto(`${LIST}?q=${encodeURIComponent(typed)}`);
    await counts(page, 1);
    assert.ok(lines(page)[0]?.includes(found));
  }
});

test("narrows the list to a status; states of the drive count with what they mean (CLI14)", async (t) => {
  const client = await addClient(sayso);
  for (const [name, status] of [
    ["One", "processed"],
    ["Two", "drive_upload_failed"],
    ["Three", "failed"],
    ["Four", "awaiting_drive_upload"],
  ] as const)
    await plantLine(sayso, client, { name, status });
  const page = await openAs(t, client, `${LIST}?status=processed`);
  await counts(page, 1);
  assert.ok(lines(page)[0]?.includes("One"));
  const status = () => page.get("combobox", "Status");
  await page.user.selectOptions(status(), "Failed");
  await counts(page, 2);
  assert.ok(lines(page).some((line) => line.includes("Two") && line.includes("Waiting to be delivered")));
  assert.ok(lines(page).some((line) => line.includes("Three") && line.includes("Failed")));
  await page.user.selectOptions(status(), "Pending");
  await eventually(() => assert.ok(lines(page)[0]?.includes("Four")));
  await isAt(page, `${LIST}?status=pending`);
  await page.goto(`${LIST}?status=nonsense`);
  await counts(page, 4);
});

test("counts in a chart the submissions of the last twelve months (CLI12)", async (t) => {
  const client = await addClient(sayso);
  const now = new Date();
  const day = (month: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)).toISOString().slice(0, 10);
  for (const [month, submissions] of [
    [0, 4],
    [1, 3],
    [11, 2],
  ] as const)
    await sayso.change(
      "INSERT INTO client_days (client_id, day, submissions, credits_remaining) VALUES (?, ?, ?, 9)",
      client.id,
      day(month),
      submissions,
    );
  const page = await openAs(t, client);
  const rows = look(await page.find("table", "Submissions per month, last 12 months: 9"))
    .all("row")
    .map(textOf);
  assert.equal(rows.length, 13);
  assert.match(rows[1] ?? "", /2$/);
  assert.match(rows[12] ?? "", /4$/);
});

test("says that the list cannot be loaded, and asks for it again (CLI13)", async (t) => {
  hurryWaits(t);
  const client = await addClient(sayso);
  await plantLine(sayso, client);
  let unplugged = true;
  const network = behind(sayso, ({ path }) => {
    if (unplugged && /^\/api\/.*\/submissions(\?|$)/.test(path)) throw new TypeError("fetch failed");
    return undefined;
  });
  const page = await openAs(t, client, LIST, network);
  await page.find("heading", "We could not load your submissions");
  unplugged = false;
  await page.click("button", "Try again");
  await counts(page, 1);
});

test("announces, finds and accepts held submissions in one action; the switch holds each new one (SUB42)", async (t) => {
  const client = await addClient(sayso);
  const page = await openAs(t, client);
  await page.find("heading", "No testimonials yet");
  await page.click("switch", "Hold every testimonial");
  await page.waitForText("Each new testimonial is put on hold until you accept it");
  await eventually(async () =>
    assert.equal(
      (await sayso.row("SELECT holds_everything AS on_hold FROM clients WHERE id = ?", client.id))?.on_hold,
      1,
    ),
  );
  for (let index = 0; index < 2; index += 1)
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
  await page.waitForText("Each new testimonial is put on hold until you accept it");
  assert.equal(page.all("alert").length, 0, "the answer is understood");
  await page.goto("/clients/dashboard");
  await page.waitForText("2 testimonials are on hold");
  await page.click("link", "Look at them");
  await isAt(page, `${LIST}?status=held`);
  await counts(page, 2);
  assert.match(lines(page)[0] ?? "", /Held: you review first.*It has used no credit/);
  await page.click("button", "Select");
  await page.click("button", "Select all 2");
  await page.click("button", "Accept 2 for 2 credits");
  await page.waitForText("2 testimonials accepted");
  await page.find("heading", "No submissions match");
  await eventually(() => assert.ok(page.lacks("are on hold")));
  assert.equal(
    (await sayso.row("SELECT credits_remaining AS credits FROM clients WHERE id = ?", client.id))?.credits,
    48,
  );
});
