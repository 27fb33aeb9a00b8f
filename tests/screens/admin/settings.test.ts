// The settings: input, saving, drafts, and conflicts.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { eventually, fill, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { setSettings } from "../../support/people/owner/settings.ts";
import { addUser, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const SETTINGS = "/clients/admin/settings";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(() =>
  sayso.change("DELETE FROM admin_settings WHERE setting_key IN ('support_phone', 'campaign_id')"),
);
after(() => sayso.close());

const field = (page: Page, name: string) => page.get("textbox", name) as HTMLInputElement;
const description = (page: Page, name: string) =>
  textOf(page.window.document.getElementById(field(page, name).getAttribute("aria-describedby") ?? ""));
const stored = async (key: string) =>
  (await sayso.row("SELECT setting_value FROM admin_settings WHERE setting_key = ?", key))?.setting_value;

test("keeps what is typed and not saved for later, beside what holds (ADM09)", async (t) => {
  const { page } = await openAdmin(t, sayso, SETTINGS);
  await page.find("textbox", "Support phone");
  assert.deepEqual(
    page
      .all("region")
      .map(textOf)
      .filter((text) => text.startsWith("More settings")),
    [],
    "each has a heading",
  );
  assert.ok(page.get("button", "Use default Support phone").hasAttribute("disabled"));
  fill(field(page, "Support phone"), "+44 20 7946 0002");
  await eventually(() => assert.match(description(page, "Support phone"), /Not saved\. Currently empty\.$/));
  await page.click("link", "Operations");
  await page.find("heading", "Operations", { level: 1 });
  await page.click("link", "Settings");
  assert.equal(((await page.find("textbox", "Support phone")) as HTMLInputElement).value, "+44 20 7946 0002");
  assert.equal(await stored("support_phone"), undefined);
  await setSettings(sayso, { support_phone: "+44 20 7946 0003" });
  await page.goto(SETTINGS);
  await page.find("textbox", "Support phone");
  assert.equal(field(page, "Support phone").value, "+44 20 7946 0002");
  assert.match(description(page, "Support phone"), /Not saved\. Currently: \+44 20 7946 0003$/);
  await page.click("button", "Discard Support phone");
  await eventually(() => assert.equal(field(page, "Support phone").value, "+44 20 7946 0003"));
  fill(field(page, "Support phone"), " +44 20 7946 0004 ");
  await page.click("button", "Save Support phone");
  await page.toast("Setting saved");
  await eventually(() => assert.equal(field(page, "Support phone").value, "+44 20 7946 0004"));
  assert.deepEqual(Object.keys(page.window.sessionStorage), [], "no draft stays");
  await page.click("button", "Use default Support phone");
  await eventually(() => assert.equal(field(page, "Support phone").value, ""));
  await eventually(async () => assert.equal(await stored("support_phone"), undefined));
});

test("overwrites no setting silently that somebody else has changed meanwhile (ADM09)", async (t) => {
  const { page } = await openAdmin(t, sayso, SETTINGS);
  await page.find("textbox", "Mailing list");
  fill(field(page, "Mailing list"), "mine");
  await setSettings(sayso, { campaign_id: "theirs" });
  await page.click("button", "Save Mailing list");
  await page.waitForText("Somebody else has set this to “theirs” in the meantime.");
  assert.equal(field(page, "Mailing list").value, "mine");
  assert.equal(await stored("campaign_id"), "theirs");
  await page.click("button", "Save Mailing list");
  await page.toast("Setting saved");
  assert.equal(await stored("campaign_id"), "mine");
});

test("saves a setting all the same over a network that knows GET and POST only (ADM09 RTE14)", async (t) => {
  await clearAttempts(sayso);
  const admin = await addUser(sayso, { roles: ["admin"] });
  const sent: string[] = [];
  const network = behind(sayso, ({ method, path, init }) => {
    if (!path.startsWith("/api/admin/settings/")) return undefined;
    sent.push(new Headers(init.headers).get("x-http-method-override") ?? method);
    if (method === "POST") return undefined;
    return new Response("<h1>Method not allowed</h1>", {
      status: 405,
      headers: { "content-type": "text/html" },
    });
  });
  const page = await openPage(t, network, SETTINGS, { cookie: await signIn(sayso, admin, "admin") });
  fill(await page.find("textbox", "Support phone"), "+44 20 7946 0004");
  await page.click("button", "Save Support phone");
  await page.toast("Setting saved");
  assert.equal(await stored("support_phone"), "+44 20 7946 0004");
  assert.deepEqual(sent, ["PUT", "PUT"]);
});
