// The sign-up for the launch discount, and the link that confirms it.
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { linkSignature } from "../../support/runtime/keys.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { eventually, fill, hasFocus, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { setSettings } from "../../support/people/owner/settings.ts";
import { mailTo, startWorker, type Sayso } from "../../support/runtime/worker.ts";

const CALL = "/functions/v1/subscribe-getresponse";
const FAILED = "Something went wrong. Please try again later.";
const FIELDS = ["First name", "Surname", "Company", "Email"] as const;

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(async () => {
  await sayso.change("DELETE FROM admin_settings");
  await clearAttempts(sayso);
});
after(() => sayso.close());

const freshEmail = () => `ann-${crypto.randomUUID().slice(0, 8)}@example.com`;
const form = (page: Page) => look(page.get("form"));
const field = (page: Page, name: string) => form(page).field(name) as HTMLInputElement;
const signUp = async (page: Page) => page.user.click(form(page).get("button", /^Sign/));
const description = (of: HTMLElement) =>
  textOf(of.ownerDocument.getElementById(of.getAttribute("aria-describedby") ?? ""));
const row = (email: string) => sayso.row("SELECT id, status, company FROM sign_ups WHERE email = ?", email);

async function fillIn(page: Page, email: string): Promise<void> {
  await page.find("form");
  for (const [name, text] of [
    ["First name", "Ann"],
    ["Surname", "Example"],
    ["Company", "Corner Shop"],
    ["Email", email],
  ] as const)
    fill(field(page, name), text);
}

test("offers the pre-launch discount and asks for four things (HOM12)", async (t) => {
  const page = await openPage(t, sayso, "/");
  assert.match(textOf(await page.find("region", "Be there first. Pay less.")), /Pre-launch discount/);
  const inputs = [...page.get("form").querySelectorAll("input")];
  assert.deepEqual(
    inputs.map(({ name, maxLength }) => [name, maxLength]),
    [
      ["firstName", 100],
      ["surname", 100],
      ["company", 200],
      ["email", 255],
    ],
  );
  assert.equal(field(page, "Email").type, "email");
});

test("sends nothing with one of the four empty, and each try's toast outlives that of the one before (HOM13 ERR01)", async (t) => {
  const page = await openPage(t, sayso, "/");
  for (const name of FIELDS) {
    await fillIn(page, freshEmail());
    fill(field(page, name), "  ");
    await signUp(page);
    await page.toast("Error", "Please fill in all required fields");
    await hasFocus(() => field(page, name));
    assert.equal(description(field(page, name)), "Please fill this in.");
  }
  const toasts = () => [...page.window.document.querySelectorAll("[data-sonner-toast]")];
  await eventually(() => assert.equal(toasts().length, 1));
  const [first] = toasts();
  await signUp(page);
  await eventually(() => assert.ok(toasts().length === 1 && toasts()[0] !== first));
  assert.ok(!page.calls.some((call) => call.startsWith("POST")));
});

test("sends a sign-up once, with the page's campaign, and thanks for it (HOM14 HOM15 HOM16 EML03)", async (t) => {
  await setSettings(sayso, { campaign_id: "Launch7" });
  const email = freshEmail();
  const sent: unknown[] = [];
  let message = "";
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const network = behind(sayso, async ({ path, init }) => {
    if (path !== CALL) return undefined;
    sent.push(JSON.parse(String(init.body)));
    await held;
    const answer = await sayso.fetch(path, init);
    ({ message } = (await answer.clone().json()) as { message: string });
    return answer;
  });
  const page = await openPage(t, network, "/");
  await fillIn(page, email);
  await signUp(page);
  await page.find("button", "Signing up...");
  field(page, "Email").focus();
  await page.user.keyboard("{Enter}");
  release();
  await page.toast("Success!");
  await page.toast("Success!", message);
  assert.deepEqual(sent, [
    { email, firstName: "Ann", surname: "Example", company: "Corner Shop", campaignId: "Launch7" },
  ]);
  for (const name of FIELDS) await eventually(() => assert.equal(field(page, name).value, ""));
  page.get("button", "Sign up for the discount");
  const { status, company } = (await row(email)) ?? {};
  assert.deepEqual([status, company], ["pending_confirmation", "Corner Shop"]);
  const mail = await mailTo(sayso, email);
  assert.equal(mail.subject, "Confirm your email for the Sayso discount");
  assert.match(mail.text, /pre-launch discount/);
});

