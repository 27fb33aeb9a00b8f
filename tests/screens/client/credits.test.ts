// A business's view of its credits, and of having none.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openAdmin } from "../../support/screens/admin.ts";
import { eventually, look, textOf } from "../../support/screens/look.ts";
import { openAsOwner } from "../../support/screens/signed-in.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

test("shows credits remaining, credits per month and the reset date (CLI09)", async (t) => {
  const { page } = await openAsOwner(t, sayso, "/clients/dashboard", {
    credits_remaining: 34,
    next_reset_date: "2026-12-01",
  } as never);
  const figures = textOf(await page.find("region", "Credits and submissions"));
  for (const text of ["34", "of 50 per month", "Resets on 01 Dec 2026"])
    assert.ok(figures.includes(text), figures);
  assert.equal(page.all("alert").length, 0);
});

for (const [left, text] of [
  [2, "Only 2 credits left"],
  [1, "Only 1 credit left"],
  [0, "You have 0 credits left"],
] as const) {
  test(`warns with ${left} left, names the number and says what to do (CLI10 SUB22)`, async (t) => {
    const { page } = await openAsOwner(t, sayso, "/clients/dashboard", { credits_remaining: left });
    const warning = await page.find("alert");
    assert.ok(textOf(warning).includes(text));
    assert.ok(textOf(warning).includes("an upgrade or a top-up"));
    assert.equal(textOf(warning).includes("Your recording page is not taking videos"), left === 0);
    const links = [...warning.querySelectorAll("a")];
    assert.equal(links.find((link) => /Contact support/.test(textOf(link)))?.target, "_blank");
    assert.ok(links.some((link) => textOf(link) === "Plan and credits"));
  });
}

test("warns of nothing with 3 left (CLI10)", async (t) => {
  const { page } = await openAsOwner(t, sayso, "/clients/dashboard", { credits_remaining: 3 });
  await page.find("region", "Credits and submissions");
  assert.equal(page.all("alert").length, 0);
});

test("tells a suspended account that its record page takes no videos, whatever its credits are (SUB21 SUB32)", async (t) => {
  const { page } = await openAsOwner(t, sayso, "/clients/dashboard", {
    status: "suspended",
    credits_remaining: 0,
  });
  const alert = textOf(await page.find("alert"));
  assert.ok(alert.includes("Your recording page is not taking videos"), alert);
  assert.ok(alert.includes("Your account is suspended"), alert);
  assert.ok(!alert.includes("credits left"), alert);
});

for (const [why, overrides] of [
  ["suspended", { status: "suspended" }],
  ["out of credits", { credits_remaining: 0 }],
] as const) {
  test(`invites a business that is ${why} nowhere to send its link (SUB21 SUB22 SUB32)`, async (t) => {
    const { page, client } = await openAsOwner(t, sayso, "/clients/dashboard", overrides);
    for (const [address, title] of [
      ["/clients/dashboard", client.company_name],
      ["/clients/submissions", "Submissions"],
      ["/clients/sharing", "Ask your customers"],
      ["/clients/sharing/card", "Table card"],
    ] as const) {
      if (page.address !== address) await page.goto(address);
      await page.find("heading", title, { level: 1 });
      const alert = textOf(await page.find("alert"));
      assert.ok(alert.includes("Your recording page is not taking videos"), `${address}: ${alert}`);
      if (address === "/clients/dashboard") await page.waitForText("No testimonials yet.");
      if (address === "/clients/sharing") {
        await page.waitForText("Your page is not taking videos at the moment");
        page.get("button", "Copy link");
      }
      assert.equal(page.all("link", "Share your link").length, 0, address);
      assert.doesNotMatch(page.text(), /appears here|can leave you a video|They record/, address);
    }
  });
}

test("says on every screen about the business that credits are few (CLI10)", async (t) => {
  const { page } = await openAsOwner(t, sayso, "/clients/submissions", { credits_remaining: 1 });
  for (const address of ["/clients/submissions", "/clients/sharing/card", "/clients/sharing"]) {
    if (page.address !== address) await page.goto(address);
    assert.ok(textOf(await page.find("alert")).includes("Only 1 credit left"), address);
  }
  await page.waitForText("can leave you a video");
});

test("shows an admin on a client's Billing page who changed its credits (BIL03 ADM17)", async (t) => {
  const client = await addClient(sayso);
  const other = await addUser(sayso, { roles: ["admin"] });
  const changed = await call(sayso, "PATCH", `/api/admin/clients/${client.id}`, {
    cookie: await signIn(sayso, other, "admin"),
    body: { changed: {}, loaded: {}, credit_adjustment: 25 },
  });
  assert.equal(changed.status, 200);
  const { page } = await openAdmin(t, sayso, `/clients/billing?clientId=${client.id}`);
  const changes = look(await page.find("list", "Changes, newest first"));
  await eventually(() =>
    assert.ok(textOf(changes.all("listitem")[0]).includes(`Changed by Sayso, ${other.email}`)),
  );
  assert.match(textOf(changes.all("listitem")[0]), /\+2575 left/);
});
