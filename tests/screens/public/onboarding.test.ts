// The form that a buyer fills in after paying, and the thanks for it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import type { PaidCheckout } from "#api/generated/site.ts";
import { clearAttempts } from "../../support/screens/login.ts";
import { descriptionOf, eventually, fill, hasFocus, isAt, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { behind } from "../../support/screens/shell.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const CALL = "/functions/v1/client-onboarding";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const submit = (page: Page) => page.click("button", "Complete setup");
const platform = (page: Page) => page.field("Review platform") as HTMLSelectElement;
const value = (page: Page, label: string) => (page.field(label) as HTMLInputElement).value;
const failed = (page: Page) => page.toast("Submission failed", "Please try again or contact support.");
const fileInput = (page: Page) =>
  page.window.document.querySelector<HTMLInputElement>("input[type=file]") ?? assert.fail("no file input");
const logo = async () =>
  new File([await readFile("tests/support/films/logo.png")], "logo.png", { type: "image/png" });

/** Fills in the form for a new buyer. All tests share one address, which may request ten emails a day. */
async function fillIn(page: Page, overrides: { name?: string; email?: string; company?: string } = {}) {
  await clearAttempts(sayso);
  const {
    name = "Bea Buyer",
    email = `bea-${crypto.randomUUID()}@example.com`,
    company = "Bea & Sons",
  } = overrides;
  fill(await page.findField("Name"), name);
  fill(page.field("Email"), email);
  fill(page.field("Company"), company);
  await page.user.selectOptions(platform(page), "trustpilot");
  return email;
}

test("says which email to use and asks for five things (ONB01 ONB02 ONB03 ONB05 AUT32)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  assert.match(page.window.document.title, /^Complete Your Setup/);
  await page.find("heading", "Complete Your Setup", { level: 1 });
  await page.waitForText("same email address you used for payment");
  for (const name of ["Name", "Email", "Company"]) assert.ok(page.field(name).hasAttribute("required"));
  assert.ok(!fileInput(page).required);
  const options = [...platform(page).querySelectorAll("option")].filter((option) => !option.disabled);
  assert.deepEqual(
    options.map((option) => [option.value, textOf(option)]),
    [
      ["google", "Google Business Profile"],
      ["facebook", "Facebook"],
      ["linkedin", "LinkedIn"],
      ["trustpilot", "Trustpilot"],
      ["none", "None"],
    ],
  );
  assert.match(page.get("link", "Back to pricing").getAttribute("href") ?? "", /^\//);
});

test("accepts ?plan=, which changes nothing (ONB04 RTE07)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  const plain = textOf(await page.find("main"));
  for (const plan of ["standard", "%3Cb%3E"]) {
    await page.goto(`/onboarding?plan=${plan}`);
    assert.equal(textOf(await page.find("main")), plain);
  }
});

test("says what was paid for, what follows and when, and each discount with its code and end (BIL08 COM05)", async (t) => {
  const bought = (discounts: string[]): PaidCheckout => ({
    plan: "standard",
    email: "bea@shop.example",
    paid_pence: 21_800,
    lines: [
      { text: "Set-up", pence: 19_900 },
      { text: "Plan, one month", pence: 2900 },
      { text: "Discount", pence: -1000 },
    ],
    next_pence: 1900,
    next_at: Date.UTC(2026, 11, 28, 23, 30),
    discounts,
    question: null,
    needs_address: false,
    state: "paid" as const,
    returned_pence: 0,
    takes_set_up: true,
  });
  const lasting = "£7.00 off with the code PAT10, for as long as the plan continues.";
  for (const discounts of [[lasting], [lasting, "£3.00 off, until 01 Feb 2027."]]) {
    const answering = behind(sayso, ({ path }) =>
      path.startsWith("/api/public/checkout/") ? Response.json(bought(discounts)) : undefined,
    );
    const page = await openPage(t, answering, "/onboarding?checkout=cs_1");
    await page.waitForText("£218 paid by bea@shop.example. The next payment is £19, on 28 Dec 2026 (UTC).");
    await page.waitForText(discounts.join(" "));
    await page.waitForText("Discount−£10.00");
  }
});

