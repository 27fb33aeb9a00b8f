import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { addClient } from "../../support/people/owner/clients.ts";
import { addUser, call, cookieOf, signIn, TYPED_SECRET } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
let cookie: string;
before(async () => {
  sayso = await startWorker();
  cookie = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

const get = async <T>(path: string) => {
  const answer = await call(sayso, "GET", path, { cookie });
  return { status: answer.status, body: (await answer.json()) as T };
};
const stored = (client: { id: string }) => sayso.row("SELECT * FROM clients WHERE id = ?", client.id);

describe("creating a client", () => {
  const good = () => ({
    companyName: " Blue Door ",
    contactName: "Ann",
    email: `Ann-${crypto.randomUUID().slice(0, 8)}@Door.Example`,
    planType: "no-setup",
    creditsPerMonth: "30",
    watermarkEnabled: "false",
    driveLink: "",
    customSlug: `door-${crypto.randomUUID().slice(0, 8)}`,
    reviewLinkType: "Facebook",
    reviewLinkUrl: "https://facebook.com/door",
    status: "active",
    nextResetDate: "2026-12-01",
  });
  async function create(fields: Record<string, string>, files: Record<string, Blob> = {}) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields })) body.set(name, value);
    for (const [name, file] of Object.entries(files)) body.set(name, file, "image.png");
    const answer = await sayso.fetch("/functions/v1/create-client", {
      method: "POST",
      body,
      headers: { cookie, origin: sayso.origin },
    });
    type Reply = {
      success: boolean;
      clientId: string;
      temporaryPassword: string;
      message: string;
      fields?: Record<string, string>;
    };
    return { status: answer.status, reply: (await answer.json()) as Reply };
  }

  test("lists the new client, whose temporary password leads only to setting its own (ADM13 ADM14 RTE13)", async () => {
    const fields = good();
    const { status, reply } = await create(fields);
    assert.deepEqual([status, reply.success], [200, true]);
    assert.ok(reply.message.includes(reply.temporaryPassword));
    assert.match(reply.temporaryPassword, TYPED_SECRET);
    const row = await stored({ id: reply.clientId });
    assert.deepEqual(
      await sayso.rows("SELECT credits_remaining FROM client_days WHERE client_id = ?", reply.clientId),
      [{ credits_remaining: row?.credits_remaining }],
      "its chart of credits begins with the first day",
    );
    assert.deepEqual(
      [
        row?.company_name,
        row?.email,
        row?.plan_type,
        row?.credits_per_month,
        row?.credits_remaining,
        row?.status,
        row?.drive_link,
      ],
      [
        "Blue Door",
        fields.email.toLowerCase(),
        "no-setup",
        30,
        30,
        "active",
        `/drive/folder/${reply.clientId}`,
      ],
    );
    const everything = JSON.stringify([
      await sayso.rows("SELECT * FROM users"),
      await sayso.rows("SELECT * FROM audit_log"),
      await sayso.rows("SELECT * FROM emails"),
      sayso.log(),
    ]);
    assert.ok(!everything.includes(reply.temporaryPassword), "never stored or mailed in clear");

    const login = { body: { area: "client", email: fields.email, password: reply.temporaryPassword } };
    const signedIn = await call(sayso, "POST", "/api/auth/login", login);
    assert.deepEqual(await signedIn.json(), { kind: "set_password", area: "client" });
    const session = cookieOf(signedIn) ?? "";
    assert.equal((await call(sayso, "GET", "/api/client/dashboard", { cookie: session })).status, 403);
    const changed = await call(sayso, "POST", "/api/auth/password", {
      cookie: session,
      body: { password: reply.temporaryPassword },
    });
    assert.equal(changed.status, 400, "the temporary one cannot be kept");
    const set = await call(sayso, "POST", "/api/auth/password", {
      cookie: session,
      body: { password: "my own plum 3" },
    });
    assert.equal(set.status, 200);
    assert.equal(
      (await call(sayso, "POST", "/api/auth/login", login)).status,
      401,
      "the temporary one is over",
    );
    await signIn(sayso, { id: "", email: fields.email, password: "my own plum 3" });
  });

  test("ADM14 a temporary password works for 72 hours", async () => {
    const fields = good();
    const { reply } = await create(fields);
    const user = await sayso.row("SELECT * FROM users WHERE email = ?", fields.email);
    assert.ok(Math.abs(user?.temporary_until - Date.now() - 72 * 3_600_000) < 60_000);
    await sayso.change("UPDATE users SET temporary_until = ? WHERE id = ?", Date.now() - 1, user?.id);
    const late = await call(sayso, "POST", "/api/auth/login", {
      body: { area: "client", email: fields.email, password: reply.temporaryPassword },
    });
    assert.deepEqual(
      [late.status, ((await late.json()) as { code: string }).code],
      [401, "password_expired"],
    );
  });

  test("ADM11 ADM12 defaults hold for what is left out, and what is wrong is refused by the form's names", async () => {
    const { companyName, contactName, email, creditsPerMonth, customSlug } = good();
    const { reply } = await create({ companyName, contactName, email, creditsPerMonth, customSlug });
    const row = await stored({ id: reply.clientId });
    assert.deepEqual(
      [row?.plan_type, row?.status, row?.review_link_type, row?.watermark_enabled],
      ["standard", "pending_invite", "None", 1],
    );
    const clients = async () => (await sayso.row("SELECT count(*) AS n FROM clients"))?.n;
    const was = await clients();
    const bad = await create({
      ...good(),
      companyName: " ",
      contactName: "",
      email: "nobody",
      creditsPerMonth: "0",
      customSlug: "admin",
      driveLink: "javascript:x",
      reviewLinkUrl: "http://x.example",
      nextResetDate: "soon",
    });
    assert.deepEqual(
      [bad.status, Object.keys(bad.reply.fields ?? {}).toSorted()],
      [
        400,
        [
          "companyName",
          "contactName",
          "creditsPerMonth",
          "customSlug",
          "driveLink",
          "email",
          "nextResetDate",
          "reviewLinkUrl",
        ],
      ],
    );
    for (const wrong of ["", "1.5", "-3", "fifty"])
      assert.equal((await create({ ...good(), creditsPerMonth: wrong })).status, 400);
    assert.equal(await clients(), was);
  });

  test("ADM13 INV48 logo and QR image come along, and a file that is none leaves nothing behind", async () => {
    const { readFile } = await import("node:fs/promises");
    const logo = new Blob([await readFile(new URL("../../support/films/logo.png", import.meta.url))]);
    const { reply } = await create(good(), { logoFile: logo, qrFile: logo });
    const row = await stored({ id: reply.clientId });
    for (const url of [row?.logo_url, row?.qr_code_url]) assert.equal((await sayso.fetch(url)).status, 200);
    const keys = (await sayso.keys("assets/")).length;
    const refused = await create(good(), { logoFile: logo, qrFile: new Blob(["<svg/>"]) });
    assert.equal(refused.status, 415);
    assert.equal((await sayso.keys("assets/")).length, keys);
  });

  test("ADM10 INV49 slugs: suggested from the name, free of what is taken; of two at once one wins", async () => {
    type Slug = { slug: string; problem: string | null };
    await addClient(sayso, { custom_slug: "fern-and-field" });
    assert.deepEqual((await get<Slug>("/api/admin/slug?company=Fern%20%26%20Field")).body, {
      slug: "fern-and-field-2",
      problem: null,
    });
    assert.equal(
      (await get<Slug>("/api/admin/slug?slug=admin")).body.problem,
      "This word is reserved. Please choose another one.",
    );
    assert.match(
      (await get<Slug>("/api/admin/slug?slug=fernandfield")).body.problem ?? "",
      /looks too similar/,
    );
    assert.equal((await get<Slug>("/api/admin/slug?slug=quite-free")).body.problem, null);
    const customSlug = `race-${crypto.randomUUID().slice(0, 8)}`;
    const answers = await Promise.all([1, 2, 3].map(() => create({ ...good(), customSlug })));
    assert.deepEqual(answers.map((answer) => answer.status).toSorted(), [200, 400, 400]);
  });
});
