// The record pages before anything is recorded, the legal pages, and the page that does not exist.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openPage } from "../../support/screens/page.ts";
import { pose } from "../../support/screens/pose.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const prepare = (window: Parameters<typeof pose>[0]) => pose(window, { types: /./, camera: true });

test("keeps the name that the server gave a tab (RTE01 SUB08 SUB10 SUB21)", async (t) => {
  t.mock.method(console, "error", () => {});
  const client = await addClient(sayso);
  const blocked = await addClient(sayso, { status: "suspended", company_name: "Shut & Sons" });
  const page = await openPage(t, sayso, "/", { prepare });
  for (const [path, title] of [
    [`/record/${client.custom_slug}`, "Share your experience with Corner Shop"],
    [`/record/${client.custom_slug}/`, "Share your experience with Corner Shop"],
    [`/record/${client.custom_slug}/video`, "Record a testimonial for Corner Shop"],
    [`/record/${blocked.custom_slug}`, "Shut & Sons"],
    ["/record/nobody", "Client Not Found"],
    ["/terms", "Terms & Conditions"],
    ["/privacy", "Privacy Policy"],
    ["/nothing/here", "Page not found"],
    ["/", "Sayso: video testimonials from your customers"],
  ] as const) {
    const served = await (await sayso.fetch(path)).text();
    assert.ok(served.includes(`<title>${title.replace("&", "&amp;")}</title>`), path);
    await page.goto(path);
    await page.find("heading", undefined, { level: 1 });
    assert.equal(page.window.document.title, title, path);
  }
});

test("has a review button unless the kind is None, disabled without an address, else in a new tab (SUB09 RTE11)", async (t) => {
  const none = await addClient(sayso, { review_link_type: "None", review_link_url: "https://x.example" });
  const page = await openPage(t, sayso, `/record/${none.custom_slug}`);
  assert.equal(
    textOf(await page.find("heading", undefined, { level: 1 })),
    "Share your experience with Corner Shop",
  );
  assert.equal(
    page.get("link", "Leave a Video Testimonial").getAttribute("href"),
    `/record/${none.custom_slug}/video`,
  );
  assert.doesNotMatch(page.text(), /Leave a .* Review/);
  const without = await addClient(sayso, { review_link_type: "Facebook" });
  await page.goto(`/record/${without.custom_slug}`);
  assert.ok((await page.find("button", "Leave a Facebook Review")).hasAttribute("disabled"));
  const google = await addClient(sayso, {
    review_link_type: "Google Business Profile",
    review_link_url: "https://g.example/r",
  });
  await page.goto(`/record/${google.custom_slug}`);
  const link = await page.find("link", /^Leave a Google Business Profile Review/);
  assert.deepEqual(
    [link.getAttribute("href"), link.getAttribute("target")],
    ["https://g.example/r", "_blank"],
  );
});

test("says that an unknown slug is unknown and offers support (SUB10)", async (t) => {
  const page = await openPage(t, sayso, "/");
  for (const path of ["/record/nobody", "/record/nobody/video"]) {
    assert.equal((await sayso.fetch(path)).status, 404);
    await page.goto(path);
    await page.find("heading", "Client Not Found");
    await page.waitForText(
      "The client you are trying to access doesn't exist. If you believe this is an error, please contact our support team.",
    );
    assert.match(page.get("link", /contact support/i).getAttribute("href") ?? "", /^mailto:/);
  }
});

for (const [id, overrides, text] of [
  ["SUB21", { status: "suspended" }, "This account is currently not active."],
  ["SUB22", { credits_remaining: 0 }, "This account has no credits remaining."],
  ["SUB32", { status: "pending_invite", credits_remaining: 0 }, "This account is currently not active."],
] as const) {
  test(`blocks both record screens: ${text} (${id} SUB23)`, async (t) => {
    const client = await addClient(sayso, overrides);
    const page = await openPage(t, sayso, `/record/${client.custom_slug}`, { prepare });
    for (const path of [`/record/${client.custom_slug}`, `/record/${client.custom_slug}/video`]) {
      if (page.address !== path) await page.goto(path);
      await page.waitForText(text);
      await page.waitForText("Please contact support if you believe this is an error.");
      page.get("link", /contact support/i);
      assert.doesNotMatch(page.text(), /Leave a Video Testimonial|Grant Camera Access/);
    }
  });
}

