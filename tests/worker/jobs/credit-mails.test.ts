import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { creditCalls } from "../../support/people/owner/credits.ts";
import { startWorker, until, type Sayso } from "../../support/runtime/worker.ts";

let sayso: Sayso;
before(async () => {
  sayso = await startWorker();
});
after(() => sayso.close());

const { send, renew, dueOn } = creditCalls(() => sayso);

describe("credits that run out", () => {
  test("BIL03 a mail comes at five left and at none, once in each month", async () => {
    const client = await dueOn("2032-01-10", { credits_remaining: 7 });
    const mails = () =>
      sayso.rows(
        "SELECT template, status FROM emails WHERE recipient = ? AND template LIKE 'credits%' ORDER BY created_at",
        client.email,
      );
    const delivered = () =>
      until("everything is delivered", async () => {
        const open = await sayso.row(
          // The digest of the sixth and the seventh waits for the end of the hour.
          "SELECT count(*) AS n FROM job_queue WHERE status IN ('pending', 'running') AND (lease IS NOT NULL OR due_at < ?)",
          Date.now() + 1000,
        );
        return open?.n === 0;
      });
    const use = async (count: number) => {
      for (let i = 0; i < count; i += 1) {
        assert.equal(await send(client), 200);
        await delivered();
      }
      return (await mails()).map((mail) => mail.template);
    };
    assert.deepEqual(await use(1), []);
    assert.deepEqual(await use(1), ["credits_low"]);
    assert.deepEqual(await use(4), ["credits_low"]);
    assert.deepEqual(await use(1), ["credits_low", "credits_used_up"]);
    await renew("2032-01-10T00:07:00Z");
    await sayso.change("UPDATE clients SET credits_remaining = 6 WHERE id = ?", client.id);
    assert.deepEqual(await use(2), ["credits_low", "credits_used_up", "credits_low"]);
    assert.ok((await mails()).every((mail) => mail.status === "sent"));
    const texts = (await sayso.mails()).filter((mail) => String(mail.to).includes(client.email));
    const low = texts.filter((mail) => mail.subject === "Few video credits left");
    assert.equal(low.length, 2);
    for (const { text, html } of low) {
      assert.match(text, /Corner Shop has 5 of this month’s 50 video credits left/);
      assert.match(html, /\/clients\/billing/);
    }
    assert.ok(low.some(({ text }) => text.includes("until 10 January 2032")));
    const used = texts.find((mail) => mail.subject === "No video credits left");
    assert.match(used?.text ?? "", /accepts no more videos until 10 January 2032/);
  });
});
