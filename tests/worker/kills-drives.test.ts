// The same kills as in `kills.test.ts`, with businesses that have connected a drive of their own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { startGoogleWorld, type GoogleWorld } from "../support/google-owner.ts";
import { addKillsClient, submitUnderKills } from "../support/kills.ts";
import { thorough } from "../support/thorough.ts";
import { addUser, call, signIn } from "../support/users.ts";
import { ACCOUNT, DRIVE_SECRETS, SERVERS, webDavServer } from "../support/webdav-servers.ts";
import { startWorker } from "../support/worker.ts";

const EXTENT = thorough ? { submissions: 1000, kills: 100 } : { submissions: 30, kills: 4 };
const WHAT = `${EXTENT.kills} kills among ${EXTENT.submissions} submissions`;

for (const name of SERVERS.filter((server) => server !== "Apache"))
  test(`INV19 INV11 INV12 ${WHAT}: WebDAV on ${name} holds each acknowledged one exactly once`, async (t) => {
    const server = await webDavServer(name);
    t.after(() => server.close());
    const sayso = await startWorker({ secrets: DRIVE_SECRETS });
    t.after(() => sayso.close());
    const client = await addKillsClient(sayso, EXTENT);
    const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
    const wish = { address: `${server.address}videos`, account: ACCOUNT.name, secret: ACCOUNT.password };
    const connected = await call(sayso, "POST", `/api/client/${client.id}/drive/webdav`, {
      cookie,
      body: wish,
    });
    assert.equal(connected.status, 200, await connected.clone().text());

    const { deliveries, cut } = await submitUnderKills(sayso, client, EXTENT);
    t.diagnostic(`${deliveries.length} delivered, ${cut} attempts cut by a kill`);
    const expected = deliveries.map(({ row, sent }) => [`videos/${row.drive_path}`, sent]);
    assert.deepEqual(
      await server.files(),
      Object.fromEntries(expected),
      "one file each, nothing beside them",
    );
    assert.deepEqual(await sayso.keys(`drive/${client.id}/`), []);
  });

test(`INV19 INV11 INV12 ${WHAT}: Google Drive holds each acknowledged one exactly once`, async (t) => {
  const world = await startGoogleWorld();
  t.after(() => world.close());
  const { sayso, google } = world;
  const client = await addKillsClient(sayso, EXTENT);
  const cookie = await signIn(sayso, await addUser(sayso, { clientId: client.id }));
  await world.connect({ client, cookie }, google.accounts[0]);

  const { deliveries, cut } = await submitUnderKills(sayso, client, EXTENT);
  t.diagnostic(`${deliveries.length} delivered, ${cut} attempts cut by a kill`);
  const held = heldBy(google);
  assert.deepEqual(
    held.files.toSorted(),
    deliveries.map(({ row, sent }) => `${row.drive_path} ${sent}`).toSorted(),
  );
  // One for the business and one for the month, or two where the month ended meanwhile.
  const months = new Set(deliveries.map(({ row }) => String(row.drive_path).split("/")[0]));
  assert.deepEqual(held.folders.toSorted(), [`${client.company_name} testimonials`, ...months].toSorted());
  assert.deepEqual(await sayso.keys(`drive/${client.id}/`), []);
});

/** What a Google Drive holds, the bin included: files by folder and name with their SHA-256, and the names of folders. */
function heldBy(google: GoogleWorld["google"]) {
  const all = google.files();
  const nameOf = new Map(all.map(({ id, name }) => [id, name]));
  return {
    files: all
      .filter(({ folder }) => !folder)
      .map(({ name, parents: [parent = ""], sha256 }) => `${nameOf.get(parent)}/${name} ${sha256}`),
    folders: all.filter(({ folder }) => folder).map(({ name }) => name),
  };
}
