// Deliveries to real WebDAV servers.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { form, goodFields, recording, submit } from "../../support/people/owner/clients.ts";
import { plantSubmission, submission } from "../../support/runtime/jobs.ts";
import type { Owner } from "../../support/people/owner/drive-owners.ts";
import { sha256 } from "../../support/people/owner/users.ts";
import { startWebDavWorld, type WebDavWorld } from "../../support/people/owner/webdav-owner.ts";
import { ACCOUNT, SERVERS, webDavServer, type WebDavServer } from "../../support/doubles/webdav-servers.ts";
import { until } from "../../support/runtime/worker.ts";

let world: WebDavWorld;
// Without these servers there are no tests here, and nothing may be started that no test would stop.
before(async () => {
  if (SERVERS.length > 0) world = await startWebDavWorld();
});
after(async () => {
  if (SERVERS.length > 0) await world.close();
});

for (const name of SERVERS) {
  describe(`WebDAV on ${name}`, () => {
    let server: WebDavServer;
    let owner: Owner;
    before(async () => {
      server = await webDavServer(name);
      owner = await world.owner();
      await world.connect(owner, `${server.address}Our%20videos/from%20Sayso`);
    });
    after(() => server.close());

    test("JOB10 the folder is made, tried with a file that leaves nothing behind, and linked to", async () => {
      assert.deepEqual(await server.files(), {});
      const state = await (await world.drive(owner)).json();
      const address = `${server.address}Our%20videos/from%20Sayso/`;
      assert.deepEqual([state.provider, state.link, state.parked], ["webdav", address, 0]);
      const [{ chosen, account, fault, videos }] = state.connections;
      assert.deepEqual([chosen, account, fault, videos], [true, ACCOUNT.name, null, 0]);
    });

    test("JOB10 INV17 a video arrives there whole, and only then our copy goes", async () => {
      const bytes = await recording();
      await submit(world.sayso, form({ ...goodFields(owner.client.id), customerName: "Zoë Ünal" }, bytes));
      const row = await until("processed", () =>
        world.sayso.row(
          "SELECT * FROM submissions WHERE client_id = ? AND status = 'processed'",
          owner.client.id,
        ),
      );
      const digest = sha256(bytes);
      assert.equal(row.sha256, digest);
      assert.deepEqual(await server.files(), { [`Our videos/from Sayso/${row.drive_path}`]: digest });
      await until(
        "our copy is gone",
        async () => (await world.sayso.keys(`uploads/${row.upload_id}/`)).length === 0,
      );
      assert.deepEqual(await world.sayso.keys(`drive/${owner.client.id}/`), []);
      const mail = await until("the mail", async () =>
        (await world.sayso.mails()).find(({ to }) => [to].flat().includes(owner.client.email)),
      );
      assert.ok(
        mail.text.includes(`${server.address}Our%20videos/from%20Sayso/`),
        "the mail opens the folder",
      );
    });

    test("CLI03 it plays in the portal, whole and in ranges, and is erased from there", async () => {
      const bytes = Buffer.from(await recording());
      const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
      await world.deliver(jobId);
      await world.assertPlays(owner, submissionId, bytes);
      const path = `Our videos/from Sayso/${(await submission(world.sayso, submissionId))?.drive_path}`;
      assert.ok(path in (await server.files()));
      await world.erase(owner, submissionId);
      assert.ok(!(path in (await server.files())));
    });

    test("INV11 a job message delivered three times at once: one file, nothing beside it", async () => {
      const held = Object.keys(await server.files()).length;
      const { submissionId, jobId } = await plantSubmission(world.sayso, owner.client);
      await Promise.all([world.sayso.deliver(jobId), world.sayso.deliver(jobId), world.sayso.deliver(jobId)]);
      await world.processed(submissionId);
      const files = Object.keys(await server.files());
      assert.equal(files.length, held + 1);
      assert.ok(files.every((file) => !file.endsWith(".part")));
    });
  });
}
