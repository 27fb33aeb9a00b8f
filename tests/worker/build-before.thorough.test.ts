// While a version is deployed, and after it was taken back, the build before works on the database of the next one.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, test } from "node:test";
import { buildBefore, forgetBuildBefore } from "../support/runtime/build-before.ts";
import { addClient, form, goodFields, submit, video } from "../support/people/owner/clients.ts";
import { addUser, call, signIn } from "../support/people/owner/users.ts";
import { mailTo, startWorker, until, type Sayso } from "../support/runtime/worker.ts";

let sayso: Sayso | undefined;
after(async () => {
  await sayso?.close();
  forgetBuildBefore();
});

test(
  "OPS06 the build before takes a video, delivers and mails it, and shows and erases it on the database of this one",
  { timeout: 1_200_000 },
  async () => {
    const before = buildBefore();
    const added = readdirSync("migrations").filter((name) => !before.migrations.includes(name));
    assert.ok(added.length > 0, "it knows fewer migrations than the database has");
    const key = "a key that only these tests use, 32+ characters";
    sayso = await startWorker({ main: before.main, secrets: { LINK_KEY: key, SECRET_KEY: key } });
    const client = await addClient(sayso);
    const user = await addUser(sayso, { clientId: client.id });
    const { status } = await submit(sayso, form(goodFields(client.id), await video()));
    assert.equal(status, 200);
    const found = sayso;
    const { id } = await until("delivered", () =>
      found.row("SELECT id FROM submissions WHERE client_id = ? AND status = 'processed'", client.id),
    );
    assert.match((await mailTo(sayso, client.email)).subject, /\w/);
    for (const cron of ["* * * * *", "*/5 * * * *", "7 * * * *", "*/10 * * * *", "2 * * * *"])
      await sayso.schedule(new Date(), cron);
    const runs = await sayso.rows("SELECT name FROM schedule_runs WHERE ok = 1");
    assert.equal(runs.length, 5, "every schedule of its own runs");
    const cookie = await signIn(sayso, user);
    const path = `/api/client/${client.id}/submissions`;
    const listed = (await (await call(sayso, "GET", path, { cookie })).json()) as {
      submissions: { id: string }[];
    };
    assert.deepEqual(
      listed.submissions.map((one) => one.id),
      [id],
    );
    assert.equal((await call(sayso, "DELETE", `${path}/${id}`, { cookie })).status, 200);
    assert.deepEqual(await sayso.rows("SELECT 1 FROM submissions WHERE client_id = ?", client.id), []);
  },
);
