import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { adminCalls } from "../../support/people/admin/admin-calls.ts";
import { addClient } from "../../support/people/owner/clients.ts";
import { addWall } from "../../support/people/owner/walls.ts";
import { call } from "../../support/people/owner/users.ts";
import { startWorker, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker({ submissionLimits: true });
});
after(() => sayso.close());

const { cookie, get } = adminCalls(() => sayso);

describe("the settings", () => {
  type Line = {
    key: string;
    value: string;
    default: string;
    is_default: boolean;
    description: string;
    kind: string;
  };
  const valueOf = async (key: string) =>
    (await get<Line[]>("/api/admin/settings")).find((line) => line.key === key)?.value ?? "";
  const set = async (key: string, value: string, loaded?: string) =>
    call(sayso, "PUT", `/api/admin/settings/${key}`, {
      cookie: await cookie(),
      body: { value, loaded: loaded ?? (await valueOf(key)) },
    });

  test("ADM09 two admins do not overwrite each other's setting silently", async () => {
    const was = await valueOf("support_phone");
    const both = await Promise.all(
      ["+44 20 7946 0001", "+44 20 7946 0002"].map((phone) => set("support_phone", phone, was)),
    );
    assert.deepEqual(both.map((answer) => answer.status).toSorted(), [200, 409]);
    const late = both.find((answer) => answer.status === 409);
    const refusal = (await late?.json()) as { code: string; fields: { value: string } };
    assert.deepEqual(
      [refusal.code, refusal.fields.value],
      ["changed_meanwhile", await valueOf("support_phone")],
    );
    const audits = await sayso.rows("SELECT * FROM audit_log WHERE subject = 'support_phone'");
    assert.equal(audits.length, 1, "only what was saved is noted");
    assert.equal((await set("support_phone", "")).status, 200);
  });

  test("HOM08 each plan has a payment page of its own", async () => {
    assert.equal((await set("payment_link_standard", "https://pay.example/one")).status, 200);
    const same = await set("payment_link_no_setup", " https://pay.example/one ");
    assert.deepEqual(
      [same.status, ((await same.json()) as { fields: { value: string } }).fields.value],
      [400, "“Payment page of the Standard Plan” has this address. Each payment page sells one thing."],
    );
    assert.equal((await set("payment_link_no_setup", "https://pay.example/two")).status, 200);
    for (const key of ["payment_link_standard", "payment_link_no_setup"]) await set(key, "");
  });

  test("HOM02 the address of a video's page is kept as that of its player", async () => {
    const answer = await set("embed_demo_video", "https://www.youtube.com/watch?v=dQw4w9WgXcQ");
    const player = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
    assert.deepEqual([answer.status, ((await answer.json()) as Line).value], [200, player]);
    assert.equal(await valueOf("embed_demo_video"), player);
    await set("embed_demo_video", "");
  });

  test("the wall on the home page is one of this site (PUB13)", async () => {
    const id = await addWall(sayso, await addClient(sayso));
    const here = `${sayso.origin}/w/${id}`;
    for (const wrong of [
      `https://elsewhere.example/w/${id}`,
      `${sayso.origin}/w/${id.replace(/./, (first) => (first === "0" ? "1" : "0"))}`,
      `${here}?page=2`,
      `${sayso.origin}/t/${id}`,
      id,
    ]) {
      const answer = await set("embed_wall", wrong);
      const { fields } = (await answer.json()) as { fields?: { value: string } };
      assert.deepEqual([wrong, answer.status], [wrong, 400]);
      assert.match(fields?.value ?? "", /address of a wall of this site/);
    }
    assert.equal((await set("embed_wall", ` ${here} `)).status, 200);
    assert.equal(await valueOf("embed_wall"), here);
    assert.equal((await set("embed_wall", "")).status, 200);
  });

  test("ADM09 ENT07 every key is documented; a change is an upsert, checked, noted and in force at once", async () => {
    const lines = await get<Line[]>("/api/admin/settings");
    assert.ok(lines.length >= 15 && lines.every((line) => line.description && line.kind && line.is_default));
    const url = "https://help.example/tickets";
    for (let i = 0; i < 2; i += 1) assert.equal((await set("support_url", url)).status, 200);
    assert.deepEqual(await sayso.rows("SELECT * FROM admin_settings"), [
      { setting_key: "support_url", setting_value: url },
    ]);
    assert.ok((await (await sayso.fetch("/")).text()).includes(url));
    const bad = await set("support_url", "javascript:alert(1)");
    assert.deepEqual(
      [bad.status, Object.keys(((await bad.json()) as { fields: object }).fields)],
      [400, ["value"]],
    );
    assert.equal((await set("no_such_key", "x")).status, 404);
    assert.equal((await set("support_url", "")).status, 200);
    assert.deepEqual(await sayso.rows("SELECT * FROM admin_settings"), []);
    const [line] = await sayso.rows("SELECT * FROM audit_log WHERE subject = 'support_url' ORDER BY at");
    assert.deepEqual([line?.action, JSON.parse(line?.after)], ["setting.change", { support_url: url }]);
  });
});