test("looks a client up twice more, and asks for nothing that is known for 30 seconds (SUB11)", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
  t.mock.method(performance, "now", () => Date.now());
  const client = await addClient(sayso);
  const asked: number[] = [];
  const failing = {
    origin: sayso.origin,
    fetch: async (path: string, init?: RequestInit) => {
      if (!path.startsWith("/api/public/get_client_by_slug")) return sayso.fetch(path, init);
      asked.push(Date.now());
      return asked.length < 3 ? new Response("", { status: 503 }) : sayso.fetch(path, init);
    },
  };
  const page = await openPage(t, failing, `/record/${client.custom_slug}`, { prepare });
  await page.click("link", "Leave a Video Testimonial");
  await page.find("button", "Grant Camera Access");
  assert.deepEqual(asked, []);
  t.mock.timers.tick(31_000);
  page.window.history.back();
  await page.find("link", "Leave a Video Testimonial");
  await eventually(() => assert.equal(asked.length, 1));
  for (const [index, wait] of [1000, 3000].entries()) {
    // The refusal is read, and the next wait has begun.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
    t.mock.timers.tick(wait - 1);
    assert.equal(asked.length, index + 1);
    t.mock.timers.tick(1);
    await eventually(() => assert.equal(asked.length, index + 2));
  }
  t.mock.timers.tick(20_000);
  assert.equal(asked.length, 3);
});

test("shows the not-found screen for an unknown path and writes it to the console (RTE05)", async (t) => {
  const error = t.mock.method(console, "error", () => {});
  assert.equal((await sayso.fetch("/no/such/page")).status, 404);
  const page = await openPage(t, sayso, "/no/such/page");
  await page.find("heading", "Oops! Page not found");
  await eventually(() =>
    assert.ok(error.mock.calls.some(({ arguments: args }) => args.includes("/no/such/page" as never))),
  );
  assert.equal(page.get("link", "Return to Home").getAttribute("href"), "/");
});

test("says in the terms what the product does (TRM01 TRM03 TRM04 TRM05 TRM06 TRM07)", async (t) => {
  const page = await openPage(t, sayso, "/terms");
  await page.find("heading", "Terms & Conditions", { level: 1 });
  for (const sentence of [
    "1 October 2025",
    "One processed video costs one credit.",
    "Credits are renewed every month.",
    "Unused credits lapse at the renewal: they do not roll over",
    "If a payment fails, a grace period of 7 days starts",
    "Temporary videos, such as unfinished uploads and our own working copies, are removed within 30 days.",
    "Delivered videos remain in your cloud-drive folder for 6 months at most.",
    "After cancellation your videos are kept until your access ends (section 6) and then deleted.",
    "Demo videos are deleted within 24 hours.",
    "Your access lasts 14 more days after cancellation. If you have paid for the current month by card, they begin at its end.",
    "Our liability to you, whatever its legal ground, is limited to 3 months of fees.",
    "We aim to reply to support requests within 24 business hours.",
  ])
    await page.waitForText(sentence);
});

test("says in the privacy policy how long sign-ups, set-ups and the list of emails are kept (TRM13 RTE01)", async (t) => {
  const page = await openPage(t, sayso, "/privacy");
  for (const words of [
    /that nobody confirms, and our copy of one that we passed to the mailing list, after 30 days/,
    /list of the emails we sent, with their text but without what their links open, for as long as the records they are about/,
    /for 180 days at most/,
    /application that we have not decided after 180 days/,
    /the name with the payouts for 7 years after the last/,
    /delete demo videos, with the name and email address, within 24 hours/,
  ])
    await page.waitForText(words);
});

test("leads from home to the terms, on to privacy, and to support (TRM02 RTE01)", async (t) => {
  const page = await openPage(t, sayso, "/");
  await page.find("heading", "Your customers say so.", { level: 1 });
  for (const [path, links, title] of [
    ["/terms", /terms/i, "Terms & Conditions"],
    ["/privacy", /privacy/i, "Privacy Policy"],
  ] as const) {
    const link = page.all("link", links)[0] ?? assert.fail(path);
    await page.user.click(link);
    await page.find("heading", title, { level: 1 });
    assert.equal(page.address, path);
  }
  const support = look(page.window.document.body).all("link", /support/i)[0];
  assert.match(support?.getAttribute("href") ?? "", /^mailto:/);
});