test("says what is missing, beside each field too, and sends nothing (ONB06 ERR01)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  await submit(page);
  await page.toast("Error", "Please fill in all required fields");
  assert.equal(descriptionOf(page.field("Name")), "Enter your name");
  await hasFocus(() => page.field("Name"));
  assert.equal(descriptionOf(platform(page)), "Choose one");
  await fillIn(page, { company: "   " });
  await eventually(() => assert.ok(page.lacks("Enter your name")));
  await submit(page);
  await hasFocus(() => page.field("Company"));
  assert.ok(!page.calls.some((call) => call.startsWith("POST")));
});

test("refuses at once, with words, a logo that is no image (ONB07)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  await page.find("button", "Complete setup");
  const user = page.user.setup({ applyAccept: false });
  for (const [name, type] of [
    ["list.pdf", "application/pdf"],
    ["fake.png", "image/png"],
  ] as const) {
    await user.upload(fileInput(page), new File(["%PDF-1.7 nothing to see"], name, { type }));
    await page.toast("Invalid file", "Please select an image file (JPEG, PNG, WebP)");
    await eventually(() =>
      assert.equal(descriptionOf(fileInput(page)), "Please select an image file (JPEG, PNG, WebP)"),
    );
    assert.equal(page.all("img", "Your logo").length, 0);
  }
  await user.upload(fileInput(page), await logo());
  await page.find("img", "Your logo");
  assert.equal(descriptionOf(fileInput(page)), "logo.png");
  await page.click("button", "Remove");
  await eventually(() => assert.equal(page.all("img", "Your logo").length, 0));
  await hasFocus(() => fileInput(page));
});

test("sends a set-up with a logo trimmed and once, and leads to the thanks (ONB06 ONB08 ONB09)", async (t) => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const posted: FormData[] = [];
  const network = behind(sayso, ({ path, init }) => {
    if (path !== CALL) return undefined;
    posted.push(init.body as FormData);
    return held;
  });
  const page = await openPage(t, network, "/onboarding?plan=standard");
  const email = await fillIn(page, { name: "  Bea Buyer ", company: " Bea & Sons  " });
  await page.user.upload(fileInput(page), await logo());
  await page.find("img", "Your logo");
  await submit(page);
  assert.ok((await page.find("button", "Submitting...")).hasAttribute("disabled"));
  release(undefined);
  await isAt(page, "/thank-you");
  assert.equal(posted.length, 1);
  const form = posted[0] ?? assert.fail();
  assert.deepEqual([...form.keys()].toSorted(), [
    "company",
    "email",
    "logo",
    "name",
    "reviewPlatform",
    "timestamp",
  ]);
  const timestamp = String(form.get("timestamp"));
  assert.equal(new Date(timestamp).toISOString(), timestamp);
  const row = await sayso.row("SELECT * FROM onboarding_requests WHERE email = ?", email);
  assert.deepEqual(
    [row?.name, row?.company, row?.review_link_type],
    ["Bea Buyer", "Bea & Sons", "Trustpilot"],
  );
  assert.ok(row?.logo);
});

test("takes the ok status alone for success, and reads no body that says otherwise (ONB09)", async (t) => {
  const network = behind(sayso, ({ path }) =>
    path === CALL ? new Response(null, { status: 204 }) : undefined,
  );
  const page = await openPage(t, network, "/onboarding");
  await fillIn(page);
  await submit(page);
  await isAt(page, "/thank-you");
});

test("keeps the form when it fails, says what the server has against it, and sends again (ONB10)", async (t) => {
  let losses = 0;
  const network = behind(sayso, ({ path }) => {
    if (path !== CALL || losses === 0) return undefined;
    losses -= 1;
    throw new TypeError("fetch failed");
  });
  const page = await openPage(t, network, "/onboarding");
  await fillIn(page, { email: "bea@nowhere" });
  await page.user.upload(fileInput(page), await logo());
  await submit(page);
  await failed(page);
  await eventually(() => assert.equal(page.field("Email").getAttribute("aria-invalid"), "true"));
  await hasFocus(() => page.field("Email"));
  assert.equal(page.address, "/onboarding");
  assert.equal(value(page, "Name"), "Bea Buyer");
  assert.equal(platform(page).value, "trustpilot");
  page.get("img", "Your logo");
  assert.deepEqual(await sayso.rows("SELECT 1 FROM onboarding_requests WHERE email = 'bea@nowhere'"), []);
  await fillIn(page);
  losses = 1;
  await submit(page);
  await eventually(() =>
    assert.ok(page.all("alert").some((one) => textOf(one).includes("cannot reach the server"))),
  );
  await submit(page);
  await isAt(page, "/thank-you");
});

