import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient, form, goodFields, submit, video } from "../../support/people/owner/clients.ts";
import { plantSubscription } from "../../support/people/owner/purchases.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addUser, call, linkIn, PASSWORD, passwordHash, signIn } from "../../support/people/owner/users.ts";
import { mailTo, startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
let admin: { id: string; email: string; password: string };
before(async () => {
  sayso = await startWorker();
  admin = await addUser(sayso, { roles: ["admin"] });
  cookie = await signIn(sayso, admin, "admin");
});
after(() => sayso.close());

const patch = async (id: string, body: unknown) => {
  const answer = await call(sayso, "PATCH", `/api/admin/clients/${id}`, { cookie, body });
  const reply = (await answer.json()) as { code?: string; fields?: Record<string, string> };
  return { code: reply.code, fields: reply.fields, status: answer.status };
};
const stored = (client: { id: string }) => sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
const audit = (subject: string) =>
  sayso.rows("SELECT * FROM audit_log WHERE subject = ? ORDER BY at", subject);

describe("editing a client", () => {
  test("refuses to change fields that a client's subscription decides (BIL01 ADM16)", async () => {
    const client = await addClient(sayso);
    await plantSubscription(sayso, client);
    const { status, fields } = await patch(client.id, {
      changed: { plan_type: "no-setup", next_reset_date: "2027-01-01" },
      loaded: { plan_type: "standard", next_reset_date: null },
    });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(fields ?? {}), ["next_reset_date", "plan_type"]);
    assert.match(fields?.["plan_type"] ?? "", /subscription decides this/);
  });

  test("ADM16 ADM19 changes the fields that were changed, and no others, and notes who did it", async () => {
    const client = await addClient(sayso);
    const was = await stored(client);
    const { status } = await patch(client.id, {
      changed: {
        company_name: " New Name ",
        credits_per_month: 75,
        review_link_url: "https://g.page/x",
        watermark_enabled: true,
      },
      loaded: {
        company_name: "Corner Shop",
        credits_per_month: 50,
        review_link_url: null,
        watermark_enabled: false,
      },
    });
    assert.equal(status, 200);
    const expected = {
      company_name: "New Name",
      credits_per_month: 75,
      review_link_url: "https://g.page/x",
      watermark_enabled: 1,
      search_text: was?.search_text.replace("corner shop", "new name"),
    };
    assert.deepEqual(await stored(client), { ...was, ...expected });
    const [line] = await audit(client.id);
    assert.deepEqual([line?.action, line?.actor], ["client.edit", admin.email]);
    assert.deepEqual(JSON.parse(line?.before), {
      company_name: "Corner Shop",
      credits_per_month: 50,
      review_link_url: null,
      watermark_enabled: false,
    });
    assert.equal(JSON.parse(line?.after).company_name, "New Name");
  });

  test("ADM16 two admins editing the same field do not overwrite each other silently; different fields do not collide", async () => {
    const client = await addClient(sayso);
    const edit = (name: string) =>
      patch(client.id, { changed: { company_name: name }, loaded: { company_name: "Corner Shop" } });
    const answers = await Promise.all([edit("One"), edit("Two"), edit("Three")]);
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 409, 409]);
    const winner = (await stored(client))?.company_name;
    const refused = answers.find((answer) => answer.status === 409);
    assert.deepEqual([refused?.code, refused?.fields], ["changed_meanwhile", { company_name: winner }]);
    assert.equal((await audit(client.id)).length, 1);
    const other = await patch(client.id, {
      changed: { contact_name: "Bob" },
      loaded: { contact_name: "Owner" },
    });
    assert.equal(other.status, 200);
  });

  test("ADM16 absolute credits are refused once they have moved, an adjustment is a difference, both at once are refused", async () => {
    const client = await addClient(sayso, { credits_remaining: 10 });
    await submit(sayso, form(goodFields(client.id), await video()));
    const absolute = await patch(client.id, {
      changed: { credits_remaining: 20 },
      loaded: { credits_remaining: 10 },
    });
    assert.deepEqual([absolute.status, absolute.fields], [409, { credits_remaining: "9" }]);
    assert.equal((await patch(client.id, { changed: {}, loaded: {}, credit_adjustment: 5 })).status, 200);
    assert.equal((await stored(client))?.credits_remaining, 14);
    const both = await patch(client.id, {
      changed: { credits_remaining: 20 },
      loaded: { credits_remaining: 14 },
      credit_adjustment: 1,
    });
    assert.deepEqual([both.status, both.code], [400, "both_credits"]);
    const below = await patch(client.id, {
      changed: { contact_name: "Bob" },
      loaded: { contact_name: "Owner" },
      credit_adjustment: -15,
    });
    assert.equal(below.status, 400);
    assert.deepEqual(
      [(await stored(client))?.credits_remaining, (await stored(client))?.contact_name],
      [14, "Owner"],
      "nothing of it was saved",
    );
    const day = await sayso.row(
      "SELECT credits_remaining AS n FROM client_days WHERE client_id = ?",
      client.id,
    );
    assert.equal(day?.n, 14);
  });

  test("INV07 a manual adjustment racing submissions gives the exact sum, never below 0", async () => {
    const client = await addClient(sayso, { credits_remaining: 5 });
    const send = async () => submit(sayso, form(goodFields(client.id), await video()));
    const adjust = (by: number) => patch(client.id, { changed: {}, loaded: {}, credit_adjustment: by });
    const [sent, adjusted] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, send)),
      Promise.all([adjust(3), adjust(-2), adjust(2), adjust(-4)]),
    ]);
    const accepted = sent.filter((answer) => answer.status === 200).length;
    const sum = [3, -2, 2, -4].reduce((total, by, i) => total + (adjusted[i]?.status === 200 ? by : 0), 0);
    const left = (await stored(client))?.credits_remaining;
    assert.equal(left, 5 + sum - accepted);
    assert.ok(left >= 0);
  });

  test("refuses out-of-range values field by field and saves nothing (ADM17 ADM18 INV47 INV49)", async () => {
    const client = await addClient(sayso);
    const taken = await addClient(sayso, { custom_slug: "modern-art" });
    const was = await stored(client);
    const bad: Record<string, unknown> = {
      credits_per_month: 0,
      credits_remaining: null,
      next_reset_date: "2026-02-30",
      email: "nobody",
      drive_link: "javascript:alert(1)",
      review_link_url: "javascript:alert(1)",
      custom_slug: "../x",
      status: "gone",
      user_id: admin.id,
    };
    const { status, fields } = await patch(client.id, { changed: bad, loaded: bad });
    assert.deepEqual([status, Object.keys(fields ?? {}).toSorted()], [400, Object.keys(bad).toSorted()]);
    for (const slug of [
      taken.custom_slug,
      "MODERN-ART",
      "rnodern-art",
      "modernart",
      "admin",
      "%2e%2e",
      "bаkery",
    ]) {
      const answer = await patch(client.id, {
        changed: { custom_slug: slug },
        loaded: { custom_slug: client.custom_slug },
      });
      assert.deepEqual([answer.status, Object.keys(answer.fields ?? {})], [400, ["custom_slug"]], slug);
    }
    assert.equal((await patch(client.id, { changed: { contact_name: "x" }, loaded: {} })).status, 400);
    assert.deepEqual(await stored(client), was);
  });

  test("ADM16 a corrected address is also the one its user signs in with; one that belongs to another is refused", async () => {
    const client = await addClient(sayso);
    const user = await addUser(sayso, { email: client.email, clientId: client.id });
    const other = await addUser(sayso);
    const change = (email: string) =>
      patch(client.id, { changed: { email }, loaded: { email: client.email } });
    assert.equal((await change(other.email)).status, 400);
    assert.equal((await change("right@shop.example")).status, 200);
    await signIn(sayso, { ...user, email: "right@shop.example" });
  });

  test("correcting a wrong address revokes its holder's sessions, links, password and mails (ADM16 EML06 EML10)", async () => {
    const client = await addClient(sayso);
    const invite = () =>
      call(sayso, "POST", "/functions/v1/invite-client", { cookie, body: { clientId: client.id } });
    await invite();
    const mail = await mailTo(sayso, client.email);
    const { id } = (await sayso.row("SELECT id FROM users WHERE email = ?", client.email)) ?? {};
    await sayso.change("UPDATE users SET password_hash = ? WHERE id = ?", passwordHash(PASSWORD), id);
    const session = await signIn(sayso, { id, email: client.email, password: PASSWORD });
    const { status } = await patch(client.id, {
      changed: { email: "right-2@shop.example" },
      loaded: { email: client.email },
    });
    assert.equal(status, 200);
    assert.equal((await call(sayso, "GET", "/api/client/dashboard", { cookie: session })).status, 401);
    const opened = await call(sayso, "POST", "/api/auth/link", { body: { token: linkIn(mail).token } });
    assert.equal(opened.status, 410);
    const row = await sayso.row(
      "SELECT id FROM emails WHERE recipient = ? AND template = 'invitation'",
      client.email,
    );
    await call(sayso, "POST", `/api/admin/emails/${row?.id}/resend`, { cookie });
    await until("given up", () =>
      sayso.row("SELECT 1 FROM emails WHERE id = ? AND status = 'failed'", row?.id),
    );
    assert.equal((await sayso.mails()).filter((sent) => [sent.to].flat().includes(client.email)).length, 1);
  });

  test("ADM16 the login of somebody with a role is not the client's to change", async () => {
    const client = await addClient(sayso);
    const other = await addUser(sayso, { email: client.email, clientId: client.id, roles: ["admin"] });
    await patch(client.id, { changed: { email: "right-3@shop.example" }, loaded: { email: client.email } });
    await signIn(sayso, other, "admin");
  });

  test("INV49 BRA01 a built-in address stays: nobody could give it back", async () => {
    const custom_slug = "career-garage";
    const { id } = (await sayso.row("SELECT id FROM clients WHERE custom_slug = ?", custom_slug)) ?? {};
    const answer = await patch(id, { changed: { custom_slug: "garage" }, loaded: { custom_slug } });
    assert.deepEqual([answer.status, Object.keys(answer.fields ?? {})], [400, ["custom_slug"]]);
    assert.equal((await sayso.fetch("/record/career-garage")).status, 200);
  });

  test("one of several look-alike slugs saved at once wins, and the others get the reason (INV49)", async () => {
    for (let round = 0; round < 4; round += 1) {
      const clients = await Promise.all([1, 2, 3, 4].map(() => addClient(sayso)));
      const ending = crypto.randomUUID().slice(0, 8);
      const answers = await Promise.all(
        clients.map((client, i) =>
          patch(client.id, {
            changed: { custom_slug: `${i % 2 ? "burn" : "bum"}-${ending}` },
            loaded: { custom_slug: client.custom_slug },
          }),
        ),
      );
      assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 400, 400, 400]);
      for (const { status, fields } of answers) if (status === 400) assert.ok(fields?.custom_slug);
    }
  });

  test("ADM16 an adjustment has bounds like the credits themselves, and an edit of nothing is none", async () => {
    const client = await addClient(sayso);
    for (const by of [1_000_000_000, 2 ** 52]) {
      const { status, fields } = await patch(client.id, { changed: {}, loaded: {}, credit_adjustment: by });
      assert.deepEqual([status, Object.keys(fields ?? {})], [400, ["credit_adjustment"]]);
    }
    assert.equal((await patch(client.id, { changed: {}, loaded: {} })).status, 200);
    assert.deepEqual(await audit(client.id), []);
  });

  test("ADM06 INV05 deactivating blocks the record page at once, and only from the status that was shown", async () => {
    const client = await addClient(sayso);
    const set = (status: string, loaded: string) =>
      call(sayso, "POST", `/api/admin/clients/${client.id}/status`, { cookie, body: { status, loaded } });
    assert.equal((await set("suspended", "active")).status, 200);
    const refused = await submit(sayso, form(goodFields(client.id), await video()));
    assert.deepEqual([refused.status, refused.reply.error], [403, "This account is currently not active."]);
    assert.equal((await set("suspended", "active")).status, 409);
    assert.equal((await set("pending_invite", "suspended")).status, 400);
    assert.equal((await set("active", "suspended")).status, 200);
    assert.equal((await submit(sayso, form(goodFields(client.id), await video()))).status, 200);
  });

  test("records an admin's actions in a client's portal, and a view at most once an hour (AUT35 CLI04)", async () => {
    const client = await addClient(sayso);
    const id = await addSubmission(sayso, client);
    const own = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
    for (const session of [cookie, cookie, own])
      await call(sayso, "GET", `/api/client/dashboard?clientId=${client.id}`, { cookie: session });
    for (const session of [cookie, own]) {
      await call(sayso, "PATCH", `/api/client/${client.id}/watermark`, {
        cookie: session,
        body: { watermark_enabled: session === cookie },
      });
    }
    await call(sayso, "DELETE", `/api/client/${client.id}/submissions/${id}`, { cookie });
    const lines = await audit(client.id);
    assert.deepEqual(
      lines.map((line) => line.action),
      ["client.view", "watermark.change", "submission.erase"],
    );
    assert.deepEqual(
      [JSON.parse(lines[1]?.before), JSON.parse(lines[1]?.after)],
      [{ watermark_enabled: false }, { watermark_enabled: true }],
    );
    assert.ok(!JSON.stringify(lines).includes("ann@example.com"));
  });
});
