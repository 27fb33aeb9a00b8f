// The home page: its texts, its plans, and the effects of its settings.
import assert from "node:assert/strict";
import { after, before, beforeEach, test, type TestContext } from "node:test";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openPage, type Page } from "../../support/screens/page.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addPublication } from "../../support/people/owner/publications.ts";
import { setSettings } from "../../support/people/owner/settings.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { addPartners } from "../../support/people/partner/referrals.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const PLAYER = "https://player.example";
const TESTIMONIALS = {
  embed_testimonial_1: `${PLAYER}/one`,
  embed_testimonial_2: `${PLAYER}/two`,
  embed_testimonial_3: `${PLAYER}/three`,
  embed_testimonial_4: `${PLAYER}/four`,
};

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
beforeEach(() => sayso.change("DELETE FROM admin_settings"));
after(() => sayso.close());

async function openHome(t: TestContext, settings: Record<string, string> = {}, query = ""): Promise<Page> {
  await setSettings(sayso, settings);
  const page = await openPage(t, sayso, `/${query}`);
  await page.find("heading", "Your customers say so.", { level: 1 });
  return page;
}

async function partnerCodes(count: number): Promise<string[]> {
  const ids = await addPartners(sayso, count);
  const codeOf = (id: string) =>
    sayso.row("SELECT stripe_coupon_id AS code FROM affiliates WHERE id = ?", id);
  return (await Promise.all(ids.map(codeOf))).map((row) => String(row?.code));
}

const items = (of: HTMLElement) => look(of).all("listitem").map(textOf);
const plan = (page: Page, name: string) => page.get("article", name);
const start = (page: Page, name: string) => look(plan(page, name)).get("link", /^Get Started/);
const plays = (page: Page) => page.all("button", /^Play: /);

test("takes an address in the settings that is none for unset (HOM02 HOM08 INV47)", async (t) => {
  const page = await openHome(t, {
    embed_demo_video: "https://player.example:99999/v",
    embed_testimonial_1: "http://player.example/one",
    embed_testimonial_2: "https://",
    payment_link_standard: "https://pay.example:99999/standard",
    payment_link_no_setup: "javascript:alert(1)",
  });
  page.get("button", "Play the video");
  assert.equal(plays(page).length, 0);
  for (const name of ["Standard Plan", "No Setup Plan"])
    assert.equal(
      start(page, name).getAttribute("href"),
      `mailto:support@sayso.example?subject=${encodeURIComponent(name)}`,
    );
});

test("plays our own recording without a demo video (HOM02)", async (t) => {
  const page = await openHome(t);
  const slot = page.get("region", "Demo video");
  assert.equal(slot.querySelector("video"), null, "nothing of it is fetched before");
  await page.click("button", "Play the video");
  await eventually(() => assert.match(slot.querySelector("video")?.src ?? "", /film\.mp4$/));
  assert.equal(page.window.document.querySelector("iframe"), null);
});

test("has three blurbs and three steps (HOM04 HOM05)", async (t) => {
  const page = await openHome(t);
  const blurbs = items(page.get("region", /Made for the shop/));
  assert.equal(blurbs.length, 3);
  for (const [index, text] of [/any device/, /safely.*GDPR/, /share.*cloud-drive folder/].entries())
    assert.match(blurbs[index] ?? "", text);
  assert.equal(items(page.get("region", "How It Works")).length, 3);
});

const QUOTES = {
  client_quote_1: "They said it better | than I could. | Ann Baker, Blue Door Bakery",
  client_quote_2: "I only stood there.|Sam Wheeler",
};
const quotes = (page: Page) => [...page.window.document.querySelectorAll("figure blockquote")].map(textOf);

test("quotes the two clients of the settings (HOM06)", async (t) => {
  const page = await openHome(t, QUOTES);
  page.get("region", "What shops say");
  assert.deepEqual(quotes(page), ["They said it better | than I could.", "I only stood there."]);
  await page.waitForText("Ann Baker, Blue Door Bakery");
});

test("invents no client: without two quotes it lends two ways to ask (HOM06)", async (t) => {
  const page = await openHome(t, { client_quote_1: QUOTES.client_quote_1, client_quote_2: "Nobody's words" });
  page.get("region", "Borrow our words.");
  assert.equal(quotes(page).length, 2);
  assert.ok(page.lacks("Ann Baker"));
  assert.ok(page.lacks("What shops say"));
});

test("plays four video testimonials on a click (HOM06)", async (t) => {
  const page = await openHome(t, TESTIMONIALS);
  const slots = look(page.get("list", "Video testimonials")).all("listitem");
  assert.equal(slots.length, 4);
  for (const [index, slot] of slots.entries()) {
    assert.equal(slot.querySelector("iframe"), null);
    await look(slot).click("button", `Play: Video testimonial ${index + 1}`);
    const frame = await eventually(() => slot.querySelector("iframe") ?? assert.fail("no frame"));
    assert.equal(frame.src, Object.values(TESTIMONIALS)[index]);
  }
});