test("leaves the form as it is and says the same words, whatever fails (HOM17)", async (t) => {
  let cut = false;
  const network = behind(sayso, ({ path }) => {
    if (path === CALL && cut) throw new TypeError("fetch failed");
    return undefined;
  });
  const email = freshEmail();
  const page = await openPage(t, network, "/");
  await fillIn(page, "nobody");
  await signUp(page);
  await page.toast("Error", FAILED);
  await eventually(() =>
    assert.equal(description(field(page, "Email")), "Please enter a valid email address."),
  );
  assert.equal(field(page, "Company").value, "Corner Shop");
  await page.click("button", "Close toast");
  await eventually(() => assert.ok(page.lacks(FAILED)));
  fill(field(page, "Email"), email);
  cut = true;
  await signUp(page);
  await page.toast("Error", FAILED);
  assert.equal(field(page, "Email").value, email);
  assert.equal(await row(email), undefined);
});

test("asks before it confirms by the mail's link (EML03)", async (t) => {
  let losses = 1;
  const network = behind(sayso, ({ path }) => {
    if (path !== "/api/public/sign-ups/confirm" || losses === 0) return undefined;
    losses -= 1;
    throw new TypeError("fetch failed");
  });
  const email = freshEmail();
  const page = await openPage(t, network, "/");
  await fillIn(page, email);
  await signUp(page);
  const mail = await mailTo(sayso, email);
  const link = new URL(/https?:\S+#\S+/.exec(mail.text)?.[0] ?? "no link");
  await page.goto(link.pathname + link.hash);
  await page.find("button", "Confirm my email");
  assert.equal((await row(email))?.status, "pending_confirmation");
  await page.click("button", "Confirm my email");
  await page.waitForText("did not go through");
  await page.click("button", "Confirm my email");
  await page.find("heading", "You are on the list");
  await page.waitForText("Your place on the pre-launch list is confirmed");
  assert.equal((await row(email))?.status, "confirmed");
  await page.goto(link.pathname + link.hash);
  await page.click("button", "Confirm my email");
  await page.find("heading", "You are on the list");
});

test("confirms nothing by a link that was made up, cut off or is too old (EML03)", async (t) => {
  const id = crypto.randomUUID();
  await sayso.change(
    "INSERT INTO sign_ups (id, email, first_name, surname, company, status, created_at) VALUES (?, ?, 'Ann', 'Example', 'Shop', 'pending_confirmation', 0)",
    id,
    `${id}@example.com`,
  );
  const sign = (expires: number) => linkSignature("sign-up", id, expires);
  const later = Date.now() + 60_000;
  const past = Date.now() - 1000;
  const page = await openPage(t, sayso, "/sign-up/confirm");
  for (const [token, heading] of [
    ["", "This link is incomplete"],
    [`${id}.${later}.${"0".repeat(64)}`, "This link is incomplete"],
    [`${id}.${later + 1}.${sign(later)}`, "This link is incomplete"],
    [`${id}.${past}.${sign(past)}`, "This link has expired"],
  ] as const) {
    await page.goto(`/sign-up/confirm#${token}`);
    if (token) await page.click("button", "Confirm my email");
    await page.find("heading", heading);
    assert.equal(page.get("link", "Sign up again").getAttribute("href"), "/#sign-up");
  }
  assert.equal((await row(`${id}@example.com`))?.status, "pending_confirmation");
});