test("keeps what was typed over a reload, and forgets it when it was sent (ONB10)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  const email = await fillIn(page);
  const shows = async (name: string, address: string, company: string, chosen: string) => {
    await page.findField("Name");
    const shown = ["Name", "Email", "Company"].map((label) => value(page, label));
    assert.deepEqual([...shown, platform(page).value], [name, address, company, chosen]);
  };
  await page.goto("/onboarding");
  await shows("Bea Buyer", email, "Bea & Sons", "trustpilot");
  fill(page.field("Company"), "");
  await page.goto("/onboarding");
  await shows("Bea Buyer", email, "", "trustpilot");
  fill(page.field("Company"), "Bea & Sons");
  await submit(page);
  await isAt(page, "/thank-you");
  await page.find("heading", /Thank you/, { level: 1 });
  await page.goto("/onboarding");
  await shows("", "", "", "");
  assert.equal(page.window.sessionStorage.length, 0);
});

test("chooses the platform of a review page whose address is pasted, unless one is chosen (ONB06 SUB09)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  await page.find("heading", "Your business");
  const address = () => page.field("Address of your review page (optional)");
  fill(address(), "https://uk.trustpilot.com/evaluate/blue.example");
  assert.equal(platform(page).value, "trustpilot");
  fill(address(), "https://www.facebook.com/blue-door");
  assert.equal(platform(page).value, "trustpilot");
  await page.waitForText("This leads to www.facebook.com, not to Trustpilot. Is that right?");
});

test("names in its thanks the welcome email, the spam folder, support and the way home (ONB11 ONB12)", async (t) => {
  const page = await openPage(t, sayso, "/onboarding");
  await fillIn(page);
  await submit(page);
  await page.find("heading", /Thank you for completing your set-up/, { level: 1 });
  assert.equal(page.address, "/thank-you");
  await page.waitForText("sent you a welcome email");
  await page.waitForText(/within a few minutes.*spam folder/);
  assert.ok(page.get("link", /support ticket/).getAttribute("href"));
  assert.equal(page.get("link", "Back to Home").getAttribute("href"), "/");
});

test("speaks in its thanks of no mail where none was sent (ONB11)", async (t) => {
  const network = behind(sayso, ({ path }) => (path === CALL ? Response.json({ success: true }) : undefined));
  const page = await openPage(t, network, "/onboarding");
  await fillIn(page);
  await submit(page);
  await isAt(page, "/thank-you");
  await page.waitForText("Then we email you an invitation to your portal");
  assert.doesNotMatch(page.text(), /welcome email/);
});

test("leads on from its thanks to the portal and to the page, once that is live (ONB11 ONB12)", async (t) => {
  const headers = { "x-welcome-email": "queued", "x-record-page": "/record/blue-door" };
  const network = behind(sayso, ({ path }) =>
    path === CALL ? Response.json({ success: true }, { headers }) : undefined,
  );
  const page = await openPage(t, network, "/onboarding");
  await fillIn(page);
  await submit(page);
  await isAt(page, "/thank-you");
  await page.waitForText("Your recording page is live");
  assert.equal(page.get("link", "Open your portal").getAttribute("href"), "/clients/login");
  assert.equal(page.get("link", "See your recording page").getAttribute("href"), "/record/blue-door");
  assert.equal(page.get("link", "Record a first video").getAttribute("href"), "/record/blue-door/video");
  await page.goto("/thank-you");
  await page.find("heading", /Thank you/, { level: 1 });
  await page.waitForText("sent you a welcome email");
});

test("takes a network's own page for no success, whatever its status, and loses nothing (ONB09)", async (t) => {
  const network = behind(sayso, ({ path }) =>
    path === CALL
      ? new Response("<h1>Welcome to Hotel Wi-Fi</h1>", { headers: { "content-type": "text/html" } })
      : undefined,
  );
  const page = await openPage(t, network, "/onboarding");
  await fillIn(page, { company: "Kept & Sons" });
  await submit(page);
  await failed(page);
  assert.equal(value(page, "Company"), "Kept & Sons");
  assert.equal(page.address, "/onboarding");
  assert.ok(look(page.get("main")).get("button", "Complete setup"));
});