test("makes no testimonial up (HOM06)", async (t) => {
  const page = await openHome(t, { embed_testimonial_2: TESTIMONIALS.embed_testimonial_2 });
  const slots = items(page.get("list", "Video testimonials"));
  assert.equal(slots.length, 4);
  assert.deepEqual(
    plays(page).map((one) => one.getAttribute("aria-label")),
    ["Play: Video testimonial 2"],
  );
  assert.equal(slots[0], "What did you come in for?");
});

test("shows the wall of the settings in place of the four testimonials, and on the demo page (PUB13)", async (t) => {
  const shop = await addClient(sayso);
  await addPublication(sayso, shop);
  const id = await addWall(sayso, shop, { name: "What shops say about us" });
  const page = await openHome(t, { ...TESTIMONIALS, embed_wall: `${sayso.origin}/w/${id}` });
  assert.equal(plays(page).length, 0);
  const assertShown = (place: HTMLElement) => {
    const frame = place.querySelector("iframe") ?? assert.fail("no frame");
    assert.deepEqual(
      ["src", "title", "loading", "height"].map((name) => frame.getAttribute(name)),
      [`/embed/wall/${id}`, "What shops say about us", "lazy", "640"],
    );
    assert.match(textOf(place), /What shops say about us/);
  };
  assertShown(page.get("region", "Hear it from them"));
  await page.click("link", "Demo");
  await page.find("heading", "Demo Version", { level: 1 });
  assertShown(page.get("region", "Hear it from them"));
});

for (const [set, title, lead] of [
  [0, "Four questions that get people talking", /Ask one thing, not everything/],
  [1, "Hear it said, then ask your own", /a question or two to ask yours/],
  [3, "Hear it said, then ask your own", /a question or two to ask yours/],
  [
    4,
    "Hear it from them",
    /Customers of shops like yours, in their own words\.$|in their own words\.(?! .*question)/,
  ],
] as const) {
  test(`says what is there with ${set} of four testimonials (HOM06)`, async (t) => {
    const page = await openHome(t, Object.fromEntries(Object.entries(TESTIMONIALS).slice(0, set)));
    assert.match(textOf(page.get("region", title)), lead);
    assert.equal(plays(page).length, set);
  });
}

test("names in the footer who provides the service and where to turn (HOM10)", async (t) => {
  const page = await openHome(t, { support_url: "https://help.example/sayso" });
  const footer = page.get("contentinfo");
  const year = new Date().getFullYear();
  assert.ok(textOf(footer).includes(`© ${year} Shopfront Software Ltd`));
  assert.ok(textOf(footer).includes("Sayso is a service provided by Shopfront Software Ltd."));
  for (const [name, address] of [
    ["Shopfront Software Ltd", "https://shopfront.example"],
    ["Terms of Use", "/terms"],
    ["Privacy Policy", "/privacy"],
    ["Support", "https://help.example/sayso"],
    ["Contact", "mailto:hello@sayso.example"],
  ] as const)
    assert.equal(look(footer).get("link", name).getAttribute("href"), address);
});

test("shows two plans with their prices, what they hold, and the terms (HOM07 TRM08 TRM09 TRM10 TRM11)", async (t) => {
  const page = await openHome(t);
  assert.equal(page.all("article").length, 2);
  for (const [name, prices] of [
    ["Standard Plan", ["£29", "£199"]],
    ["No Setup Plan", ["£39", "£0"]],
  ] as const) {
    const card = plan(page, name);
    assert.deepEqual([...card.querySelectorAll("dd")].map(textOf), prices);
    assert.equal(textOf(card).includes("Popular Choice"), name === "No Setup Plan");
    const [delivery, ...others] = items(card);
    assert.match(delivery ?? "", /delivered in 2-3 business days/);
    assert.deepEqual(others, ["50 video credits a month", "Unlimited storage", "Notifications by email"]);
    assert.ok(textOf(card).includes("No commitment. Cancel any time."));
    assert.equal(look(card).get("link", "Terms & Conditions").getAttribute("href"), "/terms");
  }
  assert.match(page.text(), /pounds sterling \(GBP\); any VAT is shown on the payment page before you pay/);
});

test("leads by each Get Started to the payment page of its own plan, in a new tab (HOM08 RTE11)", async (t) => {
  const page = await openHome(t, {
    payment_link_standard: "https://pay.example/standard",
    payment_link_no_setup: "https://pay.example/no-setup",
  });
  for (const [name, address] of [
    ["Standard Plan", "https://pay.example/standard"],
    ["No Setup Plan", "https://pay.example/no-setup"],
  ] as const) {
    const link = start(page, name) as HTMLAnchorElement;
    assert.deepEqual([link.href, link.target], [address, "_blank"]);
    assert.match(link.rel, /noopener/);
  }
});

