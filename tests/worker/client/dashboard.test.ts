import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  addClient,
  form,
  goodFields,
  submit,
  video,
  type ClientRow,
} from "../../support/people/owner/clients.ts";
import { addSubmission } from "../../support/people/customer/submissions.ts";
import { addUser, call, signIn } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

const DAYS = 24 * 3_600_000;
let sayso: Sayso;
let client: ClientRow;
let other: ClientRow;
let cookie: string;
let admin: string;
before(async () => {
  sayso = await startWorker();
  client = await addClient(sayso, { custom_slug: "corner-shop", credits_remaining: 2 });
  other = await addClient(sayso, { custom_slug: "other-shop" });
  await sayso.change("UPDATE clients SET created_at = created_at + 5000 WHERE id = ?", other.id);
  await addUser(sayso, { clientId: other.id });
  cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  admin = await signIn(sayso, await addUser(sayso, { roles: ["admin"] }), "admin");
});
after(() => sayso.close());

type Line = {
  id: string;
  customer_name: string;
  created_at: number;
  company_name: string;
  contact_name: string;
};
type Dashboard = {
  admin_view: boolean;
  client: Record<string, unknown>;
  recent: Line[];
  days: { day: string; submissions: number; credits_remaining: number }[];
  recording_url: string;
  today: string;
};
const ask = (query: string, session: string) =>
  call(sayso, "GET", `/api/client/dashboard${query}`, { cookie: session });
const get = async (query: string, session: string) => (await (await ask(query, session)).json()) as Dashboard;

describe("the dashboard", () => {
  test("CLI03 CLI07 CLI09 shows the client of the signed-in user, its credits and its recording address", async () => {
    const shown = await get("", cookie);
    assert.equal(shown.admin_view, false);
    assert.equal(shown.client.id, client.id);
    assert.deepEqual([shown.client.credits_remaining, shown.client.credits_per_month], [2, 50]);
    assert.equal(shown.recording_url, "https://sayso.test/record/corner-shop");
    assert.equal(shown.today, new Date().toISOString().slice(0, 10));
  });

  test("CLI03 CLI06 never another's: a foreign id or slug answers exactly like an unknown one", async () => {
    const foreign = [`?clientId=${other.id}`, "?slug=other-shop", `?clientId=${client.id}&slug=other-shop`];
    const unknown = ["?clientId=nobody", "?slug=no-such-shop", "?slug=%2e%2e"];
    for (const query of [...foreign, ...unknown]) {
      const answer = await ask(query, cookie);
      assert.equal(answer.status, 404, query);
      assert.deepEqual(await answer.json(), {
        success: false,
        error: "Client not found.",
        code: "not_found",
      });
    }
    assert.equal(
      (await ask("?slug=%FF", cookie)).status,
      400,
      "what cannot be read is not taken for nothing",
    );
    for (const own of [`?clientId=${client.id}`, "?slug=corner-shop", "?slug=Corner-SHOP"]) {
      assert.equal((await get(own, cookie)).client.id, client.id, own);
    }
  });

  test("CLI04 CLI05 an admin sees any client, and the first of the list without a parameter", async () => {
    for (const query of [`?clientId=${client.id}`, "?slug=corner-shop"]) {
      const shown = await get(query, admin);
      assert.deepEqual([shown.admin_view, shown.client.id], [true, client.id]);
    }
    assert.equal((await get("", admin)).client.id, other.id, "the newest");
    assert.equal((await ask("?clientId=nobody", admin)).status, 404);
  });

  test("tells a user without a client so, and shows none (CLI05)", async () => {
    const answer = await ask("", await signIn(sayso, await addUser(sayso)));
    assert.equal(answer.status, 404);
    assert.deepEqual(await answer.json(), {
      success: false,
      error: "No business belongs to your account yet. Please contact support.",
      code: "no_client",
    });
  });

  test("CLI12 CLI13 ENT05 lists the submissions of the last 30 days, newest first, with the client's names", async () => {
    const now = Date.now();
    const shop = await addClient(sayso, { company_name: "Blue Door" });
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    for (const [index, days] of [31, 2, 29, 0].entries()) {
      await addSubmission(sayso, shop, { customer_name: `Customer ${index}`, created_at: now - days * DAYS });
    }
    await addSubmission(sayso, other, { customer_name: "Of another" });
    const { recent } = await get("", session);
    assert.deepEqual(
      recent.map((line) => line.customer_name),
      ["Customer 3", "Customer 1", "Customer 2"],
    );
    assert.deepEqual([recent[0]?.company_name, recent[0]?.contact_name], ["Blue Door", "Owner"]);
  });

  test("CLI12 a submission is counted on its day, with the credits that are left", async () => {
    const shop = await addClient(sayso, { credits_remaining: 10 });
    const session = await signIn(sayso, await addUser(sayso, { clientId: shop.id }));
    for (let i = 0; i < 2; i += 1) await submit(sayso, form(goodFields(shop.id), await video()));
    const today = new Date().toISOString().slice(0, 10);
    await sayso.change("INSERT INTO client_days VALUES (?, '2020-01-01', 7, 3)", shop.id);
    const { days } = await get("", session);
    assert.deepEqual(days, [
      { day: "2020-01-01", submissions: 0, credits_remaining: 3 },
      { day: today, submissions: 2, credits_remaining: 8 },
    ]);
    const year = await call(sayso, "GET", `/api/client/${shop.id}/days`, { cookie: session });
    assert.deepEqual(await year.json(), { days, today });
    assert.equal((await call(sayso, "GET", `/api/client/${shop.id}/days`, { cookie })).status, 404);
  });

  test("CLI13 two submissions with one key count once on their day", async () => {
    const shop = await addClient(sayso);
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    for (let i = 0; i < 3; i += 1) await submit(sayso, form(goodFields(shop.id), await video()), headers);
    const rows = await sayso.rows("SELECT submissions FROM client_days WHERE client_id = ?", shop.id);
    assert.deepEqual(rows, [{ submissions: 1 }]);
  });

  test("INV41 INV54 it holds no secret: no user, no hash, no other client", async () => {
    const text = JSON.stringify(await get("", cookie));
    for (const word of ["user_id", "password", "hash", "argon2", other.id, other.email])
      assert.ok(!text.includes(word), word);
  });
});

describe("the watermark's settings", () => {
  const change = (id: string, body: unknown, session = cookie) =>
    call(sayso, "PATCH", `/api/client/${id}/watermark`, { cookie: session, body });
  const stored = () => sayso.row("SELECT * FROM clients WHERE id = ?", client.id);
  const settings = {
    watermark_text: "Corner\nShop",
    watermark_font_size: 30,
    watermark_font_color: "#FFCC00",
    watermark_position: "bottom-left",
    watermark_text_alignment: "right",
  };

  test("WMK01 the switch is saved alone", async () => {
    const was = await stored();
    const answer = await change(client.id, { watermark_enabled: true });
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { watermark_enabled: boolean }).watermark_enabled, true);
    assert.deepEqual(await stored(), { ...was, watermark_enabled: 1 });
  });

  test("WMK08 the five settings are saved in one update, and the public look-up has them at once", async () => {
    assert.equal((await change(client.id, settings)).status, 200);
    const [found] = (await (
      await sayso.fetch("/api/public/get_client_by_slug?_slug=corner-shop")
    ).json()) as (typeof settings)[];
    assert.deepEqual(
      [
        found?.watermark_text,
        found?.watermark_font_size,
        found?.watermark_font_color,
        found?.watermark_position,
        found?.watermark_text_alignment,
      ],
      ["Corner\nShop", 30, "#ffcc00", "bottom-left", "right"],
    );
    assert.equal((await change(client.id, { ...settings, watermark_text: "  " })).status, 200);
    assert.equal((await stored())?.watermark_text, null, "blank means the company's name");
  });

  test("refuses out-of-range values field by field and saves nothing (WMK03 WMK04 WMK05 WMK06 WMK07)", async () => {
    const was = await stored();
    const bad = {
      watermark_text: "a\nb\nc",
      watermark_font_size: 99,
      watermark_font_color: "red",
      watermark_position: "middle",
      watermark_text_alignment: "justify",
    };
    const answer = await change(client.id, bad);
    const reply = (await answer.json()) as { code: string; fields: object };
    assert.deepEqual(
      [answer.status, reply.code, Object.keys(reply.fields).toSorted()],
      [400, "invalid", Object.keys(bad).toSorted()],
    );
    for (const body of [
      {},
      { watermark_enabled: "yes" },
      { watermark_enabled: true, id: "x" },
      { ...settings, credits_remaining: 1000 },
      { credits_remaining: 1000 },
      [],
    ]) {
      assert.equal((await change(client.id, body)).status, 400, JSON.stringify(body));
    }
    assert.deepEqual(await stored(), was);
  });

  test("refuses to change another client's watermark, except by an admin (AUT03)", async () => {
    const was = await sayso.row("SELECT * FROM clients WHERE id = ?", other.id);
    assert.equal((await change(other.id, settings)).status, 404);
    assert.equal((await change("nobody", settings)).status, 404);
    assert.equal((await change(other.id, settings, "")).status, 401);
    assert.deepEqual(await sayso.row("SELECT * FROM clients WHERE id = ?", other.id), was);
    assert.equal((await change(other.id, { watermark_enabled: true }, admin)).status, 200);
  });
});