test("leads to support, in a mail about the plan, where a plan has no payment page (HOM07 HOM08)", async (t) => {
  const page = await openHome(t, { payment_link_standard: "https://pay.example/standard" });
  const link = look(plan(page, "No Setup Plan")).get("link", "Get Started with the No Setup Plan", {
    description: /You cannot pay for this plan online yet/,
  });
  assert.equal(link.getAttribute("href"), "mailto:support@sayso.example?subject=No%20Setup%20Plan");
  assert.equal(start(page, "Standard Plan").getAttribute("href"), "https://pay.example/standard");
});

for (const [state, links, shown, never] of [
  ["not open", {}, /You cannot pay online yet/, /Today\. You pay online|Type it in when you pay/],
  [
    "open",
    { payment_link_standard: "https://pay.example/a", payment_link_no_setup: "https://pay.example/b" },
    /Today\. You pay online.*live as soon as you send it/,
    /cannot pay|when you can buy/,
  ],
] as const)
  test(`says one thing of whether plans are sold: ${state} (HOM07 HOM08 HOM12)`, async (t) => {
    const page = await openHome(t, { ...links, launch_discount: "£5 off every month" });
    const main = textOf(page.get("main"));
    assert.match(main, shown);
    assert.doesNotMatch(main, never);
    assert.doesNotMatch(main, /not opened/);
    assert.match(main, /£5 off every month, on either plan/);
    assert.equal(page.all("link", "Get Started")[0]?.getAttribute("href"), "#pricing");
    assert.equal(page.all("link", "Try the Demo")[0]?.getAttribute("href"), "/demo");
  });

test("gives the same figures in the footnote, the answers and the terms (TRM12 TRM13)", async (t) => {
  const page = await openHome(t);
  const main = textOf(page.get("main"));
  for (const words of [
    /Delivered videos stay in your cloud-drive folder for up to 6 months/,
    /After you cancel you can do so until the end of the month you have paid for by card, and for 14 more days; then the videos are deleted/,
    /stay in your folder for up to 6 months/,
    /58p a video if you use all 50/,
    /keep access until the end of the month you have paid for by card, and for 14 more days.*then the videos are deleted/,
    /delete it within 24 hours/,
    /up to 40 seconds/,
    /£199 once and £29 a month/,
    /reply within 24 hours/,
  ])
    assert.match(main, words);
  // A business may be given fewer than six months.
  assert.doesNotMatch(main, /12 months|1 year|for 6 months/);
  await page.goto("/terms");
  await page.find("heading", "Terms & Conditions", { level: 1 });
  for (const words of ["6 months at most", "14 more days after cancellation", "within 24 hours"])
    await page.waitForText(words);
});

test("shows the current settings to a visitor from another page (HOM08 RTE01)", async (t) => {
  await setSettings(sayso, {
    embed_demo_video: `${PLAYER}/demo?h=1`,
    payment_link_standard: "https://pay.example/standard",
  });
  t.mock.method(console, "error", () => {});
  const page = await openPage(t, sayso, "/nothing/here");
  await page.click("link", "Return to Home");
  // This document lacks the settings, so the home page is loaded as a new one.
  await eventually(() => assert.deepEqual(page.navigations, [`${sayso.origin}/`]));
  await page.goto("/");
  assert.equal(start(page, "Standard Plan").getAttribute("href"), "https://pay.example/standard");
  await page.click("button", "Play: Sayso in action");
  const frame = await eventually(() => page.window.document.querySelector("iframe") ?? assert.fail());
  assert.equal(frame.src, `${PLAYER}/demo?h=1`);
});

test("shows the discount of the first link that is a partner's, whatever link came before it (BIL08 BIL10 AFF13)", async (t) => {
  const [first, second] = await partnerCodes(2);
  const page = await openHome(t, { payment_link_standard: "https://pay.example/standard" }, "?ref=NOPE");
  const href = () => start(page, "Standard Plan").getAttribute("href");
  assert.match(href() ?? "", /client_reference_id=NOPE&/, "a lone code may be a seller's own");
  await page.goto("/terms?ref=NOPE2");
  await page.goto(`/?ref=${first}`);
  await page.waitForText(`with the code ${first}`);
  assert.equal(
    href(),
    `https://pay.example/standard?client_reference_id=${first}&prefilled_promo_code=${first}`,
  );
  await page.goto(`/?ref=${second}`);
  await page.waitForText(`with the code ${first}`);
});
